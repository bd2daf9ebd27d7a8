"""Batches as the compiled loop takes them, and what comes back from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.game import GameError, Played
from evometa.games.locm.batch import play_jobs
from evometa.games.locm.invariants import PROBLEMS
from evometa.games.locm.players.records import PackedPlayer, Weights
from evometa.games.locm.players.turns import new_workspace
from evometa.games.locm.records import Table
from evometa.games.records import MAX_SAMPLES, UNDECIDED, DeckList, Job, Result, Sample, Sums


def play_batch(games: Any, jobs: NDArray[Any], n_cells: int, workspace: Any) -> Played:
    """Play all games of some jobs, as `Game.play` says."""
    n_games, probes = int(jobs["games"].sum()), games.probes
    rows, sums = np.zeros(n_games if games.per_game else 1, Result), np.zeros(n_cells, Sums)
    samples = np.zeros(0 if probes is None else n_games * MAX_SAMPLES, Sample)
    measuring = np.zeros(0, Weights) if probes is None else probes
    with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
        found = play_jobs(
            games.tables, games.decks, games.players, jobs, workspace, rows, sums, games.check, measuring, samples
        )
    job, game = (int(number) for number in found)
    if job >= 0:
        row = int(jobs["games"][:job].sum()) + game if games.per_game else 0
        raise GameError.of_job(jobs[job], game, PROBLEMS[int(rows[row].error)], games.names)
    measured = None if probes is None else samples[samples["outcome"] != UNDECIDED]
    return Played(sums, rows if games.per_game else None, measured)


def compile_rules() -> None:
    """Have the rules compiled, by a batch that has no games."""
    tables, decks, players = np.zeros(0, Table), np.zeros(0, DeckList), np.zeros(0, PackedPlayer)
    nothing = SimpleNamespace(
        tables=tables, decks=decks, players=players, per_game=False, check=False, probes=None, names=()
    )
    play_batch(nothing, np.zeros(0, Job), 0, new_workspace())
