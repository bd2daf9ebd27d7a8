"""Foresight: what an action will score, computed from the position before it, without doing it.

It is exact or UNKNOWN, never a guess. docs/foresight.md says when it may be sure.
"""

import numpy as np

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.auras import listeners_on_board, listening_secrets
from evometa.games.hearthstone.engine.kernel.characters import attack_of, health_of, keywords_of
from evometa.games.hearthstone.engine.kernel.hand import crystals_in
from evometa.games.hearthstone.engine.state.action_codes import (
    END,
    FIGHT,
    PLAY,
    anywhere,
    kind_of,
    source_of,
    target_of,
)
from evometa.games.hearthstone.engine.state.records import Record
from evometa.games.hearthstone.engine.state.references import HERO_SLOT, bit, has_bit, slot_of
from evometa.games.hearthstone.players.records import AT_END, IN_ATTACKS, IN_PLAYS
from evometa.games.hearthstone.players.scores import (
    cost_of,
    cost_of_hand,
    life_of,
    sum_threats,
    threat_of,
    threat_of_weapon,
    value_boards,
    value_danger,
    value_goods,
    value_minion,
    value_own,
    value_player,
    worth_of_weapon,
)

UNKNOWN = -(1 << 62)  # lower than any score

HEARS_TURNS = bit(c.ON_TURN_END) | bit(c.ON_TURN_START) | bit(c.HAS_MARK) | bit(c.HAS_WATCHFUL_AURA)
HEARS_HERO_ATTACKED = bit(c.HEARS_ATTACKS_ON_HEROES) | bit(c.HEARS_DAMAGE_TO_HEROES) | bit(c.HAS_LIFESTEAL)
HEARS_MINION_ATTACKED = bit(c.HEARS_ATTACKS_ON_MINIONS) | bit(c.HEARS_DAMAGE_TO_MINIONS) | bit(c.HAS_LIFESTEAL)
HEARS_DEATHS = bit(c.ON_DEATH) | bit(c.HAS_WATCHFUL_AURA)
HEARS_OWN_ATTACK = bit(c.ON_ATTACK) | bit(c.ON_AFTER_ATTACK) | bit(c.HAS_MARK)
HEARS_OWN_DAMAGE = bit(c.ON_DAMAGE) | bit(c.HAS_DAMAGE_AURA)
SEES_WOUNDS = bit(c.HAS_DAMAGE_AURA) | bit(c.HAS_WATCHFUL_AURA)  # both together: wounds make auras look around again
HEARS_PLAYS = (
    bit(c.ON_PLAY_CARD)
    | bit(c.ON_SUMMON)
    | bit(c.ON_AFTER_SUMMON)
    | bit(c.ON_AFTER_PLAY)
    | bit(c.HAS_SHARED_AURA)
    | bit(c.HAS_WATCHFUL_AURA)
)
LEAVES_A_GAP = bit(c.HAS_SHARED_AURA) | bit(c.HAS_MARK)  # of a minion that dies
LEAVES_AT_END = c.DIES_AT_END | c.GOES_BACK
UNHURT = c.IMMUNE | c.SHELTERED | c.DIVINE_SHIELD


@compiled
def _find_answers(g: Record, table: Record, me: int) -> int:
    """What may answer an action of `me`, as bits of `listens`: the own secrets are silent in the own turn."""
    mine, theirs = g.players[me], g.players[1 - me]
    if mine.n_secrets or theirs.n_secrets:
        return listeners_on_board(table, mine) | listeners_on_board(table, theirs) | listening_secrets(table, theirs)
    return int(g.listens)


@inlined
def look_around(outlook: Record, g: Record, table: Record, w: Record, me: int, now: int) -> None:
    """Write down what holds for all actions of `me` in a position; `now` is its score."""
    outlook.now = now
    outlook.answers = _find_answers(g, table, me)
    for i in range(len(outlook.places)):
        outlook.places[i] = 0
    if w.has_danger:
        outlook.my_threat, outlook.my_taunts = sum_threats(g.players[me])
        outlook.threat, outlook.taunts = sum_threats(g.players[1 - me])


# --- plain attacks of minions -------------------------------------------------------------------


