"""The table of a metagame as a run: every match-up with its games, each stored when it is played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb
from typing import Annotated

import numpy as np

from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import load_played, read_checkpoint_trees
from evometa.experiments.settings import GAMES, METAGAME, PLAYERS, SEED, RunSettings
from evometa.input.stored import Record
from evometa.matches.inference import Counts
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import COUNTS, Evidence
from evometa.metagame.playing import play
from evometa.metagame.standing import Standing
from evometa.store import Run, to_json
from evometa.store.results import Ledger, Results


@dataclass(frozen=True)
class TableSettings(RunSettings):
    """A table of all match-ups, mirrors too."""

    metagame: Annotated[str, replace(METAGAME, is_argument=True)] = "paper-six"
    players: Annotated[str | None, PLAYERS] = None
    games: Annotated[int, replace(GAMES, always=True)] = 10_000  # per match-up
    seed: Annotated[int, replace(SEED, always=True)] = 1

    def count_games(self, n_decks: int) -> int:
        """The number of games that a table of n decks takes."""
        return self.games * comb(n_decks + 1, 2)


class TableResults(Results):
    """The table, once all match-ups are played."""

    table: Standing | None = None

    @property
    def games_beside(self) -> int:
        """All games, as a table has no evaluations."""
        return 0 if self.table is None else self.table.games_played


class PairCounts(Record):
    """The games of one match-up: counts [n, n] by ordered pair, as `Evidence` has them."""

    games: Counts
    wins: Counts
    losses: Counts
    draws: Counts
    turns: Counts


PLAYING = Stage("match-up {step} of {steps}")


def seed_of_table(settings: TableSettings) -> int:
    """The seed of the games themselves."""
    return seed_for(settings.seed, "table")


class _TableWork:
    """A table, match-up by match-up. Each checkpoint holds one."""

    def __init__(self, settings: TableSettings, tracker: Tracker) -> None:
        self.metagame = load_played(settings.metagame, settings.players)
        self.settings, self.tracker = settings, tracker

    def carry_out(self, ledger: Ledger[TableResults]) -> None:
        """Do all that is still to do."""
        pairs = list(combinations_with_replacement(range(len(self.metagame.decks)), 2))
        states, seed, games = self._read_counts(ledger.run), seed_of_table(self.settings), self.settings.games
        for number in range(len(states), len(pairs)):
            self.tracker.expect(PLAYING, number, len(pairs), (len(pairs) - number) * games)
            found = play(self.metagame, seed=seed, games=games, pairs=[pairs[number]], runner=self.tracker).evidence
            states.append(PairCounts(**{name: getattr(found, name) for name in COUNTS}))
            ledger.run.save_checkpoint(number, to_json(states[-1].to_json()).encode())
        counts = {name: np.sum([getattr(state, name) for state in states], axis=0) for name in COUNTS}
        evidence = Evidence(tuple(deck.name for deck in self.metagame.decks), np.array(self.metagame.shares), **counts)
        ledger.keep(replace(ledger.results, table=Standing.of(evidence)))

    def _read_counts(self, run: Run) -> list[PairCounts]:
        """The counts of the match-ups that are stored."""
        states = [PairCounts.from_json(each) for each in read_checkpoint_trees(run)]
        square = (len(self.metagame.decks),) * 2
        if any(getattr(state, name).shape[:2] != square for state in states for name in COUNTS):
            raise run.database.damaged("its checkpoints are about another number of decks")
        return states


TABLE = Experiment("table", TableSettings, TableResults, _TableWork)
