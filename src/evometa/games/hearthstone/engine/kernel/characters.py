"""Reading characters: who they are, what they have, what may be aimed at."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.state.records import GRAVE, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import (
    bit,
    has_bit,
    hero_of,
    lowest_bit,
    player_of,
    reference,
    slot_of,
)


@inlined
def character(g: Record, ref: int) -> Record:
    """The character of a reference, on the board or in the grave."""
    if ref >= GRAVE:
        return g.grave[ref - GRAVE].body
    return on_board(g, ref)


@inlined
def on_board(g: Record, ref: int) -> Record:
    """The character of a reference that is surely in play."""
    return g.players[player_of(ref)].board[slot_of(ref)]


@inlined
def owner(g: Record, ref: int) -> int:
    """The player who controls (or controlled) the character."""
    if ref >= GRAVE:
        return int(g.grave[ref - GRAVE].owner)
    return player_of(ref)


@inlined
def keywords_of(m: Record) -> int:
    return m.keywords | m.turn_keywords | m.aura_keywords


@inlined
def health_of(m: Record) -> int:
    return int(m.max_health) + int(m.aura_health) - int(m.damage)


@inlined
def attack_of(m: Record) -> int:
    if m.keywords & c.ATTACK_IS_HEALTH:
        return max(0, health_of(m))
    return max(0, int(m.attack) + int(m.turn_attack) + int(m.aura_attack))


@inlined
def is_dying(m: Record) -> bool:
    return health_of(m) <= 0 or m.keywords & c.DOOMED != 0


@compiled
def matches(g: Record, table: Record, who: Record, controller: int, source: int, ref: int) -> bool:
    """Does the filter mean this character, for an effect of `controller` whose source is `source`?"""
    side = c.FRIENDLY if owner(g, ref) == controller else c.ENEMY
    if not who.sides & side:
        return False
    is_hero = ref < GRAVE and slot_of(ref) == 0
    if not who.kinds & (c.HEROES if is_hero else c.MINIONS):
        return False
    if who.other and (ref == source) == (who.other == 1):
        return False
    m = character(g, ref)
    if who.race and table.cards[m.card].race != who.race:
        return False
    if who.keywords and keywords_of(m) & who.keywords != who.keywords:
        return False
    if who.state and ((who.state == c.DAMAGED) != (m.damage > 0)):
        return False
    if who.min_attack >= 0 and attack_of(m) < who.min_attack:
        return False
    return not (who.max_attack >= 0 and attack_of(m) > who.max_attack)


@compiled
def all_matches(g: Record, table: Record, who: Record, controller: int, source: int) -> int:
    """The matching characters in play, as a bit set of references."""
    mask = 0
    for p in range(2):
        if who.sides & (c.FRIENDLY if p == controller else c.ENEMY):
            first = 0 if who.kinds & c.HEROES else 1
            last = g.players[p].n_minions if who.kinds & c.MINIONS else 0
            for slot in range(first, last + 1):
                if matches(g, table, who, controller, source, reference(p, slot)):
                    mask |= bit(reference(p, slot))
    return mask


@compiled
def living(g: Record, mask: int) -> int:
    """Those of a bit set that are not about to die."""
    alive = 0
    while mask:
        ref = lowest_bit(mask)
        mask &= mask - 1
        if not is_dying(character(g, ref)):
            alive |= bit(ref)
    return alive


@compiled
def nth_bit(mask: int, n: int) -> int:
    """The reference of the n-th member of a bit set, which has more than n."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


@compiled
def first_in_order(g: Record, mask: int) -> int:
    """The first of a bit set: the current player's hero, the other one, then minions by order of play."""
    if mask & (mask - 1) == 0:
        return lowest_bit(mask)
    first, found = 0, NOBODY
    for i in range(GRAVE):
        ref = i ^ hero_of(int(g.current))  # the current player's characters first
        if has_bit(mask, ref):
            order = int(g.players[player_of(ref)].order[slot_of(ref)])
            if found == NOBODY or order < first:
                first, found = order, ref
    return found


@compiled
def may_be_targeted(g: Record, table: Record, who: Record, player: int, by_spell: bool, ref: int) -> bool:
    """May `player` choose this character as the target of a card or hero power?"""
    m = character(g, ref)
    words = keywords_of(m)
    if player_of(ref) != player and words & (c.STEALTH | c.IMMUNE):
        return False
    if by_spell and words & c.ELUSIVE:
        return False
    return matches(g, table, who, player, NOBODY, ref)


@compiled
def may_attack(m: Record) -> bool:
    """Does the character's own state allow an attack?"""
    words = keywords_of(m)
    if words & (c.FROZEN | c.CANT_ATTACK) or (words & c.ASLEEP and not words & (c.CHARGE | c.RUSH)):
        return False
    return m.attacks < (2 if words & c.WINDFURY else 1) and attack_of(m) > 0
