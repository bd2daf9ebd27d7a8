"""What must be true of every position between two actions."""

from evometa.games.compiled.compiling import compiled
from evometa.games.hearthstone.cards.compiling.sizes import MAX_SECRETS, MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.auras import refresh_auras
from evometa.games.hearthstone.engine.kernel.board import order_at
from evometa.games.hearthstone.engine.kernel.characters import is_dying
from evometa.games.hearthstone.engine.state import records as r
from evometa.games.hearthstone.engine.state.hashing import hash_state
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.engine.state.references import ability_of, bit, has_bit, player_of, slot_of

BROKEN = range(10, 33)
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
    IMPOSSIBLE_CARD,
    LEFTOVER_CARD,
    STATS_OUT_OF_BOUNDS,
    WRONG_ATTACKS,
    WRONG_MARKS,
    WRONG_LISTENER,
    WRONG_ORDER,
    WRONG_SECRETS,
    WRONG_COUNTER,
    WRONG_TURN,
    WRONG_CHOICE,
    STALE_AURAS,
    UNHEARD_LISTENER,
) = BROKEN

ALL_AURAS = r.AURAS | r.FAR_AURAS  # all bits that `had_auras` can have


@compiled
def _is_card(table: Record, card: int, type_: int) -> bool:
    return bool(0 < card < table.n_cards and table.cards[card].type == type_)


@compiled
def _goes_to_hand(table: Record, card: int) -> bool:
    return _is_card(table, card, c.MINION) or _is_card(table, card, c.SPELL) or _is_card(table, card, c.WEAPON)


# --- the board ----------------------------------------------------------------------------------


@compiled
def _is_within_stats(m: Record) -> bool:
    """Is every number of the character within its limits? Beyond them it would sooner or later overflow."""
    return bool(
        -MAX_STAT <= m.attack <= MAX_STAT
        and -MAX_STAT <= m.turn_attack <= MAX_STAT
        and -MAX_STAT <= m.max_health <= MAX_STAT
        and 0 <= m.damage <= MAX_STAT
        and 0 <= m.spell_damage <= MAX_STAT
    )


@compiled
def _has_sound_marks(table: Record, m: Record) -> bool:
    """Do all attached abilities exist, and is nothing left behind the last one?"""
    if m.n_marks < 0 or m.n_marks > r.MAX_ATTACHED:
        return False
    for i in range(r.MAX_ATTACHED):
        if m.marks[i] < 0 or (ability_of(m.marks[i]) >= table.n_marks if i < m.n_marks else m.marks[i] > 0):
            return False
    return True


@compiled
def _find_broken_in_minion(g: Record, table: Record, p: int, slot: int) -> int:
    """A minion in play is a real card, alive, within its limits, and listens to what its card says."""
    me = g.players[p]
    m = me.board[slot]
    if m.card == 0:
        return EMPTY_SLOT
    if not _is_card(table, m.card, c.MINION):
        return IMPOSSIBLE_CARD
    if not g.over and is_dying(m):
        return DEAD_MINION_STAYS
    if not _is_within_stats(m):
        return STATS_OUT_OF_BOUNDS
    if m.attacks < 0 or m.attacks > 2:
        return WRONG_ATTACKS
    if not _has_sound_marks(table, m):
        return WRONG_MARKS
    awaited = 0 if m.keywords & c.SILENCED else int(table.cards[m.card].listens)
    if (m.listens ^ awaited) & ~(bit(c.HAS_MARK) | bit(c.HAS_LIFESTEAL)):
        return WRONG_LISTENER
    if has_bit(m.listens, c.HAS_MARK) != (m.n_marks > 0):
        return WRONG_LISTENER
    if (m.keywords | m.turn_keywords) & c.LIFESTEAL and not has_bit(m.listens, c.HAS_LIFESTEAL):
        return WRONG_LISTENER
    return 0


@compiled
def _is_empty(m: Record) -> bool:
    words = m.keywords | m.turn_keywords | m.aura_keywords | m.listens
    numbers = m.attack | m.max_health | m.damage | m.turn_attack | m.aura_attack | m.aura_health
    return not (m.card | words | numbers | m.attacks | m.spell_damage | m.n_marks)


