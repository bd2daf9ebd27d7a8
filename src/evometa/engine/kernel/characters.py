"""Reading characters: who they are, what they have, what may be aimed at."""

from evometa.cards.language.codes import (
    ASLEEP,
    ATTACK_IS_HEALTH,
    CANT_ATTACK,
    CHARGE,
    DAMAGED,
    DOOMED,
    ELUSIVE,
    FROZEN,
    HEROES,
    IMMUNE,
    MINIONS,
    STEALTH,
    WINDFURY,
)
from evometa.engine.compiling import compiled, inlined
from evometa.engine.state.records import GRAVE


@inlined
def character(g, ref):
    """The character of a reference, on the board or in the grave."""
    if ref >= GRAVE:
        return g.grave[ref - GRAVE].body
    return g.players[ref >> 3].board[ref & 7]


@inlined
def owner(g, ref):
    """The player who controls (or controlled) the character."""
    if ref >= GRAVE:
        return int(g.grave[ref - GRAVE].owner)
    return ref >> 3


@inlined
def keywords_of(m):
    return m.keywords | m.turn_keywords | m.aura_keywords


@inlined
def health_of(m):
    return int(m.max_health) + m.aura_health - m.damage


@inlined
def attack_of(m):
    if m.keywords & ATTACK_IS_HEALTH:
        return max(0, health_of(m))
    return max(0, int(m.attack) + m.turn_attack + m.aura_attack)


@inlined
def is_dying(m):
    return health_of(m) <= 0 or m.keywords & DOOMED != 0


@compiled
def matches(g, table, who, controller, source, ref):
    """Does the filter mean this character, for an effect of `controller` whose source is `source`?"""
    side = 1 if owner(g, ref) == controller else 2
    if not who.sides & side:
        return False
    is_hero = ref < GRAVE and ref & 7 == 0
    if not who.kinds & (HEROES if is_hero else MINIONS):
        return False
    if who.other and (ref == source) == (who.other == 1):
        return False
    m = character(g, ref)
    if who.race and table.cards[m.card].race != who.race:
        return False
    if who.keywords and keywords_of(m) & who.keywords != who.keywords:
        return False
    if who.state and ((who.state == DAMAGED) != (m.damage > 0)):
        return False
    if who.min_attack >= 0 and attack_of(m) < who.min_attack:
        return False
    return not (who.max_attack >= 0 and attack_of(m) > who.max_attack)


@compiled
def all_matches(g, table, who, controller, source):
    """The matching characters in play, as a bit set of references."""
    mask = 0
    for p in range(2):
        if who.sides & (1 if p == controller else 2):
            first = 0 if who.kinds & HEROES else 1
            last = g.players[p].n_minions if who.kinds & MINIONS else 0
            for slot in range(first, last + 1):
                if matches(g, table, who, controller, source, p * 8 + slot):
                    mask |= 1 << (p * 8 + slot)
    return mask


@compiled
def living(g, mask):
    """Those of a bit set that are not about to die."""
    alive = 0
    for ref in range(16):
        if mask >> ref & 1 and not is_dying(character(g, ref)):
            alive |= 1 << ref
    return alive


@compiled
def count_bits(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@compiled
def nth_bit(mask, n):
    """The reference of the n-th member of a bit set."""
    for ref in range(16):
        if mask >> ref & 1:
            if n == 0:
                return ref
            n -= 1
    return -1


@compiled
def first_in_order(g, mask):
    """The first of a bit set: the current player's hero, the other one, then minions by order of play."""
    first, found = 0, -1
    for i in range(GRAVE):
        ref = i ^ int(g.current) << 3
        if mask >> ref & 1:
            order = int(g.players[ref >> 3].order[ref & 7])
            if found < 0 or order < first:
                first, found = order, ref
    return found


@compiled
def may_be_targeted(g, table, who, player, by_spell, ref):
    """May `player` choose this character as the target of a card or hero power?"""
    m = character(g, ref)
    words = keywords_of(m)
    if ref >> 3 != player and words & (STEALTH | IMMUNE):
        return False
    if by_spell and words & ELUSIVE:
        return False
    return matches(g, table, who, player, -1, ref)


@compiled
def may_attack(m):
    """May the character attack at all, by its own state?"""
    words = keywords_of(m)
    if words & (FROZEN | CANT_ATTACK) or (words & ASLEEP and not words & CHARGE):
        return False
    return m.attacks < (2 if words & WINDFURY else 1) and attack_of(m) > 0
