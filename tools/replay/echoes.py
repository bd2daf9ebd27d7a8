"""Echoes: differences that follow from an earlier one.

A repair makes a difference in attack, cost or a keyword a lasting change, because the recorded state does not say how
long it lasts. If it was for a while only, the same minion or card differs again when that ends, the other way round.
That is no second difference: the repair is taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.replay.differences import STATE, Difference, read_list
from tools.replay.repairs import set_flag
from tools.replay.states import FLAGS

from evometa.games.hearthstone.engine.telling.position import Position

FIELD = re.compile(r"p(\d)\.(field|hand)\.(\d+)\.(atk|cost|flags)")
NUMBERS = {"atk": "attack", "cost": "cost"}


@dataclass(frozen=True)
class Subject:
    """What can have an echo: a number or a flag of a minion (by its order of play) or of a card in hand."""

    player: int
    zone: str
    number: int  # order of play, or card
    name: str


class Echoes:
    """What repairs have changed."""

    def __init__(self) -> None:
        self.amounts: dict[Subject, int] = {}

    def note(self, position: Position, differences: list[Difference]) -> None:
        """Remember differences that are about to be repaired; both sides have the same cards by now."""
        for subject, amount, _ in _changes(position, differences):
            self.amounts[subject] = self.amounts.get(subject, 0) + amount

    def take_back(self, position: Position, differences: list[Difference]) -> int:
        """Take repairs back where a difference is the echo of one; returns how many."""
        found = 0
        for subject, amount, record in _changes(position, differences):
            if self.amounts.get(subject) == -amount:
                del self.amounts[subject]
                _change(record, subject.name, amount)
                found += 1
        if found:
            position.refresh()
        return found


def _change(record: Any, name: str, amount: int) -> None:
    if name in NUMBERS:
        record[NUMBERS[name]] += amount
    else:
        set_flag(record, name, amount > 0)


def _changes(position: Position, differences: list[Difference]) -> Iterator[tuple[Subject, int, Any]]:
    """What differs by how much, and the record that holds it; not where the cards themselves differ."""
    lists = {difference.field for difference in differences}
    for difference in differences:
        match = FIELD.fullmatch(difference.field)
        if difference.kind != STATE or match is None or f"p{match[1]}.{match[2]}" in lists:
            continue
        player, zone, place = int(match[1]), match[2], int(match[3])
        me = position.game.players[player]
        record = me.board[place + 1] if zone == "field" else me.hand[place]
        number = int(me.order[place + 1]) if zone == "field" else int(record.card)
        for name, amount in _amounts(match[4], difference):
            yield Subject(player, zone, number, name), amount, record


def _amounts(name: str, difference: Difference) -> Iterator[tuple[str, int]]:
    if name in NUMBERS:
        yield name, int(difference.recorded) - int(difference.own)
        return
    recorded, own = read_list(difference.recorded), read_list(difference.own)
    for flag in sorted((recorded ^ own) & FLAGS.keys()):
        yield flag, 1 if flag in recorded else -1
