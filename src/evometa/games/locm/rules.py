"""The numbers of the game that no card sets. What a file of rules does not say is as in the game."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from evometa.games.locm.records import MAX_DECK, MAX_HAND, RulesRow
from evometa.input.errors import Where
from evometa.input.fields import Limits, read_fields
from evometa.input.reading import read_toml
from evometa.input.stored import Stored, codecs_of
from evometa.input.toml_text import format_field

MOST_TURNS = 50  # of a player, so that every turn of a game has room in its result


@dataclass(frozen=True)
class Rules(Stored):
    """The rules of 1.2, if nothing else is said; the number of copies is ours, because the game has only the draft."""

    health: Annotated[int, Limits(range=(1, 999))] = 30
    first_cards: Annotated[int, Limits(range=(0, MAX_HAND))] = 4  # in hand before the first turn
    second_cards: Annotated[int, Limits(range=(0, MAX_HAND))] = 5
    second_mana: Annotated[int, Limits(range=(0, 12))] = 1  # more, until all mana of a turn is spent
    mana_limit: Annotated[int, Limits(range=(1, 99))] = 12
    hand_limit: Annotated[int, Limits(range=(1, MAX_HAND))] = 8
    turn_limit: Annotated[int, Limits(range=(1, MOST_TURNS))] = 50  # of each player; after it decks count as empty
    deck_size: Annotated[int, Limits(range=(1, MAX_DECK))] = 30
    copies: Annotated[int, Limits(range=(1, MAX_DECK))] = 2

    @property
    def row(self) -> tuple[int, ...]:
        """What the engine must know of them: a `RulesRow`."""
        return tuple(getattr(self, name) for name in RulesRow.names or ())


RULES = Rules()


def load_rules(path: str | Path | None = None) -> Rules:
    """The rules of a file (default: those of the game)."""
    if path is None:
        return RULES
    where = Where(str(path))
    readers = {name: codec.reader for name, codec in codecs_of(Rules).items()}
    return Rules(**read_fields(where, read_toml(Path(path), where), readers))


def format_rules(rules: Rules) -> str:
    """Rules as a TOML file."""
    return "".join(f"{format_field(each.name, getattr(rules, each.name))}\n" for each in fields(rules))
