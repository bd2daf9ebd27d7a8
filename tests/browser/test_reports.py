"""Reports in a browser: what can be touched does something, by mouse and keyboard, and nothing is in anybody's way."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import find_barriers
from tests.unit.experiments.planted_programme import play_programme
from tests.unit.metagame.planted_decks import PlantedDecks
from tests.unit.show.odd_texts import ODD, retell
from tests.unit.story.laboratory.test_explain import explain
from tests.unit.story.made_up import LONG, make_result, make_what_if
from tests.unit.story.made_up_cards import make_tiers_run, make_tune_run
from tests.unit.story.made_up_evolution import make_evolve_run
from tests.unit.story.made_up_runs import (
    make_balance_run,
    make_genetic_run,
    make_nerfs_run,
    make_respond_run,
    make_table_run,
)

from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.search.settings import MapSettings
from evometa.show.page.writing import write_page, write_report
from evometa.story.laboratory.cards import DeckCards, Selection, tell_cards
from evometa.story.laboratory.explain import tell_explained
from evometa.story.laboratory.meta import tell_meta
from evometa.story.laboratory.told import Told
from evometa.story.laboratory.what_if import Changed, tell_what_if

A4_WIDTH = 688  # pixels, without the margins
MOST_SHRUNK = 1.2  # browsers shrink what is a little too wide


def make_decks_run(folder: Path) -> Path:
    """A deck search whose games are made up."""
    small = MapSettings(evaluations=80, first=40, batch=40, smallest=3, largest=5, remap_every=40)
    settings = DecksSettings(
        "paladin",
        player="random",
        players="random",
        algorithm="map-elites",
        games=24,
        again_games=24,
        audit_games=50,
        finalists=2,
        map=small,
    )
    DECKS.start(folder, settings, PlantedDecks())
    return folder


def write_told(folder: Path, told: Told) -> Path:
    folder.mkdir()
    return write_page(told.story, folder / "report.html")


MAKERS: dict[str, Callable[[Path], Path]] = {
    "front": lambda folder: write_report(make_balance_run(folder)),
    "genetic": lambda folder: write_report(make_genetic_run(folder)),
    "nerfs": lambda folder: write_report(make_nerfs_run(folder)),
    "table": lambda folder: write_report(make_table_run(folder)),
    "decks": lambda folder: write_report(make_decks_run(folder)),
    "respond": lambda folder: write_report(make_respond_run(folder)),
    "evolve": lambda folder: write_report(make_evolve_run(folder)),
    "meta": lambda folder: write_told(folder, tell_meta(make_result(*"abcdefghijk", LONG))),
    "tiers": lambda folder: write_report(make_tiers_run(folder)),
    "tune": lambda folder: write_report(make_tune_run(folder)),
    "cards": lambda folder: write_told(folder, tell_cards(DeckCards(make_result("a", "b"), 0), Selection())),
    "explain": lambda folder: write_told(folder, tell_explained(explain("Life Tap cost +1", "Timber Wolf attack +1"))),
    "paper": lambda folder: write_report(play_programme(folder)),
    "what-if": lambda folder: write_told(folder, tell_what_if(Changed(make_what_if("a", "b", ODD)))),
}


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The address of the report of each kind, which is written when it is first asked for."""
    root, written = tmp_path_factory.mktemp("reports"), dict[str, str]()

    def address(kind: str) -> str:
        if kind not in written:
            written[kind] = MAKERS[kind](root / kind).as_uri()
        return written[kind]

    return address


# --- every page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", MAKERS)
def test_nothing_is_in_anybodys_way(kind: str, theme: str, page: Page, reports: Callable[[str], str]) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto(reports(kind))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert find_barriers(page) == []


@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("kind", MAKERS)
def test_a_page_is_not_wider_than_the_screen(kind: str, width: int, page: Page, reports: Callable[[str], str]) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(reports(kind))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("kind", MAKERS)
def test_a_page_asks_for_nothing_else(kind: str, page: Page, reports: Callable[[str], str]) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(reports(kind))
    assert asked == [page.url]


