"""What can be seen of a game, as one tree: of a recorded state, and of a position of this engine.

Both trees have the same shape, so that they can be compared field by field. Left out is what only the recorder knows
(ids of its enchantments, how much mana was spent), whether a minion is `exhausted`, which says less than who may
attack, and what means nothing in the enemy's turn: mana to spend, costs, attacks made, combo, and the windfury of a
hero's weapon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.replay.traces import Tree
from tools.replay.words import CardWords

from evometa.games.hearthstone.cards.compiling.sizes import MAX_HAND
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel import entry
from evometa.games.hearthstone.engine.state.references import ability_of, hero_of, player_of, reference, slot_of
from evometa.games.hearthstone.engine.telling.position import Position

FLAGS = {
    "taunt": c.TAUNT,
    "charge": c.CHARGE,
    "windfury": c.WINDFURY,
    "divine_shield": c.DIVINE_SHIELD,
    "stealthed": c.STEALTH,
    "poisonous": c.POISONOUS,
    "cant_attack": c.CANT_ATTACK,
    "frozen": c.FROZEN,
    "silenced": c.SILENCED,
    "cant_be_targeted_by_abilities": c.ELUSIVE,
    "cannot_attack_heroes": c.CANT_ATTACK_HEROES,
    "immune": c.IMMUNE,
}
# Beside these: `has_deathrattle`, printed or attached, and `enrage`, printed; a silenced minion has neither.
HERO_FIELDS = ("hp", "max_hp", "armor", "atk", "can_attack")
MINION_FIELDS = ("atk", "hp", "max_hp", "spellpower", "can_attack")
HAND_FIELDS = ("atk", "hp", "dur")


# --- recorded ---------------------------------------------------------------------------------------------------------


def recorded_state(state: Tree, words: CardWords) -> Tree:
    """The tree of a recorded state."""
    sides = {f"p{p}": _recorded_side(state["p"][p], words, p == state["cur"]) for p in range(2)}
    return {"turn": state["turn"], "current": state["cur"], **sides}


def _recorded_side(side: Tree, words: CardWords, own_turn: bool) -> Tree:
    weapon, power, mana, choice = side["weapon"], side["power"], side["mana"], side["choice"]
    deck = side["deck"][len(choice or ()) :]  # the recorder leaves the cards of an open choice in the deck
    return {
        "hero": _recorded_character(side["hero"], words, own_turn, HERO_FIELDS),
        "power": {"card": words.by_id[power["id"]], "cost": power["cost"] if own_turn else 0, "used": power["used"]},
        "weapon": weapon and {"card": words.by_id[weapon["id"]], "atk": weapon["atk"], "dur": weapon["dur"]},
        "mana": {**{name: mana[name] for name in ("max", "locked", "overload")}, "avail": mana["avail"] * own_turn},
        "fatigue": side["fatigue"],
        "spellpower": side["spellpower"],
        "combo": side["combo"] and own_turn,
        "deck": [words.by_id[card] for card in deck],
        "hand": [_recorded_held(held, words, own_turn) for held in side["hand"]],
        "field": [_recorded_character(minion, words, own_turn, MINION_FIELDS) for minion in side["field"]],
        "secrets": [words.by_id[card] for card in side["secrets"]],
        "choice": [words.by_id[card] for card in choice or ()],
    }


def _recorded_held(held: Tree, words: CardWords, own_turn: bool) -> Tree:
    stats = {name: held[name] for name in HAND_FIELDS if name in held}
    return {"card": words.by_id[held["id"]], "cost": held["cost"] if own_turn else 0, **stats}


def _recorded_character(m: Tree, words: CardWords, own_turn: bool, fields: Sequence[str]) -> Tree:
    flags = set(m["flags"])
    if fields is HERO_FIELDS and not own_turn:
        flags.discard("windfury")
    numbers = {name: m[name] for name in fields}
    attacks = m["attacks"] if own_turn else 0
    return {"card": words.by_id[m["id"]], **numbers, "attacks": attacks, "flags": sorted(flags)}


# --- own --------------------------------------------------------------------------------------------------------------


def own_state(position: Position, words: CardWords, attackers: set[int]) -> Tree:
    """The tree of a position. `attackers` are the slots of the current player's characters with a legal attack."""
    return _Observer(position, words, attackers).state()


