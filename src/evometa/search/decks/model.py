"""A Bayesian model of how strong decks are: a quadratic form of their counts, with Gaussian priors, and a rest.

The log odds to win against an opponent are how hard that one is to beat, and the strength of the deck: what each copy
of a card is worth, what second copies are worth more or less, the curve, and all pairs of cards, of which there are so
many that they are never written down as features: what is known of them is a kernel between decks. A deck is a little
stronger or weaker than all of this says: that is its own rest. Fitted by iterated weighted least squares, in one
thread, so that the last digits are the same on any number of cores.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from threadpoolctl import threadpool_limits

from evometa.input.short_repr import Frozen
from evometa.search.contract import Floats, Ints
from evometa.search.decks.task import DeckTask

MOST_STEPS = 8
NEAR = 0.01  # a step that changes no strength by more is the last
FARTHEST = 6.0  # a strength at which a game is as good as decided
TINY = 1e-9  # information of a match-up without games


@dataclass(frozen=True)
class Priors:
    """Standard deviations, in log odds."""

    level: float = 3.0  # of all decks
    opponent: float = 1.0  # how much harder one is to beat than others
    copy: float = 0.08  # of a card
    second: float = 0.03  # of a copy beyond the first
    curve: float = 0.05  # of a card more in a bucket
    bend: float = 0.01  # of the square of that
    pair: float = 0.01  # of two copies together
    rest: float = 0.3  # of a deck


class Forms(Frozen):
    """s strengths as functions of counts x [n]: linear, second copies, and a quadratic form."""

    copies: Floats  # [s, n]: of each copy
    seconds: Floats  # [s, n]: of each copy beyond the first
    pairs: Floats  # [s, n, n]: symmetric


class Posterior(Frozen):
    """What the games leave possible."""

    task: DeckTask
    priors: Priors
    decks: Ints  # [k, n]: those that were played
    opponents: Floats  # [R]: log odds against each, for a deck of strength 0
    strengths: Floats  # [k]: what the model expects of them, their rest included
    seen: Floats  # [k]: what their games alone say
    noise: Floats  # [k]: the variance of that, their rest included
    prior: Floats  # [k, k]: their covariance before any game
    factor: Floats  # [k, k]: Cholesky's of the covariance of what was seen, lower

    def find_spreads(self) -> Floats:
        """[k]: the standard deviations of the strengths."""
        with threadpool_limits(1):
            half = solve_triangular(self.factor, self.prior, lower=True, check_finite=False)
        return np.asarray(np.sqrt(np.maximum(self.prior.diagonal() - (half**2).sum(axis=0), 0)))

    def rate(self, strengths: Floats) -> Floats:
        """[k]: the win rates of strengths, opponents counting by their shares."""
        odds = strengths[..., None] + self.opponents
        return np.asarray((1 / (1 + np.exp(-odds))) @ self.task.shares)

    def predict(self, decks: Ints) -> Floats:
        """[k]: the strengths of any decks, as far as their cards say."""
        with threadpool_limits(1):
            return np.asarray(make_kernel(self.task, self.priors, decks, self.decks) @ self._solve(self.seen))

    def expect(self) -> Forms:
        """The mean, as one form."""
        with threadpool_limits(1):
            return _Weights.none(self.task).add(self, self._solve(self.seen)[:, None]).to_forms()

    def draw(self, rng: np.random.Generator, n: int, scale: float = 1.0) -> Forms:
        """Samples; a scale below 1 draws them nearer to the mean."""
        with threadpool_limits(1):
            prior = _Weights.draw(self.task, self.priors, rng, n)
            noise = rng.standard_normal((len(self.decks), n)) * np.sqrt(self.noise)[:, None]
            off = self.seen[:, None] - scale * (prior.predict(self.decks) + noise)
            return prior.scale(scale).add(self, self._solve(off)).to_forms()

    def judge_cards(self, deck: Ints) -> tuple[Floats, Floats]:
        """[n] twice: what a copy of each card is worth in a deck, less that of cards on average; and how sure that is.

        The copy is the last one that the deck has, or else the first.
        """
        steps = np.where(deck > 0, -1, 1)
        others = np.concatenate([deck + np.diag(steps), deck[None]])
        to_worths = np.hstack([np.diag(steps), -steps[:, None]]).astype(float)  # from strengths to worths
        to_worths -= to_worths.mean(axis=0)
        with threadpool_limits(1):
            cross = to_worths @ make_kernel(self.task, self.priors, others, self.decks)
            before = ((to_worths @ make_kernel(self.task, self.priors, others)) * to_worths).sum(axis=1)
            half = solve_triangular(self.factor, cross.T, lower=True, check_finite=False)
            return cross @ self._solve(self.seen), np.sqrt(np.maximum(before - (half**2).sum(axis=0), 0))

    def _solve(self, values: Floats) -> Floats:
        return np.asarray(cho_solve((self.factor, True), values, check_finite=False))


def fit(task: DeckTask, priors: Priors, decks: Ints, wins: Ints, games: Ints) -> Posterior:
    """The model after wins [k, R] in games [k, R] of decks [k, n], each of which is there once."""
    with threadpool_limits(1):
        return _fit(task, priors, decks, wins.astype(float), games.astype(float))


def _fit(task: DeckTask, priors: Priors, decks: Ints, wins: Floats, games: Floats) -> Posterior:
    kernel = make_kernel(task, priors, decks)
    own = kernel + priors.rest**2 * np.eye(len(decks))
    hardness = np.zeros(games.shape[1])
    strengths = np.log((wins.sum(axis=1) + 1) / ((games - wins).sum(axis=1) + 1))
    for _ in range(MOST_STEPS):
        odds = np.clip(strengths[:, None] + hardness, -FARTHEST, FARTHEST)
        rates = 1 / (1 + np.exp(-odds))
        weights = games * rates * (1 - rates) + TINY
        information = weights.sum(axis=1)
        factor, _ = cho_factor(own + np.diag(1 / information), lower=True, check_finite=False)
        pulls = weights * odds + wins - games * rates  # what each match-up says, times its weight
        hardness = _fit_opponents(priors, weights, pulls, factor)
        seen = (pulls.sum(axis=1) - weights @ hardness) / information
        found = own @ cho_solve((factor, True), seen, check_finite=False)
        is_near = np.abs(found - strengths).max() < NEAR
        strengths = np.clip(found, -FARTHEST, FARTHEST)
        if is_near:
            break
    noise = 1 / information + priors.rest**2
    return Posterior(task, priors, decks, hardness, strengths, seen, noise, own, factor)


def _fit_opponents(priors: Priors, weights: Floats, pulls: Floats, factor: Floats) -> Floats:
    """[R]: the log odds against each opponent, whatever the strengths of the decks are that met it.

    Decks that met strong opponents alone must not look weak: so strengths and opponents are solved for together. The
    strengths [k] are integrated out: what is left of them is the covariance of what was seen, by its factor [k, k].
    """
    information = weights.sum(axis=1)
    parts = weights / information[:, None]  # [k, R]: how much of what is seen of a deck is about each opponent
    means = pulls.sum(axis=1) / information
    half = solve_triangular(factor, np.column_stack([parts, means]), lower=True, check_finite=False)
    within = np.diag(weights.sum(axis=0)) - parts.T @ weights
    precision = within + half[:, :-1].T @ half[:, :-1] + np.eye(len(within)) / priors.opponent**2
    told = (pulls - weights * means[:, None]).sum(axis=0) + half[:, :-1].T @ half[:, -1]
    return np.asarray(np.clip(np.linalg.solve(precision, told), -FARTHEST, FARTHEST))


def make_kernel(task: DeckTask, priors: Priors, decks: Ints, others: Ints | None = None) -> Floats:
    """[k, m]: how much the strengths of decks have to do with each other, their rests left out."""
    one = _describe(task, decks)
    two = one if others is None else _describe(task, others)
    copies, seconds, curve, off = (a @ b.T for a, b in zip(one, two, strict=True))
    bends = (one[2] ** 2) @ (two[2] ** 2).T
    linear = priors.level**2 + priors.copy**2 * copies + priors.second**2 * seconds + priors.curve**2 * curve
    return np.asarray(linear + priors.bend**2 * bends + 2 * priors.pair**2 * off**2)


def _describe(task: DeckTask, decks: Ints) -> tuple[Floats, ...]:
    """What the model sees of decks: copies, those beyond the first, the curve, and how they differ from the usual."""
    copies = decks.astype(float)
    off = copies - task.usual
    return copies, np.maximum(copies - 1, 0), off @ task.buckets, off


@dataclass(frozen=True, eq=False)
class _Weights:
    """s samples of all weights; those of pairs are too many to be kept longer than needed."""

    task: DeckTask
    copies: Floats  # [s, n]
    seconds: Floats  # [s, n]
    curve: Floats  # [s, b]
    bends: Floats  # [s, b]
    pairs: Floats  # [s, n, n]: of differences from the usual deck

    @classmethod
    def none(cls, task: DeckTask) -> _Weights:
        """One sample, all of it zero."""
        n, b = task.buckets.shape
        cards, curve = np.zeros((1, n)), np.zeros((1, b))
        return cls(task, cards, cards, curve, curve, np.zeros((1, n, n)))

    @classmethod
    def draw(cls, task: DeckTask, priors: Priors, rng: np.random.Generator, n_samples: int) -> _Weights:
        """From what is believed before any game; the level of all decks is left at 0, as it decides nothing."""
        n, b = task.buckets.shape
        copies, seconds = (spread * rng.standard_normal((n_samples, n)) for spread in (priors.copy, priors.second))
        curve, bends = (spread * rng.standard_normal((n_samples, b)) for spread in (priors.curve, priors.bend))
        square = priors.pair * np.sqrt(0.5) * rng.standard_normal((n_samples, n, n), np.float32)
        return cls(task, copies, seconds, curve, bends, square + np.swapaxes(square, 1, 2))

    def predict(self, decks: Ints) -> Floats:
        """[k, s]: the strengths of decks."""
        copies, seconds, curve, off = _describe(self.task, decks)
        linear = copies @ self.copies.T + seconds @ self.seconds.T + curve @ self.curve.T + curve**2 @ self.bends.T
        narrow = off.astype(np.float32)
        pairs = [((narrow @ each) * narrow).sum(axis=1) for each in self.pairs.astype(np.float32)]
        return np.asarray(linear + np.stack(pairs, axis=1))

    def scale(self, factor: float) -> _Weights:
        """All of them smaller."""
        parts = (self.copies, self.seconds, self.curve, self.bends, self.pairs)
        return _Weights(self.task, *(factor * each for each in parts))

    def add(self, posterior: Posterior, pulls: Floats) -> _Weights:
        """The same after each deck has pulled on them [k, s]."""
        priors = posterior.priors
        copies, seconds, curve, off = _describe(self.task, posterior.decks)
        narrow, weights = off.astype(np.float32), (2 * priors.pair**2 * pulls.T).astype(np.float32)
        pairs = np.stack([(narrow * each[:, None]).T @ narrow for each in weights])
        return _Weights(
            self.task,
            self.copies + priors.copy**2 * pulls.T @ copies,
            self.seconds + priors.second**2 * pulls.T @ seconds,
            self.curve + priors.curve**2 * pulls.T @ curve,
            self.bends + priors.bend**2 * pulls.T @ curve**2,
            self.pairs + pairs,
        )

    def to_forms(self) -> Forms:
        """As functions of counts, in which the curve is a part of linear and pairs."""
        buckets, usual = self.task.buckets, self.task.usual
        square = self.pairs + np.einsum("nb,sb,mb->snm", buckets, self.bends, buckets, optimize=True)
        linear = self.copies + self.curve @ buckets.T - 2 * square @ usual
        return Forms(linear, self.seconds, square)
