"""From the fields of a saved position, read and checked by `position_fields.py`, to a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evometa.cards.language import codes as c
from evometa.engine.kernel import entry
from evometa.engine.state.references import bit, reference
from evometa.engine.telling.position_fields import CHARACTER_READERS, SIDE_READERS, Tree
from evometa.engine.telling.saving import CARD_LISTS, HAND_FIELDS, WEAPON_FIELDS
from evometa.engine.telling.stepper import Stepper
from evometa.input.errors import InputError

GAME_FIELDS = ("turn", "current", "over", "winner")


def load_state(stepper: Stepper, found: Tree) -> None:
    """Bring a position into an empty one whose heroes are the same."""
    game = stepper.game
    for player, side in enumerate(found["sides"]):
        _load_side(stepper, player, side)
    game.turn = found.get("current", 0) + 1  # unless it is given
    _set(game, found, GAME_FIELDS)
    game.n_look = _load_cards(game.look, found.get("look", ()))
    game.look_player = game.current if game.n_look else 0
    game.look_kind = found.get("look_kind", 0) if game.n_look else 0
    _load_orders(stepper, found)
    if "rng" in found:
        game.scripted, game.rng = 0, found["rng"]
    game.n_script = _load_cards(game.script, found.get("script", ()))
    stepper.run(entry.REFRESH)


def _load_side(stepper: Stepper, player: int, side: Tree) -> None:
    me = stepper.game.players[player]
    if "power" in side:
        me.power = side["power"]
    _set(me.board[0], side.get("hero_state", {}), CHARACTER_READERS)
    for slot, minion in enumerate(side.get("board", ()), start=1):
        _load_minion(stepper, player, slot, minion)
    for i, held in enumerate(side.get("hand", ())):
        _set(me.hand[i], held, ("card", *HAND_FIELDS))
    me.n_hand = len(side.get("hand", ()))
    me.n_deck = _load_cards(me.deck, side.get("deck", ())[::-1])
    for name in CARD_LISTS:
        me[f"n_{name}"] = _load_cards(me[name], side.get(name, ()))
    if "weapon" in side:
        stepper.run(entry.EQUIP, player, side["weapon"]["card"])
        _set(me.weapon, side["weapon"], WEAPON_FIELDS)
    _set(me, side, SIDE_READERS)  # last, because some of it would be given to the minions that enter


def _load_minion(stepper: Stepper, player: int, slot: int, minion: Tree) -> None:
    me = stepper.game.players[player]
    stepper.run(entry.PLACE, player, minion["card"], slot)
    m = me.board[slot]
    if minion.get("keywords", 0) & c.SILENCED:
        stepper.run(entry.SILENCE, reference(player, slot))
    m.keywords &= ~c.ASLEEP
    _set(m, minion, CHARACTER_READERS)
    if "order" in minion:
        me.order[slot] = minion["order"]
    m.n_marks = _load_cards(m.marks, minion.get("marks", ()))
    if m.n_marks:
        m.listens |= bit(c.HAS_MARK)
    if (m.keywords | m.turn_keywords) & c.LIFESTEAL:
        m.listens |= bit(c.HAS_LIFESTEAL)


def _load_orders(stepper: Stepper, found: Tree) -> None:
    """What comes into play next comes after all that is there."""
    orders = [int(order) for me in stepper.game.players for order in (*me.order, me.weapon.order) if order]
    if len(set(orders)) < len(orders):
        raise InputError("some minions or weapons have an order and others have none; give it to all, or to none")
    stepper.game.next_order = found.get("next_order", max([0, *orders]) + 1)


def _set(record: Any, values: Mapping[str, Any], names: Any) -> None:
    for name in names:
        if name in values:
            record[name] = values[name]


def _load_cards(field: Any, values: Sequence[int]) -> int:
    field[: len(values)] = values
    return len(values)
