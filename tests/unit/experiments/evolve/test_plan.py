"""The plan of an evolution: ever longer searches that end where the games do."""

from __future__ import annotations

import pytest

from evometa.experiments.evolve.plan import FEWEST_ROUNDS, MEETINGS, Plan


def carry_out(plan: Plan) -> tuple[int, int]:
    """The rounds that a plan has room for, and the games, if meetings take their usual part."""
    rounds = spent = 0
    while plan.has_room(rounds + 1, spent):
        rounds += 1
        spent += int(plan.n_classes * plan.search_games(rounds) / (1 - MEETINGS))
    return rounds, spent


@pytest.mark.parametrize("n_classes", [1, 3, 9])
@pytest.mark.parametrize("games", [100_000, 600_000, 3_000_000])
def test_most_games_are_used_and_never_more_than_there_are(games: int, n_classes: int) -> None:
    plan = Plan(games, n_classes)
    rounds, spent = carry_out(plan)
    assert rounds >= FEWEST_ROUNDS - 1
    assert 0.8 * games < spent <= games
    assert plan.search_games(rounds) > plan.search_games(1)


def test_more_games_are_more_rounds_and_not_only_longer_searches() -> None:
    assert carry_out(Plan(3_000_000, 9))[0] > 2 * carry_out(Plan(600_000, 9))[0]


def test_few_games_are_no_round_of_searches_that_learn_nothing() -> None:
    assert carry_out(Plan(5_000, 9)) == (0, 0)


def test_with_known_games_a_search_draws_fewer_random_decks() -> None:
    plan = Plan(1_000_000, 9)
    new, later = plan.search(3, is_new=True), plan.search(3, is_new=False)
    assert new.games == later.games == plan.search_games(3)
    assert later.first < new.first
