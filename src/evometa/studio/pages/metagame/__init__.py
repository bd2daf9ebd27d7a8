"""The page of a metagame: who beats whom, ever surer, and what is behind it."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

from evometa.studio.measuring import Measured, Measurement
from evometa.studio.pages.metagame.details import Link, show_deck, show_match_up
from evometa.studio.pages.metagame.overview import Overview
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage, choose_metagame
from evometa.studio.pages.parts import Words, focus
from evometa.studio.state import Studio

FIRST = "paper-small"


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The page: a choice of metagames, and what is known about the chosen one."""
    link = Link(arguments.get("metagame", studio.first_metagame(FIRST)), arguments.get("players"))
    choose_metagame(studio, PATH, link.metagame, link.players)
    metagame = await to_thread(studio.load_metagame, link.metagame, link.players)
    _MetagameView(await to_thread(studio.measurements.of, metagame), link)


class _MetagameView:
    """All match-ups, and beside them the deck or match-up that somebody has chosen."""

    def __init__(self, measurement: Measurement, link: Link) -> None:
        self.measurement, self.link = measurement, link
        self.shown: Measured | None = None
        self.chosen: tuple[int, int | None] | None = None  # a deck, and perhaps its opponent
        with ui.element("div").classes("beside"):
            with ui.element("section").classes("overview"):
                self.overview = Overview(measurement, self._choose)
            self.details = ui.element("section").classes("details")
        ui.timer(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Show what has changed."""
        self.overview.look()
        if self.measurement.latest is not self.shown:
            self.shown = self.measurement.latest
            self._show_chosen()

    def _choose(self, deck: int, opponent: int | None) -> None:
        """Show a deck, or a match-up, and lead those there who cannot see that something has appeared."""
        self.chosen = (deck, opponent)
        self.overview.mark(deck, opponent)
        if heading := self._show_chosen():
            focus(heading)

    def _show_chosen(self) -> Words | None:
        """Show what is known about the choice by now; returns its heading, if there is a choice."""
        if self.shown is None or self.chosen is None:
            return None
        deck, opponent = self.chosen
        self.details.clear()
        with self.details:
            if opponent is None:
                return show_deck(self.shown.result, deck)
            return show_match_up(self.measurement, self.shown, (deck, opponent), self.link)


PATH = "/metagame"
PAGE = StudioPage(PATH, "Metagame", "Who beats whom, and how sure that is.", _build)
