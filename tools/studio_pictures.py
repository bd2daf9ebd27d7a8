"""Draws the pictures of the studio for the docs: each page in light and dark, from a real browser.

    python -m tools.studio_pictures [PAGE ...]

It plays games for a minute or two. Look at the pictures before they are committed.
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


SCENES = {
    "metagame": Scene("/metagame?metagame=paper-six", choose_match_up),
    "bench": Scene("/bench?metagame=paper-six", change_cards),
    "bench-narrow": Scene("/bench?metagame=paper-small", change_cards, NARROW),
}


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
