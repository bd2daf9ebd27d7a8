"""Guides: cards count by their place in their own deck."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from tests.unit.balance.planted_cards import BOW, META, RHINO, WISP, WOLF

from evometa.balance.space_files import make_space
from evometa.experiments.balance.guide import rank_cards, weigh_genes
from evometa.experiments.balance.results import DeckCards, Guide
from evometa.experiments.nerfs.results import ScannedCard
from evometa.matches.inference import UNKNOWN, Estimate


def deck(win_rate: float, **values: float) -> DeckCards:
    cards = [
        ScannedCard(card, card, 10, 5, wrd=Estimate.exactly(value), wrp=UNKNOWN, wrn=Estimate.exactly(value))
        for card, value in values.items()
    ]
    return DeckCards("any", win_rate, tuple(cards))


def test_the_highest_wrd_comes_first_and_the_lowest_wrn() -> None:
    decks = [deck(0.5, a=0.4, b=0.6, c=nan)]
    assert rank_cards(decks, "wrd") == pytest.approx({"b": 1, "a": 2 / 3, "c": 1 / 3})
    assert rank_cards(decks, "wrn") == pytest.approx({"a": 1, "b": 2 / 3, "c": 1 / 3})


def test_a_card_of_two_decks_counts_by_its_best_place() -> None:
    ranks = rank_cards([deck(0.5, a=0.6, b=0.5), deck(0.5, b=0.2, c=0.1)], "wrd")
    assert ranks == {"a": 1, "b": 1, "c": 0.5}


def test_of_the_same_place_the_deck_farthest_from_even_comes_first() -> None:
    decks = [deck(0.55, a=0.6), deck(0.1, b=0.1), deck(nan, c=0.5)]
    assert list(rank_cards(decks, "wrd")) == ["b", "a", "c"]


def test_genes_have_the_weight_of_their_card() -> None:
    space = make_space(META, {"only": [WOLF, RHINO, WISP, BOW, "cost", "attack"]})
    cards = {WOLF: 0.9, RHINO: 0.8, WISP: 0.7, BOW: 0.6}
    guide = Guide("wrd", 0, (deck(0.8, **cards),))
    weights = weigh_genes(guide, space)
    for gene, weight in zip(space.genes, weights, strict=True):
        assert weight == 1 - list(cards).index(gene.card_id) / 4
    only = weigh_genes(guide, space, top=2)
    assert {space.genes[i].card_id for i in np.flatnonzero(only)} == {WOLF, RHINO}
    assert set(only.tolist()) == {0.0, 1.0}


def test_top_cards_that_may_not_change_are_passed_over() -> None:
    space = make_space(META, {"only": [RHINO, "cost"]})
    guide = Guide("wrd", 0, (deck(0.8, **{WOLF: 0.9, RHINO: 0.8}),))
    assert weigh_genes(guide, space, top=1).tolist() == [1.0]
