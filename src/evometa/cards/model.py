"""Cards and card sets: immutable, so that a patch makes a new set and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from evometa.cards.language.definition import Definition
from evometa.cards.reading.parser import parse_card
from evometa.input.errors import InputError, Where, nearest_word

Tree = dict[str, Any]
NOT_NUMBERS = ("dbf_id",)  # an identity, not something that a patch changes


@dataclass(frozen=True, eq=False)
class Card:
    """A card: its data as a plain tree, and what the tree means."""

    tree: Tree  # treat as read-only; `dict_copy` gives one to change
    file: str
    definition: Definition

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any], file: str = "") -> Card:
        """A card from its data; raises `InputError` if the data is not a card."""
        where = Where(file, str(tree.get("id", "?")))
        own: Tree = copy_tree(dict(tree))
        return cls(own, file, parse_card(where, own))

    @property
    def id(self) -> str:
        """The public id."""
        return str(self.tree["id"])

    @property
    def name(self) -> str:
        """The name, which several cards may share."""
        return str(self.tree["name"])

    @property
    def where(self) -> Where:
        """The place of the card, for errors."""
        return Where(self.file, self.id)

    def numbers(self) -> dict[str, int]:
        """Every number of the card by its address, as in `CS2_029.spell.damage`."""
        return dict(_walk_numbers(self.id, self.tree))

    def dict_copy(self) -> Tree:
        """A copy of the card's data, to change and give to `CardSet.replace`."""
        tree: Tree = copy_tree(self.tree)
        return tree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.tree == other.tree

    # Equal data is compared by value, but caches go by identity: hashing a whole tree would cost more than it saves.
    __hash__ = object.__hash__


def copy_tree(value: Any) -> Any:
    """A copy of nested tables and lists; several times faster than `copy.deepcopy`, which a search would feel."""
    if isinstance(value, dict):
        return {name: copy_tree(item) for name, item in value.items()}
    if isinstance(value, list):
        return [copy_tree(item) for item in value]
    return value


def _walk_numbers(address: str, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield address, value
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in NOT_NUMBERS:
                yield from _walk_numbers(f"{address}.{name}", item)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _walk_numbers(f"{address}.{i}", item)


# What other cards can refer to: while none of it changes, compiled cards stay valid.
_IDENTITY_FIELDS = ("id", "name", "type", "class", "rarity", "race", "collectible")


def _identity(card: Card) -> tuple[Any, ...]:
    return tuple(card.tree.get(name) for name in _IDENTITY_FIELDS)


@dataclass(frozen=True, eq=False)
class Frame:
    """The order and the identities of a set's cards: all that a card needs to know of the others to be compiled."""

    definitions: tuple[Definition, ...]
    index_by_id: Mapping[str, int]
    indices_by_name: Mapping[str, tuple[int, ...]]
    ids: tuple[str, ...]

    def look_up(self, reference: str) -> int | None:
        """The table index (from 1) of the card that a person means, in any case, if there is exactly one.

        An id goes before a name, and the card that goes into decks before tokens of the same name.
        """
        by_id, named = (found.get(reference.casefold(), ()) for found in self._in_any_case)
        collectible = tuple(i for i in named if self.definitions[i - 1].collectible)
        return next((found[0] for found in (by_id, named, collectible) if len(found) == 1), None)

    @cached_property
    def _in_any_case(self) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
        """The indices by id and by name, both without regard to case."""
        by_id: dict[str, tuple[int, ...]] = {}
        by_name: dict[str, tuple[int, ...]] = {}
        for card_id, index in self.index_by_id.items():
            by_id[card_id.casefold()] = (*by_id.get(card_id.casefold(), ()), index)
        for name, indices in self.indices_by_name.items():
            by_name[name.casefold()] = tuple(sorted((*by_name.get(name.casefold(), ()), *indices)))
        return by_id, by_name

    def find(self, name_or_id: str) -> int:
        """The table index (from 1) of a card by its id or its name.

        Of several cards with a name it is the one that goes into decks, if that is only one.
        """
        if name_or_id in self.index_by_id:
            return self.index_by_id[name_or_id]
        found = self.indices_by_name.get(name_or_id, ())
        if len(found) > 1:
            found = tuple(i for i in found if self.definitions[i - 1].collectible) or found
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(self.ids[i - 1] for i in found)
            raise InputError(
                f"the name '{name_or_id}' is ambiguous: {len(found)} cards have it; use one of the ids {ids}"
            )
        nearest = nearest_word(name_or_id, (*self.indices_by_name, *self.index_by_id))
        hint = f"did you mean '{nearest}'? " if nearest else ""
        raise InputError(f"there is no card '{name_or_id}'; {hint}allowed: the name or id of a card of the set")


@dataclass(frozen=True, eq=False)
class CardSet:
    """Cards in a fixed order, found by id or by name (see `Frame.find`)."""

    cards: tuple[Card, ...]
    frame: Frame = field(repr=False)

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> CardSet:
        """A set of cards; raises `InputError` if two share an id."""
        ordered = tuple(cards)
        return cls(ordered, _make_frame(ordered))

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, name_or_id: object) -> bool:
        return name_or_id in self.frame.index_by_id or name_or_id in self.frame.indices_by_name

    def __getitem__(self, name_or_id: str) -> Card:
        return self.cards[self.frame.find(name_or_id) - 1]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.cards == other.cards

    __hash__ = object.__hash__

    def index_of(self, name_or_id: str) -> int:
        """The index of a card in the card table, which counts from 1."""
        return self.frame.find(name_or_id)

    def named(self, name: str) -> tuple[Card, ...]:
        """All cards of a name, in order."""
        return tuple(self.cards[i - 1] for i in self.frame.indices_by_name.get(name, ()))

    def numbers(self) -> dict[str, int]:
        """Every number of every card by its address."""
        return {address: number for card in self.cards for address, number in card.numbers().items()}

    def replace(self, card_id: str, tree: Mapping[str, Any]) -> CardSet:
        """A set in which one card has other data."""
        return self.replace_all({card_id: tree})

    def replace_all(self, trees: Mapping[str, Mapping[str, Any]]) -> CardSet:
        """A set in which some cards, given by id, have other data."""
        cards = list(self.cards)
        same_frame = True
        for card_id, tree in trees.items():
            position = self.frame.find(card_id) - 1
            old = cards[position]
            if tree.get("id") != old.id:
                raise (old.where / "id").error(
                    f"found '{tree.get('id')}'; allowed: '{old.id}', because a card keeps its id"
                )
            cards[position] = Card.from_tree(tree, old.file)
            same_frame = same_frame and _identity(old) == _identity(cards[position])
        return CardSet(tuple(cards), self.frame) if same_frame else CardSet.from_cards(cards)


def _make_frame(cards: tuple[Card, ...]) -> Frame:
    index_by_id: dict[str, int] = {}
    by_name: dict[str, tuple[int, ...]] = {}
    for index, card in enumerate(cards, start=1):
        if card.id in index_by_id:
            first = cards[index_by_id[card.id] - 1]
            raise card.where.error(
                f"the id '{card.id}' is there twice; the first is '{first.name}' in {first.file or 'the set'}"
            )
        index_by_id[card.id] = index
        by_name[card.name] = (*by_name.get(card.name, ()), index)
    return Frame(tuple(card.definition for card in cards), index_by_id, by_name, tuple(index_by_id))
