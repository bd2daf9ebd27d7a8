"""What effects do to players: weapon, mana, armor, hero, power, secrets, hand and deck."""

from evometa.cards.compiling.sizes import MAX_DECK
from evometa.cards.language.codes import (
    ALL_OF_IT,
    CARD_ANY,
    CARD_MINION,
    CARD_SECRET,
    CARD_SPELL,
    CARD_WEAPON,
    MINION,
    NEUTRAL,
    OP_ADD,
    OP_ARMOR,
    OP_CHANGE_WEAPON,
    OP_COPY_FROM_DECK,
    OP_COPY_FROM_HAND,
    OP_DESTROY_SECRETS,
    OP_DESTROY_WEAPON,
    OP_DISCARD,
    OP_EQUIP,
    OP_GAIN_CRYSTALS,
    OP_GAIN_MANA,
    OP_SET_HERO,
    OP_SET_POWER,
    OP_SHUFFLE,
    OP_SUMMON_FROM_DECK,
    OPPONENT,
    YOU,
)
from evometa.engine.compiling import compiled
from evometa.engine.effects.character_effects import limited, random_card
from evometa.engine.effects.quantities import multiplier
from evometa.engine.kernel.board import announce_summon, equip, lose_weapon, place_minion, remove_slot, summon
from evometa.engine.kernel.hand import (
    add_to_hand,
    discard_random,
    return_to_hand,
    shuffle_in,
    take_from_deck,
    take_from_hand,
)
from evometa.engine.kernel.secrets import remove_secret
from evometa.engine.state.journal import (
    J_ARMOR,
    J_DISCOVER,
    J_HERO,
    J_LOOK,
    J_MANA,
    J_NEW_POWER,
    J_SECRET_GONE,
    J_WEAPON_CHANGE,
    note,
)
from evometa.engine.state.randomness import (
    ASK_CARD,
    ASK_DECK,
    ASK_HAND,
    ASK_SECRET,
    ask,
    ask_hand,
    offer,
    offer_from_deck,
    random_below,
)
from evometa.engine.state.records import ARMS, DEATHS, FREE, LOOK_AT_DISCOVERY, MAX_COST_CHANGE, NOBODY, Record
from evometa.engine.state.references import hero_of, is_in_play, is_minion_in_play, player_of, reference, slot_of
from evometa.engine.state.stack import meet_unknown

DISCOVERED = 3  # cards to choose from


