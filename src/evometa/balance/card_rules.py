"""Rules for a card after a change: which numbers it may have together, and what that leaves of all its changes.

A rule looks at one card and at many ways to change it. The card as it is keeps every rule, whatever its numbers are:
one that is outside a limit may stay there or come closer. So there is always a legal change, that of nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import Card, CardSet
from evometa.input.short_repr import Short

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Numbers = Mapping[str, Ints]  # attribute -> [k]: the numbers of a card after k changes

LEAST_PRINTED = 5  # cards that a limit is taken from; where there are fewer, those of the next costs count, too
MOST_COST = 100  # for which limits are known; a card that costs more has those of the dearest


class CardRule(Protocol):
    """Says which changes of a card are legal."""

    def allows(self, card: Card, after: Numbers) -> Mask:
        """[k]: whether the card may have these numbers."""


@dataclass(frozen=True)
class AtMostCost:
    """The rule that an attribute is at most the cost and so much more. A card that is above may stay as it is."""

    attribute: str
    plus: int

    def __str__(self) -> str:
        return f"{self.attribute}_at_most_cost_plus = {self.plus}"

    def allows(self, card: Card, after: Numbers) -> Mask:
        """[k]: whether the attribute is not further ahead of the cost than the rule or the card as it is."""
        if self.attribute not in after or "cost" not in after:
            return _all(after)
        ahead = int(card.tree[self.attribute]) - card.cost
        return np.asarray(after[self.attribute] - after["cost"] <= max(self.plus, ahead))


@dataclass(frozen=True)
class OneWay:
    """The rule that no card is both buffed and nerfed. Numbers inside effects do not count: who knows their way?"""

    def __str__(self) -> str:
        return "one_way = true"

    def allows(self, card: Card, after: Numbers) -> Mask:
        """[k]: whether all changes make the card stronger, or all weaker."""
        points = [numbers - int(card.tree[name]) for name, numbers in after.items()]
        stronger = [
            card.game.direction_of(name, int(card.tree[name])) * point
            for name, point in zip(after, points, strict=True)
        ]
        is_buffed, is_nerfed = (np.any(is_so, axis=0) for is_so in (np.greater(stronger, 0), np.less(stronger, 0)))
        return np.asarray(~(is_buffed & is_nerfed))


@dataclass(frozen=True, eq=False)
class LikePrinted(Short):
    """The rule that a card looks like one that is printed: its numbers are within what cards of its cost have.

    `part` is the part of the printed cards that lies between the limits; as many are above as below.
    """

    part: float
    limits: Mapping[tuple[str, str], tuple[Ints, Ints]]  # by type and attribute: lowest and highest, [cost]

    @classmethod
    def of(cls, cards: CardSet, part: float) -> LikePrinted:
        """The rule with the limits of the cards that decks may hold."""
        return cls(part, dict(_find_limits(cards, part)))

    def __str__(self) -> str:
        return f"like_printed = {self.part}"

    def allows(self, card: Card, after: Numbers) -> Mask:
        """[k]: whether no number is further outside its limits than on the card as it is."""
        before = {name: np.array([int(card.tree[name])]) for name in after}
        allowed = _all(after)
        for name in after:
            if "cost" in after and (card.tree.get("type", ""), name) in self.limits:
                was, becomes = (self._outside(card, name, numbers) for numbers in (before, after))
                allowed &= (becomes[0] <= was[0]) & (becomes[1] <= was[1])
        return allowed

    def _outside(self, card: Card, attribute: str, numbers: Numbers) -> tuple[Ints, Ints]:
        """[k]: how far below and above its limits an attribute is."""
        lowest, highest = self.limits[card.tree.get("type", ""), attribute]
        cost = np.clip(numbers["cost"], 0, MOST_COST)
        found = numbers[attribute]
        return np.maximum(lowest[cost] - found, 0), np.maximum(found - highest[cost], 0)


# --- what is printed ------------------------------------------------------------------------------


def _find_limits(cards: CardSet, part: float) -> Iterator[tuple[tuple[str, str], tuple[Ints, Ints]]]:
    """The limits by type and attribute."""
    printed = [card for card in cards if card.is_collectible]
    strengths = [name for name in cards.game.attributes if name != "cost"]
    for kind in dict.fromkeys(card.tree.get("type", "") for card in printed):
        for attribute in strengths:
            of_kind = [card for card in printed if card.tree.get("type", "") == kind and attribute in card.tree]
            if of_kind:
                found = [(card.cost, int(card.tree[attribute])) for card in of_kind]
                ends = [_limits_at(cost, np.array(found), part) for cost in range(MOST_COST + 1)]
                yield (kind, attribute), (np.array([low for low, _ in ends]), np.array([high for _, high in ends]))


def _limits_at(cost: int, printed: Ints, part: float) -> tuple[int, int]:
    """Lowest and highest of the middle part of the cards [k, 2] (cost and number) of a cost, rounded outwards."""
    distances = np.abs(printed[:, 0] - cost)
    nearest = np.sort(distances)[:LEAST_PRINTED][-1]
    values = printed[distances <= nearest, 1]
    low, high = np.quantile(values, ((1 - part) / 2, (1 + part) / 2)).tolist()
    return floor(low), ceil(high)


def _all(after: Numbers) -> Mask:
    return np.ones(len(next(iter(after.values()))), bool)


# --- what rules leave -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class LegalChanges(Short):
    """The legal changes of the attributes of one card, and for every other change the nearest of them.

    A card has three numbers at most that rules look at, and few values for each, so all of its changes can be listed.
    """

    genes: Ints  # [g]: the places of its attributes in a genome
    lowest: Ints  # [g]
    shape: tuple[int, ...]  # [g]: how many values each can have
    nearest: Ints  # [product of the shape, g]

    @classmethod
    def find(
        cls, card: Card, genes: Mapping[str, int], lowest: Ints, highest: Ints, rules: tuple[CardRule, ...]
    ) -> LegalChanges:
        """What rules leave of the changes of a card; `genes` are the places of its attributes in a genome."""
        places = np.array(list(genes.values()), np.int64)
        low, high = lowest[places], highest[places]
        shape = tuple((high - low + 1).tolist())
        every = np.indices(shape).reshape(len(places), -1).T + low
        weights = [card.game.weight_of(name) for name in genes]
        return cls(places, low, shape, _find_nearest(every, _are_legal(card, tuple(genes), every, rules), weights))

    def repair(self, changes: Ints) -> None:
        """Make changes [k, n] of this card legal, in place."""
        values = changes[:, self.genes] - self.lowest
        changes[:, self.genes] = self.nearest[np.ravel_multi_index(tuple(values.T), self.shape)]


def _are_legal(card: Card, attributes: tuple[str, ...], every: Ints, rules: tuple[CardRule, ...]) -> Mask:
    """[k]: which of the changes [k, g] all rules allow. What cannot change counts as it is."""
    printed = {name: np.full(len(every), card.tree[name]) for name in card.game.attributes if name in card.tree}
    after = printed | {name: card.tree[name] + every[:, i] for i, name in enumerate(attributes)}
    return np.asarray(np.all([rule.allows(card, after) for rule in rules], axis=0))


def _find_nearest(every: Ints, is_legal: Mask, weights: Sequence[int]) -> Ints:
    """[k, g]: for each change the legal one with the fewest weighted points between; the lowest if equal.

    What counts less gives way first.
    """
    found, legal, broken = every.copy(), every[is_legal], every[~is_legal]
    distances = np.zeros((len(broken), len(legal)), np.int32)
    for i, weight in enumerate(weights):
        distances += (weight * np.abs(broken[:, i, None] - legal[:, i])).astype(np.int32)
    found[~is_legal] = legal[np.argmin(distances, axis=1)]
    return found
