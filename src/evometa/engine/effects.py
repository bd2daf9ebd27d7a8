"""The interpreter of card effects: one instruction at a time."""

from evometa.cards.codes import (
    CARD_SECRET,
    CHARGE,
    GOES_BACK,
    HAS_MARK,
    IF_CHANCE,
    IF_COMBO,
    IF_COUNT,
    IF_DAMAGED,
    IF_HERO_HEALTH,
    IF_NO_MINION_PLAYED,
    IF_POWER_IS,
    IF_SECRET,
    IF_TARGET,
    IF_TARGET_DIED,
    IF_TARGET_SURVIVED,
    IF_WEAPON,
    MINION,
    OP_ADD,
    OP_ADD_PLAYED,
    OP_ARMOR,
    OP_ATTACH,
    OP_BECOME_COPY,
    OP_CHANGE,
    OP_CHANGE_WEAPON,
    OP_COPY_FROM_DECK,
    OP_COPY_FROM_HAND,
    OP_COUNTER,
    OP_DAMAGE,
    OP_DESTROY,
    OP_DESTROY_SECRETS,
    OP_DESTROY_WEAPON,
    OP_DISCARD,
    OP_DRAW,
    OP_DRAW_RACE,
    OP_END,
    OP_EQUIP,
    OP_FREEZE,
    OP_GAIN_CRYSTALS,
    OP_GAIN_MANA,
    OP_HEAL,
    OP_IF,
    OP_JUMP,
    OP_LOOK,
    OP_MISSILES,
    OP_NEXT_COST,
    OP_REDIRECT,
    OP_RESUMMON,
    OP_RETURN,
    OP_RETURN_LATER,
    OP_SET_ATTACK,
    OP_SET_HEALTH,
    OP_SET_HERO,
    OP_SET_POWER,
    OP_SILENCE,
    OP_SPELL_DAMAGE,
    OP_SUMMON,
    OP_SUMMON_COPY,
    OP_SUMMON_DEAD,
    OP_SUMMON_FROM_DECK,
    OP_SWAP_STATS,
    OP_SWAP_WITH_HAND,
    OP_TAKE,
    OP_TAKE_CONTROL,
    OP_TRANSFORM,
    OPPONENT,
    OTHER_PLAYER,
    PER_ADJACENT_HEALTH,
    PER_AFFECTED,
    PER_ARMOR,
    PER_CARD_BEHIND,
    PER_CARD_PLAYED,
    PER_CHARACTER,
    PER_DRAWN_COST,
    PER_ENEMY_DURABILITY,
    PER_EVENT_AMOUNT,
    PER_FREE_SPACE,
    PER_HAND_CARD,
    PER_HERO_ATTACK,
    PER_HERO_DAMAGE,
    PER_ITS_ATTACK,
    PER_ITS_DAMAGE,
    PER_ONE,
    PER_TARGET_ATTACK,
    PER_TARGET_HEALTH,
    PER_WEAPON_ATTACK,
    PICK_ADJACENT,
    PICK_ALL_BUT_ONE,
    PICK_IT,
    PICK_NEXT_TO_TARGET,
    PICK_NONE,
    PICK_OTHER,
    PICK_RANDOM,
    PICK_TARGET,
    PICK_THIS,
    POWER,
    SPELL,
)
from evometa.engine.auras import MARK_EVENTS
from evometa.engine.board import (
    announce_summon,
    change_sides,
    copy_body,
    equip,
    has_room,
    insert_slot,
    lose_weapon,
    place_minion,
    remove_slot,
    summon,
    transform,
)
from evometa.engine.characters import (
    all_matches,
    attack_of,
    character,
    count_bits,
    health_of,
    is_dying,
    living,
    matches,
    nth_bit,
)
from evometa.engine.compiling import compiled, merged
from evometa.engine.damage import deal_damage, destroy, freeze, heal, silence
from evometa.engine.frames import SEQUENCE
from evometa.engine.hand import (
    add_to_hand,
    discard_random,
    draw,
    draw_race,
    return_to_hand,
    take_from_deck,
    take_from_hand,
)
from evometa.engine.journal import (
    J_ARMOR,
    J_ATTACH,
    J_CHANGE,
    J_CHANGE_TURN,
    J_COUNTER,
    J_GIVE,
    J_HERO,
    J_LOOK,
    J_MANA,
    J_NEW_POWER,
    J_REDIRECT,
    J_SECRET_GONE,
    J_SET,
    J_SWAP,
    J_TAKE,
    J_TRANSFORM,
    J_WEAPON_CHANGE,
    PRINTABLE,
    note,
)
from evometa.engine.randomness import random_below
from evometa.engine.records import ARMS, AURAS, DEATHS, GRAVE, LISTENERS, MAX_LATER, MAX_STAT, NOBODY
from evometa.engine.secrets import remove_secret


