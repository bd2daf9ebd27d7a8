"""Legends of Code and Magic, compiled: how strong its players are, and that fitting finds weights that win.

The decks here are others than those with which the players were fitted (`tools/fit_locm.py`).
"""

import tomllib
from itertools import pairwise

import pytest
from tools import fit_locm
from tools.fit_locm import Fit, contest_share, draw_decks, fit_player

from evometa.games.locm.game import LOCM
from evometa.games.locm.players.player import LanePlayer
from evometa.games.locm.players.records import FEATURES
from evometa.matches.counting import play_games
from evometa.matches.runners import ThreadRunner
from evometa.matches.schedule import Match
from evometa.metagame.decks.drafting import draft_deck, rate_cards

PLAYERS = LOCM.players.builtin
DECKS = draw_decks(2026, "science")
CARDS, RULES = LOCM.own_cards, LOCM.load_rules()


def test_the_ladder_goes_up() -> None:
    for weaker, stronger in pairwise(LOCM.ladder):
        assert contest_share(DECKS, PLAYERS[stronger], PLAYERS[weaker], 1000, seed=2) > 0.55


def test_the_fitted_player_beats_greedy_in_three_of_four_games() -> None:
    assert contest_share(DECKS, PLAYERS["expert"], PLAYERS["greedy"], 4000, seed=1) >= 0.75


def test_fitting_finds_out_what_wins() -> None:
    few = {**dict.fromkeys(FEATURES, 0), "my_attack": 10, "enemy_health": 1}
    start = LanePlayer("start", kind="greedy", weights=few)
    fit = Fit(generations=3, candidates=8, games=16, seed=3)
    heard: list[int] = []
    opponents = [PLAYERS["random"]]
    found = fit_player(start, opponents, DECKS, fit, lambda generation, share: heard.append(generation))
    assert heard == [1, 2, 3]
    assert found.weights == fit_player(start, opponents, DECKS, fit).weights != start.weights


def test_who_drafts_by_ratings_wins() -> None:
    ratings = rate_cards(CARDS, RULES, PLAYERS["greedy"], 20_000, 1, ThreadRunner())
    offers = [LOCM.draw_offers(CARDS, RULES, number) for number in range(50)]
    drafted = [
        draft_deck(f"{n} {m}", each, rating, CARDS, RULES)
        for n, rating in enumerate((ratings, dict.fromkeys(ratings, 0.0)))
        for m, each in enumerate(offers)
    ]
    matches = [Match((n, 50 + n), (0, 0), 20, n, cell=0) for n in range(50)]
    matches += [Match((50 + n, n), (0, 0), 20, n, cell=1) for n in range(50)]
    wins = play_games(LOCM.compile(CARDS), drafted, [PLAYERS["greedy"]], matches).sums["wins"]
    assert (wins[0, 0] + wins[1, 1]) / wins.sum() > 0.6


def test_the_tool_prints_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--player", "greedy", "--generations", "1", "--candidates", "4", "--games", "10"]
    assert fit_locm.main(few) == 0
    output = capsys.readouterr()
    assert {*tomllib.loads(output.out)["weights"]} <= {*FEATURES}
    assert "generation 1" in output.err
