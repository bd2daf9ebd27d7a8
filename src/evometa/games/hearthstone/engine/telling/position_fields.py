"""The fields of a saved position: what each may hold, so that nothing unchecked reaches the rules.

Compiled code does not look whether an index is inside its array, nor whether a card is one that can lie where it lies.
So everything that a file says is read here first: cards become indices of cards of the right type, keywords become
bits, and numbers stay within what games reach. `saving.py` puts the result into a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language.codes import MINION, POWER, SPELL, WEAPON
from evometa.games.hearthstone.cards.language.vocabulary import KEYWORDS
from evometa.games.hearthstone.engine.state import records as r
from evometa.games.hearthstone.engine.telling.views import KEYWORD_BITS
from evometa.games.sizes import MAX_DECK
from evometa.games.tables import CardTable
from evometa.input.errors import Where, errors_at
from evometa.input.fields import Reader, Readers, list_of, read_fields, read_text, whole_number, word, wrong_type

Tree = dict[str, Any]

_MOST_ORDER = 16_000  # half of what there is room for: the rest is for the game that goes on from here
_MOST_CRYSTALS = 99
_MOST_PLAYED = 9_999  # cards in a turn
_MOST_FATIGUE = 999
MOST_OUTCOME = 999  # of a scripted draw of chance
_MOST_HELD_CHANGE = 999  # of the cost of a card in hand
_TYPE_WORDS = {MINION: "minion", SPELL: "spell", WEAPON: "weapon", POWER: "hero power"}

_read_flag = whole_number(0, 1)
_read_change = whole_number(-MAX_STAT, MAX_STAT)
_read_amount = whole_number(0, MAX_STAT)
_read_crystals = whole_number(0, _MOST_CRYSTALS)
_read_order = whole_number(1, _MOST_ORDER)

# --- numbers ------------------------------------------------------------------------------------------------------


def _read_cost_change(where: Where, value: object) -> int:
    """What effects change of a cost: some mana, or all of it."""
    return r.FREE if value == r.FREE and not isinstance(value, bool) else _read_mana_change(where, value)


def _read_stream(where: Where, value: object) -> int:
    """The state of a stream of random numbers, as text: TOML's numbers have no room for it."""
    if not isinstance(value, str) or not re.fullmatch("(0x)?[0-9a-fA-F]{1,16}", value):
        raise wrong_type(where, value, "a text of up to 16 hexadecimal digits, such as '0x1f'")
    return int(value, 16)


def _keywords_of(words: Mapping[str, int]) -> Reader:
    """Reads a keyword or a list of them; gives their bits."""
    read_list = list_of(word(words), "a keyword or a list of them", most=len(words))

    def read(where: Where, value: object) -> int:
        found = read_list(where, [value] if isinstance(value, str) else value)
        return reduce(or_, (words[each] for each in found), 0)

    return read


_read_mana_change = whole_number(-r.MAX_COST_CHANGE, r.MAX_COST_CHANGE)
_OF_TURN = {name: known.code for name, known in KEYWORDS.items()}  # a status never ends with the turn by itself

_GAME_READERS: Readers = {
    "current": _read_flag,
    "over": _read_flag,
    "winner": whole_number(0, 2),
    "next_order": _read_order,
    "look_player": _read_flag,
    "look_kind": whole_number(r.LOOK_AT_DECK, r.LOOK_AT_DISCOVERY),
    "rng": _read_stream,
    "script": list_of(whole_number(0, MOST_OUTCOME), "a list of outcomes", most=r.MAX_SCRIPT),
}
SIDE_READERS: Readers = {
    "armor": _read_amount,
    **dict.fromkeys(("mana", "max_mana", "overload", "locked"), _read_crystals),
    "fatigue": whole_number(0, _MOST_FATIGUE),
    **dict.fromkeys(("power_used", "next_secret_free", "free_spells", "hero_died"), _read_flag),
    **dict.fromkeys(("cards_played", "minions_played"), whole_number(0, _MOST_PLAYED)),
    **dict.fromkeys(("next_card", "next_minion", "next_weapon", "next_spell", "next_secret"), _read_cost_change),
    **dict.fromkeys(("all_minions", "all_weapons", "all_spells", "all_secrets"), _read_cost_change),
    "newcomers": whole_number(0, max(_OF_TURN.values()) * 2 - 1),
}
CHARACTER_READERS: Readers = {
    **dict.fromkeys(("attack", "max_health", "turn_attack"), _read_change),
    **dict.fromkeys(("damage", "spell_damage"), _read_amount),
    "attacks": whole_number(0, 2),
    "keywords": _keywords_of(KEYWORD_BITS),
    "turn_keywords": _keywords_of(_OF_TURN),
}

# --- cards --------------------------------------------------------------------------------------------------------


