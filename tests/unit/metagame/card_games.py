"""Sums of imagined games, with a known truth about each card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.games.records import MAX_TURN, Sums
from evometa.games.sizes import MAX_DECK

Counts = NDArray[np.int64]

DECK, HAND = 30, 4  # cards; the first turn's draw is one more
LONGEST = 14  # turns of a game


@dataclass(frozen=True)
class World:
    """Games in which a card is drawn by chance alone, and long games are won more often than short ones.

    `effect` is what the card adds to the chance to win once it is in hand. In games with many `extra_cards`, something
    else draws these in the fourth turn; that happens more often in games that are going to be won.
    """

    even: float = 0.5  # the chance to win a game of average length
    by_length: float = 0.04  # how much more a turn longer is worth
    effect: float = 0.0
    extra_cards: int = 0

    def play(self, games: int, n_cards: int, rng: np.random.Generator) -> Games:
        """So many games for each of some cards, all of them independent."""
        shape = games, n_cards
        length = rng.integers(3, LONGEST + 1, shape)
        place = rng.integers(1, DECK + 1, shape)  # of the card in the deck
        luck = rng.random(shape)
        extra = np.where((luck < 0.4) & (rng.random(shape) < 0.7) & (length >= 4), self.extra_cards, 0)
        turn = np.where(place <= HAND + 4, place - HAND, place - HAND - extra)  # that draws it, if it lasts so long
        by_effect = (place > HAND + 4) & (place <= HAND + 4 + extra)
        turn = np.where(by_effect, 4, np.maximum(turn, 1))
        is_drawn = turn <= length
        chance = self.even + self.by_length * (length - (3 + LONGEST) / 2) + self.effect * is_drawn
        return Games(luck < chance, np.where(is_drawn, turn, 0), by_effect & is_drawn, length)


@dataclass(frozen=True, eq=False)
class Games:
    """What happened, [games, cards]."""

    won: NDArray[np.bool_]
    turn: Counts  # in which the card was first drawn, or 0
    by_effect: NDArray[np.bool_]
    length: Counts

    def sums(self, seat: int) -> NDArray[np.void]:
        """One cell of sums, in which the deck has this seat. The games of the first card count as those of the deck."""
        total = np.zeros((), Sums)
        n_games, n_cards = self.won.shape
        assert n_cards <= MAX_DECK
        total["games"] = n_games
        total["wins"][[seat, 1 - seat]] = self.won[:, 0].sum(), (~self.won[:, 0]).sum()
        cards = total["cards"][seat][:n_cards]
        cards["drawn"] = (self.turn > 0).sum(axis=0)
        cards["drawn_won"] = (self.won & (self.turn > 0)).sum(axis=0)
        cards["turn_drawn"] = self.turn.sum(axis=0)
        is_drawn = (self.turn > 0) & ~self.by_effect & (self.turn <= MAX_TURN)
        last = np.where(self.by_effect, self.turn, np.minimum(self.length, MAX_TURN))
        column = np.broadcast_to(np.arange(n_cards), self.won.shape)
        for name, at, which in (("drawn_at", self.turn, is_drawn), ("missing_until", last, ~is_drawn)):
            np.add.at(cards[name], (column[which], self.won[which].astype(int), at[which] - 1), 1)
        return total


def true_effect(world: World, seed: int = 0) -> float:
    """The draw effect in very many games, turn by turn from the games themselves."""
    games = world.play(1_000_000, 1, np.random.default_rng(seed))
    won, length = games.won[:, 0], games.length[:, 0]
    turn = np.where(games.turn[:, 0] > 0, games.turn[:, 0], LONGEST + 1)
    total = n = 0.0
    for t in range(1, LONGEST + 1):
        at_risk = (length >= t) & (turn >= t)
        now = at_risk & (turn == t) & ~games.by_effect[:, 0]
        later = at_risk & ~now
        if later.any():
            total += now.sum() * (won[now].mean() - won[later].mean()) if now.any() else 0
            n += now.sum()
    return total / n
