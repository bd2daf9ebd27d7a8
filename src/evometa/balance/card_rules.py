"""Rules for a card after a change: which numbers it may have together.

A rule looks at one card and at many ways to change it. The card as it is keeps every rule, whatever its numbers are:
one that is outside a limit may stay there or come closer. So there is always a legal change, that of nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.cards.model import Card, CardSet
from evometa.input.short_repr import short_repr

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Numbers = Mapping[str, Ints]  # attribute -> [k]: the numbers of a card after k changes

ATTRIBUTES = ("cost", "attack", "health", "durability")
STRENGTHS = tuple(name for name in ATTRIBUTES if name != "cost")  # the more, the stronger the card
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
        ways = [way_of(name) * np.sign(numbers - int(card.tree[name])) for name, numbers in after.items()]
        return ~(_any(after, [way > 0 for way in ways]) & _any(after, [way < 0 for way in ways]))


@dataclass(frozen=True, eq=False)
class LikePrinted:
    """The rule that a card looks like one that is printed: its numbers are within what cards of its cost have.

    `part` is the part of the printed cards that lies between the limits; as many are above as below.
    """

    part: float
    limits: Mapping[tuple[str, str], tuple[Ints, Ints]]  # by type and attribute: lowest and highest, [cost]

    __repr__ = short_repr

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
            if "cost" in after and (card.tree["type"], name) in self.limits:
                was, becomes = (self._outside(card, name, numbers) for numbers in (before, after))
                allowed &= (becomes[0] <= was[0]) & (becomes[1] <= was[1])
        return allowed

    def _outside(self, card: Card, attribute: str, numbers: Numbers) -> tuple[Ints, Ints]:
        """[k]: how far below and above its limits an attribute is."""
        lowest, highest = self.limits[card.tree["type"], attribute]
        cost = np.clip(numbers["cost"], 0, MOST_COST)
        found = numbers[attribute]
        return np.maximum(lowest[cost] - found, 0), np.maximum(found - highest[cost], 0)


def way_of(attribute: str) -> int:
    """Whether a card gets stronger (1) or weaker (-1) when an attribute rises."""
    return -1 if attribute == "cost" else 1


# --- what is printed ------------------------------------------------------------------------------


def _find_limits(cards: CardSet, part: float) -> Iterator[tuple[tuple[str, str], tuple[Ints, Ints]]]:
    """The limits by type and attribute."""
    printed = [card for card in cards if card.definition.collectible]
    for kind in dict.fromkeys(card.tree["type"] for card in printed):
        for attribute in STRENGTHS:
            found = [(card.cost, int(card.tree[attribute])) for card in printed if _has(card, kind, attribute)]
            if found:
                ends = [_limits_at(cost, np.array(found), part) for cost in range(MOST_COST + 1)]
                yield (kind, attribute), (np.array([low for low, _ in ends]), np.array([high for _, high in ends]))


def _has(card: Card, kind: str, attribute: str) -> bool:
    return bool(card.tree["type"] == kind and attribute in card.tree)


def _limits_at(cost: int, printed: Ints, part: float) -> tuple[int, int]:
    """Lowest and highest of the middle part of the cards [k, 2] (cost and number) of a cost, rounded outwards."""
    distances = np.abs(printed[:, 0] - cost)
    nearest = np.sort(distances)[:LEAST_PRINTED][-1]
    values = printed[distances <= nearest, 1]
    low, high = np.quantile(values, ((1 - part) / 2, (1 + part) / 2)).tolist()
    return floor(low), ceil(high)


# --- many changes at once --------------------------------------------------------------------------


def _all(after: Numbers) -> Mask:
    return np.ones(len(next(iter(after.values()))), bool)


def _any(after: Numbers, masks: list[Mask]) -> Mask:
    return np.asarray(np.any(masks, axis=0)) if masks else ~_all(after)
