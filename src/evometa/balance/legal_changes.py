"""All changes of one card, and which of them rules allow.

A card has three numbers at most that rules look at, and few values for each, so all of its changes can be listed. What
is not legal is replaced by the nearest that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evometa.balance.card_rules import ATTRIBUTES, CardRule, Ints, Mask
from evometa.cards.model import Card
from evometa.cards.patches.patch import weight_of
from evometa.input.short_repr import short_repr


@dataclass(frozen=True, eq=False)
class LegalChanges:
    """The legal changes of the attributes of one card, and for every other change the nearest of them."""

    genes: Ints  # [g]: the places of its attributes in a genome
    lowest: Ints  # [g]
    shape: tuple[int, ...]  # [g]: how many values each can have
    nearest: Ints  # [product of the shape, g]

    __repr__ = short_repr

    @classmethod
    def find(
        cls, card: Card, genes: Mapping[str, int], lowest: Ints, highest: Ints, rules: tuple[CardRule, ...]
    ) -> LegalChanges:
        """What rules leave of the changes of a card; `genes` are the places of its attributes in a genome."""
        places = np.array(list(genes.values()), np.int64)
        low, high = lowest[places], highest[places]
        shape = tuple((high - low + 1).tolist())
        every = np.indices(shape).reshape(len(places), -1).T + low
        return cls(places, low, shape, _find_nearest(every, _are_legal(card, tuple(genes), every, rules), tuple(genes)))

    def repair(self, changes: Ints) -> None:
        """Make changes [k, n] of this card legal, in place."""
        values = changes[:, self.genes] - self.lowest
        changes[:, self.genes] = self.nearest[np.ravel_multi_index(tuple(values.T), self.shape)]


def _are_legal(card: Card, attributes: tuple[str, ...], every: Ints, rules: tuple[CardRule, ...]) -> Mask:
    """[k]: which of the changes [k, g] all rules allow. What cannot change counts as it is."""
    printed = {name: np.full(len(every), card.tree[name]) for name in ATTRIBUTES if name in card.tree}
    after = printed | {name: card.tree[name] + every[:, i] for i, name in enumerate(attributes)}
    return np.asarray(np.all([rule.allows(card, after) for rule in rules], axis=0))


def _find_nearest(every: Ints, is_legal: Mask, attributes: tuple[str, ...]) -> Ints:
    """[k, g]: for each change the legal one with the fewest points between, mana counting double; the lowest if equal.

    As a point of cost counts as much as one of both other attributes, these give way first.
    """
    found, legal, broken = every.copy(), every[is_legal], every[~is_legal]
    distances = np.zeros((len(broken), len(legal)), np.int32)
    for i, name in enumerate(attributes):
        distances += (weight_of(name) * np.abs(broken[:, i, None] - legal[:, i])).astype(np.int32)
    found[~is_legal] = legal[np.argmin(distances, axis=1)]
    return found
