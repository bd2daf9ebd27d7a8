"""What an attack or an item does to the numbers of creatures, and damage to the runes of a player.

These are functions of plain numbers, so that the engine and the foresight of players have the same rules.
"""

from evometa.games.compiled.compiling import inlined
from evometa.games.locm.records import BREAKTHROUGH, DRAIN, GREEN, LETHAL, RUNE_STEP, WARD, Record


@inlined
def strike(attack: int, keywords: int, defence: int, other_keywords: int) -> tuple[int, int]:
    """What is left of a creature that another one strikes: its defence, at most 0 if it dies, and its keywords."""
    if attack <= 0:
        return defence, other_keywords
    if other_keywords & WARD:
        return defence, other_keywords & ~WARD
    if keywords & LETHAL:
        return min(0, defence - attack), other_keywords
    return defence - attack, other_keywords


@inlined
def drained(attack: int, keywords: int, other_keywords: int) -> int:
    """The health that an attacker's hero gains from the damage to a creature."""
    return attack if keywords & DRAIN and attack > 0 and not other_keywords & WARD else 0


@inlined
def passed_on(attack: int, keywords: int, defence: int, other_keywords: int) -> int:
    """The damage that breaks through a creature to its hero."""
    if keywords & BREAKTHROUGH and not other_keywords & WARD:
        return max(0, attack - defence)
    return 0


@inlined
def alter(card: Record, attack: int, defence: int, keywords: int) -> tuple[int, int, int]:
    """What an item makes of a creature: attack, defence (at most 0 if it dies) and keywords."""
    keywords = keywords | card.keywords if card.type == GREEN else keywords & ~card.keywords
    attack = max(0, attack + card.attack)
    if card.defence < 0 and keywords & WARD:
        return attack, defence, keywords & ~WARD
    return attack, defence + card.defence, keywords


@inlined
def runes_left(runes: int, health: int) -> int:
    """How many of a player's runes are whole at this health."""
    return min(runes, max(0, (health - 1) // RUNE_STEP))
