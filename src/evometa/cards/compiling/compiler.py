"""From a card set and rules to a card table, which is all that the engine sees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.compiling import table as t
from evometa.cards.compiling.lowering import RULES_HEALTH, Unit, lower_card
from evometa.cards.compiling.sizes import MAX_CARDS, MAX_CODE, MAX_MARKS, MAX_POOL
from evometa.cards.language import codes as c
from evometa.cards.model import CardSet, Roster
from evometa.cards.rules import Rules, check_rules, load_rules
from evometa.input.errors import InputError

BLANK = "(unknown card)"


@dataclass(frozen=True, eq=False)
class CardTable:
    """A compiled card set: the array that the engine reads, and the names behind its indices."""

    array: NDArray[np.void]  # shape (1,), of dtype table.Table
    names: tuple[str, ...]  # by index; index 0 is the blank card
    ids: tuple[str, ...]
    roster: Roster

    def __repr__(self) -> str:
        return f"CardTable({len(self.names) - 1} cards)"

    @property
    def record(self) -> Any:
        """The table itself, with fields as attributes."""
        return self.array[0]

    def index_of(self, name_or_id: str) -> int:
        """The index of a card by its id, or by a name that only one card has."""
        return self.roster.find(name_or_id)


def compile_table(card_set: CardSet, rules: Rules | None = None) -> CardTable:
    """The card table of a set under given rules (default: the game's own)."""
    rules = _default_rules() if rules is None else check_rules(rules)
    units = [lower_card(card, card_set.roster) for card in card_set]
    _check_sizes(units)
    array = np.zeros(1, dtype=t.Table)
    view = array.view(np.ndarray)
    _place_cards(view, units, rules)
    _place_code(view, units)
    _place_pools(view, units)
    _place_marks(view, units)
    view["rules"][0] = _pack_rules(rules, card_set)
    names = (BLANK, *(card.name for card in card_set))
    return CardTable(array, names, ("", *card_set.roster.ids), card_set.roster)


@lru_cache(maxsize=1)
def _default_rules() -> Rules:
    return load_rules()


def _pack_rules(rules: Rules, card_set: CardSet) -> tuple[Any, ...]:
    try:
        second_gets = card_set.index_of(rules.second_gets) if rules.second_gets else 0
    except InputError as error:
        raise InputError(f"rules, field 'second_gets': {error}") from None
    if second_gets and card_set.roster.definitions[second_gets - 1].type not in (c.MINION, c.SPELL, c.WEAPON):
        raise InputError(
            f"rules, field 'second_gets': nobody can hold the card '{rules.second_gets}'; "
            "allowed: a minion, spell or weapon, or false for none"
        )
    values = {f: getattr(rules, f) for f in t.Rules.names or ()}
    return tuple({**values, "second_gets": second_gets}.values())


def _check_sizes(units: list[Unit]) -> None:
    """Raise an error that says which part of the table is too small for the cards."""
    n_code = 1 + sum(unit.n_code for unit in units)
    limits = (("cards", len(units) + 1, MAX_CARDS), ("instructions", n_code, MAX_CODE))
    for what, found, allowed in limits:
        if found > allowed:
            raise InputError(f"the card set is too large for a card table: {found} {what}; allowed: {allowed}")


def _offsets(units: list[Unit]) -> NDArray[np.int64]:
    """By how much the program counters of each card move. Index 0 of the code holds the end of every program."""
    sizes = np.array([unit.n_code for unit in units], dtype=np.int64)
    return np.cumsum(sizes) - sizes


def _place_cards(view: Any, units: list[Unit], rules: Rules) -> None:
    cards = np.frombuffer(bytearray().join(unit.record for unit in units), dtype=t.Card)
    offsets = _offsets(units).astype(np.int16)
    for name in ("play", "combo", "deathrattle"):
        cards[name] += np.where(cards[name] > 0, offsets, np.int16(0))
    pcs = cards["triggers"]["pc"]
    pcs += np.where(pcs > 0, offsets[:, None], np.int16(0))
    cards["health"][cards["health"] == RULES_HEALTH] = rules.hero_health
    _write(view, "cards", cards)
    view["n_cards"] = len(cards) + 1


def _place_code(view: Any, units: list[Unit]) -> None:
    code = np.frombuffer(bytearray().join(unit.code for unit in units), dtype=t.Instruction)
    moves = np.repeat(_offsets(units), [unit.n_code for unit in units]).astype(np.int16)
    code["jump"] += np.where(code["jump"] > 0, moves, np.int16(0))
    _write(view, "code", code)
    view["n_code"] = len(code) + 1


def _write(view: Any, name: str, records: NDArray[Any]) -> None:
    """Write records into an array of the table from index 1 on; as bytes, because NumPy copies field by field."""
    assert t.Table.fields is not None
    start = t.Table.fields[name][1] + records.itemsize
    view.view(np.uint8)[start : start + records.nbytes] = records.view(np.uint8)


def _place_pools(view: Any, units: list[Unit]) -> None:
    """Write the pools one after another; equal pools share their place."""
    starts: dict[tuple[int, ...], int] = {}
    entries: list[int] = []
    for unit, offset in zip(units, _offsets(units), strict=True):
        if not unit.pools:
            continue
        for pool in unit.pools:
            if pool not in starts:
                starts[pool] = len(entries)
                entries.extend(pool)
        code = view["code"][0, offset + 1 : offset + 1 + unit.n_code]
        for i in np.flatnonzero(code["pool_n"]):
            code["pool"][i] = starts[unit.pools[code["pool"][i]]]
    if len(entries) > MAX_POOL:
        raise InputError(f"random cards need {len(entries)} places in the card table; allowed: {MAX_POOL}")
    view["pool"][0, : len(entries)] = entries
    view["n_pool"] = len(entries)


def _place_marks(view: Any, units: list[Unit]) -> None:
    """Write the marks in the order of the cards; equal abilities are one mark."""
    numbers: dict[tuple[int, bytes], int] = {}
    for unit, offset in zip(units, _offsets(units), strict=True):
        if not unit.marks:
            continue
        for mark in unit.marks:
            key = (mark.event, mark.program)
            if key not in numbers:
                numbers[key] = len(numbers)
                if len(numbers) > MAX_MARKS:
                    raise InputError(f"cards attach more than {MAX_MARKS} different abilities; allowed: {MAX_MARKS}")
                view["marks"][0, numbers[key]] = (mark.event, mark.pc + offset)
        code = view["code"][0, offset + 1 : offset + 1 + unit.n_code]
        for i in np.flatnonzero(code["op"] == c.OP_ATTACH):
            mark = unit.marks[code["mark"][i]]
            code["mark"][i] = numbers[(mark.event, mark.program)]
    view["n_marks"] = len(numbers)
