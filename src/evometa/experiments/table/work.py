"""The table of a metagame as a run: every match-up with its games, each stored when it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb
from typing import ClassVar

import numpy as np

from evometa.experiments.experiment import Experiment
from evometa.experiments.progress import Stage, Tracker
from evometa.experiments.runs import load_played, read_checkpoint_trees
from evometa.experiments.settings import RunSettings
from evometa.experiments.table.results import PairCounts, TableResults
from evometa.input.fields import Readers, maybe, read_seed, read_text
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import COUNTS, Evidence
from evometa.metagame.playing import check_games, play, read_games
from evometa.metagame.standing import Standing
from evometa.store import Run, to_json
from evometa.store.results import Ledger

PLAYING = Stage("match-up {step} of {steps}")


@dataclass(frozen=True)
class TableSettings(RunSettings):
    """A table of all match-ups, mirrors too."""

    readers: ClassVar[Readers] = {
        "metagame": read_text,
        "players": maybe(read_text),
        "games": read_games,
        "seed": read_seed,
    }

    metagame: str = "paper-six"
    players: str | None = None
    games: int = 10_000  # per match-up
    seed: int = 1

    def __post_init__(self) -> None:
        check_games(self.games)

    def count_games(self, n_decks: int) -> int:
        """The number of games that a table of n decks takes."""
        return self.games * comb(n_decks + 1, 2)


def seed_of_table(settings: TableSettings) -> int:
    """The seed of the games themselves."""
    return seed_for(settings.seed, "table")


class TableWork:
    """A table, match-up by match-up. Each checkpoint holds one."""

    def __init__(self, settings: TableSettings, tracker: Tracker) -> None:
        self.metagame = load_played(settings.metagame, settings.players)
        self.settings, self.tracker = settings, tracker

    def carry_out(self, ledger: Ledger[TableResults]) -> None:
        """Do all that is still to do."""
        pairs = list(combinations_with_replacement(range(len(self.metagame.decks)), 2))
        states = self.read_counts(ledger.run)
        for number in range(len(states), len(pairs)):
            self.tracker.expect(PLAYING, number, len(pairs), (len(pairs) - number) * self.settings.games)
            states.append(self.play_pair(ledger.run, number, pairs[number]))
        ledger.keep(replace(ledger.results, table=Standing.of(self.add_up(states))))

    def read_counts(self, run: Run) -> list[PairCounts]:
        """The counts of the match-ups that are stored."""
        states = [PairCounts.from_json(each) for each in read_checkpoint_trees(run)]
        square = (len(self.metagame.decks),) * 2
        if any(getattr(state, name).shape[:2] != square for state in states for name in COUNTS):
            raise run.database.damaged("its checkpoints are about another number of decks")
        return states

    def play_pair(self, run: Run, number: int, pair: tuple[int, int]) -> PairCounts:
        """The counts of one match-up, stored."""
        seed, games = seed_of_table(self.settings), self.settings.games
        evidence = play(self.metagame, seed=seed, games=games, pairs=[pair], runner=self.tracker).evidence
        counts = PairCounts(**{name: getattr(evidence, name) for name in COUNTS})
        run.save_checkpoint(number, to_json(counts.to_json()).encode())
        return counts

    def add_up(self, states: Sequence[PairCounts]) -> Evidence:
        """The games of all match-ups."""
        counts = {name: np.sum([getattr(state, name) for state in states], axis=0) for name in COUNTS}
        return Evidence(tuple(deck.name for deck in self.metagame.decks), np.array(self.metagame.shares), **counts)


TABLE = Experiment("table", TableSettings, TableResults, TableWork)
