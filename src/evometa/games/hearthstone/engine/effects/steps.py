"""The interpreter of card effects: one instruction at a time."""

from evometa.games.compiled.compiling import compiled, inlined, merged
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.character_effects import affect, hurt, limited, random_card, spell_bonus
from evometa.games.hearthstone.engine.effects.picking import pick, random_member
from evometa.games.hearthstone.engine.effects.player_effects import (
    change_player,
    discover,
    look,
    next_cost,
    swap_with_hand,
)
from evometa.games.hearthstone.engine.effects.quantities import holds, multiplier
from evometa.games.hearthstone.engine.kernel.board import has_room, summon
from evometa.games.hearthstone.engine.kernel.characters import all_matches, character, first_in_order, living, nth_bit
from evometa.games.hearthstone.engine.kernel.hand import add_to_hand, draw, draw_race
from evometa.games.hearthstone.engine.state.chances import ask_number, random_below
from evometa.games.hearthstone.engine.state.journal import J_COUNTER, J_REDIRECT, note
from evometa.games.hearthstone.engine.state.records import DEATHS, GRAVE, MAX_LATER, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import bit, is_minion_in_play, player_of, reference, slot_of
from evometa.games.hearthstone.engine.state.stack import SEQUENCE

MOST_REPEATS = 99


