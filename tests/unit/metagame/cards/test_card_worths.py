"""The worths of cards: planted truths are found, and intervals hold them as often as they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import spearmanr

from evometa.metagame.cards.card_worths import DRAWN, Layout, Worths, fit_worths
from evometa.metagame.cards.random_games import StagePlan

N_NEUTRAL, N_OWN, N_CLASSES, SIZE = 12, 5, 3, 8
LAYOUT = Layout(
    tuple((*range(N_NEUTRAL), *range(N_NEUTRAL + c * N_OWN, N_NEUTRAL + (c + 1) * N_OWN)) for c in range(N_CLASSES)),
    N_NEUTRAL + N_CLASSES * N_OWN,
)
SEAT, HEROES = 0.3, np.array([0.4, 0.0, -0.4])


def draw_plan(rng: np.random.Generator, n_decks: int, n_games: int) -> StagePlan:
    """Decks of a few cards, and pairs of them."""
    chances = np.full(N_NEUTRAL + N_OWN, 1 / (N_NEUTRAL + N_OWN))
    decks = tuple(rng.multinomial(SIZE, chances, n_decks).astype(np.int8) for _ in range(N_CLASSES))
    first, n_all = rng.integers(N_CLASSES * n_decks, size=n_games), N_CLASSES * n_decks
    return StagePlan(decks, first, (first + 1 + rng.integers(n_all - 1, size=n_games)) % n_all)


def play(
    rng: np.random.Generator, plan: StagePlan, worths: NDArray[np.float64], draws: float = 0.0
) -> NDArray[np.int8]:
    """The winners of all games, if the worths [cards], or [classes, cards], are these."""
    of_class = np.broadcast_to(worths, (N_CLASSES, LAYOUT.n_cards))
    strengths = np.concatenate(
        [HEROES[c] + plan.decks[c] @ of_class[c, list(LAYOUT.cards[c])] for c in range(N_CLASSES)]
    )
    odds = SEAT + strengths[plan.first] - strengths[plan.second]
    winners = (rng.random(len(odds)) > 1 / (1 + np.exp(-odds))).astype(np.int8)
    return np.where(rng.random(len(odds)) < draws, DRAWN, winners).astype(np.int8)


def fit(rng: np.random.Generator, worths: NDArray[np.float64], games: int = 2_000, stages: int = 2) -> Worths:
    plans = [draw_plan(rng, games // 15, games) for _ in range(stages)]
    return fit_worths(LAYOUT, [(plan, play(rng, plan, worths, draws=0.02)) for plan in plans])


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    held = []
    for _ in range(40):
        worths = rng.normal(0, 0.12, LAYOUT.n_cards)
        found = fit(rng, worths).of_cards()
        truth = worths - worths.mean()
        held.append((found.low <= truth) & (truth <= found.high))
    assert 0.92 < np.mean(held) < 0.98


def test_the_order_of_the_cards_is_found_and_so_are_classes_and_seat() -> None:
    rng = np.random.default_rng(2)
    worths = rng.normal(0, 0.12, LAYOUT.n_cards)
    found = fit(rng, worths, games=20_000)
    assert spearmanr(found.of_cards().value, worths)[0] > 0.95
    assert found.of_cards().value.mean() == pytest.approx(0, abs=1e-9)
    seat = found.of_seat()
    assert seat.low[0] < SEAT < seat.high[0]
    average = [HEROES[c] + SIZE * worths[list(LAYOUT.cards[c])].mean() for c in range(N_CLASSES)]
    assert found.of_classes().value == pytest.approx(np.array(average) - np.mean(average), abs=0.12)


def test_a_neutral_card_that_is_good_in_one_class_alone_is_told_so() -> None:
    rng = np.random.default_rng(3)
    worths = np.zeros((N_CLASSES, LAYOUT.n_cards))
    worths[1, 0] = 0.3
    found = fit(rng, worths, games=30_000)
    by_class = [found.of_card_in_class().value[parameter] for _, parameter in LAYOUT.places[0]]
    assert by_class[1] > 0.15 > max(by_class[0], by_class[2])
    wide, narrow = (np.mean(each.high - each.low) for each in (found.of_card_in_class(), found.of_cards()))
    assert wide > narrow


def test_more_games_make_narrower_intervals() -> None:
    rng = np.random.default_rng(4)
    worths = np.zeros(LAYOUT.n_cards)
    few, many = (fit(rng, worths, games=games).of_cards() for games in (5_000, 20_000))
    assert np.mean(few.high - few.low) / np.mean(many.high - many.low) == pytest.approx(2, abs=0.2)


def test_the_fit_is_where_the_likelihood_is_highest() -> None:
    rng = np.random.default_rng(5)
    plan = draw_plan(rng, 60, 900)
    winners = play(rng, plan, rng.normal(0, 0.2, LAYOUT.n_cards))
    found = fit_worths(LAYOUT, [(plan, winners)]).strengths

    def loss(strengths: NDArray[np.float64]) -> float:
        starts = LAYOUT.starts
        of_decks = np.concatenate(
            [
                d @ strengths[s : s + d.shape[1]] + strengths[s + d.shape[1]]
                for d, s in zip(plan.decks, starts, strict=False)
            ]
        )
        odds = strengths[-1] + of_decks[plan.first] - of_decks[plan.second]
        likelihood = -np.logaddexp(0, np.where(winners == 0, -odds, odds)).sum()
        return float(strengths @ LAYOUT.prior() @ strengths / 2 - likelihood)

    lowest = loss(found)
    assert all(loss(found + rng.normal(0, 0.01, LAYOUT.n)) > lowest for _ in range(50))
