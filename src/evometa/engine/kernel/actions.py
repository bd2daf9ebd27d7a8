"""What a player may do, and doing it.

An action is one integer: kind, source (hand index, attacker's slot or choice), position, target, option.
"""

from evometa.cards.language.codes import (
    CANT_ATTACK_HEROES,
    IMMUNE,
    IMMUNE_WHILE_ATTACKING,
    MINION,
    NEEDS_NEW_TOTEM,
    NEEDS_SPACE,
    NEEDS_WEAPON,
    NO_TARGET_RULE,
    SHELTERED,
    SPELL,
    STEALTH,
    STEALTH_ENDS,
    TAUNT,
    WEAPON,
)
from evometa.engine.compiling import compiled, inlined, merged
from evometa.engine.effects.character_effects import is_on_board
from evometa.engine.kernel.board import become_card, has_room, insert_slot
from evometa.engine.kernel.characters import all_matches, count_bits, keywords_of, may_attack, may_be_targeted
from evometa.engine.kernel.hand import card_cost, keep_or_burn, power_cost, take_from_hand
from evometa.engine.kernel.secrets import holds_secret
from evometa.engine.kernel.sequences import (
    ATTACK,
    END_TURN,
    PLAY_MINION,
    PLAY_SECRET,
    PLAY_SPELL,
    PLAY_WEAPON,
    USE_POWER,
    resolve,
)
from evometa.engine.state.journal import J_ATTACK, J_CHOOSE, J_DISCARD, J_PLAY, J_POWER, J_SUMMON, note
from evometa.engine.state.records import MAX_SECRETS, MAX_STAT, NOBODY
from evometa.engine.state.stack import SEQUENCE, push

END, PLAY, FIGHT, POWER, CHOOSE = 0, 1, 2, 3, 4
NO_TARGET = 31
MAX_ACTIONS = 10 * 8 * 16 * 2 + 7 * 8 + 8 + 16 + 1


@inlined
def encode(kind, source, position, target, option):
    ref = NO_TARGET if target == NOBODY else target
    return kind | source << 4 | position << 8 | ref << 12 | option << 20


@inlined
def kind_of(action):
    return action & 15


@inlined
def source_of(action):
    return action >> 4 & 15


@inlined
def position_of(action):
    return action >> 8 & 15


@inlined
def target_of(action):
    ref = action >> 12 & 31
    return NOBODY if ref == NO_TARGET else ref


@inlined
def option_of(action):
    return action >> 20 & 15


@compiled
def are_needs_met(g, table, p, card, beside_minion):
    """What a card asks for beside mana and a target; the option of a minion needs room beside it."""
    needs = card.needs
    me = g.players[p]
    if needs == NEEDS_WEAPON and not me.weapon.card:
        return False
    if needs == NEEDS_SPACE and me.n_minions + beside_minion >= table.rules.board_limit:
        return False
    if needs == NEEDS_NEW_TOTEM:
        if not has_room(g, table, p):
            return False
        ins = table.code[card.play]
        missing = 0
        for k in range(ins.pool_n):
            missing += not is_on_board(g, p, table.pool[ins.pool + k])
        if missing == 0:
            return False
    return card.needs_n == 0 or count_bits(all_matches(g, table, card.needs_each, p, NOBODY)) >= card.needs_n


@compiled
def targets_of(g, table, p, card, combo, by_spell):
    """The characters that may be chosen as the card's target, as a bit set; -1 if it takes none."""
    rule = card.combo_target_rule if combo else card.target_rule
    if rule == NO_TARGET_RULE:
        return -1
    mask = 0
    who = card.combo_target if combo else card.target
    for q in range(2):
        for slot in range(g.players[q].n_minions + 1):
            if may_be_targeted(g, table, who, p, by_spell, q * 8 + slot):
                mask |= 1 << (q * 8 + slot)
    return mask


@merged
def write_targets(out, n, base, mask):
    """An action for each target: heroes first, then the first player's minions, then the second's."""
    for hero in (0, 8):
        if mask >> hero & 1:
            out[n] = base | hero << 12
            n += 1
    for ref in range(1, 16):
        if ref != 8 and mask >> ref & 1:
            out[n] = base | ref << 12
            n += 1
    return n


