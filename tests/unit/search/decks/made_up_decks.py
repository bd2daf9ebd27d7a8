"""A made-up metagame: how strong a deck is follows from worths of cards and of pairs, which are all known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evometa.search.contract import Asked, Floats, Ints, Told
from evometa.search.decks.model import Forms
from evometa.search.decks.optimum import climb, measure
from evometa.search.decks.task import DeckTask

N_CARDS, N_OPPONENTS, SIZE = 100, 4, 30
WORTH, SECOND, SYNERGY = 0.08, 0.03, 0.05  # standard deviations, in log odds
PAIRED = 0.05  # of all pairs of cards have to do with each other
LEVEL = -1.0  # log odds of random decks to win


def make_task(low: Ints | None = None, high: Ints | None = None, n_cards: int = N_CARDS) -> DeckTask:
    """Two copies of each card, none locked, if nothing else is said."""
    return DeckTask(
        np.zeros(n_cards, np.int64) if low is None else low,
        np.full(n_cards, 2) if high is None else high,
        SIZE,
        np.arange(n_cards) % 8,
        np.full(N_OPPONENTS, 1 / N_OPPONENTS),
    )


@dataclass(frozen=True, eq=False)
class Truth:
    """What everything is worth."""

    task: DeckTask
    form: Forms
    level: float
    hardness: Floats  # [R]

    @classmethod
    def plant(cls, task: DeckTask, seed: int) -> Truth:
        """Worths drawn at random; strengths are counted from those of random decks."""
        rng, n = np.random.default_rng(seed), task.n_cards
        pairs = np.triu(rng.normal(0, SYNERGY, (n, n)) * (rng.random((n, n)) < PAIRED), 1) / 2
        form = Forms(rng.normal(0, WORTH, (1, n)), rng.normal(0, SECOND, (1, n)), (pairs + pairs.T)[None])
        level = LEVEL - float(measure(form, task.draw(500, rng)).mean())
        return cls(task, form, level, rng.normal(0, 0.5, len(task.shares)))

    def rates(self, decks: Ints) -> Floats:
        """[k, R]: how often decks beat each opponent."""
        strengths = measure(self.form, decks)[:, 0] + self.level
        return np.asarray(1 / (1 + np.exp(-strengths[:, None] - self.hardness)))

    def rate(self, decks: Ints) -> Floats:
        """[k]: and all of them."""
        return np.asarray(self.rates(decks) @ self.task.shares)

    def find_best(self) -> float:
        """The win rate of the best deck of all that climbs from many random decks find."""
        starts = self.task.draw(50, np.random.default_rng(1))
        form = Forms(*(np.repeat(part, len(starts), axis=0) for part in vars(self.form).values()))
        return float(self.rate(climb(self.task, form, starts)).max())

    def tell(self, asked: Asked, first: int) -> Told:
        """The games of what was asked for, the first of which has this number."""
        assert asked.games is not None
        each = np.repeat((asked.games // N_OPPONENTS)[:, None], N_OPPONENTS, axis=1)
        rates = self.rates(asked.genomes)
        wins = np.array(
            [np.random.default_rng([7, first + i]).binomial(each[i], rates[i]) for i in range(len(each))], np.int64
        ).reshape(each.shape)
        return Told(asked.genomes, -(wins.sum(axis=1) / each.sum(axis=1))[:, None], wins=wins, games=each)
