"""Runs of the other kinds in Python: tables of metagames, card tiers, tuned players, and the paper's programme."""

from __future__ import annotations

import pandas as pd

from evometa.experiments.paper.results import PaperResults
from evometa.experiments.paper.work import PAPER, PaperSettings
from evometa.experiments.runs import load_played
from evometa.experiments.table.results import TableResults
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.experiments.tiers.settings import TiersSettings
from evometa.experiments.tiers.work import TIERS
from evometa.experiments.tune.results import Round, TuneResults
from evometa.experiments.tune.settings import TuneSettings
from evometa.experiments.tune.work import TUNE
from evometa.metagame.metagames import Metagame
from evometa.metagame.standing import Standing
from evometa.report.exports.table import table_frame
from evometa.report.exports.tiers import tiers_frame
from evometa.report.exports.tune import tune_frame
from evometa.report.notebook.run_frames import Frames
from evometa.report.notebook.stored_runs import Run, RunKind
from evometa.report.pages.paper import tell_paper, title_paper
from evometa.report.pages.reproduction import reproduce_paper, reproduce_table, reproduce_tiers, reproduce_tune
from evometa.report.pages.table import tell_table, title_table
from evometa.report.pages.tiers import tell_tiers, title_tiers
from evometa.report.pages.tune import tell_tune, title_tune
from evometa.report.pages.writing import Page


class TableRun(Run[TableSettings, TableResults]):
    """Who beats whom in a metagame, as a run."""

    of_kind = RunKind("a table", TABLE, Page(title_table, tell_table), reproduce_table)

    @property
    def metagame(self) -> Metagame:
        """The metagame, as it is now."""
        return load_played(self.settings.metagame, self.settings.players)

    @property
    def table(self) -> Standing:
        """How the metagame stands."""
        if self.results.table is None:
            raise self._comes_later("table")
        return self.results.table

    @property
    def frames(self) -> TableFrames:
        """The same as pandas tables."""
        return TableFrames(self)


class TableFrames(Frames):
    """A table as a pandas one."""

    _run: TableRun

    @property
    def table(self) -> pd.DataFrame:
        """A row for each ordered pair of decks: the win rate of the first one over both seats, with its interval."""
        assert self._run.table  # or else it comes later
        return table_frame(self._run.stored)


class TiersRun(Run[TiersSettings, TiersResults]):
    """What a copy of each card is worth."""

    of_kind = RunKind("a measurement of all cards", TIERS, Page(title_tiers, tell_tiers), reproduce_tiers)

    @property
    def cards(self) -> tuple[CardWorth, ...]:
        """All cards, the best first; what a copy is worth is in log odds to win."""
        if not self.results.cards:
            raise self._comes_later("card")
        return self.results.cards

    @property
    def frames(self) -> TiersFrames:
        """The same as pandas tables."""
        return TiersFrames(self)


class TiersFrames(Frames):
    """What every card is worth, as a pandas table."""

    _run: TiersRun

    @property
    def cards(self) -> pd.DataFrame:
        """A row for each card, the best first; of a neutral one also its worth in each class. As `evometa export`."""
        assert self._run.cards  # or else they come later
        return tiers_frame(self._run.stored)


class TuneRun(Run[TuneSettings, TuneResults]):
    """A player whose weights were fitted to its own games."""

    of_kind = RunKind("a run that tunes a player", TUNE, Page(title_tune, tell_tune), reproduce_tune)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are finished, with their candidates."""
        if not self.results.rounds:
            raise self._comes_later("finished round")
        return self.results.rounds

    @property
    def frames(self) -> TuneFrames:
        """The same as pandas tables."""
        return TuneFrames(self)


class TuneFrames(Frames):
    """A tuned player as pandas tables."""

    _run: TuneRun

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each candidate of each round, with all weights; as `evometa export` has it."""
        assert self._run.rounds  # or else they come later
        return tune_frame(self._run.stored)


class PaperRun(Run[PaperSettings, PaperResults]):
    """The paper's programme: several runs, each beside what was published."""

    of_kind = RunKind("the paper's programme", PAPER, Page(title_paper, tell_paper), reproduce_paper)
