"""A balance run in a browser: it lives in the server, and outlives that, too."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.studio.server import Server

from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner

NAME = "balance-paper-small-1"
SIZES = {
    "Patches in a generation": 8,
    "Generations": 40,
    "Games per match-up": 4,
    "Games of the audit": 20,
    "Games of other players": 0,
}
PATIENCE = 120_000  # milliseconds


def start_run(page: Page, root: str) -> None:
    """Fill the form, and start."""
    page.goto(f"{root}/balance?metagame=paper-small")
    expect(page.get_by_text(re.compile(r"About [\d,]+ games"))).to_be_visible(timeout=PATIENCE)
    page.get_by_role("combobox", name="Search", exact=True).click()
    page.get_by_role("option", name=re.compile("^nsga2")).click()
    for label, value in SIZES.items():
        page.get_by_role("spinbutton", name=label, exact=True).fill(str(value))
    page.get_by_role("button", name="Start the run").click()
    page.wait_for_url(re.compile(re.escape(NAME)), timeout=PATIENCE)


def count_evaluations(page: Page) -> int:
    """How many evaluations the page of the run tells."""
    told = page.get_by_text(re.compile(r"[\d,]+ evaluations? by now"))
    expect(told).to_be_visible(timeout=PATIENCE)
    return int(re.findall(r"[\d,]+", told.inner_text())[0].replace(",", ""))


def with_page(browser: Browser, address: str, do: Callable[[Page], int]) -> int:
    """Open a page, do something, and close it."""
    page = browser.new_page()
    page.goto(address)
    found = do(page)
    page.close()
    return found


def findings(folder: Path) -> dict[str, object]:
    """All that a run has found, but for its name."""
    found = BALANCE.read(folder).results.to_json()
    return {name: value for name, value in found.items() if name != "final"}


def test_a_run_goes_on_without_its_page_and_after_its_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, "--threads", "1")
    page = browser.new_page()
    start_run(page, server.root)
    first = count_evaluations(page)
    page.close()  # nobody looks
    address = f"/runs?run={NAME}"
    second = with_page(browser, server.root + address, count_evaluations)
    assert second >= first
    page = browser.new_page()
    page.goto(server.root + address)
    expect(page.get_by_role("button", name="Stop the run")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text(f"{second} evaluations by now")).not_to_be_visible(timeout=PATIENCE)  # it still grows
    page.close()
    server.process.send_signal(signal.SIGKILL)
    server.process.communicate()

    again = Server(tmp_path, "--threads", "1")
    page = browser.new_page()
    page.goto(f"{again.root}/runs")
    expect(page.get_by_text("interrupted")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name=NAME).click()
    page.get_by_role("button", name="Resume the run").click()
    expect(page.get_by_text("This run is finished.")).to_be_visible(timeout=PATIENCE)
    page.close()
    again.end()

    run = BALANCE.read(tmp_path / "runs" / NAME)
    plain = tmp_path / "plain"
    BALANCE.start(plain, run.settings, ThreadRunner(1))
    assert findings(run.folder) == findings(plain)
    assert (run.folder / "patch.toml").read_text() == (plain / "patch.toml").read_text()
