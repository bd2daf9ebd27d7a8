"""Minions entering, leaving and changing place, and weapons."""

from evometa.cards.language.codes import ASLEEP, DOOMED, GOES_BACK, HAS_AURA, ON_AFTER_SUMMON, ON_SUMMON
from evometa.engine.compiling import compiled, inlined
from evometa.engine.state.journal import J_CONTROL, J_EQUIP, J_SUMMON, J_TRANSFORM, J_WEAPON_GONE, note
from evometa.engine.state.records import ARMS, AURAS, AURAS_0, DEATHS, FAR_AURAS, LISTENERS, MAX_ATTACHED, NOBODY
from evometa.engine.state.stack import PROGRAM, close_slot, is_heard, open_slot, push, push_event


@compiled
def clear_character(m):
    m.keywords = 0
    m.listens = 0
    m.turn_keywords = 0
    m.aura_keywords = 0
    m.card = 0
    m.attack = 0
    m.max_health = 0
    m.damage = 0
    m.turn_attack = 0
    m.aura_attack = 0
    m.aura_health = 0
    m.attacks = 0
    m.spell_damage = 0
    m.n_marks = 0
    for k in range(MAX_ATTACHED):
        m.marks[k] = 0


@inlined
def touch_auras(g, p):
    """Something changed on the board of p: auras must be looked at again, if there are any that may care."""
    if g.had_auras:
        if g.had_auras & FAR_AURAS:
            g.dirty |= AURAS
        elif g.had_auras >> p & 1:
            g.dirty |= AURAS_0 << p


@compiled
def become_card(g, table, p, m, card):
    """Make a character of p a fresh one of this card."""
    clear_character(m)
    printed = table.cards[card]
    m.card = card
    m.attack = printed.attack
    m.max_health = printed.health
    m.keywords = printed.keywords | ASLEEP
    m.turn_keywords = g.players[p].newcomers
    m.spell_damage = printed.spell_damage
    m.listens = printed.listens
    g.listens |= printed.listens
    touch_auras(g, p)
    if printed.listens >> HAS_AURA & 1:
        g.dirty |= AURAS_0 << p
    if printed.spell_damage:
        g.dirty |= LISTENERS
    if printed.health <= 0:
        g.dirty |= DEATHS


@compiled
def insert_slot(g, p, slot):
    """Open a slot on the board of p; its character is empty. The caller has checked that there is room."""
    me = g.players[p]
    for i in range(me.n_minions, slot - 1, -1):
        me.board[i + 1] = me.board[i]
        me.order[i + 1] = me.order[i]
    me.n_minions += 1
    me.order[slot] = g.next_order
    g.next_order += 1
    if g.n_frames:
        open_slot(g, p, slot)
    return me.board[slot]


@compiled
def remove_slot(g, p, slot, moved_to):
    """Close a slot. References to its character become `moved_to`."""
    me = g.players[p]
    leaving = me.board[slot]
    if leaving.listens or leaving.spell_damage:
        g.dirty |= LISTENERS
    touch_auras(g, p)
    for i in range(slot, me.n_minions):
        me.board[i] = me.board[i + 1]
        me.order[i] = me.order[i + 1]
    clear_character(me.board[me.n_minions])
    me.order[me.n_minions] = 0
    me.n_minions -= 1
    if g.n_frames:
        close_slot(g, p, slot, moved_to)


@compiled
def has_room(g, table, p):
    return g.players[p].n_minions < table.rules.board_limit


@compiled
def place_minion(g, table, p, card, slot):
    """Put a fresh minion of the card at the slot, without any event. The caller has checked that there is room."""
    m = insert_slot(g, p, slot)
    become_card(g, table, p, m, card)
    return p * 8 + slot


