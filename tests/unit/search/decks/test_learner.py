"""The deck search that learns: it finds what is known to be best, keeps to the rules, and spends what it may."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.unit.search.decks.made_up_decks import N_CARDS, N_OPPONENTS, SIZE, Truth, make_task

from evometa.input.errors import InputError
from evometa.search.contract import Ints
from evometa.search.decks.learner import DeckLearner, Known
from evometa.search.decks.optimum import measure
from evometa.search.decks.settings import DeckSearchSettings
from evometa.search.decks.task import DeckTask

LOCKED, BANNED = [3, 3, 50], [0, 1, 2, 99]


def carry_out(task: DeckTask, games: int, seed: int = 1, given: Ints | None = None) -> tuple[DeckLearner, Truth]:
    """A search to its end in a world of its own."""
    truth = Truth.plant(task, seed)
    learner = DeckLearner(task, DeckSearchSettings(games=games), seed, given, N_OPPONENTS)
    while not learner.is_done:
        learner.tell(truth.tell(learner.ask(), learner.n_evaluations))
    return learner, truth


def best_of(learner: DeckLearner) -> Ints:
    """The deck that it calls best."""
    return learner.posterior.decks[learner.rank()[:1]]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_finds_a_deck_within_a_point_of_the_best_that_there_is(seed: int) -> None:
    learner, truth = carry_out(make_task(), 40_000, seed)
    best, finalists = truth.find_best(), learner.posterior.decks[learner.rank()[:3]]
    assert truth.rate(truth.task.draw(200, np.random.default_rng(1))).mean() < best - 0.4
    assert truth.rate(finalists).max() > best - 0.01, "an audit shows which of them is the best"


def test_all_decks_are_legal_and_locks_and_bans_hold() -> None:
    low, high = np.zeros(N_CARDS, np.int64), np.full(N_CARDS, 2)
    np.add.at(low, LOCKED, 1)
    high[BANNED] = 0
    high[10] = 1
    learner, _ = carry_out(make_task(low, high), 3000)
    decks = learner.posterior.decks
    assert len(decks) > 80
    assert (decks.sum(axis=1) == SIZE).all()
    assert ((decks >= low) & (decks <= high)).all()


def test_it_spends_all_games_but_for_what_no_deck_can_have() -> None:
    learner, _ = carry_out(make_task(), 5001)
    assert 5001 - SIZE * N_OPPONENTS < learner.n_games <= 5001
    assert learner.count_games().sum() == learner.n_games


def test_given_decks_come_first() -> None:
    task = make_task()
    given = task.draw(3, np.random.default_rng(8))
    learner = DeckLearner(task, DeckSearchSettings(games=3000), 1, given, N_OPPONENTS)
    assert learner.ask().genomes[:3].tolist() == given.tolist()


def test_games_of_an_earlier_search_make_a_short_one_better() -> None:
    found = []
    for seed in (1, 2, 3):
        earlier, truth = carry_out(make_task(), 12_000, seed)
        known = Known(earlier._decks, earlier._wins, earlier._games)
        rates = []
        for given in (None, known):
            learner = DeckLearner(
                truth.task, DeckSearchSettings(games=3000, first=0.03), 50 + seed, None, N_OPPONENTS, known=given
            )
            while not learner.is_done:
                learner.tell(truth.tell(learner.ask(), 1_000_000 + learner.n_evaluations))
            assert learner.n_games <= 3000, "known games are not counted"
            rates.append(float(truth.rate(best_of(learner))[0]))
        found.append(rates)
    without, with_them = np.mean(found, axis=0)
    assert with_them > without + 0.03


def test_opponents_without_a_share_count_for_nothing_but_knowledge() -> None:
    task = make_task()
    shares = np.zeros(N_OPPONENTS)
    shares[:2] = 0.5
    learner, _ = carry_out(DeckTask(task.low, task.high, task.size, task.costs, shares), 3000)
    posterior = learner.posterior
    odds = posterior.strengths[:, None] + posterior.opponents[:2]
    assert posterior.rate(posterior.strengths) == pytest.approx((1 / (1 + np.exp(-odds))).mean(axis=1))


def test_a_space_of_one_deck_is_found() -> None:
    task = make_task(n_cards=15)
    learner, _ = carry_out(task, 2000)
    assert best_of(learner).tolist() == [[2] * 15]
    assert len(learner.posterior.decks) == 1


def test_what_cards_are_worth_is_learned() -> None:
    learner, truth = carry_out(make_task(), 30_000)
    (best,) = best_of(learner)
    worths, spreads = learner.posterior.judge_cards(best)
    steps = np.where(best > 0, -1, 1)
    changed = np.array([best + step * np.eye(len(best), dtype=np.int64)[i] for i, step in enumerate(steps)])
    known = steps * (_strength(truth, changed) - _strength(truth, best[None]))
    off = (worths - (known - known.mean())) / spreads
    assert np.corrcoef(worths, known)[0, 1] > 0.6
    assert (np.abs(off) < 2).mean() > 0.85, "intervals hold what is true"


def _strength(truth: Truth, decks: Ints) -> Any:
    return measure(truth.form, decks)[:, 0]


def test_too_few_games_are_refused_with_how_many_would_do() -> None:
    with pytest.raises(InputError, match=r"found 50 games, .* allowed: 104 or more") as error:
        DeckLearner(make_task(), DeckSearchSettings(games=50), 1, None, N_OPPONENTS)
    DeckLearner(make_task(), DeckSearchSettings(games=104), 1, None, N_OPPONENTS)
    assert "no deck search learns" in str(error.value)
