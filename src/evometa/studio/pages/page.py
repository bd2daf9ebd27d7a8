"""What a page is, and the frame of all pages: the menu, light and dark, and the place for the content.

A page shows typed results and calls what commands call. It knows no rules of the game, and nothing is lost when it is
closed. It looks at the state of the studio a few times a second (`ui.timer`), and updates what has changed.
"""

from __future__ import annotations

import logging
from asyncio import Semaphore
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import PlainTextResponse, RedirectResponse
from nicegui import Client, ui
from nicegui import app as nicegui_app

from evometa.input.errors import InputError
from evometa.input.shown_text import show_name
from evometa.studio.pages.parts import Problem, Words, field, named
from evometa.studio.state import Studio, list_players

log = logging.getLogger("evometa.studio")

Arguments = Mapping[str, str]  # what stands behind the question mark of an address
Build = Callable[[Studio, Arguments], Awaitable[None]]

LOOK_SECONDS = 0.1  # between two looks at the state
MOST_WAITING = 100  # pages that were sent, and whose browser has not opened its websocket yet
MOST_BUILT = 3  # pages at once, so that those who only click have their turn
THEMES: Mapping[str, bool | None] = {"auto": None, "light": False, "dark": True}
_THEME_WORDS = {name: f"Colours: {name}" for name in THEMES}
_THEME = "evometa_theme"  # the cookie
_OWN_PLAYERS = "the metagame's own"


@dataclass(frozen=True)
class StudioPage:
    """A page: its address, its name in the menu, a sentence about it, and what builds it."""

    path: str
    title: str
    about: str
    build: Build


def add_pages(studio: Studio, pages: tuple[StudioPage, ...]) -> None:
    """Give every page its address; the first one is the start, too."""
    door = _Door()
    for page in pages:
        _add_page(studio, page, pages, door)
    nicegui_app.get("/")(lambda: RedirectResponse(pages[0].path))
    nicegui_app.add_exception_handler(404, _tell_missing)


async def _tell_missing(request: Request, error: Exception) -> PlainTextResponse:
    """Say that there is no such page. NiceGUI would keep a page of its own for each address that is tried."""
    return PlainTextResponse("evometa studio: there is no such page; the menu of / has all that there are\n", 404)


class _Door:
    """Where those wait who have asked for a page. Only for those who stay is anything built, and for a few at once."""

    def __init__(self) -> None:
        self.waiting: dict[Client, None] = {}  # who came first stands first
        self.builders = Semaphore(MOST_BUILT)

    @asynccontextmanager
    async def open_to(self, client: Client) -> AsyncIterator[bool]:
        """Wait until a page can be built; gives whether somebody is still there to see it."""
        self.waiting[client] = None
        client.on_delete(lambda: self.waiting.pop(client, None))
        if len(self.waiting) > MOST_WAITING:
            next(iter(self.waiting)).delete()  # a browser that comes back later than that loads its page anew
        await client.connected()  # or deleted
        self.waiting.pop(client, None)
        async with self.builders:
            yield not client.is_deleted


def _add_page(studio: Studio, page: StudioPage, pages: tuple[StudioPage, ...], door: _Door) -> None:
    async def show(request: Request) -> None:
        with _frame(page, pages, request.cookies.get(_THEME, "auto")):
            content = ui.element("div").classes("content")
        async with door.open_to(ui.context.client) as is_there:
            if not is_there:
                return
            with content:
                try:
                    await page.build(studio, dict(request.query_params))
                except InputError as error:
                    Problem(str(error))
                except Exception as error:  # our own mistake: nobody should wait in front of half a page
                    log.exception("the page %s failed", page.path)
                    Words(
                        f"This page failed: {error}; the terminal in which the studio runs shows more.", "p", "problem"
                    )

    ui.page(page.path, title=f"{page.title} - evometa studio", language="en-US")(show)


def _frame(page: StudioPage, pages: tuple[StudioPage, ...], theme: str) -> ui.element:
    """The menu, and the element below it that the content of the page goes into."""
    dark = ui.dark_mode(THEMES.get(theme))
    with ui.element("header").classes("studio-header"):
        ui.link("evometa studio", "/").classes("brand")
        with named(ui.element("nav"), "Pages"):
            for other in pages:
                link = ui.link(other.title, other.path)
                if other is page:
                    link.props["aria-current"] = "page"
        choice = ui.select(_THEME_WORDS, value=theme if theme in THEMES else "auto").props("dense borderless")
        named(choice.classes("theme"), "Light or dark")
        choice.on_value_change(lambda event: _set_theme(dark, str(event.value)))
    with ui.element("div").classes("studio-main") as main:
        Words(page.title, "h1")
        Words(page.about, "p", "about")
    return main


def _set_theme(dark: ui.dark_mode, theme: str) -> None:
    dark.set_value(THEMES[theme])
    ui.run_javascript(f"document.cookie = '{_THEME}={theme}; path=/; SameSite=Strict; max-age=31536000'")


# --- what several pages begin with ----------------------------------------------------------------


def choose_metagame(studio: Studio, path: str, reference: str, players: str | None) -> None:
    """Two lists; another choice leads to the page of this path again, with `metagame` and `players`."""
    metagames = studio.list_metagames()

    def go() -> None:
        chosen = {"metagame": str(metagame.value), "players": str(player.value)}
        if chosen["players"] == _OWN_PLAYERS:
            del chosen["players"]
        ui.navigate.to(f"{path}?{urlencode(chosen)}")

    with ui.element("div").classes("choices"):
        shown = reference if reference in metagames else None
        metagame = field(ui.select(metagames, value=shown, label="Metagame"), "Metagame")
        presets = [_OWN_PLAYERS, *list_players(studio.game)]
        listed = players if players in presets else _OWN_PLAYERS
        player = field(ui.select(presets, value=listed, label="Players"), "Players")
        for choice in (metagame, player):
            choice.on_value_change(go)


def read_number(text: str, what: str, most: int) -> int:
    """A number of an address or a field; an `InputError` if it is none, or too large."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
        raise InputError(f"found '{show_name(text)}' for the {what}; allowed: a whole number from 0 to {most}")
    return int(text)
