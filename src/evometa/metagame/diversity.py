"""How much a metagame has to offer: how many decks can be played in it, how different they are, and with which cards.

A deck is viable in one of two senses, which need not agree. By its win rate: against the metagame as it stands, it wins
about half of its games; a deck that wins far more is out, too, because it drives others away. In the equilibrium: it
still has a share when everybody chooses as well as possible. Distances and cards are known exactly for given shares;
games decide only what the shares of the equilibrium are.

Arrays over decks have the shape [n], over pairs of decks [n, n]. What depends on an unknown win rate is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evometa.cards.decks.space import Ints, count_shared
from evometa.cards.decks.space_setup import find_sets
from evometa.cards.model import Card
from evometa.input.errors import Where
from evometa.input.short_repr import short_repr
from evometa.input.stored import Stored
from evometa.metagame.evidence import Estimate, Evidence, Floats
from evometa.metagame.model import Metagame

WITHIN = 0.05  # that the win rate of a viable deck may be away from one half
LEAST_SHARE = 0.01  # of the equilibrium, below which a deck counts as not played: for fewer than a hundred decks
DIGITS = 12  # of win rates and shares: what differs less is rounding


# --- viable decks ---------------------------------------------------------------------------------


def are_even(win_rates: ArrayLike, within: float = WITHIN) -> Floats:
    """[n]: 1 for each deck whose win rate is at most so far from 0.5, 0 for the others."""
    return _are_between(win_rates, 0.5 - within, 0.5 + within)


def are_played(shares: ArrayLike, least: float = LEAST_SHARE) -> Floats:
    """[n]: 1 for each deck that has at least this share, 0 for the others."""
    return _are_between(shares, least, np.inf)


def judge_win_rates(win_rates: Estimate, within: float = WITHIN) -> Estimate:
    """[n]: which decks are viable by their win rates: 1 for those that are, as measured, and 0 for the others.

    The lower end is 1 for those that surely are: their whole interval is near enough to 0.5. The upper end is 0 for
    those that surely are not. Few games make few decks sure. Intervals are meant one at a time, as those they are from.
    """
    return _judge(win_rates, 0.5 - within, 0.5 + within)


def judge_shares(shares: Estimate, least: float = LEAST_SHARE) -> Estimate:
    """[n]: which decks are viable in the equilibrium that has these shares; read as `judge_win_rates`."""
    return _judge(shares, least, np.inf)


def count_viable(viable: Estimate) -> Estimate:
    """How many decks are viable, from 0 to n: as measured, surely, and at most. Given what `judge_...` says of each."""
    return Estimate(*(np.asarray(part.sum()) for part in viable))


def _judge(estimate: Estimate, low: float, high: float) -> Estimate:
    """Whether each number is in the range; the interval of an estimate that fell out of its own is stretched to it."""
    value = _are_between(estimate.value, low, high)
    is_sure = _are_between(estimate.low, low, high) * _are_between(estimate.high, low, high)
    is_possible = _are_between(estimate.low, -np.inf, high) * _are_between(estimate.high, low, np.inf)
    return Estimate(value, np.fmin(is_sure, value), np.fmax(is_possible, value))


def _are_between(values: ArrayLike, low: float, high: float) -> Floats:
    """1 for each number in the range, 0 for the others, NaN for what is unknown."""
    numbers = np.round(np.asarray(values, dtype=float), DIGITS)
    is_between = (numbers >= round(low, DIGITS)) & (numbers <= round(high, DIGITS))
    return np.where(np.isnan(numbers), np.nan, is_between)


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
    """How many different cards of a pool see play. Tokens and banned cards, which no deck may hold, do not count."""

    played: int
    playable: int  # of the classes that the metagame's decks have, and neutral
    pool: int  # of all classes

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it, with the parts."""
        parts = {"part_of_playable": _known(self.part_of_playable), "part_of_pool": _known(self.part_of_pool)}
        return {**super().to_json(), **parts}

    @property
    def part_of_playable(self) -> float:
        """The part of the playable cards that is played, from 0 to 1; NaN if there is none."""
        return self.played / self.playable if self.playable else float("nan")

    @property
    def part_of_pool(self) -> float:
        """The part of the cards of all classes that is played, from 0 to 1; NaN if there is none."""
        return self.played / self.pool if self.pool else float("nan")


def measure_pool_use(metagame: Metagame, copies: Ints, pool: str = "all") -> PoolUse:
    """How many cards of a pool (see `find_sets`) are in one or more of the decks that are played.

    These are given by their copies [k, m], as rows of `count_copies`.
    """
    cards = _find_pool(metagame, pool)
    classes = {"neutral", *(deck.klass for deck in metagame.decks)}
    return PoolUse(
        played=int(copies[:, list(cards)].any(axis=0).sum()),
        playable=sum(card.tree["class"] in classes for card in cards.values()),
        pool=len(cards),
    )