@compiled
def limited(n):
    return max(-MAX_STAT, min(MAX_STAT, n))


@compiled
def neighbours(g, ref):
    """The minions next to a minion in play, as a bit set."""
    mask = 0
    if 0 <= ref < GRAVE and ref & 7:
        if ref & 7 > 1:
            mask |= 1 << int(ref - 1)
        if ref & 7 < g.players[ref >> 3].n_minions:
            mask |= 1 << int(ref + 1)
    return mask


@compiled
def pick_one(ref):
    return 1 << int(ref) if 0 <= ref < GRAVE else 0


@compiled
def pick_random(g, mask, n):
    """n different random members of a bit set."""
    picked = 0
    left = count_bits(mask)
    while n > 0 and left > 0:
        bit = 1 << nth_bit(mask, random_below(g, left))
        picked |= bit
        mask &= ~bit
        left -= 1
        n -= 1
    return picked


@compiled
def pick(g, table, f, ins):
    """The characters that the instruction is about, as a bit set of references."""
    how = ins.pick
    if how == PICK_THIS:
        return pick_one(f.source)
    if how == PICK_TARGET:
        return pick_one(f.target)
    if how == PICK_IT:
        return pick_one(f.it)
    if how == PICK_OTHER:
        return pick_one(f.other)
    if how == PICK_ADJACENT:
        return neighbours(g, f.source)
    if how == PICK_NEXT_TO_TARGET:
        return neighbours(g, f.target)
    if how == PICK_NONE:
        return 0
    mask = all_matches(g, table, ins.who, f.controller, f.source)
    if how == PICK_RANDOM:
        return pick_random(g, living(g, mask), ins.count)
    if how == PICK_ALL_BUT_ONE and mask:
        mask &= ~(1 << nth_bit(mask, random_below(g, count_bits(mask))))
    return mask


@compiled
def sum_of(g, mask, health):
    """The attack (or health) of several characters together."""
    total = 0
    for ref in range(16):
        if mask >> ref & 1:
            m = character(g, ref)
            total += health_of(m) if health else attack_of(m)
    return total


@compiled
def multiplier(g, table, f, ins, ref):
    """What the numbers of the instruction are multiplied by; `ref` is the character being affected."""
    q = ins.quantity
    me, enemy = g.players[f.controller], g.players[1 - f.controller]
    if q == PER_ONE:
        return 1
    if q == PER_CHARACTER:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source))
    if q == PER_EVENT_AMOUNT:
        return int(f.amount)
    if q == PER_AFFECTED:
        return int(f.affected)
    if q == PER_DRAWN_COST:
        return int(f.drawn_cost)
    if PER_ITS_ATTACK <= q <= PER_TARGET_HEALTH:
        who = ref if q <= PER_ITS_DAMAGE else int(f.target)
        if who == NOBODY:
            return 0
        m = character(g, who)
        if q == PER_ITS_DAMAGE:
            return int(m.damage)
        return attack_of(m) if q == PER_ITS_ATTACK or q == PER_TARGET_ATTACK else max(0, health_of(m))
    if q == PER_HERO_ATTACK:
        return attack_of(me.board[0])
    if q == PER_HERO_DAMAGE:
        return int(me.board[0].damage)
    if q == PER_ARMOR:
        return int(me.armor)
    if q == PER_WEAPON_ATTACK:
        return max(0, int(me.weapon.attack) + me.weapon.aura_attack)
    if q == PER_ENEMY_DURABILITY:
        return int(enemy.weapon.durability)
    if q == PER_HAND_CARD:
        return int(me.n_hand)
    if q == PER_CARD_PLAYED:
        return max(0, me.cards_played - 1)
    if q == PER_CARD_BEHIND:
        return max(0, int(enemy.n_hand) - me.n_hand)
    if q == PER_FREE_SPACE:
        return max(0, table.rules.board_limit - int(me.n_minions))
    return sum_of(g, neighbours(g, f.source), q == PER_ADJACENT_HEALTH)


