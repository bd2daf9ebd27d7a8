"""How characters are named, and other small numbers that share one integer.

A reference names a character: its player times SLOTS, plus its slot. Slot 0 is the hero, the others are the minions
from left to right. References from GRAVE on name the dead of the current death step (`grave`). NOBODY stands for no
character. A set of characters is an integer with the bit of each reference.

A mark is an ability that is attached to a minion: its number in the card table, and the player who attached it.
"""

from evometa.games.compiled.compiling import shared
from evometa.games.hearthstone.engine.state.records import GRAVE, SLOT_BITS, SLOTS

HERO_SLOT = 0  # the slot of the hero
SLOT_MASK = SLOTS - 1


@shared
def reference(player: int, slot: int) -> int:
    """The reference of a character in play."""
    return (player << SLOT_BITS) + slot


@shared
def hero_of(player: int) -> int:
    """The reference of a player's hero."""
    return player << SLOT_BITS


@shared
def player_of(ref: int) -> int:
    """The player who has the character in play."""
    return ref >> SLOT_BITS


@shared
def slot_of(ref: int) -> int:
    """The place of a character in play; 0 is the hero."""
    return ref & SLOT_MASK


@shared
def is_in_play(ref: int) -> bool:
    """Does it name a character in play, neither nobody nor a dead minion?"""
    return 0 <= ref < GRAVE


@shared
def is_minion_in_play(ref: int) -> bool:
    """Does it name a minion in play?"""
    return 0 <= ref < GRAVE and ref & SLOT_MASK != 0


@shared
def bit(n: int) -> int:
    """The set whose only member is n."""
    return 1 << int(n)


@shared
def has_bit(bits: int, n: int) -> bool:
    """Is n a member of the set?"""
    return bits >> int(n) & 1 != 0


@shared
def count_bits(bits: int) -> int:
    """The number of members of a set. Compiled, this is one instruction."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@shared
def lowest_bit(bits: int) -> int:
    """The smallest member of a set that is not empty."""
    return count_bits((bits & -bits) - 1)


@shared
def members_below(n: int) -> int:
    """The set of all numbers from 0 to n - 1."""
    return (1 << int(n)) - 1


@shared
def auras_of(player: int) -> int:
    """The bit of `dirty` and of `had_auras` that means the auras of a player."""
    return 1 << player


@shared
def pack_mark(ability: int, caster: int) -> int:
    """The mark that a caster puts on a minion."""
    return ability << 1 | caster


@shared
def ability_of(mark: int) -> int:
    """The number of a mark's ability among those that cards attach."""
    return mark >> 1


@shared
def caster_of(mark: int) -> int:
    """The player who attached a mark."""
    return mark & 1
