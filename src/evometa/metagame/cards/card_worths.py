"""What a copy of each card is worth: a logistic regression of who won on the cards of both decks. Knows counts only.

The log odds that the deck wins that starts are what starting is worth, plus what its class and its cards are worth,
less the same of the other deck. The worth of a neutral card may differ from class to class, by as much as the games
show and not more: a Gaussian prior keeps the worths of all cards near 0 and those of a card near each other. Draws are
left out.

All arrays over parameters are in one order: for each class its cards and the class itself, and last the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy import sparse

from evometa.input.short_repr import Short
from evometa.matches.inference import Estimates, around
from evometa.metagame.cards.random_games import StagePlan, Winners
from evometa.metagame.evidence import Floats
from evometa.metagame.newton import climb, invert

_WORTH_SPREAD = 0.15  # standard deviations of the prior, in log odds: of the worth of a card,
_CLASS_SPREAD = 0.04  # of how the worth of a neutral card in one class differs from that in others,
_HERO_SPREAD = 1.0  # of what a class is worth,
_SEAT_SPREAD = 10.0  # and of what starting is worth: as good as nothing is assumed about that
DRAWN = 2


@dataclass(frozen=True, eq=False)
class Layout(Short):
    """Which parameter is which. Cards are numbered; a neutral card has a parameter in every class."""

    cards: tuple[tuple[int, ...], ...]  # for each class, the numbers of its cards
    n_cards: int

    @cached_property
    def starts(self) -> list[int]:
        """Where the parameters of each class begin, and where those of the last one end: at the seat."""
        return [0, *np.cumsum([len(cards) + 1 for cards in self.cards]).tolist()]

    @property
    def n(self) -> int:
        """The number of parameters."""
        return self.starts[-1] + 1

    @cached_property
    def places(self) -> list[list[tuple[int, int]]]:
        """For each card, the classes that can have it, and its parameter there."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.n_cards)]
        for klass, (start, cards) in enumerate(zip(self.starts, self.cards, strict=False)):
            for place, card in enumerate(cards):
                found[card].append((klass, start + place))
        return found

    def prior(self) -> Floats:
        """[n, n]: the precision of all parameters before the first game."""
        precision = np.diag(np.full(self.n, 1 / _HERO_SPREAD**2))
        precision[-1, -1] = 1 / _SEAT_SPREAD**2
        for places in self.places:
            own = [parameter for _, parameter in places]
            apart = _CLASS_SPREAD if len(own) > 1 else 0.0
            precision[np.ix_(own, own)] = np.linalg.inv(_WORTH_SPREAD**2 + apart**2 * np.eye(len(own)))
        return np.asarray(precision)


@dataclass(frozen=True, eq=False)
class _Played(Short):
    """The games of a stage that were decided, for the regression."""

    layout: Layout
    plan: StagePlan
    winners: Winners

    def scores(self, strengths: Floats) -> Floats:
        """[games]: by how much more often the deck that starts won than expected."""
        chance = self._chances(strengths)
        return np.asarray(((self.winners == 0) - chance) * (self.winners != DRAWN))

    def gradient(self, strengths: Floats) -> Floats:
        """[n]: how the likelihood of the games grows with each parameter."""
        scores = self.scores(strengths)
        return np.append(self._sum_by_parameter(self._by_deck(scores)), scores.sum())

    def information(self, strengths: Floats) -> Floats:
        """[n, n]: how much the games say about the parameters."""
        chance = self._chances(strengths)
        weights = chance * (1 - chance) * (self.winners != DRAWN)
        decks = self._decks()
        across = self._laplacian(weights) @ decks  # [decks, n - 1]
        information = np.empty((self.layout.n, self.layout.n))
        for (start, end), rows, counts in self._blocks():
            information[start:end, :-1] = counts.T @ across[rows]
        information[-1, :-1] = information[:-1, -1] = self._sum_by_parameter(self._by_deck(weights))
        information[-1, -1] = weights.sum()
        return information

    def _chances(self, strengths: Floats) -> Floats:
        """[games]: how likely the deck is to win that starts."""
        blocks = self._blocks()
        of_decks = np.concatenate([counts @ strengths[start:end] for (start, end), _, counts in blocks])
        odds = strengths[-1] + of_decks[self.plan.first] - of_decks[self.plan.second]
        return np.asarray(1 / (1 + np.exp(-odds)))

    def _by_deck(self, values: Floats) -> Floats:
        """[decks]: the values of the games that a deck started, less those of the others."""
        n = sum(map(len, self.plan.decks))
        started, other = (np.bincount(decks, values, n) for decks in (self.plan.first, self.plan.second))
        return np.asarray(started - other)

    def _sum_by_parameter(self, values: Floats) -> Floats:
        """[n - 1]: the values of decks, once for each copy of a card."""
        return np.concatenate([counts.T @ values[rows] for _, rows, counts in self._blocks()])

    def _laplacian(self, weights: Floats) -> sparse.csr_array:
        """[decks, decks]: the weights of the games of each deck, and less those of every two."""
        first, second, n = self.plan.first, self.plan.second, sum(map(len, self.plan.decks))
        rows, columns = np.concatenate([first, second, first, second]), np.concatenate([first, second, second, first])
        return sparse.csr_array((np.concatenate([weights, weights, -weights, -weights]), (rows, columns)), (n, n))

    def _decks(self) -> Floats:
        """[decks, n - 1]: the copies of each card of its class that a deck has, and a 1 for its class."""
        decks = np.zeros((sum(map(len, self.plan.decks)), self.layout.n - 1))
        for (start, end), rows, counts in self._blocks():
            decks[rows, start:end] = counts
        return decks

    def _blocks(self) -> list[tuple[tuple[int, int], slice, Floats]]:
        """For each class: its parameters, its decks, and the copies [k, cards + 1] that these have."""
        ends = [0, *np.cumsum([len(counts) for counts in self.plan.decks]).tolist()]
        return [
            (parameters, slice(*rows), np.column_stack([counts, np.ones(len(counts))]))
            for parameters, rows, counts in zip(
                pairwise(self.layout.starts), pairwise(ends), self.plan.decks, strict=True
            )
        ]


