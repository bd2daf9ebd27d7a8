"""Which cards of a deck win and lose games: from sums of games to rates and effects, and how sure they are.

Knows sums (`games.records.Sums`) only: where the games came from does not matter. Opponents count by their shares,
both seats alike, however many games were played of each. Mirrors are left out, as one deck's win there is its own loss.
A rate is of all games, as in the paper, so a game that nobody won counts as not won. What the numbers can and cannot
tell is in docs/card-statistics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.input.short_repr import Short
from evometa.matches.inference import PRIOR, Estimates, divide, estimate_difference, estimate_rates
from evometa.metagame.evidence import Counts, Floats, weigh_opponents

COUNTS = ("drawn", "drawn_won", "played", "played_won")
COLUMNS = (*COUNTS, "wrd", "wrp", "play_rate", "turn_drawn", "turn_played", "compared", "draw_effect")


class Seat(Enum):
    """The games that are looked at, by who starts."""

    BOTH = "both"
    STARTING = "starting"
    SECOND = "second"


@dataclass(frozen=True, eq=False)
class CardStatistics(Short):
    """The cards of a deck in a metagame. All arrays have the shape [k], with k distinct cards in the deck.

    Counts are of games, each counted once, whatever the number of copies. Rates and effects weigh the opponents by
    their shares; if all of these are equal and were played equally often, a rate is the quotient of its counts.
    A number without games is NaN, and its interval holds all that is possible.
    """

    cards: tuple[str, ...]  # named as the caller did
    seat: Seat
    games: int
    win_rate: Estimates  # of the deck in all these games, shape []
    drawn: Counts  # games in which the card was drawn; the opening hand, after the mulligan, counts
    drawn_won: Counts
    played: Counts
    played_won: Counts
    wrd: Estimates  # win rate when drawn
    wrp: Estimates  # win rate when played
    play_rate: Estimates  # how often it is played in games in which it is drawn
    turn_drawn: Floats  # the player's own turn in which it is first drawn, on average
    turn_played: Floats
    compared: Counts  # games in which a turn's draw or the opening hand brought it, and there are others to compare
    draw_effect: Estimates  # how much more these are won than games in which it was still missing by the same turn

    def columns(self) -> dict[str, list[Any]]:
        """The numbers as columns of a table, a row for each card, without the intervals' own structure."""
        table: dict[str, list[Any]] = {"name": list(self.cards)}
        for name in COLUMNS:
            found = getattr(self, name)
            parts = found if isinstance(found, Estimates) else (found,)
            table |= {f"{name}{end}": part.tolist() for end, part in zip(("", "_low", "_high"), parts, strict=False)}
        return table


def card_statistics(
    sums: NDArray[Any], deck: int, cards: Sequence[str], shares: ArrayLike, seat: Seat = Seat.BOTH
) -> CardStatistics:
    """Of a deck of a metagame: `sums` [n, n] per ordered pair (the deck of the row starts), and its place in them.

    `cards` names the deck's distinct cards in the order of the sums; `shares` [n] are those of all decks.
    """
    opponents = weigh_opponents(np.asarray(shares, dtype=float))[deck]
    return card_statistics_against(sums[deck, :], sums[:, deck], cards, opponents, seat)


def card_statistics_against(
    starting: NDArray[Any], second: NDArray[Any], cards: Sequence[str], shares: ArrayLike, seat: Seat = Seat.BOTH
) -> CardStatistics:
    """Of any deck against some opponents: the sums [m] of the games that it starts, and of those that they start.

    Opponents without a share, and seats that were not played, are left out.
    """
    parts = _Parts.of(starting, second, len(cards), np.asarray(shares, dtype=float), seat)
    sums = parts.cards
    compared, effect = _draw_effect(parts)
    return CardStatistics(
        cards=tuple(cards),
        seat=seat,
        games=int(parts.games.sum()),
        win_rate=parts.rate(parts.won, parts.games),
        drawn=sums["drawn"].sum(axis=0),
        drawn_won=sums["drawn_won"].sum(axis=0),
        played=sums["played"].sum(axis=0),
        played_won=sums["played_won"].sum(axis=0),
        wrd=parts.rate(sums["drawn_won"], sums["drawn"]),
        wrp=parts.rate(sums["played_won"], sums["played"]),
        play_rate=parts.rate(sums["drawn_played"], sums["drawn"]),
        turn_drawn=divide(parts.weigh(sums["turn_drawn"]), parts.weigh(sums["drawn"])),
        turn_played=divide(parts.weigh(sums["turn_played"]), parts.weigh(sums["played"])),
        compared=compared,
        draw_effect=effect,
    )


