"""What effects do to characters: damage and healing with all that changes them, stats, keywords, shape and side."""

from evometa.cards.language.codes import (
    CHARGE,
    GOES_BACK,
    HAS_MARK,
    OP_ATTACH,
    OP_BECOME_COPY,
    OP_CHANGE,
    OP_DAMAGE,
    OP_DESTROY,
    OP_FREEZE,
    OP_HEAL,
    OP_RETURN,
    OP_SET_ATTACK,
    OP_SET_HEALTH,
    OP_SILENCE,
    OP_SPELL_DAMAGE,
    OP_SUMMON_COPY,
    OP_SWAP_STATS,
    OP_TAKE,
    OP_TAKE_CONTROL,
    OP_TRANSFORM,
    PER_EVENT_AMOUNT,
    PER_ITS_ATTACK,
    PICK_TARGET,
    POWER,
    SPELL,
    STEALTH,
    STEALTH_ENDS,
)
from evometa.engine.compiling import compiled
from evometa.engine.effects.quantities import multiplier
from evometa.engine.kernel.auras import MARK_EVENTS
from evometa.engine.kernel.board import announce_summon, change_sides, copy_body, has_room, insert_slot, transform
from evometa.engine.kernel.characters import attack_of, character, health_of
from evometa.engine.kernel.damage import deal_damage, destroy, freeze, heal, silence
from evometa.engine.kernel.hand import return_to_hand
from evometa.engine.state.journal import (
    J_ATTACH,
    J_CHANGE,
    J_CHANGE_TURN,
    J_GIVE,
    J_SET,
    J_SWAP,
    J_TAKE,
    J_TRANSFORM,
    PRINTABLE,
    note,
)
from evometa.engine.state.randomness import ASK_CARD, ask, ask_number, offer, random_below
from evometa.engine.state.records import AURAS, DEATHS, GRAVE, LISTENERS, MAX_ATTACHED, MAX_STAT, NOBODY


@compiled
def limited(n):
    return max(-MAX_STAT, min(MAX_STAT, n))


@compiled
def spell_bonus(g, table, f, amount, per_spell_damage):
    """Damage or healing of a spell or hero power with all that raises it."""
    kind = table.cards[f.card].type
    me = g.players[f.controller]
    if kind == SPELL and per_spell_damage:
        amount += me.spell_damage
    if kind == SPELL or kind == POWER:
        amount <<= me.double
    return amount


@compiled
def damage_source(f):
    """The minion whose poison or frost goes with the damage of this effect."""
    return f.source if f.source >= GRAVE or f.source & 7 else NOBODY


@compiled
def restore(g, table, f, ref, amount):
    """Healing by this effect; some auras double it or turn it into damage."""
    me = g.players[f.controller]
    if me.healing_hurts:
        deal_damage(g, table, damage_source(f), ref, spell_bonus(g, table, f, amount, True))
    else:
        heal(g, ref, spell_bonus(g, table, f, amount, False))


@compiled
def change_stats(g, ins, m, ref, times):
    """Attack, health and keywords, for good or for this turn."""
    attack, health = ins.amount * times, ins.amount2 * times
    if ins.until:
        m.turn_attack = limited(m.turn_attack + attack)
        m.turn_keywords |= ins.keywords
    else:
        m.attack = limited(m.attack + attack)
        gained = ins.keywords
        if gained & STEALTH_ENDS and m.keywords & (STEALTH | STEALTH_ENDS) == STEALTH:
            gained &= ~STEALTH_ENDS  # its own stealth lasts
        m.keywords |= gained
    if ins.quantity == PER_ITS_ATTACK:  # in proportion: what ends with the turn stays apart
        m.turn_attack = limited(m.turn_attack + ins.amount * m.turn_attack)
    m.max_health = limited(m.max_health + health)
    if health < 0:
        m.damage = max(0, m.damage + health)
        g.dirty |= DEATHS
    if ins.keywords:
        g.dirty |= AURAS
    if attack or health:
        note(g, J_CHANGE_TURN if ins.until else J_CHANGE, ref >> 3, ref, m.card, health, attack)
    if ins.keywords & PRINTABLE:
        note(g, J_GIVE, ref >> 3, ref, m.card, ins.until, ins.keywords & PRINTABLE)


@compiled
def take_keywords(g, ins, m, ref):
    """Returns whether the character had one of them."""
    had = (m.keywords | m.turn_keywords | m.aura_keywords) & ins.keywords != 0
    m.keywords &= ~ins.keywords
    m.turn_keywords &= ~ins.keywords
    m.aura_keywords &= ~ins.keywords
    g.dirty |= AURAS
    if had:
        note(g, J_TAKE, ref >> 3, ref, m.card, 0, ins.keywords & PRINTABLE)
    return had


@compiled
def set_health(g, m, ref, n):
    """A minion's maximum becomes n and it is whole; a hero's remaining health becomes n."""
    if ref & 7 == 0 and n <= m.max_health:
        m.damage = m.max_health - n
    else:
        m.max_health = n
        m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, J_SET, ref >> 3, ref, m.card, 1, n)