def _card_of(table: CardTable, *types: int, are_secrets: bool = False) -> Reader:
    """Reads a card of some types by name or id; gives its index."""
    kinds = " or ".join(_TYPE_WORDS[each] for each in types)

    def read(where: Where, value: object) -> int:
        name = read_text(where, value, f"the name or id of a {kinds}")
        with errors_at(where):
            index = table.roster.find(name)
        if int(table.record.cards[index].type) not in types:
            raise where.error(f"{name} is not a {kinds}")
        if are_secrets and not table.record.cards[index].secret:
            raise where.error(f"{table.names[index]} is not a secret")
        return index

    return read


def _thing_with_card(readers: Readers) -> Reader:
    """Reads a card with fields, or a card alone; gives a table."""

    def read(where: Where, value: object) -> Tree:
        found = read_fields(where, {"card": value} if isinstance(value, str) else value, readers)
        if "card" not in found:
            raise where.error("the field 'card' is missing")
        return found

    return read


# --- the whole ----------------------------------------------------------------------------------------------------


def read_position(table: CardTable, tree: object) -> Tree:
    """The fields of a position, checked one by one and together."""
    where, rules = Where(""), table.record.rules
    any_card = _card_of(table, MINION, SPELL, WEAPON)
    readers: Readers = {
        **_GAME_READERS,
        "turn": whole_number(1, int(rules.turn_limit) + 1),
        "look": list_of(any_card, "a list of cards", most=r.MAX_LOOK),
        "sides": list_of(_side_of(table, any_card), "a list of two sides"),
    }
    found = read_fields(where, tree, readers)
    if len(found.get("sides", ())) != 2:
        raise where.error(f"a position has two sides, not {len(found.get('sides', ()))}")
    _check_together(where, found)
    return found


def _side_of(table: CardTable, any_card: Reader) -> Reader:
    """Reads one player's half."""
    rules = table.record.rules
    read_mark = whole_number(0, max(0, 2 * int(table.record.n_marks) - 1))  # an ability, and the player who attached it
    read_power = _card_of(table, POWER)
    minion: Readers = {
        **CHARACTER_READERS,
        "card": _card_of(table, MINION),
        "order": _read_order,
        "marks": list_of(read_mark, "a list of marks", most=r.MAX_ATTACHED),
    }
    held: Readers = {
        "card": any_card,
        "cost": whole_number(-_MOST_HELD_CHANGE, _MOST_HELD_CHANGE),
        "attack": _read_change,
        "health": _read_change,
    }
    weapon: Readers = {
        "card": _card_of(table, WEAPON),
        "attack": _read_change,
        "durability": _read_amount,
        "order": _read_order,
    }
    readers: Readers = {
        **SIDE_READERS,
        "hero": read_text,
        "power": lambda where, value: 0 if value == "" else read_power(where, value),  # a hero may have none
        "hero_state": lambda where, value: read_fields(where, value, CHARACTER_READERS),
        "board": list_of(_thing_with_card(minion), "a list of minions", most=int(rules.board_limit)),
        "hand": list_of(_thing_with_card(held), "a list of cards", most=int(rules.hand_limit)),
        "deck": list_of(any_card, "a list of cards", most=MAX_DECK),
        "weapon": _thing_with_card(weapon),
        "secrets": list_of(_card_of(table, SPELL, are_secrets=True), "a list of secrets", most=int(rules.secret_limit)),
        "later": list_of(any_card, "a list of cards", most=r.MAX_LATER),
        "died": list_of(_card_of(table, MINION), "a list of minions", most=r.MAX_DIED),
    }
    return lambda where, value: read_fields(where, value, readers)


def _check_together(where: Where, found: Tree) -> None:
    """Refuse fields that are right alone and wrong together."""
    if found.get("winner") and not found.get("over"):
        raise (where / "winner").error("only a game that is over has a winner; add over = 1")
    chooser = found.get("current", 0) if found.get("look") else 0
    if found.get("look_player", chooser) != chooser:
        raise (where / "look_player").error(f"found {found['look_player']}; allowed: {chooser}, or leave it out")
    for i, side in enumerate(found["sides"]):
        secrets = side.get("secrets", ())
        if len(set(secrets)) < len(secrets):
            raise (where / "sides" / i / "secrets").error("found a secret twice; allowed: each of them once")
        if side.get("minions_played", 0) > side.get("cards_played", 0):
            raise (where / "sides" / i / "minions_played").error("more minions were played than cards")
    in_play = [each for side in found["sides"] for each in (*side.get("board", ()), side.get("weapon", {}))]
    orders = [each["order"] for each in in_play if "order" in each]
    if len(set(orders)) < len(orders):
        twice = next(order for order in orders if orders.count(order) > 1)
        raise where.error(f"two minions or weapons have the order {twice}; give each one of its own, or none at all")
    if orders and found.get("next_order", _MOST_ORDER) <= max(orders):
        raise (where / "next_order").error(
            f"found {found['next_order']}; allowed: more than the order of all that is in play, which goes up to "
            f"{max(orders)}"
        )
