"""Draws the pictures of the studio for the docs: each page in light and dark, from a real browser.

    python -m tools.studio_pictures [PAGE ...]

It plays games for some minutes. Look at the pictures before they are committed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import FLAGS, find_chromium
from tests.studio.server import Server
from tests.studio.small_runs import add_troubled_runs

from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.search.settings import MapSettings

IMAGES = Path(__file__).parents[1] / "docs" / "images"
THEMES = ("light", "dark")
WIDE, NARROW, HEIGHT = 1280, 420, 860
PATIENCE = 300_000  # milliseconds


@dataclass(frozen=True)
class Scene:
    """A picture: the address of a page, and what is done there before it is taken."""

    address: str
    play: Callable[[Page], None]
    width: int = WIDE


def choose_match_up(page: Page) -> None:
    """The page of a metagame with all its games, and a match-up."""
    page.get_by_text("that is all").wait_for(timeout=PATIENCE)
    page.locator('[data-row="1"][data-column="4"]').click()
    page.get_by_text("Games to watch").wait_for()


def change_cards(page: Page) -> None:
    """A bench with two changes, and its last answer."""
    for name in ("Raise cost of Consecration", "Raise cost of Consecration", "Lower attack of Tirion Fordring"):
        page.get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)
    page.get_by_text("and becomes").wait_for(timeout=PATIENCE)
    page.get_by_text("2,000 games for each match-up", exact=True).wait_for(timeout=PATIENCE)
    page.evaluate(
        "window.scrollBy(0, document.querySelector('[aria-label=Consecration]').getBoundingClientRect().top - 90)"
    )


def step_through(page: Page) -> None:
    """A game in its middle."""
    page.get_by_text("step 0 of").wait_for(timeout=PATIENCE)
    for _ in range(9):
        page.get_by_role("button", name="One turn on").click()


def look_at_front(page: Page) -> None:
    """A balance run with its front and the chosen patch."""
    page.get_by_text("by now").wait_for(timeout=PATIENCE)


def look_at_map(page: Page) -> None:
    """The map of a deck search with the best deck."""
    page.get_by_text("Copy the code").wait_for(timeout=PATIENCE)


def try_card(page: Page) -> None:
    """A card of one's own in a deck, and what the first games say."""
    page.get_by_text("Restore 2 Health").wait_for(timeout=PATIENCE)
    page.locator('button[aria-label="Try it in the deck"][aria-disabled="false"]').click(timeout=PATIENCE)
    page.get_by_text("500 games for each match-up").wait_for(timeout=PATIENCE)


def fill_form(page: Page) -> None:
    """The form of a balance run, with a match-up as somebody wants it."""
    page.get_by_role("textbox", name="Match-ups as you want them").fill("Hunter against Paladin 45:55")
    page.get_by_text(" games.").wait_for(timeout=PATIENCE)


def look_at_runs(page: Page) -> None:
    """The list of all runs."""
    page.get_by_role("link", name="balance", exact=True).wait_for(timeout=PATIENCE)


SCENES = {
    "metagame": Scene("/metagame?metagame=paper-six", choose_match_up),
    "bench": Scene("/bench?metagame=paper-six", change_cards),
    "watch": Scene("/watch?metagame=paper-six&seed=3", step_through),
    "balance": Scene("/balance?metagame=paper-small", fill_form),
    "runs": Scene("/runs", look_at_runs),
    "run": Scene("/runs?run=balance", look_at_front),
    "decks": Scene("/decks?run=decks", look_at_map),
    "card": Scene("/card", try_card),
    "bench-narrow": Scene("/bench?metagame=paper-small", change_cards, NARROW),
}


def make_runs(folder: Path) -> None:
    """The runs that some scenes show, some of them in trouble."""
    add_troubled_runs(folder / "runs")
    BALANCE.start(folder / "runs" / "balance", find_preset("quick"))
    searched = MapSettings(evaluations=1000, largest=8)
    DECKS.start(folder / "runs" / "decks", DecksSettings("mage", metagame="paper-small", games=60, map=searched))


def draw(browser: Browser, root: str, name: str, theme: str) -> None:
    """Take the picture of a scene."""
    scene = SCENES[name]
    page = browser.new_page(viewport={"width": scene.width, "height": HEIGHT}, color_scheme=theme)  # type: ignore[arg-type]
    page.goto(f"{root}{scene.address}")
    scene.play(page)
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / f"studio-{name}-{theme}.png")
    page.close()


def main(names: list[str]) -> None:
    """Draw some pictures, or all."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        if not names or {"run", "runs", "decks"} & set(names):
            make_runs(Path(folder))
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        try:
            for name in names or SCENES:
                for theme in THEMES:
                    draw(browser, server.root, name, theme)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main(sys.argv[1:])
