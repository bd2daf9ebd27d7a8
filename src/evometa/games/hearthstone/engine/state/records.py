"""The state of a game: one record of fixed size.

The first STATE_WORDS words are the position: what a search copies. Behind them lies scratch memory (running effects,
the dead of this step, the journal), which is empty between actions and never copied.

`references.py` says how characters are named.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.records import offset_of, record
from evometa.games.hearthstone.cards.compiling.sizes import MAX_CARDS, MAX_HAND, MAX_MARKS, MAX_MINIONS, MAX_SECRETS
from evometa.games.sizes import MAX_DECK

Record: TypeAlias = Any  # a NumPy record, whose fields have no static types

SLOT_BITS = 3  # that a reference has for the slot
SLOTS = 1 << SLOT_BITS  # of one player: the hero and the minions
GRAVE = 2 * SLOTS  # the first reference into the grave; those below are in play
NOBODY = -1
MAX_LATER, MAX_DIED, MAX_LOOK = 3, 16, 4
LOOK_AT_DECK, LOOK_AT_DISCOVERY = 0, 1  # the others of an open choice are discarded, or were never anybody's
MAX_ATTACHED = 8  # abilities that a minion can have beside its own; further ones are lost
MAX_FRAMES, MAX_GRAVE, MAX_JOURNAL, MAX_SCRIPT = 40, GRAVE, 768, 128
STOPPED = -1000  # of `n_frames`: the action has gone on for too long, and ends as soon as its step is done

assert MAX_MINIONS < SLOTS and 2 * MAX_MARKS <= 128  # a mark has 8 bits

# Keywords and attack are kept apart by how long they last. `marks` are the attached abilities, in the order in
# which they came; `references.py` says what such a number means.
Character = record(
    ("keywords", "i4"),
    ("listens", "i4"),  # its card's `listens`, unless silenced
    "turn_keywords",
    "aura_keywords",
    "card",  # 0: empty slot
    "attack",
    "max_health",
    "damage",
    "turn_attack",
    "aura_attack",  # of a hero: its weapon's attack in its own turn
    "aura_health",
    "attacks",  # that it has made this turn
    "spell_damage",
    "n_marks",
    ("marks", "i1", (MAX_ATTACHED,)),
)
HandCard = record("card", "cost", "attack", "health")  # the last three are changes to the printed numbers
Weapon = record(("keywords", "i4"), "card", "attack", "durability", "aura_attack", "order", "pad")

Player = record(
    ("board", Character, (SLOTS,)),
    ("hand", HandCard, (MAX_HAND,)),
    ("weapon", Weapon),
    ("deck", "i2", (MAX_DECK,)),  # the top card is the last one
    ("secrets", "i2", (MAX_SECRETS,)),
    "n_minions",
    "n_hand",
    "n_deck",
    "n_secrets",
    "armor",
    "mana",
    "max_mana",
    "overload",  # crystals locked next turn
    "locked",  # crystals locked this turn
    "fatigue",
    "power",
    "power_used",
    "cards_played",  # this turn
    "minions_played",
    # Cost changes by effects, or FREE: of the next card of a kind in this turn (`next_`), or of all of them to the end
    # of their player's turn (`all_`).
    "next_spell",
    ("next_secret_free", "i1"),
    ("next_secret", "i1"),
    ("free_spells", "i1"),
    ("all_spells", "i1"),
    "hero_died",
    # from auras, recomputed
    "spell_damage",
    "minion_cost",
    "spell_cost",
    "weapon_cost",
    "minion_discount",  # of auras with a floor
    "discount_floor",
    "aura_free_spells",
    "healing_hurts",
    "double",
    # lists that few cards need
    "n_later",
    ("later", "i2", (MAX_LATER,)),  # cards that come to hand at the end of the turn
    "newcomers",  # keywords, until the end of the turn, of minions that enter
    # cost changes that few cards make
    ("next_card", "i1"),
    ("next_minion", "i1"),
    ("next_weapon", "i1"),
    ("all_minions", "i1"),
    ("all_weapons", "i1"),
    ("all_secrets", "i1"),
    # what the search hash leaves out, or takes as a multiset
    ("order", "i2", (SLOTS,)),  # by slot: when it came into play
    ("died", "i2", (MAX_DIED,)),  # minions that died this turn
    "n_died",
    ("tail", "i2", (3,)),
)

# A running effect, sequence or event; see `stack.py`.
Frame = record(
    "kind",
    "pc",
    "controller",
    "source",
    "card",
    "actor",  # the player that the event is about
    "target",
    "it",
    "other",
    "summoned",  # the minion that it summoned last
    "count",  # repetitions left of the current instruction; -1: not begun
    "last_order",
    "limit",  # of an event: who came into play later does not hear it; of a program: repetitions left, -1: not begun
    ("mask", "i4"),  # of an event: the subjects still to come
    "amount",
    "affected",
    "drawn_cost",
    "event",
    "stage",  # of an event: how far it is; of a played minion: it entered without health
    "position",  # where the next summoned minion goes; 0: not begun
    "stopped",  # countered spell, cancelled attack; of an event: secrets do not answer
    "played",  # the card that the event is about
    "effect",  # of a sequence: the card whose program runs
)
Grave = record(("body", Character), "owner", "slot", "order")
# An entry of the journal. `by` is the card whose effect did it, of player `by_player`; 0 if the action itself did.
Entry = record("kind", "player", "ref", "card", "other", "amount", "by", "by_player")

_Layout = record(
    ("rng", "u8"),
    ("listens", "i4"),  # all that is listened to in play, and perhaps more
    "turn",
    "current",
    "over",
    "winner",  # 0, 1, or 2 for a draw
    "next_order",
    "n_look",
    ("look", "i2", (MAX_LOOK,)),  # an open choice: the cards to choose from
    "look_player",
    "error",
    "had_auras",  # who had auras when they were last computed: a bit for each player, and FAR_AURAS
    "look_kind",  # LOOK_...: what becomes of the cards of an open choice
    ("players", Player, (2,)),
    # --- scratch: not copied; what every action needs comes first ----------------------------------------------------
    ("scratch", "u8"),
    "dirty",  # what has to be looked at again: AURAS, DEATHS, ...
    "saw_places",  # 1 once a rule has asked where minions stand; who wants to know sets it to 0 before an action
    "n_frames",
    "n_grave",
    ("hits", "i4"),  # characters damaged by the current instruction, and a bit from DRAINED on for each of `drained`
    ("heals", "i4"),
    "amount",  # of the last hit
    "journaling",
    "scripted",  # random outcomes come from `script`
    "n_journal",
    ("old_health", "i2", (GRAVE,)),
    ("frames", Frame, (MAX_FRAMES + 1,)),  # the last one is for what a stopped action still does
    ("grave", Grave, (MAX_GRAVE,)),
    ("journal", Entry, (MAX_JOURNAL,)),
    "n_script",
    "script_at",
    ("script", "i2", (MAX_SCRIPT,)),
    "asked",  # what the next scripted outcome is: ASK_...
    "asked_player",  # whose hand, deck or secrets are meant
    "n_offered",
    ("offered", "i2", (MAX_CARDS,)),  # what each outcome means, in their order
    ("offered_cards", "i2", (MAX_CARDS,)),  # the card of each, if it has one
    "healed",  # by the last healing
    ("drained", "i2", (2,)),  # by player: damage of the current instruction that heals their hero
)

LINE = 64  # bytes of memory that a processor reads at once
STATE_BYTES = offset_of(_Layout, "scratch")
STATE_WORDS = STATE_BYTES // 8


def _with_words(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same record with one more field, `words`: the position as 64-bit words, in the same memory."""
    names = list(layout.names or ())
    formats = [layout.fields[name][0] for name in names] if layout.fields else []
    offsets = [offset_of(layout, name) for name in names]
    fields = {
        "names": [*names, "words"],
        "formats": [*formats, ("u8", (STATE_WORDS,))],
        "offsets": [*offsets, 0],
        "itemsize": -(-layout.itemsize // LINE) * LINE,
    }
    return np.dtype((np.record, fields))


Game = _with_words(_Layout)


def new_games(n: int) -> NDArray[Any]:
    """Some empty games, each of which begins where the processor begins to read."""
    memory = np.zeros(n * Game.itemsize + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + n * Game.itemsize].view(Game)


# Bits of `dirty`: what has to be looked at again. Auras of the first or second player (a bit each) may reach others
# than before; a minion may be dead; something that listens may have left; a hero may be armed otherwise.
AURAS, DEATHS, LISTENERS, ARMS = 3, 4, 8, 16
DRAINED = GRAVE  # the first bit of `hits` behind those of characters
NOT_DEATHS = AURAS | LISTENERS | ARMS
FREE = -128  # a cost change that nothing outweighs
MAX_COST_CHANGE = 99  # by effects, in either direction
FAR_AURAS = 4  # bit of `had_auras`: there is one that reaches or counts both sides

assert Character.itemsize == 40
assert Player.itemsize % 8 == 0 and offset_of(Game, "players") % 8 == 0
assert HandCard.itemsize == 8
assert STATE_BYTES % 8 == 0 and STATE_BYTES <= 1600

# Errors: why a game had to stop.
NO_ERROR, SCRIPT_EMPTY, SCRIPT_RANGE, UNKNOWN_CODE, UNKNOWN_PLAYER = range(5)
