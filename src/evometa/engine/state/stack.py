"""The stack of running effects, and how its references follow characters that move.

A frame is one of three: a program (the effect of a card), a sequence (the fixed steps of an action) or an event (whose
triggers run one after the other). The top frame runs; see resolve.py.
"""

from evometa.engine.compiling import compiled, inlined
from evometa.engine.state.records import MAX_FRAMES, NOBODY, TOO_DEEP

PROGRAM, SEQUENCE, EVENT = 1, 2, 3


@inlined
def push(g, kind, pc, controller, source, card):
    """A new frame on the stack. Too deep a stack ends the game with an error."""
    if g.n_frames >= MAX_FRAMES:
        g.error = TOO_DEEP
        g.over = 1
        g.winner = 2
        g.n_frames = 0
    f = g.frames[g.n_frames]
    g.n_frames += 1
    f.kind = kind
    f.pc = pc
    f.controller = controller
    f.source = source
    f.card = card
    f.actor = controller
    f.target = NOBODY
    f.it = NOBODY
    f.other = NOBODY
    f.summoned = NOBODY
    f.count = -1
    f.last_order = -1
    f.limit = -1
    f.mask = 0
    f.amount = 0
    f.affected = 0
    f.drawn_cost = 0
    f.event = 0
    f.stage = 0
    f.position = 0
    f.stopped = 0
    f.played = 0
    f.effect = 0
    return f


@compiled
def push_program(g, pc, controller, source, card, cause):
    """The program of a card's ability; `cause` is the frame of the event or sequence that it answers."""
    f = push(g, PROGRAM, pc, controller, source, card)
    f.target = cause.target
    f.it = cause.it
    f.other = cause.other
    f.amount = cause.amount
    f.played = cause.played
    f.actor = cause.actor
    return f


@compiled
def push_event(g, event, controller, it, card):
    """An event of a player about one character (or none) and perhaps a card. Ask first whether it is heard."""
    f = push(g, EVENT, 0, controller, NOBODY, card)
    f.event = event
    f.it = it
    f.played = card
    f.limit = g.next_order
    return f


@inlined
def is_heard(g, event):
    return g.listens >> event & 1 != 0


@inlined
def moved_up(ref, first, last):
    """A reference after a slot was opened at `first`."""
    return ref + 1 if first <= ref < last else ref


@inlined
def moved_down(ref, gone, last):
    """A reference after the character at `gone` left."""
    if ref == gone:
        return NOBODY
    return ref - 1 if gone < ref < last else ref


@compiled
def open_slot(g, p, slot):
    """Make all references right after a minion was inserted at the slot."""
    first, last = p * 8 + slot, p * 8 + 8
    low = (1 << first) - 1
    own = ((1 << last) - 1) & ~low
    for i in range(g.n_frames):
        f = g.frames[i]
        f.source = moved_up(f.source, first, last)
        f.target = moved_up(f.target, first, last)
        f.it = moved_up(f.it, first, last)
        f.other = moved_up(f.other, first, last)
        f.summoned = moved_up(f.summoned, first, last)
        if f.mask:
            f.mask = (f.mask & ~own) | ((f.mask & own) << 1)
        if f.position and f.position >> 3 == p and f.position >= first:
            f.position += 1
    for i in range(g.n_grave):
        if g.grave[i].owner == p and g.grave[i].slot >= slot:
            g.grave[i].slot += 1


@compiled
def close_slot(g, p, slot, moved_to):
    """Make all references right after the minion at the slot left; those to it become `moved_to`."""
    gone, last = p * 8 + slot, p * 8 + 8
    own = ((1 << last) - 1) & ~((1 << (gone + 1)) - 1)
    for i in range(g.n_frames):
        f = g.frames[i]
        f.source = moved_to if f.source == gone else moved_down(f.source, gone, last)
        f.target = moved_to if f.target == gone else moved_down(f.target, gone, last)
        f.it = moved_to if f.it == gone else moved_down(f.it, gone, last)
        f.other = moved_to if f.other == gone else moved_down(f.other, gone, last)
        f.summoned = moved_to if f.summoned == gone else moved_down(f.summoned, gone, last)
        if f.mask:
            f.mask = (f.mask & ~own & ~(1 << gone)) | ((f.mask & own) >> 1)
        if f.position and f.position >> 3 == p and f.position > gone:
            f.position -= 1
    for i in range(g.n_grave):
        if g.grave[i].owner == p and g.grave[i].slot > slot:
            g.grave[i].slot -= 1
