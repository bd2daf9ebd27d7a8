"""What a player may do, and doing it."""

from typing import Any

from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, inlined, merged
from evometa.games.hearthstone.cards.compiling.sizes import MAX_SECRETS, MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.character_effects import is_on_board
from evometa.games.hearthstone.engine.kernel import sequences
from evometa.games.hearthstone.engine.kernel.board import become_card, has_room, insert_slot
from evometa.games.hearthstone.engine.kernel.characters import (
    all_matches,
    keywords_of,
    may_attack,
    may_be_targeted,
    on_board,
)
from evometa.games.hearthstone.engine.kernel.damage import touch_wounds
from evometa.games.hearthstone.engine.kernel.hand import (
    card_cost,
    power_cost,
    take_choice,
    take_from_hand,
    use_up_changes,
)
from evometa.games.hearthstone.engine.kernel.secrets import holds_secret
from evometa.games.hearthstone.engine.kernel.sequences import resolve
from evometa.games.hearthstone.engine.state import action_codes as a
from evometa.games.hearthstone.engine.state.action_codes import (
    aim,
    encode,
    kind_of,
    option_of,
    position_of,
    source_of,
    target_of,
)
from evometa.games.hearthstone.engine.state.journal import J_ATTACK, J_PLAY, J_POWER, J_SUMMON, note
from evometa.games.hearthstone.engine.state.records import NOBODY, Record
from evometa.games.hearthstone.engine.state.references import (
    HERO_SLOT,
    bit,
    count_bits,
    has_bit,
    hero_of,
    lowest_bit,
    reference,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import SEQUENCE, push

HEROES = bit(hero_of(0)) | bit(hero_of(1))


@compiled
def _are_needs_met(g: Record, table: Record, p: int, card: Record, beside_minion: bool) -> bool:
    """Does the card get what it asks for beside mana and a target? An option may need room beside its minion."""
    needs = card.needs
    me = g.players[p]
    if needs == c.NEEDS_WEAPON and not me.weapon.card:
        return False
    if needs == c.NEEDS_SPACE and me.n_minions + beside_minion >= table.rules.board_limit:
        return False
    if needs == c.NEEDS_NEW_TOTEM:
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
def _targets_of(g: Record, table: Record, p: int, card: Record, combo: bool, by_spell: bool) -> int:
    """The characters that may be chosen as the card's target, as a bit set; -1 if it takes none."""
    rule = card.combo_target_rule if combo else card.target_rule
    if rule == c.NO_TARGET_RULE:
        return -1
    mask = 0
    who = card.combo_target if combo else card.target
    for q in range(2):
        for slot in range(g.players[q].n_minions + 1):
            if may_be_targeted(g, table, who, p, by_spell, reference(q, slot)):
                mask |= bit(reference(q, slot))
    return mask


@merged
def _write_targets(out: NDArray[Any], n: int, base: int, mask: int) -> int:
    """Write an action for each target: heroes, then the first player's minions, then the second's."""
    for p in range(2):
        if has_bit(mask, hero_of(p)):
            out[n] = aim(base, hero_of(p))
            n += 1
    mask &= ~HEROES
    while mask:
        out[n] = aim(base, lowest_bit(mask))
        mask &= mask - 1
        n += 1
    return n


@merged
def _write_plays(
    g: Record, table: Record, p: int, i: int, effect: int, option: int, positions: int, out: NDArray[Any], n: int
) -> int:
    """Write every way to play the i-th card with the effect of `effect`, which is the card itself or an option."""
    card = table.cards[effect]
    combo = card.combo != 0 and g.players[p].cards_played > 0
    is_minion = table.cards[g.players[p].hand[i].card].type == c.MINION
    if not _are_needs_met(g, table, p, card, is_minion and option != 0):
        return n
    by_spell = table.cards[g.players[p].hand[i].card].type == c.SPELL
    mask = _targets_of(g, table, p, card, combo, by_spell)
    if mask == 0 and (by_spell or option != 0):
        return n
    for position in range(positions):
        base = encode(a.PLAY, i, position + 1, option)
        if mask > 0:
            n = _write_targets(out, n, base, mask)
        else:
            out[n] = aim(base, a.NO_TARGET)
            n += 1
    return n


@compiled
def _can_hold(g: Record, table: Record, p: int, held: int, card: Record) -> bool:
    """Is there room for what the card would put into play?"""
    if card.type == c.MINION:
        return has_room(g, table, p)
    if card.secret:
        limit = min(MAX_SECRETS, int(table.rules.secret_limit))
        return g.players[p].n_secrets < limit and not holds_secret(g, p, held)
    return card.type == c.SPELL or card.type == c.WEAPON


@merged
def _hand_actions(g: Record, table: Record, p: int, out: NDArray[Any], n: int) -> int:
    me = g.players[p]
    if me.cards_played >= table.rules.cards_per_turn:
        return n
    for i in range(me.n_hand):
        held = int(me.hand[i].card)
        card = table.cards[held]
        if card_cost(g, table, p, i) > me.mana or not _can_hold(g, table, p, held, card):
            continue
        positions = me.n_minions + 1 if card.type == c.MINION else 1
        if card.n_options:
            for k in range(card.n_options):
                n = _write_plays(g, table, p, i, card.options[k], k + 1, positions, out, n)
        else:
            n = _write_plays(g, table, p, i, held, 0, positions, out, n)
    return n


@compiled
def _defenders(g: Record, p: int) -> int:
    """Which of p's characters may be attacked, as a bit set of slots: taunts protect the others."""
    me = g.players[p]
    taunts, others = 0, 0
    for slot in range(1, me.n_minions + 1):
        words = keywords_of(me.board[slot])
        if words & (c.STEALTH | c.IMMUNE):
            continue
        if words & c.TAUNT:
            taunts |= bit(slot)
        others |= bit(slot)
    if taunts:
        return taunts
    return others if keywords_of(me.board[0]) & c.IMMUNE else others | bit(HERO_SLOT)


@inlined
def _may_attack_heroes(words: int) -> bool:
    """Of a character that may attack: who entered this turn has charge, or rush, which is for minions only."""
    return not words & c.CANT_ATTACK_HEROES and words & (c.ASLEEP | c.CHARGE) != c.ASLEEP


@merged
def _attack_actions(g: Record, p: int, slot: int, mask: int, out: NDArray[Any], n: int) -> int:
    """Write the attacks of one character: on minions from left to right, then on the hero."""
    base = encode(a.FIGHT, slot, 0, 0)
    minions = mask & ~bit(HERO_SLOT)
    while minions:
        out[n] = aim(base, reference(1 - p, lowest_bit(minions)))
        minions &= minions - 1
        n += 1
    if has_bit(mask, HERO_SLOT) and _may_attack_heroes(keywords_of(g.players[p].board[slot])):
        out[n] = aim(base, hero_of(1 - p))
        n += 1
    return n


@merged
def _power_actions(g: Record, table: Record, p: int, out: NDArray[Any], n: int) -> int:
    me = g.players[p]
    card = table.cards[me.power]
    if me.power_used or not me.power or power_cost(g, table, p) > me.mana:
        return n
    if not _are_needs_met(g, table, p, card, False):
        return n
    mask = _targets_of(g, table, p, card, False, True)
    if mask < 0:
        out[n] = aim(encode(a.POWER, 0, 0, 0), a.NO_TARGET)
        return n + 1
    return _write_targets(out, n, encode(a.POWER, 0, 0, 0), mask)


@compiled
def legal_actions(g: Record, table: Record, out: NDArray[Any]) -> int:
    """Write every legal action of the current player, in the order in which ties are broken; returns their number."""
    if g.over:
        return 0
    if g.n_look:
        for i in range(g.n_look):
            out[i] = aim(encode(a.CHOOSE, i, 0, 0), a.NO_TARGET)
        return int(g.n_look)
    p = int(g.current)
    out[0] = aim(encode(a.END, 0, 0, 0), a.NO_TARGET)
    n = _hand_actions(g, table, p, out, 1)
    mask = _defenders(g, 1 - p)
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if may_attack(me.board[slot]):
            n = _attack_actions(g, p, slot, mask, out, n)
    if may_attack(me.board[0]):
        n = _attack_actions(g, p, 0, mask, out, n)
    return _power_actions(g, table, p, out, n)


@merged
def _enter_minion(g: Record, table: Record, p: int, f: Record, slot: int, attack: int, health: int) -> None:
    """A played minion enters the board, before anything else happens."""
    m = insert_slot(g, p, slot)
    become_card(g, table, p, m, f.played)
    m.attack = max(0, min(MAX_STAT, m.attack + attack))
    m.max_health = max(0, min(MAX_STAT, m.max_health + health))
    f.source = reference(p, slot)
    f.stage = m.max_health <= 0
    note(g, J_SUMMON, p, f.source, f.played, 1, 0)


@merged
def _play_card(g: Record, table: Record, p: int, action: int) -> None:
    """Pay for a card and start its sequence."""
    me = g.players[p]
    i = source_of(action)
    held = me.hand[i]
    index, attack, health = int(held.card), int(held.attack), int(held.health)
    card = table.cards[index]
    cost = card_cost(g, table, p, i)
    me.mana -= cost
    use_up_changes(me, card)
    take_from_hand(g, p, i)
    target = target_of(action)
    note(g, J_PLAY, p, target, index, cost, option_of(action))
    me.overload = min(MAX_STAT, int(me.overload) + card.overload)
    option = option_of(action)
    effect = int(card.options[option - 1]) if option else index
    combo = table.cards[effect].combo != 0 and me.cards_played > 0
    rule = table.cards[effect].combo_target_rule if combo else table.cards[effect].target_rule
    me.cards_played += 1
    if card.type == c.MINION:
        start = sequences.PLAY_MINION
    elif card.type == c.WEAPON:
        start = sequences.PLAY_WEAPON
    else:
        start = sequences.PLAY_SECRET if card.secret else sequences.PLAY_SPELL
    f = push(g, SEQUENCE, start, p, NOBODY, index)
    f.played = index
    f.target = target
    has_effect = table.cards[effect].play or table.cards[effect].combo
    f.effect = effect if has_effect and (rule == c.NO_TARGET_RULE or target != NOBODY) else 0
    if card.type == c.MINION:
        me.minions_played += 1
        _enter_minion(g, table, p, f, position_of(action), attack, health)


@merged
def _use_power(g: Record, table: Record, p: int, action: int) -> None:
    me = g.players[p]
    cost = power_cost(g, table, p)
    me.mana -= cost
    me.power_used = 1
    target = target_of(action)
    note(g, J_POWER, p, target, me.power, cost, 0)
    f = push(g, SEQUENCE, sequences.USE_POWER, p, NOBODY, me.power)
    f.effect = me.power
    f.target = target


@merged
def _attack(g: Record, p: int, ref: int, target: int) -> None:
    """The attacker shows itself, and the attack starts."""
    m = on_board(g, ref)
    m.attacks += 1
    m.keywords &= ~(c.STEALTH | c.STEALTH_ENDS)
    m.turn_keywords &= ~c.STEALTH
    touch_wounds(g, p)
    if slot_of(ref) == 0 and g.players[p].weapon.keywords & c.IMMUNE_WHILE_ATTACKING:
        m.keywords |= c.SHELTERED
    f = push(g, SEQUENCE, sequences.ATTACK, p, ref, 0)
    f.target = target
    note(g, J_ATTACK, p, ref, m.card, target, 0)


@compiled
def apply(g: Record, table: Record, action: int) -> None:
    """Do a legal action of the current player, or begin the first turn, and all that follows from it."""
    p = int(g.current)
    kind = kind_of(action)
    if kind == a.PLAY:
        _play_card(g, table, p, action)
    elif kind == a.FIGHT:
        _attack(g, p, reference(p, source_of(action)), target_of(action))
    elif kind == a.POWER:
        _use_power(g, table, p, action)
    elif kind == a.CHOOSE:
        take_choice(g, table, p, source_of(action))
    else:
        push(g, SEQUENCE, sequences.FIRST_TURN if kind == a.BEGIN else sequences.END_TURN, p, NOBODY, 0)
    resolve(g, table)
