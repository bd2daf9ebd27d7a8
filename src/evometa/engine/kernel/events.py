"""Events: who listens, in order of play, one trigger after the other.

An event frame stays on the stack while its triggers run, so that a trigger sees what those before it did. Minions and
weapons answer by order of play, both players' mixed; then the waiting player's secrets, oldest first.
"""

from evometa.cards.language.codes import (
    CARD_MINION,
    CARD_OVERLOAD,
    CARD_SECRET,
    CARD_SPELL,
    CARD_WEAPON,
    MINION,
    NEEDS_NEW_TARGET,
    NEEDS_SPACE,
    ON_AFTER_CAST,
    ON_AFTER_PLAY,
    ON_AFTER_SUMMON,
    ON_ATTACK,
    ON_CAST,
    ON_DAMAGE,
    ON_HEAL,
    ON_PLAY_CARD,
    ON_REVEAL,
    ON_SPELL_TARGET,
    ON_SUMMON,
    ON_TURN_END,
    ON_TURN_START,
    OPPONENT,
    SPELL,
    WEAPON,
    YOU,
)
from evometa.engine.compiling import compiled, merged
from evometa.engine.effects.picking import candidates
from evometa.engine.kernel.auras import MARK_EVENTS
from evometa.engine.kernel.board import has_room
from evometa.engine.kernel.characters import character, first_in_order, is_dying, living, matches
from evometa.engine.kernel.secrets import reveal_secret
from evometa.engine.state.journal import J_TRIGGER, note
from evometa.engine.state.records import GRAVE, NOBODY
from evometa.engine.state.stack import is_heard, push_event, push_program

TURN_EVENTS = 1 << ON_TURN_START | 1 << ON_TURN_END
CARD_EVENTS = 1 << ON_PLAY_CARD | 1 << ON_CAST | 1 << ON_AFTER_CAST | 1 << ON_REVEAL | 1 << ON_SPELL_TARGET
NOT_FOR_ITSELF = 1 << ON_SUMMON | 1 << ON_AFTER_SUMMON | 1 << ON_PLAY_CARD | 1 << ON_AFTER_PLAY
NEEDS_NO_SUBJECT = TURN_EVENTS | CARD_EVENTS


@compiled
def card_kinds(card):
    """What a played card is, as CARD_ bits."""
    kinds = 0
    if card.type == MINION:
        kinds = CARD_MINION
    elif card.type == SPELL:
        kinds = CARD_SPELL
    elif card.type == WEAPON:
        kinds = CARD_WEAPON
    if card.secret:
        kinds |= CARD_SECRET
    if card.overload:
        kinds |= CARD_OVERLOAD
    return kinds


@compiled
def hears(g, table, trigger, f, p, listener):
    """Does the trigger of p's listener answer the event of frame f?"""
    if trigger.event != f.event:
        return False
    bit = 1 << int(f.event)
    if bit & (TURN_EVENTS | CARD_EVENTS | 1 << ON_AFTER_PLAY):
        if not trigger.whose & (YOU if f.controller == p else OPPONENT):
            return False
        return bit & TURN_EVENTS or not trigger.cards or trigger.cards & card_kinds(table.cards[f.played]) != 0
    if f.it == NOBODY or not matches(g, table, trigger.who, p, listener, f.it):
        return False
    return f.event != ON_ATTACK or (f.other != NOBODY and matches(g, table, trigger.whom, p, listener, f.other))


@compiled
def start_marks(g, table, f, ref):
    """Start the attached abilities of a minion that answer the event: the first one on top."""
    m = g.players[ref >> 3].board[ref & 7]
    for i in range(m.n_marks - 1, -1, -1):
        mark, caster = table.marks[m.marks[i] >> 1], m.marks[i] & 1
        if mark.event == f.event and (f.it == ref if f.event == ON_ATTACK else f.controller == caster):
            push_program(g, mark.pc, caster, ref, m.card, f)


