"""Auras: recomputed from scratch whenever something changed that they may depend on."""

from evometa.cards.language.codes import (
    ASLEEP,
    AURA_COST,
    AURA_DOUBLE,
    AURA_HEALING_HURTS,
    AURA_STATS,
    AURA_WEAPON,
    CARD_MINION,
    CARD_SPELL,
    CARD_WEAPON,
    HAS_AURA,
    HAS_DAMAGE_AURA,
    HAS_FAR_AURA,
    HAS_KEYWORD_AURA,
    HAS_MARK,
    IF_ALWAYS,
    IF_DAMAGED,
    IF_NEW,
    IF_NO_MINION_PLAYED,
    IF_SECRET,
    IF_WEAPON,
    IMMUNE_WHILE_ATTACKING,
    ON_ATTACK,
    ON_TURN_END,
    ON_TURN_START,
    OPPONENT,
    PER_CHARACTER,
    PICK_ADJACENT,
    PICK_THIS,
    SPENDS_ATTACK,
    YOU,
)
from evometa.engine.compiling import compiled, merged
from evometa.engine.kernel.characters import all_matches, count_bits, matches
from evometa.engine.state.records import ARMS, AURAS, AURAS_0, DEATHS, FAR_AURAS, LISTENERS, NOT_DEATHS

# A minion with attached abilities may listen to these.
MARK_EVENTS = 1 << ON_ATTACK | 1 << ON_TURN_START | 1 << ON_TURN_END


@compiled
def find_listeners(g, table):
    """What anything in play listens to, and each player's spell damage, which needs no aura."""
    listens = 0
    for p in range(2):
        me = g.players[p]
        if me.weapon.card:
            listens |= table.cards[me.weapon.card].listens
        for i in range(me.n_secrets):
            listens |= table.cards[me.secrets[i]].listens
        spell_damage = 0
        for slot in range(1, me.n_minions + 1):
            m = me.board[slot]
            listens |= m.listens
            spell_damage += m.spell_damage
        me.spell_damage = spell_damage
    return listens | MARK_EVENTS if listens >> HAS_MARK & 1 else listens


@merged
def clear_auras(g, p):
    """Forget what auras gave to p, but note each minion's health from them, to see who loses some."""
    me = g.players[p]
    me.minion_cost = 0
    me.spell_cost = 0
    me.weapon_cost = 0
    me.minion_discount = 0
    me.discount_floor = 0
    me.aura_free_spells = 0
    me.healing_hurts = 0
    me.double = 0
    me.weapon.aura_attack = 0
    for slot in range(1, me.n_minions + 1):
        m = me.board[slot]
        g.old_health[p * 8 + slot] = m.aura_health
        m.aura_keywords = 0
        m.aura_attack = 0
        m.aura_health = 0


@compiled
def applies(g, condition, p, m):
    """Does the aura's condition hold for its source m?"""
    if condition == IF_ALWAYS:
        return True
    if condition == IF_DAMAGED:
        return m.damage > 0
    if condition == IF_WEAPON:
        return g.players[p].weapon.card > 0
    if condition == IF_NO_MINION_PLAYED:
        return g.players[p].minions_played == 0 and g.current == p
    if condition == IF_NEW:
        return m.keywords & ASLEEP != 0
    if condition == IF_SECRET:
        return g.players[p].n_secrets > 0
    return False


@compiled
def give_to(g, aura, ref, attack, health, keyword_pass):
    m = g.players[ref >> 3].board[ref & 7]
    if keyword_pass:
        m.aura_keywords |= aura.keywords
    else:
        m.aura_attack += attack
        m.aura_health += health


@compiled
def give_stats(g, table, aura, p, source, keyword_pass):
    """Apply an aura on minions: keywords in the first pass, stats (which may ask for keywords) in the second."""
    attack, health = int(aura.amount), int(aura.amount2)
    if aura.quantity == PER_CHARACTER:
        n = count_bits(all_matches(g, table, aura.each, p, source))
        attack *= n
        health *= n
    if aura.pick == PICK_THIS:
        give_to(g, aura, source, attack, health, keyword_pass)
    elif aura.pick == PICK_ADJACENT:
        if source & 7 > 1:
            give_to(g, aura, source - 1, attack, health, keyword_pass)
        if source & 7 < g.players[p].n_minions:
            give_to(g, aura, source + 1, attack, health, keyword_pass)
    else:
        for q in range(2):
            if aura.who.sides & (1 if q == p else 2):
                for ref in range(q * 8 + 1, q * 8 + 1 + g.players[q].n_minions):
                    if matches(g, table, aura.who, p, source, ref):
                        give_to(g, aura, ref, attack, health, keyword_pass)


