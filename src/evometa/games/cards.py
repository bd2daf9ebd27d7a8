"""Cards and card sets: immutable, so that a patch makes a new set and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evometa.games.game import Game
from evometa.games.registry import default_game
from evometa.input.errors import InputError, Where, hint_at
from evometa.input.small_html import small_table
from evometa.input.toml_text import format_value

Tree = dict[str, Any]
_NOT_NUMBERS = ("dbf_id",)  # it identifies the card, so a patch cannot change it
_NAMING = ("id", "dbf_id", "name", "class", "set", "type", "rarity", "race", "collectible")  # what kind of card it is


@dataclass(frozen=True, eq=False)
class Card:
    """A card: its data as a plain tree, and what the tree means."""

    tree: Tree  # treat as read-only; `dict_copy` gives one to change
    file: str
    game: Game

    @classmethod
    def from_tree(cls, tree: Mapping[str, Any], file: str = "", game: Game | None = None) -> Card:
        """A card of a game from its data; raises `InputError` if the data is not a card."""
        card = cls(copy_tree(dict(tree)), file, game or default_game())
        card.definition  # noqa: B018 - raises if the data is not a card
        return card

    @cached_property
    def definition(self) -> Any:
        """What the data means to the game. It is read when it is first asked for."""
        return self.game.read_definition(self.where, self.tree)

    @property
    def id(self) -> str:
        """The public id."""
        return str(self.tree["id"])

    @property
    def name(self) -> str:
        """The name, which several cards may share."""
        return str(self.tree["name"])

    @property
    def cost(self) -> int:
        """What it costs, as printed; 0 if it has no cost."""
        return int(self.tree.get("cost", 0))

    @property
    def is_collectible(self) -> bool:
        """Whether decks may hold it."""
        return self.game.is_collectible(self)

    @property
    def keywords(self) -> frozenset[str]:
        """Its printed keywords."""
        words = self.tree.get("keywords", ())
        return frozenset([words] if isinstance(words, str) else words)

    @property
    def where(self) -> Where:
        """The place of the card, for errors."""
        return Where(self.file, str(self.tree.get("id", "?")))

    def numbers(self) -> dict[str, int]:
        """Every number of the card by its address, as in `CS2_029.spell.damage`."""
        return dict(walk_numbers(self.id, self.tree))

    def dict_copy(self) -> Tree:
        """A copy of the card's data, to change and give to `CardSet.replace`."""
        tree: Tree = copy_tree(self.tree)
        return tree

    def __repr__(self) -> str:
        return f"Card({self.tree.get('name')!r}, {self.tree.get('id')})"

    def _repr_html_(self) -> str:
        """The face, and what the card does as its data says it: the words need other cards."""
        tree, game = self.tree, self.game
        cost = f" ({self.cost} {game.words.cost})" if "cost" in tree else ""
        on_the_face = (*_NAMING, *game.attributes)
        rows = [(name, format_value(value)) for name, value in tree.items() if name not in on_the_face]
        return small_table(self.name + cost, [game.describe_kind(tree), game.describe_stats(tree)], (), rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.tree == other.tree

    # Cards are compared by their data, but hashed by identity: hashing a whole tree would take longer than it saves.
    __hash__ = object.__hash__


def copy_tree(value: Any) -> Any:
    """A copy of nested tables and lists. It is several times faster than `copy.deepcopy`, which matters in a search."""
    if isinstance(value, dict):
        return {name: copy_tree(item) for name, item in value.items()}
    if isinstance(value, list):
        return [copy_tree(item) for item in value]
    return value


def walk_numbers(address: str, value: Any) -> Iterator[tuple[str, int]]:
    """Every number inside a value by its address, which begins with the one given."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield address, value
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in _NOT_NUMBERS:
                yield from walk_numbers(f"{address}.{name}", item)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from walk_numbers(f"{address}.{i}", item)


# What other cards can refer to. Compiled cards stay valid as long as none of it changes.
_IDENTITY_FIELDS = ("id", "name", "type", "class", "rarity", "race", "collectible")


def _identity(card: Card) -> tuple[Any, ...]:
    return tuple(card.tree.get(name) for name in _IDENTITY_FIELDS)


@dataclass(frozen=True, eq=False)
class Roster:
    """The order and the identities of a set's cards: all that a card needs to know of the others to be compiled."""

    cards: tuple[Card, ...]
    index_by_id: Mapping[str, int]
    indices_by_name: Mapping[str, tuple[int, ...]]
    ids: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Roster({len(self.ids)} cards)"

    @cached_property
    def definitions(self) -> tuple[Any, ...]:
        """What each card means to the game."""
        return tuple(card.definition for card in self.cards)

    def look_up(self, reference: str) -> int | None:
        """The table index (from 1) of the card that a person means, written in any case, if there is exactly one.

        An id is tried before a name, and a card that decks may hold before tokens of the same name.
        """
        by_id, named = (found.get(reference.casefold(), ()) for found in self._in_any_case)
        collectible = tuple(i for i in named if self.cards[i - 1].is_collectible)
        return next((found[0] for found in (by_id, named, collectible) if len(found) == 1), None)

    @cached_property
    def _in_any_case(self) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
        """The indices by id and by name, both in lower case."""
        by_id = _index_by(card.id.casefold() for card in self.cards)
        return by_id, _index_by(card.name.casefold() for card in self.cards)

    def find(self, name_or_id: str) -> int:
        """The table index (from 1) of a card by its id or its name.

        If several cards have the name, it means the one that decks may hold, if there is only one such card.
        """
        if name_or_id in self.index_by_id:
            return self.index_by_id[name_or_id]
        found = self.indices_by_name.get(name_or_id, ())
        if len(found) > 1:
            found = tuple(i for i in found if self.cards[i - 1].is_collectible) or found
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(self.ids[i - 1] for i in found)
            raise InputError(
                f"the name '{name_or_id}' is ambiguous: {len(found)} cards have it; use one of the ids {ids}"
            )
        hint = hint_at(name_or_id, (*self.indices_by_name, *self.index_by_id))
        raise InputError(
            f"there is no card '{name_or_id}'; {hint}allowed: the name or id of a card of the set; "
            "cards of your own are added with --cards FILE, or in a metagame file with cards = [...]"
        )


@dataclass(frozen=True, eq=False)
class CardSet:
    """Cards in a fixed order, found by id or by name (see `Roster.find`)."""

    cards: tuple[Card, ...]
    roster: Roster

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> CardSet:
        """A set of cards; raises `InputError` if two share an id."""
        ordered = tuple(cards)
        return cls(ordered, _make_roster(ordered))

    def __repr__(self) -> str:
        return f"CardSet({len(self)} cards)"

    @property
    def game(self) -> Game:
        """Whose cards they are."""
        return self.cards[0].game if self.cards else default_game()

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, name_or_id: object) -> bool:
        return name_or_id in self.roster.index_by_id or name_or_id in self.roster.indices_by_name

    def __getitem__(self, name_or_id: str) -> Card:
        return self.cards[self.roster.find(name_or_id) - 1]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.cards == other.cards

    __hash__ = object.__hash__

    def index_of(self, name_or_id: str) -> int:
        """The index of a card in the card table, which counts from 1."""
        return self.roster.find(name_or_id)

    def numbers(self) -> dict[str, int]:
        """Every number of every card by its address."""
        return {address: number for card in self.cards for address, number in card.numbers().items()}

    def replace(self, card_id: str, tree: Mapping[str, Any]) -> CardSet:
        """A set in which one card has other data."""
        return self.replace_all({card_id: tree})

    def replace_all(self, trees: Mapping[str, Mapping[str, Any]]) -> CardSet:
        """A set in which some cards, given by id, have other data."""
        cards = list(self.cards)
        same_roster = True
        for card_id, tree in trees.items():
            position = self.roster.find(card_id) - 1
            old = cards[position]
            if tree.get("id") != old.id:
                raise (old.where / "id").error(
                    f"found '{tree.get('id')}'; allowed: '{old.id}', because a card keeps its id"
                )
            cards[position] = Card.from_tree(tree, old.file, old.game)
            same_roster = same_roster and _identity(old) == _identity(cards[position])
        return CardSet(tuple(cards), self.roster) if same_roster else CardSet.from_cards(cards)


