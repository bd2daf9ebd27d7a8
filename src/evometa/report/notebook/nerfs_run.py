"""A scan of the cards of a deck in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd

from evometa.experiments.nerfs.results import Correlations, DeckWinRate, NerfsResults, PilotedCard, ScannedCard
from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.experiments.runs import load_played
from evometa.metagame.metagames import Metagame
from evometa.report.exports.nerfs import read_scanned
from evometa.report.notebook.choosing import choose_drawing
from evometa.report.notebook.record_frames import records_frame
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.run_summaries import summarise_nerfs
from evometa.report.notebook.stored_runs import Run, RunKind
from evometa.report.pages.nerfs import rank_cards, tell_nerfs, title_nerfs
from evometa.report.pages.reproduction import reproduce_nerfs
from evometa.report.pages.writing import Page

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture


class NerfsRun(Run[NerfsSettings, NerfsResults]):
    """What a small change of each card does to its deck."""

    of_kind = RunKind("a card scan", NERFS, Page(title_nerfs, tell_nerfs), reproduce_nerfs, summarise_nerfs)

    @property
    def metagame(self) -> Metagame:
        """The metagame, as it is now."""
        return load_played(self.settings.metagame, self.settings.players)

    @property
    def deck(self) -> str:
        """The deck whose cards are changed."""
        return self.results.deck or self.settings.deck

    @property
    def baseline(self) -> DeckWinRate:
        """How often the deck wins with the cards as they are."""
        if self.results.baseline is None:
            raise self._comes_later("baseline")
        return self.results.baseline

    @property
    def cards(self) -> tuple[ScannedCard, ...]:
        """The cards that are finished; those first whose change does most, once all are."""
        return tuple(rank_cards(self.stored)) or read_scanned(self.folder)

    @property
    def correlations(self) -> Mapping[str, Correlations]:
        """How well WRP and WRD of a card (`wrp`, `wrd`) tell what its change does."""
        return self.results.correlations

    @property
    def pilots(self) -> tuple[PilotedCard, ...]:
        """The first cards in other hands: whether what their changes do holds there."""
        return self.results.pilots

    @property
    def frames(self) -> NerfsFrames:
        """The same as pandas tables."""
        return NerfsFrames(self)

    def plot(self, kind: str = "cards") -> Picture:
        """A picture: what the change of each of the `cards` does to the deck."""
        from evometa.report.pictures.run_plots import draw_scan

        return choose_drawing(kind, {"cards": lambda: draw_scan(self.deck, self.subject, self.settings, self.cards)})()


class NerfsFrames(Frames):
    """A card scan as pandas tables."""

    _run: NerfsRun

    @property
    def cards(self) -> pd.DataFrame:
        """A row for each card: WRD, WRP, WRN and the change of the deck's win rate, with their intervals."""
        return records_frame(ScannedCard, self._run.cards, "name").rename_axis("card")

    @property
    def pilots(self) -> pd.DataFrame:
        """A row for each player and card: the deck's win rate before the change and after, and whether it holds."""
        return records_frame(PilotedCard, self._run.pilots, "pilot")
