"""A search that learns: with log odds that are known it finds the best there is; with games, threads change nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from tests.unit.search.learning.made_up_task import Truth, make_task

from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import ThreadRunner
from evometa.search.learning.learner import Learner
from evometa.search.learning.settings import LearningSettings

N_CARDS = 4
BUDGETS = (4, 8, 12)
SETTINGS = LearningSettings(budgets=BUDGETS)  # as a balance run has them


def find_best(truth: Truth) -> dict[int, float]:
    """The lowest F within each budget, by trying every choice."""
    choices = truth.task.choices
    sizes, losses = [], []
    numbers = [range(first, end) for first, end in pairwise(choices.starts.tolist())]
    for first in numbers[0]:
        every = np.array(list(product([first], *numbers[1:])))
        genomes = np.zeros((len(every), choices.n_genes), np.int64)
        for k, group in enumerate(choices.groups):
            genomes[:, group.genes] = group.vectors[every[:, k] - choices.starts[k]]
        sizes.append(choices.sizes[every].sum(axis=1))
        losses.append(truth.loss(genomes))
    size, loss = np.concatenate(sizes), np.concatenate(losses)
    return {budget: float(loss[size <= budget].min()) for budget in BUDGETS}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_comes_within_a_tenth_of_the_best_that_there_is(seed: int) -> None:
    task = make_task(N_CARDS, reach=2)
    truth = Truth.plant(task, seed, intercepts=(2.0, 1.0, -1.2), strength=1.2)
    best, learner = find_best(truth), Learner(task, SETTINGS, seed)
    while not learner.is_done:
        learner.tell(truth.tell(learner.ask(), learner.n_evaluations))
    unchanged = truth.loss(np.zeros(task.choices.n_genes, np.int64))[0]
    for champion in learner.champions:
        found = truth.loss(champion.genome)[0]
        assert champion.size <= champion.goal.budget
        assert found <= 1.1 * best[int(champion.goal.budget)]
    assert found < 0.7 * unchanged  # that of the largest budget, so there was something to find


def test_threads_change_nothing(tmp_path: Path) -> None:
    few = replace(
        SETTINGS,
        explore_rounds=2,
        explore_size=6,
        explore_games=20,
        exploit_rounds=1,
        exploit_scales=(0.7, 0.35, 0.0),
        exploit_games=20,
        races=((2, 60),),
        least_games=60,
    )
    settings = BalanceSettings(learning=few, audit_games=100, explain_games=20, pilot_games=0)
    one, three = (BALANCE.start(tmp_path / str(n), settings, ThreadRunner(n)) for n in (1, 3))
    assert one.to_json() == three.to_json()
    assert len(one.audits) > 1