@inlined
def _is_mourned(table: Record, player: Record, slot: int, answers: int) -> bool:
    """Does anything follow from the death of a player's minion?"""
    m = player.board[slot]
    beside = int(player.board[slot - 1].listens)
    if slot < player.n_minions:
        beside |= player.board[slot + 1].listens
    if m.listens & LEAVES_A_GAP or answers & HEARS_DEATHS or beside & bit(c.HAS_PLACE_AURA):
        return True
    return table.cards[m.card].deathrattle != 0 and not m.keywords & c.SILENCED


@inlined
def _value_hit(
    table: Record, w: Record, player: Record, slot: int, answers: int, amount: int, poisonous: int
) -> tuple[int, int, int, int]:
    """What a minion is worth after damage, the number of minions that are left of it, and their attack and keywords.
    UNKNOWN if not sure."""
    m = player.board[slot]
    words, health = keywords_of(m), health_of(m)
    if amount > 0 and not words & UNHURT:
        if m.listens & HEARS_OWN_DAMAGE:
            return UNKNOWN, 0, 0, 0
        health += int(m.damage) - min(MAX_STAT, int(m.damage) + amount)
        if words & c.STAYS_ALIVE:
            health = max(health, 1)
        if health <= 0 or poisonous:
            return (UNKNOWN if _is_mourned(table, player, slot, answers) else 0), 0, 0, 0
    elif amount > 0 and not words & (c.IMMUNE | c.SHELTERED):
        words = (m.keywords | m.turn_keywords) & ~c.DIVINE_SHIELD | m.aura_keywords
    attack = max(0, health) if m.keywords & c.ATTACK_IS_HEALTH else attack_of(m)
    return value_minion(w, attack, health, words), 1, attack, words


@inlined
def _value_now(w: Record, m: Record) -> int:
    return value_minion(w, attack_of(m), health_of(m), keywords_of(m))


@inlined
def _lost_threat(m: Record, attack: int, words: int) -> int:
    """How much less a minion can do to a hero than now, with this attack and these keywords."""
    return threat_of(attack_of(m), keywords_of(m)) - threat_of(attack, words)


@inlined
def _lost_taunt(m: Record, words: int) -> int:
    """Whether a minion with taunt has none with these keywords."""
    return int(keywords_of(m) & c.TAUNT > words & c.TAUNT)


@inlined
def _change_danger(
    g: Record, w: Record, me: int, outlook: Record, amount: int, my_loss: int, my_fewer: int, loss: int, fewer: int
) -> int:
    """How much the score of danger changes by damage to the enemy's hero, lost threats and lost taunts."""
    my_life, life = life_of(g.players[me]), life_of(g.players[1 - me])
    my_threat, my_taunts, threat, taunts = outlook.my_threat, outlook.my_taunts, outlook.threat, outlook.taunts
    before = value_danger(w, my_life, my_threat, my_taunts, life, threat, taunts)
    my_threat, my_taunts, threat, taunts = my_threat - my_loss, my_taunts - my_fewer, threat - loss, taunts - fewer
    return value_danger(w, my_life, my_threat, my_taunts, life - amount, threat, taunts) - before


@inlined
def _foresee_fight(g: Record, table: Record, w: Record, me: int, outlook: Record, slot: int, target: int) -> int:
    """The score after a minion of `me` has attacked a minion of the enemy."""
    answers = int(outlook.answers)
    if answers & HEARS_MINION_ATTACKED or answers & SEES_WOUNDS == SEES_WOUNDS:
        return UNKNOWN
    mine, theirs = g.players[me], g.players[1 - me]
    m, enemy = mine.board[slot], theirs.board[target]
    my_worth, n_mine, my_attack, my_words = _value_hit(
        table, w.my, mine, slot, answers, attack_of(enemy), keywords_of(enemy) & c.POISONOUS
    )
    worth, n_theirs, attack, words = _value_hit(
        table, w.enemy, theirs, target, answers, attack_of(m), keywords_of(m) & c.POISONOUS
    )
    if my_worth == UNKNOWN or worth == UNKNOWN:
        return UNKNOWN
    before = value_boards(w, int(mine.n_minions), int(theirs.n_minions))
    after = value_boards(w, mine.n_minions + n_mine - 1, theirs.n_minions + n_theirs - 1)
    if w.has_danger:
        my_loss, loss = _lost_threat(m, my_attack, my_words), _lost_threat(enemy, attack, words)
        after += _change_danger(
            g, w, me, outlook, 0, my_loss, _lost_taunt(m, my_words), loss, _lost_taunt(enemy, words)
        )
    return int(outlook.now) + after - before + my_worth + worth - _value_now(w.my, m) - _value_now(w.enemy, enemy)