@compiled
def change_costs(aura, me):
    """Apply a cost aura to one player's cards."""
    if aura.cards & CARD_MINION:
        if aura.floor:
            me.minion_discount += aura.amount
            me.discount_floor = aura.floor
        else:
            me.minion_cost += aura.amount
    if aura.cards & CARD_SPELL:
        if aura.amount2:
            me.aura_free_spells += 1
        me.spell_cost += aura.amount
    if aura.cards & CARD_WEAPON:
        me.weapon_cost += aura.amount


@compiled
def apply_aura(g, table, aura, p, source, keyword_pass):
    me = g.players[p]
    if not applies(g, aura.condition, p, me.board[source & 7]):
        return
    if aura.kind == AURA_STATS:
        if not keyword_pass or aura.keywords:
            give_stats(g, table, aura, p, source, keyword_pass)
        return
    if keyword_pass:
        return
    if aura.kind == AURA_COST:
        for q in range(2):
            if aura.whose & (YOU if q == p else OPPONENT):
                change_costs(aura, g.players[q])
    elif aura.kind == AURA_WEAPON:
        if me.weapon.card:
            me.weapon.aura_attack += aura.amount
    elif aura.kind == AURA_HEALING_HURTS:
        me.healing_hurts += 1
    elif aura.kind == AURA_DOUBLE:
        me.double += 1


@compiled
def apply_all(g, table, p, keyword_pass):
    """Apply the auras of p's minions; says whether there are any."""
    me = g.players[p]
    found = 0
    for slot in range(1, me.n_minions + 1):
        if me.board[slot].listens >> HAS_AURA & 1:
            found = 1
            card = table.cards[me.board[slot].card]
            for i in range(card.n_auras):
                apply_aura(g, table, card.auras[i], p, p * 8 + slot, keyword_pass)
    return found


@compiled
def arm_hero(g, p):
    """A weapon gives its attack and windfury to its hero, in its own turn."""
    me = g.players[p]
    hero = me.board[0]
    hero.aura_attack = 0
    hero.aura_keywords = 0
    if me.weapon.card and g.current == p:
        hero.aura_attack = max(0, int(me.weapon.attack) + me.weapon.aura_attack)
        hero.aura_keywords = me.weapon.keywords & ~(IMMUNE_WHILE_ATTACKING | SPENDS_ATTACK)


@merged
def settle_health(g, p):
    """A minion that lost health from auras keeps what it has, up to its new maximum."""
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        m = me.board[slot]
        lost = g.old_health[p * 8 + slot] - m.aura_health
        if lost > 0 and m.damage > 0:
            m.damage = max(0, m.damage - lost)
            if g.listens >> HAS_DAMAGE_AURA & 1:  # it may not be damaged any more
                g.dirty |= AURAS_0 << p
        if m.max_health + m.aura_health - m.damage <= 0:
            g.dirty |= DEATHS


@merged
def refresh_sides(g, table, sides):
    """Compute the auras of one player or of both anew."""
    had = FAR_AURAS if g.listens >> HAS_FAR_AURA & 1 else 0
    for p in range(2):
        if sides >> p & 1:
            clear_auras(g, p)
    if g.listens >> HAS_KEYWORD_AURA & 1:
        for p in range(2):
            if sides >> p & 1:
                apply_all(g, table, p, True)
    for p in range(2):
        if sides >> p & 1:
            had |= apply_all(g, table, p, False) << p
        else:
            had |= g.had_auras & (1 << p)
    for p in range(2):
        if sides >> p & 1:
            settle_health(g, p)
    g.had_auras = had


@compiled
def refresh_auras(g, table):
    """Bring all that comes from auras up to date. Without auras before and now there is little to do."""
    dirty = g.dirty
    g.dirty &= ~NOT_DEATHS
    if dirty & LISTENERS:
        g.listens = find_listeners(g, table)
    if dirty & AURAS and (g.had_auras or g.listens >> HAS_AURA & 1):
        is_far = g.had_auras & FAR_AURAS or g.listens >> HAS_FAR_AURA & 1
        refresh_sides(g, table, 3 if is_far else (dirty & AURAS) >> 1)
        dirty |= ARMS
    if dirty & ARMS:
        arm_hero(g, 0)
        arm_hero(g, 1)
