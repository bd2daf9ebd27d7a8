"""What a simulator tells of its game, in Python or as JSON: the same names, and the same checks.

cards = {"Wolf": {"cost": 2, "power": 3}}      # every whole number in it may be changed by a patch
numbers = {"power": {"range": [1, 9], "weight": 1, "better": "more"}}   # what is said of numbers, by their names
deck = {"size": 12, "copies": 3}
decks = {"Pack": ["3x Wolf"]}                  # or {"class": "red", "style": "", "cards": [...]}
players = {"random": "any legal card"}         # from the weakest to the strongest, who plays where nothing is said
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from evometa.games.cards import walk_numbers
from evometa.games.game import COST_WEIGHT, HIGHEST_NUMBER
from evometa.games.sizes import MAX_DECK
from evometa.input.errors import Where
from evometa.input.extensions import NAME
from evometa.input.fields import (
    Readers,
    list_of,
    read_any_text,
    read_fields,
    read_name,
    read_table,
    read_text,
    read_texts,
    read_yes_or_no,
    whole_number,
    word,
    wrong_type,
)
from evometa.input.short_repr import Short

_MOST_NUMBER = 1_000_000  # of a card
MOST_CARDS = 5_000
MOST_WEIGHT = 100
MOST_SECONDS = 86_400
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
TEXTS = ("name", "text", "class", "set", "type", "rarity", "race")  # what else a card may say
SIGNS = {"more": 1, "less": -1, "unclear": 0}  # what makes a card stronger


@dataclass(frozen=True)
class _NumberRule(Short):
    """What is said of all numbers with a name."""

    low: int
    high: int
    weight: int
    sign: int


@dataclass(frozen=True)
class Description(Short):
    """A game as its simulator tells it."""

    name: str
    version: str
    title: str
    about: str
    cards: tuple[Mapping[str, Any], ...]  # as trees of `games.cards.Card`
    keys: tuple[str, ...]  # what the simulator calls each card
    numbers: Mapping[str, _NumberRule]
    size: int
    copies: int
    classes: tuple[str, ...]
    neutral: str
    decks: Mapping[str, Mapping[str, Any]]
    players: Mapping[str, str]
    speed: int  # games a second, about: it decides how many games are asked for at once
    seconds: int  # that an answer may take
    digest: str  # of all of it


def read_description(where: Where, tree: Mapping[str, Any]) -> Description:
    """The description of a game; raises an `InputError` that names the field that cannot be."""
    found = {**DEFAULTS, **read_fields(where, tree, FIELDS)}
    for name in ("name", "version", "cards"):
        if name not in found:
            raise where.error(f"the game does not tell its '{name}'")
    keys, cards = found.pop("cards")
    printed = {address.partition(".")[2] for card in cards for address, _ in walk_numbers("", card)}
    if not printed:
        raise (where / "cards").error("found no number; allowed: cards with one or more each, such as a cost")
    for number in found["numbers"]:
        if number not in printed:
            raise (where / "numbers").unknown("number", number, sorted(printed))
    allowed = [*found["classes"], *filter(None, [found["neutral"]])]
    for card in cards if found["classes"] else ():
        if card.get("class") not in allowed:
            raise (where / "cards" / card["id"]).unknown("class", card.get("class", ""), allowed)
    found |= {"title": found["title"] or found["name"].capitalize(), **found.pop("deck")}
    told = json.dumps(tree, sort_keys=True, default=str).encode()
    return Description(**found, cards=cards, keys=keys, digest=hashlib.sha256(told).hexdigest())


# --- readers --------------------------------------------------------------------------------------


def _read_game_name(where: Where, value: object) -> str:
    name = read_name(where, value)
    if not NAME.fullmatch(name):
        raise where.error(f"found {name!r}; allowed: small letters, digits, _ and -, a letter first")
    return name


def _read_version(where: Where, value: object) -> str:
    return read_name(where, str(value) if isinstance(value, int | float) else value)


def _read_cards(where: Where, value: object) -> tuple[tuple[str, ...], tuple[dict[str, Any], ...]]:
    """What the simulator calls each card, and the cards: a list of tables with ids, or tables by name."""
    if isinstance(value, list | tuple):
        entries = [(str(read_table(where / i, card).get("id", "")), card) for i, card in enumerate(value)]
    else:
        entries = [(str(key), card) for key, card in read_table(where, value).items()]
    if not 0 < len(entries) <= MOST_CARDS:
        raise where.error(f"found {len(entries)} cards; allowed: 1 to {MOST_CARDS:,}")
    return tuple(key for key, _ in entries), tuple(_read_card(where / key, key, card) for key, card in entries)


def _read_card(where: Where, key: str, value: object) -> dict[str, Any]:
    tree = {"id": re.sub(r"[^A-Za-z0-9_-]+", "_", key), "name": key, **read_table(where, value)}
    if not isinstance(tree["id"], str) or not ID.fullmatch(tree["id"]):
        raise (where / "id").error(f"found {tree['id']!r}; allowed: letters, digits, _ and -")
    return {name: each if name == "id" else _read_part(where / name, name, each) for name, each in tree.items()}


def _read_part(where: Where, name: str, value: object) -> Any:
    if name == "name":
        return read_name(where, value)
    if name in TEXTS:
        return read_any_text(where, value)
    if name == "collectible":
        return read_yes_or_no(where, value)
    if isinstance(value, Mapping):
        return {key: _read_part(where / key, "", each) for key, each in value.items()}
    return _read_number(where, value)


_read_number = whole_number(-_MOST_NUMBER, _MOST_NUMBER)
_RULE: Readers = {
    "range": list_of(_read_number, "the lowest and the highest value, as in [0, 10]"),
    "weight": whole_number(0, MOST_WEIGHT),
    "better": word(tuple(SIGNS)),
}


def _read_rule(name: str, where: Where, value: object) -> _NumberRule:
    tree = {"range": value} if isinstance(value, list | tuple) else value
    found = read_fields(where, tree, _RULE)
    ends = found.get("range", (0, HIGHEST_NUMBER))
    if len(ends) != 2 or ends[0] > ends[1]:
        raise wrong_type(where / "range", list(ends), "the lowest and the highest value, as in [0, 10]")
    is_cost = name.rpartition(".")[2] == "cost"
    sign = SIGNS[found.get("better", ("less" if is_cost else "more"))]
    return _NumberRule(ends[0], ends[1], found.get("weight", COST_WEIGHT if is_cost else 1), sign)


def _read_rules(where: Where, value: object) -> dict[str, _NumberRule]:
    return {name: _read_rule(name, where / name, each) for name, each in read_table(where, value).items()}


def _read_deck_rules(where: Where, value: object) -> dict[str, int]:
    readers = {"size": whole_number(1, MAX_DECK), "copies": whole_number(1, MAX_DECK)}
    return {**DEFAULTS["deck"], **read_fields(where, value, readers)}


def _read_decks(where: Where, value: object) -> dict[str, Mapping[str, Any]]:
    decks = read_table(where, value)
    return {
        read_name(where, name): each if isinstance(each, Mapping) else {"cards": list(read_texts(where / name, each))}
        for name, each in decks.items()
    }


def _read_players(where: Where, value: object) -> dict[str, str]:
    """By name, what each does; from the weakest to the strongest."""
    tree = value if isinstance(value, Mapping) else dict.fromkeys(read_texts(where, value), "")
    if not tree:
        raise where.error("found no player; allowed: the names of one or more")
    return {_read_game_name(where, name): read_any_text(where / name, about) for name, about in tree.items()}


FIELDS: Readers = {
    "name": _read_game_name,
    "version": _read_version,
    **dict.fromkeys(("title", "about", "neutral"), read_any_text),
    "cards": _read_cards,
    "numbers": _read_rules,
    "deck": _read_deck_rules,
    "classes": list_of(partial(read_text, expected="the name of a class"), "a list of classes"),
    "decks": _read_decks,
    "players": _read_players,
    "speed": whole_number(1, _MOST_NUMBER),
    "seconds": whole_number(1, MOST_SECONDS),
}
DEFAULTS: Mapping[str, Any] = {
    **dict.fromkeys(("title", "about", "neutral"), ""),
    "numbers": {},
    "deck": {"size": 30, "copies": 2},
    "classes": (),
    "decks": {},
    "players": {"player": ""},
    "speed": 1_000,
    "seconds": 60,
}
