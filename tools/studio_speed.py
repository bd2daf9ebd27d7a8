"""How fast the studio is, for somebody who waits: from its start, and from a click, in a real browser.

    python -m tools.studio_speed

It starts the studio, opens the bench of paper-six, waits until the games before any patch are played, clicks twice on
"Raise cost of Consecration", and takes the time until the page shows an answer to both clicks; ten times. Then it takes
the time until the interval of Paladin's win rate is narrow, and at last that from Ctrl-C to the end, with a page open
and games at hand. It prints JSON. Nothing else should run on the machine.
"""

from __future__ import annotations

import json
import re
import time
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright
from tests.browser.conftest import FLAGS, find_chromium
from tests.studio.server import Server

STARTS, TIMES = 3, 10
PATIENCE = 300_000  # milliseconds
BENCH = "/bench?metagame=paper-six"
RAISE = "Raise cost of Consecration"
DECK = "Exp1 Paladin (Control)"
NARROW = 4.0  # points, from the lower end of an interval to the upper one
# Two clicks, and how many seconds after the second one an answer to both is there.
TIME_ANSWER = """async (name) => {
  const button = document.querySelector(`button[aria-label="${name}"]`);
  const told = (place) => document.querySelector(`.answers ${place}`).textContent;
  button.click();
  button.click();
  const start = performance.now();
  while (!(told(".headline").includes("and becomes") && told(".notes").includes("cost 4 -> 6")))
    await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}"""


@dataclass(frozen=True)
class StudioSpeed:
    """What was measured, in seconds."""

    starts: list[float]  # until the first page is served
    answers: list[float]  # until the first answer to two clicks
    narrow: float  # until the interval is narrow enough, from the clicks on
    end: float  # from Ctrl-C to the end

    def to_json(self) -> dict[str, object]:
        """All of it, with the medians."""
        return {**asdict(self), "median_start": median(self.starts), "median_answer": median(self.answers)}


def time_start(folder: Path) -> float:
    """Start a studio, and ask for a page."""
    started = time.monotonic()
    with Server(folder) as server, urlopen(f"{server.root}/bench") as answer:
        assert answer.status == HTTPStatus.OK
        return time.monotonic() - started


def open_bench(page: Page, root: str) -> None:
    """A bench without a patch, all of whose games are played."""
    page.goto(f"{root}{BENCH}")
    expect(page.get_by_text("2,000 games for each match-up", exact=True)).to_be_visible(timeout=PATIENCE)


def time_answers(page: Page, times: int) -> list[float]:
    """Change a card and take the change back, again and again."""
    found = []
    for _ in range(times):
        found.append(float(page.evaluate(TIME_ANSWER, RAISE)))
        page.get_by_role("button", name="Start over").click()
        expect(page.get_by_text("A typical match-up is")).to_be_visible()
    return found


def time_narrowing(page: Page, most: float) -> float:
    """Change the card, and wait until the interval is narrow, or for `most` seconds."""
    started = time.monotonic()
    page.evaluate(TIME_ANSWER, RAISE)
    while width_of_interval(page) > NARROW and time.monotonic() - started < most:
        page.wait_for_timeout(50)
    return time.monotonic() - started


def width_of_interval(page: Page) -> float:
    """The interval of Paladin's win rate after the patch, in points."""
    row = page.get_by_role("row", name=re.compile(re.escape(DECK)))
    found = re.search("±([0-9.]+)", row.get_by_role("cell").nth(1).inner_text())
    return 2 * float(found[1]) if found else 100.0


def time_end(page: Page, server: Server) -> float:
    """Have many games played, and press Ctrl-C."""
    page.goto(f"{server.root}/bench?metagame=paper-twelve")
    expect(page.get_by_text("20 games for each match-up")).to_be_visible(timeout=PATIENCE)
    started = time.monotonic()
    server.interrupt()
    return time.monotonic() - started


def measure(folder: Path) -> StudioSpeed:
    """Take all times."""
    starts = [time_start(folder) for _ in range(STARTS)]
    with sync_playwright() as playwright, Server(folder) as server:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        open_bench(page, server.root)
        found = StudioSpeed(starts, time_answers(page, TIMES), time_narrowing(page, 60), time_end(page, server))
        browser.close()
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        print(json.dumps(measure(Path(folder)).to_json(), indent=1))
