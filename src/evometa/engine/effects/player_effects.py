"""What effects do to players: weapon, mana, armor, hero, power, secrets, hand and deck."""

from evometa.cards.language.codes import (
    CARD_SECRET,
    MINION,
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
    OP_SUMMON_FROM_DECK,
    OPPONENT,
)
from evometa.engine.compiling import compiled
from evometa.engine.effects.character_effects import limited, random_card
from evometa.engine.effects.quantities import multiplier
from evometa.engine.kernel.board import announce_summon, equip, lose_weapon, place_minion, remove_slot, summon
from evometa.engine.kernel.hand import add_to_hand, discard_random, return_to_hand, take_from_deck, take_from_hand
from evometa.engine.kernel.secrets import remove_secret
from evometa.engine.state.journal import (
    J_ARMOR,
    J_HERO,
    J_LOOK,
    J_MANA,
    J_NEW_POWER,
    J_SECRET_GONE,
    J_WEAPON_CHANGE,
    note,
)
from evometa.engine.state.randomness import (
    ASK_DECK,
    ASK_HAND,
    ASK_SECRET,
    ask,
    ask_hand,
    offer,
    offer_from_deck,
    random_below,
)
from evometa.engine.state.records import ARMS, GRAVE, NOBODY


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
    change = me.max_mana - before
    if change < 0:  # empty crystals go first
        me.mana = max(0, me.mana + min(0, change + max(0, before - me.mana)))
    elif ins.amount2:
        me.mana = min(me.mana + change, int(table.rules.mana_limit))
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
def copy_from_hand(g, table, f, ins, p):
    """Copies of random cards in p's hand."""
    for _ in range(ins.amount):
        them = g.players[p]
        if them.n_hand:
            ask_hand(g, p)
            add_to_hand(g, table, f.controller, int(them.hand[random_below(g, int(them.n_hand))].card), 0)


@compiled
def copy_from_deck(g, table, f, ins, p):
    """Copies of different random cards in p's deck."""
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
def summon_from_deck(g, table, f, ins, p):
    """A copy of a random minion in p's deck, or the substitute."""
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
def swap_with_hand(g, table, f):
    """The source goes to hand, and a random minion from there takes its place."""
    me = g.players[f.controller]
    n = 0
    ask(g, ASK_HAND, f.controller)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == MINION:
            offer(g, i, me.hand[i].card)
            n += 1
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
            if ins.amount:
                ask(g, ASK_SECRET, p)
                for i in range(me.n_secrets):
                    offer(g, i, me.secrets[i])
            card = remove_secret(g, p, random_below(g, int(me.n_secrets)) if ins.amount else 0)
            note(g, J_SECRET_GONE, p, p * 8, card, 0, 0)
    else:
        change_hands(g, table, f, ins, p)


@compiled
def next_cost(g, f, ins):
    """The next card of a kind costs less this turn; of the opponent, all spells are free to the end of the next."""
    if ins.whose == OPPONENT:
        g.players[1 - f.controller].free_spells = 1
    elif ins.cards & CARD_SECRET:
        g.players[f.controller].next_secret_free = 1
    else:
        g.players[f.controller].next_spell += ins.amount


@compiled
def look(g, f, ins):
    """Lay the top cards open for a choice; they leave the deck."""
    me = g.players[f.controller]
    n = min(int(ins.amount), int(me.n_deck), len(g.look))
    if n == 0:
        return
    for i in range(n):
        g.look[i] = take_from_deck(g, f.controller, me.n_deck - 1)
    g.n_look = n
    g.look_player = f.controller
    note(g, J_LOOK, f.controller, NOBODY, 0, 0, n)
