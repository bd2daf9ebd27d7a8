"""Auras: computed anew whenever something changed that they may depend on."""

from evometa.games.compiled.compiling import compiled, merged
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.characters import all_matches, matches, on_board
from evometa.games.hearthstone.engine.state.records import ARMS, AURAS, DEATHS, FAR_AURAS, LISTENERS, NOT_DEATHS, Record
from evometa.games.hearthstone.engine.state.references import auras_of, bit, count_bits, has_bit, reference, slot_of
from evometa.games.hearthstone.engine.state.stack import meet_unknown

# A minion with attached abilities may listen to these.
MARK_EVENTS = bit(c.ON_ATTACK) | bit(c.ON_TURN_START) | bit(c.ON_TURN_END)


@compiled
def listeners_on_board(table: Record, me: Record) -> int:
    """What a player's weapon and minions listen to."""
    listens = int(table.cards[me.weapon.card].listens) if me.weapon.card else 0
    for slot in range(1, me.n_minions + 1):
        listens |= me.board[slot].listens
    return listens


@compiled
def listening_secrets(table: Record, me: Record) -> int:
    """What a player's secrets listen to."""
    listens = 0
    for i in range(me.n_secrets):
        listens |= table.cards[me.secrets[i]].listens
    return listens


@compiled
def _find_listeners(g: Record, table: Record) -> int:
    """All that is listened to in play. Also adds up each player's spell damage."""
    listens = 0
    for p in range(2):
        me = g.players[p]
        listens |= listeners_on_board(table, me) | listening_secrets(table, me)
        spell_damage = 0
        for slot in range(1, me.n_minions + 1):
            spell_damage += me.board[slot].spell_damage
        me.spell_damage = min(MAX_STAT, spell_damage)
    return listens | MARK_EVENTS if has_bit(listens, c.HAS_MARK) else listens


@merged
def _clear_auras(g: Record, p: int) -> None:
    """Forget what auras gave to p, but note how much health it was for each minion, to see who loses some."""
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
        g.old_health[reference(p, slot)] = m.aura_health
        m.aura_keywords = 0
        m.aura_attack = 0
        m.aura_health = 0


@compiled
def applies(g: Record, condition: int, p: int, m: Record) -> bool:
    """Does the aura's condition hold for its source m?"""
    if condition == c.IF_ALWAYS:
        return True
    if condition == c.IF_DAMAGED:
        return m.damage > 0
    if condition == c.IF_WEAPON:
        return g.players[p].weapon.card > 0
    if condition == c.IF_NO_MINION_PLAYED:
        return g.players[p].minions_played == 0 and g.current == p
    if condition == c.IF_NEW:
        return m.keywords & c.ASLEEP != 0
    if condition == c.IF_SECRET:
        return g.players[p].n_secrets > 0
    return meet_unknown(g) != 0


@compiled
def _give_to(g: Record, aura: Record, ref: int, attack: int, health: int, keyword_pass: bool) -> None:
    m = on_board(g, ref)
    if keyword_pass:
        m.aura_keywords |= aura.keywords
    else:
        m.aura_attack = max(-MAX_STAT, min(MAX_STAT, m.aura_attack + attack))
        m.aura_health = max(-MAX_STAT, min(MAX_STAT, m.aura_health + health))


@compiled
def _give_stats(g: Record, table: Record, aura: Record, p: int, source: int, keyword_pass: bool) -> None:
    """Apply an aura on minions: keywords in the first pass, stats (which may ask for keywords) in the second."""
    attack, health = int(aura.amount), int(aura.amount2)
    if aura.quantity == c.PER_CHARACTER:
        n = count_bits(all_matches(g, table, aura.each, p, source))
        attack *= n
        health *= n
    if aura.pick == c.PICK_THIS:
        _give_to(g, aura, source, attack, health, keyword_pass)
    elif aura.pick == c.PICK_ADJACENT:
        g.saw_places = 1
        if slot_of(source) > 1:
            _give_to(g, aura, source - 1, attack, health, keyword_pass)
        if slot_of(source) < g.players[p].n_minions:
            _give_to(g, aura, source + 1, attack, health, keyword_pass)
    else:
        for q in range(2):
            if aura.who.sides & (c.FRIENDLY if q == p else c.ENEMY):
                for slot in range(1, g.players[q].n_minions + 1):
                    ref = reference(q, slot)
                    if matches(g, table, aura.who, p, source, ref):
                        _give_to(g, aura, ref, attack, health, keyword_pass)