@merged
def _affect_all(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Do a step to all its characters, by order of play. `f.mask` holds those still to come, wherever they move.

    Damage reaches all at once, so that its order, from left to right, matters only if it is not the same for all.
    """
    f.mask = pick(g, table, f, ins)
    if ins.op == c.OP_DAMAGE and ins.quantity != c.PER_ONE:
        g.saw_places = 1
    if ins.op == c.OP_CHANGE and ins.argument:
        g.players[f.controller].newcomers |= ins.keywords
    affected = 0
    while f.mask:
        ref = nth_bit(f.mask, 0) if ins.op == c.OP_DAMAGE else first_in_order(g, f.mask)
        f.mask &= ~bit(ref)
        affected += affect(g, table, f, ins, ref)
    f.affected = affected


@inlined
def _player_meant(f: Record, whose: int) -> int:
    """The player that YOU or OPPONENT means in an effect."""
    return f.controller if whose == c.YOU else 1 - f.controller


@compiled
def _begin_repeat(g: Record, table: Record, f: Record, ins: Record, bonus: int) -> bool:
    """Count the repetitions of an instruction when it begins; then take one, and say whether one was left."""
    if f.count < 0:
        n = int(ins.amount)
        if ins.amount2 > n and (ins.op == c.OP_SUMMON):
            ask_number(g, n, ins.amount2 - n + 1)
            n += random_below(g, ins.amount2 - n + 1)
        f.count = limited(n * multiplier(g, table, f, ins, NOBODY) + bonus)
        f.position = 0
    if f.count <= 0:
        f.count = -1
        return False
    f.count -= 1
    f.pc -= 1
    return True


@compiled
def _first_position(g: Record, f: Record, p: int) -> int:
    """Where an effect summons: right of its source, in the place of a dead source, else at the right end."""
    if f.source != NOBODY:
        if f.source >= GRAVE:
            if g.grave[f.source - GRAVE].owner == p:
                return reference(p, int(g.grave[f.source - GRAVE].slot))
        elif slot_of(f.source) and player_of(f.source) == p:
            return f.source + 1
    return reference(p, int(g.players[p].n_minions) + 1)


@compiled
def _summon_next(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Summon the next minion of a step. What a minion summons comes right and left of it in turn."""
    if not _begin_repeat(g, table, f, ins, 0):
        return
    p = _player_meant(f, c.OPPONENT if ins.whose == c.OPPONENT else c.YOU)
    if not has_room(g, table, p):
        f.count = 0
        return
    if f.position == 0:
        f.position = _first_position(g, f, p)
        f.stage = 0
    f.summoned = summon(g, table, p, random_card(g, table, ins, p), slot_of(f.position))
    if is_minion_in_play(f.source) and player_of(f.source) == p:
        f.stage = 1 - f.stage
        f.position = f.source + 1 - f.stage


@compiled
def _missile(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Deal the next of several single points of damage."""
    bonus = 0
    if f.count < 0:
        bonus = spell_bonus(g, table, f, int(ins.amount), True) - ins.amount
    if not _begin_repeat(g, table, f, ins, bonus):
        return
    targets = living(g, all_matches(g, table, ins.who, f.controller, f.source))
    if targets:
        hurt(g, table, f, random_member(g, targets), 1)


@compiled
def _draw_next(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Draw the next card of a step; both players draw in turn if it is about both."""
    if not _begin_repeat(g, table, f, ins, 0):
        return
    if ins.op == c.OP_DRAW_RACE:
        card = draw_race(g, table, f.controller, ins.who.race)
        if card == 0 and ins.card > 0:
            add_to_hand(g, table, f.controller, ins.card, 0)
        return
    for whose in (c.YOU, c.OPPONENT):
        if ins.whose & whose:
            p = _player_meant(f, whose)
            me = g.players[p]
            held = int(me.n_hand)
            card = draw(g, table, p)
            f.drawn_cost = table.cards[card].cost if card else 0
            if me.n_hand > held and ins.amount2:
                me.hand[held].cost += ins.amount2


@compiled
def _resummon(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Bring the dead subject back, perhaps with other health: in its place if it did so itself, else at the end."""
    if f.it < GRAVE:
        return
    card = int(g.grave[f.it - GRAVE].body.card)
    ref = summon(g, table, f.controller, card, slot_of(_first_position(g, f, f.controller)))
    if ref != NOBODY and ins.amount != c.ALL_OF_IT:
        m = character(g, ref)
        m.damage = max(0, int(m.max_health) - ins.amount)
        g.dirty |= DEATHS  # it may come back without health


@compiled
def _summon_dead(g: Record, table: Record, f: Record) -> None:
    """Summon every friendly minion that died this turn."""
    me = g.players[f.controller]
    for i in range(me.n_died):
        if has_room(g, table, f.controller):
            summon(g, table, f.controller, int(me.died[i]), me.n_minions + 1)


@compiled
def _pending_action(g: Record) -> Record:
    """The frame of the action that is going on."""
    for i in range(g.n_frames - 1, -1, -1):
        if g.frames[i].kind == SEQUENCE:
            return g.frames[i]
    return g.frames[0]


@compiled
def _redirect(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Give the pending attack or spell another target."""
    mask = pick(g, table, f, ins)
    if mask:
        g.saw_places = 1  # the first from the left, if there are several
        action = _pending_action(g)
        action.target = nth_bit(mask, 0)
        note(g, J_REDIRECT, f.controller, action.target, character(g, action.target).card, 0, 0)


@compiled
def _repeat(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Go on with what is repeated, or behind it when it was often enough. The number is counted when it begins."""
    if f.limit < 0:
        f.limit = max(0, min(MOST_REPEATS, ins.amount * multiplier(g, table, f, ins, NOBODY)))
    if f.limit == 0:
        f.limit = -1
        f.pc = ins.jump
    else:
        f.limit -= 1


@compiled
def _act_alone(g: Record, table: Record, f: Record, ins: Record) -> bool:
    """Do a step that is about neither characters nor a given player; says whether it was one."""
    op = ins.op
    if op == c.OP_ADD_PLAYED:
        p = 1 - f.actor if ins.whose == c.OTHER_PLAYER else f.controller
        add_to_hand(g, table, p, int(f.played), 0)
    elif op == c.OP_RESUMMON:
        _resummon(g, table, f, ins)
    elif op == c.OP_COUNTER:
        action = _pending_action(g)
        action.stopped = 1
        me = g.players[action.controller]
        me.overload = max(0, int(me.overload) - table.cards[action.played].overload)
        note(g, J_COUNTER, f.controller, NOBODY, f.played, 0, 0)
    elif op == c.OP_REDIRECT:
        _redirect(g, table, f, ins)
    elif op == c.OP_LOOK:
        look(g, f, ins)
    elif op == c.OP_NEXT_COST:
        next_cost(g, table, f, ins)
    elif op == c.OP_SWAP_WITH_HAND:
        swap_with_hand(g, table, f)
    elif op == c.OP_RETURN_LATER:
        me = g.players[f.controller]
        if me.n_later < MAX_LATER:
            me.later[me.n_later] = f.card
            me.n_later += 1
    elif op == c.OP_SUMMON_DEAD:
        _summon_dead(g, table, f)
    elif op == c.OP_REPEAT:
        _repeat(g, table, f, ins)
    elif op == c.OP_DISCOVER:
        discover(g, table, f, ins)
    else:
        return False
    return True


@merged
def execute(g: Record, table: Record, f: Record) -> None:
    """Run the next instruction of a program frame, which is on top of the stack."""
    ins = table.code[f.pc]
    op = ins.op
    if op == c.OP_END:
        g.n_frames -= 1
        return
    f.pc += 1
    if op == c.OP_IF:
        if not holds(g, table, f, ins):
            f.pc = ins.jump
    elif op == c.OP_JUMP:
        f.pc = ins.jump
    elif op == c.OP_SUMMON:
        _summon_next(g, table, f, ins)
    elif op == c.OP_MISSILES:
        _missile(g, table, f, ins)
    elif op == c.OP_DRAW or op == c.OP_DRAW_RACE:
        _draw_next(g, table, f, ins)
    elif ins.pick != c.PICK_NONE and op != c.OP_REDIRECT and op != c.OP_RESUMMON:
        _affect_all(g, table, f, ins)
    elif not _act_alone(g, table, f, ins):
        for whose in (c.YOU, c.OPPONENT):
            if ins.whose & whose:
                change_player(g, table, f, ins, _player_meant(f, whose))
