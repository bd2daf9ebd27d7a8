"""What runs have found as pandas tables: what some kinds have, and others lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from evometa.report.notebook.missing_parts import MissingPartError, own_names
from evometa.store import to_frame

if TYPE_CHECKING:
    from evometa.report.notebook.stored_runs import Run


class Frames:
    """What a run has found as pandas tables: the table of `run.front` is `run.frames.front`, and so on."""

    def __init__(self, run: Run[Any, Any]) -> None:
        self._run = run

    @property
    def evaluations(self) -> pd.DataFrame:
        """A row for each evaluation of the search."""
        return to_frame(self._run.evaluations)

    # --- what only some kinds have ---

    @property
    def baseline(self) -> pd.DataFrame:
        """A row for each deck before any change: its win rate against the metagame."""
        raise self._lacks("baseline")

    @property
    def front(self) -> pd.DataFrame:
        """A row for each audited patch, the smallest first."""
        raise self._lacks("front")

    @property
    def audits(self) -> pd.DataFrame:
        """A row for each patch or deck that was audited."""
        raise self._lacks("audits")

    @property
    def chosen(self) -> pd.DataFrame:
        """A row for each deck after the recommended patch: its win rate against the metagame."""
        raise self._lacks("chosen")

    @property
    def explanation(self) -> pd.DataFrame:
        """A row for each change of the patch: what it buys."""
        raise self._lacks("explanation")

    @property
    def pilots(self) -> pd.DataFrame:
        """A row for each player who has played again what was found."""
        raise self._lacks("pilots")

    @property
    def cards(self) -> pd.DataFrame:
        """A row for each card."""
        raise self._lacks("cards")

    @property
    def map(self) -> pd.DataFrame:
        """A row for each deck on the map of a deck search."""
        raise self._lacks("map")

    @property
    def answers(self) -> pd.DataFrame:
        """A row for each deck with which players answer."""
        raise self._lacks("answers")

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each round."""
        raise self._lacks("rounds")

    @property
    def table(self) -> pd.DataFrame:
        """A row for each pair of decks: who beats whom."""
        raise self._lacks("table")

    def _lacks(self, name: str) -> MissingPartError:
        has = ["evaluations", *own_names(type(self), Frames, TABLES)]
        words = self._run.of_kind.words
        return MissingPartError(f"{self._run.folder}: {words} has no table '{name}'; it has: {', '.join(has)}")

    def __repr__(self) -> str:
        return f"<tables of a run: {', '.join(['evaluations', *own_names(type(self), Frames, TABLES)])}>"


TABLES = (
    *("baseline", "front", "audits", "chosen", "explanation", "pilots"),
    *("cards", "map", "answers", "rounds", "table"),
)