def _find_pool(metagame: Metagame, pool: str) -> dict[int, Card]:
    """The cards of a pool that decks may hold, by their place in the card set."""
    sets, banned = find_sets(pool), metagame.patch.banned if metagame.patch else frozenset()
    return {
        place: card
        for place, card in enumerate(metagame.patched_cards)
        if card.definition.collectible and card.tree["set"] in sets and card.id not in banned
    }


# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Diversity(Stored):
    """How diverse a metagame is: with the shares that it has, and with those of the equilibrium.

    In JSON, which decks are viable stands as how many there are and which of them, and whether that is sure.
    """

    viable: Estimate  # [n]: by win rate against the metagame, as `judge_win_rates` says
    viable_in_nash: Estimate  # [n]: by share in the equilibrium, as `judge_shares` says
    within: float  # that win rates of viable decks may be away from one half
    least_share: float  # of the equilibrium
    distances: Ints  # [n, n]: cards that must be replaced
    distance: float  # the expected one of two decks that meet, in cards
    distance_in_nash: float  # the same in the equilibrium; NaN if that is not known
    pool: PoolUse  # of the decks that have a share
    pool_in_nash: PoolUse | None  # of the decks that are played in the equilibrium; None if that is not known

    __repr__ = short_repr

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return {
            "within": self.within,
            "viable": _write_viable(self.viable),
            "least_share": self.least_share,
            "viable_in_nash": _write_viable(self.viable_in_nash),
            "distances": self.distances.tolist(),
            "distance": _known(self.distance),
            "distance_in_nash": _known(self.distance_in_nash),
            "cards": self.pool.to_json(),
            "cards_in_nash": self.pool_in_nash.to_json() if self.pool_in_nash else None,
        }

    @classmethod
    def from_json(cls, tree: object, where: Where | None = None) -> Diversity:
        """From what `to_json` gives."""
        found, place = _DiversityTree.from_json(tree, where), where or Where("diversity")
        in_nash = found.cards_in_nash
        return Diversity(
            viable=_read_viable(found.viable, place / "viable"),
            viable_in_nash=_read_viable(found.viable_in_nash, place / "viable_in_nash"),
            within=found.within,
            least_share=found.least_share,
            distances=found.distances,
            distance=found.distance,
            distance_in_nash=found.distance_in_nash,
            pool=PoolUse.from_json(found.cards, place / "cards"),
            pool_in_nash=None if in_nash is None else PoolUse.from_json(in_nash, place / "cards_in_nash"),
        )


@dataclass(frozen=True, eq=False)
class _DiversityTree(Stored):
    """The fields of the JSON."""

    within: float
    viable: Any
    least_share: float
    viable_in_nash: Any
    distances: Ints
    distance: float
    distance_in_nash: float
    cards: Any
    cards_in_nash: Any


@dataclass(frozen=True, eq=False)
class _ViableTree(Stored):
    """Which decks are viable, as the JSON says it."""

    is_viable: tuple[bool | None, ...]
    is_sure: tuple[bool, ...]


def _write_viable(viable: Estimate) -> dict[str, Any]:
    decks, low, high = (None if np.isnan(number) else int(number) for number in count_viable(viable))
    is_viable = [None if np.isnan(one) else bool(one) for one in viable.value]
    is_sure = (viable.low == viable.high).tolist()
    return {"decks": decks, "low": low, "high": high, "is_viable": is_viable, "is_sure": is_sure}


def _read_viable(tree: object, where: Where) -> Estimate:
    found = _ViableTree.from_json(tree, where)
    value = np.array([np.nan if one is None else float(one) for one in found.is_viable])
    is_sure = np.array(found.is_sure, bool)
    return Estimate(value, np.where(is_sure, value, 0.0), np.where(is_sure, value, 1.0))


def _known(value: float) -> float | None:
    return value if np.isfinite(value) else None


def estimate_diversity(
    metagame: Metagame,
    evidence: Evidence,
    nash: Estimate,
    *,
    within: float = WITHIN,
    least_share: float = LEAST_SHARE,
    pool: str = "all",
) -> Diversity:
    """How diverse a metagame is, given its games and the shares [n] of its equilibrium with their intervals.

    Decks are as common as the evidence says. What is said of the equilibrium is that of the measured shares: where it
    is not sure which decks are played in it (`viable_in_nash`), neither are their distance and cards.
    """
    viable_in_nash = judge_shares(nash, least_share)
    copies = count_copies(metagame)
    distances = find_distances(copies)
    return Diversity(
        viable=judge_win_rates(evidence.strengths, within),
        viable_in_nash=viable_in_nash,
        within=within,
        least_share=least_share,
        distances=distances,
        distance=expect_of_pairs(distances, evidence.shares),
        distance_in_nash=expect_of_pairs(distances, nash.value),
        pool=measure_pool_use(metagame, copies[evidence.shares > 0], pool),
        pool_in_nash=(
            measure_pool_use(metagame, copies[viable_in_nash.value == 1], pool)
            if np.isfinite(nash.value).all()
            else None
        ),
    )
