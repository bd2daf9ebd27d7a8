"""The game's own numbers: what `data/rules.toml` holds."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from evometa.cards.compiling.sizes import MAX_DECK, MAX_HAND, MAX_MINIONS, MAX_SECRETS
from evometa.input.errors import Where
from evometa.input.fields import Readers, read_fields, whole_number, wrong_type
from evometa.input.reading import read_toml
from evometa.input.short_repr import short_repr


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the game that no card sets."""

    hero_health: int = 30
    first_mana: int = 0
    mana_per_turn: int = 1
    mana_limit: int = 10
    hand_limit: int = 10
    board_limit: int = 7
    secret_limit: int = 5
    deck_size: int = 30
    copies: int = 2
    legendary_copies: int = 1
    first_cards: int = 3
    second_cards: int = 4
    second_gets: str = "The Coin"  # a card's name or id; empty: nothing
    first_fatigue: int = 1
    fatigue_step: int = 1
    turn_limit: int = 200
    cards_per_turn: int = 200

    __repr__ = short_repr


# What fills a hand, a board, a deck or a row of secrets is limited by what a game has room for.
RANGES: dict[str, tuple[int, int]] = {
    "hero_health": (1, 999),
    "first_mana": (0, 99),
    "mana_per_turn": (0, 99),
    "mana_limit": (0, 99),
    "hand_limit": (1, MAX_HAND),
    "board_limit": (1, MAX_MINIONS),
    "secret_limit": (0, MAX_SECRETS),
    "deck_size": (1, MAX_DECK),
    "copies": (1, MAX_DECK),
    "legendary_copies": (1, MAX_DECK),
    "first_cards": (0, MAX_HAND),
    "second_cards": (0, MAX_HAND),
    "first_fatigue": (0, 99),
    "fatigue_step": (0, 99),
    "turn_limit": (2, 9999),
    "cards_per_turn": (1, 9999),
}


def load_rules(path: str | Path | None = None) -> Rules:
    """The rules of a file, all of which it must give (default: the rules of the game itself)."""
    if path is None:
        return _read_rules(resources.files("evometa.cards").joinpath("data/rules.toml"), Where("rules.toml"))
    return _read_rules(Path(path), Where(str(path)))


def _read_rules(file: Path | Traversable, where: Where) -> Rules:
    found = read_fields(where, read_toml(file, where), READERS)
    for name in READERS:
        if name not in found:
            raise where.error(f"the rule '{name}' is missing")
    return check_rules(Rules(**found), where)


def _read_second_card(where: Where, value: object) -> str:
    if value is False:
        return ""
    if not isinstance(value, str):
        raise wrong_type(where, value, "a card's name or id, or false for none")
    return value


READERS: Readers = {
    field.name: _read_second_card if field.name == "second_gets" else whole_number(*RANGES[field.name])
    for field in fields(Rules)
}


def check_rules(rules: Rules, where: Where = Where("rules")) -> Rules:  # noqa: B008 - an immutable value
    """The same rules, if every number is in its range and they fit together."""
    for name, (lowest, highest) in RANGES.items():
        value = getattr(rules, name)
        if not lowest <= value <= highest:
            raise (where / name).error(f"the number {value} is out of range; allowed: {lowest} to {highest}")
    if rules.first_mana > rules.mana_limit:
        raise (where / "first_mana").error(f"{rules.first_mana} is above mana_limit, which is {rules.mana_limit}")
    return rules
