"""A population of decks: what its match-ups have come to, who is played, and that games go where they are wanted."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.games.players import load_player
from evometa.metagame.decks.population import Arena, MatchUps

META = make_metagame("exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro")
Counts = NDArray[np.int64]
ALL = np.arange(3)


def meet(rates: list[list[float]], games: int) -> MatchUps:
    """Match-ups that went exactly so."""
    wins = np.rint(np.array(rates) * games).astype(np.int64)
    np.fill_diagonal(wins, 0)
    played = np.full(wins.shape, games)
    np.fill_diagonal(played, 0)
    return MatchUps(wins, played)


def test_many_games_speak_for_themselves_and_few_are_drawn_towards_strengths() -> None:
    rates = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.2], [0.3, 0.8, 0.5]]
    assert meet(rates, 10_000).estimate() == pytest.approx(np.array(rates), abs=0.005)
    few = meet(rates, 10).estimate()
    assert 0.5 < few[0, 2] < 0.7
    assert few + few.T == pytest.approx(np.ones((3, 3)))


def test_without_games_all_is_even() -> None:
    assert MatchUps.none(3).estimate() == pytest.approx(np.full((3, 3), 0.5))


def test_the_strongest_deck_is_played_alone_and_rock_paper_scissors_alike() -> None:
    assert meet([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]], 4000).find_equilibrium(ALL)[0] > 0.9
    cycle = meet([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]], 4000)
    assert cycle.find_equilibrium(ALL) == pytest.approx([1 / 3] * 3, abs=0.01)


def test_who_is_gone_has_no_share() -> None:
    cycle = meet([[0.5, 0.7, 0.3], [0.3, 0.5, 0.7], [0.7, 0.3, 0.5]], 4000)
    shares = cycle.find_equilibrium(np.array([0, 2]))
    assert shares[1] == 0
    assert shares[2] > 0.9, "it beats the other one that is left"


def test_a_new_deck_has_no_games_and_the_others_keep_theirs() -> None:
    grown = meet([[0.5, 0.6], [0.4, 0.5]], 100).grown(3)
    assert grown.games.tolist() == [[0, 100, 0], [100, 0, 0], [0, 0, 0]]
    assert grown.n_games == 100


def test_games_are_played_up_to_what_is_wanted_from_both_seats_and_go_on_where_they_ended() -> None:
    runner = PlantedRunner(np.full((3, 3), 0.5))
    arena = Arena(META, load_player("random"), 3, runner)
    wanted = np.zeros((3, 3), np.int64)
    wanted[0, 1], wanted[2, 1] = 20, 11
    first = arena.play(META.decks, MatchUps.none(3), wanted)
    assert first.games.tolist() == [[0, 20, 0], [20, 0, 12], [0, 12, 0]], "an even number, the same both ways"
    assert (first.wins + first.wins.T <= first.games).all()
    more = arena.play(META.decks, first, 2 * wanted)
    at_once = Arena(META, load_player("random"), 3, PlantedRunner(np.full((3, 3), 0.5))).play(
        META.decks, MatchUps.none(3), 2 * wanted
    )
    assert more.games.tolist() == [[0, 40, 0], [40, 0, 22], [0, 22, 0]]
    assert more.wins.tolist() == at_once.wins.tolist(), "the same games, in whatever parts they come"
    assert arena.play(META.decks, more, wanted) is more
