"""The page of a metagame in a browser."""

import re

from playwright.sync_api import Page, expect


def test_the_matrix_of_paper_small(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    cell = page.get_by_role(
        "button", name=re.compile(r"Exp2 Paladin \(Control\) against Exp1 Hunter \(Aggro\): [\d.]+% \(95% interval")
    )
    expect(cell).to_be_visible()


def test_a_deck_shows_its_cost_curve(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("button", name="Cards of Exp2 Paladin (Control)").click()
    expect(page.locator("#chart-curve")).to_be_visible()
    heights = page.locator("#chart-curve .bar").evaluate_all(
        "bars => bars.map((bar) => bar.getBoundingClientRect().height)"
    )
    assert sum(height > 0 for height in heights) >= 6  # the deck has cards of so many costs
