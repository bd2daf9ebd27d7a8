"""How much a metagame has to offer: how many decks can be played in it, how different they are, and with which cards.

A deck is viable in one of two senses, which need not agree. By its win rate: against the metagame as it stands, it wins
about half of its games; a deck that wins far more is out, too, because it drives others away. In the equilibrium: it
still has a share when everybody chooses as well as possible. Distances and cards are known exactly for given shares;
games decide only what the shares of the equilibrium are.

Arrays over decks have the shape [n], over pairs of decks [n, n]. What depends on an unknown win rate is NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from evometa.games.cards import Card
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import Ints, count_shared
from evometa.input.stored import Stored
from evometa.matches.inference import UNKNOWN, Estimate, Estimates, middle
from evometa.metagame.equilibrium import draw_nash, nash
from evometa.metagame.evidence import Evidence, Floats

if TYPE_CHECKING:
    from evometa.metagame.model import Metagame

WITHIN = 0.05  # that the win rate of a viable deck may be away from one half
LEAST_SHARE = 0.01  # of the equilibrium, below which a deck counts as not played: for fewer than a hundred decks
DIGITS = 12  # of win rates and shares: what differs less is rounding


# --- viable decks ---------------------------------------------------------------------------------


def are_even(win_rates: ArrayLike) -> Floats:
    """[n]: 1 for each deck whose win rate is at most `WITHIN` from 0.5, 0 for the others."""
    return _are_between(win_rates, 0.5 - WITHIN, 0.5 + WITHIN)


def are_played(shares: ArrayLike) -> Floats:
    """[n]: 1 for each deck that has at least `LEAST_SHARE`, 0 for the others."""
    return _are_between(shares, LEAST_SHARE, np.inf)


@dataclass(frozen=True)
class Viable(Stored):
    """Which decks are viable, and how many that are: as measured, surely, and at most. None is what is not known."""

    decks: int | None
    low: int
    high: int
    is_viable: tuple[bool | None, ...]
    is_sure: tuple[bool, ...]


def judge_win_rates(win_rates: Estimates) -> Viable:
    """Which decks are viable by their win rates [n].

    It is sure of those whose whole interval is near enough to 0.5, or too far away. Few games make few decks sure.
    Intervals are meant one at a time, as those they are from.
    """
    return _judge(win_rates, 0.5 - WITHIN, 0.5 + WITHIN)


def judge_shares(shares: Estimates) -> Viable:
    """Which decks are viable in the equilibrium that has these shares; read as `judge_win_rates`."""
    return _judge(shares, LEAST_SHARE, np.inf)


def _judge(estimate: Estimates, low: float, high: float) -> Viable:
    """Whether each number is in the range. An estimate that fell out of its own interval is never sure to be."""
    value = _are_between(estimate.value, low, high)
    surely = np.fmin(_are_between(estimate.low, low, high) * _are_between(estimate.high, low, high), value)
    at_most = np.fmax(_are_between(estimate.low, -np.inf, high) * _are_between(estimate.high, low, np.inf), value)
    return Viable(
        decks=None if np.isnan(value).any() else int(value.sum()),
        low=int(surely.sum()),
        high=int(at_most.sum()),
        is_viable=tuple(None if np.isnan(one) else bool(one) for one in value),
        is_sure=tuple((surely == at_most).tolist()),
    )


def _are_between(values: ArrayLike, low: float, high: float) -> Floats:
    """1 for each number in the range, 0 for the others, NaN for what is unknown."""
    numbers = np.round(np.asarray(values, dtype=float), DIGITS)
    is_between = (numbers >= round(low, DIGITS)) & (numbers <= round(high, DIGITS))
    return np.where(np.isnan(numbers), np.nan, is_between)


# --- what is worth playing ------------------------------------------------------------------------


def count_effective(shares: ArrayLike) -> float:
    """How many there would be if all were as common: the exponential of the entropy of shares [n]; NaN if unknown.

    It is 1 if everybody has the same, n if all n are as common, and what is rare hardly counts.
    """
    given = np.asarray(shares, dtype=float)
    played = given[~(given <= 0)]  # what is unknown stays
    return float(np.exp(-np.sum(played * np.log(played))))


def number_classes(decks: Sequence[Deck]) -> tuple[int, ...]:
    """[n]: the class of each deck, by a number; where a game has no classes, all have the same."""
    classes = list(dict.fromkeys(deck.klass for deck in decks))
    return tuple(classes.index(deck.klass) for deck in decks)


def join_shares(shares: ArrayLike, classes: Sequence[int]) -> Floats:
    """[..., classes]: the shares of classes, from those of decks [..., n]."""
    return np.asarray(np.asarray(shares, dtype=float) @ np.eye(max(classes) + 1)[list(classes)])


@dataclass(frozen=True)
class Worth(Stored):
    """How many decks, and how many classes, are worth playing: the effective numbers in the equilibrium."""

    decks: Estimate
    classes: Estimate


def estimate_worth(evidence: Evidence, classes: Sequence[int], seed: int, samples: int = 200) -> Worth:
    """How many decks and classes are worth playing, by the games; the classes of decks are [n]."""
    if not evidence.is_complete:
        return Worth(UNKNOWN, UNKNOWN)
    shares, draws = nash(evidence.win_rate), draw_nash(evidence, samples, seed)
    by_class = join_shares(shares, classes), join_shares(draws, classes)
    return Worth(_count_effective(shares, draws), _count_effective(*by_class))


def _count_effective(shares: Floats, draws: Floats) -> Estimate:
    value = count_effective(shares)
    low, high = map(float, middle(np.array([count_effective(each) for each in draws])))
    return Estimate(value, min(low, value), max(high, value))


# --- distances ------------------------------------------------------------------------------------


def count_copies(metagame: Metagame) -> Ints:
    """[n, m]: how many copies of each card of the metagame's card set are in each deck."""
    cards = metagame.patched_cards
    copies = np.zeros((len(metagame.decks), len(cards)), np.int64)
    for row, deck in zip(copies, metagame.decks, strict=True):
        for card_id in deck.card_ids(cards):
            row[cards.index_of(card_id) - 1] += 1
    return copies


