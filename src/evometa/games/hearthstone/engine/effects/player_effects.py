"""What effects do to players: weapon, mana, armor, hero, power, secrets, hand and deck."""

from evometa.games.compiled.compiling import compiled
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.effects.character_effects import limited, random_card, random_of_pool
from evometa.games.hearthstone.engine.effects.quantities import multiplier
from evometa.games.hearthstone.engine.kernel.board import (
    announce_summon,
    equip,
    lose_weapon,
    place_minion,
    remove_slot,
    summon,
)
from evometa.games.hearthstone.engine.kernel.hand import (
    ANY_MINION,
    add_to_hand,
    discard_random,
    pick_in_deck,
    return_to_hand,
    shuffle_in,
    take_from_deck,
    take_from_hand,
)
from evometa.games.hearthstone.engine.kernel.secrets import remove_secret
from evometa.games.hearthstone.engine.state import chances
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.chances import ask, ask_hand, offer, offer_from_deck, random_below
from evometa.games.hearthstone.engine.state.journal import note
from evometa.games.hearthstone.engine.state.records import (
    ARMS,
    DEATHS,
    FREE,
    LOOK_AT_DISCOVERY,
    MAX_COST_CHANGE,
    NOBODY,
    Record,
)
from evometa.games.hearthstone.engine.state.references import hero_of, is_minion_in_play, player_of, reference, slot_of
from evometa.games.hearthstone.engine.state.stack import meet_unknown
from evometa.games.sizes import MAX_DECK

DISCOVERED = 3  # cards to choose from


