"""Cards in hand and deck: costs, drawing, discarding, adding."""

from evometa.games.compiled.compiling import compiled, inlined
from evometa.games.hearthstone.cards.compiling.sizes import MAX_CURVE, MAX_STAT
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.engine.kernel.board import remove_slot
from evometa.games.hearthstone.engine.kernel.characters import all_matches
from evometa.games.hearthstone.engine.kernel.damage import deal_damage, destroy
from evometa.games.hearthstone.engine.state import journal as j
from evometa.games.hearthstone.engine.state.chances import (
    ASK_DECK,
    ask,
    ask_hand,
    ask_number,
    offer_from_deck,
    random_below,
)
from evometa.games.hearthstone.engine.state.journal import note
from evometa.games.hearthstone.engine.state.records import FREE, LOOK_AT_DECK, NOBODY, Record
from evometa.games.hearthstone.engine.state.references import count_bits, hero_of, player_of, slot_of

ANY_MINION = -1  # in place of a race


@compiled
def crystals_in(table: Record, me: Record, turn: int) -> int:
    """The crystals of a player in a turn that begins."""
    step = int(table.rules.mana_steps[min((turn - 1) // 2, MAX_CURVE - 1)])
    return min(int(table.rules.mana_limit), int(me.max_mana) + step)


@compiled
def card_kinds(card: Record) -> int:
    """What a card is, as CARD_ bits."""
    kinds = 0
    if card.type == c.MINION:
        kinds = c.CARD_MINION
    elif card.type == c.SPELL:
        kinds = c.CARD_SPELL
    elif card.type == c.WEAPON:
        kinds = c.CARD_WEAPON
    if card.secret:
        kinds |= c.CARD_SECRET
    if card.overload:
        kinds |= c.CARD_OVERLOAD
    return kinds


@compiled
def _is_held_kind(each: Record, card: Record) -> bool:
    """Is a card of the kind, and of the tribe, that PER_HAND_KIND counts?"""
    return card_kinds(card) & each.kinds != 0 and (each.race == 0 or card.race == each.race)


@compiled
def count_in_hand(g: Record, table: Record, p: int, each: Record) -> int:
    """How many cards in p's hand are of a kind."""
    me = g.players[p]
    n = 0
    for i in range(me.n_hand):
        if _is_held_kind(each, table.cards[me.hand[i].card]):
            n += 1
    return n


@compiled
def _own_cost_change(g: Record, table: Record, p: int, card: Record) -> int:
    """How a card's own text changes its cost in hand."""
    me = g.players[p]
    n = 0
    if card.cost_quantity == c.PER_CHARACTER:
        n = count_bits(all_matches(g, table, card.cost_each, p, NOBODY))
    elif card.cost_quantity == c.PER_HAND_CARD:
        n = me.n_hand - card.cost_each.other
    elif card.cost_quantity == c.PER_HERO_DAMAGE:
        n = int(me.board[0].damage)
    elif card.cost_quantity == c.PER_WEAPON_ATTACK:
        n = max(0, int(me.weapon.attack) + me.weapon.aura_attack)
    elif card.cost_quantity == c.PER_HAND_KIND:
        n = count_in_hand(g, table, p, card.cost_each)
        if card.cost_each.other and _is_held_kind(card.cost_each, card):
            n -= 1
    return int(card.cost_step) * n


@inlined
def _amount_of(change: int) -> int:
    """What a cost change adds to a cost."""
    return -MAX_STAT if change == FREE else int(change)


@inlined
def _change_for_turn(me: Record, card: Record) -> int:
    """What effects add to the cost of a card in this turn, as the next card of its kind or as one of all."""
    change = _amount_of(me.next_card)
    if card.type == c.MINION:
        return change + _amount_of(me.next_minion) + _amount_of(me.all_minions)
    if card.type == c.WEAPON:
        return change + _amount_of(me.next_weapon) + _amount_of(me.all_weapons)
    if card.secret:
        change += _amount_of(me.next_secret) + _amount_of(me.all_secrets)
        if me.next_secret_free:
            change -= MAX_STAT
    if me.free_spells:
        change -= MAX_STAT
    return change + _amount_of(me.next_spell) + _amount_of(me.all_spells)


@compiled
def card_cost(g: Record, table: Record, p: int, i: int) -> int:
    """What the i-th card in hand costs now."""
    me = g.players[p]
    held = me.hand[i]
    card = table.cards[held.card]
    cost = int(card.cost) + int(held.cost) + _change_for_turn(me, card)
    if card.cost_step:
        cost += _own_cost_change(g, table, p, card)
    if card.type == c.MINION:
        cost += me.minion_cost
        if me.minion_discount and cost > me.discount_floor:
            cost = max(cost + me.minion_discount, int(me.discount_floor))
    elif card.type == c.SPELL:
        cost += me.spell_cost
        if me.aura_free_spells:
            return 0
    elif card.type == c.WEAPON:
        cost += me.weapon_cost
    return max(0, cost)


@inlined
def use_up_changes(me: Record, card: Record) -> None:
    """A card is played: what effects said of the next card of its kind holds no longer."""
    me.next_card = 0
    if card.type == c.MINION:
        me.next_minion = 0
    elif card.type == c.WEAPON:
        me.next_weapon = 0
    else:
        me.next_spell = 0
        if card.secret:
            me.next_secret = 0
            me.next_secret_free = 0


@compiled
def end_changes(me: Record) -> None:
    """The player's turn ends, and with it all that effects said of costs."""
    me.next_card = 0
    me.next_minion = 0
    me.next_weapon = 0
    me.next_spell = 0
    me.next_secret = 0
    me.next_secret_free = 0
    me.all_minions = 0
    me.all_weapons = 0
    me.all_spells = 0
    me.free_spells = 0
    me.all_secrets = 0


@compiled
def power_cost(g: Record, table: Record, p: int) -> int:
    return max(0, int(table.cards[g.players[p].power].cost))


@compiled
def take_from_hand(g: Record, p: int, i: int) -> None:
    """Remove the i-th card from hand; the others close up."""
    me = g.players[p]
    for k in range(i, me.n_hand - 1):
        me.hand[k] = me.hand[k + 1]
    me.n_hand -= 1
    last = me.hand[me.n_hand]
    last.card = 0
    last.cost = 0
    last.attack = 0
    last.health = 0


@compiled
def put_in_hand(g: Record, table: Record, p: int, card: int, cost: int) -> bool:
    """Put a card into hand if there is room; says whether there was."""
    me = g.players[p]
    if me.n_hand >= table.rules.hand_limit:
        return False
    held = me.hand[me.n_hand]
    held.card = card
    held.cost = cost
    held.attack = 0
    held.health = 0
    me.n_hand += 1
    return True


@compiled
def add_to_hand(g: Record, table: Record, p: int, card: int, cost: int) -> None:
    """Give a player a card that is not from the deck; a full hand loses it."""
    if card <= 0:  # no card of the kind exists, or the player has not seen it
        return
    if put_in_hand(g, table, p, card, cost):
        note(g, j.J_ADD, p, NOBODY, card, 0, 0)
    else:
        note(g, j.J_BURN, p, NOBODY, card, 0, 0)


@compiled
def take_from_deck(g: Record, p: int, i: int) -> int:
    """Remove the i-th card of the deck and return it."""
    me = g.players[p]
    card = int(me.deck[i])
    for k in range(i, me.n_deck - 1):
        me.deck[k] = me.deck[k + 1]
    me.n_deck -= 1
    me.deck[me.n_deck] = 0
    return card


@compiled
def _keep_or_burn(g: Record, table: Record, p: int, card: int) -> int:
    """A card from the deck goes to hand; a full hand burns it. Returns the card either way."""
    is_kept = put_in_hand(g, table, p, card, 0)
    note(g, j.J_DRAW if is_kept else j.J_BURN, p, NOBODY, card, 0, 0)
    return card


@compiled
def take_choice(g: Record, table: Record, p: int, chosen: int) -> None:
    """Give p the chosen card of those laid open. The others of a deck are discarded."""
    for i in range(g.n_look):
        card = int(g.look[i])
        g.look[i] = 0
        if i == chosen:
            note(g, j.J_CHOOSE, p, NOBODY, card, 0, 0)
            if g.look_kind == LOOK_AT_DECK:
                _keep_or_burn(g, table, p, card)
            else:
                add_to_hand(g, table, p, card, 0)
        elif g.look_kind == LOOK_AT_DECK:
            note(g, j.J_DISCARD, p, NOBODY, card, 0, 0)
    g.n_look = 0
    g.look_player = 0
    g.look_kind = 0


@compiled
def shuffle_in(g: Record, p: int, card: int) -> None:
    """Put a card at a random place of p's deck; a full deck has no room for it."""
    me = g.players[p]
    if card <= 0 or me.n_deck >= len(me.deck):
        return
    ask_number(g, 0, me.n_deck + 1)
    place = me.n_deck - random_below(g, me.n_deck + 1)  # the outcome is the number of cards above it
    for k in range(me.n_deck, place, -1):
        me.deck[k] = me.deck[k - 1]
    me.deck[place] = card
    me.n_deck += 1
    note(g, j.J_SHUFFLE, p, NOBODY, card, 0, 0)


@compiled
def draw(g: Record, table: Record, p: int) -> int:
    """Draw a card, or suffer fatigue from an empty deck. Returns the card (a burned one too), or 0."""
    me = g.players[p]
    if me.n_deck == 0:
        amount = int(table.rules.first_fatigue) + int(me.fatigue) * int(table.rules.fatigue_step)
        me.fatigue = min(MAX_STAT, int(me.fatigue) + 1)
        note(g, j.J_FATIGUE, p, hero_of(p), 0, 0, amount)
        deal_damage(g, table, NOBODY, hero_of(p), amount)
        return 0
    return _keep_or_burn(g, table, p, take_from_deck(g, p, me.n_deck - 1))


@inlined
def _is_wanted(card: Record, race: int) -> bool:
    return bool(card.type == c.MINION if race == ANY_MINION else card.race == race)


@compiled
def pick_in_deck(g: Record, table: Record, p: int, race: int) -> int:
    """The place in p's deck of a random card of the race, or of any minion (ANY_MINION); -1 if there is none."""
    me = g.players[p]
    n = 0
    ask(g, ASK_DECK, p)
    for i in range(me.n_deck):
        if _is_wanted(table.cards[me.deck[i]], race):
            offer_from_deck(g, p, i)
            n += 1
    if n:
        k = random_below(g, n)
        for i in range(me.n_deck):
            if _is_wanted(table.cards[me.deck[i]], race):
                if k == 0:
                    return i
                k -= 1
    return -1


@compiled
def draw_race(g: Record, table: Record, p: int, race: int) -> int:
    """Draw a random card of the race from the deck, if there is one. Returns the card, or 0."""
    place = pick_in_deck(g, table, p, race)
    return 0 if place < 0 else _keep_or_burn(g, table, p, take_from_deck(g, p, place))


@compiled
def _discard(g: Record, p: int, i: int) -> None:
    note(g, j.J_DISCARD, p, NOBODY, g.players[p].hand[i].card, 0, 0)
    take_from_hand(g, p, i)


@compiled
def discard_random(g: Record, p: int, n: int) -> None:
    """Discard n random cards; a negative n means the whole hand."""
    me = g.players[p]
    if n < 0:
        while me.n_hand:
            _discard(g, p, me.n_hand - 1)
        return
    for _ in range(n):
        if me.n_hand:
            ask_hand(g, p)
            _discard(g, p, random_below(g, int(me.n_hand)))


@compiled
def return_to_hand(g: Record, table: Record, ref: int, cost: int) -> None:
    """A minion goes back to the hand of its player as a fresh card; if that is full, it dies."""
    p = player_of(ref)
    card = int(g.players[p].board[slot_of(ref)].card)
    if put_in_hand(g, table, p, card, cost):
        note(g, j.J_RETURN, p, ref, card, 0, cost)
        remove_slot(g, p, slot_of(ref), NOBODY)
    else:
        destroy(g, ref)
