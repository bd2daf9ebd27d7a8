"""The game's own numbers: what `data/rules.toml` holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, get_args, get_type_hints

from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND, MAX_MINIONS, MAX_SECRETS
from evometa.games.sizes import MAX_DECK
from evometa.input.errors import Where
from evometa.input.fields import Limits, Readers, read_fields, wrong_type
from evometa.input.reading import read_toml
from evometa.input.stored import Stored, codecs_of
from evometa.input.toml_text import format_field


def _read_second_card(where: Where, value: object) -> str:
    if value is False:
        return ""
    if not isinstance(value, str):
        raise wrong_type(where, value, "a card's name or id, or false for none")
    return value


@dataclass(frozen=True)
class Rules(Stored):
    """The numbers of the game that no card sets.

    What fills a hand, a board, a deck or a row of secrets is limited by what a game has room for.
    """

    hero_health: Annotated[int, Limits(range=(1, 999))] = 30
    first_mana: Annotated[int, Limits(range=(0, 99))] = 0
    mana_per_turn: Annotated[int, Limits(range=(0, 99))] = 1
    mana_limit: Annotated[int, Limits(range=(0, 99))] = 10
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
    """The rules of a file, all of which it must give (default: the rules of the game itself)."""
    own = resources.files("evometa.games.hearthstone.cards").joinpath("data/rules.toml")
    file, where = (own, Where("rules.toml")) if path is None else (Path(path), Where(str(path)))
    found = read_fields(where, read_toml(file, where), READERS)
    for name in READERS:
        if name not in found:
            raise where.error(f"the rule '{name}' is missing")
    return check_rules(Rules(**found), where)


def format_rules(rules: Rules) -> str:
    """Rules as a TOML file."""
    fields = asdict(rules) | {"second_gets": rules.second_gets or False}
    return "\n".join([*(format_field(name, value) for name, value in fields.items()), ""])


def check_rules(rules: Rules, where: Where = Where("rules")) -> Rules:  # noqa: B008 - an immutable value
    """The same rules, if every number is in its range and they fit together."""
    for name, (lowest, highest) in RANGES.items():
        value = getattr(rules, name)
        if not lowest <= value <= highest:
            raise (where / name).error(f"the number {value} is out of range; allowed: {lowest} to {highest}")
    if rules.first_mana > rules.mana_limit:
        raise (where / "first_mana").error(f"{rules.first_mana} is above mana_limit, which is {rules.mana_limit}")
    return rules
