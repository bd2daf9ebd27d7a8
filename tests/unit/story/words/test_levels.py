"""What is said of levels that were observed: only of games that count."""

from __future__ import annotations

import numpy as np
import pytest

from evometa.metagame.changes.levels import LEAST_GAMES
from evometa.metagame.changes.observed import Observed
from evometa.story.words.levels import tell_levels

FEW = LEAST_GAMES - 1


def observe(*games: int) -> Observed:
    """So many games of the three pairs of three decks, of which the first deck of each wins none."""
    played, places = np.zeros((3, 3), np.int64), np.triu_indices(3, 1)
    played[places] = games
    return Observed(("a", "b", "c"), played + played.T, played.T)


@pytest.mark.parametrize(
    ("games", "first", "last"),
    [
        ((1200, 40, LEAST_GAMES), "1,244 games of people say where all match-ups stand.", "Intervals carry both."),
        ((1200, 40, FEW), "1,240 games of people say where 2 of 3 match-ups stand.", "The other one keeps the level"),
        ((1200, FEW, 1), "1,200 games of people say where 1 of 3 match-ups stand.", "The others keep the level"),
        ((FEW, FEW, 0), "No match-up was observed in 4 games or more", "all levels are those of the simulation."),
    ],
)
def test_match_ups_with_too_few_games_are_not_called_observed(games: tuple[int, ...], first: str, last: str) -> None:
    told = tell_levels(observe(*games))
    assert first in told
    assert last in told


def test_nothing_is_said_if_nothing_was_observed() -> None:
    assert tell_levels(None) == ""