@compiled
def _change_costs(aura: Record, me: Record) -> None:
    """Apply a cost aura to one player's cards."""
    if aura.cards & c.CARD_MINION:
        if aura.floor:
            me.minion_discount += aura.amount
            me.discount_floor = aura.floor
        else:
            me.minion_cost += aura.amount
    if aura.cards & c.CARD_SPELL:
        if aura.amount2:
            me.aura_free_spells += 1
        me.spell_cost += aura.amount
    if aura.cards & c.CARD_WEAPON:
        me.weapon_cost += aura.amount


@compiled
def apply_aura(g: Record, table: Record, aura: Record, p: int, source: int, keyword_pass: bool) -> None:
    me = g.players[p]
    if not applies(g, aura.condition, p, me.board[slot_of(source)]):
        return
    if aura.kind == c.AURA_STATS:
        if not keyword_pass or aura.keywords:
            _give_stats(g, table, aura, p, source, keyword_pass)
        return
    if keyword_pass:
        return
    if aura.kind == c.AURA_COST:
        for q in range(2):
            if aura.whose & (c.YOU if q == p else c.OPPONENT):
                _change_costs(aura, g.players[q])
    elif aura.kind == c.AURA_WEAPON:
        if me.weapon.card:
            me.weapon.aura_attack += aura.amount
    elif aura.kind == c.AURA_HEALING_HURTS:
        me.healing_hurts += 1
    elif aura.kind == c.AURA_DOUBLE:
        me.double += 1
    else:
        meet_unknown(g)


@compiled
def _apply_all(g: Record, table: Record, p: int, keyword_pass: bool) -> bool:
    """Apply the auras of p's minions; says whether there are any."""
    me = g.players[p]
    found = False
    for slot in range(1, me.n_minions + 1):
        if has_bit(me.board[slot].listens, c.HAS_AURA):
            found = True
            card = table.cards[me.board[slot].card]
            for i in range(card.n_auras):
                apply_aura(g, table, card.auras[i], p, reference(p, slot), keyword_pass)
    return found


@compiled
def _arm_hero(g: Record, p: int) -> None:
    """A weapon gives its attack and keywords to its hero, in its own turn."""
    me = g.players[p]
    hero = me.board[0]
    hero.aura_attack = 0
    hero.aura_keywords = 0
    if me.weapon.card and g.current == p:
        hero.aura_attack = max(0, int(me.weapon.attack) + me.weapon.aura_attack)
        words = me.weapon.keywords & ~(c.IMMUNE_WHILE_ATTACKING | c.SPENDS_ATTACK | c.WEAPON_LIFESTEAL)
        hero.aura_keywords = words | c.LIFESTEAL if me.weapon.keywords & c.WEAPON_LIFESTEAL else words


@merged
def _settle_health(g: Record, p: int) -> None:
    """A minion that lost health from auras keeps what it has, up to its new maximum."""
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        m = me.board[slot]
        lost = g.old_health[reference(p, slot)] - m.aura_health
        if lost > 0 and m.damage > 0:
            m.damage = max(0, m.damage - lost)
            if has_bit(g.listens, c.HAS_DAMAGE_AURA):  # because it may not be damaged any more
                g.dirty |= auras_of(p)
        if m.max_health + m.aura_health - m.damage <= 0:
            g.dirty |= DEATHS


@merged
def _refresh_sides(g: Record, table: Record, sides: int) -> None:
    """Compute the auras of one player or of both anew."""
    had = FAR_AURAS if has_bit(g.listens, c.HAS_FAR_AURA) else 0
    for p in range(2):
        if sides & auras_of(p):
            _clear_auras(g, p)
    if has_bit(g.listens, c.HAS_KEYWORD_AURA):
        for p in range(2):
            if sides & auras_of(p):
                _apply_all(g, table, p, True)
    for p in range(2):
        if sides & auras_of(p):
            if _apply_all(g, table, p, False):
                had |= auras_of(p)
        else:
            had |= g.had_auras & auras_of(p)
    for p in range(2):
        if sides & auras_of(p):
            _settle_health(g, p)
    g.had_auras = had


@compiled
def refresh_auras(g: Record, table: Record) -> None:
    """Bring up to date all that comes from auras. There is little to do if there were none, and are none."""
    dirty = g.dirty
    g.dirty &= ~NOT_DEATHS
    if dirty & LISTENERS:
        g.listens = _find_listeners(g, table)
    if dirty & AURAS and (g.had_auras or has_bit(g.listens, c.HAS_AURA)):
        is_far = g.had_auras & FAR_AURAS or has_bit(g.listens, c.HAS_FAR_AURA)
        for p in range(2):  # auras may ask for the keywords that a weapon gives, and change its attack
            _arm_hero(g, p)
        _refresh_sides(g, table, AURAS if is_far else dirty & AURAS)
        dirty |= ARMS
    if dirty & ARMS:
        _arm_hero(g, 0)
        _arm_hero(g, 1)
