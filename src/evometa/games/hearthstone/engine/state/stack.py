"""The stack of running effects, and how its references follow characters that move.

A frame is one of three: a program (the effect of a card), a sequence (the fixed steps of an action) or an event (whose
triggers run one after the other). The top frame runs, in `resolve` of `engine/kernel/sequences.py`.
"""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.engine.state.records import MAX_FRAMES, NOBODY, SLOTS, STOPPED, UNKNOWN_CODE, Record
from evometa.games.hearthstone.engine.state.references import bit, has_bit, members_below, player_of, reference

PROGRAM, SEQUENCE, EVENT = 1, 2, 3


@compiled
def stop(g: Record) -> None:
    """An action that goes on and on ends the game as a draw: own cards can set each other off for ever."""
    g.over = 1
    g.winner = 2
    g.players[0].hero_died = 0  # nobody was mourned: who had won is not known
    g.players[1].hero_died = 0
    g.n_frames = STOPPED


@compiled
def is_stopped(g: Record, turn_limit: int) -> bool:
    """Whether the game is a draw because an action went on and on: neither heroes nor the last turn ended it."""
    return bool(g.over and g.winner == 2 and not g.players[0].hero_died and not (turn_limit and g.turn > turn_limit))


@inlined
def push(g: Record, kind: int, pc: int, controller: int, source: int, card: int) -> Record:
    """A new frame on the stack. Where effects set each other off too deeply, the game is over."""
    if not 0 <= g.n_frames < MAX_FRAMES:
        stop(g)
        f = g.frames[MAX_FRAMES]
    else:
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
def meet_unknown(g: Record) -> int:
    """A card has a code that no rule knows: the game ends with this action. Returns 0, for the caller to go on with."""
    g.error = UNKNOWN_CODE
    return 0


@compiled
def push_program(g: Record, pc: int, controller: int, source: int, card: int, cause: Record) -> Record:
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
def push_event(g: Record, event: int, controller: int, it: int, card: int) -> Record:
    """An event of a player about one character (or none) and perhaps a card. Ask first whether it is heard."""
    f = push(g, EVENT, 0, controller, NOBODY, card)
    f.event = event
    f.it = it
    f.played = card
    f.limit = g.next_order
    return f


@inlined
def is_heard(g: Record, event: int) -> bool:
    return has_bit(g.listens, event)


@inlined
def _moved_up(ref: int, first: int, last: int) -> int:
    """What becomes of a reference when a slot is opened at `first`."""
    return ref + 1 if first <= ref < last else ref


@inlined
def _moved_down(ref: int, gone: int, last: int) -> int:
    """What becomes of a reference when the character at `gone` leaves."""
    if ref == gone:
        return NOBODY
    return ref - 1 if gone < ref < last else ref


@compiled
def open_slot(g: Record, p: int, slot: int) -> None:
    """A minion was inserted at the slot: correct all references."""
    first, last = reference(p, slot), reference(p, SLOTS)
    moving = members_below(last) & ~members_below(first)
    for i in range(g.n_frames):
        f = g.frames[i]
        f.source = _moved_up(f.source, first, last)
        f.target = _moved_up(f.target, first, last)
        f.it = _moved_up(f.it, first, last)
        f.other = _moved_up(f.other, first, last)
        f.summoned = _moved_up(f.summoned, first, last)
        if f.mask:
            f.mask = (f.mask & ~moving) | ((f.mask & moving) << 1)
        if f.position and player_of(f.position) == p and f.position >= first:
            f.position += 1
    for i in range(g.n_grave):
        if g.grave[i].owner == p and g.grave[i].slot >= slot:
            g.grave[i].slot += 1


@compiled
def close_slot(g: Record, p: int, slot: int, moved_to: int) -> None:
    """The minion at the slot left: correct all references. Those to the minion itself become `moved_to`."""
    gone, last = reference(p, slot), reference(p, SLOTS)
    moving = members_below(last) & ~members_below(gone + 1)
    for i in range(g.n_frames):
        f = g.frames[i]
        f.source = moved_to if f.source == gone else _moved_down(f.source, gone, last)
        f.target = moved_to if f.target == gone else _moved_down(f.target, gone, last)
        f.it = moved_to if f.it == gone else _moved_down(f.it, gone, last)
        f.other = moved_to if f.other == gone else _moved_down(f.other, gone, last)
        f.summoned = moved_to if f.summoned == gone else _moved_down(f.summoned, gone, last)
        if f.mask:
            f.mask = (f.mask & ~moving & ~bit(gone)) | ((f.mask & moving) >> 1)
        if f.position and player_of(f.position) == p and f.position > gone:
            f.position -= 1
    for i in range(g.n_grave):
        if g.grave[i].owner == p and g.grave[i].slot > slot:
            g.grave[i].slot -= 1
