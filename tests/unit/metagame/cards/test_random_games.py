"""Games among random decks: what is drawn how often, who meets whom, and that all of it comes from the seed."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.app.sample_runs import CoinRunner

from evometa.games.decks.space import DeckSpace, class_spaces
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.players import load_player
from evometa.metagame.cards.random_games import MOST_OWN, RandomGames, draw_chances

N_DECKS, N_GAMES = 90, 450
SPACES = class_spaces(load_cards(), load_rules())


@cache
def make_games(seed: int = 1, own: tuple[str, ...] = ()) -> RandomGames:
    return RandomGames(SPACES, compile_table(load_cards(), load_rules()), load_player("random"), seed, own)


def test_decks_are_legal_and_of_all_classes_alike() -> None:
    plan = make_games().plan(0, N_DECKS, N_GAMES)
    assert [len(decks) for decks in plan.decks] == [10] * 9
    assert all(space.contains(decks).all() for space, decks in zip(SPACES, plan.decks, strict=True))


def test_every_deck_starts_as_often_as_it_goes_second_and_never_meets_itself() -> None:
    plan = make_games().plan(0, N_DECKS, N_GAMES)
    assert (np.bincount(plan.first, minlength=N_DECKS) == 5).all()
    assert (np.bincount(plan.second, minlength=N_DECKS) == 5).all()
    assert (plan.first != plan.second).all()


def test_stages_differ_and_come_from_the_seed_alone() -> None:
    one, again = (make_games().plan(3, N_DECKS, N_GAMES) for _ in range(2))
    assert (one.first == again.first).all()
    assert all((a == b).all() for a, b in zip(one.decks, again.decks, strict=True))
    for other in (make_games().plan(4, N_DECKS, N_GAMES), make_games(2).plan(3, N_DECKS, N_GAMES)):
        assert any((a != b).any() for a, b in zip(one.decks, other.decks, strict=True))


def test_games_have_seeds_of_their_own() -> None:
    games = make_games()
    plan = games.plan(0, N_DECKS, N_GAMES)
    winners = games.play(0, plan, CoinRunner())
    assert set(winners.tolist()) == {0, 1}
    assert (games.play(0, plan, CoinRunner()) == winners).all()
    assert (games.play(1, plan, CoinRunner()) != winners).any()


def test_a_card_of_the_class_is_drawn_twice_as_often_as_a_neutral_one() -> None:
    for space in SPACES:
        is_class = np.array([card.tree["class"] != "neutral" for card in space.cards])
        chances = draw_chances(space)
        assert chances.sum() == pytest.approx(1)
        assert chances[is_class] == pytest.approx(2 * chances[~is_class][0])
    plan = make_games().plan(0, N_DECKS, N_GAMES)
    assert 0.2 < np.mean([_share_of_class(*each) for each in zip(SPACES, plan.decks, strict=True)]) < 0.3


def _share_of_class(space: DeckSpace, decks: NDArray[np.int8]) -> float:
    is_class = np.array([card.tree["class"] != "neutral" for card in space.cards])
    return float(decks[:, is_class].sum() / decks.sum())


def test_own_cards_are_drawn_more_often_but_not_too_many_of_them() -> None:
    space = SPACES[0]
    neutral = [i for i, card in enumerate(space.cards) if card.tree["class"] == "neutral"]
    plain = draw_chances(space)
    few = draw_chances(space, [space.cards[neutral[0]].id])
    assert few[neutral[0]] > 3.5 * plain[neutral[0]]
    many = draw_chances(space, [space.cards[i].id for i in neutral[:80]])
    assert many.sum() == 1.0 or abs(many.sum() - 1) < 1e-12
    assert many[neutral[:20]].sum() < MOST_OWN
