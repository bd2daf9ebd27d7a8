"""What effects do to characters: damage and healing with all that changes them, stats, keywords, shape and side."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.quantities import multiplier
from evometa.games.hearthstone.engine.kernel.auras import MARK_EVENTS
from evometa.games.hearthstone.engine.kernel.board import (
    announce_summon,
    change_sides,
    copy_body,
    has_room,
    insert_slot,
    transform,
)
from evometa.games.hearthstone.engine.kernel.characters import attack_of, character, health_of, on_board
from evometa.games.hearthstone.engine.kernel.damage import deal_damage, destroy, drain, freeze, heal, silence
from evometa.games.hearthstone.engine.kernel.hand import return_to_hand
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.chances import ASK_CARD, ask, ask_number, offer, random_below
from evometa.games.hearthstone.engine.state.journal import note
from evometa.games.hearthstone.engine.state.records import AURAS, DEATHS, GRAVE, LISTENERS, MAX_ATTACHED, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import (
    bit,
    has_bit,
    is_minion_in_play,
    pack_mark,
    player_of,
    reference,
    slot_of,
)
from evometa.games.hearthstone.engine.state.stack import meet_unknown

FOR_MINIONS = (
    *(c.OP_SILENCE, c.OP_RETURN, c.OP_TAKE_CONTROL, c.OP_TRANSFORM, c.OP_BECOME_COPY, c.OP_SUMMON_COPY),
    *(c.OP_ATTACH, c.OP_SPELL_DAMAGE),
)


@compiled
def limited(n: int) -> int:
    return max(-MAX_STAT, min(MAX_STAT, n))


@compiled
def spell_bonus(g: Record, table: Record, f: Record, amount: int, per_spell_damage: bool) -> int:
    """The damage or healing of an effect, raised by spell damage and by what doubles spells and hero powers."""
    kind = table.cards[f.card].type
    me = g.players[f.controller]
    if kind == c.SPELL and per_spell_damage:
        amount += int(me.spell_damage)
    if kind == c.SPELL or kind == c.POWER:
        amount <<= int(me.double)
    return amount


@compiled
def _damage_source(f: Record) -> int:
    """The minion whose keywords, such as poisonous, go with the damage of this effect; NOBODY if it is a hero."""
    return f.source if f.source >= GRAVE or slot_of(f.source) else NOBODY


@inlined
def hurt(g: Record, table: Record, f: Record, ref: int, amount: int) -> None:
    """Damage by this effect. That of a minion has the keywords of the minion; a spell or power can have lifesteal."""
    source = _damage_source(f)
    deal_damage(g, table, source, ref, amount)
    if source == NOBODY:
        card = table.cards[f.card]
        if card.keywords & c.LIFESTEAL and (card.type == c.SPELL or card.type == c.POWER) and has_bit(g.hits, ref):
            drain(g, f.controller)


@compiled
def _restore(g: Record, table: Record, f: Record, ref: int, amount: int) -> None:
    """Healing by this effect; some auras double it or turn it into damage."""
    me = g.players[f.controller]
    if me.healing_hurts:
        deal_damage(g, table, _damage_source(f), ref, spell_bonus(g, table, f, amount, True))
    else:
        heal(g, ref, spell_bonus(g, table, f, amount, False))


@compiled
def _change_stats(g: Record, ins: Record, m: Record, ref: int, times: int) -> None:
    """Give attack, health and keywords to a character, for good or for this turn."""
    attack, health = int(ins.amount) * times, int(ins.amount2) * times
    if ins.until:
        m.turn_attack = limited(m.turn_attack + attack)
        m.turn_keywords |= ins.keywords
    else:
        m.attack = limited(m.attack + attack)
        gained = ins.keywords
        if gained & c.STEALTH_ENDS and m.keywords & (c.STEALTH | c.STEALTH_ENDS) == c.STEALTH:
            gained &= ~c.STEALTH_ENDS  # its own stealth lasts
        m.keywords |= gained
    if ins.quantity == c.PER_ITS_ATTACK:  # in proportion: what ends with the turn stays apart
        m.turn_attack = limited(m.turn_attack + int(ins.amount) * m.turn_attack)
    m.max_health = limited(m.max_health + health)
    if health < 0:
        m.damage = max(0, m.damage + health)
        g.dirty |= AURAS | DEATHS  # it may not be damaged any more
    if ins.keywords:
        g.dirty |= AURAS
        if ins.keywords & c.LIFESTEAL and slot_of(ref):
            m.listens |= bit(c.HAS_LIFESTEAL)
            g.listens |= bit(c.HAS_LIFESTEAL)
    if attack or health:
        note(g, j.J_CHANGE_TURN if ins.until else j.J_CHANGE, player_of(ref), ref, m.card, health, attack)
    if ins.keywords & j.PRINTABLE:
        note(g, j.J_GIVE, player_of(ref), ref, m.card, ins.until, ins.keywords & j.PRINTABLE)


@compiled
def _take_keywords(g: Record, ins: Record, m: Record, ref: int) -> bool:
    """Take keywords from a character; says whether it had one of them."""
    had = (m.keywords | m.turn_keywords | m.aura_keywords) & ins.keywords != 0
    m.keywords &= ~ins.keywords
    m.turn_keywords &= ~ins.keywords
    g.dirty |= AURAS  # what auras and weapons give stays
    if had:
        note(g, j.J_TAKE, player_of(ref), ref, m.card, 0, ins.keywords & j.PRINTABLE)
    return had


@compiled
def _set_health(g: Record, m: Record, ref: int, n: int) -> None:
    """Set the health of a minion, without any damage on it, or what a hero has left."""
    if slot_of(ref) == 0 and n <= m.max_health:
        m.damage = m.max_health - n
    else:
        m.max_health = limited(n)
        m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, j.J_SET, player_of(ref), ref, m.card, 1, n)


@compiled
def _set_attack(g: Record, m: Record, ref: int, n: int) -> None:
    m.attack = limited(n)
    m.turn_attack = 0
    note(g, j.J_SET, player_of(ref), ref, m.card, 0, n)


@compiled
def _swap_stats(g: Record, m: Record, ref: int) -> None:
    attack, health = attack_of(m), health_of(m)
    m.attack = limited(health)
    m.turn_attack = 0
    m.max_health = limited(attack)
    m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, j.J_SWAP, player_of(ref), ref, m.card, 0, 0)


@compiled
def is_on_board(g: Record, p: int, card: int) -> bool:
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if me.board[slot].card == card:
            return True
    return False


@compiled
def _can_be_discovered(g: Record, table: Record, ins: Record, p: int, card: int, n: int) -> bool:
    """Is a card of the pool one for p's hero, and none of the n that lie open already?"""
    if ins.argument:
        klass = table.cards[card].klass
        if klass != c.NEUTRAL and klass != table.cards[g.players[p].board[0].card].klass:
            return False
    for i in range(n):
        if g.look[i] == card:
            return False
    return True