@inlined
def _foresee_strike(g: Record, w: Record, me: int, outlook: Record, m: Record) -> int:
    """The score after a minion of `me` has attacked the enemy's hero."""
    theirs = g.players[1 - me]
    hero, amount, armor = theirs.board[0], attack_of(m), int(theirs.armor)
    health = health_of(hero)
    if outlook.answers & HEARS_HERO_ATTACKED or outlook.answers & SEES_WOUNDS == SEES_WOUNDS:
        return UNKNOWN
    if keywords_of(hero) & UNHURT or amount >= armor + health:
        return UNKNOWN
    attack, n_hand, n_deck = attack_of(hero), int(theirs.n_hand), int(theirs.n_deck)
    if hero.keywords & c.ATTACK_IS_HEALTH:
        return UNKNOWN
    absorbed = min(armor, amount)
    before = value_player(w.enemy, health, armor, attack, n_hand, n_deck)
    now = int(outlook.now)
    if w.has_danger:
        now += _change_danger(g, w, me, outlook, amount, 0, 0, 0, 0)
    return now - before + value_player(w.enemy, health - amount + absorbed, armor - absorbed, attack, n_hand, n_deck)


# --- the end of a plain turn --------------------------------------------------------------------


@inlined
def _lasting_attack(m: Record, aura: int) -> int:
    """The attack of a character when what ends with the turn has ended, with this much of it from auras."""
    if m.keywords & c.ATTACK_IS_HEALTH:
        return max(0, health_of(m))
    return max(0, int(m.attack) + aura)


@inlined
def _value_lasting(player: Record, w: Record, with_danger: bool) -> tuple[int, int, int]:
    """What a player's minions are worth when what ends with the turn has ended, and if that is asked for, what they and
    the weapon can do to a hero, and how many of them have taunt; UNKNOWN if one of them leaves."""
    total, threat, taunts = 0, threat_of_weapon(player) if with_danger else 0, 0
    for slot in range(1, player.n_minions + 1):
        m = player.board[slot]
        if (m.keywords | m.turn_keywords) & LEAVES_AT_END:
            return UNKNOWN, 0, 0
        attack, words = _lasting_attack(m, int(m.aura_attack)), m.keywords | m.aura_keywords
        total += value_minion(w, attack, health_of(m), words)
        if with_danger:
            threat += threat_of(attack, words)
            taunts += 1 if words & c.TAUNT else 0
    return total, threat, taunts


@inlined
def _value_own_next(table: Record, player: Record, w: Record, turn: int, has_drawn: bool) -> int:
    """What a player owns when the next turn has begun and its card is drawn, with weights that have goods."""
    crystals = crystals_in(table, player, turn)
    cost = 0
    if w.hand_cost:
        cost = cost_of_hand(table, player)
        if has_drawn:
            cost += cost_of(table, player.deck[player.n_deck - 1], 0)
    return value_goods(w, crystals, cost, worth_of_weapon(player), int(player.n_secrets))


@compiled
def _foresee_end(g: Record, table: Record, w: Record, me: int, answers: int) -> int:
    """The score after the turn of `me` has ended and the enemy has drawn a card."""
    mine, theirs = g.players[me], g.players[1 - me]
    is_last = table.rules.turn_limit and g.turn >= table.rules.turn_limit
    if w.unforeseen & AT_END or answers & HEARS_TURNS or mine.n_later or theirs.n_deck == 0 or is_last:
        return UNKNOWN
    my_minions, my_threat, my_taunts = _value_lasting(mine, w.my, w.has_danger != 0)
    their_minions, threat, taunts = _value_lasting(theirs, w.enemy, w.has_danger != 0)
    if my_minions == UNKNOWN or their_minions == UNKNOWN:
        return UNKNOWN
    my_hero, their_hero = mine.board[0], theirs.board[0]
    armed = threat_of_weapon(theirs)
    held = min(int(theirs.n_hand) + 1, max(int(theirs.n_hand), int(table.rules.hand_limit)))
    my_attack, their_attack = _lasting_attack(my_hero, 0), _lasting_attack(their_hero, armed)
    total = 0
    if w.has_danger:
        total += value_danger(w, life_of(mine), my_threat, my_taunts, life_of(theirs), threat, taunts)
    if w.my.has_goods:
        total += value_own(table, mine, w.my)
    if w.enemy.has_goods:
        total += _value_own_next(table, theirs, w.enemy, int(g.turn) + 1, held > theirs.n_hand)
    return (
        total
        + my_minions
        + their_minions
        + value_boards(w, int(mine.n_minions), int(theirs.n_minions))
        + value_player(w.my, health_of(my_hero), int(mine.armor), my_attack, int(mine.n_hand), int(mine.n_deck))
        + value_player(w.enemy, health_of(their_hero), int(theirs.armor), their_attack, held, int(theirs.n_deck) - 1)
    )


