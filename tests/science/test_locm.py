"""Legends of Code and Magic, compiled: how strong its players are, and that fitting finds weights that win.

The decks here are others than those with which the presets were fitted (`tools/fit_locm.py`).
"""

import tomllib
from itertools import pairwise

import numpy as np
import pytest
from tools import fit_locm

from evometa.games.locm.batch import Job, pack_decks, play
from evometa.games.locm.cards import game_cards, pack_cards
from evometa.games.locm.decks import draft_deck, draw_deck, make_offers, pick_by
from evometa.games.locm.players.contests import contest_share, rate_cards
from evometa.games.locm.players.fitting import Fit, fit_player
from evometa.games.locm.players.player import LADDER, Player, pack_players, preset, read_player
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


def test_who_drafts_by_ratings_wins() -> None:
    ratings = rate_cards(TABLE, DECKS, preset("greedy"), 20_000, seed=1)
    drafts = [make_offers(160, np.random.default_rng([1, number])) for number in range(50)]
    by_rating = [draft_deck(offers, pick_by(ratings)) for offers in drafts]
    others = [draft_deck(offers, lambda deck, offered: 0) for offers in drafts]
    jobs = np.zeros(100, Job)
    jobs["seed"], jobs["games"], jobs["cell"] = range(100), 20, np.arange(100) // 50
    jobs["decks"] = [(n, 50 + n) for n in range(50)] + [(50 + n, n) for n in range(50)]
    packed = pack_decks([*by_rating, *others])
    wins = play(TABLE[None], packed, pack_players([preset("greedy")]), jobs).sums["wins"]
    assert (wins[0, 0] + wins[1, 1]) / wins.sum() > 0.6


def test_the_tool_prints_weights_for_the_file_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--player", "greedy", "--generations", "1", "--candidates", "4", "--games", "10"]
    assert fit_locm.main(few) == 0
    output = capsys.readouterr()
    tree = tomllib.loads(output.out)
    assert read_player("greedy", {"kind": "greedy", **tree["greedy"]}).weights.keys() == {*FEATURES}
    assert "generation 1" in output.err
