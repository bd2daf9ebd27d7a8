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

from collections.abc import Sequence
from typing import Any

import numpy as np

from evometa.cards.compiling.sizes import MAX_DECK, MAX_HAND, MAX_MINIONS, MAX_SECRETS
from evometa.cards.language import codes as c
from evometa.engine.kernel import entry
from evometa.engine.state.records import MAX_ATTACHED, MAX_DIED, MAX_LATER, MAX_LOOK, MAX_SCRIPT, Player
from evometa.engine.state.references import bit, reference
from evometa.engine.telling.stepper import Stepper
from evometa.engine.telling.views import keyword_bits, keyword_words
from evometa.input.errors import InputError, describe_words

Tree = dict[str, Any]

INT16 = np.dtype(np.int16)
GAME_FIELDS = ("turn", "current", "over", "winner", "next_order", "look_player")
SIDE_FIELDS = (
    "armor",
    "mana",
    "max_mana",
    "overload",
    "locked",
    "fatigue",
    "power_used",
    "cards_played",
    "minions_played",
    "next_card",
    "next_minion",
    "next_weapon",
    "next_spell",
    "next_secret",
    "next_secret_free",
    "all_minions",
    "all_weapons",
    "all_spells",
    "all_secrets",
    "free_spells",
    "newcomers",
    "hero_died",
)
CARD_LISTS = {"secrets": MAX_SECRETS, "later": MAX_LATER, "died": MAX_DIED}  # each with a count n_...
MINION_FIELDS = ("attack", "max_health", "damage", "turn_attack", "attacks", "spell_damage")
HERO_FIELDS = ("max_health", "damage", "attack", "turn_attack", "attacks", "spell_damage")
KEYWORD_FIELDS = ("keywords", "turn_keywords")
HAND_FIELDS = ("cost", "attack", "health")
WEAPON_FIELDS = ("attack", "durability", "order")

GAME_KEYS = (*GAME_FIELDS, "look", "rng", "script", "sides")
SIDE_KEYS = ("hero", "power", *SIDE_FIELDS, "hero_state", "board", "hand", "deck", "weapon", *CARD_LISTS)
CHARACTER_KEYS = ("card", "order", "marks", *MINION_FIELDS, *KEYWORD_FIELDS)

# --- saving -----------------------------------------------------------------------------------------------------------


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
    tree |= {name: int(me[name]) for name in SIDE_FIELDS if me[name]}
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


# --- loading ----------------------------------------------------------------------------------------------------------


def load_state(stepper: Stepper, tree: Tree) -> None:
    """Bring a tree into an empty position whose heroes are those of the tree."""
    _check_keys("a position", tree, GAME_KEYS)
    game = stepper.game
    for player, side in enumerate(tree.get("sides", [])):
        _load_side(stepper, player, side)
    for name in GAME_FIELDS:
        if name in tree:
            game[name] = _number(name, tree[name])
    game.n_look = _load_cards(stepper, game.look, tree.get("look", []), "look", MAX_LOOK)
    if "rng" in tree:
        game.scripted, game.rng = 0, int(str(tree["rng"]), 16)
    script = tree.get("script", [])
    _check_length("script", script, MAX_SCRIPT)
    game.script[: len(script)] = script
    game.n_script = len(script)
    stepper.run(entry.REFRESH)


def _load_side(stepper: Stepper, player: int, tree: Tree) -> None:
    _check_keys("a side", tree, SIDE_KEYS)
    me = stepper.game.players[player]
    for name in SIDE_FIELDS:
        if name in tree:
            me[name] = _number(name, tree[name], Player[name])
    if "power" in tree:
        me.power = stepper.find_card(tree["power"])
    _load_character(me.board[0], tree.get("hero_state", {}), HERO_FIELDS)
    _load_board(stepper, player, tree.get("board", []))
    _load_hand(stepper, me, tree.get("hand", []))
    me.n_deck = _load_cards(stepper, me.deck, tree.get("deck", [])[::-1], "deck", MAX_DECK)
    for name, limit in CARD_LISTS.items():
        me[f"n_{name}"] = _load_cards(stepper, me[name], tree.get(name, []), name, limit)
    if "weapon" in tree:
        _load_weapon(stepper, player, _as_table(tree["weapon"]))