@compiled
def _change_weapon(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    weapon = g.players[p].weapon
    if not weapon.card:
        return
    times = multiplier(g, table, f, ins, NOBODY)
    attack, durability = int(ins.amount) * times, int(ins.amount2) * times
    weapon.attack = limited(weapon.attack + attack)
    weapon.durability = limited(weapon.durability + durability)
    note(g, j.J_WEAPON_CHANGE, p, hero_of(p), weapon.card, durability, attack)
    g.dirty |= ARMS
    if weapon.durability <= 0:
        lose_weapon(g, table, p)


@compiled
def _gain_crystals(g: Record, table: Record, p: int, ins: Record) -> None:
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
    note(g, j.J_MANA, p, hero_of(p), 0, 1, ins.amount)


@compiled
def _gain_mana(g: Record, table: Record, p: int, n: int) -> None:
    me = g.players[p]
    me.mana = min(int(table.rules.mana_limit), int(me.mana) + n)
    note(g, j.J_MANA, p, hero_of(p), 0, 0, n)


@compiled
def _set_hero(g: Record, table: Record, f: Record, p: int, card: int) -> None:
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
    note(g, j.J_HERO, p, hero_of(p), card, 0, 0)


@compiled
def _copy_from_hand(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Add copies of random cards in p's hand to the hand of the effect's player."""
    for _ in range(ins.amount):
        them = g.players[p]
        if them.n_hand:
            ask_hand(g, p)
            add_to_hand(g, table, f.controller, int(them.hand[random_below(g, int(them.n_hand))].card), 0)


@compiled
def _copy_from_deck(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Add copies of different random cards in p's deck to the hand of the effect's player."""
    them = g.players[p]
    picked = -1
    for _ in range(min(int(ins.amount), int(them.n_deck))):
        ask(g, chances.ASK_DECK, p)
        for i in range(them.n_deck):
            if i != picked:
                offer_from_deck(g, p, i)
        k = random_below(g, them.n_deck - (1 if picked >= 0 else 0))
        if picked >= 0 and k >= picked:
            k += 1
        picked = k
        add_to_hand(g, table, f.controller, int(them.deck[k]), 0)


@compiled
def _summon_from_deck(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Summon a copy of a random minion in p's deck, or the card that the instruction gives for want of one."""
    place = pick_in_deck(g, table, p, ANY_MINION)
    card = int(ins.card) if place < 0 else int(g.players[p].deck[place])
    summon(g, table, f.controller, card, g.players[f.controller].n_minions + 1)


@compiled
def swap_with_hand(g: Record, table: Record, f: Record) -> None:
    """The source goes to its player's hand, and a random minion from there takes its place.

    An ability that somebody attached can be of the other player, in whose hand the source has no place.
    """
    if not is_minion_in_play(f.source) or player_of(f.source) != f.controller:
        return
    me = g.players[f.controller]
    n = 0
    ask(g, chances.ASK_HAND, f.controller)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == c.MINION:
            offer(g, i, me.hand[i].card)
            n += 1
    if n == 0:
        return
    k = random_below(g, n)
    for i in range(me.n_hand):
        if table.cards[me.hand[i].card].type == c.MINION:
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
def _change_hands(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Do a step about the cards of a player."""
    op = ins.op
    times = multiplier(g, table, f, ins, NOBODY)
    if op == c.OP_DISCARD:
        discard_random(g, p, int(ins.amount) * times)
    elif op == c.OP_ADD:
        for _ in range(min(int(ins.amount) * times, MAX_DECK)):  # a hand is full long before
            add_to_hand(g, table, p, random_card(g, table, ins, p), 0)
    elif op == c.OP_SHUFFLE:
        for _ in range(min(int(ins.amount) * times, MAX_DECK)):
            shuffle_in(g, p, random_card(g, table, ins, p))
    elif op == c.OP_COPY_FROM_HAND:
        _copy_from_hand(g, table, f, ins, p)
    elif op == c.OP_COPY_FROM_DECK:
        _copy_from_deck(g, table, f, ins, p)
    elif op == c.OP_SUMMON_FROM_DECK:
        _summon_from_deck(g, table, f, ins, p)
    else:
        meet_unknown(g)


@compiled
def change_player(g: Record, table: Record, f: Record, ins: Record, p: int) -> None:
    """Do a step about a player."""
    op = ins.op
    me = g.players[p]
    if op == c.OP_EQUIP:
        equip(g, table, p, random_card(g, table, ins, p))
    elif op == c.OP_CHANGE_WEAPON:
        _change_weapon(g, table, f, ins, p)
    elif op == c.OP_DESTROY_WEAPON:
        lose_weapon(g, table, p)
    elif op == c.OP_GAIN_MANA:
        _gain_mana(g, table, p, ins.amount)
    elif op == c.OP_GAIN_CRYSTALS:
        _gain_crystals(g, table, p, ins)
    elif op == c.OP_ARMOR:
        gained = int(ins.amount) * multiplier(g, table, f, ins, NOBODY)
        me.armor = limited(me.armor + gained)
        note(g, j.J_ARMOR, p, hero_of(p), 0, 0, gained)
    elif op == c.OP_SET_POWER:
        me.power = random_card(g, table, ins, p)
        me.power_used = 0
        note(g, j.J_NEW_POWER, p, hero_of(p), me.power, 0, 0)
    elif op == c.OP_SET_HERO:
        _set_hero(g, table, f, p, random_card(g, table, ins, p))
    elif op == c.OP_DESTROY_SECRETS:
        is_random = ins.amount != c.ALL_OF_IT
        n = int(ins.amount) if is_random else int(me.n_secrets)
        for _ in range(min(n, int(me.n_secrets))):
            if is_random:
                ask(g, chances.ASK_SECRET, p)
                for i in range(me.n_secrets):
                    offer(g, i, me.secrets[i])
            card = remove_secret(g, p, random_below(g, int(me.n_secrets)) if is_random else 0)
            note(g, j.J_SECRET_GONE, p, hero_of(p), card, 0, 0)
    else:
        _change_hands(g, table, f, ins, p)


@compiled
def _added(change: int, amount: int) -> int:
    """Two cost changes as one. What is free stays free."""
    if change == FREE or amount == FREE:
        return FREE
    return max(-MAX_COST_CHANGE, min(MAX_COST_CHANGE, int(change) + amount))


@compiled
def _change_next(me: Record, cards: int, amount: int) -> None:
    """The next card of a kind costs more or less."""
    if cards == c.CARD_ANY:
        me.next_card = _added(me.next_card, amount)
    elif cards == c.CARD_MINION:
        me.next_minion = _added(me.next_minion, amount)
    elif cards == c.CARD_WEAPON:
        me.next_weapon = _added(me.next_weapon, amount)
    elif cards == c.CARD_SPELL:
        me.next_spell = _added(me.next_spell, amount)
    elif amount == FREE:
        me.next_secret_free = 1
    else:
        me.next_secret = _added(me.next_secret, amount)


@compiled
def _change_all(me: Record, cards: int, amount: int) -> None:
    """All cards of a kind cost more or less."""
    if cards & c.CARD_MINION:
        me.all_minions = _added(me.all_minions, amount)
    if cards & c.CARD_WEAPON:
        me.all_weapons = _added(me.all_weapons, amount)
    if cards & c.CARD_SECRET:
        me.all_secrets = _added(me.all_secrets, amount)
    if cards & c.CARD_SPELL:
        if amount == FREE:
            me.free_spells = 1
        else:
            me.all_spells = _added(me.all_spells, amount)


@compiled
def next_cost(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Change the cost of your next card of a kind in your turn, or of all such cards of the opponent."""
    amount = FREE if ins.amount2 else int(ins.amount) * multiplier(g, table, f, ins, NOBODY)
    if ins.whose & c.YOU and g.current == f.controller:
        _change_next(g.players[f.controller], ins.cards, amount)
    if ins.whose & c.OPPONENT:
        _change_all(g.players[1 - f.controller], ins.cards, amount)


@compiled
def _may_choose(g: Record, p: int) -> bool:
    """Can cards be laid open for p? Only in the own turn, and not while another choice is open."""
    return g.n_look == 0 and g.current == p


@compiled
def discover(g: Record, table: Record, f: Record, ins: Record) -> None:
    """Lay three cards of a pool open for a choice; where there can be none, one of them comes to hand at random."""
    p = int(f.controller)
    if not _may_choose(g, p):
        add_to_hand(g, table, p, random_of_pool(g, table, ins, p, 0), 0)
        return
    n = 0
    while n < DISCOVERED:
        card = random_of_pool(g, table, ins, p, n)
        if card == 0:
            break
        g.look[n] = card
        n += 1
    if n:
        g.n_look = n
        g.look_player = p
        g.look_kind = LOOK_AT_DISCOVERY
        note(g, j.J_DISCOVER, p, NOBODY, 0, 0, n)


@compiled
def look(g: Record, f: Record, ins: Record) -> None:
    """Lay the top cards open for a choice; they leave the deck. There is one choice at a time, of whose turn it is."""
    me = g.players[f.controller]
    n = min(int(ins.amount), int(me.n_deck), len(g.look))
    if n == 0 or not _may_choose(g, f.controller):
        return
    for i in range(n):
        g.look[i] = take_from_deck(g, f.controller, me.n_deck - 1)
    g.n_look = n
    g.look_player = f.controller
    note(g, j.J_LOOK, f.controller, NOBODY, 0, 0, n)
