"""Damage, healing and the other things that befall a single character."""

from evometa.cards.language.codes import (
    ASLEEP,
    DIVINE_SHIELD,
    DOOMED,
    FREEZES,
    FROZEN,
    HAS_DAMAGE_AURA,
    IMMUNE,
    ON_FATAL,
    POISONOUS,
    SHELTERED,
    SILENCED,
    STAYS_ALIVE,
)
from evometa.engine.compiling import compiled, inlined
from evometa.engine.kernel.characters import character, health_of, keywords_of
from evometa.engine.kernel.secrets import prevent_death
from evometa.engine.state.journal import J_DAMAGE, J_DESTROY, J_FREEZE, J_HEAL, J_SHIELD, J_SILENCE, note
from evometa.engine.state.records import AURAS, AURAS_0, DEATHS, LISTENERS, MAX_ATTACHED, MAX_STAT, NOBODY
from evometa.engine.state.stack import is_heard


@compiled
def hurt_hero(g, table, p, amount):
    """Armor first, then health. Returns whether the hero took the hit."""
    me = g.players[p]
    hero = me.board[0]
    if amount >= me.armor + health_of(hero) and is_heard(g, ON_FATAL) and prevent_death(g, table, p):
        return False
    absorbed = min(int(me.armor), amount)
    me.armor -= absorbed
    hero.damage = min(MAX_STAT, int(hero.damage) + amount - absorbed)
    if health_of(hero) <= 0:
        g.dirty |= DEATHS
    return True


@inlined
def hurt_minion(g, m, p, words, amount):
    damage = min(MAX_STAT, int(m.damage) + amount)
    if words & STAYS_ALIVE:
        damage = min(damage, int(m.max_health) + m.aura_health - 1)
    m.damage = damage
    if g.listens >> HAS_DAMAGE_AURA & 1:
        g.dirty |= AURAS_0 << p
    if health_of(m) <= 0:
        g.dirty |= DEATHS


@inlined
def mark_hit(g, source, ref, m):
    """What poison and frost of the source do to a character that it has damaged."""
    words = keywords_of(character(g, source))
    if words & (POISONOUS | FREEZES):
        if words & POISONOUS and ref & 7:
            m.keywords |= DOOMED
            g.dirty |= DEATHS
        if words & FREEZES:
            freeze(g, ref)


@compiled
def deal_damage(g, table, source, ref, amount):
    """Damage to one character in play. The caller announces `g.hits` when all of the step's damage is dealt."""
    if amount <= 0:
        return
    p = ref >> 3
    m = g.players[p].board[ref & 7]
    words = keywords_of(m)
    if words & (IMMUNE | SHELTERED):
        return
    if words & DIVINE_SHIELD:
        m.keywords &= ~DIVINE_SHIELD
        m.turn_keywords &= ~DIVINE_SHIELD
        note(g, J_SHIELD, p, ref, m.card, 0, 0)
        return
    if ref & 7:
        hurt_minion(g, m, p, words, amount)
    elif not hurt_hero(g, table, p, amount):
        return
    note(g, J_DAMAGE, p, ref, m.card, health_of(m), amount)
    g.hits |= 1 << int(ref)
    g.amount = min(amount, MAX_STAT)
    if source != NOBODY:
        mark_hit(g, source, ref, m)


@compiled
def heal(g, ref, amount):
    """Restore health, up to the maximum. The caller announces `g.heals`."""
    m = g.players[ref >> 3].board[ref & 7]
    healed = min(amount, int(m.damage))
    if healed <= 0:
        return
    m.damage -= healed
    note(g, J_HEAL, ref >> 3, ref, m.card, health_of(m), healed)
    g.heals |= 1 << int(ref)
    g.amount = healed
    if g.listens >> HAS_DAMAGE_AURA & 1:
        g.dirty |= AURAS_0 << (ref >> 3)


@compiled
def silence(g, table, ref):
    """Back to the card's numbers, without its text. Health above the new maximum is lost, damage stays."""
    m = g.players[ref >> 3].board[ref & 7]
    printed = table.cards[m.card]
    lost = int(m.max_health) - printed.health
    if lost > 0:
        m.damage = max(0, int(m.damage) - lost)
    m.max_health = printed.health
    m.attack = printed.attack
    m.keywords = SILENCED | (m.keywords & (ASLEEP | DOOMED))
    m.turn_keywords = 0
    m.turn_attack = 0
    m.spell_damage = 0
    m.listens = 0
    m.n_marks = 0
    for k in range(MAX_ATTACHED):
        m.marks[k] = 0
    g.dirty |= AURAS | LISTENERS
    note(g, J_SILENCE, ref >> 3, ref, m.card, 0, 0)


@compiled
def freeze(g, ref):
    m = g.players[ref >> 3].board[ref & 7]
    m.keywords |= FROZEN
    note(g, J_FREEZE, ref >> 3, ref, m.card, 0, 0)


@compiled
def destroy(g, ref):
    """The character dies at the next death step, whatever its health."""
    m = g.players[ref >> 3].board[ref & 7]
    m.keywords |= DOOMED
    g.dirty |= DEATHS
    note(g, J_DESTROY, ref >> 3, ref, m.card, 0, 0)