@compiled
def _find_broken_on_board(g: Record, table: Record, p: int) -> int:
    """The minions stand side by side, each of them sound, and nothing is left behind the last one."""
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        broken = _find_broken_in_minion(g, table, p, slot)
        if broken:
            return broken
    for slot in range(me.n_minions + 1, len(me.board)):
        if me.order[slot] or not _is_empty(me.board[slot]):
            return LEFTOVER_SLOT
    return 0


@compiled
def _find_broken_hero(g: Record, table: Record, p: int) -> int:
    """A hero is alive and within its limits, and has a weapon that is not broken, or none at all."""
    me = g.players[p]
    hero, weapon = me.board[0], me.weapon
    if not _is_card(table, hero.card, c.HERO) or (me.power and not _is_card(table, me.power, c.POWER)):
        return IMPOSSIBLE_CARD
    if not g.over and (me.hero_died or hero.damage >= hero.max_health):
        return DEAD_HERO_PLAYS_ON
    if not _is_within_stats(hero) or hero.aura_health or me.armor < 0 or me.armor > MAX_STAT:
        return STATS_OUT_OF_BOUNDS
    if hero.attacks < 0 or hero.attacks > 2:
        return WRONG_ATTACKS
    if hero.n_marks or hero.listens or me.order[0]:
        return LEFTOVER_SLOT
    if not weapon.card:
        empty = not (weapon.keywords or weapon.attack or weapon.durability or weapon.aura_attack or weapon.order)
        return 0 if empty else LEFTOVER_SLOT
    if not _is_card(table, weapon.card, c.WEAPON):
        return IMPOSSIBLE_CARD
    if not g.over and weapon.durability <= 0:
        return WEAPON_WITHOUT_DURABILITY
    if weapon.durability > MAX_STAT or weapon.attack > MAX_STAT or weapon.attack < -MAX_STAT:
        return STATS_OUT_OF_BOUNDS
    return 0


@compiled
def _is_there(g: Record, ref: int) -> bool:
    """Does the reference name a minion, or a hero with a weapon?"""
    me = g.players[player_of(ref)]
    return bool(slot_of(ref) <= me.n_minions if slot_of(ref) else me.weapon.card > 0)


@compiled
def _has_clear_order(g: Record) -> bool:
    """Has everything in play an order of its own, lower than that of the next thing to come?"""
    for ref in range(r.GRAVE):
        order = order_at(g, ref)
        if _is_there(g, ref) and not 0 < order < g.next_order:
            return False
        for other in range(ref):
            if order and order_at(g, other) == order:
                return False
    return True


# --- cards --------------------------------------------------------------------------------------


@compiled
def _find_broken_in_cards(g: Record, table: Record, p: int) -> int:
    """Hand and deck hold real cards, no more than they may, and nothing is left behind the last one."""
    me = g.players[p]
    if me.n_hand < 0 or me.n_hand > table.rules.hand_limit:
        return HAND_TOO_LARGE
    if me.n_deck < 0 or me.n_deck > len(me.deck):
        return DECK_OUT_OF_BOUNDS
    for i in range(len(me.hand)):
        held = me.hand[i]
        if i >= me.n_hand:
            if held.card or held.cost or held.attack or held.health:
                return LEFTOVER_CARD
        elif not _goes_to_hand(table, held.card):
            return IMPOSSIBLE_CARD
    for i in range(len(me.deck)):
        if i >= me.n_deck:
            if me.deck[i]:
                return LEFTOVER_CARD
        elif not _goes_to_hand(table, me.deck[i]):
            return IMPOSSIBLE_CARD
    return 0


@compiled
def _find_broken_in_lists(g: Record, table: Record, p: int) -> int:
    """All secrets are different; the lists of cards to come back and of the dead are without gaps."""
    me = g.players[p]
    if me.n_secrets < 0 or me.n_secrets > table.rules.secret_limit:
        return WRONG_SECRETS
    for i in range(MAX_SECRETS):
        if i >= me.n_secrets:
            if me.secrets[i]:
                return LEFTOVER_CARD
            continue
        if not _is_card(table, me.secrets[i], c.SPELL) or not table.cards[me.secrets[i]].secret:
            return IMPOSSIBLE_CARD
        for k in range(i):
            if me.secrets[k] == me.secrets[i]:
                return WRONG_SECRETS
    if me.n_later < 0 or me.n_later > r.MAX_LATER or me.n_died < 0 or me.n_died > r.MAX_DIED:
        return WRONG_COUNTER
    for i in range(r.MAX_LATER):
        if (i < me.n_later) != (me.later[i] > 0):
            return LEFTOVER_CARD
    for i in range(r.MAX_DIED):
        if (i < me.n_died) != (me.died[i] > 0):
            return LEFTOVER_CARD
    return 0