@compiled
def holds(g, table, f, ins):
    """Is the condition of the instruction true?"""
    c = ins.condition
    me = g.players[f.controller]
    if c == IF_COMBO:
        return me.cards_played > 1
    if c == IF_COUNT:
        return count_bits(all_matches(g, table, ins.each, f.controller, f.source)) >= ins.argument
    if c == IF_TARGET:
        return f.target != NOBODY and matches(g, table, ins.each, f.controller, f.source, f.target)
    if c == IF_TARGET_DIED or c == IF_TARGET_SURVIVED:
        died = f.target == NOBODY or f.target >= GRAVE or is_dying(character(g, f.target))
        return died == (c == IF_TARGET_DIED)
    if c == IF_WEAPON:
        return me.weapon.card > 0
    if c == IF_HERO_HEALTH:
        return health_of(me.board[0]) <= ins.argument
    if c == IF_CHANCE:
        return random_below(g, 100) < ins.argument
    if c == IF_SECRET:
        return me.n_secrets > 0
    if c == IF_DAMAGED:
        return f.source != NOBODY and character(g, f.source).damage > 0
    if c == IF_POWER_IS:
        return me.power == ins.argument
    if c == IF_NO_MINION_PLAYED:
        return me.minions_played == 0
    return True


@compiled
def spell_bonus(g, table, f, amount, per_spell_damage):
    """Damage of a spell or hero power with all that raises it."""
    kind = table.cards[f.card].type
    me = g.players[f.controller]
    if kind == SPELL and per_spell_damage:
        amount += me.spell_damage
    if kind == SPELL or kind == POWER:
        amount <<= me.double
    return amount


@compiled
def damage_source(f):
    """The minion whose poison or frost goes with the damage of this effect."""
    return f.source if f.source >= GRAVE or f.source & 7 else NOBODY


@compiled
def restore(g, table, f, ref, amount):
    """Healing by this effect; some auras double it or turn it into damage."""
    me = g.players[f.controller]
    kind = table.cards[f.card].type
    if kind == SPELL or kind == POWER:
        amount <<= me.double
    if me.healing_hurts:
        deal_damage(g, table, damage_source(f), ref, amount)
    else:
        heal(g, ref, amount)


@compiled
def change_stats(g, ins, m, ref, times):
    """Attack, health and keywords, for good or for this turn."""
    attack, health = ins.amount * times, ins.amount2 * times
    if ins.until:
        m.turn_attack = limited(m.turn_attack + attack)
        m.turn_keywords |= ins.keywords
    else:
        m.attack = limited(m.attack + attack)
        m.keywords |= ins.keywords
    m.max_health = limited(m.max_health + health)
    if health < 0:
        m.damage = max(0, m.damage + health)
        g.dirty |= DEATHS
    if ins.keywords:
        g.dirty |= AURAS
    if attack or health:
        note(g, J_CHANGE_TURN if ins.until else J_CHANGE, ref >> 3, ref, m.card, health, attack)
    if ins.keywords & PRINTABLE:
        note(g, J_GIVE, ref >> 3, ref, m.card, ins.until, ins.keywords & PRINTABLE)


