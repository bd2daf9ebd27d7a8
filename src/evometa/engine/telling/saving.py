"""A position as a small tree of names and numbers, fit for JSON or TOML. `loading.py` takes it back.

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

from collections.abc import Sequence
from typing import Any

from evometa.engine.telling.position_fields import SIDE_READERS, Tree
from evometa.engine.telling.stepper import Stepper
from evometa.engine.telling.views import keyword_words

GAME_FIELDS = ("turn", "current", "over", "winner", "next_order", "look_player", "look_kind")
CARD_LISTS = ("secrets", "later", "died")  # each with a count n_...
MINION_FIELDS = ("attack", "max_health", "damage", "turn_attack", "attacks", "spell_damage")
HERO_FIELDS = ("max_health", "damage", "attack", "turn_attack", "attacks", "spell_damage")
KEYWORD_FIELDS = ("keywords", "turn_keywords")
HAND_FIELDS = ("cost", "attack", "health")
WEAPON_FIELDS = ("attack", "durability", "order")


def save_state(stepper: Stepper) -> Tree:
    """Everything that makes the position what it is."""
    game = stepper.game
    tree: Tree = {name: int(game[name]) for name in GAME_FIELDS if game[name]}
    if game.n_look:
        tree["look"] = _names(stepper, game.look, int(game.n_look))
    if not game.scripted:
        tree["rng"] = hex(int(game.rng))  # as text: TOML's numbers have no room for it
    elif left := [int(n) for n in game.script[int(game.script_at) : int(game.n_script)]]:
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
    if state := _save_hero(stepper, me):
        tree["hero_state"] = state
    tree["board"] = [_save_minion(stepper, me, slot) for slot in range(1, int(me.n_minions) + 1)]
    tree["hand"] = [_save_held(stepper, me.hand[i]) for i in range(int(me.n_hand))]
    tree["deck"] = _names(stepper, me.deck, int(me.n_deck))[::-1]
    if me.weapon.card:
        tree["weapon"] = _save_weapon(stepper, me.weapon)
    tree |= {name: _names(stepper, me[name], int(me[f"n_{name}"])) for name in CARD_LISTS if me[f"n_{name}"]}
    return tree


def _names(stepper: Stepper, cards: Any, n: int) -> list[str]:
    return [_card_word(stepper, int(card)) for card in cards[:n]]


def _card_word(stepper: Stepper, index: int) -> str:
    """A card's name if it means that card, else its id."""
    name = stepper.name(index)
    return name if stepper.table.roster.indices_by_name.get(name) == (index,) else stepper.table.ids[index]


def _save_hero(stepper: Stepper, me: Any) -> Tree:
    hero = me.board[0]
    fresh = {"max_health": int(stepper.table.record.cards[int(hero.card)].health)}
    return _differences(hero, fresh, HERO_FIELDS)


def _save_minion(stepper: Stepper, me: Any, slot: int) -> Tree:
    m = me.board[slot]
    printed = stepper.table.record.cards[int(m.card)]
    fresh = {
        "attack": int(printed.attack),
        "max_health": int(printed.health),
        "spell_damage": int(printed.spell_damage),
        "keywords": int(printed.keywords),
    }
    tree = {"card": _card_word(stepper, int(m.card)), "order": int(me.order[slot])}
    tree |= _differences(m, fresh, MINION_FIELDS)
    if m.n_marks:
        tree["marks"] = [int(n) for n in m.marks[: int(m.n_marks)]]
    return tree


def _differences(m: Any, fresh: dict[str, int], fields: Sequence[str]) -> Tree:
    """The fields of a character that are not as its card says."""
    tree: Tree = {name: int(m[name]) for name in fields if m[name] != fresh.get(name, 0)}
    words = {name: keyword_words(int(m[name])) for name in KEYWORD_FIELDS if m[name] != fresh.get(name, 0)}
    return tree | {name: list(value) for name, value in words.items()}


def _save_held(stepper: Stepper, held: Any) -> str | Tree:
    word = _card_word(stepper, int(held.card))
    changes = {name: int(held[name]) for name in HAND_FIELDS if held[name]}
    return {"card": word, **changes} if changes else word


def _save_weapon(stepper: Stepper, weapon: Any) -> Tree:
    tree: Tree = {"card": _card_word(stepper, int(weapon.card))}
    return tree | {name: int(weapon[name]) for name in WEAPON_FIELDS}
