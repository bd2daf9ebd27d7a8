"""What cards can bring about: those that may turn up in a game, given those that it starts with.

A card brings what its instructions name: what it summons, equips, adds to a hand or turns others into, by name or at
random from a pool; further its options, and the power of a hero. Copies of what is there already bring nothing new, and
cards that are only compared with, as in "all characters except Ysera", are not brought. All is read from the compiled
card, because that is what the engine sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

import numpy as np

from evometa.games.cards import Card, CardSet, Roster
from evometa.games.decks.deck import Deck
from evometa.games.hearthstone.cards.compiling import table as t
from evometa.games.hearthstone.cards.compiling.lowering import lower_card
from evometa.games.hearthstone.cards.language import codes as c
from evometa.games.hearthstone.cards.language.vocabulary import CLASSES
from evometa.games.hearthstone.cards.rules import Rules


def reach_of_deck(deck: Deck, card_set: CardSet, rules: Rules) -> frozenset[str]:
    """The ids of all cards that can turn up because of a deck: hero, power and what the second player gets too.

    When two decks meet, what can turn up is what either of them reaches, and nothing else.
    """
    klass = CLASSES[deck.klass].code
    heroes = (card.id for card in card_set if card.definition.type == c.HERO and card.definition.klass == klass)
    hero = islice(heroes, 1)  # the first of the class; later ones are what cards turn a hero into
    extra = [rules.second_gets] if rules.second_gets else []
    return reach_of_cards((*deck.card_ids(card_set), *hero, *extra), card_set)


def reach_of_cards(cards: Iterable[str], card_set: CardSet) -> frozenset[str]:
    """The ids of these cards (names or ids), of all that they can bring, of what that can bring, and so on."""
    found = {card_set.index_of(card) for card in cards}
    fresh = set(found)
    while fresh:
        fresh = {other for i in fresh for other in _brought_by(card_set.cards[i - 1], card_set.roster)} - found
        found |= fresh
    return frozenset(card_set.roster.ids[i - 1] for i in found)


@lru_cache(maxsize=4096)
def _brought_by(card: Card, roster: Roster) -> frozenset[int]:
    """The table indices of the cards that a card brings by itself."""
    unit = lower_card(card, roster)
    record = np.frombuffer(unit.record, t.Card)[0]
    code = np.frombuffer(unit.code, t.Instruction)
    pools = (index for pool in unit.pools for index in pool)
    indices = {int(record["power"]), *record["options"].tolist(), *code["card"].tolist(), *pools}
    return frozenset(index for index in indices if index > 0)  # the others mean no card
