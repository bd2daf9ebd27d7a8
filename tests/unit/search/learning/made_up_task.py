"""A small task with a planted truth: three decks, a few cards, and log odds that follow from what changes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from evometa.search.contract import Asked, Floats, Ints, Told
from evometa.search.learning.choices import Choices, Group, stack_groups
from evometa.search.learning.design import Design, Kind
from evometa.search.learning.judging import Task
from evometa.search.learning.loss import loss_of_imbalance

KINDS = (Kind(-0.08, -1.5), Kind(0.06, 1.0))  # cost and attack
DECKS = np.array([[2, 1, 0, 0, 1, 0], [0, 1, 2, 1, 0, 0], [1, 0, 0, 0, 1, 2]])  # copies of six cards in three decks
PAIRS = ((0, 1), (0, 2), (1, 2))


def make_choices(n_groups: int, reach: int = 1) -> Choices:
    """Groups of a cost and an attack, each up to so many points up or down; mana counts double."""
    every = np.array(list(product(range(-reach, reach + 1), repeat=2)), np.int64)
    sizes = np.abs(every) @ [2.0, 1.0]
    order = np.argsort(sizes, kind="stable")
    return stack_groups(
        [Group(np.array([2 * group, 2 * group + 1]), every[order], sizes[order]) for group in range(n_groups)]
    )


def make_design(n_groups: int) -> Design:
    copies = DECKS[:, :n_groups]
    return Design(
        copies=np.array([copies[i] - copies[j] for i, j in PAIRS]),
        is_there=np.array([(copies[i] > 0) | (copies[j] > 0) for i, j in PAIRS]),
        group_of=np.repeat(np.arange(n_groups), 2),
        kind_of=np.tile([0, 1], n_groups),
        kinds=KINDS,
    )


def make_task(n_groups: int = 3, reach: int = 1, most_groups: int | None = None) -> Task:
    return Task(make_choices(n_groups, reach), make_design(n_groups), loss_of_imbalance(3), most_groups or n_groups)


@dataclass
class Truth:
    """Log odds of genomes; games are made up from them."""

    task: Task
    intercepts: Floats  # [R]
    weights: Floats  # [R, F]

    @classmethod
    def plant(
        cls, task: Task, seed: int, intercepts: tuple[float, float, float] = (1.4, -0.9, 0.7), strength: float = 1.0
    ) -> Truth:
        """Weights of about the size that is expected, or stronger, which differ from row to row and gene to gene."""
        rng, design = np.random.default_rng(seed), task.design
        effects = np.array([kind.effect for kind in design.kinds])[design.kind_of]
        gene = effects * rng.uniform(0.5, 2.0, design.n_genes)
        products = rng.normal(0, 0.02, len(design.pairs))
        weights = np.zeros((design.n_rows, design.n_features))
        for row in range(design.n_rows):
            copies = design.copies[row][design.group_of]
            local = copies * gene + design.is_there[row][design.group_of] * rng.normal(0, 0.02, design.n_genes)
            weights[row] = np.concatenate([local, local, products * copies[design.pairs[:, 0]]])
        return cls(task, np.array(intercepts), strength * weights)

    def logits(self, genomes: Ints) -> Floats:
        return np.asarray(self.intercepts + self.task.design.make_features(genomes) @ self.weights.T)

    def loss(self, genomes: Ints) -> Floats:
        return self.task.loss.of_logits(self.logits(np.atleast_2d(genomes)))

    def tell(self, asked: Asked, first: int) -> Told:
        """What a search that learns is told."""
        assert asked.games is not None
        wins, played = self.play(asked.genomes, asked.games, first)
        return Told(asked.genomes, self.loss(asked.genomes)[:, None], wins, played, played)

    def play(self, genomes: Ints, games: Ints, first: int) -> tuple[Ints, Ints]:
        """Wins and games of each row; genome k has evaluation number first + k, which its luck depends on."""
        rates = 1 / (1 + np.exp(-self.logits(genomes)))
        played = np.repeat(np.asarray(games, np.int64)[:, None], rates.shape[1], axis=1)
        wins = [np.random.default_rng(first + k).binomial(played[k], rates[k]) for k in range(len(genomes))]
        return np.array(wins, np.int64).reshape(played.shape), played
