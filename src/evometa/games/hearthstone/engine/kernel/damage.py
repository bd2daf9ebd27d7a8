"""Damage, healing and the other things that befall a single character."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.characters import character, health_of, keywords_of, on_board, owner
from evometa.games.hearthstone.engine.kernel.secrets import prevent_death
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.journal import note
from evometa.games.hearthstone.engine.state.records import (
    AURAS,
    DEATHS,
    DRAINED,
    LISTENERS,
    MAX_ATTACHED,
    NOBODY,
    Record,
)
from evometa.games.hearthstone.engine.state.references import auras_of, bit, has_bit, hero_of, player_of, slot_of
from evometa.games.hearthstone.engine.state.stack import is_heard


@inlined
def touch_wounds(g: Record, p: int) -> None:
    """A character of p is damaged or healed, or lost a keyword: auras may depend on it."""
    if has_bit(g.listens, c.HAS_DAMAGE_AURA):
        g.dirty |= auras_of(p)


@compiled
def _hurt_hero(g: Record, table: Record, p: int, amount: int) -> bool:
    """Damage takes armor first, then health; says whether the hero was hit at all."""
    me = g.players[p]
    hero = me.board[0]
    if amount >= me.armor + health_of(hero) and is_heard(g, c.ON_FATAL) and prevent_death(g, table, p):
        return False
    absorbed = min(int(me.armor), amount)
    me.armor -= absorbed
    hero.damage = min(MAX_STAT, int(hero.damage) + amount - absorbed)
    touch_wounds(g, p)
    if health_of(hero) <= 0:
        g.dirty |= DEATHS
    return True


@inlined
def _hurt_minion(g: Record, m: Record, p: int, words: int, amount: int) -> None:
    damage = min(MAX_STAT, int(m.damage) + amount)
    if words & c.STAYS_ALIVE:  # what is dead already does not come back to life
        damage = max(int(m.damage), min(damage, int(m.max_health) + m.aura_health - 1))
    m.damage = damage
    touch_wounds(g, p)
    if health_of(m) <= 0:
        g.dirty |= DEATHS


@compiled
def drain(g: Record, p: int) -> None:
    """The last hit heals the hero of p, once all damage of the step is dealt."""
    g.drained[p] = min(MAX_STAT, g.drained[p] + g.amount)
    g.hits |= bit(DRAINED + p)


@compiled
def give_drained(g: Record, table: Record) -> None:
    """Heal the heroes by the damage that lifesteal has dealt in this step."""
    g.hits &= bit(DRAINED) - 1
    for p in range(2):
        amount = int(g.drained[p])
        g.drained[p] = 0
        if not amount:
            continue
        if not g.players[p].healing_hurts:
            heal(g, hero_of(p), amount)
        elif not keywords_of(g.players[p].board[0]) & (c.IMMUNE | c.SHELTERED) and _hurt_hero(g, table, p, amount):
            hero = g.players[p].board[0]
            note(g, j.J_DAMAGE, p, hero_of(p), hero.card, health_of(hero), amount)
            g.hits |= bit(hero_of(p))


@inlined
def _mark_hit(g: Record, source: int, ref: int, m: Record) -> None:
    """Destroy or freeze a character that the source has damaged, or drain it, if its keywords say so."""
    words = keywords_of(character(g, source))
    if words & (c.POISONOUS | c.FREEZES | c.LIFESTEAL):
        if words & c.LIFESTEAL:
            drain(g, owner(g, source))
        if words & c.POISONOUS and slot_of(ref):
            m.keywords |= c.DOOMED
            g.dirty |= DEATHS
        if words & c.FREEZES:
            freeze(g, ref)


@compiled
def deal_damage(g: Record, table: Record, source: int, ref: int, amount: int) -> None:
    """Damage to one character in play. The caller announces `g.hits` when all of the step's damage is dealt."""
    if amount <= 0:
        return
    p, m = player_of(ref), on_board(g, ref)
    words = keywords_of(m)
    if words & (c.IMMUNE | c.SHELTERED):
        return
    if words & c.DIVINE_SHIELD:
        m.keywords &= ~c.DIVINE_SHIELD
        m.turn_keywords &= ~c.DIVINE_SHIELD
        touch_wounds(g, p)
        note(g, j.J_SHIELD, p, ref, m.card, 0, 0)
        return
    if slot_of(ref):
        _hurt_minion(g, m, p, words, amount)
    elif not _hurt_hero(g, table, p, amount):
        return
    note(g, j.J_DAMAGE, p, ref, m.card, health_of(m), amount)
    g.hits |= bit(ref)
    g.amount = min(amount, MAX_STAT)
    if source != NOBODY:
        _mark_hit(g, source, ref, m)


@compiled
def heal(g: Record, ref: int, amount: int) -> None:
    """Restore health, up to the maximum. The caller announces `g.heals`."""
    m = on_board(g, ref)
    healed = min(amount, int(m.damage))
    if healed <= 0:
        return
    m.damage -= healed
    note(g, j.J_HEAL, player_of(ref), ref, m.card, health_of(m), healed)
    g.heals |= bit(ref)
    g.healed = healed
    touch_wounds(g, player_of(ref))


@compiled
def silence(g: Record, table: Record, ref: int) -> None:
    """Reset a minion to the numbers of its card, without text. Damage stays, but health above the maximum is lost."""
    m = on_board(g, ref)
    printed = table.cards[m.card]
    lost = int(m.max_health) - printed.health
    if lost > 0:
        m.damage = max(0, int(m.damage) - lost)
    m.max_health = printed.health
    m.attack = printed.attack
    m.keywords = c.SILENCED | (m.keywords & (c.ASLEEP | c.DOOMED))
    m.turn_keywords = 0
    m.turn_attack = 0
    m.spell_damage = 0
    m.listens = 0
    m.n_marks = 0
    for k in range(MAX_ATTACHED):
        m.marks[k] = 0
    g.dirty |= AURAS | LISTENERS
    if health_of(m) <= 0:  # its card has no health
        g.dirty |= DEATHS
    note(g, j.J_SILENCE, player_of(ref), ref, m.card, 0, 0)


@compiled
def freeze(g: Record, ref: int) -> None:
    m = on_board(g, ref)
    m.keywords |= c.FROZEN
    touch_wounds(g, player_of(ref))
    note(g, j.J_FREEZE, player_of(ref), ref, m.card, 0, 0)


@compiled
def destroy(g: Record, ref: int) -> None:
    """The character dies at the next death step, whatever its health."""
    m = on_board(g, ref)
    m.keywords |= c.DOOMED
    g.dirty |= DEATHS
    note(g, j.J_DESTROY, player_of(ref), ref, m.card, 0, 0)