def _load_board(stepper: Stepper, player: int, minions: Sequence[Any]) -> None:
    _check_length("board", minions, MAX_MINIONS)
    me = stepper.game.players[player]
    for slot, item in enumerate(minions, start=1):
        tree = _as_table(item)
        _check_keys("a minion", tree, CHARACTER_KEYS)
        stepper.run(entry.PLACE, player, stepper.find_typed(tree["card"], c.MINION), slot)
        m = me.board[slot]
        if "silenced" in tree.get("keywords", ()):
            stepper.run(entry.SILENCE, reference(player, slot))
        m.keywords &= ~c.ASLEEP
        _load_character(m, tree, MINION_FIELDS)
        if "order" in tree:
            me.order[slot] = _number("order", tree["order"])
        _load_marks(m, tree.get("marks", ()))


def _load_character(m: Any, tree: Tree, fields: Sequence[str]) -> None:
    for name in fields:
        if name in tree:
            m[name] = _number(name, tree[name])
    for name in KEYWORD_FIELDS:
        if name in tree:
            m[name] = keyword_bits(tree[name])


def _load_marks(m: Any, marks: Sequence[int]) -> None:
    _check_length("marks", marks, MAX_ATTACHED)
    m.marks[: len(marks)] = marks
    m.n_marks = len(marks)
    if m.n_marks:
        m.listens |= bit(c.HAS_MARK)


def _load_hand(stepper: Stepper, me: Any, cards: Sequence[Any]) -> None:
    _check_length("hand", cards, MAX_HAND)
    for i, item in enumerate(cards):
        tree = _as_table(item)
        _check_keys("a card in hand", tree, ("card", *HAND_FIELDS))
        me.hand[i].card = stepper.find_card(tree["card"])
        for name in HAND_FIELDS:
            me.hand[i][name] = _number(name, tree.get(name, 0))
    me.n_hand = len(cards)


def _load_weapon(stepper: Stepper, player: int, tree: Tree) -> None:
    _check_keys("a weapon", tree, ("card", *WEAPON_FIELDS))
    stepper.run(entry.EQUIP, player, stepper.find_typed(tree["card"], c.WEAPON))
    for name in WEAPON_FIELDS:
        if name in tree:
            stepper.game.players[player].weapon[name] = _number(name, tree[name])


def _load_cards(stepper: Stepper, field: Any, names: Sequence[str], what: str, limit: int) -> int:
    _check_length(what, names, limit)
    field[: len(names)] = [stepper.find_card(name) for name in names]
    return len(names)


# --- checks -----------------------------------------------------------------------------------------------------------


def _as_table(item: str | Tree) -> Tree:
    tree = {"card": item} if isinstance(item, str) else item
    if "card" not in tree:
        raise InputError("the field 'card' is missing")
    return tree


def _check_keys(what: str, tree: Tree, allowed: Sequence[str]) -> None:
    for name in tree:
        if name not in allowed:
            raise InputError(f"{what} has no field {name!r}; {describe_words(name, allowed)}")


def _check_length(what: str, items: Sequence[Any], limit: int) -> None:
    if len(items) > limit:
        raise InputError(f"the field '{what}' has {len(items)} entries; allowed: at most {limit}")


def _number(name: str, value: Any, field: np.dtype[Any] = INT16) -> int:
    room = np.iinfo(field)
    if not isinstance(value, int) or not room.min <= value <= room.max:
        raise InputError(f"the field '{name}' is {value!r}; allowed: a whole number that fits {room.bits} bits")
    return value
