"""Events: who listens to them, and how triggers answer one after the other.

An event frame stays on the stack while its triggers run, so that a trigger sees what those before it did. Minions and
weapons answer by order of play, both players' mixed; then the waiting player's secrets, oldest first.
"""

from evometa.games.compiled.compiling import compiled, merged
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.picking import candidates
from evometa.games.hearthstone.engine.kernel.auras import MARK_EVENTS
from evometa.games.hearthstone.engine.kernel.board import has_room
from evometa.games.hearthstone.engine.kernel.characters import (
    character,
    first_in_order,
    is_dying,
    living,
    matches,
    on_board,
)
from evometa.games.hearthstone.engine.kernel.damage import give_drained
from evometa.games.hearthstone.engine.kernel.hand import card_kinds
from evometa.games.hearthstone.engine.kernel.secrets import reveal_secret
from evometa.games.hearthstone.engine.state.journal import J_TRIGGER, note
from evometa.games.hearthstone.engine.state.records import DRAINED, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import (
    ability_of,
    bit,
    caster_of,
    has_bit,
    hero_of,
    is_in_play,
    player_of,
    reference,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import is_heard, push_event, push_program

TURN_EVENTS = bit(c.ON_TURN_START) | bit(c.ON_TURN_END)
CARD_EVENTS = (
    bit(c.ON_PLAY_CARD)
    | bit(c.ON_CAST)
    | bit(c.ON_AFTER_CAST)
    | bit(c.ON_REVEAL)
    | bit(c.ON_SPELL_TARGET)
    | bit(c.ON_AFTER_POWER)
)
NOT_FOR_ITSELF = bit(c.ON_SUMMON) | bit(c.ON_AFTER_SUMMON) | bit(c.ON_PLAY_CARD) | bit(c.ON_AFTER_PLAY)
NEEDS_NO_SUBJECT = TURN_EVENTS | CARD_EVENTS


@compiled
def _hears(g: Record, table: Record, trigger: Record, f: Record, p: int, listener: int) -> bool:
    """Does the trigger of p's listener answer the event of frame f?"""
    if trigger.event != f.event:
        return False
    event = bit(f.event)
    if event & (TURN_EVENTS | CARD_EVENTS | bit(c.ON_AFTER_PLAY)):
        if not trigger.whose & (c.YOU if f.controller == p else c.OPPONENT):
            return False
        return event & TURN_EVENTS != 0 or not trigger.cards or trigger.cards & card_kinds(table.cards[f.played]) != 0
    if f.it == NOBODY or not matches(g, table, trigger.who, p, listener, f.it):
        return False
    return f.event != c.ON_ATTACK or (f.other != NOBODY and matches(g, table, trigger.whom, p, listener, f.other))


@compiled
def _start_marks(g: Record, table: Record, f: Record, ref: int) -> None:
    """Start the attached abilities of a minion that answer the event, with the first one on top of the stack."""
    m = on_board(g, ref)
    for i in range(m.n_marks - 1, -1, -1):
        mark, caster = table.marks[ability_of(m.marks[i])], caster_of(m.marks[i])
        if mark.event == f.event and (f.it == ref if f.event == c.ON_ATTACK else f.controller == caster):
            push_program(g, mark.pc, caster, ref, m.card, f)


@compiled
def _start_triggers(g: Record, table: Record, f: Record, p: int, ref: int, card: int) -> None:
    """Start the card's triggers that answer the event, with the first one on top of the stack."""
    printed = table.cards[card]
    if f.it == ref and has_bit(NOT_FOR_ITSELF, f.event):
        return
    for i in range(printed.n_triggers - 1, -1, -1):
        trigger = printed.triggers[i]
        if _hears(g, table, trigger, f, p, ref):
            note(g, J_TRIGGER, p, ref, card, 0, f.event)
            push_program(g, trigger.pc, p, ref, card, f)


@compiled
def _next_listener(g: Record, table: Record, f: Record) -> int:
    """The reference of the next listener by order of play (a weapon's is its hero's), or NOBODY."""
    best, found = int(f.limit), NOBODY
    for p in range(2):
        me = g.players[p]
        weapon = me.weapon
        if weapon.card and f.last_order < weapon.order < best and has_bit(table.cards[weapon.card].listens, f.event):
            best, found = int(weapon.order), hero_of(p)
        for slot in range(1, me.n_minions + 1):
            order = int(me.order[slot])
            if not f.last_order < order < best:
                continue
            m = me.board[slot]
            if has_bit(m.listens, f.event) or (m.n_marks and has_bit(MARK_EVENTS, f.event)):
                best, found = order, reference(p, slot)
    f.last_order = best
    return found


@compiled
def _can_work(g: Record, table: Record, trigger: Record, f: Record, p: int) -> bool:
    """Can a secret of p do what it does, or must it wait? Whoever it is about must not be dying already."""
    if trigger.about_it and is_in_play(f.it) and is_dying(character(g, f.it)):
        return False
    if trigger.needs == c.NEEDS_SPACE:
        return has_room(g, table, p)
    if trigger.needs == c.NEEDS_NEW_TARGET:
        return living(g, candidates(g, table, f, table.code[trigger.pc], p)) != 0
    return True


@compiled
def _start_secret(g: Record, table: Record, f: Record) -> bool:
    """Start the next secret of the waiting player that answers; says whether there was one."""
    p = 1 - int(g.current)
    me = g.players[p]
    while f.stage <= me.n_secrets:
        card = int(me.secrets[f.stage - 1])
        trigger = table.cards[card].triggers[0]
        if _hears(g, table, trigger, f, p, hero_of(p)) and _can_work(g, table, trigger, f, p):
            push_program(g, trigger.pc, p, hero_of(p), card, f)
            reveal_secret(g, p, f.stage - 1)
            return True
        f.stage += 1
    return False


@compiled
def _next_subject(g: Record, f: Record) -> None:
    """Go on with the next of several subjects."""
    f.it = first_in_order(g, f.mask)
    f.mask &= ~bit(f.it)
    f.stage = 0
    f.last_order = -1


@merged
def run_event(g: Record, table: Record, f: Record) -> None:
    """One step of an event: start the triggers of the next listener, or end."""
    if f.it == NOBODY and f.mask:
        _next_subject(g, f)
    if f.it == NOBODY and not has_bit(NEEDS_NO_SUBJECT, f.event):
        g.n_frames -= 1
        return
    if f.stage == 0:
        ref = _next_listener(g, table, f)
        if ref != NOBODY:
            p = player_of(ref)
            if slot_of(ref) == 0:
                _start_triggers(g, table, f, p, ref, int(g.players[p].weapon.card))
                return
            m = g.players[p].board[slot_of(ref)]
            if m.n_marks and has_bit(MARK_EVENTS, f.event):
                _start_marks(g, table, f, ref)
            if has_bit(m.listens, f.event):
                _start_triggers(g, table, f, p, ref, int(m.card))
            return
        f.stage = 1
    if not f.stopped and _start_secret(g, table, f):
        return
    f.it = NOBODY
    if not f.mask:
        g.n_frames -= 1


@compiled
def announce_hits(g: Record, table: Record) -> None:
    """Raise the events of the damage and healing that the current step has done; lifesteal heals first."""
    if g.hits >= bit(DRAINED):
        give_drained(g, table)
    if g.hits:
        if is_heard(g, c.ON_DAMAGE):
            f = push_event(g, c.ON_DAMAGE, int(g.current), NOBODY, 0)
            f.mask = g.hits
            f.amount = g.amount
        g.hits = 0
    if g.heals:
        if is_heard(g, c.ON_HEAL):
            f = push_event(g, c.ON_HEAL, int(g.current), NOBODY, 0)
            f.mask = g.heals
            f.amount = g.healed
        g.heals = 0
