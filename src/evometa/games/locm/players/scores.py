"""The score of a position, a weighted sum, and what an action will change in it, which is known without doing it."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.locm.combat import alter, drained, passed_on, runes_left, strike
from evometa.games.locm.engine import has_guard
from evometa.games.locm.players.records import LOW
from evometa.games.locm.records import (
    ATTACK,
    BREAKTHROUGH,
    DRAIN,
    FACE,
    GREEN,
    GUARD,
    KIND_SHIFT,
    LANE_SIZE,
    LANES,
    LETHAL,
    PASS,
    SLOTS,
    SOURCE_SHIFT,
    SUMMON,
    WARD,
    Record,
)

BEST = 1 << 40  # the score of a won game, which no weights come near


@inlined
def value_creature(w: Record, attack: int, defence: int, keywords: int) -> int:
    """What a creature adds to the score, with the weights of its side; nothing if it is gone."""
    if defence <= 0:
        return 0
    worth = w.creatures + w.attack * attack + w.defence * defence
    if keywords & BREAKTHROUGH:
        worth += w.breakthrough * attack
    if keywords & DRAIN:
        worth += w.drain * attack
    if keywords & GUARD:
        worth += w.guard * defence
    if keywords & LETHAL:
        worth += w.lethal
    if keywords & WARD:
        worth += w.ward * attack + w.warded
    return int(worth)


@inlined
def value_hero(w: Record, health: int, n_cards: int) -> int:
    """What a hero and a number of cards add to the score."""
    return int(w.health * health + w.low_health * max(0, LOW - health) + w.cards * n_cards)


@inlined
def _value_side(player: Record, w: Record) -> int:
    total = value_hero(w, player.health, player.n_hand + player.draws)
    for slot in range(SLOTS):
        c = player.board[slot]
        total += value_creature(w, c.attack, c.defence, c.keywords)
    return total


@compiled
def score(g: Record, me: int, w: Record) -> int:
    """How good a position is for player `me`, but for the features of a whole board."""
    if g.over:
        return BEST if g.winner == me else -BEST
    return _value_side(g.players[me], w.my) + _value_side(g.players[1 - me], w.enemy)


@inlined
def _value_threat(player: Record, enemy: Record, w: Record) -> int:
    """What it is worth that a side's creatures can reach the other hero."""
    reach = 0
    for lane in range(LANES):
        if has_guard(enemy, lane):
            continue
        for slot in range(lane * LANE_SIZE, (lane + 1) * LANE_SIZE):
            reach += player.board[slot].attack
    return int(w.open_attack * reach + (w.danger if reach >= enemy.health else 0))


@compiled
def value_end(g: Record, w: Record) -> int:
    """What the whole board adds to the score of the current player at the end of a turn."""
    mine, theirs = g.players[g.current], g.players[1 - g.current]
    return _value_threat(mine, theirs, w.my) + _value_threat(theirs, mine, w.enemy)


# --- foresight ------------------------------------------------------------------------------------


@inlined
def _change_of_hero(w: Record, player: Record, change: int) -> int:
    """What a hero's change of health adds to the score, with the cards of the runes that break."""
    if change == 0:
        return 0
    health = int(player.health)
    cards = player.runes - runes_left(player.runes, health + change)
    return int(
        w.health * change + w.low_health * (max(0, LOW - health - change) - max(0, LOW - health)) + w.cards * cards
    )


@inlined
def _heroes_after(me: Record, enemy: Record, w: Record, mine: int, theirs: int) -> int:
    """What changes of health add to the score; the end of the game if a hero has none left."""
    if enemy.health + theirs <= 0:
        return 2 * BEST
    if me.health + mine <= 0:
        return -2 * BEST
    return _change_of_hero(w.my, me, mine) + _change_of_hero(w.enemy, enemy, theirs)


@inlined
def _change_of(w: Record, c: Record, attack: int, defence: int, keywords: int) -> int:
    return value_creature(w, attack, defence, keywords) - value_creature(w, c.attack, c.defence, c.keywords)


@inlined
def _foresee_attack(me: Record, enemy: Record, w: Record, slot: int, target: int) -> int:
    c = me.board[slot]
    attack, words = int(c.attack), int(c.keywords)
    if target == FACE:
        return _heroes_after(me, enemy, w, attack if words & DRAIN else 0, -attack)
    other = enemy.board[target - 1]
    left, left_words = strike(other.attack, other.keywords, c.defence, words)
    other_left, other_words = strike(attack, words, other.defence, other.keywords)
    gained = drained(attack, words, other.keywords)
    lost = passed_on(attack, words, other.defence, other.keywords)
    bodies = _change_of(w.my, c, attack, left, left_words)
    bodies += _change_of(w.enemy, other, other.attack, other_left, other_words)
    return bodies + _heroes_after(me, enemy, w, gained, -lost)


@inlined
def _foresee_use(me: Record, enemy: Record, card: Record, w: Record, target: int) -> int:
    bodies, lost = 0, 0
    if target == FACE:
        lost = int(card.defence)
    elif card.type == GREEN:
        c = me.board[target - 1]
        attack, defence, words = alter(card, c.attack, c.defence, c.keywords)
        bodies = _change_of(w.my, c, attack, defence, words)
    else:
        c = enemy.board[target - 1]
        attack, defence, words = alter(card, c.attack, c.defence, c.keywords)
        bodies = _change_of(w.enemy, c, attack, defence, words)
    drawn = w.my.cards * (card.draw - 1)
    return int(bodies + drawn + _heroes_after(me, enemy, w, card.own_health, lost + card.enemy_health))


@compiled
def foresee(g: Record, table: Record, w: Record, action: int) -> int:
    """What an action adds to the score of the current player, before the turn ends; winning adds more than BEST."""
    kind, source, target = action >> KIND_SHIFT, action >> SOURCE_SHIFT & 15, action & 15
    me, enemy = g.players[g.current], g.players[1 - g.current]
    if kind == PASS:
        return 0
    if kind == ATTACK:
        return _foresee_attack(me, enemy, w, source, target)
    card = table.cards[me.hand[source]]
    if kind == SUMMON:
        body = value_creature(w.my, card.attack, card.defence, card.keywords) + w.my.cards * (card.draw - 1)
        return int(body + _heroes_after(me, enemy, w, card.own_health, card.enemy_health))
    return _foresee_use(me, enemy, card, w, target)
