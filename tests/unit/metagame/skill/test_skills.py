"""A metagame on each rung: what is played, who gains, and how alike the rungs are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.input.errors import InputError
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.metagame.skill.skills import correlate_rates, play_skills

DECKS = ("exp1_hunter_aggro", "exp1_paladin_control", "exp1_warlock_control")
META = make_metagame(*DECKS)
RANKED = np.clip(0.5 + 0.15 * (np.arange(3)[None, :] - np.arange(3)[:, None]), 0.05, 0.95)


@dataclass
class SkilledRunner(PlantedRunner):
    """With a wide search the order of the decks turns around."""

    def make_outcome(self, games: Games, chunk: Chunk) -> Outcome:
        """Sums of a chunk, by who plays."""
        is_wide = int(games.players[0]["width"]) > 4
        return PlantedRunner(RANKED.T if is_wide else RANKED).make_outcome(games, chunk)


def test_who_gains_with_skill_is_told_with_intervals() -> None:
    result = play_skills(META, games=200, seed=1, runner=SkilledRunner(RANKED))
    assert result.rungs == ("novice", "greedy", "fair", "skilled", "expert", "master")
    assert result.games == 6 * 3 * 200
    assert result.win_rate.value.shape == (3, 6)
    assert result.gain.high[0] < 0 < result.gain.low[2]
    assert result.gain.low[1] < 0 < result.gain.high[1]
    assert [{player.name for player in each.metagame.players} for each in result.results[2:4]] == [
        {"fair-aggro", "fair-control"},
        {"skilled"},
    ]
    alike = result.correlation
    assert alike[2, 3] > 0.9
    assert alike[3, 5] < -0.7
    assert np.allclose(np.diag(alike), 1)


def test_progress_goes_through_all_rungs() -> None:
    told: list[tuple[int, int]] = []
    play_skills(META, games=20, seed=1, runner=SkilledRunner(RANKED), progress=lambda *each: told.append(each))
    assert told[-1] == (6 * 3 * 20, 6 * 3 * 20)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_an_interrupt_keeps_the_rungs_that_are_finished() -> None:
    class Stopping(SkilledRunner):
        n_runs = 0

        def run(self, *arguments: Any) -> None:
            self.n_runs += 1
            if self.n_runs == 3:
                raise KeyboardInterrupt
            super().run(*arguments)

    with pytest.raises(Interrupted) as stop:
        play_skills(META, games=20, seed=1, runner=Stopping(RANKED))
    known = stop.value.known
    assert (known.rungs, known.is_partial, known.games) == (("novice", "greedy", "fair"), True, 2 * 3 * 20)


def test_too_little_to_compare() -> None:
    with pytest.raises(InputError, match="has one deck only"):
        play_skills(make_metagame(DECKS[0]), games=2, seed=1)
    assert np.isnan(correlate_rates(np.array([0.1, 0.2]), np.array([0.1, 0.2])))
    assert np.isnan(correlate_rates(np.full(4, 0.5), np.arange(4.0)))