@compiled
def take_keywords(g, ins, m, ref):
    """Returns whether the character had one of them."""
    had = (m.keywords | m.turn_keywords | m.aura_keywords) & ins.keywords != 0
    m.keywords &= ~ins.keywords
    m.turn_keywords &= ~ins.keywords
    m.aura_keywords &= ~ins.keywords
    g.dirty |= AURAS
    if had:
        note(g, J_TAKE, ref >> 3, ref, m.card, 0, ins.keywords & PRINTABLE)
    return had


@compiled
def set_health(g, m, ref, n):
    """A minion's maximum becomes n and it is whole; a hero's remaining health becomes n."""
    if ref & 7 == 0 and n <= m.max_health:
        m.damage = m.max_health - n
    else:
        m.max_health = n
        m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, J_SET, ref >> 3, ref, m.card, 1, n)


@compiled
def set_attack(g, m, ref, n):
    m.attack = n
    m.turn_attack = 0
    note(g, J_SET, ref >> 3, ref, m.card, 0, n)


@compiled
def swap_stats(g, m, ref):
    attack, health = attack_of(m), health_of(m)
    m.attack = health
    m.turn_attack = 0
    m.max_health = attack
    m.damage = 0
    g.dirty |= AURAS | DEATHS
    note(g, J_SWAP, ref >> 3, ref, m.card, 0, 0)


@compiled
def random_card(g, table, ins, p):
    """The card of the instruction: one of its pool at random; `argument` = 1 leaves out those on p's board."""
    if ins.pool_n == 0:
        return int(ins.card)
    n = 0
    for k in range(ins.pool_n):
        if not (ins.argument and is_on_board(g, p, table.pool[ins.pool + k])):
            n += 1
    if n == 0:
        return 0
    chosen = random_below(g, n)
    for k in range(ins.pool_n):
        if not (ins.argument and is_on_board(g, p, table.pool[ins.pool + k])):
            if chosen == 0:
                return int(table.pool[ins.pool + k])
            chosen -= 1
    return 0


@compiled
def is_on_board(g, p, card):
    me = g.players[p]
    for slot in range(1, me.n_minions + 1):
        if me.board[slot].card == card:
            return True
    return False


@compiled
def become_copy(g, table, source, ref):
    """The minion `source` becomes a copy of another one."""
    if source == NOBODY or source >= GRAVE or not source & 7:
        return
    me = g.players[source >> 3]
    note(g, J_TRANSFORM, source >> 3, source, me.board[source & 7].card, character(g, ref).card, 0)
    copy_body(g, table, character(g, ref), me.board[source & 7])
    me.order[source & 7] = g.next_order
    g.next_order += 1


@compiled
def summon_copy(g, table, p, ref):
    """Put a copy of a minion at the right end of p's board."""
    if not has_room(g, table, p):
        return
    slot = int(g.players[p].n_minions) + 1
    m = insert_slot(g, p, slot)
    copy_body(g, table, character(g, ref), m)
    announce_summon(g, p, p * 8 + slot, int(m.card))


@compiled
def take_control(g, table, ins, f, ref):
    if ref >> 3 == f.controller:
        return
    there = change_sides(g, table, ref)
    if there != NOBODY and ins.until:
        m = character(g, there)
        m.keywords |= GOES_BACK
        m.turn_keywords |= CHARGE


@compiled
def attach(g, ins, f, m, ref):
    k = ins.mark * 2 + f.controller
    if m.marks[k] < 100:
        m.marks[k] += 1
        m.n_marks += 1
        note(g, J_ATTACH, ref >> 3, ref, m.card, 0, 0)
        m.listens |= 1 << HAS_MARK
        g.listens |= 1 << HAS_MARK | MARK_EVENTS


