"""The death step: the dead leave together; then, in order, come the deathrattle of each and what its death triggers."""

from evometa.games.compiled.compiling import compiled, merged
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.board import remove_slot
from evometa.games.hearthstone.engine.kernel.characters import is_dying
from evometa.games.hearthstone.engine.state.journal import J_DEATH, note
from evometa.games.hearthstone.engine.state.records import DEATHS, GRAVE, MAX_DIED, NOBODY, SLOTS, Record
from evometa.games.hearthstone.engine.state.references import ability_of, bit, has_bit, player_of, reference, slot_of
from evometa.games.hearthstone.engine.state.stack import PROGRAM, is_heard, push, push_event


@compiled
def forget_grave(g: Record) -> None:
    """Empty the grave: references to the dead of the last step mean nobody from now on."""
    for i in range(g.n_frames):
        f = g.frames[i]
        if f.source >= GRAVE:
            f.source = NOBODY
        if f.target >= GRAVE:
            f.target = NOBODY
        if f.it >= GRAVE:
            f.it = NOBODY
        if f.other >= GRAVE:
            f.other = NOBODY
        if f.summoned >= GRAVE:
            f.summoned = NOBODY
    g.n_grave = 0


@merged
def _add_to_grave(g: Record, p: int, slot: int) -> None:
    """Note a dead minion, by order of play."""
    me = g.players[p]
    order = int(me.order[slot])
    k = int(g.n_grave)
    while k > 0 and g.grave[k - 1].order > order:
        g.grave[k] = g.grave[k - 1]
        k -= 1
    dead = g.grave[k]
    dead.body = me.board[slot]
    dead.owner = p
    dead.slot = slot
    dead.order = order
    g.n_grave += 1


@merged
def _leave_board(g: Record, p: int, slot: int) -> None:
    """Take a dead minion off the board; references to it now mean its place in the grave."""
    me = g.players[p]
    card = int(me.board[slot].card)
    for k in range(g.n_grave):
        if g.grave[k].owner == p and g.grave[k].slot == slot:
            note(g, J_DEATH, p, reference(p, slot), card, 0, 0)
            remove_slot(g, p, slot, GRAVE + k)
            break


@merged
def _remember_dead(g: Record) -> None:
    """Note the cards of those who died, each for its player, by order of play."""
    for k in range(g.n_grave):
        me = g.players[g.grave[k].owner]
        if me.n_died < MAX_DIED:
            me.died[me.n_died] = g.grave[k].body.card
            me.n_died += 1


@merged
def _collect_dead(g: Record, p: int) -> int:
    """Note the dead of p; returns their slots as a bit set."""
    me = g.players[p]
    if is_dying(me.board[0]):
        me.hero_died = 1
    dead = 0
    for slot in range(1, me.n_minions + 1):
        if is_dying(me.board[slot]):
            _add_to_grave(g, p, slot)
            dead |= bit(slot)
    return dead


@compiled
def bury_dead(g: Record) -> bool:
    """Collect the dead; says whether anyone died."""
    g.dirty &= ~DEATHS
    if g.n_grave:
        forget_grave(g)
    dead = _collect_dead(g, 0) | _collect_dead(g, 1) << SLOTS
    if not dead:
        return False
    ref = GRAVE
    while dead:  # from the right, so that those still to come stay where they are
        ref -= 1
        if has_bit(dead, ref):
            dead &= ~bit(ref)
            _leave_board(g, player_of(ref), slot_of(ref))
    _remember_dead(g)
    return True


@compiled
def mourn(g: Record, table: Record, k: int) -> None:
    """Start what the death of the k-th in the grave sets off; its own deathrattle comes first."""
    dead = g.grave[k]
    p, ref = int(dead.owner), GRAVE + k
    m = dead.body
    if is_heard(g, c.ON_DEATH):
        push_event(g, c.ON_DEATH, p, ref, m.card)
    if m.n_marks:
        for i in range(m.n_marks - 1, -1, -1):
            mark = table.marks[ability_of(m.marks[i])]
            if mark.event == c.ON_DEATH:
                push(g, PROGRAM, mark.pc, p, ref, m.card).it = ref
    if table.cards[m.card].deathrattle and not m.keywords & c.SILENCED:
        push(g, PROGRAM, table.cards[m.card].deathrattle, p, ref, m.card).it = ref


@compiled
def check_over(g: Record) -> None:
    """Has a hero died? The game is over then; a draw if both did."""
    first, second = g.players[0].hero_died, g.players[1].hero_died
    if first or second:
        g.over = 1
        g.winner = 2 if first and second else (1 if first else 0)
        g.n_frames = 0
