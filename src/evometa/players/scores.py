"""The score of a position: a weighted sum of features.

It is made of parts: what each minion is worth, what a player is worth beside the minions, and what the two boards are
worth together. Each part is a function of plain numbers, so that foresight can ask what it would be with others. A new
feature belongs into the part that it is about, and into the list in `records.py`.
"""

from evometa.cards.language.codes import TAUNT
from evometa.engine.compiling import compiled, inlined
from evometa.engine.kernel.characters import attack_of, health_of, keywords_of
from evometa.engine.state.records import Record

BEST = 1 << 50  # the score of a won game, which no weights come near


@inlined
def value_minion(w: Record, attack: int, health: int, keywords: int) -> int:
    """What a minion adds to the score, with the weights of its side."""
    worth = w.minions + w.minion_attack * attack + w.minion_health * health
    if keywords & TAUNT:
        worth += w.taunt_health * health
    return int(worth)


@inlined
def value_player(w: Record, health: int, armor: int, attack: int, n_hand: int, n_deck: int) -> int:
    """What a player adds to the score beside the minions: the hero, the hand and the deck."""
    worth = w.hero_health * health + w.hero_armor * armor + w.hero_attack * attack
    return int(worth + w.hand_size * n_hand + w.deck_size * n_deck)


@inlined
def value_boards(w: Record, n_mine: int, n_theirs: int) -> int:
    """What the numbers of minions on both sides add to the score together."""
    return int(w.clear_board) if n_theirs == 0 and n_mine > 0 else 0


@inlined
def value_side(player: Record, w: Record) -> int:
    """What a player and the player's minions add to the score."""
    hero = player.board[0]
    n_hand, n_deck = int(player.n_hand), int(player.n_deck)
    total = value_player(w, health_of(hero), int(player.armor), attack_of(hero), n_hand, n_deck)
    for slot in range(1, player.n_minions + 1):
        m = player.board[slot]
        total += value_minion(w, attack_of(m), health_of(m), keywords_of(m))
    return total


@compiled
def score(g: Record, me: int, w: Record) -> int:
    """How good the position is for player `me` with these weights. A dead enemy is best, even if both died."""
    mine, theirs = g.players[me], g.players[1 - me]
    if theirs.hero_died or health_of(theirs.board[0]) <= 0:
        return BEST
    if mine.hero_died or health_of(mine.board[0]) <= 0:
        return -BEST
    boards = value_boards(w, int(mine.n_minions), int(theirs.n_minions))
    return value_side(mine, w.my) + value_side(theirs, w.enemy) + boards
