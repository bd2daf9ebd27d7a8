"""The rules: beginning a game and its turns, what a player may do, and doing it. `docs/locm.md` says them in words."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.compiled.randomness import shuffle, stream
from evometa.games.counts import own_turn
from evometa.games.locm.combat import alter, drained, passed_on, runes_left, strike
from evometa.games.locm.records import (
    ATTACK,
    ATTACKED,
    BLUE,
    CHARGE,
    CREATURE,
    DRAIN,
    FACE,
    GREEN,
    GUARD,
    KIND_SHIFT,
    LANE_SIZE,
    LANES,
    PASS,
    READY,
    RUNE_STEP,
    RUNES,
    SLOTS,
    SOURCE_SHIFT,
    STATE_WORDS,
    SUMMON,
    USE,
    Record,
)


@inlined
def copy_game(to: Record, source: Record) -> None:
    for i in range(STATE_WORDS):
        to.words[i] = source.words[i]


# --- health and cards -----------------------------------------------------------------------------


@inlined
def _change_health(player: Record, change: int) -> None:
    """Heal or hurt a hero; each rune that damage breaks draws one more card in the next turn."""
    player.health += change
    left = runes_left(player.runes, player.health)
    player.draws += player.runes - left
    player.runes = left


@inlined
def _break_rune(player: Record) -> None:
    """What a card that is not there costs: health falls to the next rune, and to 0 after the last."""
    player.health = RUNE_STEP * player.runes
    player.runes = max(0, player.runes - 1)


@compiled
def draw_cards(player: Record, n: int, hand_limit: int, is_late: bool) -> None:
    """Draw some cards; what a full hand has no room for stays in the deck. Late in the game decks count as empty."""
    for _ in range(n):
        if is_late or player.n_deck == 0:
            _break_rune(player)
        elif player.n_hand < hand_limit:
            player.n_deck -= 1
            player.hand[player.n_hand] = player.deck[player.n_deck]
            player.n_hand += 1


@inlined
def _take_from_hand(player: Record, i: int) -> int:
    card = int(player.hand[i])
    player.n_hand -= 1
    for k in range(i, player.n_hand):
        player.hand[k] = player.hand[k + 1]
    player.hand[player.n_hand] = 0
    return card


# --- turns ----------------------------------------------------------------------------------------


@inlined
def _check_over(g: Record) -> None:
    """The game ends when a hero has no health left. If both have none, the current player has won."""
    me = g.current
    if g.players[1 - me].health <= 0:
        g.over, g.winner = 1, me
    elif g.players[me].health <= 0:
        g.over, g.winner = 1, 1 - me


@compiled
def begin_turn(g: Record, rules: Record) -> None:
    """Begin the current player's turn: mana, creatures that may attack, cards."""
    player, turn = g.players[g.current], own_turn(g.turn)
    if player.bonus and turn > 1 and player.mana == 0:
        player.max_mana -= player.bonus
        player.bonus = 0
    if player.max_mana < rules.mana_limit + player.bonus:
        player.max_mana += 1
    player.mana = player.max_mana
    for slot in range(SLOTS):
        player.board[slot].state = READY if player.board[slot].card else 0
    n = int(player.draws)
    player.draws = 1
    draw_cards(player, n, rules.hand_limit, turn > rules.turn_limit)
    _check_over(g)


@compiled
def end_turn(g: Record, rules: Record) -> None:
    """End the current player's turn and begin the other's."""
    player = g.players[g.current]
    for slot in range(SLOTS):
        player.board[slot].state = 0
    g.turn += 1
    g.current = 1 - g.current
    begin_turn(g, rules)


@compiled
def begin_game(
    g: Record, rules: Record, deck_0: NDArray[Any], deck_1: NDArray[Any], n_0: int, n_1: int, seed: np.uint64
) -> None:
    """Shuffle two decks, deal the hands, and begin the first turn. A seed of 0 leaves the decks as they are."""
    for i in range(STATE_WORDS):
        g.words[i] = 0
    g.turn = 1
    for p in range(2):
        player, deck, n = g.players[p], deck_0 if p == 0 else deck_1, n_0 if p == 0 else n_1
        player.health, player.runes, player.draws = rules.health, runes_left(RUNES, rules.health), 1
        player.max_mana = player.bonus = rules.second_mana if p else 0
        player.n_deck = n
        for i in range(n):
            player.deck[i] = deck[i]
        if seed:
            shuffle(player.deck, n, stream(seed, p))
        draw_cards(player, rules.second_cards if p else rules.first_cards, rules.hand_limit, False)
    begin_turn(g, rules)


# --- what may be done -----------------------------------------------------------------------------


@inlined
def has_guard(player: Record, lane: int) -> bool:
    for slot in range(lane * LANE_SIZE, (lane + 1) * LANE_SIZE):
        if player.board[slot].card and player.board[slot].keywords & GUARD:
            return True
    return False


@inlined
def free_slot(player: Record, lane: int) -> int:
    """The first empty slot of a lane, or -1."""
    for slot in range(lane * LANE_SIZE, (lane + 1) * LANE_SIZE):
        if player.board[slot].card == 0:
            return slot
    return -1