@compiled
def affect(g, table, f, ins, ref):
    """Do what the instruction says to one character; says whether it made a difference that can be counted."""
    op = ins.op
    m = g.players[ref >> 3].board[ref & 7]
    times = multiplier(g, table, f, ins, ref)
    if op == OP_DAMAGE:
        amount = ins.amount * times
        if ins.amount2 > ins.amount:
            amount += random_below(g, ins.amount2 - ins.amount + 1)
        amount = spell_bonus(g, table, f, amount, ins.quantity != PER_EVENT_AMOUNT)
        deal_damage(g, table, damage_source(f), ref, amount)
    elif op == OP_HEAL:
        restore(g, table, f, ref, ins.amount * times)
    elif op == OP_CHANGE:
        change_stats(g, ins, m, ref, times)
    elif op == OP_TAKE:
        return take_keywords(g, ins, m, ref)
    elif op == OP_SET_ATTACK:
        set_attack(g, m, ref, ins.amount * times)
    elif op == OP_SET_HEALTH:
        set_health(g, m, ref, ins.amount * times)
    elif op == OP_SWAP_STATS:
        swap_stats(g, m, ref)
    elif op == OP_FREEZE:
        freeze(g, ref)
    elif op == OP_SILENCE:
        silence(g, table, ref)
    elif op == OP_DESTROY:
        destroy(g, ref)
    elif op == OP_RETURN:
        return_to_hand(g, table, ref, ins.amount)
    elif op == OP_TAKE_CONTROL:
        take_control(g, table, ins, f, ref)
    elif op == OP_TRANSFORM:
        transform(g, table, ref, random_card(g, table, ins, f.controller))
    elif op == OP_BECOME_COPY:
        become_copy(g, table, f.source, ref)
    elif op == OP_SUMMON_COPY:
        summon_copy(g, table, f.controller, ref)
    elif op == OP_ATTACH:
        attach(g, ins, f, m, ref)
    elif op == OP_SPELL_DAMAGE:
        m.spell_damage += ins.amount * times
        g.dirty |= LISTENERS
    return True


@merged
def affect_all(g, table, f, ins):
    """One step on all its characters; those that move meanwhile stay in `f.mask`, which follows them."""
    f.mask = pick(g, table, f, ins)
    affected = 0
    while f.mask:
        ref = nth_bit(f.mask, 0)
        f.mask &= f.mask - 1
        affected += affect(g, table, f, ins, ref)
    f.affected = affected


@compiled
def begin_repeat(g, table, f, ins, bonus):
    """Set how often the instruction repeats, the first time; says whether a repetition is left, and takes it."""
    if f.count < 0:
        n = ins.amount
        if ins.amount2 > n and (ins.op == OP_SUMMON):
            n += random_below(g, ins.amount2 - n + 1)
        f.count = limited(n * multiplier(g, table, f, ins, NOBODY) + bonus)
        f.position = 0
    if f.count <= 0:
        f.count = -1
        return False
    f.count -= 1
    f.pc -= 1
    return True


@compiled
def first_position(g, f, p):
    """Where an effect summons: right of its source, in the place of a dead source, else at the right end."""
    if f.source != NOBODY:
        if f.source >= GRAVE:
            if g.grave[f.source - GRAVE].owner == p:
                return p * 8 + int(g.grave[f.source - GRAVE].slot)
        elif f.source & 7 and f.source >> 3 == p:
            return f.source + 1
    return p * 8 + int(g.players[p].n_minions) + 1


@compiled
def summon_next(g, table, f, ins):
    """The next minion of a summoning step."""
    if not begin_repeat(g, table, f, ins, 0):
        return
    p = f.controller if ins.whose != OPPONENT else 1 - f.controller
    if not has_room(g, table, p):
        f.count = 0
        return
    if f.position == 0:
        f.position = first_position(g, f, p)
    summon(g, table, p, random_card(g, table, ins, p), f.position & 7)


