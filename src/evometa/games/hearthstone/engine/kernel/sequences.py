"""The fixed order of things: what happens, step by step, when a player acts. docs/rules.md says the same in words."""

import numpy as np

from evometa.games.compiled.compiling import compiled, inlined, merged
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.steps import execute
from evometa.games.hearthstone.engine.kernel.auras import refresh_auras
from evometa.games.hearthstone.engine.kernel.board import change_sides, equip, lose_weapon, renumber_order
from evometa.games.hearthstone.engine.kernel.characters import attack_of, character, is_dying, keywords_of
from evometa.games.hearthstone.engine.kernel.damage import deal_damage, destroy, drain
from evometa.games.hearthstone.engine.kernel.deaths import bury_dead, check_over, forget_grave, mourn
from evometa.games.hearthstone.engine.kernel.events import announce_hits, run_event
from evometa.games.hearthstone.engine.kernel.hand import add_to_hand, crystals_in, draw, end_changes, take_choice
from evometa.games.hearthstone.engine.state.chances import ASK_CARD, ask, offer, random_below
from evometa.games.hearthstone.engine.state.journal import J_OVER, J_TURN, note
from evometa.games.hearthstone.engine.state.records import ARMS, AURAS, DEATHS, NOBODY, NOT_DEATHS, Record
from evometa.games.hearthstone.engine.state.references import (
    bit,
    has_bit,
    is_in_play,
    is_minion_in_play,
    player_of,
    reference,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import EVENT, PROGRAM, is_heard, push_event, push_program, stop

(
    STEP_END,
    STEP_PLAYED,  # whenever a card is played
    STEP_SUMMONED,  # whenever a minion is summoned
    STEP_EFFECT,  # battlecry, spell or hero power
    STEP_DEATHS,
    STEP_AFTER_SUMMON,
    STEP_AFTER_PLAY,  # secrets that answer a played minion
    STEP_COUNTER,  # secrets that answer a spell before anything else
    STEP_CAST,
    STEP_SPELL_TARGET,
    STEP_AFTER_CAST,
    STEP_HIDE,  # a secret is put down
    STEP_EQUIP,
    STEP_DECLARE,  # an attack: triggers and secrets may stop it or send it elsewhere
    STEP_STRIKE,
    STEP_WEAR,  # durability
    STEP_AFTER_ATTACK,
    STEP_TURN_ENDS,
    STEP_EXPIRE,  # what lasts until the end of the turn
    STEP_NEXT_PLAYER,
    STEP_TURN_STARTS,
    STEP_DRAW,
    STEP_EARLY_DEATHS,  # before a battlecry or spell; spares a minion that entered without health
    STEP_AFTER_POWER,
) = range(24)

ORDER = {
    "play a minion": (
        STEP_PLAYED,
        STEP_SUMMONED,
        STEP_EARLY_DEATHS,
        STEP_EFFECT,
        STEP_DEATHS,
        STEP_AFTER_SUMMON,
        STEP_AFTER_PLAY,
        STEP_DEATHS,
    ),
    "play a spell": (
        STEP_COUNTER,
        STEP_PLAYED,
        STEP_CAST,
        STEP_SPELL_TARGET,
        STEP_EARLY_DEATHS,
        STEP_EFFECT,
        STEP_DEATHS,
        STEP_AFTER_CAST,
        STEP_DEATHS,
    ),
    "play a secret": (STEP_COUNTER, STEP_PLAYED, STEP_CAST, STEP_HIDE, STEP_AFTER_CAST, STEP_DEATHS),
    "play a weapon": (STEP_PLAYED, STEP_EQUIP, STEP_EFFECT, STEP_DEATHS),
    "use the hero power": (STEP_EFFECT, STEP_DEATHS, STEP_AFTER_POWER, STEP_DEATHS),
    "attack": (STEP_DECLARE, STEP_STRIKE, STEP_AFTER_ATTACK, STEP_WEAR, STEP_DEATHS),
    "end the turn": (
        STEP_TURN_ENDS,
        STEP_DEATHS,
        STEP_EXPIRE,
        STEP_DEATHS,
        STEP_NEXT_PLAYER,
        STEP_TURN_STARTS,
        STEP_DEATHS,
        STEP_DRAW,
        STEP_DEATHS,
    ),
    "begin the first turn": (STEP_DRAW, STEP_DEATHS),
}

# All sequences one after the other, each closed by STEP_END; and where each one starts.
SEQUENCES = np.array([step for steps in ORDER.values() for step in (*steps, STEP_END)], np.int16)
_STARTS = np.cumsum([0] + [len(steps) + 1 for steps in ORDER.values()])
PLAY_MINION, PLAY_SPELL, PLAY_SECRET, PLAY_WEAPON, USE_POWER, ATTACK, END_TURN, FIRST_TURN = (
    int(start) for start in _STARTS[:-1]
)

MANY_ENTERED = 20_000  # minions and weapons; when that many have come into play, the order of play is counted anew
# Steps of one action, after which the game is a draw: printed cards took 46 at most, in 15,000 actions at random. Each
# step brings at most 14 characters into play, so that their order stays within 16 bits until the action is over.
MOST_STEPS = 900

# What each step waits for, as a bit: an event that somebody hears (the bits of `listens`), or one of these. A step that
# waits for nothing that is there is passed over at once.
NEEDS_NOTHING, NEEDS_DEATHS, NEEDS_EARLY_DEATHS, NEEDS_EFFECT, NEEDS_HERO = (1 << n for n in range(32, 37))
STEP_NEEDS = {
    STEP_PLAYED: bit(c.ON_PLAY_CARD),
    STEP_SUMMONED: bit(c.ON_SUMMON),
    STEP_EFFECT: NEEDS_EFFECT,
    STEP_DEATHS: NEEDS_DEATHS,
    STEP_AFTER_SUMMON: bit(c.ON_AFTER_SUMMON),
    STEP_AFTER_PLAY: bit(c.ON_AFTER_PLAY),
    STEP_COUNTER: bit(c.ON_CAST),
    STEP_CAST: bit(c.ON_CAST),
    STEP_SPELL_TARGET: bit(c.ON_SPELL_TARGET),
    STEP_AFTER_CAST: bit(c.ON_AFTER_CAST),
    STEP_DECLARE: bit(c.ON_ATTACK),
    STEP_WEAR: NEEDS_HERO,
    STEP_AFTER_ATTACK: bit(c.ON_AFTER_ATTACK),
    STEP_TURN_ENDS: bit(c.ON_TURN_END),
    STEP_TURN_STARTS: bit(c.ON_TURN_START),
    STEP_EARLY_DEATHS: NEEDS_EARLY_DEATHS,
    STEP_AFTER_POWER: bit(c.ON_AFTER_POWER),
}
NEEDS = np.array([STEP_NEEDS.get(int(step), NEEDS_NOTHING) for step in SEQUENCES], np.int64)


@inlined
def _next_step(g: Record, f: Record) -> int:
    """Go to the next step that has something to do."""
    there = int(g.listens) | NEEDS_NOTHING
    if g.dirty & DEATHS or f.count >= 0:
        there |= NEEDS_DEATHS if f.stage else NEEDS_DEATHS | NEEDS_EARLY_DEATHS
    if f.effect and not f.stopped:
        there |= NEEDS_EFFECT
    if slot_of(f.source) == 0:
        there |= NEEDS_HERO
    pc = int(f.pc)
    while not there & NEEDS[pc]:
        pc += 1
    f.pc = pc + 1
    return SEQUENCES[pc]


@compiled
def _raise_event(g: Record, event: int, f: Record, it: int) -> Record:
    """Raise an event of the sequence's player, if anything listens to it."""
    if is_heard(g, event):
        e = push_event(g, event, f.controller, it, f.played)
        e.other = f.target
        return e
    return f


@compiled
def _start_effect(g: Record, table: Record, f: Record) -> None:
    """Start the battlecry, spell or hero power; a combo takes its place if a card was played before."""
    printed = table.cards[f.effect]
    if table.cards[f.card].type == c.MINION and not is_in_play(f.source):
        return  # a minion that died at once has no battlecry
    pc = printed.play
    if printed.combo and g.players[f.controller].cards_played > 1:
        pc = printed.combo
    if pc:
        push_program(g, pc, f.controller, f.source, f.card, f)


@inlined
def _settle_deaths(g: Record, table: Record, f: Record) -> bool:
    """Do one part of the death step; says whether it is over. `f.count` is the next of the dead to be mourned."""
    if 0 <= f.count < g.n_grave:
        mourn(g, table, int(f.count))
        f.count += 1
        return False
    if g.dirty & DEATHS and bury_dead(g):
        f.count = 0
        return False
    f.count = -1
    if g.n_grave:
        forget_grave(g)
    check_over(g)
    return True


@inlined
def _is_fighting(g: Record, ref: int) -> bool:
    return is_in_play(ref) and not is_dying(character(g, ref))


@inlined
def _strike(g: Record, table: Record, f: Record) -> None:
    """Both deal their damage at once, if both are still there. A defending hero deals none."""
    if f.stopped or not _is_fighting(g, f.source) or not _is_fighting(g, f.target):
        f.stopped = 1
        return
    attacker, defender = character(g, f.source), character(g, f.target)
    forth = attack_of(attacker)
    back = attack_of(defender) if slot_of(f.target) else 0
    deal_damage(g, table, f.source if slot_of(f.source) else NOBODY, f.target, forth)
    deal_damage(g, table, f.target if slot_of(f.target) else NOBODY, f.source, back)
    if slot_of(f.source) == 0 and keywords_of(attacker) & c.LIFESTEAL and has_bit(g.hits, f.target):
        g.amount = min(forth, MAX_STAT)
        drain(g, player_of(f.source))


@inlined
def _wear_weapon(g: Record, table: Record, f: Record) -> None:
    """An attack of a hero costs its weapon durability, or attack."""
    if f.source == NOBODY:
        return
    p = player_of(f.source)
    g.players[p].board[0].keywords &= ~c.SHELTERED
    if f.stopped:
        return
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    g.dirty |= ARMS
    if weapon.keywords & c.SPENDS_ATTACK and slot_of(f.target):
        weapon.attack -= 1
        is_used_up = weapon.attack <= 0
    else:
        weapon.durability -= 1
        is_used_up = weapon.durability <= 0
    if is_used_up:
        lose_weapon(g, table, p)


@compiled
def _expire_character(g: Record, m: Record, ref: int, own: bool) -> None:
    """End what lasts until the end of the turn for one character; `own` says that it is its player's turn."""
    if (m.keywords | m.turn_keywords) & c.DIES_AT_END:
        destroy(g, ref)
    if (
        own
        and m.keywords & c.FROZEN
        and m.attacks == 0
        and (not m.keywords & c.ASLEEP or keywords_of(m) & (c.CHARGE | c.RUSH))
    ):
        m.keywords &= ~c.FROZEN
    m.turn_attack = 0
    m.turn_keywords = 0


@compiled
def _expire(g: Record, table: Record) -> None:
    """End all that lasts until the end of the turn."""
    current = int(g.current)
    for p in range(2):
        me = g.players[p]
        for slot in range(me.n_minions + 1):
            _expire_character(g, me.board[slot], reference(p, slot), p == current)
        for i in range(me.n_died):
            me.died[i] = 0
        me.n_died = 0
        me.newcomers = 0
    for p in range(2):  # a deathrattle can borrow a minion in the other player's turn
        slot = 1
        while slot <= g.players[p].n_minions:
            if g.players[p].board[slot].keywords & c.GOES_BACK:
                g.players[p].board[slot].keywords &= ~c.GOES_BACK
                if change_sides(g, table, reference(p, slot)) != NOBODY:
                    continue
            slot += 1
    me = g.players[current]
    for i in range(me.n_later):
        add_to_hand(g, table, current, int(me.later[i]), 0)
        me.later[i] = 0
    me.n_later = 0
    me.cards_played = 0
    me.minions_played = 0
    g.dirty |= AURAS | ARMS


@compiled
def fill_mana(g: Record, table: Record, me: Record) -> None:
    me.max_mana = crystals_in(table, me, int(g.turn))
    me.locked = min(int(me.overload), int(me.max_mana))
    me.overload = 0
    me.mana = me.max_mana - me.locked


@compiled
def _close_choice(g: Record, table: Record) -> None:
    """A choice that is open when the turn is over is made at random; the last deaths may have opened one, too."""
    ask(g, ASK_CARD, g.current)
    for i in range(g.n_look):
        offer(g, 0, g.look[i])
    take_choice(g, table, int(g.current), random_below(g, int(g.n_look)))


@compiled
def _next_player(g: Record, table: Record) -> None:
    """The other player's turn begins: their mana is filled, and all their characters are ready again."""
    if g.n_look:
        _close_choice(g, table)
    end_changes(g.players[g.current])  # what the last deaths of the turn said, too
    p = 1 - int(g.current)
    g.current = p
    g.turn += 1
    me = g.players[p]
    fill_mana(g, table, me)
    note(g, J_TURN, p, NOBODY, 0, me.mana, g.turn)
    me.power_used = 0
    for slot in range(me.n_minions + 1):
        m = me.board[slot]
        m.attacks = 0
        if m.keywords & c.STEALTH_ENDS:
            m.keywords &= ~(c.STEALTH | c.STEALTH_ENDS)
        m.keywords &= ~c.ASLEEP
    g.dirty |= AURAS | ARMS
    if table.rules.turn_limit and g.turn > table.rules.turn_limit:
        g.over = 1
        g.winner = 2
        g.n_frames = 0


@compiled
def _raise_card_event(g: Record, f: Record, step: int) -> None:
    """Raise the event of a step in the sequence of a played card."""
    if step == STEP_COUNTER:
        if is_heard(g, c.ON_CAST):
            push_event(g, c.ON_CAST, f.controller, NOBODY, f.played).stage = 1
    elif f.stopped:
        return
    elif step == STEP_PLAYED:
        _raise_event(g, c.ON_PLAY_CARD, f, f.source)
    elif step == STEP_SUMMONED:
        _raise_event(g, c.ON_SUMMON, f, f.source)
    elif step == STEP_CAST:
        if is_heard(g, c.ON_CAST):
            push_event(g, c.ON_CAST, f.controller, NOBODY, f.played).stopped = 1
    elif step == STEP_SPELL_TARGET:
        if is_minion_in_play(f.target):
            _raise_event(g, c.ON_SPELL_TARGET, f, NOBODY)
    elif step == STEP_AFTER_CAST:
        _raise_event(g, c.ON_AFTER_CAST, f, NOBODY)
    elif is_in_play(f.source):
        _raise_event(g, c.ON_AFTER_SUMMON if step == STEP_AFTER_SUMMON else c.ON_AFTER_PLAY, f, f.source)


@inlined
def _hide_secret(g: Record, table: Record, f: Record) -> None:
    if f.stopped:
        return
    me = g.players[f.controller]
    me.secrets[me.n_secrets] = f.played
    me.n_secrets += 1
    g.listens |= table.cards[f.played].listens
    g.dirty |= AURAS


@inlined
def _take_step(g: Record, table: Record, f: Record) -> None:
    """Do the next step of the sequence on top of the stack."""
    step = _next_step(g, f)
    if step == STEP_END:
        g.n_frames -= 1
    elif step == STEP_DEATHS or step == STEP_EARLY_DEATHS:
        if not _settle_deaths(g, table, f):
            f.pc -= 1
    elif step == STEP_EFFECT:
        _start_effect(g, table, f)
    elif step <= STEP_AFTER_CAST:
        _raise_card_event(g, f, step)
    elif step == STEP_DECLARE:
        _raise_event(g, c.ON_ATTACK, f, f.source)
    elif step == STEP_STRIKE:
        _strike(g, table, f)
    elif step == STEP_AFTER_ATTACK:
        if not f.stopped:
            _raise_event(g, c.ON_AFTER_ATTACK, f, f.source)
    elif step == STEP_WEAR:
        _wear_weapon(g, table, f)
    elif step == STEP_HIDE:
        _hide_secret(g, table, f)
    elif step == STEP_EQUIP:
        equip(g, table, f.controller, f.played)
    elif step == STEP_TURN_ENDS:
        _raise_event(g, c.ON_TURN_END, f, NOBODY)
    elif step == STEP_EXPIRE:
        _expire(g, table)
    elif step == STEP_NEXT_PLAYER:
        f.controller = 1 - f.controller
        _next_player(g, table)
    elif step == STEP_TURN_STARTS:
        _raise_event(g, c.ON_TURN_START, f, NOBODY)
    elif step == STEP_DRAW:
        draw(g, table, f.controller)
    elif step == STEP_AFTER_POWER:
        _raise_event(g, c.ON_AFTER_POWER, f, NOBODY)


@merged
def resolve(g: Record, table: Record) -> None:
    """Run the stack until it is empty, and with it the action over."""
    steps = 0
    while g.n_frames > 0:
        steps += 1
        if steps > MOST_STEPS:
            stop(g)
            break
        while g.dirty & NOT_DEATHS:  # to the end, or a death that it brings would come too late for the death step
            refresh_auras(g, table)
        f = g.frames[g.n_frames - 1]
        if f.kind == PROGRAM:
            execute(g, table, f)
        elif f.kind == EVENT:
            run_event(g, table, f)
        else:
            _take_step(g, table, f)
        if g.hits or g.heals:
            announce_hits(g, table)
    while g.dirty & NOT_DEATHS:
        refresh_auras(g, table)
    g.n_grave = 0
    g.dirty = 0
    if g.n_frames:  # it was stopped
        g.n_frames = 0
        g.hits = 0
        g.heals = 0
        g.drained[0] = 0
        g.drained[1] = 0
    if g.next_order > MANY_ENTERED:
        renumber_order(g)
    if g.over:
        note(g, J_OVER, g.winner, NOBODY, 0, 0, 0)
