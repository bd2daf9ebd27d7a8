"""Bringing a position to a recorded state.

A recorded state does not say everything: what lasts only until the end of the turn, what is attached to a minion and
by whom, in which order things came into play. So the position is not loaded anew but corrected: only what differs is
touched, and what cannot be seen stays as it is. Minions and cards that both have are kept; what is missing comes in
fresh, what is too much leaves without an effect. A difference in attack, health, cost or a keyword becomes a lasting
change.
"""

from __future__ import annotations

from typing import Any

from tools.replay.differences import pair_boards, pair_hands
from tools.replay.states import FLAGS
from tools.replay.traces import Tree

from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND, MAX_MINIONS, MAX_SECRETS
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.records import MAX_LOOK
from evometa.games.hearthstone.engine.state.references import player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.position import Position

WEAPON_FIELDS = ("keywords", "card", "attack", "durability", "aura_attack", "order")


def follow_order(position: Position, recorded: Tree, own: Tree) -> bool:
    """Bring the cards of hands and of an open choice into the recorded order, if they are the same.

    Their order decides nothing, but recorded actions name cards by their places. Says whether there was another order.
    """
    game, changed = position.game, False
    for p in range(2):
        there, here = recorded[f"p{p}"], own[f"p{p}"]
        changed |= _permute(game.players[p].hand, pair_hands(there["hand"], here["hand"]), len(here["hand"]))
        choices = [[{"card": card} for card in side["choice"]] for side in (there, here)]
        changed |= _permute(game.look, pair_hands(*choices), len(here["choice"]))
    return changed


def _permute(records: Any, pairs: dict[int, int], n: int) -> bool:
    order = [pairs.get(i, -1) for i in range(n)]
    if sorted(order) != list(range(n)) or order == list(range(n)):
        return False
    records[:n] = records[order].copy()
    return True


def repair_lists(position: Position, recorded: Tree, own: Tree) -> None:
    """Correct whose turn it is, and which cards are where."""
    game = position.game
    game.over = game.error = 0
    if game.turn != recorded["turn"]:
        game.turn, game.current = recorded["turn"], recorded["current"]
        for me in game.players:
            _begin_turn(me)
    _repair_boards(position, recorded, own)
    for p in range(2):
        there, here, me = recorded[f"p{p}"], own[f"p{p}"], game.players[p]
        me.hero_died = 0
        _repair_hand(position, p, there["hand"], here["hand"])
        _repair_weapon(position, p, there["weapon"], here["weapon"])
        position.set_deck(p, there["deck"])
        me.n_secrets = _write_cards(position, me.secrets, there["secrets"][:MAX_SECRETS])
    chooser = 1 if recorded["p1"]["choice"] else 0
    game.n_look = _write_cards(position, game.look, recorded[f"p{chooser}"]["choice"][:MAX_LOOK])
    game.look_player = chooser
    position.refresh()


def repair_numbers(position: Position, recorded: Tree, own: Tree) -> None:
    """Correct numbers and keywords, when the lists hold the same cards."""
    for p in range(2):
        there, here, me = recorded[f"p{p}"], own[f"p{p}"], position.game.players[p]
        _repair_player(position, me, there, here)
        me.board[0].card = position.stepper.find_card(there["hero"]["card"])
        me.board[0].turn_attack += there["hero"]["atk"] - here["hero"]["atk"]
        _repair_character(me.board[0], there["hero"], here["hero"])
        for i, (left, right) in enumerate(zip(there["field"], here["field"], strict=False)):
            _repair_minion(position, reference(p, i + 1), left, right)
        for i, (left, right) in enumerate(zip(there["hand"], here["hand"], strict=False)):
            _repair_held(me.hand[i], left, right)
    position.refresh()


# --- lists ------------------------------------------------------------------------------------------------------------


def _begin_turn(me: Any) -> None:
    """Forget what was counted in a turn that was not replayed."""
    me.cards_played = me.minions_played = 0
    for m in me.board:
        m.attacks = 0
        m.keywords &= ~c.ASLEEP


def _write_cards(position: Position, field: Any, cards: list[str]) -> int:
    field[:] = 0
    field[: len(cards)] = [position.stepper.find_card(card) for card in cards]
    return len(cards)


def _repair_boards(position: Position, recorded: Tree, own: Tree) -> None:
    """Minions that stand elsewhere, perhaps on the other side, are moved; only those that nobody has come in fresh."""
    pairs = [pair_boards(recorded[f"p{p}"]["field"], own[f"p{p}"]["field"]) for p in range(2)]
    away = [body for p in range(2) for body in _take_away(position.game.players[p], set(pairs[p].values()))]
    for p in range(2):
        for i, minion in enumerate(recorded[f"p{p}"]["field"][:MAX_MINIONS]):
            if i not in pairs[p]:
                _put_back(position, p, i + 1, minion["card"], away)


