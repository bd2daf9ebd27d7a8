"""Everybody can use the pages: by keyboard, with a screen reader, in light and dark, on a wide and a narrow screen."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_barriers

WIDTHS = (1280, 420)
THEMES: dict[Literal["light", "dark"], str] = {"light": "body--light", "dark": "body--dark"}


def show_metagame(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("button", name="Cards of Exp2 Paladin (Control)").click()
    expect(page.get_by_role("heading", name="Exp2 Paladin (Control)")).to_be_visible()


def show_match_up(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("button", name=re.compile(r"Exp2 Paladin \(Control\) against Exp1")).click()
    expect(page.get_by_text("Games to watch")).to_be_visible()


def show_bench(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-small")
    page.get_by_role("button", name="Raise cost of Consecration", exact=True).click()
    page.get_by_role("button", name="More about Consecration").click()
    page.get_by_role("button", name="Lock Consecration").click()
    expect(page.get_by_text(re.compile("and becomes"))).to_be_visible()


def show_game(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?metagame=paper-small")
    page.get_by_role("button", name="One turn on").click()


def show_position(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?board=new")
    expect(page.get_by_text("looked at")).to_be_visible()


def show_balance(page: Page, studio: str) -> None:
    page.goto(f"{studio}/balance?metagame=paper-small")
    expect(page.get_by_text(re.compile("About .* games"))).to_be_visible()


def show_runs(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs")
    expect(page.get_by_text("There is no run in the folder yet.")).to_be_visible()


def show_decks(page: Page, studio: str) -> None:
    page.goto(f"{studio}/decks")
    expect(page.get_by_text("There is no deck search in the folder yet.")).to_be_visible()


def show_card(page: Page, studio: str) -> None:
    page.goto(f"{studio}/card")
    page.locator('button[aria-label="Try it in the deck"][aria-disabled="false"]').click()
    expect(page.get_by_text("for each match-up")).to_be_visible()


def show_list_of_runs(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs")
    expect(page.get_by_role("link", name="balance", exact=True)).to_be_visible()


def show_run(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs?run=balance")
    expect(page.get_by_role("button", name="Put it on the bench")).to_be_visible()


def show_map(page: Page, studio: str) -> None:
    page.goto(f"{studio}/decks?run=mages")
    expect(page.get_by_role("button", name="Copy the code of the deck")).to_be_visible()


def show_empty_run(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs?run=bare")
    expect(page.get_by_text("This folder is empty")).to_be_visible()


def show_interrupted_run(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs?run=begun")
    expect(page.get_by_role("button", name="Resume the run")).to_be_visible()


def show_failed_run(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs?run=lost")
    page.get_by_role("button", name="Resume the run").click()
    expect(page.get_by_text("something went wrong")).to_be_visible()


def show_damaged_run(page: Page, studio: str) -> None:
    page.goto(f"{studio}/runs?run=broken")
    expect(page.get_by_text("The file of this run is damaged.")).to_be_visible()


SHOWS = [
    *(show_metagame, show_match_up, show_bench, show_game, show_position),
    *(show_balance, show_runs, show_decks, show_card),
]
FURNISHED_SHOWS = [
    *(show_list_of_runs, show_run, show_map),
    *(show_empty_run, show_interrupted_run, show_failed_run, show_damaged_run),
]


def check_for_everybody(page: Page) -> None:
    """Nothing bars anybody in light and dark, on a wide and a narrow screen."""
    for theme, body in THEMES.items():
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"body.{body}")).to_be_visible()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert find_barriers(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.__name__)
def test_nothing_bars_anybody(page: Page, studio: str, show: Callable[[Page, str], None]) -> None:
    show(page, studio)
    check_for_everybody(page)


@pytest.mark.parametrize("show", FURNISHED_SHOWS, ids=lambda show: show.__name__)
def test_nothing_bars_anybody_from_runs(page: Page, furnished: str, show: Callable[[Page, str], None]) -> None:
    show(page, furnished)
    check_for_everybody(page)


def test_a_table_that_outgrows_the_screen_can_be_scrolled_by_keyboard(page: Page, studio: str) -> None:
    show_match_up(page, studio)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.add_style_tag(content="body { height: 4000px; overflow: hidden; }")  # the page does not grow with it
    table = page.locator("div.wide:has(> table)").first
    expect(table).not_to_have_attribute("tabindex", "0")
    table.evaluate("part => part.querySelector('td').style.minWidth = '2000px'")
    expect(table).to_have_attribute("tabindex", "0")
    table.evaluate("part => part.querySelector('td').style.minWidth = ''")
    expect(table).not_to_have_attribute("tabindex", "0")


def test_the_bench_works_by_keyboard_alone(page: Page, studio: str) -> None:
    page.goto(f"{studio}/bench?metagame=paper-small")
    raise_cost = page.get_by_role("button", name="Raise cost of Consecration", exact=True)
    expect(raise_cost).to_be_visible()
    raise_cost.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page.get_by_text("Consecration: cost 4 -> 6")).to_be_visible()
    assert raise_cost.evaluate("button => button === document.activeElement")  # it can be pressed again
    page.get_by_role("button", name="Undo the last change").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Consecration: cost 4 -> 5")).to_be_visible()


def test_a_game_is_stepped_through_with_the_keys_of_its_slider(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?metagame=paper-small")
    page.get_by_role("slider", name="Step of the game").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("step 2 of")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("step 0 of")).to_be_visible()


def test_a_position_is_played_by_keyboard_alone(page: Page, studio: str) -> None:
    page.goto(f"{studio}/watch?board=new")
    page.get_by_role("button", name="use Steady Shot").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("28 health")).to_be_visible()
    expect(page.get_by_role("heading", name="You can")).to_be_focused()  # the button is gone
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="end turn")).to_be_focused()


def test_what_is_wider_than_a_narrow_screen_can_be_scrolled_by_keyboard(page: Page, furnished: str) -> None:
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"{furnished}/runs?run=balance")
    front = page.locator(".wide", has=page.locator("#chart-live-front"))
    expect(front).to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(front).not_to_have_attribute("tabindex", "0")


def test_the_matrix_is_one_stop_of_the_keyboard_and_stays_one_while_games_come_in(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    cells = page.get_by_role("grid", name="Who beats whom").get_by_role("button")
    expect(cells.first).to_be_visible()
    assert cells.and_(page.locator('[tabindex="0"]')).count() == 1
    cells.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("that is all")).to_be_visible()
    expect(page.locator('[data-row="1"][data-column="2"]')).to_be_focused()  # new numbers have come in around it
    page.keyboard.press("Home")
    expect(page.locator('[data-row="1"][data-column="0"]')).to_be_focused()
    page.keyboard.press("Enter")
    chosen = page.locator('[data-row="1"][data-column="0"][aria-current="true"]')
    names, _, _ = str(chosen.locator("title").text_content()).partition(":")
    expect(page.get_by_role("heading", name=names)).to_be_focused()
    assert cells.and_(page.locator('[tabindex="0"]')).count() == 1


def test_light_and_dark_can_be_chosen_and_stay(page: Page, studio: str) -> None:
    page.goto(f"{studio}/metagame?metagame=paper-small")
    page.get_by_role("combobox", name="Light or dark").click()
    page.get_by_role("option", name="dark").click()
    expect(page.locator("body.body--dark")).to_be_visible()
    page.goto(f"{studio}/bench?metagame=paper-small")
    expect(page.locator("body.body--dark")).to_be_visible()