@compiled
def missile(g, table, f, ins):
    """The next of several single points of damage."""
    bonus = 0
    if f.count < 0:
        bonus = spell_bonus(g, table, f, ins.amount, True) - ins.amount
    if not begin_repeat(g, table, f, ins, bonus):
        return
    targets = living(g, all_matches(g, table, ins.who, f.controller, f.source))
    if targets:
        ref = nth_bit(targets, random_below(g, count_bits(targets)))
        deal_damage(g, table, damage_source(f), ref, 1)


@compiled
def draw_next(g, table, f, ins):
    """The next card of a drawing step; both players draw in turn when it is about both."""
    if not begin_repeat(g, table, f, ins, 0):
        return
    if ins.op == OP_DRAW_RACE:
        card = draw_race(g, table, f.controller, ins.who.race)
        if card == 0 and ins.card > 0:
            add_to_hand(g, table, f.controller, ins.card, 0)
        return
    for k in range(2):
        p = f.controller if k == 0 else 1 - f.controller
        if ins.whose & (1 << k):
            card = draw(g, table, p)
            f.drawn_cost = table.cards[card].cost if card else 0
            if card and ins.amount2:
                g.players[p].hand[g.players[p].n_hand - 1].cost += ins.amount2


@compiled
def resummon(g, table, f, ins):
    """The dead subject comes back in its place, perhaps with another health."""
    if f.it < GRAVE:
        return
    dead = g.grave[f.it - GRAVE]
    ref = summon(g, table, f.controller, int(dead.body.card), dead.slot)
    if ref != NOBODY and ins.amount > 0:
        m = character(g, ref)
        m.damage = max(0, int(m.max_health) - ins.amount)


@compiled
def summon_dead(g, table, f):
    """Every friendly minion that died this turn."""
    me = g.players[f.controller]
    for i in range(me.n_died):
        if has_room(g, table, f.controller):
            summon(g, table, f.controller, int(me.died[i]), me.n_minions + 1)


@compiled
def change_weapon(g, table, f, ins, p):
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    times = multiplier(g, table, f, ins, NOBODY)
    weapon.attack = limited(weapon.attack + ins.amount * times)
    weapon.durability = limited(weapon.durability + ins.amount2 * times)
    note(g, J_WEAPON_CHANGE, p, p * 8, weapon.card, ins.amount2 * times, ins.amount * times)
    g.dirty |= ARMS
    if weapon.durability <= 0:
        lose_weapon(g, table, p)


@compiled
def gain_crystals(g, table, p, ins):
    me = g.players[p]
    if ins.amount > 0 and me.max_mana >= table.rules.mana_limit and ins.card > 0:
        add_to_hand(g, table, p, ins.card, 0)
        return
    before = int(me.max_mana)
    me.max_mana = max(0, min(int(table.rules.mana_limit), before + ins.amount))
    if ins.amount < 0 or ins.amount2:
        me.mana = max(0, min(me.mana + me.max_mana - before, int(table.rules.mana_limit)))
    note(g, J_MANA, p, p * 8, 0, 1, ins.amount)


@compiled
def gain_mana(g, table, p, n):
    me = g.players[p]
    me.mana = min(int(table.rules.mana_limit), int(me.mana) + n)
    note(g, J_MANA, p, p * 8, 0, 0, n)


@compiled
def set_hero(g, table, f, p, card):
    """Another hero takes the place of p's, fresh and unarmored; a minion that becomes the hero leaves the board."""
    printed = table.cards[card]
    me = g.players[p]
    if 0 <= f.source < GRAVE and f.source & 7:
        remove_slot(g, f.source >> 3, f.source & 7, NOBODY)
    hero = me.board[0]
    hero.keywords = 0
    hero.turn_attack = 0
    hero.turn_keywords = 0
    hero.card = card
    hero.max_health = printed.health
    hero.damage = 0
    me.armor = 0
    if printed.power:
        me.power = printed.power
        me.power_used = 0
    note(g, J_HERO, p, p * 8, card, 0, 0)