@compiled
def _list_plays(player: Record, enemy: Record, table: Record, out: NDArray[Any], n: int) -> int:
    """Every way to play each card of the hand that there is mana for."""
    rooms = (free_slot(player, 0) >= 0, free_slot(player, 1) >= 0)
    for i in range(player.n_hand):
        card = table.cards[player.hand[i]]
        if card.cost > player.mana:
            continue
        if card.type == CREATURE:
            for lane in range(LANES):
                if rooms[lane]:
                    out[n] = SUMMON << KIND_SHIFT | i << SOURCE_SHIFT | lane
                    n += 1
            continue
        board = player.board if card.type == GREEN else enemy.board
        base = USE << KIND_SHIFT | i << SOURCE_SHIFT
        if card.type == BLUE:
            out[n] = base | FACE
            n += 1
        for slot in range(SLOTS):
            if board[slot].card:
                out[n] = base | slot + 1
                n += 1
    return n


@compiled
def legal_actions(g: Record, table: Record, out: NDArray[Any]) -> int:
    """Write every legal action; returns their number. Passing comes first, and is always legal."""
    player, enemy = g.players[g.current], g.players[1 - g.current]
    out[0] = PASS
    n = 1
    for lane in range(LANES):
        is_guarded = has_guard(enemy, lane)
        first = lane * LANE_SIZE
        for slot in range(first, first + LANE_SIZE):
            if player.board[slot].card == 0 or not player.board[slot].state & READY:
                continue
            base = ATTACK << KIND_SHIFT | slot << SOURCE_SHIFT
            if not is_guarded:
                out[n] = base | FACE
                n += 1
            for other in range(first, first + LANE_SIZE):
                if enemy.board[other].card and (not is_guarded or enemy.board[other].keywords & GUARD):
                    out[n] = base | other + 1
                    n += 1
    return _list_plays(player, enemy, table, out, n)


# --- doing it -------------------------------------------------------------------------------------


@inlined
def _put(creature: Record, attack: int, defence: int, keywords: int) -> None:
    """Give a creature new numbers; one without defence is gone."""
    if defence <= 0:
        creature.card = creature.attack = creature.defence = creature.keywords = creature.state = 0
    else:
        creature.attack, creature.defence, creature.keywords = attack, defence, keywords


@inlined
def _affect_heroes(g: Record, card: Record) -> None:
    """What a card does beside creatures, when it is played."""
    player = g.players[g.current]
    _change_health(player, card.own_health)
    _change_health(g.players[1 - g.current], card.enemy_health)
    player.draws += card.draw


@inlined
def _summon(g: Record, table: Record, i: int, lane: int) -> None:
    player = g.players[g.current]
    number = _take_from_hand(player, i)
    card, creature = table.cards[number], player.board[free_slot(player, lane)]
    player.mana -= card.cost
    creature.card = number
    creature.state = READY if card.keywords & CHARGE else 0
    _put(creature, card.attack, card.defence, card.keywords)
    _affect_heroes(g, card)


@inlined
def _attack(g: Record, slot: int, target: int) -> None:
    me, enemy = g.players[g.current], g.players[1 - g.current]
    creature = me.board[slot]
    creature.state = ATTACKED
    attack, words = int(creature.attack), int(creature.keywords)
    if target == FACE:
        _change_health(me, attack if words & DRAIN else 0)
        _change_health(enemy, -attack)
        return
    other = enemy.board[target - 1]
    other_attack, defence, other_words = int(other.attack), int(other.defence), int(other.keywords)
    left, left_words = strike(other_attack, other_words, creature.defence, words)
    other_left, other_left_words = strike(attack, words, defence, other_words)
    _put(creature, attack, left, left_words)
    _put(other, other_attack, other_left, other_left_words)
    _change_health(me, drained(attack, words, other_words))
    _change_health(enemy, -passed_on(attack, words, defence, other_words))


@inlined
def _use(g: Record, table: Record, i: int, target: int) -> None:
    me, enemy = g.players[g.current], g.players[1 - g.current]
    card = table.cards[_take_from_hand(me, i)]
    me.mana -= card.cost
    if target == FACE:
        _change_health(enemy, card.defence)
    else:
        creature = me.board[target - 1] if card.type == GREEN else enemy.board[target - 1]
        attack, defence, words = alter(card, creature.attack, creature.defence, creature.keywords)
        if card.type == GREEN and card.keywords & CHARGE and not creature.state & ATTACKED:
            creature.state = READY
        _put(creature, attack, defence, words)
    _affect_heroes(g, card)


@compiled
def apply(g: Record, table: Record, action: int) -> None:
    """Do a legal action."""
    kind, source, target = action >> KIND_SHIFT, action >> SOURCE_SHIFT & 15, action & 15
    if kind == PASS:
        return end_turn(g, table.rules)
    if kind == SUMMON:
        _summon(g, table, source, target)
    elif kind == ATTACK:
        _attack(g, source, target)
    else:
        _use(g, table, source, target)
    return _check_over(g)
