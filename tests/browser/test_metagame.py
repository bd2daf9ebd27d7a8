"""The page of a metagame in a browser."""

import re

from playwright.sync_api import Page, expect


def test_the_matrix_of_paper_small(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    cell = page.get_by_role(
        "button", name=re.compile(r"Exp2 Paladin \(Control\) against Exp1 Hunter \(Aggro\): [\d.]+% \(95% interval")
    )
    expect(cell).to_be_visible()
