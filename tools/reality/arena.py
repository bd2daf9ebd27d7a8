"""Does the worth of cards in random decks agree with what experts thought of them in drafted ones?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from tools.reality.card_scores import CardScores
from tools.reality.rank_statistics import correlate_ranks, rank_within

from evometa.matches.inference import Estimate

NEUTRAL = "neutral"
SEED = 1  # of the bootstrap


@dataclass(frozen=True)
class Agreement:
    """Rank correlations of the simulation and the experts."""

    title: str
    n_cards: int
    all_cards: Estimate
    neutral: Estimate
    across_classes: Estimate  # of class cards, all in one order
    within_classes: Estimate  # of class cards, by their ranks within their class


@dataclass(frozen=True)
class Difference:
    """Where a card stands, from 0 for the lowest to 1 for the highest of the cards that both know."""

    card: str
    klass: str
    expert_rank: float
    ranks: tuple[float, ...]  # in each of the simulation's orders
    is_changed: bool  # our pool has another version of it than the experts had


def compare(found: CardScores, experts: Mapping[str, float]) -> Agreement:
    """How well one order of the simulation agrees with the experts."""
    cards = common_cards([found], experts)
    groups = np.array(found.groups(cards))
    ours, theirs = found.of(cards), np.array([experts[card] for card in cards])
    of_class = groups != NEUTRAL
    own = groups[of_class].tolist()
    within = rank_within(ours[of_class], own), rank_within(theirs[of_class], own)
    return Agreement(
        found.title,
        len(cards),
        correlate_ranks(ours, theirs, SEED),
        correlate_ranks(ours[~of_class], theirs[~of_class], SEED),
        correlate_ranks(ours[of_class], theirs[of_class], SEED),
        correlate_ranks(*within, SEED),
    )


def find_differences(
    found: Sequence[CardScores], experts: Mapping[str, float], changed: set[str], n: int
) -> tuple[list[Difference], list[Difference]]:
    """The cards that the first order has highest above the experts, and those lowest below."""
    cards = common_cards(found, experts)
    whole = [""] * len(cards)  # one group
    theirs = rank_within([experts[card] for card in cards], whole)
    ours = np.array([rank_within(each.of(cards), whole) for each in found])
    order = np.argsort(theirs - ours[0], kind="stable")

    def describe(i: int) -> Difference:
        card = cards[i]
        return Difference(card, found[0].classes[card], float(theirs[i]), tuple(ours[:, i].tolist()), card in changed)

    return [describe(int(i)) for i in order[:n]], [describe(int(i)) for i in order[::-1][:n]]


def correlate_orders(found: Sequence[CardScores]) -> list[list[float]]:
    """The rank correlations among the simulation's own orders."""
    cards = common_cards(found, found[0].scores)
    ranks = [rank_within(each.of(cards), [""] * len(cards)) for each in found]
    return [[float(value) for value in row] for row in np.atleast_2d(np.corrcoef(ranks))]


def common_cards(found: Sequence[CardScores], experts: Mapping[str, float]) -> list[str]:
    """The cards that all know."""
    return [card for card in found[0].scores if card in experts and all(card in each.scores for each in found)]
