"""A balance run in a browser: it lives in the server, and outlives that, too."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE
from tests.studio.server import Server

from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner

NAME = "balance-paper-small-1"
SIZES = {
    "Patches in a generation": 8,
    "Generations": 100,
    "Games per match-up": 30,  # so that the search goes on for a while
    "Games of the audit": 20,
    "Games of other players": 0,
}


def start_run(page: Page) -> None:
    """Fill the form, and start."""
    expect(page.get_by_text(re.compile(r"About [\d,]+ games"))).to_be_visible()
    page.get_by_role("combobox", name="Search", exact=True).click()
    page.get_by_role("option", name=re.compile("^nsga2")).click()
    for label, value in SIZES.items():
        page.get_by_role("spinbutton", name=label, exact=True).fill(str(value))
    page.get_by_role("button", name="Start the run").click()
    page.wait_for_url(re.compile(re.escape(NAME)))


def count_evaluations(page: Page) -> int:
    """How many evaluations the page of the run tells."""
    told = page.get_by_text(re.compile(r"[\d,]+ evaluations? by now"))
    expect(told).to_be_visible()
    return int(re.findall(r"[\d,]+", told.inner_text())[0].replace(",", ""))


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    """A page, which is closed at the end."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        page.goto(address)
        yield page
    finally:
        page.close()


def findings(folder: Path) -> dict[str, object]:
    """All that a run has found."""
    return BALANCE.read(folder).results.to_json()


def begin_and_be_killed(browser: Browser, folder: Path) -> None:
    """Start a run, close its page and open it again, and kill the server while the front grows."""
    with Server(folder, "--threads", "1") as server:
        with opened(browser, f"{server.root}/balance?metagame=paper-small") as page:
            start_run(page)
            first = count_evaluations(page)
        with opened(browser, f"{server.root}/runs?run={NAME}") as page:  # nobody has looked for a while
            second = count_evaluations(page)
            assert second >= first
            expect(page.get_by_role("button", name="Stop the run")).to_be_visible()
            expect(page.get_by_text(f"{second} evaluations by now")).not_to_be_visible()  # it still grows
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()


def resume(browser: Browser, folder: Path) -> None:
    """Start the server again, and have the run go on to its end."""
    with Server(folder, "--threads", "1") as server, opened(browser, f"{server.root}/runs") as page:
        expect(page.get_by_text("interrupted")).to_be_visible()
        page.get_by_role("link", name=NAME).click()
        page.get_by_role("button", name="Resume the run").click()
        expect(page.get_by_text("This run is finished.")).to_be_visible(timeout=5 * PATIENCE)


def test_a_run_goes_on_without_its_page_and_after_its_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    begin_and_be_killed(browser, tmp_path)
    assert not BALANCE.read(tmp_path / "runs" / NAME).is_finished
    resume(browser, tmp_path)
    run = BALANCE.read(tmp_path / "runs" / NAME)
    plain = tmp_path / "plain"
    BALANCE.start(plain, run.settings, ThreadRunner(1))
    assert findings(run.folder) == findings(plain)
    assert (run.folder / "patch.toml").read_text() == (plain / "patch.toml").read_text()
