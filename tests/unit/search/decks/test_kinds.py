"""The best deck of every kind, and decks that differ: by a form that is known, they are the best there are."""

from __future__ import annotations

from itertools import product

import numpy as np
from tests.unit.search.decks.made_up_decks import SIZE, Truth, make_task

from evometa.search.contract import Ints
from evometa.search.decks.kinds import OUTSIDE, are_unlike, find_best_of_kinds, find_others, pick_unlike
from evometa.search.decks.optimum import climb, measure
from evometa.search.decks.task import DeckTask

SMALL = DeckTask(np.zeros(8, np.int64), np.full(8, 2), 6, np.arange(8) % 4, np.array([1.0]))


def random_number() -> np.random.Generator:
    return np.random.default_rng(3)


def test_of_all_decks_the_best_of_each_kind_is_found() -> None:
    form = Truth.plant(SMALL, 1).form
    every = np.array([deck for deck in product(range(3), repeat=8) if sum(deck) == 6], np.int64)
    kinds, decks = find_best_of_kinds(SMALL, form, SMALL.draw(2, random_number()), _cost_of_small, random_number())
    assert kinds.tolist() == sorted({*_cost_of_small(every).tolist()}), "those that no start has, too"
    values = measure(form, every)[:, 0]
    best = [values[_cost_of_small(every) == kind].max() for kind in kinds]
    np.testing.assert_allclose(measure(form, decks)[:, 0], best)


def _cost_of_small(decks: Ints) -> Ints:
    return np.asarray(decks @ SMALL.costs)


def test_decks_of_no_kind_are_left_out() -> None:
    form = Truth.plant(SMALL, 1).form
    kinds, decks = find_best_of_kinds(
        SMALL, form, SMALL.draw(9, random_number()), lambda each: np.where(each[:, 0] == 0, 7, OUTSIDE), random_number()
    )
    assert kinds.tolist() == [7]
    assert decks[0, 0] == 0
    nothing = find_best_of_kinds(
        SMALL, form, SMALL.draw(9, random_number()), lambda each: np.full(len(each), OUTSIDE), random_number()
    )
    assert [len(part) for part in nothing] == [0, 0]


def test_others_share_at_most_half_with_the_best_and_each_other_cheaper_and_dearer_by_turns() -> None:
    task = make_task()
    truth, played = Truth.plant(task, 1), task.draw(50, random_number())
    (best,) = climb(task, truth.form, played[:1])
    others = find_others(
        task, truth.form, played, best, 4, lambda decks: np.asarray(decks @ task.costs), random_number()
    )
    costs = others @ task.costs
    assert (np.sign(costs - best @ task.costs) == [-1, 1, -1, 1]).all()
    family = np.concatenate([best[None], others])
    for place, deck in enumerate(family):
        assert (np.minimum(deck, family[:place]).sum(axis=1) <= SIZE / 2).all()
        assert deck.sum() == SIZE
        assert ((deck >= task.low) & (deck <= task.high)).all()
    rates = truth.rate(others)
    assert rates.min() > truth.rate(played).max() + 0.1, "they are good decks"


def test_what_every_deck_has_does_not_count_as_shared() -> None:
    low = np.zeros(8, np.int64)
    low[:2] = 2  # so that two of six cards are free
    task = DeckTask(low, np.full(8, 2), 6, np.arange(8), np.array([1.0]))
    decks = np.array([[2, 2, 1, 1, 0, 0, 0, 0], [2, 2, 1, 0, 1, 0, 0, 0], [2, 2, 0, 0, 0, 0, 1, 1]])
    assert are_unlike(task, decks, decks[:1]).tolist() == [False, True, True]
    assert pick_unlike(task, decks[[0, 0, 1, 2]], 2) == [0, 2]
    assert pick_unlike(task, decks[[0, 0, 1, 2]], 9) == [0, 2, 3, 1]


def test_where_all_decks_are_alike_there_are_no_others() -> None:
    task = make_task(n_cards=15)
    (best,) = decks = task.draw(1, random_number())
    form = Truth.plant(task, 1).form
    others = find_others(task, form, decks, best, 2, lambda each: np.asarray(each @ task.costs), random_number())
    assert others.shape == (0, 15)
