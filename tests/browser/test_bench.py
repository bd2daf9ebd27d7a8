"""The bench in a browser."""

import os
import re
import time
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Page, expect

LEAST_IDLE = 0.6  # of all cores, where something is timed
TIMES = 10
# Two clicks, and how many seconds after the second one an answer to both is there.
TIME_ANSWER = """async (name) => {
  const button = document.querySelector(`button[aria-label="${name}"]`);
  button.click();
  button.click();
  const start = performance.now();
  while (!document.body.textContent.includes("and becomes") || !document.body.textContent.includes("cost 4 -> 6"))
    await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}"""


def test_two_clicks_are_answered_and_undone(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-six")
    expect(page.get_by_text(re.compile("A typical match-up is"))).to_be_visible(timeout=60_000)
    for _ in range(2):
        page.get_by_role("button", name="Raise cost of Consecration", exact=True).click()
    expect(page.get_by_text(re.compile("A typical match-up was .* and becomes"))).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Consecration: cost 4 -> 6")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Undo the last change").click()
    expect(page.get_by_text(re.compile("A typical match-up is"))).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Nothing is changed yet")).to_be_visible()


def idle_share(seconds: float = 1.0) -> float:
    """The part of all cores that nobody uses."""

    def read() -> list[int]:
        return [int(word) for word in Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:]]

    before = read()
    time.sleep(seconds)
    spent = [after - earlier for after, earlier in zip(read(), before, strict=True)]
    return (spent[3] + spent[4]) / sum(spent)


def test_the_first_answer_comes_within_a_second_and_is_sure_within_ten(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-six")
    expect(page.get_by_text("2,000 games for each match-up", exact=True)).to_be_visible(timeout=120_000)
    if (idle := idle_share()) < LEAST_IDLE:
        pytest.skip(f"others use the machine ({idle:.0%} of {os.cpu_count()} cores are idle): nothing can be timed now")
    seconds = []
    for _ in range(TIMES):
        seconds.append(page.evaluate(TIME_ANSWER, "Raise cost of Consecration"))
        page.get_by_role("button", name="Start over").click()
        expect(page.get_by_text("A typical match-up is")).to_be_visible()
    assert median(seconds) < 1.0
    page.evaluate(TIME_ANSWER, "Raise cost of Consecration")
    started = time.monotonic()
    while (reach := reach_of_paladin(page)) > 2.0 and time.monotonic() - started < 20:
        page.wait_for_timeout(100)
    assert reach <= 2.0  # to either side, so that the interval has 4 points at most
    assert time.monotonic() - started < 10


def reach_of_paladin(page: Page) -> float:
    """How far the interval of Paladin's win rate after the patch reaches, in points."""
    row = page.get_by_role("row", name=re.compile(r"Exp1 Paladin \(Control\)"))
    found = re.search("±([0-9.]+)", row.get_by_role("cell").nth(1).inner_text())
    return float(found[1]) if found else 100.0
