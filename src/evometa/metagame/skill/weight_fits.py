"""Weights from positions: a logistic regression of who won on what there was at the end of a turn.

The positions are those of a player against itself. All games are mirrors, so that no deck is better than the other:
otherwise the strength of decks would be mistaken for that of positions.

Features are standardised, and a ridge keeps their coefficients small: the weaker the ridge, the more is believed of
what the games say. Each seat has an intercept, so that what starting is worth is not taken for the crystals of those
who started. Intercepts are no weights, because they are the same for all turns that a player chooses from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import special
from threadpoolctl import threadpool_limits

from evometa.games.players import MOST_WEIGHT, Player
from evometa.games.records import WON
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch, Samples
from evometa.matches.inference import Floats
from evometa.matches.runners import Games, Runner
from evometa.matches.schedule import Match, deal_rounds, pack_matches, seed_for
from evometa.metagame.metagames import Metagame
from evometa.metagame.newton import climb, invert
from evometa.metagame.skill.ladder import share_games


@dataclass(frozen=True, eq=False)
class Positions(Short):
    """Ends of turns, as the player saw them who had ended the turn."""

    features: tuple[str, ...]
    values: NDArray[np.int32]  # [positions, features]
    won: NDArray[np.bool_]  # [positions]: whether this player won
    seats: NDArray[np.int8]  # [positions]: 0 if this player had started, else 1
    games: int


def sample_positions(player: Player, metagame: Metagame, games: int, seed: int, runner: Runner) -> Positions:
    """Let a player play mirrors of all decks, so many games or a few more; games that were drawn have no positions."""
    features = metagame.game.features_of(player)
    packed = Games.pack([metagame.table()], metagame.decks, [player])
    per_deck = 2 * share_games(games, len(metagame.decks))
    matches = [
        Match((i, i), (0, 0), per_deck, seed_for(seed, "self-play", deck.name), cell=0)
        for i, deck in enumerate(metagame.decks)
    ]
    batch = Batch(
        replace(packed, probes=metagame.game.make_probes(features)),
        deal_rounds(pack_matches(matches)),
        columns=("games", "wins"),
    )
    samples = Samples()
    batch.play(runner, samples.collect)
    found = samples.join()
    values, won, seats = found["values"][:, : len(features)], found["outcome"] == WON, found["player"].astype(np.int8)
    return Positions(features, values, won, seats, batch.n_games)


# --- the weights ----------------------------------------------------------------------------------


SCALE = 1000  # of weights, which are whole numbers, for each unit of log odds
RIDGES = (1e-4, 1e-2)  # for each position, in standard deviations of a feature
LITTLE = 1e-4  # log likelihood for each position: what leaving a feature out would cost, if it says little
SEATS = 2
_FLAT = 1e-6  # the precision of an intercept, for each position: as good as nothing
BLOCK = 50_000  # positions that are looked at together, so that memory stays small


@dataclass(frozen=True)
class Fit(Short):
    """Weights that explain who won."""

    ridge: float
    n_features: int
    weights: dict[str, int]  # without those that are 0
    loss: float  # the mean log loss of the positions that it was fitted to


def fit_weights(positions: Positions) -> list[Fit]:
    """A fit for each strength of the ridge, with all features and without those that say little; each of them once.

    It is computed in one thread, so that the last digits are the same on any number of cores.
    """
    with threadpool_limits(1):
        whole = Regression.of(positions)
        found = [each.fit(ridge) for ridge in RIDGES for each in (whole, whole.without_little(ridge))]
    fits: list[Fit] = []
    for each in found:
        if each.weights and all(each.weights != other.weights for other in fits):
            fits.append(each)
    return fits


@dataclass(frozen=True, eq=False)
class Regression(Short):
    """Positions with those features that differ between them."""

    features: tuple[str, ...]
    values: NDArray[np.int32]  # [positions, features]
    won: NDArray[np.bool_]
    seats: NDArray[np.int8]  # [positions]

    @classmethod
    def of(cls, positions: Positions) -> Regression:
        """All features that are not the same in all positions."""
        every = cls(positions.features, positions.values, positions.won, positions.seats)
        return every.choose((every.values != every.values[:1]).any(axis=0))

    def choose(self, is_kept: NDArray[np.bool_]) -> Regression:
        """Some of the features."""
        features = tuple(name for name, kept in zip(self.features, is_kept, strict=True) if kept)
        return replace(self, features=features, values=self.values[:, is_kept])

    def fit(self, ridge: float) -> Fit:
        """The most likely weights."""
        coefficients, _ = self._climb(ridge)
        raw = np.clip(np.rint(SCALE * coefficients[:-SEATS] / self._scales[1]), -MOST_WEIGHT, MOST_WEIGHT)
        weights = {name: int(weight) for name, weight in zip(self.features, raw, strict=True) if weight}
        return Fit(ridge, len(self.features), weights, self._loss(coefficients))

    def without_little(self, ridge: float) -> Regression:
        """The same without features that would cost little likelihood if they were left out."""
        coefficients, factor = self._climb(ridge)
        costs = coefficients**2 / np.diag(invert(*factor)) / 2 / max(1, len(self.won))
        return self.choose(costs[:-SEATS] >= LITTLE)

    def _climb(self, ridge: float) -> tuple[Floats, tuple[Floats, bool]]:
        prior = np.diag(np.repeat([ridge, _FLAT], [len(self.features), SEATS])) * max(1, len(self.won))
        return climb(prior, self._gradient, self._information)

    def _gradient(self, at: Floats) -> Floats:
        """[n]: how the likelihood grows with each coefficient; the last ones are the intercepts."""
        return np.asarray(sum(rows.T @ (won - _chances(rows, at)) for rows, won in self._blocks()))

    def _information(self, at: Floats) -> Floats:
        """[n, n]: how much the positions say about the coefficients."""
        found = np.zeros((len(at), len(at)))
        for rows, _ in self._blocks():
            chances = _chances(rows, at)
            found += (rows * (chances * (1 - chances))[:, None]).T @ rows
        return found

    def _loss(self, at: Floats) -> float:
        signed = (((rows @ at) * (1 - 2 * won)) for rows, won in self._blocks())
        return float(sum(np.logaddexp(0, odds).sum() for odds in signed)) / max(1, len(self.won))

    def _blocks(self) -> Iterator[tuple[Floats, Floats]]:
        """Some positions at a time: their standardised features and their seat, and who won."""
        mean, spread = self._scales
        for start in range(0, max(1, len(self.won)), BLOCK):
            part = slice(start, start + BLOCK)
            rows = (self.values[part] - mean) / spread
            seats = self.seats[part, None] == np.arange(SEATS)
            yield np.column_stack([rows, seats]), self.won[part].astype(float)

    @cached_property
    def _scales(self) -> tuple[Floats, Floats]:
        """[features] and [features]: the mean and the standard deviation, which is never 0."""
        if not len(self.won):
            return np.zeros(len(self.features)), np.ones(len(self.features))
        return self.values.mean(axis=0), self.values.std(axis=0)


def _chances(rows: Floats, at: Floats) -> Floats:
    """[positions]: how likely each of them is won."""
    return np.asarray(special.expit(rows @ at))
