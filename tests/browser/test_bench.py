"""The bench in a browser."""

import re

from playwright.sync_api import Page, expect


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
