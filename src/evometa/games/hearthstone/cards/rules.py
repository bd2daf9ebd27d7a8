"""The numbers of a game that no card sets: what a game says of them, and a file of rules on top of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from evometa.games.hearthstone.cards.compiling.sizes import MAX_CURVE, MAX_HAND, MAX_MINIONS, MAX_SECRETS
from evometa.games.registry import default_game
from evometa.games.sizes import MAX_DECK
from evometa.input.errors import Mistakes, Where
from evometa.input.fields import Limits, Readers, list_of, whole_number, wrong_type
from evometa.input.stored import Stored, codecs_of
from evometa.input.toml_text import format_field


def _read_second_card(where: Where, value: object) -> str:
    if value is False:
        return ""
    if not isinstance(value, str):
        raise wrong_type(where, value, "a card's name or id, or false for none")
    return value


_read_curve = list_of(whole_number(0, 99), "a list of crystals, a number for each turn", least=1, most=MAX_CURVE)


def _read_mana(where: Where, value: object) -> tuple[int, ...]:
    mana: tuple[int, ...] = _read_curve(where, value)
    for turn, (before, after) in enumerate(pairwise(mana), start=2):
        if after < before:
            raise where.error(f"turn {turn} has {after} crystals, fewer than the {before} before; allowed: no fewer")
    return mana


@dataclass(frozen=True)
class Rules(Stored):
    """The numbers of the game that no card sets.

    What fills a hand, a board, a deck or a row of secrets is limited by what a game has room for. After the turns of
    the mana curve, its last step goes on, up to its highest number.
    """

    hero_health: Annotated[int, Limits(range=(1, 999))] = 30
    mana: Annotated[tuple[int, ...], Limits(reader=_read_mana)] = tuple(range(1, 11))  # crystals of each turn
    hand_limit: Annotated[int, Limits(range=(1, MAX_HAND))] = 10
    board_limit: Annotated[int, Limits(range=(1, MAX_MINIONS))] = 7
    secret_limit: Annotated[int, Limits(range=(0, MAX_SECRETS))] = 5
    deck_size: Annotated[int, Limits(range=(1, MAX_DECK))] = 30
    copies: Annotated[int, Limits(range=(1, MAX_DECK))] = 2
    legendary_copies: Annotated[int, Limits(range=(1, MAX_DECK))] = 1
    first_cards: Annotated[int, Limits(range=(0, MAX_HAND))] = 3
    second_cards: Annotated[int, Limits(range=(0, MAX_HAND))] = 4
    second_gets: Annotated[str, Limits(reader=_read_second_card)] = "The Coin"  # a card's name or id; empty: nothing
    first_fatigue: Annotated[int, Limits(range=(0, 99))] = 1
    fatigue_step: Annotated[int, Limits(range=(0, 99))] = 1
    turn_limit: Annotated[int, Limits(range=(2, 9999))] = 200
    cards_per_turn: Annotated[int, Limits(range=(1, 9999))] = 200


READERS: Readers = {name: codec.reader for name, codec in codecs_of(Rules).items()}
RANGES = {
    name: hint.__metadata__[0].range
    for name, hint in get_type_hints(Rules, include_extras=True).items()
    if get_args(hint)[0] is int
}


def load_rules(path: str | Path | None = None) -> Rules:
    """The rules of the usual game, with those of a file on top of them."""
    found: Rules = default_game().load_rules(path)
    return found


def read_rules(where: Where, tree: Mapping[str, Any], base: Rules) -> Rules:
    """Rules of which a file gives some, and the others are as they were. An error names all that is wrong with them."""
    with Mistakes() as attempt:
        for name in tree:
            if name not in READERS:
                attempt.note(where.unknown("field", name, READERS))
        found = {name: attempt(READERS[name], where / name, tree[name]) for name in tree if name in READERS}
    return replace(base, **found)


def format_rules(rules: Rules) -> str:
    """Rules as a TOML file."""
    fields = asdict(rules) | {"second_gets": rules.second_gets or False}
    return "\n".join([*(format_field(name, value) for name, value in fields.items()), ""])


def check_rules(rules: Rules, where: Where = Where("rules")) -> Rules:  # noqa: B008 - an immutable value
    """The same rules, if every number is in its range; an error names all that are not."""
    with Mistakes() as attempt:
        for name, (lowest, highest) in RANGES.items():
            if not lowest <= (value := getattr(rules, name)) <= highest:
                attempt.note(
                    (where / name).error(f"the number {value} is out of range; allowed: {lowest} to {highest}")
                )
        attempt(_read_mana, where / "mana", rules.mana)
    return rules
