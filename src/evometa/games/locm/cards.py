"""The cards: their data, their numbers by address, their rules text, and the table that the engine plays with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.locm.records import CardRow
from evometa.input.errors import InputError, Where, errors_at, hint_at
from evometa.input.fields import list_of, read_fields, read_name, whole_number, word
from evometa.input.reading import read_toml
from evometa.input.short_repr import Short

TYPES = ("creature", "green", "red", "blue")  # in the order of the numbers of `records`
KEYWORDS = ("breakthrough", "charge", "drain", "guard", "lethal", "ward")  # in the order of their bits
NUMBERS = ("cost", "attack", "defence", "own_health", "enemy_health", "draw")
MOST = 12  # mana and beyond: what a changed number stays within, unless the card has more
MOST_DRAWN = 4
FEWEST, GREATEST = -99, 99  # of a number in a file

_read_number = whole_number(FEWEST, GREATEST)
READERS = {
    "name": read_name,
    "type": word(TYPES),
    "keywords": list_of(word(KEYWORDS), "a list of keywords"),
    **dict.fromkeys(NUMBERS, _read_number),
    "cost": whole_number(0, GREATEST),
    "draw": whole_number(0, MOST_DRAWN),
}


@dataclass(frozen=True)
class Card(Short):
    """A card as it is printed."""

    id: str
    name: str
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

    def numbers(self) -> dict[str, int]:
        """Its numbers by address, as in `L012.attack`: cost, attack and defence of creatures, and all that is not 0."""
        always = ("cost", "attack", "defence") if self.is_creature else ("cost",)
        found = {name: int(getattr(self, name)) for name in NUMBERS}
        return {f"{self.id}.{name}": value for name, value in found.items() if value or name in always}

    def limits(self, name: str) -> tuple[int, int]:
        """What a number of the card can be changed to. Effects keep their sign, and creatures have some defence."""
        printed = int(getattr(self, name))
        if name == "draw":
            return 0, max(MOST_DRAWN, printed)
        least = 1 if name == "defence" and self.is_creature else 0
        return (min(-MOST, printed), 0) if printed < 0 else (least, max(MOST, printed))

    def text(self) -> str:
        """What the card does, in a sentence."""
        return _describe_creature(self) if self.is_creature else _describe_item(self)


# --- reading --------------------------------------------------------------------------------------


@cache
def game_cards() -> tuple[Card, ...]:
    """The cards of the game, in order."""
    return read_cards(files("evometa.games.locm") / "data" / "cards.toml")


def read_cards(file: Any) -> tuple[Card, ...]:
    """The cards of a file, by their ids in order."""
    tree = read_toml(file, Where(file.name))
    return tuple(read_card(card_id, fields, file.name) for card_id, fields in tree.items())


def read_card(card_id: str, fields: Mapping[str, Any], file: str = "") -> Card:
    """A card from its data; an `InputError` if that is none."""
    where = Where(file, card_id)
    read = read_fields(where, fields, READERS)
    for name in ("name", "type", "cost"):
        if name not in read:
            raise where.error(f"the field '{name}' is missing")
    card = Card(card_id, **read)
    if card.is_creature and (card.attack < 0 or card.defence < 1):
        raise where.error(f"found {card.attack}/{card.defence}; allowed: an attack from 0 on and a defence from 1 on")
    return card


def find_card(cards: Iterable[Card], reference: str) -> Card:
    """A card by its id or its name, in any case."""
    wanted, known = reference.casefold(), tuple(cards)
    for card in known:
        if wanted in (card.id.casefold(), card.name.casefold()):
            return card
    words = [word for card in known for word in (card.name, card.id)]
    raise InputError(f"there is no card '{reference}'; {hint_at(reference, words)}allowed: the name or id of a card")


# --- changing and packing -------------------------------------------------------------------------


def change_cards(cards: Iterable[Card], changes: Mapping[str, int]) -> tuple[Card, ...]:
    """The cards with something added to their numbers, by address; what goes too far stops at the limits."""
    found = {card.id: card for card in cards}
    with errors_at(Where("changes of cards")):
        for address, change in changes.items():
            card_id, _, name = address.partition(".")
            card = find_card(found.values(), card_id)
            if address not in card.numbers():
                raise InputError(f"there is no number '{address}'; allowed: {', '.join(card.numbers())}")
            low, high = card.limits(name)
            found[card.id] = replace(card, **{name: min(high, max(low, getattr(card, name) + change))})
    return tuple(found.values())


def pack_cards(cards: Iterable[Card]) -> NDArray[Any]:
    """The table of cards that the engine plays with; the first card is in row 1."""
    known = tuple(cards)
    table = np.zeros(len(known) + 1, CardRow)
    for row, card in zip(table[1:], known, strict=True):
        row["type"] = TYPES.index(card.type)
        row["keywords"] = sum(1 << KEYWORDS.index(each) for each in card.keywords)
        for name in NUMBERS:
            row[name] = getattr(card, name)
    return table


# --- wording --------------------------------------------------------------------------------------


def _describe_creature(card: Card) -> str:
    """A creature with all its keywords, and what comes with it."""
    words = f" with {_name_keywords(card)}" if card.keywords else ""
    effects = _describe_effects(card)
    return f"A creature of {card.attack}/{card.defence}{words}{'; when summoned, ' if effects else ''}{effects}."


def _describe_item(card: Card) -> str:
    """What an item does to a creature, in the order in which it does it, or to a hero, and besides."""
    changes = []
    if card.keywords:
        changes.append(f"{'gains' if card.type == 'green' else 'loses'} {_name_keywords(card)}")
    if card.type == "blue" and card.defence < 0:
        changes.append(f"takes {-card.defence} damage")
    elif card.attack or card.defence:
        changes.append(f"gets {card.attack:+d}/{card.defence:+d}")
    target = [f"{_target(card)} {_join(changes)}"] if changes else []
    text = "; ".join([*target, *filter(None, [_describe_effects(card)])]) or "nothing happens"
    return f"{text[0].upper()}{text[1:]}."


def _target(card: Card) -> str:
    """Whom an item is used on; the damage of a blue one can go to the enemy's hero."""
    if card.type == "green":
        return "one of your creatures"
    return "an enemy creature" + (" or the enemy's hero" if card.type == "blue" and card.defence else "")


def _name_keywords(card: Card) -> str:
    return "all keywords" if len(card.keywords) == len(KEYWORDS) else _join(each.title() for each in card.keywords)


def _describe_effects(card: Card) -> str:
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
