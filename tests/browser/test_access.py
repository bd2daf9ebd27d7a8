"""Everybody can use the pages: by keyboard, with a screen reader, in light and dark, on a wide and a narrow screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import find_barriers

WIDTHS = (1280, 420)


def show_metagame(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("button", name="Cards of Exp2 Paladin (Control)").click(timeout=60_000)
    expect(page.get_by_role("heading", name="Exp2 Paladin (Control)")).to_be_visible()


def show_match_up(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("button", name=re.compile(r"Exp2 Paladin \(Control\) against Exp1")).click(timeout=60_000)
    expect(page.get_by_text("Games to watch")).to_be_visible()


def show_bench(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-small")
    page.get_by_role("button", name="Raise cost of Consecration", exact=True).click(timeout=60_000)
    page.get_by_role("button", name="More about Consecration").click()
    page.get_by_role("button", name="Lock Consecration").click()
    expect(page.get_by_text(re.compile("and becomes"))).to_be_visible(timeout=60_000)


def show_game(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?metagame=paper-small")
    page.get_by_role("button", name="One turn on").click(timeout=120_000)


def show_position(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?board=new")
    expect(page.get_by_text("looked at")).to_be_visible(timeout=120_000)


def show_balance(page: Page, studio: str) -> None:
    page.goto(f"{studio}/balance?metagame=paper-small")
    expect(page.get_by_text(re.compile("About .* games"))).to_be_visible(timeout=60_000)


def show_runs(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs")
    expect(page.get_by_text("There is no run in the folder yet.")).to_be_visible(timeout=60_000)


def show_decks(page: Page, studio: str) -> None:
    page.goto(f"{studio}/decks")
    expect(page.get_by_text("There is no deck search in the folder yet.")).to_be_visible(timeout=60_000)


def show_card(page: Page, studio: str) -> None:
    page.goto(f"{studio}/card")
    page.locator('button[aria-label="Try it in the deck"][aria-disabled="false"]').click(timeout=60_000)
    expect(page.get_by_text("for each match-up")).to_be_visible(timeout=60_000)


SHOWS = [
    *(show_metagame, show_match_up, show_bench, show_game, show_position),
    *(show_balance, show_runs, show_decks, show_card),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.__name__)
def test_nothing_bars_anybody_on_a_wide_or_narrow_screen(
    browser: Browser, studio: str, show: Callable[[Page, str], None], theme: str
) -> None:
    page = browser.new_page(viewport={"width": WIDTHS[0], "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    show(page, studio)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert find_barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_the_bench_works_by_keyboard_alone(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-small")
    raise_cost = page.get_by_role("button", name="Raise cost of Consecration", exact=True)
    expect(raise_cost).to_be_visible(timeout=60_000)
    raise_cost.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.get_by_text("Consecration: cost 4 -> 6")).to_be_visible()
    assert raise_cost.evaluate("button => button === document.activeElement")  # it can be pressed again
    page.get_by_role("button", name="Undo the last change").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Consecration: cost 4 -> 5")).to_be_visible()


def test_the_matrix_works_by_keyboard_alone(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    cell = page.get_by_role("button", name=re.compile(r"Exp2 Paladin \(Control\) against Exp2 Warlock"))
    expect(cell).to_be_visible(timeout=60_000)
    expect(page.get_by_text("that is all")).to_be_visible(timeout=60_000)  # no new chart comes from now on
    cell.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Exp2 Paladin (Control) against Exp1 Hunter (Aggro)")).to_be_visible()


def test_light_and_dark_can_be_chosen_and_stay(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("combobox", name="Light or dark").click()
    page.get_by_role("option", name="dark").click()
    expect(page.locator("body.body--dark")).to_be_visible()
    page.goto(f"{studio}/bench?metagame=paper-small")
    expect(page.locator("body.body--dark")).to_be_visible()