@merged
def write_plays(g, table, p, i, effect, option, positions, out, n):
    """Every way to play the i-th card with the effect of `effect` (itself, or the chosen option)."""
    card = table.cards[effect]
    combo = card.combo != 0 and g.players[p].cards_played > 0
    is_minion = table.cards[g.players[p].hand[i].card].type == MINION
    if not are_needs_met(g, table, p, card, is_minion and option != 0):
        return n
    by_spell = table.cards[g.players[p].hand[i].card].type == SPELL
    mask = targets_of(g, table, p, card, combo, by_spell)
    if mask == 0 and (by_spell or option != 0):
        return n
    for position in range(positions):
        base = PLAY | i << 4 | (position + 1) << 8 | option << 20
        if mask > 0:
            n = write_targets(out, n, base, mask)
        else:
            out[n] = base | NO_TARGET << 12
            n += 1
    return n


@compiled
def can_hold(g, table, p, held, card):
    """Is there room for what the card would put into play?"""
    if card.type == MINION:
        return has_room(g, table, p)
    if card.secret:
        limit = min(MAX_SECRETS, int(table.rules.secret_limit))
        return g.players[p].n_secrets < limit and not holds_secret(g, p, held)
    return card.type == SPELL or card.type == WEAPON


@merged
def hand_actions(g, table, p, out, n):
    me = g.players[p]
    if me.cards_played >= table.rules.cards_per_turn:
        return n
    for i in range(me.n_hand):
        held = int(me.hand[i].card)
        card = table.cards[held]
        if card_cost(g, table, p, i) > me.mana or not can_hold(g, table, p, held, card):
            continue
        positions = me.n_minions + 1 if card.type == MINION else 1
        if card.n_options:
            for k in range(card.n_options):
                n = write_plays(g, table, p, i, card.options[k], k + 1, positions, out, n)
        else:
            n = write_plays(g, table, p, i, held, 0, positions, out, n)
    return n


@compiled
def defenders(g, p):
    """Which of p's characters may be attacked, as a bit set of slots: taunts protect the others."""
    me = g.players[p]
    taunts, others = 0, 0
    for slot in range(1, me.n_minions + 1):
        words = keywords_of(me.board[slot])
        if words & (STEALTH | IMMUNE):
            continue
        if words & TAUNT:
            taunts |= 1 << slot
        others |= 1 << slot
    if taunts:
        return taunts
    return others if keywords_of(me.board[0]) & IMMUNE else others | 1


@merged
def attack_actions(g, p, slot, mask, out, n):
    """The attacks of one character: on minions from left to right, then on the hero."""
    enemy = (1 - p) * 8
    base = FIGHT | slot << 4
    for target in range(1, 8):
        if mask >> target & 1:
            out[n] = base | (enemy + target) << 12
            n += 1
    if mask & 1 and not keywords_of(g.players[p].board[slot]) & CANT_ATTACK_HEROES:
        out[n] = base | enemy << 12
        n += 1
    return n


@merged
def power_actions(g, table, p, out, n):
    me = g.players[p]
    card = table.cards[me.power]
    if me.power_used or not me.power or power_cost(g, table, p) > me.mana:
        return n
    if not are_needs_met(g, table, p, card, False):
        return n
    mask = targets_of(g, table, p, card, False, True)
    if mask < 0:
        out[n] = POWER | NO_TARGET << 12
        return n + 1
    return write_targets(out, n, POWER, mask)


@compiled
def legal_actions(g, table, out):
    """Write every legal action of the current player, in the order in which ties are broken; returns how many."""
    if g.over:
        return 0
    if g.n_look:
        for i in range(g.n_look):
            out[i] = CHOOSE | i << 4 | NO_TARGET << 12
        return int(g.n_look)
    p = int(g.current)
    out[0] = END | NO_TARGET << 12
    n = hand_actions(g, table, p, out, 1)
    mask = defenders(g, 1 - p)
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if may_attack(me.board[slot]):
            n = attack_actions(g, p, slot, mask, out, n)
    if may_attack(me.board[0]):
        n = attack_actions(g, p, 0, mask, out, n)
    return power_actions(g, table, p, out, n)


