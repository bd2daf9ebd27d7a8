"""Legends of Code and Magic, compiled: how strong its players are, and that fitting finds weights that win.

The decks here are others than those with which the presets were fitted (`tools/fit_locm.py`).
"""

from itertools import pairwise

import numpy as np

from evometa.games.locm.cards import game_cards, pack_cards
from evometa.games.locm.decks import draw_deck
from evometa.games.locm.players.contests import contest_share
from evometa.games.locm.players.fitting import Fit, fit_player
from evometa.games.locm.players.player import LADDER, Player, preset
from evometa.games.locm.players.records import FEATURES

TABLE = pack_cards(game_cards())
DECKS = [draw_deck(160, np.random.default_rng([2026, number])) for number in range(100)]


def test_the_ladder_goes_up() -> None:
    for weaker, stronger in pairwise(map(preset, LADDER)):
        assert contest_share(TABLE, DECKS, stronger, weaker, 1000, seed=2) > 0.55


def test_the_fitted_player_beats_greedy_in_three_of_four_games() -> None:
    assert contest_share(TABLE, DECKS, preset("expert"), preset("greedy"), 4000, seed=1) >= 0.75


def test_fitting_finds_out_what_wins() -> None:
    start = Player("start", "greedy", weights={**dict.fromkeys(FEATURES, 0), "my_attack": 10, "enemy_health": 1})
    fit = Fit(generations=3, candidates=8, games=16, seed=3)
    heard: list[int] = []
    found = fit_player(start, [preset("random")], TABLE, DECKS, fit, lambda generation, share: heard.append(generation))
    assert heard == [1, 2, 3]
    assert found.weights.keys() == start.weights.keys()
    assert found.weights == fit_player(start, [preset("random")], TABLE, DECKS, fit).weights != start.weights
