"""Flaws: what the recorder is known to do otherwise than the game, wherever it happens.

A flaw explains a difference only if the recording itself shows what it says: each has a condition on the recorded
states before and after the action, and the rule of the game that decides. After it, as after a waiver, the recorded
state is loaded, and every other field is still compared. Cards whose text the recorder has otherwise are in
recorder.toml; what happened once is a waiver.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tools.replay.differences import NOTHING, STATE, Difference, Value, read_list
from tools.replay.traces import Tree

MINION_FIELD = re.compile(r"p(\d)\.field\.(\d+)\.(\w+)")
BOARD_FIELD = re.compile(r"p(\d)\.field")
DEATHRATTLES = {"CS2_038e", "EX1_158e"}  # Ancestral Spirit, Soul of the Forest: attached to a minion
RESUMMONS = "CS2_038e"
GIVEN_ONCE = {"stealthed", "divine_shield"}  # printed flags that a minion loses in play


@dataclass(frozen=True)
class Change:
    """An action as the recording has it: the states before and after it, and how cards are called in differences."""

    before: Tree
    after: Tree
    names: Mapping[str, str]

    def entered(self, p: int) -> Counter[str]:
        """The cards of minions that are on a player's board now, and were not before."""
        return _cards(self.after, p) - _cards(self.before, p)

    def left(self, p: int) -> Counter[str]:
        """The cards of minions that have left a player's board."""
        return _cards(self.before, p) - _cards(self.after, p)

    def has_new(self, p: int, card: str) -> bool:
        """Has a minion of this card come to a player's board?"""
        return self.entered(p)[card] > 0

    def has_moved(self, p: int, card: str) -> bool:
        """Has a minion of this card come over from the other player's board?"""
        return self.has_new(p, card) and self.left(1 - p)[card] > 0

    def lost_with(self, buffs: set[str]) -> Counter[str]:
        """The cards of minions that had one of these enchantments; such a minion is gone, or has come back without."""
        return _bearers(self.before, buffs) - _bearers(self.after, buffs)


def _bearers(state: Tree, buffs: set[str]) -> Counter[str]:
    boards = (minion for side in state["p"] for minion in side["field"])
    return Counter(minion["id"] for minion in boards if buffs & set(minion["buffs"]))


def _cards(state: Tree, p: int) -> Counter[str]:
    return Counter(minion["id"] for minion in state["p"][p]["field"])


@dataclass(frozen=True)
class Flaw:
    """One thing that the recorder does otherwise, and the rule of the game."""

    name: str
    rule: str
    explains: Callable[[Change, Difference], bool]


def find_flaw(change: Change, difference: Difference) -> Flaw | None:
    """The flaw that explains a difference."""
    if difference.kind != STATE:
        return None
    return next((flaw for flaw in FLAWS if flaw.explains(change, difference)), None)


def _minion_of(change: Change, difference: Difference) -> tuple[int, Tree, str] | None:
    """The player, the recorded minion and the field that a difference is about."""
    if (match := MINION_FIELD.fullmatch(difference.field)) is None:
        return None
    p = int(match[1])
    return p, change.after["p"][p]["field"][int(match[2])], match[3]


def _is_awake(change: Change, difference: Difference) -> bool:
    if (found := _minion_of(change, difference)) is None:
        return False
    p, minion, name = found
    if not change.has_new(p, minion["id"]) or change.has_moved(p, minion["id"]):
        return False
    if name == "can_attack":
        return bool(difference.recorded) and not minion["exhausted"] and "charge" not in minion["flags"]
    if name == "attacks":
        return int(difference.recorded) > 0 and difference.own == 0
    missing = read_list(difference.own) - read_list(difference.recorded) if name == "flags" else set()
    return bool(missing) and missing <= GIVEN_ONCE


def _is_stolen(change: Change, difference: Difference) -> bool:
    if found := _minion_of(change, difference):
        p, minion, name = found
        return name == "hp" and change.has_moved(p, minion["id"]) and minion["hp"] == minion["max_hp"]
    match = BOARD_FIELD.fullmatch(difference.field)
    if match is None or _board(difference.recorded) != _board(difference.own):
        return False
    return any(change.has_moved(int(match[1]), card) for card in change.entered(int(match[1])))


def _is_placed(change: Change, difference: Difference) -> bool:
    match = BOARD_FIELD.fullmatch(difference.field)
    if match is None or _board(difference.recorded) != _board(difference.own):
        return False
    p = int(match[1])
    if change.lost_with(DEATHRATTLES):
        return True
    return bool(change.entered(p)) and (p != change.before["cur"] or bool(change.left(1 - p)))


def _is_resummoned(change: Change, difference: Difference) -> bool:
    """Is the board the same but for minions of Ancestral Spirit, which came back to the other player?"""
    if BOARD_FIELD.fullmatch(difference.field) is None:
        return False
    dead = change.lost_with({RESUMMONS})
    moved = {change.names[card] for card in dead if any(change.has_moved(p, card) for p in range(2))}
    recorded, own = _board(difference.recorded), _board(difference.own)
    return bool(moved) and set((recorded - own) + (own - recorded)) <= moved


def _board(text: Value) -> Counter[str]:
    """The minions of a board that is shown as a text: names without numbers, in no order."""
    return Counter() if text == NOTHING else Counter(minion.rpartition(" ")[0] for minion in str(text).split(", "))


def _keeps_spell_damage(change: Change, difference: Difference) -> bool:
    silenced = [m for side in change.after["p"] for m in side["field"] if m["spellpower"] and "silenced" in m["flags"]]
    is_more = isinstance(difference.recorded, int) and difference.recorded > int(difference.own)
    return difference.field.endswith("spellpower") and is_more and bool(silenced)


FLAWS = (
    Flaw(
        "awake at once",
        "A minion cannot attack in the turn in which it enters, and one that comes from the hand is a fresh card; the "
        "recorder keeps what it was in play before, and wakes minions that start-of-turn effects bring.",
        _is_awake,
    ),
    Flaw(
        "resummoned for the caster",
        "A deathrattle that a minion was given belongs to the player of the minion; the recorder gives the minion of "
        "Ancestral Spirit to the player who cast it.",
        _is_resummoned,
    ),
    Flaw(
        "stolen and healed",
        "A minion that changes sides keeps its damage and stands at the right end; the recorder heals it and keeps its "
        "place.",
        _is_stolen,
    ),
    Flaw(
        "place of a new minion",
        "A minion summoned for the other player stands at the right end, and one of a deathrattle in the place of the "
        "dead, also if the deathrattle was given; the recorder counts places from its source, or takes the end.",
        _is_placed,
    ),
    Flaw("silenced spell damage", "Silence takes spell damage away; the recorder keeps it.", _keeps_spell_damage),
)