@compiled
def announce_summon(g, p, ref, card):
    """The events of a minion that an effect has put into play: whenever-triggers run before after-triggers."""
    note(g, J_SUMMON, p, ref, card, 0, 0)
    if is_heard(g, ON_AFTER_SUMMON):
        push_event(g, ON_AFTER_SUMMON, p, ref, card)
    if is_heard(g, ON_SUMMON):
        push_event(g, ON_SUMMON, p, ref, card)


@compiled
def summon(g, table, p, card, slot):
    """Summon a minion by an effect, if there is room. Returns its reference or NOBODY."""
    if not has_room(g, table, p) or card <= 0:
        return NOBODY
    ref = place_minion(g, table, p, card, slot)
    announce_summon(g, p, ref, card)
    return ref


@compiled
def copy_body(g, table, source, m):
    """Make m a copy of the source as it is now, newly arrived."""
    auras = m.aura_keywords
    m.keywords = (source.keywords & ~DOOMED) | ASLEEP
    m.listens = source.listens
    m.turn_keywords = source.turn_keywords
    m.aura_keywords = auras
    m.card = source.card
    m.attack = source.attack
    m.max_health = source.max_health
    m.damage = source.damage
    m.turn_attack = source.turn_attack
    m.aura_attack = 0
    m.aura_health = 0
    m.attacks = 0
    m.spell_damage = source.spell_damage
    m.n_marks = source.n_marks
    for k in range(MAX_ATTACHED):
        m.marks[k] = source.marks[k]
    g.listens |= m.listens
    g.dirty |= AURAS | LISTENERS | DEATHS


@compiled
def transform(g, table, ref, card):
    """Turn a minion into a fresh one of the card, in the same place; it is a new minion in the order of play."""
    p, slot = ref >> 3, ref & 7
    me = g.players[p]
    note(g, J_TRANSFORM, p, ref, me.board[slot].card, card, 0)
    g.dirty |= AURAS | LISTENERS
    become_card(g, table, p, me.board[slot], card)
    me.order[slot] = g.next_order
    g.next_order += 1


@compiled
def change_sides(g, table, ref):
    """The minion goes over to the other player, at the right end. Without room there it is destroyed instead."""
    p, slot = ref >> 3, ref & 7
    other = 1 - p
    if not has_room(g, table, other):
        g.players[p].board[slot].keywords |= DOOMED
        g.dirty |= DEATHS
        return NOBODY
    m_ref = other * 8 + int(g.players[other].n_minions) + 1
    insert_slot(g, other, m_ref & 7)
    g.players[other].board[m_ref & 7] = g.players[p].board[slot]
    m = g.players[other].board[m_ref & 7]
    m.keywords = (m.keywords & ~GOES_BACK) | ASLEEP
    m.attacks = 0
    remove_slot(g, p, slot, m_ref)
    g.dirty |= AURAS | LISTENERS
    note(g, J_CONTROL, other, m_ref, m.card, 0, 0)
    return m_ref


@compiled
def lose_weapon(g, table, p):
    """The weapon of p leaves play."""
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    note(g, J_WEAPON_GONE, p, p * 8, weapon.card, 0, 0)
    if table.cards[weapon.card].deathrattle:
        push(g, PROGRAM, table.cards[weapon.card].deathrattle, p, p * 8, weapon.card)
    weapon.keywords = 0
    weapon.card = 0
    weapon.attack = 0
    weapon.durability = 0
    weapon.aura_attack = 0
    weapon.order = 0
    g.dirty |= AURAS | LISTENERS | ARMS


@compiled
def equip(g, table, p, card):
    """p's hero holds a fresh weapon of the card."""
    lose_weapon(g, table, p)
    printed = table.cards[card]
    weapon = g.players[p].weapon
    weapon.card = card
    weapon.attack = printed.attack
    weapon.durability = printed.health
    weapon.keywords = printed.keywords
    weapon.order = g.next_order
    g.next_order += 1
    g.listens |= printed.listens
    g.dirty |= AURAS | ARMS
    note(g, J_EQUIP, p, p * 8, card, 0, 0)
    if weapon.durability <= 0:
        lose_weapon(g, table, p)
