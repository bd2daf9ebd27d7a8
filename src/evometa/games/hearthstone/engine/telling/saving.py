"""A position as a small tree of names and numbers, fit for JSON or TOML, and back.

Only what differs from a new game is written, so that a person can read it and write one:

current = 0
[[sides]]
hero = "Rexxar"
mana = 5
max_mana = 5
hand = ["Arcane Shot", { card = "Wisp", cost = -1 }]
[[sides]]
hero = "Jaina Proudmoore"
board = ["Wisp", { card = "Chillwind Yeti", damage = 2, keywords = ["taunt", "frozen"] }]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.references import bit, reference
from evometa.games.hearthstone.engine.telling.position_fields import CHARACTER_READERS, SIDE_READERS, Tree
from evometa.games.hearthstone.engine.telling.stepper import Stepper
from evometa.games.hearthstone.engine.telling.views import keyword_words
from evometa.input.errors import InputError

_GAME_FIELDS = ("turn", "current", "over", "winner")
_CARD_LISTS = ("secrets", "later", "died")  # each with a count n_...
MINION_FIELDS = ("attack", "max_health", "damage", "turn_attack", "attacks", "spell_damage")
HERO_FIELDS = ("max_health", "damage", "attack", "turn_attack", "attacks", "spell_damage")
_KEYWORD_FIELDS = ("keywords", "turn_keywords")
HAND_FIELDS = ("cost", "attack", "health")
WEAPON_FIELDS = ("attack", "durability", "order")


# --- to a tree ----------------------------------------------------------------------------------------------------


def save_state(stepper: Stepper) -> Tree:
    """Everything that makes the position what it is."""
    game = stepper.game
    tree: Tree = {
        name: int(game[name]) for name in (*_GAME_FIELDS, "next_order", "look_player", "look_kind") if game[name]
    }
    if game.n_look:
        tree["look"] = _names(stepper, game.look, int(game.n_look))
    if not game.scripted:
        tree["rng"] = hex(int(game.rng))  # as text: TOML's numbers have no room for it
    elif left := stepper.script_left:
        tree["script"] = left
    tree["sides"] = [_save_side(stepper, player) for player in range(2)]
    return tree


def _save_side(stepper: Stepper, player: int) -> Tree:
    me = stepper.game.players[player]
    hero = int(me.board[0].card)
    tree: Tree = {"hero": stepper.table.ids[hero]}
    if me.power != stepper.table.record.cards[hero].power:
        tree["power"] = stepper.table.ids[int(me.power)]
    tree |= {name: int(me[name]) for name in SIDE_READERS if me[name]}
    fresh = {"max_health": int(stepper.table.record.cards[hero].health)}
    if changed := _differences(me.board[0], fresh, HERO_FIELDS):
        tree["hero_state"] = changed
    tree["board"] = [_save_minion(stepper, me, slot) for slot in range(1, int(me.n_minions) + 1)]
    tree["hand"] = [_save_held(stepper, me.hand[i]) for i in range(int(me.n_hand))]
    tree["deck"] = _names(stepper, me.deck, int(me.n_deck))[::-1]
    if me.weapon.card:
        worn = {name: int(me.weapon[name]) for name in WEAPON_FIELDS}
        tree["weapon"] = {"card": _card_word(stepper, int(me.weapon.card)), **worn}
    tree |= {name: _names(stepper, me[name], int(me[f"n_{name}"])) for name in _CARD_LISTS if me[f"n_{name}"]}
    return tree


def _names(stepper: Stepper, cards: Any, n: int) -> list[str]:
    return [_card_word(stepper, int(card)) for card in cards[:n]]


def _card_word(stepper: Stepper, index: int) -> str:
    """A card's name if it means that card, else its id."""
    name = stepper.name(index)
    return name if stepper.table.roster.indices_by_name.get(name) == (index,) else stepper.table.ids[index]


def _save_minion(stepper: Stepper, me: Any, slot: int) -> Tree:
    m = me.board[slot]
    printed = stepper.table.record.cards[int(m.card)]
    fresh = {name: int(printed[name]) for name in ("attack", "spell_damage", "keywords")}
    fresh["max_health"] = int(printed.health)
    tree = {"card": _card_word(stepper, int(m.card)), "order": int(me.order[slot])}
    tree |= _differences(m, fresh, MINION_FIELDS)
    if m.n_marks:
        tree["marks"] = [int(n) for n in m.marks[: int(m.n_marks)]]
    return tree


def _differences(m: Any, fresh: dict[str, int], fields: Sequence[str]) -> Tree:
    """The fields of a character that are not as its card says."""
    tree: Tree = {name: int(m[name]) for name in fields if m[name] != fresh.get(name, 0)}
    words = {name: keyword_words(int(m[name])) for name in _KEYWORD_FIELDS if m[name] != fresh.get(name, 0)}
    return tree | {name: list(value) for name, value in words.items()}


def _save_held(stepper: Stepper, held: Any) -> str | Tree:
    word = _card_word(stepper, int(held.card))
    changes = {name: int(held[name]) for name in HAND_FIELDS if held[name]}
    return {"card": word, **changes} if changes else word


# --- and back -----------------------------------------------------------------------------------------------------


def load_state(stepper: Stepper, found: Tree) -> None:
    """Bring a position, whose fields `position_fields.py` has read, into an empty one whose heroes are the same."""
    game = stepper.game
    for player, side in enumerate(found["sides"]):
        _load_side(stepper, player, side)
    game.turn = found.get("current", 0) + 1  # unless it is given
    _set(game, found, _GAME_FIELDS)
    game.n_look = _load_cards(game.look, found.get("look", ()))
    game.look_player = game.current if game.n_look else 0
    game.look_kind = found.get("look_kind", 0) if game.n_look else 0
    orders = [int(order) for me in game.players for order in (*me.order, me.weapon.order) if order]
    if len(set(orders)) < len(orders):
        raise InputError("some minions or weapons have an order and others have none; give it to all, or to none")
    game.next_order = found.get("next_order", max([0, *orders]) + 1)  # after all that is there
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
    for name in _CARD_LISTS:
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


def _set(record: Any, values: Mapping[str, Any], names: Any) -> None:
    for name in names:
        if name in values:
            record[name] = values[name]


def _load_cards(field: Any, values: Sequence[int]) -> int:
    field[: len(values)] = values
    return len(values)
