"""What a page is, and the frame that all pages have: the menu, light and dark, and where its content goes.

A page shows typed results and calls what commands call; it knows no rules of the game, and keeps nothing that would be
missed if it were closed. It looks at the state of the studio a few times a second (`ui.timer`), and updates what has
changed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app as nicegui_app
from nicegui import ui

from evometa.studio.pages.parts import Words, named
from evometa.studio.state import Studio

log = logging.getLogger("evometa.studio")

Arguments = Mapping[str, str]  # what stands behind the question mark of an address
Build = Callable[[Studio, Arguments], Awaitable[None]]

LOOK_SECONDS = 0.1  # between two looks at the state
THEMES: Mapping[str, bool | None] = {"auto": None, "light": False, "dark": True}
THEME_WORDS = {name: f"Colours: {name}" for name in THEMES}
THEME = "evometa_theme"  # the cookie


@dataclass(frozen=True)
class StudioPage:
    """A page: its address, its name in the menu, a sentence about it, and what builds it."""

    path: str
    title: str
    about: str
    build: Build


def add_pages(studio: Studio, pages: tuple[StudioPage, ...]) -> None:
    """Give every page its address; the first one is the start, too."""
    for page in pages:
        _add_page(studio, page, pages)
    nicegui_app.get("/")(lambda: RedirectResponse(pages[0].path))


def _add_page(studio: Studio, page: StudioPage, pages: tuple[StudioPage, ...]) -> None:
    async def show(request: Request) -> None:
        with frame(page, pages, request.cookies.get(THEME, "auto")):
            content = ui.element("div").classes("content")
        await ui.context.client.connected()  # nobody builds anything for those who only knock
        with content:
            try:
                await page.build(studio, dict(request.query_params))
            except Exception as error:  # a fault of ours: nobody is to look at half a page and wait
                log.exception("the page %s failed", page.path)
                Words(f"This page failed: {error}; the terminal of the studio shows more.", "p", "problem")

    ui.page(page.path, title=f"{page.title} - evometa studio", language="en-US")(show)


def frame(page: StudioPage, pages: tuple[StudioPage, ...], theme: str) -> ui.element:
    """The menu, and the element below it that the content of the page goes into."""
    dark = ui.dark_mode(THEMES.get(theme))
    with ui.element("header").classes("studio-header"):
        ui.link("evometa studio", "/").classes("brand")
        with named(ui.element("nav"), "Pages"):
            for other in pages:
                link = ui.link(other.title, other.path)
                if other is page:
                    link.props["aria-current"] = "page"
        choice = ui.select(THEME_WORDS, value=theme if theme in THEMES else "auto").props("dense borderless")
        named(choice.classes("theme"), "Light or dark")
        choice.on_value_change(lambda event: _set_theme(dark, str(event.value)))
    with ui.element("div").classes("studio-main") as main:
        Words(page.title, "h1")
        Words(page.about, "p", "about")
    return main


def _set_theme(dark: ui.dark_mode, theme: str) -> None:
    dark.set_value(THEMES[theme])
    ui.run_javascript(f"document.cookie = '{THEME}={theme}; path=/; SameSite=Strict; max-age=31536000'")
