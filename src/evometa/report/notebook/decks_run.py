"""A deck search in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from evometa.cards.decks.deck import Deck, parse_deck
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksResults, Elite, PilotedDeck
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.experiments.runs import load_played
from evometa.metagame.metagames import Metagame
from evometa.report.exports.decks import decks_frame
from evometa.report.notebook.choosing import choose_drawing
from evometa.report.notebook.record_frames import records_frame
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.run_summaries import summarise_decks
from evometa.report.notebook.stored_runs import Run, RunKind
from evometa.report.pages.decks import tell_decks, title_decks
from evometa.report.pages.decks.audits import rank_audits
from evometa.report.pages.reproduction import reproduce_decks
from evometa.report.pages.writing import Page

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture


class DecksRun(Run[DecksSettings, DecksResults]):
    """A search for the decks of a class that do best against a metagame."""

    of_kind = RunKind("a deck search", DECKS, Page(title_decks, tell_decks), reproduce_decks, summarise_decks)

    @property
    def metagame(self) -> Metagame:
        """The metagame that the decks are played against, as it is now."""
        return load_played(self.settings.metagame, self.settings.players)

    @property
    def map(self) -> DeckMap:
        """The best deck of every kind."""
        if self.results.map is None:
            raise self._comes_later("map")
        return self.results.map

    @property
    def audits(self) -> tuple[DeckAudit, ...]:
        """The decks that were played again with many fresh games: those that were found, the best first; then known."""
        return tuple(rank_audits(self.results))

    @property
    def best(self) -> DeckAudit:
        """The audit of the best deck that was found."""
        if self.results.best is None:
            raise self._comes_later("best deck")
        return self.results.best

    @property
    def deck(self) -> Deck:
        """The best deck itself."""
        return parse_deck(self.best.toml)

    @property
    def pilots(self) -> tuple[PilotedDeck, ...]:
        """The best deck in other hands, beside the strongest known deck of its class."""
        return self.results.pilots

    @property
    def frames(self) -> DecksFrames:
        """The same as pandas tables."""
        return DecksFrames(self)

    def plot(self, kind: str = "audits") -> Picture:
        """A picture: the `audits` of the decks, or the `map` of the best deck of every kind."""
        from evometa.report.pictures.deck_maps import draw_deck_map
        from evometa.report.pictures.run_plots import draw_deck_audits

        drawings = {
            "audits": lambda: draw_deck_audits(self.settings.deck_name, self.subject, self.audits),
            "map": lambda: draw_deck_map(self.settings.deck_name, self.map),
        }
        return choose_drawing(kind, drawings)()


class DecksFrames(Frames):
    """A deck search as pandas tables."""

    _run: DecksRun

    @property
    def evaluations(self) -> pd.DataFrame:
        """A row for each time that a deck was measured, with the copies of its cards; as `evometa export` has it."""
        return decks_frame(self._run.stored)

    @property
    def audits(self) -> pd.DataFrame:
        """A row for each audited deck: the objective as searched and audited, its win rate, and its measures."""
        names = self._run.settings.measures
        frame = records_frame(
            DeckAudit,
            self._run.audits,
            "name",
            lambda audit: dict(zip(names, audit.measures, strict=True)),
            without=("toml",),
        )
        return frame.rename_axis("deck")

    @property
    def map(self) -> pd.DataFrame:
        """A row for each deck on the map: its cell and its measures, and the objective as searched and again."""
        names = [measure.name for measure in self._run.map.measures]
        return records_frame(Elite, self._run.map.elites, "number", lambda elite: _place(elite, names))

    @property
    def pilots(self) -> pd.DataFrame:
        """A row for each player: the win rate of the strongest known deck (before) and of the one found (after)."""
        return records_frame(PilotedDeck, self._run.pilots, "pilot")


def _place(elite: Elite, names: list[str]) -> dict[str, Any]:
    cells = {f"cell_{name}": place for name, place in zip(names, elite.cell, strict=True)}
    return {**dict(zip(names, elite.measures, strict=True)), **cells}
