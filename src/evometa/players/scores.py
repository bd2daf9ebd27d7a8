"""The score of a position: a weighted sum of features."""

from evometa.cards.language.codes import TAUNT
from evometa.engine.compiling import compiled, inlined
from evometa.engine.kernel.characters import attack_of, health_of, keywords_of
from evometa.engine.state.records import Record

BEST = 1 << 50  # the score of a won game, which no weights come near


@inlined
def sum_minions(player: Record, with_attack: bool, with_health: bool) -> tuple[int, int, int]:
    """The attack and health of a player's minions, each only if it is wanted, and the health of those with taunt."""
    attack, health, taunt = 0, 0, 0
    for slot in range(1, player.n_minions + 1):
        m = player.board[slot]
        if with_attack:
            attack += attack_of(m)
        if with_health:
            health += health_of(m)
        if keywords_of(m) & TAUNT:
            taunt += health_of(m)
    return attack, health, taunt


@compiled
def score(g: Record, me: int, w: Record) -> int:
    """How good the position is for player `me` with these weights. A dead enemy is best, even if both died."""
    mine, theirs = g.players[me], g.players[1 - me]
    if theirs.hero_died or health_of(theirs.board[0]) <= 0:
        return BEST
    if mine.hero_died or health_of(mine.board[0]) <= 0:
        return -BEST
    attack, health, taunt = sum_minions(mine, w.my_minion_attack != 0, w.my_minion_health != 0)
    total: int = (
        w.my_minions * int(mine.n_minions)
        + w.my_minion_attack * attack
        + w.my_minion_health * health
        + w.my_taunt_health * taunt
        + w.my_hero_health * health_of(mine.board[0])
        + w.my_hero_armor * int(mine.armor)
        + w.my_hero_attack * attack_of(mine.board[0])
        + w.my_hand_size * int(mine.n_hand)
        + w.my_deck_size * int(mine.n_deck)
    )
    attack, health, taunt = sum_minions(theirs, w.enemy_minion_attack != 0, w.enemy_minion_health != 0)
    total += (
        w.enemy_minions * int(theirs.n_minions)
        + w.enemy_minion_attack * attack
        + w.enemy_minion_health * health
        + w.enemy_taunt_health * taunt
        + w.enemy_hero_health * health_of(theirs.board[0])
        + w.enemy_hero_armor * int(theirs.armor)
        + w.enemy_hero_attack * attack_of(theirs.board[0])
        + w.enemy_hand_size * int(theirs.n_hand)
        + w.enemy_deck_size * int(theirs.n_deck)
    )
    if theirs.n_minions == 0 and mine.n_minions > 0:
        total += w.clear_board
    return total
