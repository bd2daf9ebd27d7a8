"""How people call characters and actions, and how these names are understood."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.games.hearthstone.cards.language.codes import MINION
from evometa.games.hearthstone.engine.state import action_codes as a
from evometa.games.hearthstone.engine.state.action_codes import kind_of, option_of, position_of, source_of, target_of
from evometa.games.hearthstone.engine.state.records import NOBODY
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.engine.telling.views import Character, Minion, find_order
from evometa.input.errors import InputError

KINDS = {a.END: "end turn", a.PLAY: "play", a.FIGHT: "attack", a.POWER: "power", a.CHOOSE: "choose"}
OWN, FOREIGN = "my", "enemy"


@dataclass(frozen=True)
class Action:
    """Something that the current player may do."""

    kind: str  # one of KINDS
    source: int  # place in hand (from 0), attacker's slot, or number of the choice
    position: int  # where a minion goes, from 1 on the left; 0 if nothing is placed
    target: int | None  # a reference
    option: int  # of a choose-one card, from 1; 0: none
    code: int
    text: str

    def __str__(self) -> str:
        return self.text


def read_action(stepper: Stepper, code: int) -> Action:
    """The action of a code, in words."""
    kind, source, position, option = kind_of(code), source_of(code), position_of(code), option_of(code)
    target = None if target_of(code) == NOBODY else target_of(code)
    text = _describe(stepper, kind, source, position, target, option)
    return Action(KINDS[kind], source, position, target, option, code, text)


def _describe(stepper: Stepper, kind: int, source: int, position: int, target: int | None, option: int) -> str:
    current = int(stepper.game.current)
    if kind == a.END:
        return "end turn"
    if kind == a.CHOOSE:
        return f"choose {stepper.name(int(stepper.game.look[source]))}"
    if kind == a.FIGHT:
        return f"attack {name_character(stepper, target)} with {name_character(stepper, reference(current, source))}"
    at = "" if target is None else f" on {name_character(stepper, target)}"
    if kind == a.POWER:
        return f"use {stepper.name(int(stepper.game.players[current].power))}{at}"
    return f"play {_describe_card(stepper, source, position, option)}{at}"


def _describe_card(stepper: Stepper, source: int, position: int, option: int) -> str:
    me = stepper.game.players[int(stepper.game.current)]
    index = int(me.hand[source].card)
    card = stepper.table.record.cards[index]
    chosen = f" ({stepper.name(int(card.options[option - 1]))})" if option else ""
    place = f" at position {position}" if card.type == MINION and me.n_minions else ""
    return f"{stepper.name(index)}{chosen}{place}"


def name_character(stepper: Stepper, ref: int | None) -> str:
    """How the current player calls a character: 'enemy hero', 'my Wisp', or 'enemy 2 (Wisp)' if there are several."""
    if ref is None:
        return "nobody"
    player, slot = player_of(ref), slot_of(ref)
    side = OWN if player == int(stepper.game.current) else FOREIGN
    if slot == 0:
        return f"{side} hero"
    me = stepper.game.players[player]
    card = int(me.board[slot].card)
    same = [s for s in range(1, int(me.n_minions) + 1) if me.board[s].card == card]
    name = stepper.name(card)
    return f"{side} {name}" if len(same) == 1 else f"{side} {slot} ({name})"


def find_character(stepper: Stepper, who: str | Character | int) -> int:
    """The reference of a character: a minion or hero object, a reference, or one of its names.

    Names are 'my hero', 'enemy hero', 'my 1', 'enemy 2', 'enemy Wisp', 'enemy 2 (Wisp)', or just 'Wisp', if there is
    only one that it can mean. 'my' is the current player's.
    """
    if isinstance(who, Minion):
        ref = find_order(stepper, who.order)
        if ref is None:
            raise InputError(f"{who!r} is not in play")
        return ref
    if isinstance(who, Character):
        return who.ref
    if isinstance(who, int):
        return who
    found = [ref for ref in _references(stepper) if who in _names(stepper, ref)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(name_character(stepper, ref) for ref in found or _references(stepper))
    problem = f"'{who}' can mean several characters" if found else f"there is no character '{who}' in play"
    raise InputError(f"{problem}; {'it may be' if found else 'there are'}: {names}")


def _references(stepper: Stepper) -> list[int]:
    return [reference(p, slot) for p in range(2) for slot in range(int(stepper.game.players[p].n_minions) + 1)]


def _names(stepper: Stepper, ref: int) -> set[str]:
    """All names that a character answers to."""
    player, slot = player_of(ref), slot_of(ref)
    side = OWN if player == int(stepper.game.current) else FOREIGN
    name = stepper.name(int(stepper.game.players[player].board[slot].card))
    place = f"{side} {slot}" if slot else f"{side} hero"
    return {place, name, f"{side} {name}", f"{place} ({name})"}