class _Observer:
    def __init__(self, position: Position, words: CardWords, attackers: set[int]) -> None:
        self.game = position.game
        self.current = int(position.game.current)
        self.stepper = position.stepper
        self.table = position.stepper.table.record
        self.words = words.by_index
        self.attackers = attackers

    def state(self) -> Tree:
        return {"turn": int(self.game.turn), "current": self.current, "p0": self._side(0), "p1": self._side(1)}

    def _side(self, p: int) -> Tree:
        me, own_turn = self.game.players[p], self.current == p
        costs = self._costs(p) if own_turn else [0] * (MAX_HAND + 1)
        mana = {"max": int(me.max_mana), "locked": int(me.locked), "overload": int(me.overload)}
        return {
            "hero": self._hero(me, p),
            "power": {"card": self._word(me.power), "cost": costs[MAX_HAND], "used": int(me.power_used)},
            "weapon": self._weapon(me.weapon),
            "mana": {**mana, "avail": int(me.mana) * own_turn},
            "fatigue": int(me.fatigue),
            "spellpower": int(me.spell_damage),
            "combo": own_turn and bool(me.cards_played),
            "deck": self._words(me.deck, me.n_deck)[::-1],
            "hand": [self._held(me.hand[i], costs[i]) for i in range(int(me.n_hand))],
            "field": [self._minion(me.board[slot], reference(p, slot)) for slot in range(1, int(me.n_minions) + 1)],
            "secrets": self._words(me.secrets, me.n_secrets),
            "choice": self._words(self.game.look, self.game.n_look) if int(self.game.look_player) == p else [],
        }

    def _costs(self, p: int) -> list[int]:
        self.stepper.run(entry.COSTS, p)
        return [int(cost) for cost in self.stepper.out[: MAX_HAND + 1]]

    def _word(self, card: Any) -> str:
        return self.words[int(card)]

    def _words(self, cards: Any, n: Any) -> list[str]:
        return [self._word(card) for card in cards[: int(n)]]

    def _weapon(self, weapon: Any) -> Tree | None:
        if not weapon.card:
            return None
        attack = max(0, int(weapon.attack) + int(weapon.aura_attack))
        return {"card": self._word(weapon.card), "atk": attack, "dur": int(weapon.durability)}

    def _held(self, held: Any, cost: int) -> Tree:
        printed = self.table.cards[int(held.card)]
        tree = {"card": self._word(held.card), "cost": cost}
        if printed.type in (c.MINION, c.WEAPON):
            tree["atk"] = int(printed.attack) + int(held.attack)
            tree["hp" if printed.type == c.MINION else "dur"] = int(printed.health) + int(held.health)
        return tree

    def _hero(self, me: Any, p: int) -> Tree:
        tree, words = self._character(me.board[0], hero_of(p))
        return {**tree, "armor": int(me.armor), "flags": _flags(words)}

    def _minion(self, m: Any, ref: int) -> Tree:
        tree, words = self._character(m, ref)
        printed = self.table.cards[int(m.card)]
        flags = _flags(words)
        attached = [self.table.marks[ability_of(int(mark))].event for mark in m.marks[: int(m.n_marks)]]
        if c.ON_DEATH in attached or (printed.deathrattle and not words & c.SILENCED):
            flags.append("has_deathrattle")
        conditions = [printed.auras[i].condition for i in range(int(printed.n_auras))]
        if c.IF_DAMAGED in conditions and not words & c.SILENCED:
            flags.append("enrage")
        return {**tree, "spellpower": int(m.spell_damage), "flags": sorted(flags)}

    def _character(self, m: Any, ref: int) -> tuple[Tree, int]:
        """What heroes and minions share, and the keyword bits."""
        self.stepper.run(entry.READ, ref)
        attack, health, words = (int(n) for n in self.stepper.out[:3])
        own_turn = self.current == player_of(ref)
        tree = {
            "card": self._word(m.card),
            "hp": health,
            "max_hp": int(m.max_health) + int(m.aura_health),
            "atk": attack,
            "can_attack": own_turn and slot_of(ref) in self.attackers,
            "attacks": int(m.attacks) * own_turn,
        }
        return tree, words


def _flags(words: int) -> list[str]:
    return sorted(flag for flag, bit in FLAGS.items() if words & bit)