@dataclass(frozen=True, eq=False)
class _Parts:
    """The games of a deck in m parts, one for each opponent and seat, and what a game of each weighs."""

    games: Counts  # [m]
    won: Counts  # [m]
    cards: NDArray[Any]  # [m, k] of CardSums
    weights: Floats  # [m], of a single game

    @classmethod
    def of(cls, starting: NDArray[Any], second: NDArray[Any], n_cards: int, shares: Floats, seat: Seat) -> _Parts:
        """The parts of one seat or of both that have a weight and games."""
        chosen = {Seat.BOTH: (0, 1), Seat.STARTING: (0,), Seat.SECOND: (1,)}[seat]
        seats = [(part, p) for p, part in enumerate((starting, second)) if p in chosen]
        games = np.concatenate([part["games"] for part, _ in seats])
        won = np.concatenate([part["wins"][:, p] for part, p in seats])
        cards = np.concatenate([part["cards"][:, p, :n_cards] for part, p in seats])
        weights = np.tile(shares, len(seats))
        met = (weights > 0) & (games > 0)
        return cls(games[met], won[met], cards[met], weights[met] / weights[met].sum() / games[met])

    def weigh(self, counts: NDArray[Any], power: int = 1) -> Floats:
        """[...]: the sum of counts [m, ...] over the parts, by the weights, or by a power of them."""
        return np.asarray(np.tensordot(self.weights**power, counts, axes=1))

    def rate(self, won: Counts, games: Counts) -> Estimates:
        """[...]: games won of all games [m, ...], with Wilson's interval.

        If weights differ, the interval is that for as many games of equal weight as would be as sure (Kish).
        """
        weight = self.weigh(games)
        value = divide(self.weigh(won), weight)
        return estimate_rates(value, np.nan_to_num(divide(weight**2, self.weigh(games, power=2))))


@dataclass(frozen=True, eq=False)
class _Turns:
    """Who had drawn a card by which turn, per part, card and turn; the first two also by lost and won.

    At turn t, games whose draw brought the card are compared with those of the same opponent and seat that also reached
    turn t and still miss it. So no game is compared with one that was over before.
    """

    drawn: Floats  # [2, m, k, t]: games in which the draw of the turn brought the card
    left: Floats  # [2, m, k, t]: games in which it was missing until this turn, and no longer compared after it
    n_compared: Floats  # [m, k, t]: games in which it was drawn, if any others miss it
    rate: Floats  # [m, k, t]: how often the others win
    odds: Floats  # [m, k, t]: games compared for each of the others

    @classmethod
    def of(cls, cards: NDArray[Any]) -> _Turns:
        """From the sums [m, k] of cards."""
        drawn, left = (np.moveaxis(cards[name], -2, 0).astype(float) for name in ("drawn_at", "missing_until"))
        missing = np.cumsum((drawn + left)[..., ::-1], axis=-1)[..., ::-1] - drawn
        n_missing = missing.sum(axis=0)
        n_compared = np.where(n_missing > 0, drawn.sum(axis=0), 0)
        rate, odds = (np.nan_to_num(divide(part, n_missing)) for part in (missing[1], n_compared))
        return cls(drawn, left, n_compared, rate, odds)

    @property
    def n_won(self) -> Floats:
        """[m, k, t]: games won of those compared."""
        return np.where(self.n_compared > 0, self.drawn[1], 0)

    def squared_influence(self, effect: Floats) -> Floats:
        """[m, k]: what single games do to the effect, squared and summed over them.

        A game is among the others at each turn until it leaves, so the rates of the turns depend on each other. But
        games that were won or lost alike, and left alike (drawn at t, or missing until t), have the same influence.
        """
        outcome = np.array([0, 1])[:, None, None, None]
        at_turn = self.odds * (outcome - self.rate)
        as_missing = np.cumsum(at_turn, axis=-1)
        as_drawn = (self.n_compared > 0) * (outcome - self.rate - effect[:, None]) - (as_missing - at_turn)
        return np.asarray((self.drawn * as_drawn**2 + self.left * as_missing**2).sum(axis=(0, -1)))


def _draw_effect(parts: _Parts) -> tuple[Counts, Estimates]:
    """[k]: how many games are compared, and how much more often they are won than expected if the card did nothing.

    With n_t games compared at turn t, x_t of them won, and the others' rate q_t, the effect is the sum of x_t - n_t q_t
    over the sum of n_t. Half a game won and half a game lost are added to its variance, so that a few games that
    went alike do not look certain.
    """
    turns = _Turns.of(parts.cards)
    n_compared = turns.n_compared.sum(axis=-1)
    weight = parts.weigh(n_compared)
    won = divide(parts.weigh(turns.n_won.sum(axis=-1)), weight)
    effect = won - divide(parts.weigh((turns.n_compared * turns.rate).sum(axis=-1)), weight)
    of_one_game = divide(parts.weigh(n_compared, power=2), weight)
    prior = PRIOR * (won**2 + (1 - won) ** 2) * of_one_game**2
    error = divide(np.sqrt(parts.weigh(turns.squared_influence(effect), power=2) + prior), weight)
    return n_compared.sum(axis=0).astype(np.int64), estimate_difference(effect, effect, error)
