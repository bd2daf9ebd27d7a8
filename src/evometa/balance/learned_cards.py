"""How a search that learns sees the cards of a metagame: what each could become, and which match-up has what of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np

from evometa.balance.objectives import Candidate, Objective
from evometa.balance.space import BalanceSpace, Gene, Ints
from evometa.games.decks.deck import Deck
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame
from evometa.search.learning.choices import Choices, Group, stack_groups
from evometa.search.learning.design import Design, Kind
from evometa.search.learning.loss import pairs_of

MOST_VECTORS = 5_000  # of one card
# What a point is expected to do before any game; of numbers inside effects nothing is known.
COST, STRENGTH = Kind(effect=-0.08, worth=-1.5), Kind(effect=0.06, worth=1.0)
INSIDE = Kind(effect=0.0, worth=0.0)


# --- every legal change of each card, listed ------------------------------------------------------


def list_choices(space: BalanceSpace, size: Objective) -> Choices:
    """All legal changes of all cards; `size` is known without games, and that of a patch is the sum over its cards."""
    return stack_groups([_list_card(space, card, size) for card in range(len(space.cards))])


def _list_card(space: BalanceSpace, card: int, size: Objective) -> Group:
    genes, nothing, game = np.flatnonzero(space.card_of == card), np.zeros(0), space.card_set.game
    genomes = _list_genomes(space, genes)
    sizes = np.array(
        [size.measure(Candidate(nothing, nothing, nothing, space.patch_of(each), game)) for each in genomes]
    )
    order = np.argsort(sizes, kind="stable")
    return Group(genes, genomes[order][:, genes], sizes[order])


def _list_genomes(space: BalanceSpace, genes: Ints) -> Ints:
    """[v, n]: the legal changes of the genes of a card: those that `BalanceSpace.repair` leaves as they are."""
    ranges = [range(int(space.lowest[gene]), int(space.highest[gene]) + 1) for gene in genes]
    if (n := prod(map(len, ranges))) > MOST_VECTORS:
        numbers = ", ".join(space.genes[gene].attribute for gene in genes)
        raise InputError(
            f"{space.genes[genes[0]].card} could change in {n:,} ways ({numbers}), but the algorithm 'model' looks at "
            f"{MOST_VECTORS:,} of a card at most; narrow its ranges, lock some of its numbers, or take nsga2"
        )
    genomes = np.zeros((n, len(space)), np.int64)
    genomes[:, genes] = list(product(*ranges))
    return np.asarray(genomes[(space.repair(genomes) == genomes).all(axis=1)])


# --- how many copies of what may change -----------------------------------------------------------


def make_design(metagame: Metagame, genes: Sequence[Gene], n_players: int = 1) -> Design:
    """The design for genes, with the match-ups of each player one after the other."""
    cards = list(dict.fromkeys(gene.card_id for gene in genes))
    names = metagame.game.attributes
    copies = np.array([_count_copies(metagame, deck, cards) for deck in metagame.decks], np.int64)
    pairs = pairs_of(len(metagame.decks))
    return Design(
        copies=np.tile([copies[i] - copies[j] for i, j in pairs], (n_players, 1)),
        is_there=np.tile([(copies[i] > 0) | (copies[j] > 0) for i, j in pairs], (n_players, 1)),
        group_of=np.array([cards.index(gene.card_id) for gene in genes], np.int64),
        kind_of=np.array([names.index(gene.attribute) if gene.attribute in names else len(names) for gene in genes]),
        kinds=(*(COST if name == "cost" else STRENGTH for name in names), INSIDE),
        kin_of=np.tile(np.arange(len(pairs)), n_players),
    )


def _count_copies(metagame: Metagame, deck: Deck, cards: Sequence[str]) -> list[int]:
    """How many copies of each card a deck has; for one that only others bring, how many of those it has."""
    card_set = metagame.patched_cards
    own = list(deck.card_ids(card_set))
    reached = metagame.game.reach_of_deck(deck, card_set, metagame.rules)
    return [own.count(card) or (card in reached and _count_bringers(metagame, own, card)) for card in cards]


def _count_bringers(metagame: Metagame, own: Sequence[str], card: str) -> int:
    """How many cards of a deck bring another card; at least one, as the hero may."""
    return max(1, sum(card in metagame.game.reach_of_cards([each], metagame.patched_cards) for each in own))
