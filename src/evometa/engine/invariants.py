"""What must be true of every position between two actions."""

from evometa.engine.characters import is_dying
from evometa.engine.compiling import compiled

(
    HAND_TOO_LARGE,
    BOARD_TOO_LARGE,
    DEAD_MINION_STAYS,
    MANA_OUT_OF_BOUNDS,
    STACK_NOT_EMPTY,
    EMPTY_SLOT,
    LEFTOVER_SLOT,
    WEAPON_WITHOUT_DURABILITY,
    DECK_OUT_OF_BOUNDS,
    DEAD_HERO_PLAYS_ON,
) = range(10, 20)


@compiled
def find_broken_on_board(g, p):
    """Minions alive and side by side, nothing behind them."""
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if me.board[slot].card == 0:
            return EMPTY_SLOT
        if not g.over and is_dying(me.board[slot]):
            return DEAD_MINION_STAYS
    for slot in range(me.n_minions + 1, 8):
        if me.board[slot].card or me.board[slot].keywords:
            return LEFTOVER_SLOT
    return 0


@compiled
def find_broken(g, table):
    """The first invariant that does not hold, or 0."""
    if g.n_frames or g.n_grave or g.hits or g.heals or g.dirty:
        return STACK_NOT_EMPTY
    for p in range(2):
        me = g.players[p]
        if me.n_hand < 0 or me.n_hand > table.rules.hand_limit:
            return HAND_TOO_LARGE
        if me.n_minions < 0 or me.n_minions > table.rules.board_limit:
            return BOARD_TOO_LARGE
        if me.mana < 0 or me.mana > table.rules.mana_limit or me.max_mana < 0 or me.max_mana > table.rules.mana_limit:
            return MANA_OUT_OF_BOUNDS
        if me.n_deck < 0 or me.n_deck > len(me.deck):
            return DECK_OUT_OF_BOUNDS
        if not g.over and me.weapon.card and me.weapon.durability <= 0:
            return WEAPON_WITHOUT_DURABILITY
        if not g.over and (me.hero_died or me.board[0].damage >= me.board[0].max_health):
            return DEAD_HERO_PLAYS_ON
        broken = find_broken_on_board(g, p)
        if broken:
            return broken
    return 0
