"""The cards: their data, what patches may do to their numbers, their rules text, and the table that is played with.

[[card]]
id = "L003"
name = "Beavrat"
type = "creature"
cost = 1
attack = 2
defence = 2
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import Card, CardSet
from evometa.games.locm.records import MAX_CARDS, Table
from evometa.games.locm.rules import RULES, Rules
from evometa.games.locm.vocabulary import FACE, KEYWORDS, NUMBERS, TYPES
from evometa.games.patches.patch import split_address
from evometa.games.registry import find_game
from evometa.games.tables import CardTable, TableMaker
from evometa.input.errors import InputError, Mistakes, Where
from evometa.input.fields import list_of, read_fields, read_name, read_table, whole_number, word
from evometa.input.reading import parse_toml, read_file
from evometa.input.short_repr import Short

_CARDS_FILE = Path(__file__).parent / "data" / "cards.toml"
FEWEST, GREATEST = -99, 99  # of a number in a file
TITLES = ("name", "about")  # of a file of cards

_read_number = whole_number(FEWEST, GREATEST)
READERS = {
    "name": read_name,
    "type": word(TYPES),
    "keywords": list_of(word(KEYWORDS), "a list of keywords"),
    **dict.fromkeys(NUMBERS, _read_number),
    "cost": whole_number(0, GREATEST),
    "draw": whole_number(0, GREATEST),
}


@dataclass(frozen=True)
class Face(Short):
    """What the data of a card means."""

    type: str
    cost: int
    attack: int = 0
    defence: int = 0
    keywords: tuple[str, ...] = ()
    own_health: int = 0
    enemy_health: int = 0
    draw: int = 0

    @property
    def is_creature(self) -> bool:
        """Whether it is summoned to a lane; other cards are items."""
        return self.type == "creature"

    def text(self) -> str:
        """What the card does, in a sentence."""
        return _describe_creature(self) if self.is_creature else _describe_item(self)

    @cached_property
    def row(self) -> tuple[int, ...]:
        """The card as a `CardRow`."""
        bits = sum(1 << KEYWORDS.index(each) for each in self.keywords)
        return TYPES.index(self.type), self.cost, self.attack, self.defence, bits, *astuple(self)[5:]


# --- reading --------------------------------------------------------------------------------------


def read_face(where: Where, tree: Mapping[str, Any]) -> Face:
    """What the data of a card means; an `InputError` if it is none."""
    read = read_fields(where, tree, READERS, ("id",))
    needed = ("name", "type", "cost", *(FACE if tree.get("type") == "creature" else ()))
    for name in needed:
        if name not in read:
            raise where.error(f"the field '{name}' is missing")
    read.pop("name")
    face = Face(**read)
    if face.is_creature and (face.attack < 0 or face.defence < 0):
        raise where.error(f"found {face.attack}/{face.defence}; allowed: no creature has less than 0")
    return face


def load_cards(files: Iterable[str | Path] = (), overlays: Iterable[str | Path] = ()) -> CardSet:
    """The cards of the game and of some files or folders, in order; overlays give some of them other fields."""
    paths = [file for each in map(Path, files) for file in (sorted(each.glob("*.toml")) if each.is_dir() else [each])]
    cards = [card for path in (_CARDS_FILE, *paths) for card in _read_cards(read_file(path, _where(path)), str(path))]
    card_set = _check_number(CardSet.from_cards(cards))
    for path in map(Path, overlays):
        where = _where(path)
        trees = _read_trees(read_file(path, where), where)
        known = [card_set[str(tree.get("id"))].id for tree in trees]
        changed = {card_id: {**card_set[card_id].tree, **tree} for card_id, tree in zip(known, trees, strict=True)}
        card_set = card_set.replace_all(changed)
    return card_set


def add_cards(base: CardSet, text: str, source: str) -> tuple[CardSet, tuple[Card, ...]]:
    """A card set with the cards of a text, and these alone."""
    added = _read_cards(text, source)
    for card in added:
        for name in (card.id, card.name):
            if name in base:
                raise card.where.error(f"there is a card '{name}' already; allowed: a new one")
    return _check_number(CardSet.from_cards((*base, *added))), added


def _read_cards(text: str, source: str = "cards") -> tuple[Card, ...]:
    """The cards of a TOML text, in order; an `InputError` names all that are none."""
    file, game = "cards.toml" if source == str(_CARDS_FILE) else source, find_game("locm")
    with Mistakes() as attempt:
        cards = [attempt(Card.from_tree, tree, file, game) for tree in _read_trees(text, Where(file))]
    return tuple(cards)


def _read_trees(text: str, where: Where) -> list[dict[str, Any]]:
    """The tables of a text's cards, each of which says its id."""
    trees = read_fields(where, parse_toml(text, where), {"card": list_of(read_table, "a list of cards")}, TITLES)
    for i, tree in enumerate(trees.get("card", ())):
        read_name(where / "card" / i / "id", tree.get("id"))
    return list(trees.get("card", ()))