def test_no_other_script_runs(browser: Browser, reports: Callable[[str], str]) -> None:
    page = browser.new_page()
    page.goto(reports("front"))
    ran = page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("securitypolicyviolation", () => resolve("refused"));
          const script = document.createElement("script");
          script.textContent = "window.evil = true";
          document.body.append(script);
          setTimeout(() => resolve(window.evil ? "ran" : "silent"), 500);
        })"""
    )
    page.close()
    assert ran == "refused"


@pytest.mark.parametrize("kind", MAKERS)
def test_all_texts_of_a_chart_are_inside_of_it(kind: str, page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports(kind))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    outside = page.evaluate(
        """() => [...document.querySelectorAll("svg.chart text")].filter((text) => {
          const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
          return inner.left < outer.left - 2 || inner.right > outer.right + 2 || inner.top < outer.top - 2
            || inner.bottom > outer.bottom + 2;
        }).map((text) => `${text.closest("svg").id}: ${text.textContent}`)"""
    )
    assert outside == []


def test_names_that_are_markup_stay_names(page: Page, tmp_path: Path) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    run = retell(make_balance_run(tmp_path / "plain"), tmp_path / "odd", '<img src=x onerror="alert(1)">')
    page.goto(write_report(run).as_uri())
    assert page.locator("img").count() == 0
    assert "<img src=x" in page.inner_text("h1") + page.inner_text("body")


# --- tables ---------------------------------------------------------------------------------------


def column(page: Page, section: str, heading: str) -> list[str]:
    """The cells of a column in the table of a section, from above."""
    table = f"section:has(> #{section}) table.rows"
    heads = page.locator(f"{table} >> thead th").all_inner_texts()
    place = next(place for place, head in enumerate(heads, 1) if head.startswith(heading))
    return page.locator(f"{table} >> tbody tr > :nth-child({place})").all_inner_texts()


def test_a_heading_sorts_its_column(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("nerfs"))
    head = page.locator("section:has(> #cards) th", has_text=re.compile("^drawn"))
    before = column(page, "cards", "drawn")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, "cards", "drawn") == sorted(before, reverse=True)
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, "cards", "drawn") == sorted(before)


def test_a_heading_sorts_by_keyboard_with_negative_numbers_and_the_unknown_last(
    page: Page, reports: Callable[[str], str]
) -> None:
    page.goto(reports("nerfs"))
    head = page.locator("section:has(> #cards) th", has_text=re.compile("^change"))
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    falling = column(page, "cards", "change")
    page.keyboard.press("Space")
    rising = column(page, "cards", "change")
    assert head.get_attribute("aria-sort") == "ascending"
    assert falling[-1] == rising[-1] == "?"
    numbers = [float(text.replace("\N{MINUS SIGN}", "-")) for text in rising[:-1]]
    assert numbers == sorted(numbers)
    assert min(numbers) < 0 < max(numbers)


# --- cards ----------------------------------------------------------------------------------------


def test_a_card_shows_its_face_on_hover_and_on_focus(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("nerfs"))
    face = page.locator("#floating-face")
    expect(face).to_be_hidden()
    link = page.locator("section:has(> #cards) a.card", has_text="Truesilver Champion")
    link.hover()
    expect(face).to_be_visible()
    expect(face).to_contain_text("Truesilver Champion (4 mana)")
    expect(face).to_contain_text("Truesilver Champion (5 mana)")
    page.mouse.move(0, 0)
    expect(face).to_be_hidden()
    link.focus()
    expect(face).to_be_visible()
    assert link.get_attribute("aria-describedby") == "floating-face"
    page.keyboard.press("Escape")
    expect(face).to_be_hidden()


def test_a_face_stays_on_the_screen(page: Page, reports: Callable[[str], str]) -> None:
    page.set_viewport_size({"width": 420, "height": 500})
    page.goto(reports("nerfs"))
    for link in page.locator("section:has(> #cards) a.card").all()[::4]:
        link.hover()
        box = page.locator("#floating-face").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 420


def test_a_row_of_a_chart_shows_the_card(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("nerfs"))
    page.locator("#chart-cards a").first.hover()
    expect(page.locator("#floating-face")).to_contain_text("Truesilver Champion (5 mana)")


# --- fronts and maps ------------------------------------------------------------------------------


def test_a_point_of_the_front_shows_its_patch(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("front"))
    shown = page.locator(".choice:visible h3")
    assert shown.all_inner_texts() == ["front 5"], "what the run recommends is chosen at first"
    point = page.get_by_role("link", name=re.compile("^front 1:"))
    point.click()
    assert shown.all_inner_texts() == ["front 1"]
    assert point.get_attribute("aria-current") == "true"
    expect(page.locator(".choice:visible")).to_contain_text("cost")


def test_points_can_be_chosen_by_keyboard(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("front"))
    page.get_by_role("link", name=re.compile("^front 1:")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator(".choice:visible h3").all_inner_texts() == ["front 2"]


def test_a_cell_of_the_map_shows_its_deck_with_its_code(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("decks"))
    cells = page.locator("#chart-map a")
    assert cells.count() > 3
    cells.last.click()
    choice = page.locator(".choice:visible")
    assert choice.count() == 1
    assert choice.get_attribute("id") == cells.last.get_attribute("data-key")
    expect(choice.locator("code")).to_contain_text("AAE")
    assert choice.locator("a.card").count() >= 15


def test_the_code_of_a_deck_can_be_copied(browser: Browser, reports: Callable[[str], str]) -> None:
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(reports("decks"))
        page.locator(".choice:visible button.copy").click()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.locator(".choice:visible code").inner_text()


# --- light and dark, scripts off, paper -----------------------------------------------------------


def paper_of(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark(page: Page, reports: Callable[[str], str]) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(reports("front"))
    dark = paper_of(page)
    page.get_by_role("button", name="Light colours").click()
    light = paper_of(page)
    assert (dark, light) == ("rgb(23, 25, 29)", "rgb(255, 255, 255)")
    page.get_by_role("button", name="Dark colours").click()
    assert paper_of(page) == dark
    page.emulate_media(media="print")
    assert paper_of(page) == light, "paper is light"


@pytest.mark.parametrize("kind", MAKERS)
def test_without_scripts_all_numbers_are_shown(kind: str, browser: Browser, reports: Callable[[str], str]) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(reports(kind))
        choices = page.locator(".choice")
        assert choices.count() == choices.locator("visible=true").count()
        if kind == "front":
            page.get_by_role("link", name=re.compile("^front 1:")).click()
            assert page.url.endswith("#audit-40")
        values = page.locator("svg text.value")
        assert values.count() == values.locator("visible=true").count()
        assert page.locator("button").count() == 0, "there is nothing to press that does nothing"


@pytest.mark.parametrize("kind", MAKERS)
def test_tables_fit_on_paper(kind: str, page: Page, reports: Callable[[str], str]) -> None:
    page.set_viewport_size({"width": A4_WIDTH, "height": 900})
    page.emulate_media(media="print")
    page.goto(reports(kind))
    assert page.evaluate("document.documentElement.scrollWidth") <= MOST_SHRUNK * A4_WIDTH


def test_paper_has_what_is_folded_and_nothing_to_press(page: Page, reports: Callable[[str], str]) -> None:
    page.goto(reports("front"))
    page.emulate_media(media="print")
    notes = page.locator("section:has(> #choice) details table")
    assert notes.count() == notes.locator("visible=true").count() == 5
    assert page.locator("button.theme, button.copy, nav, .choice").locator("visible=true").count() == 0
