"""How a search that learns sees the cards of a metagame: which match-up has how many copies of what may change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evometa.balance.space import Gene
from evometa.cards.decks.deck import Deck
from evometa.cards.decks.reach import reach_of_cards, reach_of_deck
from evometa.metagame.metagames import Metagame
from evometa.search.learning.design import Design, Kind
from evometa.search.learning.loss import pairs_of

# What a point is expected to do, by attribute, before any game; of numbers inside effects nothing is known.
KINDS = {
    "cost": Kind(effect=-0.08, worth=-1.5),
    "attack": Kind(effect=0.06, worth=1.0),
    "health": Kind(effect=0.06, worth=1.0),
    "durability": Kind(effect=0.06, worth=1.0),
}
INSIDE = Kind(effect=0.0, worth=0.0)


def make_design(metagame: Metagame, genes: Sequence[Gene], n_pilots: int = 1) -> Design:
    """The design for genes, with the match-ups of each pilot one after the other."""
    cards = list(dict.fromkeys(gene.card_id for gene in genes))
    names = list(KINDS)
    copies = np.array([_count_copies(metagame, deck, cards) for deck in metagame.decks], np.int64)
    pairs = pairs_of(len(metagame.decks))
    return Design(
        copies=np.tile([copies[i] - copies[j] for i, j in pairs], (n_pilots, 1)),
        is_there=np.tile([(copies[i] > 0) | (copies[j] > 0) for i, j in pairs], (n_pilots, 1)),
        group_of=np.array([cards.index(gene.card_id) for gene in genes], np.int64),
        kind_of=np.array([names.index(gene.attribute) if gene.attribute in KINDS else len(names) for gene in genes]),
        kinds=(*KINDS.values(), INSIDE),
        kin_of=np.tile(np.arange(len(pairs)), n_pilots),
    )


def _count_copies(metagame: Metagame, deck: Deck, cards: Sequence[str]) -> list[int]:
    """How many copies of each card a deck has; for one that only others bring, how many of those it has."""
    card_set = metagame.patched_cards
    own = list(deck.card_ids(card_set))
    reached = reach_of_deck(deck, card_set, metagame.rules)
    return [own.count(card) or (card in reached and _count_bringers(metagame, own, card)) for card in cards]


def _count_bringers(metagame: Metagame, own: Sequence[str], card: str) -> int:
    """How many cards of a deck bring another card; at least one, as the hero may."""
    return max(1, sum(card in reach_of_cards([each], metagame.patched_cards) for each in own))
