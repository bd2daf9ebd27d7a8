"""From a card set and rules to a card table, which is all that the engine sees."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.cards import CardSet
from evometa.games.compiled.records import offset_of
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.lowering import RULES_HEALTH, Unit, lower_card
from evometa.games.hearthstone.cards.compiling.packing import fill, order_values
from evometa.games.hearthstone.cards.compiling.sizes import MAX_CARDS, MAX_CODE, MAX_CURVE, MAX_MARKS, MAX_POOL
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.rules import Rules, check_rules
from evometa.games.tables import CardTable
from evometa.input.errors import InputError, Where, errors_at

BLANK = "(unknown card)"
_Offsets = NDArray[np.int16]


def compile_table(card_set: CardSet, rules: Rules | None = None) -> CardTable:
    """The card table of a set under given rules (default: the game's own)."""
    rules = card_set.game.load_rules() if rules is None else check_rules(rules)
    units = [lower_card(card, card_set.roster) for card in card_set]
    _check_sizes(units)
    # By how much the program counters of each card move. Index 0 of the code holds the end of every program.
    sizes = np.array([unit.n_code for unit in units], dtype=np.int16)
    offsets = np.cumsum(sizes, dtype=np.int16) - sizes
    array = np.zeros(1, dtype=t.Table)
    view = array.view(np.ndarray)
    _place_cards(view, units, offsets, rules)
    _place_code(view, units, offsets)
    _place_pools(view, units, offsets)
    _place_marks(view, units, offsets)
    view["rules"][0] = _pack_rules(rules, card_set)
    names = (BLANK, *(card.name for card in card_set))
    return CardTable(array, names, ("", *card_set.roster.ids), card_set.roster, card_set.game)


def _pack_rules(rules: Rules, card_set: CardSet) -> tuple[Any, ...]:
    where = Where("rules") / "second_gets"
    with errors_at(where):
        second_gets = card_set.index_of(rules.second_gets) if rules.second_gets else 0
    if second_gets and card_set.roster.definitions[second_gets - 1].type not in (c.MINION, c.SPELL, c.WEAPON):
        raise where.error(
            f"nobody can hold the card '{rules.second_gets}'; allowed: a minion, spell or weapon, or false for none"
        )
    steps = np.diff(rules.mana, prepend=0).tolist()
    curve = {"mana_steps": fill(steps, MAX_CURVE, steps[-1]), "mana_limit": max(rules.mana)}
    return order_values(t.Rules, rules, second_gets=second_gets, **curve)


def _check_sizes(units: list[Unit]) -> None:
    """Raise an error that says which part of the table is too small for the cards."""
    n_code = 1 + sum(unit.n_code for unit in units)
    limits = (("cards", len(units) + 1, MAX_CARDS), ("instructions", n_code, MAX_CODE))
    for what, found, allowed in limits:
        if found > allowed:
            raise InputError(f"the card set is too large for a card table: {found} {what}; allowed: {allowed}")


def _place_cards(view: Any, units: list[Unit], offsets: _Offsets, rules: Rules) -> None:
    cards = np.frombuffer(bytearray().join(unit.record for unit in units), dtype=t.Card)
    for name in ("play", "combo", "deathrattle"):
        cards[name] += np.where(cards[name] > 0, offsets, np.int16(0))
    pcs = cards["triggers"]["pc"]
    pcs += np.where(pcs > 0, offsets[:, None], np.int16(0))
    cards["health"][cards["health"] == RULES_HEALTH] = rules.hero_health
    _write(view, "cards", cards)
    view["n_cards"] = len(cards) + 1


def _place_code(view: Any, units: list[Unit], offsets: _Offsets) -> None:
    code = np.frombuffer(bytearray().join(unit.code for unit in units), dtype=t.Instruction)
    moves = np.repeat(offsets, [unit.n_code for unit in units])
    code["jump"] += np.where(code["jump"] > 0, moves, np.int16(0))
    _write(view, "code", code)
    view["n_code"] = len(code) + 1


def _write(view: Any, name: str, records: NDArray[Any]) -> None:
    """Write records into an array of the table from index 1 on; as bytes, because NumPy copies field by field."""
    start = offset_of(t.Table, name) + records.itemsize
    view.view(np.uint8)[start : start + records.nbytes] = records.view(np.uint8)


def _place_pools(view: Any, units: list[Unit], offsets: _Offsets) -> None:
    """Write the pools one after another; equal pools share their place."""
    starts: dict[tuple[int, ...], int] = {}
    entries: list[int] = []
    for unit, offset in zip(units, offsets, strict=True):
        for pool in unit.pools:
            if pool not in starts:
                starts[pool] = len(entries)
                entries.extend(pool)
        if unit.pools:
            code = _code_of(view, unit, offset)
            for i in np.flatnonzero(code["pool_n"]):
                code["pool"][i] = starts[unit.pools[code["pool"][i]]]
    if len(entries) > MAX_POOL:
        raise InputError(f"random cards need {len(entries)} places in the card table; allowed: {MAX_POOL}")
    view["pool"][0, : len(entries)] = entries
    view["n_pool"] = len(entries)


def _place_marks(view: Any, units: list[Unit], offsets: _Offsets) -> None:
    """Write the marks in the order of the cards; equal abilities are one mark."""
    numbers: dict[tuple[int, bytes], int] = {}
    for unit, offset in zip(units, offsets, strict=True):
        keys = [(mark.event, mark.program) for mark in unit.marks]
        for key, mark in zip(keys, unit.marks, strict=True):
            if key not in numbers:
                if len(numbers) == MAX_MARKS:
                    raise InputError(f"cards attach more than {MAX_MARKS} different abilities; allowed: {MAX_MARKS}")
                view["marks"][0, len(numbers)] = (mark.event, mark.pc + offset)
                numbers[key] = len(numbers)
        if unit.marks:
            code = _code_of(view, unit, offset)
            for i in np.flatnonzero(code["op"] == c.OP_ATTACH):
                code["mark"][i] = numbers[keys[code["mark"][i]]]
    view["n_marks"] = len(numbers)


def _code_of(view: Any, unit: Unit, offset: int) -> Any:
    """The instructions of a card, where they lie now."""
    return view["code"][0, offset + 1 : offset + 1 + unit.n_code]
