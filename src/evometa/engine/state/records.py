"""The state of a game: one record of fixed size.

The first STATE_WORDS words are the position: what a search copies. Behind them lies scratch memory (running effects,
the dead of this step, the journal), which is empty between actions and never copied.

A character is named by a reference: player * 8 + slot. Slot 0 is the hero, 1 to 7 are the minions from left to right.
References from 16 on name the dead of the current death step (`grave`). NOBODY stands for no character.
"""

import numpy as np

from evometa.cards.compiling.table import MAX_CARDS, offset_of, record

NOBODY = -1
GRAVE = 16  # first reference into the grave
MAX_HAND, MAX_MINIONS, MAX_DECK, MAX_SECRETS = 10, 7, 60, 5
MAX_LATER, MAX_DIED, MAX_LOOK = 3, 16, 4
MAX_ATTACHED = 8  # abilities that a minion can have beside its own; further ones are lost
MAX_FRAMES, MAX_GRAVE, MAX_JOURNAL, MAX_SCRIPT = 40, 16, 768, 128
MAX_STAT = 9999  # attack, health and armor stop here

# Keywords and attack are kept apart by how long they last. `marks` are the attached abilities, in the order in
# which they came: kind * 2 + caster.
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
    "attacks",  # made this turn
    "spell_damage",
    "n_marks",
    ("marks", "i1", (MAX_ATTACHED,)),
)
HandCard = record("card", "cost", "attack", "health")  # the last three are changes to the printed numbers
Weapon = record(("keywords", "i4"), "card", "attack", "durability", "aura_attack", "order", "pad")

Player = record(
    ("board", Character, (MAX_MINIONS + 1,)),
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
    "next_spell",  # cost change of the next spell this turn
    "next_secret_free",
    "free_spells",  # to the end of their player's turn
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
    ("pad", "i2", (3,)),
    # what the search does not compare as it lies here
    ("order", "i2", (MAX_MINIONS + 1,)),  # of play, by slot
    ("died", "i2", (MAX_DIED,)),  # minions that died this turn
    "n_died",
    ("tail", "i2", (3,)),
)

# A running effect, sequence or event; see resolve.py.
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
    "limit",  # of an event: who came into play later does not hear it
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
# Of the journal. `by` is the card whose effect did it, of player `by_player`; 0: the action itself.
Entry = record("kind", "player", "ref", "card", "other", "amount", "by", "by_player")

_Layout = record(
    ("rng", "u8"),
    ("listens", "i4"),  # what something in play may listen to; a superset
    "turn",
    "current",
    "over",
    "winner",  # 0, 1, or 2 for a draw
    "next_order",
    "n_look",
    ("look", "i2", (MAX_LOOK,)),  # an open choice: the cards to choose from
    "look_player",
    "error",
    "had_auras",  # when they were last brought up to date: a bit for each player, and FAR_AURAS
    ("pad", "i2", (1,)),
    ("players", Player, (2,)),
    # --- scratch: not copied -----------------------------------------------------------------------------------------
    ("scratch", "u8"),
    "dirty",  # DEATHS, AURAS, ... bits
    "n_frames",
    "n_grave",
    "journaling",
    "n_journal",
    "scripted",  # random outcomes come from `script`
    "n_script",
    "script_at",
    "asked",  # what the next scripted outcome is: ASK_...
    "asked_player",  # whose hand, deck or secrets are meant
    "n_offered",
    ("offered", "i2", (MAX_CARDS,)),  # what each outcome means, in their order
    ("offered_cards", "i2", (MAX_CARDS,)),  # the card of each, if it has one
    ("hits", "i4"),  # characters damaged by the current instruction
    ("heals", "i4"),
    "amount",  # of the last hit
    ("old_health", "i2", (16,)),
    ("frames", Frame, (MAX_FRAMES,)),
    ("grave", Grave, (MAX_GRAVE,)),
    ("script", "i2", (MAX_SCRIPT,)),
    ("journal", Entry, (MAX_JOURNAL,)),
)

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
        "itemsize": layout.itemsize,
    }
    return np.dtype((np.record, fields))


Game = _with_words(_Layout)

# Bits of `dirty`: what has to be looked at again. A minion may be dead; auras of the first or second player may reach
# others than before; something that listens may have left; a hero may be armed otherwise.
DEATHS, AURAS_0, AURAS_1, LISTENERS, ARMS = 1, 2, 4, 8, 16
AURAS = AURAS_0 | AURAS_1
NOT_DEATHS = AURAS | LISTENERS | ARMS
FAR_AURAS = 4  # bit of `had_auras`: one that reaches or counts both sides

assert Character.itemsize == 40
assert Player.itemsize % 8 == 0 and offset_of(Game, "players") % 8 == 0
assert HandCard.itemsize == 8
assert STATE_BYTES % 8 == 0 and STATE_BYTES <= 1600

# errors: why a game had to stop
NO_ERROR, TOO_DEEP, SCRIPT_EMPTY, SCRIPT_RANGE, JOURNAL_FULL = range(5)