@compiled
def pending_action(g):
    """The frame of the action that is going on."""
    for i in range(g.n_frames - 1, -1, -1):
        if g.frames[i].kind == SEQUENCE:
            return g.frames[i]
    return g.frames[0]


@compiled
def redirect(g, table, f, ins):
    """Give the pending attack or spell another target."""
    mask = pick(g, table, f, ins)
    if mask:
        action = pending_action(g)
        action.target = nth_bit(mask, 0)
        note(g, J_REDIRECT, f.controller, action.target, character(g, action.target).card, 0, 0)


@compiled
def next_cost(g, f, ins):
    """The next card of a kind costs less this turn; for the opponent: all spells of the next turn are free."""
    if ins.whose == OPPONENT:
        g.players[1 - f.controller].free_spells_later = 1
    elif ins.cards & CARD_SECRET:
        g.players[f.controller].next_secret_free = 1
    else:
        g.players[f.controller].next_spell += ins.amount


@compiled
def look(g, f, ins):
    """Lay the top cards open for a choice; they leave the deck."""
    me = g.players[f.controller]
    n = min(int(ins.amount), int(me.n_deck), len(g.look))
    for i in range(n):
        g.look[i] = take_from_deck(g, f.controller, me.n_deck - 1)
    g.n_look = n
    g.look_player = f.controller
    note(g, J_LOOK, f.controller, NOBODY, 0, 0, n)


@compiled
def copy_from_hand(g, table, f, ins, p):
    """Copies of random cards in p's hand."""
    for _ in range(ins.amount):
        them = g.players[p]
        if them.n_hand:
            add_to_hand(g, table, f.controller, int(them.hand[random_below(g, int(them.n_hand))].card), 0)


@compiled
def copy_from_deck(g, table, f, ins, p):
    """Copies of different random cards in p's deck."""
    them = g.players[p]
    picked = -1
    for _ in range(min(int(ins.amount), int(them.n_deck))):
        k = random_below(g, them.n_deck - (1 if picked >= 0 else 0))
        if picked >= 0 and k >= picked:
            k += 1
        picked = k
        add_to_hand(g, table, f.controller, int(them.deck[k]), 0)


@compiled
def summon_from_deck(g, table, f, ins, p):
    """A copy of a random minion in p's deck, or the substitute."""
    them = g.players[p]
    n = 0
    for i in range(them.n_deck):
        n += table.cards[them.deck[i]].type == MINION
    card = int(ins.card)
    if n:
        k = random_below(g, n)
        for i in range(them.n_deck):
            if table.cards[them.deck[i]].type == MINION:
                if k == 0:
                    card = int(them.deck[i])
                k -= 1
    summon(g, table, f.controller, card, g.players[f.controller].n_minions + 1)


@compiled
def swap_with_hand(g, table, f):
    """The source goes to hand, and a random minion from there takes its place."""
    me = g.players[f.controller]
    n = 0
    for i in range(me.n_hand):
        n += table.cards[me.hand[i].card].type == MINION
    if n == 0 or f.source == NOBODY or f.source >= GRAVE:
        return
    k = random_below(g, n)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == MINION:
            if k == 0:
                card = int(me.hand[i].card)
                take_from_hand(g, f.controller, i)
                slot = f.source & 7
                return_to_hand(g, table, f.source, 0)
                place_minion(g, table, f.controller, card, slot)
                announce_summon(g, f.controller, f.controller * 8 + slot, card)
                return
            k -= 1


@compiled
def change_hands(g, table, f, ins, p):
    """Steps about a player's cards."""
    op = ins.op
    times = multiplier(g, table, f, ins, NOBODY)
    if op == OP_DISCARD:
        discard_random(g, p, ins.amount * times)
    elif op == OP_ADD:
        for _ in range(ins.amount * times):
            add_to_hand(g, table, p, random_card(g, table, ins, p), 0)
    elif op == OP_COPY_FROM_HAND:
        copy_from_hand(g, table, f, ins, p)
    elif op == OP_COPY_FROM_DECK:
        copy_from_deck(g, table, f, ins, p)
    elif op == OP_SUMMON_FROM_DECK:
        summon_from_deck(g, table, f, ins, p)