# --- players and turns --------------------------------------------------------------------------


@compiled
def _expects_card(me: Record) -> bool:
    """Does the next card of some kind cost more or less?"""
    secret = me.next_secret or me.next_secret_free
    return bool(me.next_card or me.next_minion or me.next_weapon or me.next_spell or secret)


@compiled
def _find_broken_in_player(g: Record, table: Record, p: int) -> int:
    """Mana and counters are within bounds, and nothing is counted for a player who waits."""
    me = g.players[p]
    limit = int(table.rules.mana_limit)
    if me.n_minions < 0 or me.n_minions > table.rules.board_limit:
        return BOARD_TOO_LARGE
    if me.mana < 0 or me.mana > limit or me.max_mana < 0 or me.max_mana > limit:
        return MANA_OUT_OF_BOUNDS
    if me.locked < 0 or me.locked > limit or me.overload < 0:
        return MANA_OUT_OF_BOUNDS
    if me.fatigue < 0 or me.power_used < 0 or me.power_used > 1 or me.hero_died < 0 or me.hero_died > 1:
        return WRONG_COUNTER
    if me.minions_played < 0 or me.minions_played > me.cards_played:
        return WRONG_COUNTER
    is_waiting = not g.over and p != g.current
    if is_waiting and (me.cards_played or _expects_card(me)):
        return WRONG_COUNTER
    return 0


@compiled
def _find_broken_in_turn(g: Record, table: Record) -> int:
    """Turns alternate, an open choice belongs to the current player, and only a game that is over has a winner."""
    if g.turn < 1 or g.turn > int(table.rules.turn_limit) + 1 or g.current != (g.turn - 1) % 2:
        return WRONG_TURN
    if g.winner < 0 or g.winner > (2 if g.over else 0):
        return WRONG_TURN
    if g.n_look < 0 or g.n_look > r.MAX_LOOK or g.look_player != (g.current if g.n_look else 0):
        return WRONG_CHOICE
    if g.look_kind < 0 or g.look_kind > (r.LOOK_AT_DISCOVERY if g.n_look else 0):
        return WRONG_CHOICE
    for i in range(r.MAX_LOOK):
        if i < g.n_look:
            if not _goes_to_hand(table, g.look[i]):
                return IMPOSSIBLE_CARD
        elif g.look[i]:
            return WRONG_CHOICE
    return 0


# --- what is derived ----------------------------------------------------------------------------


@compiled
def _find_stale(g: Record, table: Record) -> int:
    """Compute all that is derived (auras, spell damage, what weapons give, who listens) once more, and compare.

    `listens` and `had_auras` may name more than there is, but must not miss anything. They stay as they were.
    """
    before, listens, had_auras = hash_state(g), int(g.listens), int(g.had_auras)
    g.dirty = r.NOT_DEATHS
    g.had_auras = ALL_AURAS
    refresh_auras(g, table)
    unheard = g.listens & ~listens or g.had_auras & ~had_auras
    g.dirty = 0
    g.listens = listens
    g.had_auras = had_auras
    if unheard:
        return UNHEARD_LISTENER
    return 0 if hash_state(g) == before else STALE_AURAS


@compiled
def find_broken(g: Record, table: Record) -> int:
    """The first invariant that does not hold, or 0. A position whose auras are stale has the right ones afterwards."""
    if g.n_frames or g.n_grave or g.hits or g.heals or g.dirty or g.drained[0] or g.drained[1]:
        return STACK_NOT_EMPTY
    for p in range(2):
        broken = (
            _find_broken_in_player(g, table, p)
            or _find_broken_on_board(g, table, p)
            or _find_broken_hero(g, table, p)
            or _find_broken_in_cards(g, table, p)
            or _find_broken_in_lists(g, table, p)
        )
        if broken:
            return broken
    if not _has_clear_order(g):
        return WRONG_ORDER
    broken = _find_broken_in_turn(g, table)
    if broken or g.over:
        return broken
    return _find_stale(g, table)