def _take_away(me: Any, kept: set[int]) -> list[tuple[Any, int]]:
    """Take the minions off the board that are not kept; each with its order of play."""
    bodies = []
    for slot in range(int(me.n_minions), 0, -1):
        if slot - 1 not in kept:
            bodies.append((me.board[slot].copy(), int(me.order[slot])))
            _drop(me.board, slot, int(me.n_minions))
            _drop(me.order, slot, int(me.n_minions))
            me.n_minions -= 1
    return bodies


def _put_back(position: Position, p: int, slot: int, card: str, away: list[tuple[Any, int]]) -> None:
    """Put a minion there: one of those taken away, or a fresh one."""
    me, index = position.game.players[p], position.stepper.find_typed(card, c.MINION)
    if me.n_minions >= MAX_MINIONS:
        return  # the recorder may have an eighth one
    position.stepper.run(entry.PLACE, p, index, slot)
    me.board[slot].keywords &= ~c.ASLEEP
    for k, (body, order) in enumerate(away):
        if int(body.card) == index:
            me.board[slot], me.order[slot] = body, order
            del away[k]
            return


def _drop(array: Any, first: int, last: int) -> None:
    """Take an entry out; those behind it move up, and the last place is empty."""
    array[first:last] = array[first + 1 : last + 1].copy()
    array[last : last + 1].view("u1")[:] = 0


def _repair_hand(position: Position, p: int, there: list[Tree], here: list[Tree]) -> None:
    me = position.game.players[p]
    kept = {i: me.hand[k].copy() for i, k in pair_hands(there, here).items()}
    me.hand.view("i2")[:] = 0
    me.n_hand = min(len(there), MAX_HAND)
    for i in range(int(me.n_hand)):
        if i in kept:
            me.hand[i] = kept[i]
        else:
            me.hand[i].card = position.stepper.find_card(there[i]["card"])


def _repair_weapon(position: Position, p: int, there: Tree | None, here: Tree | None) -> None:
    if (there and there["card"]) == (here and here["card"]):
        return
    weapon = position.game.players[p].weapon
    for name in WEAPON_FIELDS:
        weapon[name] = 0  # without its deathrattle
    if there:
        position.stepper.run(entry.EQUIP, p, position.stepper.find_typed(there["card"], c.WEAPON))


# --- numbers ----------------------------------------------------------------------------------------------------------


def _repair_player(position: Position, me: Any, there: Tree, here: Tree) -> None:
    mana = there["mana"]
    me.max_mana, me.locked, me.overload = mana["max"], mana["locked"], mana["overload"]
    me.mana += mana["avail"] - here["mana"]["avail"]
    me.fatigue, me.armor = there["fatigue"], there["hero"]["armor"]
    me.power, me.power_used = position.stepper.find_card(there["power"]["card"]), there["power"]["used"]
    if there["combo"] != here["combo"]:
        me.cards_played = int(there["combo"])
    if there["weapon"] and here["weapon"]:
        me.weapon.attack += there["weapon"]["atk"] - here["weapon"]["atk"]
        me.weapon.durability = there["weapon"]["dur"]


def _repair_minion(position: Position, ref: int, there: Tree, here: Tree) -> None:
    m = position.game.players[player_of(ref)].board[slot_of(ref)]
    if "silenced" in there["flags"] and "silenced" not in here["flags"]:
        position.stepper.run(entry.SILENCE, ref)
        return  # what it still lacks is seen when the states are compared again
    m.attack += there["atk"] - here["atk"]
    m.spell_damage += there["spellpower"] - here["spellpower"]
    if here["can_attack"] and not there["can_attack"]:
        m.keywords |= c.ASLEEP
    elif there["can_attack"] and not here["can_attack"]:
        m.keywords &= ~c.ASLEEP
    _repair_character(m, there, here)


def _repair_character(m: Any, there: Tree, here: Tree) -> None:
    m.max_health += there["max_hp"] - here["max_hp"]
    m.damage = there["max_hp"] - there["hp"]
    m.attacks += there["attacks"] - here["attacks"]
    for flag in FLAGS:
        if (flag in there["flags"]) != (flag in here["flags"]):
            set_flag(m, flag, flag in there["flags"])


def set_flag(m: Any, flag: str, has_it: bool) -> None:
    """Give a character a keyword, or take it away."""
    if has_it:
        m.keywords |= FLAGS[flag]
    else:
        m.keywords &= ~FLAGS[flag]
        m.turn_keywords = int(m.turn_keywords) & ~FLAGS[flag]


def _repair_held(held: Any, there: Tree, here: Tree) -> None:
    held.cost += there["cost"] - here["cost"]
    held.attack += there.get("atk", 0) - here.get("atk", 0)
    held.health += there.get("hp", 0) - here.get("hp", 0) + there.get("dur", 0) - here.get("dur", 0)