@compiled
def start_triggers(g, table, f, p, ref, card):
    """Start the card's triggers that answer the event: the first one on top."""
    printed = table.cards[card]
    if f.it == ref and 1 << int(f.event) & NOT_FOR_ITSELF:
        return
    for i in range(printed.n_triggers - 1, -1, -1):
        trigger = printed.triggers[i]
        if hears(g, table, trigger, f, p, ref):
            note(g, J_TRIGGER, p, ref, card, 0, f.event)
            push_program(g, trigger.pc, p, ref, card, f)


@compiled
def next_listener(g, table, f):
    """The reference of the next listener by order of play (a weapon's is its hero's), or NOBODY."""
    best, found = int(f.limit), NOBODY
    for p in range(2):
        me = g.players[p]
        weapon = me.weapon
        if weapon.card and f.last_order < weapon.order < best and table.cards[weapon.card].listens >> f.event & 1:
            best, found = int(weapon.order), p * 8
        for slot in range(1, me.n_minions + 1):
            order = int(me.order[slot])
            if not f.last_order < order < best:
                continue
            m = me.board[slot]
            if m.listens >> f.event & 1 or (m.n_marks and MARK_EVENTS >> f.event & 1):
                best, found = order, p * 8 + slot
    f.last_order = best
    return found


@compiled
def can_work(g, table, trigger, f, p):
    """Can a secret of p do what it does? If not, it waits. What it is about must not be dying already."""
    if trigger.about_it and 0 <= f.it < GRAVE and is_dying(character(g, f.it)):
        return False
    if trigger.needs == NEEDS_SPACE:
        return has_room(g, table, p)
    if trigger.needs == NEEDS_NEW_TARGET:
        return living(g, candidates(g, table, f, table.code[trigger.pc], p)) != 0
    return True


@compiled
def start_secret(g, table, f):
    """Start the next secret of the waiting player that answers; says whether there was one."""
    p = 1 - int(g.current)
    me = g.players[p]
    while f.stage <= me.n_secrets:
        card = int(me.secrets[f.stage - 1])
        trigger = table.cards[card].triggers[0]
        if hears(g, table, trigger, f, p, p * 8) and can_work(g, table, trigger, f, p):
            push_program(g, trigger.pc, p, p * 8, card, f)
            reveal_secret(g, p, f.stage - 1)
            return True
        f.stage += 1
    return False


@compiled
def next_subject(g, f):
    """Go on with the next of several subjects."""
    f.it = first_in_order(g, f.mask)
    f.mask &= ~(1 << int(f.it))
    f.stage = 0
    f.last_order = -1


@merged
def run_event(g, table, f):
    """One step of an event: start the triggers of the next listener, or end."""
    if f.it == NOBODY and f.mask:
        next_subject(g, f)
    if f.it == NOBODY and not 1 << int(f.event) & NEEDS_NO_SUBJECT:
        g.n_frames -= 1
        return
    if f.stage == 0:
        ref = next_listener(g, table, f)
        if ref != NOBODY:
            p = ref >> 3
            if ref & 7 == 0:
                start_triggers(g, table, f, p, ref, int(g.players[p].weapon.card))
                return
            m = g.players[p].board[ref & 7]
            if m.n_marks and MARK_EVENTS >> f.event & 1:
                start_marks(g, table, f, ref)
            if m.listens >> f.event & 1:
                start_triggers(g, table, f, p, ref, int(m.card))
            return
        f.stage = 1
    if not f.stopped and start_secret(g, table, f):
        return
    f.it = NOBODY
    if not f.mask:
        g.n_frames -= 1


@compiled
def announce_hits(g):
    """The events of the damage and healing that the current step has done."""
    if g.hits:
        if is_heard(g, ON_DAMAGE):
            f = push_event(g, ON_DAMAGE, int(g.current), NOBODY, 0)
            f.mask = g.hits
            f.amount = g.amount
        g.hits = 0
    if g.heals:
        if is_heard(g, ON_HEAL):
            f = push_event(g, ON_HEAL, int(g.current), NOBODY, 0)
            f.mask = g.heals
            f.amount = g.amount
        g.heals = 0