@compiled
def change_player(g, table, f, ins, p):
    """Steps about one player."""
    op = ins.op
    me = g.players[p]
    if op == OP_EQUIP:
        equip(g, table, p, random_card(g, table, ins, p))
    elif op == OP_CHANGE_WEAPON:
        change_weapon(g, table, f, ins, p)
    elif op == OP_DESTROY_WEAPON:
        lose_weapon(g, table, p)
    elif op == OP_GAIN_MANA:
        gain_mana(g, table, p, ins.amount)
    elif op == OP_GAIN_CRYSTALS:
        gain_crystals(g, table, p, ins)
    elif op == OP_ARMOR:
        gained = ins.amount * multiplier(g, table, f, ins, NOBODY)
        me.armor = limited(me.armor + gained)
        note(g, J_ARMOR, p, p * 8, 0, 0, gained)
    elif op == OP_SET_POWER:
        me.power = ins.card
        me.power_used = 0
        note(g, J_NEW_POWER, p, p * 8, ins.card, 0, 0)
    elif op == OP_SET_HERO:
        set_hero(g, table, f, p, ins.card)
    elif op == OP_DESTROY_SECRETS:
        n = ins.amount if ins.amount else me.n_secrets
        for _ in range(min(int(n), int(me.n_secrets))):
            card = remove_secret(g, p, random_below(g, int(me.n_secrets)) if ins.amount else 0)
            note(g, J_SECRET_GONE, p, p * 8, card, 0, 0)
    else:
        change_hands(g, table, f, ins, p)


@compiled
def act_alone(g, table, f, ins):
    """Steps that are about neither characters nor a given player. Says whether it was one."""
    op = ins.op
    if op == OP_ADD_PLAYED:
        p = 1 - f.actor if ins.whose == OTHER_PLAYER else f.controller
        add_to_hand(g, table, p, int(f.played), 0)
    elif op == OP_RESUMMON:
        resummon(g, table, f, ins)
    elif op == OP_COUNTER:
        pending_action(g).stopped = 1
        note(g, J_COUNTER, f.controller, NOBODY, f.played, 0, 0)
    elif op == OP_REDIRECT:
        redirect(g, table, f, ins)
    elif op == OP_LOOK:
        look(g, f, ins)
    elif op == OP_NEXT_COST:
        next_cost(g, f, ins)
    elif op == OP_SWAP_WITH_HAND:
        swap_with_hand(g, table, f)
    elif op == OP_RETURN_LATER:
        me = g.players[f.controller]
        if me.n_later < MAX_LATER:
            me.later[me.n_later] = f.card
            me.n_later += 1
    elif op == OP_SUMMON_DEAD:
        summon_dead(g, table, f)
    else:
        return False
    return True


@merged
def execute(g, table, f):
    """Run the next instruction of a program frame, which is on top of the stack."""
    ins = table.code[f.pc]
    op = ins.op
    if op == OP_END:
        g.n_frames -= 1
        return
    f.pc += 1
    if op == OP_IF:
        if not holds(g, table, f, ins):
            f.pc = ins.jump
    elif op == OP_JUMP:
        f.pc = ins.jump
    elif op == OP_SUMMON:
        summon_next(g, table, f, ins)
    elif op == OP_MISSILES:
        missile(g, table, f, ins)
    elif op == OP_DRAW or op == OP_DRAW_RACE:
        draw_next(g, table, f, ins)
    elif ins.pick != PICK_NONE and op != OP_REDIRECT and op != OP_RESUMMON:
        affect_all(g, table, f, ins)
    elif not act_alone(g, table, f, ins):
        for k in range(2):
            if ins.whose & (1 << k):
                change_player(g, table, f, ins, f.controller if k == 0 else 1 - f.controller)
