"""Minions entering, leaving and changing place, and weapons."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.journal import note
from evometa.games.hearthstone.engine.state.records import (
    ARMS,
    AURAS,
    DEATHS,
    FAR_AURAS,
    GRAVE,
    LISTENERS,
    MAX_ATTACHED,
    NOBODY,
    Record,
)
from evometa.games.hearthstone.engine.state.references import (
    auras_of,
    bit,
    has_bit,
    hero_of,
    player_of,
    reference,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import PROGRAM, close_slot, is_heard, open_slot, push, push_event


@compiled
def _clear_character(m: Record) -> None:
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
def _touch_auras(g: Record, p: int) -> None:
    """Something changed on the board of p: auras that may depend on it must be computed again."""
    if g.had_auras:
        if g.had_auras & FAR_AURAS:
            g.dirty |= AURAS
        elif g.had_auras & auras_of(p):
            g.dirty |= auras_of(p)


@compiled
def become_card(g: Record, table: Record, p: int, m: Record, card: int) -> None:
    """Make a character of p a fresh one of this card."""
    _clear_character(m)
    printed = table.cards[card]
    m.card = card
    m.attack = printed.attack
    m.max_health = printed.health
    m.keywords = printed.keywords | c.ASLEEP
    m.turn_keywords = g.players[p].newcomers
    m.spell_damage = printed.spell_damage
    m.listens = printed.listens
    if m.turn_keywords & c.LIFESTEAL:
        m.listens |= bit(c.HAS_LIFESTEAL)
    g.listens |= m.listens
    _touch_auras(g, p)
    if has_bit(printed.listens, c.HAS_AURA):
        g.dirty |= auras_of(p)
    if printed.spell_damage:
        g.dirty |= LISTENERS
    if printed.health <= 0:
        g.dirty |= DEATHS


@compiled
def insert_slot(g: Record, p: int, slot: int) -> Record:
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
def remove_slot(g: Record, p: int, slot: int, moved_to: int) -> None:
    """Close a slot. References to its character become `moved_to`."""
    me = g.players[p]
    leaving = me.board[slot]
    if leaving.listens or leaving.spell_damage:
        g.dirty |= LISTENERS
    _touch_auras(g, p)
    for i in range(slot, me.n_minions):
        me.board[i] = me.board[i + 1]
        me.order[i] = me.order[i + 1]
    _clear_character(me.board[me.n_minions])
    me.order[me.n_minions] = 0
    me.n_minions -= 1
    if g.n_frames:
        close_slot(g, p, slot, moved_to)


@compiled
def order_at(g: Record, ref: int) -> int:
    """The order of play of a minion, or of the weapon of a hero; 0 if there is none."""
    me = g.players[player_of(ref)]
    return int(me.order[slot_of(ref)]) if slot_of(ref) else int(me.weapon.order)


@compiled
def _next_in_order(g: Record, last: int) -> int:
    """Who came into play next after the order `last`: a minion, or a hero for its weapon; NOBODY if no one did."""
    found, first = NOBODY, 0
    for ref in range(GRAVE):
        order = order_at(g, ref)
        if order > last and (found == NOBODY or order < first):
            found, first = ref, order
    return found


@compiled
def renumber_order(g: Record) -> None:
    """Count the order of play from 1 again. In a game of thousands of turns its numbers would become too large."""
    g.next_order = 1
    ref = _next_in_order(g, 0)
    while ref != NOBODY:
        me, last = g.players[player_of(ref)], order_at(g, ref)
        if slot_of(ref):
            me.order[slot_of(ref)] = g.next_order
        else:
            me.weapon.order = g.next_order
        g.next_order += 1
        ref = _next_in_order(g, last)


@compiled
def has_room(g: Record, table: Record, p: int) -> bool:
    return g.players[p].n_minions < table.rules.board_limit


@compiled
def place_minion(g: Record, table: Record, p: int, card: int, slot: int) -> int:
    """Put a fresh minion of the card at the slot, without any event. The caller has checked that there is room."""
    m = insert_slot(g, p, slot)
    become_card(g, table, p, m, card)
    return reference(p, slot)


@compiled
def announce_summon(g: Record, p: int, ref: int, card: int) -> None:
    """The events of a minion that an effect has put into play: whenever-triggers run before after-triggers."""
    note(g, j.J_SUMMON, p, ref, card, 0, 0)
    if is_heard(g, c.ON_AFTER_SUMMON):
        push_event(g, c.ON_AFTER_SUMMON, p, ref, card)
    if is_heard(g, c.ON_SUMMON):
        push_event(g, c.ON_SUMMON, p, ref, card)


@compiled
def summon(g: Record, table: Record, p: int, card: int, slot: int) -> int:
    """Summon a minion by an effect, if there is room. Returns its reference or NOBODY."""
    if not has_room(g, table, p) or card <= 0:
        return NOBODY
    ref = place_minion(g, table, p, card, slot)
    announce_summon(g, p, ref, card)
    return ref


@compiled
def copy_body(g: Record, source: Record, m: Record) -> None:
    """Make m a copy of the source as it is now, but newly arrived. Its auras are computed anew."""
    m.keywords = (source.keywords & ~c.DOOMED) | c.ASLEEP
    m.listens = source.listens
    m.turn_keywords = source.turn_keywords
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
def transform(g: Record, table: Record, ref: int, card: int) -> None:
    """Turn a minion into a fresh one of the card, in the same place; it is a new minion in the order of play."""
    p, slot = player_of(ref), slot_of(ref)
    me = g.players[p]
    note(g, j.J_TRANSFORM, p, ref, me.board[slot].card, card, 0)
    g.dirty |= AURAS | LISTENERS
    become_card(g, table, p, me.board[slot], card)
    me.order[slot] = g.next_order
    g.next_order += 1


@compiled
def change_sides(g: Record, table: Record, ref: int) -> int:
    """The minion goes over to the other player, at the right end. If there is no room, it is destroyed."""
    p, slot = player_of(ref), slot_of(ref)
    other = 1 - p
    if not has_room(g, table, other):
        g.players[p].board[slot].keywords |= c.DOOMED
        g.dirty |= DEATHS
        return NOBODY
    place = int(g.players[other].n_minions) + 1
    there = reference(other, place)
    insert_slot(g, other, place)
    g.players[other].board[place] = g.players[p].board[slot]
    m = g.players[other].board[place]
    m.keywords = (m.keywords & ~c.GOES_BACK) | c.ASLEEP
    m.attacks = 0
    remove_slot(g, p, slot, there)
    g.dirty |= AURAS | LISTENERS
    note(g, j.J_CONTROL, other, there, m.card, 0, 0)
    return there


@compiled
def lose_weapon(g: Record, table: Record, p: int) -> None:
    """The weapon of p leaves play."""
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    note(g, j.J_WEAPON_GONE, p, hero_of(p), weapon.card, 0, 0)
    if table.cards[weapon.card].deathrattle:
        push(g, PROGRAM, table.cards[weapon.card].deathrattle, p, hero_of(p), weapon.card)
    weapon.keywords = 0
    weapon.card = 0
    weapon.attack = 0
    weapon.durability = 0
    weapon.aura_attack = 0
    weapon.order = 0
    g.dirty |= AURAS | LISTENERS | ARMS


@compiled
def equip(g: Record, table: Record, p: int, card: int) -> None:
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
    note(g, j.J_EQUIP, p, hero_of(p), card, 0, 0)
    if weapon.durability <= 0:
        lose_weapon(g, table, p)
