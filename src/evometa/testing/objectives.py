"""The contract of objectives (`balance.objectives.Objective`) as tests."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import numpy as np
import pytest

from evometa.balance.objectives import Candidate, Chance, Objective, find_noise_floor
from evometa.games.patches.patch import Patch

SHARES = np.array([0.5, 0.3, 0.1, 0.1])
OVERLAPS = np.full((4, 4), 0.2) + 0.8 * np.eye(4)
N_CANDIDATES = 20


class ObjectiveContract:
    """What every objective does. A subclass has one, or a fixture `objective` that gives several in turn."""

    subject: Objective

    @pytest.fixture
    def objective(self) -> Objective:
        """The objective that is tested."""
        return self.subject

    def test_it_has_words(self, objective: Objective) -> None:
        assert objective.name
        assert objective.title
        assert objective.label

    def test_it_is_a_number_whatever_the_win_rates(self, objective: Objective) -> None:
        for candidate in _make_candidates():
            assert isfinite(objective.measure(candidate))

    def test_the_same_candidate_gives_the_same_number(self, objective: Objective) -> None:
        once, again = ([objective.measure(each) for each in _make_candidates()] for _ in range(2))
        assert once == again

    def test_it_leaves_the_candidate_as_it_is(self, objective: Objective) -> None:
        for candidate, same in zip(_make_candidates(), _make_candidates(), strict=True):
            objective.measure(candidate)
            for name in ("win_rates", "shares", "overlaps"):
                assert np.array_equal(getattr(candidate, name), getattr(same, name))

    def test_what_needs_no_games_does_not_look_at_them(self, objective: Objective) -> None:
        values = {objective.measure(candidate) for candidate in _make_candidates()}
        assert not objective.is_exact or len(values) == 1, "without a noise floor, it must follow from the patch alone"

    def test_chance_alone_shows_no_less_than_there_is(self, objective: Objective) -> None:
        for games in (100.0, 10_000.0):
            chance = Chance(np.full((4, 4), games), SHARES, OVERLAPS, seed=1)
            floor = find_noise_floor(objective, chance)
            assert objective.is_exact or floor >= objective.measure(chance.even) - 1e-9

    def test_its_loss_says_the_same(self, objective: Objective) -> None:
        if objective.loss_of is not None:
            for candidate in _make_candidates():
                found = objective.loss_of(candidate.shares)(candidate.win_rates[np.triu_indices(4, 1)])
                assert float(found) == pytest.approx(objective.measure(candidate), abs=1e-9)


def _make_candidates() -> Iterator[Candidate]:
    """Four decks, with win rates of all sorts."""
    rng = np.random.default_rng(1)
    for _ in range(N_CANDIDATES):
        upper = np.triu(rng.random((4, 4)), 1)
        rates = upper + np.tril(1 - upper.T, -1) + np.eye(4) / 2  # those of two decks against each other add up to one
        yield Candidate(rates, SHARES.copy(), OVERLAPS.copy(), Patch())