@compiled
def change_weapon(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    times = multiplier(g, table, f, ins, NOBODY)
    attack, durability = int(ins.amount) * times, int(ins.amount2) * times
    weapon.attack = limited(weapon.attack + attack)
    weapon.durability = limited(weapon.durability + durability)
    note(g, J_WEAPON_CHANGE, p, hero_of(p), weapon.card, durability, attack)
    g.dirty |= ARMS
    if weapon.durability <= 0:
        lose_weapon(g, table, p)


@compiled
def gain_crystals(g: Record, table: Record, p: int, ins: Record) -> None:
    me = g.players[p]
    if ins.amount > 0 and me.max_mana >= table.rules.mana_limit and ins.card > 0:
        add_to_hand(g, table, p, ins.card, 0)
        return
    before = int(me.max_mana)
    me.max_mana = max(0, min(int(table.rules.mana_limit), before + ins.amount))
    change = me.max_mana - before
    if change < 0:  # empty crystals go first
        me.mana = max(0, me.mana + min(0, change + max(0, before - me.mana)))
    elif ins.amount2:
        me.mana = min(me.mana + change, int(table.rules.mana_limit))
    note(g, J_MANA, p, hero_of(p), 0, 1, ins.amount)


@compiled
def gain_mana(g: Record, table: Record, p: int, n: int) -> None:
    me = g.players[p]
    me.mana = min(int(table.rules.mana_limit), int(me.mana) + n)
    note(g, J_MANA, p, hero_of(p), 0, 0, n)


@compiled
def set_hero(g: Record, table: Record, f: Record, p: int, card: int) -> None:
    """Another hero takes the place of p's, fresh and unarmored; a minion that becomes the hero leaves the board."""
    printed = table.cards[card]
    me = g.players[p]
    if is_minion_in_play(f.source):
        remove_slot(g, player_of(f.source), slot_of(f.source), NOBODY)
    hero = me.board[0]
    hero.keywords = 0
    hero.turn_attack = 0
    hero.turn_keywords = 0
    hero.card = card
    hero.max_health = printed.health
    hero.damage = 0
    me.armor = 0
    g.dirty |= DEATHS  # its card may have no health
    if printed.power:
        me.power = printed.power
        me.power_used = 0
    note(g, J_HERO, p, hero_of(p), card, 0, 0)


@compiled
def copy_from_hand(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Add copies of random cards in p's hand to the hand of the effect's player."""
    for _ in range(ins.amount):
        them = g.players[p]
        if them.n_hand:
            ask_hand(g, p)
            add_to_hand(g, table, f.controller, int(them.hand[random_below(g, int(them.n_hand))].card), 0)


@compiled
def copy_from_deck(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Add copies of different random cards in p's deck to the hand of the effect's player."""
    them = g.players[p]
    picked = -1
    for _ in range(min(int(ins.amount), int(them.n_deck))):
        ask(g, ASK_DECK, p)
        for i in range(them.n_deck):
            if i != picked:
                offer_from_deck(g, p, i)
        k = random_below(g, them.n_deck - (1 if picked >= 0 else 0))
        if picked >= 0 and k >= picked:
            k += 1
        picked = k
        add_to_hand(g, table, f.controller, int(them.deck[k]), 0)


@compiled
def summon_from_deck(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Summon a copy of a random minion in p's deck, or the card that the instruction gives for want of one."""
    them = g.players[p]
    n = 0
    ask(g, ASK_DECK, p)
    for i in range(them.n_deck):
        if table.cards[them.deck[i]].type == MINION:
            offer_from_deck(g, p, i)
            n += 1
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
def swap_with_hand(g: Record, table: Record, f: Record) -> None:
    """The source goes to hand, and a random minion from there takes its place."""
    me = g.players[f.controller]
    n = 0
    ask(g, ASK_HAND, f.controller)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == MINION:
            offer(g, i, me.hand[i].card)
            n += 1
    if n == 0 or not is_in_play(f.source):
        return
    k = random_below(g, n)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == MINION:
            if k == 0:
                card = int(me.hand[i].card)
                take_from_hand(g, f.controller, i)
                slot = slot_of(f.source)
                return_to_hand(g, table, f.source, 0)
                place_minion(g, table, f.controller, card, slot)
                announce_summon(g, f.controller, reference(f.controller, slot), card)
                return
            k -= 1


@compiled
def change_hands(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Do a step about the cards of a player."""
    op = ins.op
    times = multiplier(g, table, f, ins, NOBODY)
    if op == OP_DISCARD:
        discard_random(g, p, int(ins.amount) * times)
    elif op == OP_ADD:
        for _ in range(int(ins.amount) * times):
            add_to_hand(g, table, p, random_card(g, table, ins, p), 0)
    elif op == OP_SHUFFLE:
        for _ in range(min(int(ins.amount) * times, MAX_DECK)):
            shuffle_in(g, p, random_card(g, table, ins, p))
    elif op == OP_COPY_FROM_HAND:
        copy_from_hand(g, table, f, ins, p)
    elif op == OP_COPY_FROM_DECK:
        copy_from_deck(g, table, f, ins, p)
    elif op == OP_SUMMON_FROM_DECK:
        summon_from_deck(g, table, f, ins, p)
    else:
        meet_unknown(g)


@compiled
def change_player(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Do a step about a player."""
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
        gained = int(ins.amount) * multiplier(g, table, f, ins, NOBODY)
        me.armor = limited(me.armor + gained)
        note(g, J_ARMOR, p, hero_of(p), 0, 0, gained)
    elif op == OP_SET_POWER:
        me.power = ins.card
        me.power_used = 0
        note(g, J_NEW_POWER, p, hero_of(p), ins.card, 0, 0)
    elif op == OP_SET_HERO:
        set_hero(g, table, f, p, ins.card)
    elif op == OP_DESTROY_SECRETS:
        is_random = ins.amount != ALL_OF_IT
        n = int(ins.amount) if is_random else int(me.n_secrets)
        for _ in range(min(n, int(me.n_secrets))):
            if is_random:
                ask(g, ASK_SECRET, p)
                for i in range(me.n_secrets):
                    offer(g, i, me.secrets[i])
            card = remove_secret(g, p, random_below(g, int(me.n_secrets)) if is_random else 0)
            note(g, J_SECRET_GONE, p, hero_of(p), card, 0, 0)
    else:
        change_hands(g, table, f, ins, p)


@compiled
def added(change: int, amount: int) -> int:
    """Two cost changes as one. What is free stays free."""
    if change == FREE or amount == FREE:
        return FREE
    return max(-MAX_COST_CHANGE, min(MAX_COST_CHANGE, change + amount))


@compiled
def change_next(me: Record, cards: int, amount: int) -> None:
    """The next card of a kind costs more or less."""
    if cards == CARD_ANY:
        me.next_card = added(me.next_card, amount)
    elif cards == CARD_MINION:
        me.next_minion = added(me.next_minion, amount)
    elif cards == CARD_WEAPON:
        me.next_weapon = added(me.next_weapon, amount)
    elif cards == CARD_SPELL:
        me.next_spell = added(me.next_spell, amount)
    elif amount == FREE:
        me.next_secret_free = 1
    else:
        me.next_secret = added(me.next_secret, amount)


@compiled
def change_all(me: Record, cards: int, amount: int) -> None:
    """All cards of a kind cost more or less."""
    if cards & CARD_MINION:
        me.all_minions = added(me.all_minions, amount)
    if cards & CARD_WEAPON:
        me.all_weapons = added(me.all_weapons, amount)
    if cards & CARD_SECRET:
        me.all_secrets = added(me.all_secrets, amount)
    if cards & CARD_SPELL:
        if amount == FREE:
            me.free_spells = 1
        else:
            me.all_spells = added(me.all_spells, amount)


@compiled
def next_cost(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Change the cost of your next card of a kind in your turn, or of all such cards of the opponent."""
    amount = FREE if ins.amount2 else int(ins.amount) * multiplier(g, table, f, ins, NOBODY)
    if ins.whose & YOU and g.current == f.controller:
        change_next(g.players[f.controller], ins.cards, amount)
    if ins.whose & OPPONENT:
        change_all(g.players[1 - f.controller], ins.cards, amount)


@compiled
def may_choose(g: Record, p: int) -> bool:
    """Can cards be laid open for p? Only in the own turn, and not while another choice is open."""
    return g.n_look == 0 and g.current == p


@compiled
def can_be_discovered(g: Record, table: Record, ins: Record, p: int, card: int, n: int) -> bool:
    """Is a card of the pool one for p's hero, and none of the n that lie open already?"""
    if ins.argument:
        klass = table.cards[card].klass
        if klass != NEUTRAL and klass != table.cards[g.players[p].board[0].card].klass:
            return False
    for i in range(n):
        if g.look[i] == card:
            return False
    return True


@compiled
def random_discovery(g: Record, table: Record, ins: Record, p: int, n: int) -> int:
    """A random card of the pool that can be discovered beside n others, or 0."""
    found = 0
    ask(g, ASK_CARD, p)
    for k in range(ins.pool_n):
        if can_be_discovered(g, table, ins, p, table.pool[ins.pool + k], n):
            offer(g, 0, table.pool[ins.pool + k])
            found += 1
    if found == 0:
        return 0
    chosen = random_below(g, found)
    for k in range(ins.pool_n):
        if can_be_discovered(g, table, ins, p, table.pool[ins.pool + k], n):
            if chosen == 0:
                return int(table.pool[ins.pool + k])
            chosen -= 1
    return 0


@compiled
def discover(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Lay three cards of a pool open for a choice; where there can be none, one of them comes to hand at random."""
    p = int(f.controller)
    if not may_choose(g, p):
        add_to_hand(g, table, p, random_discovery(g, table, ins, p, 0), 0)
        return
    n = 0
    while n < DISCOVERED:
        card = random_discovery(g, table, ins, p, n)
        if card == 0:
            break
        g.look[n] = card
        n += 1
    if n:
        g.n_look = n
        g.look_player = p
        g.look_kind = LOOK_AT_DISCOVERY
        note(g, J_DISCOVER, p, NOBODY, 0, 0, n)


@compiled
def look(g: Record, f: Record, ins: Record) -> None:
    """Lay the top cards open for a choice; they leave the deck. There is one choice at a time, of whose turn it is."""
    me = g.players[f.controller]
    n = min(int(ins.amount), int(me.n_deck), len(g.look))
    if n == 0 or not may_choose(g, f.controller):
        return
    for i in range(n):
        g.look[i] = take_from_deck(g, f.controller, me.n_deck - 1)
    g.n_look = n
    g.look_player = f.controller
    note(g, J_LOOK, f.controller, NOBODY, 0, 0, n)