@dataclass(frozen=True, eq=False)
class Worths(Short):
    """What games say about all parameters."""

    layout: Layout
    strengths: Floats  # [n]
    covariance: Floats  # [n, n]
    copies: Floats  # [n]: of each card in an average deck of each class

    def of_cards(self) -> Estimates:
        """[cards]: the worth of a copy of each card, the mean of its classes, above that of the average card."""
        return self._estimate(self._card_weights - self._average[:, None])

    def of_card_in_class(self) -> Estimates:
        """[n - 1]: the worth of a copy of each card in each class, above that of the average card in any."""
        shared = self.covariance @ self._average
        variance = np.diag(self.covariance) - 2 * shared + self._average @ shared
        return _around((self.strengths - self._average @ self.strengths)[:-1], variance[:-1])

    def of_classes(self) -> Estimates:
        """[classes]: how much stronger a random deck of each class is than the average of the classes."""
        weights = np.zeros((self.layout.n, len(self.layout.cards)))
        for klass, (start, end) in enumerate(pairwise(self.layout.starts)):
            weights[start:end, klass] = self.copies[start:end]
        return self._estimate(weights - weights.mean(axis=1, keepdims=True))

    def of_seat(self) -> Estimates:
        """[1]: what starting is worth."""
        return _around(self.strengths[-1:], self.covariance[-1:, -1])

    @cached_property
    def _card_weights(self) -> Floats:
        weights = np.zeros((self.layout.n, self.layout.n_cards))
        for card, places in enumerate(self.layout.places):
            weights[[parameter for _, parameter in places], card] = 1 / len(places)
        return weights

    @cached_property
    def _average(self) -> Floats:
        """[n]: all decks have as many cards, so only differences between cards can be known: these are to the mean."""
        return np.asarray(self._card_weights.mean(axis=1))

    def _estimate(self, weights: Floats) -> Estimates:
        """[m]: sums of the parameters with some weights [n, m], with their intervals."""
        return _around(weights.T @ self.strengths, np.sum(weights * (self.covariance @ weights), axis=0))


def _around(value: Floats, variance: Floats) -> Estimates:
    """Numbers with their intervals."""
    return around(value, np.sqrt(variance))


def fit_worths(layout: Layout, stages: Sequence[tuple[StagePlan, Winners]]) -> Worths:
    """The most likely parameters after all games, by Newton's method, and how sure they are."""
    played = [_Played(layout, *stage) for stage in stages]
    prior = layout.prior()
    strengths, curvature = climb(
        prior,
        lambda at: np.sum([each.gradient(at) for each in played], axis=0),
        lambda at: sum((each.information(at) for each in played), np.zeros_like(prior)),
        is_costly=True,
    )
    return Worths(layout, strengths, invert(*curvature), _average_copies(layout, played))


def _average_copies(layout: Layout, played: Sequence[_Played]) -> Floats:
    """[n]: the copies of each card in an average deck of each class; 1 for the class itself."""
    copies = np.zeros(layout.n)
    for klass, (start, end) in enumerate(pairwise(layout.starts)):
        decks = [each.plan.decks[klass] for each in played]
        copies[start : end - 1] = sum(each.sum(axis=0, dtype=np.int64) for each in decks) / sum(map(len, decks))
        copies[end - 1] = 1
    return copies
