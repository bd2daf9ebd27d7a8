"""The table of a metagame as a run: every match-up with its games, each stored when it is played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from evometa.experiments.balance.audit import describe_evidence, to_number
from evometa.experiments.experiment import Experiment, RunSettings
from evometa.experiments.progress import Tracker
from evometa.experiments.runs import load_played, read_checkpoints
from evometa.matches.schedule import seed_for
from evometa.metagame.evidence import COUNTS, Evidence
from evometa.metagame.measures import estimate_imbalance
from evometa.metagame.playing import check_games, play
from evometa.store import Run, to_json


@dataclass(frozen=True)
class TableSettings(RunSettings):
    """A table of all match-ups, mirrors too."""

    metagame: str = "paper-six"
    players: str | None = None
    games: int = 10_000  # per match-up
    seed: int = 1

    def __post_init__(self) -> None:
        check_games(self.games)

    def count_games(self, n_decks: int) -> int:
        """How many games a table of so many decks takes."""
        return self.games * comb(n_decks + 1, 2)


class _Work:
    """A table, match-up by match-up. Each checkpoint holds one."""

    def __init__(self, settings: TableSettings, tracker: Tracker) -> None:
        self.metagame = load_played(settings.metagame, settings.players)
        self.settings, self.tracker = settings, tracker

    def carry_out(self, run: Run) -> None:
        """Do all that is still to do."""
        n_decks = len(self.metagame.decks)
        pairs = list(combinations_with_replacement(range(n_decks), 2))
        states = [json.loads(each.state) for each in read_checkpoints(run)]
        for number in range(len(states), len(pairs)):
            self.tracker.expect("table", number, len(pairs), (len(pairs) - number) * self.settings.games)
            states.append(self.play_pair(run, number, pairs[number]))
        counts = {name: np.sum([state[name] for state in states], axis=0) for name in COUNTS}
        names = tuple(deck.name for deck in self.metagame.decks)
        run.save_result("table", describe_table(Evidence(names, np.array(self.metagame.shares), **counts)))
        run.finish()

    def play_pair(self, run: Run, number: int, pair: tuple[int, int]) -> dict[str, Any]:
        """The counts of one match-up, stored."""
        seed, games = seed_for(self.settings.seed, "table"), self.settings.games
        result = play(self.metagame, seed=seed, games=games, pairs=[pair], runner=self.tracker)
        if result.is_partial:
            raise KeyboardInterrupt
        state = {name: getattr(result.evidence, name).tolist() for name in COUNTS}
        run.save_checkpoint(number, to_json(state).encode())
        return state


TABLE = Experiment("table", TableSettings, _Work)


def describe_table(evidence: Evidence) -> dict[str, Any]:
    """The table of a metagame."""
    return {
        "decks": list(evidence.decks),
        **describe_evidence(evidence),
        "noise_floor": to_number(estimate_imbalance(evidence).noise_floor),
        "games": int(evidence.games.sum()),
    }