def _where(path: Path) -> Where:
    return Where(path.name if path == _CARDS_FILE else str(path))


def _check_number(cards: CardSet) -> CardSet:
    if len(cards) > MAX_CARDS:
        raise InputError(f"found {len(cards)} cards; allowed: {MAX_CARDS} at most, with those of the game")
    return cards


# --- tables ---------------------------------------------------------------------------------------


def compile_table(cards: CardSet, rules: Rules | None = None) -> CardTable:
    """The table of cards that the engine plays with; the first card is in row 1."""
    array = np.zeros(1, Table)
    array[0]["n_cards"], array[0]["rules"] = len(cards), (rules or RULES).row
    array[0]["cards"][1 : 1 + len(cards)] = [card.definition.row for card in cards]
    ids = ("", *(card.id for card in cards))
    return CardTable(array, ("", *(card.name for card in cards)), ids, cards.roster, cards.game)


class NumberWriter(TableMaker):
    """Makes tables by writing numbers into copies of the table without changes."""

    def __init__(self, cards: CardSet, rules: Rules, addresses: Sequence[str]) -> None:
        super().__init__(cards, rules, addresses)
        self.plain = compile_table(cards, rules).array
        found = map(split_address, addresses)
        self.places = [(cards.index_of(card_id), name) for card_id, name in found]

    def make(self, changes: NDArray[np.int64]) -> NDArray[Any]:
        """[k]: the tables for changes [k, n]."""
        tables: NDArray[Any] = np.repeat(self.plain, len(changes))
        for change, (card, name) in zip(changes.T, self.places, strict=True):
            tables["cards"][name][:, card] += change.astype(np.int16)
        return tables


# --- wording --------------------------------------------------------------------------------------


def _describe_creature(card: Face) -> str:
    """A creature with all its keywords, and what comes with it."""
    words = f" with {_name_keywords(card)}" if card.keywords else ""
    effects = _describe_effects(card)
    return f"A creature of {card.attack}/{card.defence}{words}{'; when summoned, ' if effects else ''}{effects}."


def _describe_item(card: Face) -> str:
    """What an item does to a creature, in the order in which it does it, or to a hero, and besides."""
    changes = []
    if card.keywords:
        changes.append(f"{'gains' if card.type == 'green item' else 'loses'} {_name_keywords(card)}")
    if card.type == "blue item" and card.defence < 0:
        changes.append(f"takes {-card.defence} damage")
    elif card.attack or card.defence:
        changes.append(f"gets {card.attack:+d}/{card.defence:+d}")
    target = [f"{_target(card)} {_join(changes)}"] if changes else []
    text = "; ".join([*target, *filter(None, [_describe_effects(card)])]) or "nothing happens"
    return f"{text[0].upper()}{text[1:]}."


def _target(card: Face) -> str:
    """Whom an item is used on; the damage of a blue one can go to the enemy's hero."""
    if card.type == "green item":
        return "one of your creatures"
    return "an enemy creature" + (" or the enemy's hero" if card.type == "blue item" and card.defence else "")


def _name_keywords(card: Face) -> str:
    return "all keywords" if len(card.keywords) == len(KEYWORDS) else _join(each.title() for each in card.keywords)


def _describe_effects(card: Face) -> str:
    parts = []
    for hero, change in (("your hero", card.own_health), ("the enemy's hero", card.enemy_health)):
        if change:
            parts.append(f"{hero} {'gains' if change > 0 else 'loses'} {abs(change)} health")
    if card.draw:
        parts.append(f"your next turn brings {'one more card' if card.draw == 1 else f'{card.draw} more cards'}")
    return _join(parts)


def _join(parts: Iterable[str]) -> str:
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last
