"""What the numbers of an effect are multiplied by, and its conditions."""

from evometa.games.compiled.compiling import compiled
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.picking import neighbours
from evometa.games.hearthstone.engine.kernel.characters import (
    all_matches,
    attack_of,
    character,
    health_of,
    is_dying,
    matches,
)
from evometa.games.hearthstone.engine.kernel.hand import count_in_hand
from evometa.games.hearthstone.engine.state.chances import ask_chance, random_below
from evometa.games.hearthstone.engine.state.records import GRAVE, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import count_bits, has_bit
from evometa.games.hearthstone.engine.state.stack import meet_unknown


@compiled
def _sum_of(g: Record, mask: int, health: bool) -> int:
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
    if q == c.PER_ONE:
        return 1
    if q == c.PER_CHARACTER:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source))
    if q == c.PER_EVENT_AMOUNT:
        return int(f.amount)
    if q == c.PER_AFFECTED:
        return int(f.affected)
    if q == c.PER_DRAWN_COST:
        return int(f.drawn_cost)
    if c.PER_ITS_ATTACK <= q <= c.PER_TARGET_HEALTH:
        who = ref if q <= c.PER_ITS_DAMAGE else int(f.target)
        if who == NOBODY:
            return 0
        m = character(g, who)
        if q == c.PER_ITS_DAMAGE:
            return int(m.damage)
        if q == c.PER_ITS_ATTACK:
            return int(m.attack)  # without what auras add, and what ends with the turn
        return attack_of(m) if q == c.PER_TARGET_ATTACK else max(0, health_of(m))
    if q == c.PER_HERO_ATTACK:
        return attack_of(me.board[0])
    if q == c.PER_HERO_DAMAGE:
        return int(me.board[0].damage)
    if q == c.PER_ARMOR:
        return int(me.armor)
    if q == c.PER_WEAPON_ATTACK:
        return max(0, int(me.weapon.attack) + me.weapon.aura_attack)
    if q == c.PER_ENEMY_DURABILITY:
        return int(enemy.weapon.durability)
    if q == c.PER_HAND_CARD:
        return int(me.n_hand)
    if q == c.PER_CARD_PLAYED:
        return max(0, me.cards_played - 1)
    if q == c.PER_CARD_BEHIND:
        return max(0, int(enemy.n_hand) - me.n_hand)
    if q == c.PER_HAND_KIND:
        return count_in_hand(g, table, f.controller, ins.each)
    if q == c.PER_FREE_SPACE:
        return max(0, table.rules.board_limit - int(me.n_minions))
    if q == c.PER_ADJACENT_ATTACK or q == c.PER_ADJACENT_HEALTH:
        return _sum_of(g, neighbours(g, f.source), q == c.PER_ADJACENT_HEALTH)
    return meet_unknown(g)


@compiled
def holds(g: Record, table: Record, f: Record, ins: Record) -> bool:
    """Is the condition of the instruction true?"""
    condition = ins.condition
    me = g.players[f.controller]
    if condition == c.IF_COMBO:
        return me.cards_played > 1
    if condition == c.IF_COUNT:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source)) >= ins.argument
    if condition == c.IF_TARGET:
        return f.target != NOBODY and matches(g, table, ins.each, f.controller, f.source, f.target)
    if condition == c.IF_TARGET_DIED or condition == c.IF_TARGET_SURVIVED:
        died = f.target == NOBODY or f.target >= GRAVE or is_dying(character(g, f.target))
        return died == (condition == c.IF_TARGET_DIED)
    if condition == c.IF_WEAPON:
        return me.weapon.card > 0
    if condition == c.IF_HERO_HEALTH:
        return health_of(me.board[0]) <= ins.argument
    if condition == c.IF_CHANCE:
        ask_chance(g, ins.argument)
        return random_below(g, 100) < ins.argument
    if condition == c.IF_SECRET:
        return me.n_secrets > 0
    if condition == c.IF_DAMAGED:
        return f.source != NOBODY and character(g, f.source).damage > 0
    if condition == c.IF_POWER_IS:
        return me.power == ins.argument
    if condition == c.IF_NO_MINION_PLAYED:
        return me.minions_played == 0
    if condition == c.IF_NEW:
        return f.source != NOBODY and character(g, f.source).keywords & c.ASLEEP != 0
    return condition == c.IF_ALWAYS or meet_unknown(g) != 0
