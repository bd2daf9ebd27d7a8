"""Why a game could not be played to its end. Each is a fault of the engine, so most people never see one."""

from __future__ import annotations

from evometa.games.hearthstone.engine.state import invariants as inv
from evometa.games.hearthstone.engine.state import records as r

REASONS = {
    r.SCRIPT_EMPTY: "the script of random outcomes was used up",
    r.SCRIPT_RANGE: "the script of random outcomes gave one that is not possible",
    r.UNKNOWN_CODE: "an effect has a code that no rule knows",
    r.UNKNOWN_PLAYER: "a player is of a kind that nothing plays",
    inv.HAND_TOO_LARGE: "a hand is larger than allowed",
    inv.BOARD_TOO_LARGE: "a board is larger than allowed",
    inv.DEAD_MINION_STAYS: "a dead minion stays on the board",
    inv.MANA_OUT_OF_BOUNDS: "a player's mana is out of bounds",
    inv.STACK_NOT_EMPTY: "something is left to resolve after an action",
    inv.EMPTY_SLOT: "there is a gap between minions",
    inv.LEFTOVER_SLOT: "something is left of a minion that is gone",
    inv.WEAPON_WITHOUT_DURABILITY: "a weapon without durability is not broken",
    inv.DECK_OUT_OF_BOUNDS: "a deck has an impossible size",
    inv.DEAD_HERO_PLAYS_ON: "a dead hero plays on",
    inv.IMPOSSIBLE_CARD: "there is a card where no such card can be",
    inv.LEFTOVER_CARD: "something is left of a card that is gone",
    inv.STATS_OUT_OF_BOUNDS: "attack, health, damage or armor is out of bounds",
    inv.WRONG_ATTACKS: "a character has attacked more often than anyone can",
    inv.WRONG_MARKS: "a minion has attached abilities that there are not",
    inv.WRONG_LISTENER: "a minion listens to other events than its card says",
    inv.WRONG_ORDER: "the order of play is not clear",
    inv.WRONG_SECRETS: "a player has too many secrets, or one of them twice",
    inv.WRONG_COUNTER: "something is counted wrongly for a player",
    inv.WRONG_TURN: "it is the wrong player's turn, or the game has a winner too early",
    inv.WRONG_CHOICE: "a choice is open that nobody can make",
    inv.STALE_AURAS: "auras computed from nothing are other than those in play",
    inv.UNHEARD_LISTENER: "something in play listens or has an aura, but is not noted",
}


def describe_error(code: int) -> str:
    """The error code of a game in words."""
    return REASONS.get(code, f"error {code}")
