"""What the numbers of an effect are multiplied by, and its conditions."""

from evometa.cards.language.codes import (
    ASLEEP,
    IF_ALWAYS,
    IF_CHANCE,
    IF_COMBO,
    IF_COUNT,
    IF_DAMAGED,
    IF_HERO_HEALTH,
    IF_NEW,
    IF_NO_MINION_PLAYED,
    IF_POWER_IS,
    IF_SECRET,
    IF_TARGET,
    IF_TARGET_DIED,
    IF_TARGET_SURVIVED,
    IF_WEAPON,
    PER_ADJACENT_ATTACK,
    PER_ADJACENT_HEALTH,
    PER_AFFECTED,
    PER_ARMOR,
    PER_CARD_BEHIND,
    PER_CARD_PLAYED,
    PER_CHARACTER,
    PER_DRAWN_COST,
    PER_ENEMY_DURABILITY,
    PER_EVENT_AMOUNT,
    PER_FREE_SPACE,
    PER_HAND_CARD,
    PER_HAND_KIND,
    PER_HERO_ATTACK,
    PER_HERO_DAMAGE,
    PER_ITS_ATTACK,
    PER_ITS_DAMAGE,
    PER_ONE,
    PER_TARGET_ATTACK,
    PER_TARGET_HEALTH,
    PER_WEAPON_ATTACK,
)
from evometa.engine.compiling import compiled
from evometa.engine.effects.picking import neighbours
from evometa.engine.kernel.characters import all_matches, attack_of, character, health_of, is_dying, matches
from evometa.engine.kernel.hand import count_in_hand
from evometa.engine.state.randomness import ask_chance, random_below
from evometa.engine.state.records import GRAVE, NOBODY, Record
from evometa.engine.state.references import count_bits, has_bit
from evometa.engine.state.stack import meet_unknown


@compiled
def sum_of(g: Record, mask: int, health: bool) -> int:
    """The attack (or health) of several characters together."""
    total = 0
    for ref in range(GRAVE):
        if has_bit(mask, ref):
            m = character(g, ref)
            total += health_of(m) if health else attack_of(m)
    return total


@compiled
def multiplier(g: Record, table: Record, f: Record, ins: Record, ref: int) -> int:
    """What the numbers of the instruction are multiplied by; `ref` is the character being affected."""
    q = ins.quantity
    me, enemy = g.players[f.controller], g.players[1 - f.controller]
    if q == PER_ONE:
        return 1
    if q == PER_CHARACTER:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source))
    if q == PER_EVENT_AMOUNT:
        return int(f.amount)
    if q == PER_AFFECTED:
        return int(f.affected)
    if q == PER_DRAWN_COST:
        return int(f.drawn_cost)
    if PER_ITS_ATTACK <= q <= PER_TARGET_HEALTH:
        who = ref if q <= PER_ITS_DAMAGE else int(f.target)
        if who == NOBODY:
            return 0
        m = character(g, who)
        if q == PER_ITS_DAMAGE:
            return int(m.damage)
        if q == PER_ITS_ATTACK:
            return int(m.attack)  # without what auras add, and what ends with the turn
        return attack_of(m) if q == PER_TARGET_ATTACK else max(0, health_of(m))
    if q == PER_HERO_ATTACK:
        return attack_of(me.board[0])
    if q == PER_HERO_DAMAGE:
        return int(me.board[0].damage)
    if q == PER_ARMOR:
        return int(me.armor)
    if q == PER_WEAPON_ATTACK:
        return max(0, int(me.weapon.attack) + me.weapon.aura_attack)
    if q == PER_ENEMY_DURABILITY:
        return int(enemy.weapon.durability)
    if q == PER_HAND_CARD:
        return int(me.n_hand)
    if q == PER_CARD_PLAYED:
        return max(0, me.cards_played - 1)
    if q == PER_CARD_BEHIND:
        return max(0, int(enemy.n_hand) - me.n_hand)
    if q == PER_HAND_KIND:
        return count_in_hand(g, table, f.controller, ins.each)
    if q == PER_FREE_SPACE:
        return max(0, table.rules.board_limit - int(me.n_minions))
    if q == PER_ADJACENT_ATTACK or q == PER_ADJACENT_HEALTH:
        return sum_of(g, neighbours(g, f.source), q == PER_ADJACENT_HEALTH)
    return meet_unknown(g)


@compiled
def holds(g: Record, table: Record, f: Record, ins: Record) -> bool:
    """Is the condition of the instruction true?"""
    c = ins.condition
    me = g.players[f.controller]
    if c == IF_COMBO:
        return me.cards_played > 1
    if c == IF_COUNT:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source)) >= ins.argument
    if c == IF_TARGET:
        return f.target != NOBODY and matches(g, table, ins.each, f.controller, f.source, f.target)
    if c == IF_TARGET_DIED or c == IF_TARGET_SURVIVED:
        died = f.target == NOBODY or f.target >= GRAVE or is_dying(character(g, f.target))
        return died == (c == IF_TARGET_DIED)
    if c == IF_WEAPON:
        return me.weapon.card > 0
    if c == IF_HERO_HEALTH:
        return health_of(me.board[0]) <= ins.argument
    if c == IF_CHANCE:
        ask_chance(g, ins.argument)
        return random_below(g, 100) < ins.argument
    if c == IF_SECRET:
        return me.n_secrets > 0
    if c == IF_DAMAGED:
        return f.source != NOBODY and character(g, f.source).damage > 0
    if c == IF_POWER_IS:
        return me.power == ins.argument
    if c == IF_NO_MINION_PLAYED:
        return me.minions_played == 0
    if c == IF_NEW:
        return f.source != NOBODY and character(g, f.source).keywords & ASLEEP != 0
    return c == IF_ALWAYS or meet_unknown(g) != 0