@compiled
def _is_eligible(g: Record, table: Record, ins: Record, p: int, card: int, n: int) -> bool:
    """Can a card of the pool be chosen? To be discovered beside n others or, if n is negative, to be put somewhere."""
    if n < 0:
        return not (ins.argument and is_on_board(g, p, card))
    return _can_be_discovered(g, table, ins, p, card, n)


@compiled
def random_of_pool(g: Record, table: Record, ins: Record, p: int, n: int) -> int:
    """A random card of the instruction's pool, of those that are eligible; 0 if there is none."""
    found = 0
    ask(g, ASK_CARD, p)
    for k in range(ins.pool_n):
        if _is_eligible(g, table, ins, p, table.pool[ins.pool + k], n):
            offer(g, 0, table.pool[ins.pool + k])
            found += 1
    if found == 0:
        return 0
    chosen = random_below(g, found)
    for k in range(ins.pool_n):
        if _is_eligible(g, table, ins, p, table.pool[ins.pool + k], n):
            if chosen == 0:
                return int(table.pool[ins.pool + k])
            chosen -= 1
    return 0


@compiled
def random_card(g: Record, table: Record, ins: Record, p: int) -> int:
    """The card of the instruction, or one of its pool at random; if `argument` is 1, none that is on p's board."""
    return random_of_pool(g, table, ins, p, -1) if ins.pool_n else int(ins.card)