@merged
def enter_minion(g, table, p, f, slot, attack, health):
    """A played minion enters the board, before anything else happens."""
    m = insert_slot(g, p, slot)
    become_card(g, table, p, m, f.played)
    m.attack = max(0, min(MAX_STAT, m.attack + attack))
    m.max_health = max(0, min(MAX_STAT, m.max_health + health))
    f.source = p * 8 + slot
    f.stage = m.max_health <= 0
    note(g, J_SUMMON, p, f.source, f.played, 1, 0)


@merged
def play_card(g, table, p, action):
    """Pay for a card and start its sequence."""
    me = g.players[p]
    i = source_of(action)
    held = me.hand[i]
    index, attack, health = int(held.card), int(held.attack), int(held.health)
    card = table.cards[index]
    cost = card_cost(g, table, p, i)
    me.mana -= cost
    take_from_hand(g, p, i)
    target = target_of(action)
    note(g, J_PLAY, p, target, index, cost, option_of(action))
    me.overload += card.overload
    option = option_of(action)
    effect = int(card.options[option - 1]) if option else index
    combo = table.cards[effect].combo != 0 and me.cards_played > 0
    rule = table.cards[effect].combo_target_rule if combo else table.cards[effect].target_rule
    me.cards_played += 1
    if card.type == MINION:
        start = PLAY_MINION
    elif card.type == WEAPON:
        start = PLAY_WEAPON
    else:
        start = PLAY_SECRET if card.secret else PLAY_SPELL
        me.next_spell = 0
        if card.secret:
            me.next_secret_free = 0
    f = push(g, SEQUENCE, start, p, NOBODY, index)
    f.played = index
    f.target = target
    has_effect = table.cards[effect].play or table.cards[effect].combo
    f.effect = effect if has_effect and (rule == NO_TARGET_RULE or target != NOBODY) else 0
    if card.type == MINION:
        me.minions_played += 1
        enter_minion(g, table, p, f, position_of(action), attack, health)


@merged
def use_power(g, table, p, action):
    me = g.players[p]
    cost = power_cost(g, table, p)
    me.mana -= cost
    me.power_used = 1
    target = target_of(action)
    note(g, J_POWER, p, target, me.power, cost, 0)
    f = push(g, SEQUENCE, USE_POWER, p, NOBODY, me.power)
    f.effect = me.power
    f.target = target


@merged
def choose(g, table, p, chosen):
    """Draw the chosen card of those laid open; the others are discarded."""
    for i in range(g.n_look):
        card = int(g.look[i])
        g.look[i] = 0
        if i == chosen:
            note(g, J_CHOOSE, p, NOBODY, card, 0, 0)
            keep_or_burn(g, table, p, card)
        else:
            note(g, J_DISCARD, p, NOBODY, card, 0, 0)
    g.n_look = 0
    g.look_player = 0


@merged
def attack(g, p, ref, target):
    """The attacker shows itself, and the attack starts."""
    m = g.players[p].board[ref & 7]
    m.attacks += 1
    m.keywords &= ~(STEALTH | STEALTH_ENDS)
    m.turn_keywords &= ~STEALTH
    if ref & 7 == 0 and g.players[p].weapon.keywords & IMMUNE_WHILE_ATTACKING:
        m.keywords |= SHELTERED
    f = push(g, SEQUENCE, ATTACK, p, ref, 0)
    f.target = target
    note(g, J_ATTACK, p, ref, m.card, target, 0)


@compiled
def apply(g, table, action):
    """Do a legal action of the current player and all that follows from it."""
    p = int(g.current)
    kind = kind_of(action)
    if kind == PLAY:
        play_card(g, table, p, action)
    elif kind == FIGHT:
        attack(g, p, p * 8 + source_of(action), target_of(action))
    elif kind == POWER:
        use_power(g, table, p, action)
    elif kind == CHOOSE:
        choose(g, table, p, source_of(action))
    else:
        push(g, SEQUENCE, END_TURN, p, NOBODY, 0)
    resolve(g, table)