@compiled
def set_attack(g, m, ref, n):
    m.attack = n
    m.turn_attack = 0
    note(g, J_SET, ref >> 3, ref, m.card, 0, n)


@compiled
def swap_stats(g, m, ref):
    attack, health = attack_of(m), health_of(m)
    m.attack = health
    m.turn_attack = 0
    m.max_health = attack
    m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, J_SWAP, ref >> 3, ref, m.card, 0, 0)


@compiled
def random_card(g, table, ins, p):
    """The card of the instruction: one of its pool at random; `argument` = 1 leaves out those on p's board."""
    if ins.pool_n == 0:
        return int(ins.card)
    n = 0
    ask(g, ASK_CARD, p)
    for k in range(ins.pool_n):
        if not (ins.argument and is_on_board(g, p, table.pool[ins.pool + k])):
            offer(g, 0, table.pool[ins.pool + k])
            n += 1
    if n == 0:
        return 0
    chosen = random_below(g, n)
    for k in range(ins.pool_n):
        if not (ins.argument and is_on_board(g, p, table.pool[ins.pool + k])):
            if chosen == 0:
                return int(table.pool[ins.pool + k])
            chosen -= 1
    return 0


@compiled
def is_on_board(g, p, card):
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if me.board[slot].card == card:
            return True
    return False


@compiled
def become_copy(g, table, source, ref):
    """The minion `source` becomes a copy of another one."""
    if source == NOBODY or source >= GRAVE or not source & 7:
        return
    me = g.players[source >> 3]
    note(g, J_TRANSFORM, source >> 3, source, me.board[source & 7].card, character(g, ref).card, 0)
    copy_body(g, table, character(g, ref), me.board[source & 7])
    me.order[source & 7] = g.next_order
    g.next_order += 1


@compiled
def summon_copy(g, table, p, ref):
    """Put a copy of a minion at the right end of p's board."""
    if not has_room(g, table, p):
        return
    slot = int(g.players[p].n_minions) + 1
    m = insert_slot(g, p, slot)
    copy_body(g, table, character(g, ref), m)
    announce_summon(g, p, p * 8 + slot, int(m.card))


@compiled
def take_control(g, table, ins, f, ref):
    if ref >> 3 == f.controller:
        return
    there = change_sides(g, table, ref)
    if there != NOBODY and ins.until:
        m = character(g, there)
        m.keywords |= GOES_BACK
        m.turn_keywords |= CHARGE


@compiled
def attach(g, ins, f, m, ref):
    if m.n_marks < MAX_ATTACHED:
        m.marks[m.n_marks] = ins.mark * 2 + f.controller
        m.n_marks += 1
        note(g, J_ATTACH, ref >> 3, ref, m.card, 0, 0)
        m.listens |= 1 << HAS_MARK
        g.listens |= 1 << HAS_MARK | MARK_EVENTS


@compiled
def affect(g, table, f, ins, ref):
    """Do what the instruction says to one character; says whether it made a difference that can be counted."""
    op = ins.op
    m = g.players[ref >> 3].board[ref & 7]
    times = multiplier(g, table, f, ins, ref)
    if op == OP_DAMAGE:
        amount = ins.amount * times
        if ins.amount2 > ins.amount:
            ask_number(g, amount, ins.amount2 - ins.amount + 1)
            amount += random_below(g, ins.amount2 - ins.amount + 1)
        if ins.by == PICK_TARGET:
            deal_damage(g, table, f.target, ref, amount)
        else:
            amount = spell_bonus(g, table, f, amount, ins.quantity != PER_EVENT_AMOUNT)
            deal_damage(g, table, damage_source(f), ref, amount)
    elif op == OP_HEAL:
        restore(g, table, f, ref, ins.amount * times)
    elif op == OP_CHANGE:
        change_stats(g, ins, m, ref, times)
    elif op == OP_TAKE:
        return take_keywords(g, ins, m, ref)
    elif op == OP_SET_ATTACK:
        set_attack(g, m, ref, ins.amount * times)
    elif op == OP_SET_HEALTH:
        set_health(g, m, ref, ins.amount * times)
    elif op == OP_SWAP_STATS:
        swap_stats(g, m, ref)
    elif op == OP_FREEZE:
        freeze(g, ref)
    elif op == OP_SILENCE:
        is_borrowed = m.keywords & GOES_BACK != 0
        silence(g, table, ref)
        if is_borrowed:
            change_sides(g, table, ref)
    elif op == OP_DESTROY:
        destroy(g, ref)
    elif op == OP_RETURN:
        return_to_hand(g, table, ref, ins.amount)
    elif op == OP_TAKE_CONTROL:
        take_control(g, table, ins, f, ref)
    elif op == OP_TRANSFORM:
        transform(g, table, ref, random_card(g, table, ins, f.controller))
    elif op == OP_BECOME_COPY:
        become_copy(g, table, f.source, ref)
    elif op == OP_SUMMON_COPY:
        summon_copy(g, table, f.controller, ref)
    elif op == OP_ATTACH:
        attach(g, ins, f, m, ref)
    elif op == OP_SPELL_DAMAGE:
        m.spell_damage += ins.amount * times
        g.dirty |= LISTENERS
    return True