def find_distances(copies: Ints) -> Ints:
    """[n, n]: how many cards of a deck must be replaced to get the other: from 0, the same cards, to a whole deck.

    The decks, given by their copies [n, m], have the same size.
    """
    return np.asarray(copies.sum(axis=1) - count_shared(copies, copies))


def find_overlaps(copies: Ints) -> Floats:
    """[n, n]: which part of a deck's cards the other has as well, copies counted: 0 for none, 1 for the same cards."""
    return np.asarray(count_shared(copies, copies) / copies.sum(axis=1))


def expect_of_pairs(numbers: ArrayLike, shares: ArrayLike) -> float:
    """The expected number [n, n] of two decks that meet, each drawn by its share, mirrors included.

    Of distances, it goes from 0, if all have the same cards, up to (1 - 1/n) times the size of a deck, if n decks
    without a common card are equally common. It is also known as Rao's quadratic entropy.
    """
    weights = np.asarray(shares, dtype=float)
    return float(weights @ np.asarray(numbers, dtype=float) @ weights)


# --- cards that see play --------------------------------------------------------------------------


@dataclass(frozen=True)
class PoolUse(Stored):
    """How many different cards see play. Tokens and banned cards, which no deck may hold, do not count."""

    played: int
    playable: int  # of the classes that the metagame's decks have, and neutral
    pool: int  # of all classes
    part_of_playable: float  # the part of the playable cards that is played, from 0 to 1; NaN if there is none
    part_of_pool: float  # the same of the cards of all classes


def measure_pool_use(metagame: Metagame, copies: Ints) -> PoolUse:
    """How many cards are in one or more of the decks that are played.

    These are given by their copies [k, m], as rows of `count_copies`.
    """
    cards = _find_pool(metagame)
    played = int(copies[:, list(cards)].any(axis=0).sum())
    classes, game = {deck.klass for deck in metagame.decks}, metagame.game
    playable = sum(any(game.may_hold(klass, card) for klass in classes) for card in cards.values())
    parts = (played / known if known else np.nan for known in (playable, len(cards)))
    return PoolUse(played, playable, len(cards), *parts)


def _find_pool(metagame: Metagame) -> dict[int, Card]:
    """The cards that decks may hold, by their place in the card set."""
    banned = metagame.patch.banned if metagame.patch else frozenset()
    return {
        place: card
        for place, card in enumerate(metagame.patched_cards)
        if card.is_collectible and card.id not in banned
    }


# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Diversity(Stored):
    """How diverse a metagame is: with the shares that it has, and with those of the equilibrium."""

    within: float  # that win rates of viable decks may be away from one half
    viable: Viable  # by win rate against the metagame
    least_share: float  # of the equilibrium
    viable_in_nash: Viable  # by share in the equilibrium
    distances: Ints  # [n, n]: cards that must be replaced
    distance: float  # the expected one of two decks that meet, in cards
    distance_in_nash: float  # the same in the equilibrium; NaN if that is not known
    cards: PoolUse  # of the decks that have a share
    cards_in_nash: PoolUse | None  # of the decks that are played in the equilibrium; None if that is not known
    worth: Worth


def estimate_diversity(metagame: Metagame, evidence: Evidence, nash: Estimates, seed: int) -> Diversity:
    """How diverse a metagame is, given its games and the shares [n] of its equilibrium with their intervals.

    Decks are as common as the evidence says. What is said of the equilibrium is that of the measured shares: where it
    is not sure which decks are played in it (`viable_in_nash`), neither are their distance and cards.
    """
    copies, is_known = count_copies(metagame), np.isfinite(nash.value).all()
    distances = find_distances(copies)
    return Diversity(
        within=WITHIN,
        viable=judge_win_rates(evidence.strengths),
        least_share=LEAST_SHARE,
        viable_in_nash=judge_shares(nash),
        distances=distances,
        distance=expect_of_pairs(distances, evidence.shares),
        distance_in_nash=expect_of_pairs(distances, nash.value),
        cards=measure_pool_use(metagame, copies[evidence.shares > 0]),
        cards_in_nash=measure_pool_use(metagame, copies[are_played(nash.value) == 1]) if is_known else None,
        worth=estimate_worth(evidence, number_classes(metagame.decks), seed),
    )
