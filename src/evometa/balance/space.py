"""What may change: one gene for each number, and what a genome makes of the cards.

A genome is an array of changes, one for each gene, and stays within `low` and `high`. What it really changes is what
`repair` leaves of it: numbers are clamped, so a gene can be without effect, and the wishes of the user hold. All that
looks at a genome looks at that. Reading spaces from files is in `space_files.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.balance.card_rules import CardRule, LegalChanges
from evometa.games.cards import CardSet
from evometa.games.patches.patch import Patch, split_address
from evometa.input.errors import InputError
from evometa.input.short_repr import Short

Ints = NDArray[np.int64]

FREE, GENTLE = "free", "gentle"
BASES: Mapping[str, Mapping[str, Any]] = {  # the spaces that have a name, as `space_files` reads them
    FREE: {},
    GENTLE: {"range": [-2, 2], "max_cards": 8, "one_way": True, "cost_at_least": 1, "like_printed": 0.9},
}
LARGE = 1000  # more than any number of a card: a change by so much shows where clamping stops


@dataclass(frozen=True)
class Gene:
    """A number that may change, from `low` to `high` more than it is. No change is always possible."""

    address: str
    card: str  # its name
    printed: int
    low: int
    high: int

    @property
    def card_id(self) -> str:
        """The card's id."""
        return split_address(self.address)[0]

    @property
    def attribute(self) -> str:
        """What it is of the card: an attribute such as `cost`, or a path such as `spell.damage`."""
        return split_address(self.address)[1]


