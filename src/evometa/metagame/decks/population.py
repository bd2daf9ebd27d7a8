"""Decks that meet each other, ever more of them, and what is known of their match-ups.

A metagame that evolves has far more decks than anybody plays at a time, and most of its match-ups matter to nobody. So
each match-up gets games of its own number, and those that the equilibrium rests on get most. What few games say is
drawn towards what the strengths of the two decks say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evometa.games.decks.deck import Deck
from evometa.games.players import Player
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch
from evometa.matches.inference import Counts, Floats
from evometa.matches.runners import Games, Runner
from evometa.metagame.equilibrium import spread_out
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import schedule_games

Places = np.ndarray[tuple[int], np.dtype[np.intp]]

STRENGTH = 0.5  # standard deviation of strengths, in log odds
DOUBT = 25.0  # as many games as a match-up has, the strengths count for as much: about 0.1 of win rate to either side
STEPS = 30
DAMPING = 0.7  # of a step, so that all strengths may move at once
SEATS = 2
SLACK = 0.01  # of win rates: games do not tell less apart
LEAST_SHARE = 0.005  # of a deck that is played at all


@dataclass(frozen=True, eq=False)
class MatchUps(Short):
    """What the match-ups of n decks have come to; mirrors are not played. Adding a deck gives new ones."""

    wins: Counts  # [n, n]: of the row, in both seats
    games: Counts  # [n, n]: symmetric

    @classmethod
    def none(cls, n_decks: int) -> MatchUps:
        """No games."""
        return cls(np.zeros((n_decks, n_decks), np.int64), np.zeros((n_decks, n_decks), np.int64))

    @property
    def n_games(self) -> int:
        """Games of all match-ups."""
        return int(np.triu(self.games).sum())

    def find_missing(self, wanted: Counts) -> Counts:
        """[n, n]: the games that each match-up lacks, an even number, if any are wanted."""
        more = np.maximum(np.maximum(wanted, wanted.T) - self.games, 0)
        np.fill_diagonal(more, 0)
        return np.asarray(more + more % SEATS)

    def count_missing(self, wanted: Counts) -> int:
        """How many these are in all."""
        return int(np.triu(self.find_missing(wanted)).sum())

    def grown(self, n_decks: int) -> MatchUps:
        """The same among more decks, the new ones last."""
        more = n_decks - len(self.games)
        return MatchUps(*(np.pad(each, (0, more)) for each in (self.wins, self.games)))

    def estimate(self) -> Floats:
        """[n, n]: how often the row wins, as far as games and strengths tell; draws are left out."""
        decided = (self.wins + self.wins.T).astype(float)
        even = self._fit_strengths(decided)
        rates = (self.wins + DOUBT * even) / (decided + DOUBT)
        np.fill_diagonal(rates, 0.5)
        return np.asarray(rates)

    def _fit_strengths(self, decided: Floats) -> Floats:
        """[n, n]: how often the row wins, as far as the strengths of the decks tell (Bradley and Terry's model)."""
        strengths = np.zeros(len(decided))
        for _ in range(STEPS):
            rates = _rates_of(strengths)
            pull = (self.wins - decided * rates).sum(axis=1) - strengths / STRENGTH**2
            strengths += DAMPING * pull / ((decided * rates * (1 - rates)).sum(axis=1) + 1 / STRENGTH**2)
        return _rates_of(strengths)

    def find_equilibrium(self, living: Places) -> Floats:
        """[n]: how often the living ones are played, so that none of them wins clearly more than half of its games."""
        shares = np.zeros(len(self.games))
        found = spread_out(self.estimate()[np.ix_(living, living)], SLACK)
        common = np.where(found >= LEAST_SHARE, found, 0)
        shares[living] = common / common.sum()
        return shares


def _rates_of(strengths: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(strengths - strengths[:, None])))


class Arena:
    """Where decks of a metagame's cards meet, all of them played by the same player."""

    def __init__(self, metagame: Metagame, player: Player, seed: int, runner: Runner) -> None:
        self.metagame, self.player, self.seed, self.runner = metagame, player, seed, runner

    def gather(self, decks: Sequence[Deck], shares: Sequence[float] | Floats | None = None) -> Metagame:
        """These decks as a metagame, with the cards and rules of the first; all alike if nobody says otherwise."""
        counts = np.ones(len(decks)) if shares is None else np.asarray(shares, float)
        return replace(
            self.metagame,
            decks=tuple(decks),
            players=(self.player,) * len(decks),
            shares=tuple((counts / counts.sum()).tolist()),
        )

    def play(self, decks: Sequence[Deck], known: MatchUps, wanted: Counts) -> MatchUps:
        """Play on until each match-up has at least the games [n, n] that are wanted, half of them from each seat.

        A game depends on the seed, the names of its decks and its number.
        """
        more = known.find_missing(wanted)
        met = np.flatnonzero(more.any(axis=0))
        if not len(met):
            return known
        at = np.ix_(met, met)
        wins, games = known.wins.copy(), known.games + more
        wins[at] += self._play([decks[place] for place in met.tolist()], known.games[at] // SEATS, more[at] // SEATS)
        return MatchUps(wins, games)

    def _play(self, decks: Sequence[Deck], played: Counts, more: Counts) -> Counts:
        """[m, m]: the wins of the row, in both seats, in so many more games of each ordered pair."""
        metagame = self.gather(decks)
        packed = replace(Games.pack([metagame.table()], metagame.decks, metagame.players), cards=())
        jobs = schedule_games(metagame, self.seed, played + more, played)
        sums = Batch(packed, jobs, len(decks) ** 2, ("wins",)).play(self.runner).sums["wins"]
        won = sums.reshape(len(decks), len(decks), -1)
        return np.asarray(won[..., 0] + won[..., 1].T)