def _make_roster(cards: tuple[Card, ...]) -> Roster:
    index_by_id: dict[str, int] = {}
    for index, card in enumerate(cards, start=1):
        if card.id in index_by_id:
            first = cards[index_by_id[card.id] - 1]
            raise card.where.error(
                f"the id '{card.id}' is there twice; the first is '{first.name}' in {first.file or 'the set'}"
            )
        index_by_id[card.id] = index
    return Roster(cards, index_by_id, _index_by(card.name for card in cards), tuple(index_by_id))


def _index_by(words: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """The table indices of the cards that have a word, for the words of all cards in order."""
    found: dict[str, tuple[int, ...]] = {}
    for index, word in enumerate(words, start=1):
        found[word] = (*found.get(word, ()), index)
    return found


def find_card(card_set: CardSet, reference: str) -> Card:
    """The card that a person means; an `InputError` if there is none, or more than one."""
    return lookup_card(card_set, reference) or card_set[reference]  # this raises an error, which names the nearest card


def reference_to(card_set: CardSet, card: Card) -> str:
    """The name of the card if that is enough to find it, otherwise its id."""
    return card.name if lookup_card(card_set, card.name) is card else card.id


def lookup_card(card_set: CardSet, reference: str) -> Card | None:
    """The card that a person means, if there is exactly one."""
    index = card_set.roster.look_up(reference)
    return None if index is None else card_set.cards[index - 1]