@dataclass(frozen=True, eq=False)
class BalanceSpace(Short):
    """All that may change, for cards as they are before it does."""

    card_set: CardSet
    genes: tuple[Gene, ...]
    allow_zero: bool = False  # whether health and durability may fall to 0
    max_cards: int | None = None  # that may change at once
    rules: tuple[CardRule, ...] = ()

    def __post_init__(self) -> None:
        if not self.genes:
            raise InputError("nothing may change: the space has no genes; lock less, or give wider ranges")
        if self.max_cards is not None and self.max_cards < 1:
            raise InputError(f"max_cards: found {self.max_cards}; allowed: 1 or more")
        for gene in self.genes:
            if not gene.low <= 0 <= gene.high:
                raise InputError(
                    f"range of {gene.address}: found [{gene.low}, {gene.high}]; "
                    "allowed: from 0 or less to 0 or more, as a card may always stay as it is"
                )

    def __len__(self) -> int:
        return len(self.genes)

    # --- as arrays; n genes, c cards ---

    @cached_property
    def low(self) -> Ints:
        """[n]: the lowest value of each gene."""
        return _fixed([gene.low for gene in self.genes])

    @cached_property
    def high(self) -> Ints:
        """[n]: the highest value of each gene."""
        return _fixed([gene.high for gene in self.genes])

    @cached_property
    def printed(self) -> Ints:
        """[n]: the numbers as they are without a change."""
        return _fixed([gene.printed for gene in self.genes])

    @cached_property
    def weights(self) -> Ints:
        """[n]: what a point of each number counts in the weighted magnitude."""
        return _fixed([self.card_set.game.weight_of(gene.attribute) for gene in self.genes])

    @cached_property
    def lowest(self) -> Ints:
        """[n]: the furthest that each number can really fall, as a change."""
        return np.maximum(self.low, self._clamped_by(-LARGE))

    @cached_property
    def highest(self) -> Ints:
        """[n]: the furthest that each number can really rise, as a change."""
        return np.minimum(self.high, self._clamped_by(LARGE))

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """[n]: where each number is."""
        return tuple(gene.address for gene in self.genes)

    @cached_property
    def labels(self) -> tuple[tuple[str, str], ...]:
        """[n]: the name of the card and the attribute of each gene."""
        return tuple((gene.card, gene.attribute) for gene in self.genes)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """[c]: the ids of the cards that may change, in order."""
        return tuple(dict.fromkeys(gene.card_id for gene in self.genes))

    @cached_property
    def card_of(self) -> Ints:
        """[n]: the card of each gene, by its place in `cards`."""
        places = {card_id: i for i, card_id in enumerate(self.cards)}
        return _fixed([places[gene.card_id] for gene in self.genes])

    # --- genomes and patches ---

    def unchanged(self) -> Ints:
        """[n]: the genome that changes nothing."""
        return np.zeros(len(self), np.int64)

    def repair(self, genomes: ArrayLike) -> Ints:
        """[n] or [k, n]: the changes that genomes really make.

        Numbers are clamped. A card that breaks a rule gets the nearest change that keeps all of them. Of more cards
        than `max_cards`, those with the largest weighted change stay, the first ones if equal. What is in order already
        stays as it is.
        """
        given = self._check(genomes)
        changes = np.clip(np.atleast_2d(given), self.lowest, self.highest)
        for legal in self._legal_changes:
            legal.repair(changes)
        self._keep_cards(changes)
        return changes.reshape(given.shape)

    def to_patch(self, genome: ArrayLike, name: str = "") -> Patch:
        """The patch of a genome: all that it really changes, and nothing else."""
        return self.patch_of(self.repair(genome), name)

    def patch_of(self, changes: Ints, name: str = "") -> Patch:
        """The patch of changes [n] that are repaired already."""
        found = np.flatnonzero(changes).tolist()
        return Patch(name, {self.addresses[i]: int(changes[i]) for i in found}, allow_zero=self.allow_zero)

    def to_genome(self, patch: Patch) -> Ints:
        """[n]: the genome that really changes what a patch does; an `InputError` if the space has none."""
        effective = patch.effective(self.card_set)
        if effective.given or effective.taken or effective.banned or effective.limited:
            raise InputError(
                "the patch changes keywords, bans or limits cards, but a search changes numbers alone; take that out "
                "of it, or search in a metagame that has it (--patch)"
            )
        places = {address: i for i, address in enumerate(self.addresses)}
        genome = self.unchanged()
        for address, change in effective.changes.items():
            if address not in places:
                raise InputError(f"the patch changes {address}, but that may not change; take it out of the patch")
            genome[places[address]] = change
        if (broken := self.repair(np.clip(genome, self.low, self.high)) != genome).any():
            gene = self.genes[int(np.argmax(broken))]
            raise InputError(
                f"the patch changes {gene.address} by {effective.changes.get(gene.address, 0)}, which the space does "
                f"not allow; allowed: {self._describe_limits(gene)}"
            )
        return genome

    # --- how ---

    def _check(self, genomes: ArrayLike) -> Ints:
        given = np.asarray(genomes)
        if given.ndim not in (1, 2) or given.shape[-1] != len(self) or given.dtype.kind not in "iu":
            raise ValueError(
                f"found an array of {given.dtype} with the shape {given.shape}; allowed: integers, {len(self)} a genome"
            )
        outside = np.argwhere((given < self.low) | (given > self.high))
        if len(outside):
            gene, value = self.genes[outside[0][-1]], given[tuple(outside[0])]
            raise ValueError(f"found {value} for {gene.address}; allowed: {gene.low} to {gene.high}")
        return given.astype(np.int64)

    def _clamped_by(self, change: int) -> Ints:
        change_number = self.card_set.game.change_number
        values = [change_number(gene.attribute, gene.printed, change, self.allow_zero) for gene in self.genes]
        return np.array(values, np.int64) - self.printed

    def _keep_cards(self, changes: Ints) -> None:
        if self.max_cards is None:
            return
        belongs = self.card_of[:, None] == np.arange(len(self.cards))
        sizes = (np.abs(changes) * self.weights) @ belongs
        dropped = np.argsort(-sizes, axis=1, kind="stable")[:, self.max_cards :]
        stays = np.ones(sizes.shape, bool)
        np.put_along_axis(stays, dropped, False, axis=1)
        changes[~stays[:, self.card_of]] = 0

    @cached_property
    def _legal_changes(self) -> list[LegalChanges]:
        """What the rules leave of each card's attributes."""
        found = []
        for card_id in self.cards if self.rules else ():
            own = {gene.attribute: i for i, gene in enumerate(self.genes) if gene.card_id == card_id}
            genes = {name: own[name] for name in self.card_set.game.attributes if name in own}
            if genes:
                card = self.card_set[card_id]
                found.append(LegalChanges.find(card, genes, self.lowest, self.highest, self.rules))
        return found

    def _describe_limits(self, gene: Gene) -> str:
        limits = [f"{gene.low} to {gene.high}", *map(str, self.rules)]
        if self.max_cards is not None:
            limits.append(f"{self.max_cards} changed cards at most")
        return ", ".join(limits)


def _fixed(values: Sequence[int]) -> Ints:
    array = np.array(values, np.int64)
    array.flags.writeable = False
    return array
