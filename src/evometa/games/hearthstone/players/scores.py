"""The score of a position: a weighted sum of features.

It is made of parts: what each minion is worth, what a player is worth beside the minions, what the player owns, and
what the two boards mean to each other. Each part is a function of plain numbers, so that foresight can ask what it
would be with others. A new feature belongs in the part that it is about, and in the list in `records.py`.
"""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.language.codes import (
    CANT_ATTACK,
    CANT_ATTACK_HEROES,
    DIVINE_SHIELD,
    TAUNT,
    WINDFURY,
)
from evometa.games.hearthstone.engine.kernel.characters import attack_of, health_of, keywords_of
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.players.records import LOW

BEST = 1 << 50  # the score of a won game, which no weights come near
HARMLESS = CANT_ATTACK | CANT_ATTACK_HEROES


@inlined
def value_minion(w: Record, attack: int, health: int, keywords: int) -> int:
    """What a minion adds to the score, with the weights of its side."""
    worth = w.minions + w.minion_attack * attack + w.minion_health * health
    if keywords & TAUNT:
        worth += w.taunt_health * health
    if keywords & DIVINE_SHIELD:
        worth += w.divine_shields
    return int(worth)


@inlined
def value_player(w: Record, health: int, armor: int, attack: int, n_hand: int, n_deck: int) -> int:
    """What a player adds to the score beside the minions: the hero, the hand and the deck."""
    worth = w.hero_health * health + w.hero_armor * armor + w.hero_attack * attack
    if w.low_hero:
        worth += w.low_hero * max(0, LOW - health - armor)
    return int(worth + w.hand_size * n_hand + w.deck_size * n_deck)


@inlined
def value_boards(w: Record, n_mine: int, n_theirs: int) -> int:
    """What the numbers of minions on both sides add to the score together."""
    return int(w.clear_board) if n_theirs == 0 and n_mine > 0 else 0


# --- what a player owns: only for weights that have goods -----------------------------------------


@inlined
def value_goods(w: Record, crystals: int, cost: int, weapon: int, n_secrets: int) -> int:
    """What crystals, cards in hand by their cost, the weapon and secrets add to the score."""
    return int(w.crystals * crystals + w.hand_cost * cost + w.weapon * weapon + w.secrets * n_secrets)


@inlined
def cost_of(table: Record, card: int, change: int) -> int:
    """The cost of a card, as printed and changed for good."""
    return max(0, int(table.cards[card].cost) + change)


@inlined
def cost_of_hand(table: Record, player: Record) -> int:
    total = 0
    for i in range(player.n_hand):
        total += cost_of(table, player.hand[i].card, int(player.hand[i].cost))
    return total


@inlined
def worth_of_weapon(player: Record) -> int:
    return int(player.weapon.attack) * player.weapon.durability if player.weapon.card else 0


@compiled
def value_own(table: Record, player: Record, w: Record) -> int:
    """What a player owns now, with weights that have goods."""
    cost = cost_of_hand(table, player) if w.hand_cost else 0
    crystals = int(player.max_mana) - player.overload
    return value_goods(w, crystals, cost, worth_of_weapon(player), int(player.n_secrets))


# --- danger: only for weights that have it --------------------------------------------------------


@inlined
def threat_of(attack: int, keywords: int) -> int:
    """What a minion can do to an open hero in a turn."""
    if keywords & HARMLESS:
        return 0
    return 2 * attack if keywords & WINDFURY else attack


@inlined
def threat_of_weapon(player: Record) -> int:
    return max(0, int(player.weapon.attack) + player.weapon.aura_attack) if player.weapon.card else 0


@inlined
def life_of(player: Record) -> int:
    return health_of(player.board[0]) + int(player.armor)


@compiled
def sum_threats(player: Record) -> tuple[int, int]:
    """What a player's minions and weapon can do to an open hero in a turn, and how many minions have taunt."""
    threat, taunts = threat_of_weapon(player), 0
    for slot in range(1, player.n_minions + 1):
        m = player.board[slot]
        words = keywords_of(m)
        threat += threat_of(attack_of(m), words)
        if words & TAUNT:
            taunts += 1
    return threat, taunts


@inlined
def value_danger(w: Record, my_life: int, my_threat: int, my_taunts: int, life: int, threat: int, taunts: int) -> int:
    """What it adds to the score that a hero could die in the next turn: mine, and the enemy's."""
    worth = 0
    if threat >= my_life and my_taunts == 0:
        worth += w.my.danger
    if my_threat >= life and taunts == 0:
        worth += w.enemy.danger
    return int(worth)


# --- all of it ------------------------------------------------------------------------------------


@inlined
def _value_side(table: Record, player: Record, w: Record, with_danger: bool) -> tuple[int, int, int]:
    """What a player and the player's minions add to the score, and if that is asked for, what the minions and the
    weapon can do to a hero, and how many minions have taunt."""
    hero = player.board[0]
    n_hand, n_deck = int(player.n_hand), int(player.n_deck)
    total = value_player(w, health_of(hero), int(player.armor), attack_of(hero), n_hand, n_deck)
    threat, taunts = threat_of_weapon(player) if with_danger else 0, 0
    for slot in range(1, player.n_minions + 1):
        m = player.board[slot]
        attack, words = attack_of(m), keywords_of(m)
        total += value_minion(w, attack, health_of(m), words)
        if with_danger:
            threat += threat_of(attack, words)
            taunts += 1 if words & TAUNT else 0
    if w.has_goods:
        total += value_own(table, player, w)
    return total, threat, taunts


@compiled
def score(g: Record, table: Record, me: int, w: Record) -> int:
    """How good the position is for player `me` with these weights. A dead enemy is best, even if both died."""
    mine, theirs = g.players[me], g.players[1 - me]
    if theirs.hero_died or health_of(theirs.board[0]) <= 0:
        return BEST
    if mine.hero_died or health_of(mine.board[0]) <= 0:
        return -BEST
    with_danger = w.has_danger != 0
    my_worth, my_threat, my_taunts = _value_side(table, mine, w.my, with_danger)
    worth, threat, taunts = _value_side(table, theirs, w.enemy, with_danger)
    total = value_boards(w, int(mine.n_minions), int(theirs.n_minions)) + my_worth + worth
    if with_danger:
        total += value_danger(w, life_of(mine), my_threat, my_taunts, life_of(theirs), threat, taunts)
    return total