# --- a minion enters ----------------------------------------------------------------------------


@inlined
def _foresee_minion(g: Record, table: Record, w: Record, me: int, outlook: Record, source: int) -> int:
    """The score after a minion that does nothing when it is played has come into play, at whatever place."""
    mine = g.players[me]
    held = mine.hand[source]
    card = table.cards[held.card]
    if card.type != c.MINION or card.play or card.combo or card.n_options or has_bit(card.listens, c.HAS_AURA):
        return UNKNOWN
    health = min(MAX_STAT, int(card.health) + held.health)
    if w.unforeseen & IN_PLAYS or (outlook.answers | card.listens) & HEARS_PLAYS or health <= 0:
        return UNKNOWN
    attack, words = max(0, min(MAX_STAT, int(card.attack) + held.attack)), card.keywords | mine.newcomers
    if card.keywords & c.ATTACK_IS_HEALTH:
        attack = health
    now = int(outlook.now)
    if w.has_danger:
        now += _change_danger(g, w, me, outlook, 0, -threat_of(attack, words), -1 if words & c.TAUNT else 0, 0, 0)
    if w.my.has_goods:
        overload = min(MAX_STAT, int(mine.overload) + card.overload) - mine.overload
        now += value_goods(w.my, -overload, -cost_of(table, held.card, int(held.cost)), 0, 0)
    hero, n_mine, n_theirs = mine.board[0], int(mine.n_minions), int(g.players[1 - me].n_minions)
    my_health, armor, my_attack, n_deck = health_of(hero), int(mine.armor), attack_of(hero), int(mine.n_deck)
    return (
        now
        + value_minion(w.my, attack, health, words)
        + value_boards(w, n_mine + 1, n_theirs)
        - value_boards(w, n_mine, n_theirs)
        + value_player(w.my, my_health, armor, my_attack, mine.n_hand - 1, n_deck)
        - value_player(w.my, my_health, armor, my_attack, int(mine.n_hand), n_deck)
    )


@inlined
def remember_place(outlook: Record, action: int, worth: int, g: Record, rng: np.uint64) -> None:
    """Note what a card has scored at a place, if it will score the same at every other one.

    That is so if no rule has asked about places and the random stream is still where it was before.
    """
    if kind_of(action) == PLAY and g.rng == rng and not g.saw_places and not g.over:
        outlook.places[target_of(action) + 1] = anywhere(action)
        outlook.scores[target_of(action) + 1] = worth


@inlined
def _recall_place(outlook: Record, action: int) -> int:
    """What the same card has scored at another place, or UNKNOWN."""
    at = target_of(action) + 1
    return int(outlook.scores[at]) if outlook.places[at] == anywhere(action) else UNKNOWN


@compiled
def foresee(g: Record, table: Record, w: Record, me: int, outlook: Record, action: int) -> int:
    """The score after an action of `me`, or UNKNOWN. `look_around` has written the outlook.

    `remember_place` is told of the unknown ones that are done.
    """
    kind = kind_of(action)
    if kind == FIGHT:
        m = g.players[me].board[source_of(action)]
        if w.unforeseen & IN_ATTACKS or source_of(action) == HERO_SLOT or m.listens & HEARS_OWN_ATTACK:
            return UNKNOWN
        target = slot_of(target_of(action))
        if target == HERO_SLOT:
            return _foresee_strike(g, w, me, outlook, m)
        return _foresee_fight(g, table, w, me, outlook, source_of(action), target)
    if kind == END:
        return _foresee_end(g, table, w, me, outlook.answers)
    if kind != PLAY:
        return UNKNOWN
    s = _foresee_minion(g, table, w, me, outlook, source_of(action))
    return _recall_place(outlook, action) if s == UNKNOWN else s