@compiled
def _become_copy(g: Record, source: int, ref: int) -> None:
    """The minion `source` becomes a copy of another one."""
    if not is_minion_in_play(source):
        return
    p, m = player_of(source), on_board(g, source)
    note(g, j.J_TRANSFORM, p, source, m.card, character(g, ref).card, 0)
    copy_body(g, character(g, ref), m)
    g.players[p].order[slot_of(source)] = g.next_order
    g.next_order += 1


@compiled
def _summon_copy(g: Record, table: Record, p: int, ref: int) -> None:
    """Put a copy of a minion at the right end of p's board."""
    if not has_room(g, table, p):
        return
    slot = int(g.players[p].n_minions) + 1
    m = insert_slot(g, p, slot)
    copy_body(g, character(g, ref), m)
    announce_summon(g, p, reference(p, slot), int(m.card))


@compiled
def _take_control(g: Record, table: Record, ins: Record, f: Record, ref: int) -> None:
    if player_of(ref) == f.controller:
        return
    there = change_sides(g, table, ref)
    if there != NOBODY and ins.until:
        m = character(g, there)
        m.keywords |= c.GOES_BACK
        m.turn_keywords |= c.CHARGE


@compiled
def _attach(g: Record, ins: Record, f: Record, m: Record, ref: int) -> None:
    if m.n_marks < MAX_ATTACHED:
        m.marks[m.n_marks] = pack_mark(ins.mark, f.controller)
        m.n_marks += 1
        note(g, j.J_ATTACH, player_of(ref), ref, m.card, 0, 0)
        m.listens |= bit(c.HAS_MARK)
        g.listens |= bit(c.HAS_MARK) | MARK_EVENTS


@compiled
def affect(g: Record, table: Record, f: Record, ins: Record, ref: int) -> bool:
    """Do what the instruction says to one character; says whether it counts as affected."""
    op = ins.op
    m = on_board(g, ref)
    times = multiplier(g, table, f, ins, ref)
    if op == c.OP_DAMAGE:
        amount = int(ins.amount) * times
        if ins.amount2 > ins.amount:
            ask_number(g, amount, ins.amount2 - ins.amount + 1)
            amount += random_below(g, ins.amount2 - ins.amount + 1)
        if ins.by == c.PICK_TARGET:
            deal_damage(g, table, f.target, ref, amount)
        else:
            amount = spell_bonus(g, table, f, amount, ins.quantity != c.PER_EVENT_AMOUNT)
            hurt(g, table, f, ref, amount)
    elif op == c.OP_HEAL:
        _restore(g, table, f, ref, int(ins.amount) * times)
    elif op == c.OP_CHANGE:
        _change_stats(g, ins, m, ref, times)
    elif op == c.OP_TAKE:
        return _take_keywords(g, ins, m, ref)
    elif op == c.OP_SET_ATTACK:
        _set_attack(g, m, ref, int(ins.amount) * times)
    elif op == c.OP_SET_HEALTH:
        _set_health(g, m, ref, int(ins.amount) * times)
    elif op == c.OP_SWAP_STATS:
        _swap_stats(g, m, ref)
    elif op == c.OP_FREEZE:
        freeze(g, ref)
    elif op == c.OP_DESTROY:
        destroy(g, ref)
    elif slot_of(ref) == 0:  # a hero took the place of a minion after the card was read, as by `redirect_to`
        if op not in FOR_MINIONS:
            meet_unknown(g)
        return False
    elif op == c.OP_SILENCE:
        is_borrowed = m.keywords & c.GOES_BACK != 0
        silence(g, table, ref)
        if is_borrowed:
            change_sides(g, table, ref)
    elif op == c.OP_RETURN:
        return_to_hand(g, table, ref, ins.amount)
    elif op == c.OP_TAKE_CONTROL:
        _take_control(g, table, ins, f, ref)
    elif op == c.OP_TRANSFORM:
        transform(g, table, ref, random_card(g, table, ins, f.controller))
    elif op == c.OP_BECOME_COPY:
        _become_copy(g, f.source, ref)
    elif op == c.OP_SUMMON_COPY:
        _summon_copy(g, table, f.controller, ref)
    elif op == c.OP_ATTACH:
        _attach(g, ins, f, m, ref)
    elif op == c.OP_SPELL_DAMAGE:
        m.spell_damage = limited(m.spell_damage + int(ins.amount) * times)
        g.dirty |= LISTENERS
    else:
        meet_unknown(g)
    return True
