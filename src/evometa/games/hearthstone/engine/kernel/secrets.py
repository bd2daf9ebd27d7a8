"""Secrets: hidden until the enemy's action sets one off."""

from evometa.games.compiled.compiling import compiled
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.state.journal import J_SECRET, note
from evometa.games.hearthstone.engine.state.records import AURAS, LISTENERS, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import hero_of
from evometa.games.hearthstone.engine.state.stack import PROGRAM, is_heard, push, push_event


@compiled
def remove_secret(g: Record, p: int, i: int) -> int:
    """Take the i-th secret of p out of play; returns its card."""
    me = g.players[p]
    card = int(me.secrets[i])
    for k in range(i, me.n_secrets - 1):
        me.secrets[k] = me.secrets[k + 1]
    me.n_secrets -= 1
    me.secrets[me.n_secrets] = 0
    g.dirty |= AURAS | LISTENERS
    return card


@compiled
def reveal_secret(g: Record, p: int, i: int) -> int:
    """The i-th secret of p goes off: triggers on its revelation run before its own effect."""
    card = remove_secret(g, p, i)
    note(g, J_SECRET, p, hero_of(p), card, 0, 0)
    if is_heard(g, c.ON_REVEAL):
        push_event(g, c.ON_REVEAL, p, NOBODY, card)
    return card


@compiled
def holds_secret(g: Record, p: int, card: int) -> bool:
    me = g.players[p]
    for i in range(me.n_secrets):
        if me.secrets[i] == card:
            return True
    return False


@compiled
def prevent_death(g: Record, table: Record, p: int) -> bool:
    """Let a secret of p that prevents fatal damage to its hero go off; says whether there was one."""
    if g.current == p:
        return False
    me = g.players[p]
    for i in range(me.n_secrets):
        trigger = table.cards[me.secrets[i]].triggers[0]
        if trigger.event == c.ON_FATAL:
            card = int(me.secrets[i])
            push(g, PROGRAM, trigger.pc, p, hero_of(p), card)
            reveal_secret(g, p, i)
            return True
    return False
