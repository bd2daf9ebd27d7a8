"""Plays a patch, and the same games with each of its parts put back: what does the part buy?

Luck mostly cancels, because both have the same seeds. A part buys something if an objective is surely higher without
it. The win rates that its games leave possible are drawn together for both sides, and tell how sure that is. How the
metagame stands with the whole patch may be known from other games, too; these make it surer. Where the objective is
near its lowest value, chance hides some of what a part buys, and never adds to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from statistics import NormalDist

import numpy as np

from evometa.balance.contributions import Contribution, Explanation
from evometa.balance.evaluator import win_rates_of
from evometa.balance.objectives import Candidate, Objective
from evometa.cards.patches.parts import Part, split_patch
from evometa.cards.patches.patch import Patch
from evometa.input.short_repr import short_repr
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.intervals import CONFIDENCE
from evometa.matches.records import Sums
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.differences import PRIOR, Mask, paired_change
from evometa.metagame.diversity import count_copies, find_overlaps
from evometa.metagame.evidence import Counts, Estimate, Estimated, Floats
from evometa.metagame.levels import Levels
from evometa.metagame.metagames import Metagame
from evometa.metagame.paired_games import KeptGames, PairedGames, play_and_keep
from evometa.metagame.playing import Progress, check_games, choose_pairs, count_evidence, spread_games, watch
from evometa.metagame.standing import Standing
from evometa.metagame.what_if import affected_pairs

SAMPLES = 200  # of win rates that the games leave possible


@dataclass(frozen=True, eq=False)
class Explainer:
    """Plays a patch, and the patch without each of its parts."""

    metagame: Metagame  # before the patch
    objective: Objective
    candidate: Candidate  # all that the objective looks at, apart from the win rates
    games: int  # per match-up
    seed: int
    known: Counts  # [n, n, 3]: won, lost and drawn games with the whole patch that others have played
    levels: Levels | None = None  # where the match-ups of the metagame stand, if that was observed

    __repr__ = short_repr

    @classmethod
    def of(
        cls,
        metagame: Metagame,
        objective: Objective,
        games: int,
        seed: int,
        known: Counts | None = None,
        levels: Levels | None = None,
    ) -> Explainer:
        """One for the decks of a metagame."""
        n_decks, overlaps = len(metagame.decks), find_overlaps(count_copies(metagame))
        seen = None if levels is None else levels.observed.shares
        shares = np.array(metagame.shares) if seen is None else seen
        candidate = Candidate(np.full((n_decks, n_decks), nan), shares, overlaps, Patch())
        others = np.zeros((n_decks, n_decks, 3), np.int64) if known is None else known
        return cls(metagame, objective, candidate, check_games(games), seed, others, levels)

    def explain(self, patch: Patch, runner: Runner, progress: Progress | None = None) -> Explanation:
        """What each part of a patch buys. Ctrl-C raises `Interrupted` with the parts that are finished."""
        trial, found = PatchTrial(self, patch), list[Contribution]()
        watched = watch(runner, progress, lambda: trial.n_games)
        with keep_on_interrupt(lambda: trial.describe(found, is_partial=True)):
            trial.play(watched)
            for part in trial.parts:
                found.append(trial.put_back(part, watched))
        return trial.describe(found)

    @property
    def wanted(self) -> Counts:
        """[n, n]: games per ordered pair; mirrors, whose win rate is a half, are not played."""
        wanted = spread_games(self.games, choose_pairs(len(self.metagame.decks), None))
        np.fill_diagonal(wanted, 0)
        return wanted

    def measure(self, win_rates: Floats, patch: Patch) -> float:
        """The objective of a patch with these win rates."""
        return self.objective.measure(replace(self.candidate, win_rates=win_rates, patch=patch))


class PatchTrial:
    """A patch that is played once, and then again without each of its parts."""

    def __init__(self, explainer: Explainer, patch: Patch) -> None:
        self.explainer = explainer
        self.patch = patch.effective(explainer.metagame.patched_cards)
        self.metagame = explainer.metagame.with_patch(self.patch)
        self.parts = split_patch(self.patch, explainer.metagame.patched_cards)
        self.kept: KeptGames | None = None

    @property
    def n_games(self) -> int:
        """Games to be played, of the patch and without each part."""
        wanted = self.explainer.wanted
        return int(wanted.sum() + sum(wanted[self._affected(part)].sum() for part in self.parts))

    def _affected(self, part: Part) -> Mask:
        """[n, n]: where games without a part can end otherwise."""
        return affected_pairs(self.metagame, self.explainer.metagame.with_patch(part.rest))

    def play(self, runner: Runner) -> None:
        """Play all of the patch."""
        self.kept = play_and_keep(self.metagame, self.explainer.wanted, self.explainer.seed, runner)

    def put_back(self, part: Part, runner: Runner) -> Contribution:
        """Play the same games without a part."""
        assert self.kept is not None
        after = self.explainer.metagame.with_patch(part.rest)
        is_affected = self._affected(part)
        games = PairedGames(
            self.metagame, after, self.explainer.wanted, is_affected, self.explainer.seed, self.kept.winners
        )
        joint = games.play(runner).joint
        joint[~is_affected] = self.outcomes[~is_affected][:, :, None] * np.eye(3, dtype=np.int64)
        change, cards = paired_change(joint, is_affected), self.explainer.metagame.patched_cards
        return Contribution(
            card=part.card,
            notes=tuple(part.own.notes(cards)),
            addresses=tuple(part.own.changes),
            magnitude=part.own.magnitude(cards),
            is_single=part.is_single,
            buys=self._estimate(part, joint, is_affected),
            match_ups=self._on_level(Estimate(0 - change.value, 0 - change.high, 0 - change.low)),
            games=games.n_games,
        )

    @cached_property
    def outcomes(self) -> Counts:
        """[n, n, 3]: won, lost and drawn games with all of the patch."""
        if self.kept is None:
            return np.zeros((*self.explainer.wanted.shape, 3), np.int64)
        return np.asarray(self.kept.sums["wins"])

    def _estimate(self, part: Part, joint: Counts, is_affected: Mask) -> Estimated:
        """How much higher the objective is without a part."""
        value = self._difference(part, joint, self.explainer.known)
        seed = seed_for(self.explainer.seed, "interval", *part.own.notes(self.explainer.metagame.patched_cards))
        weights, known = joint + np.where(is_affected[:, :, None, None], PRIOR, PRIOR * np.eye(3)), self.explainer.known
        random = np.random.default_rng(seed)
        drawn, others = (random.standard_gamma(each, (SAMPLES, *each.shape)) for each in (weights, known))
        levels = self.explainer.levels
        luck = [0.0 if levels is None else levels.draw_luck(random) for _ in range(SAMPLES)]
        spread = float(np.std([self._difference(part, *each) for each in zip(drawn, others, luck, strict=True)]))
        center, reach = self._difference(part, weights, known), NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * spread
        return Estimated(value, min(center - reach, value), max(center + reach, value))

    def _difference(
        self, part: Part, joint: Counts | Floats, known: Counts | Floats, luck: Floats | float = 0.0
    ) -> float:
        """The objective without a part less that with it, for games [n, n, 3, 3] by what they were and became.

        What others know of the whole patch moves both sides alike, and so do observed levels and how far they are off.
        """
        was, becomes = (win_rates_of(joint.sum(axis=axis)) for axis in (-1, -2))
        with_it = win_rates_of(joint.sum(axis=-1) + known)
        without = np.clip(with_it + becomes - was, 0, 1)
        sides = (self._place(each, luck) for each in (without, with_it))
        return self.explainer.measure(next(sides), part.rest) - self.explainer.measure(next(sides), self.patch)

    @cached_property
    def _moved(self) -> Mask:
        """[n, n]: where games with the patch can end otherwise than without it."""
        return affected_pairs(self.explainer.metagame, self.metagame)

    def _place(self, rates: Floats, luck: Floats | float = 0.0) -> Floats:
        """Simulated win rates where people would have them, if that was observed."""
        levels = self.explainer.levels
        return rates if levels is None else levels.place(rates, self._moved, luck)

    def _on_level(self, change: Estimate) -> Estimate:
        """Changes of simulated win rates as people would have them: the same step of log odds is another one there."""
        if self.explainer.levels is None:
            return change
        rates = np.clip(win_rates_of(self.outcomes + self.explainer.known), 1e-6, 1 - 1e-6)
        placed = self._place(rates)
        scale = placed * (1 - placed) / (rates * (1 - rates))
        return Estimate(*(np.where(np.isfinite(scale), scale, 1) * part for part in change))

    def describe(self, parts: list[Contribution], is_partial: bool = False) -> Explanation:
        """What is known by now."""
        sums = np.zeros(self.explainer.wanted.shape, Sums) if self.kept is None else self.kept.sums
        evidence, levels = count_evidence(self.metagame, sums), self.explainer.levels
        standing = Standing.of(evidence) if levels is None else levels.stand(evidence, self._moved)
        return Explanation(
            objective=self.explainer.objective.name,
            notes=tuple(self.patch.notes(self.explainer.metagame.patched_cards)),
            standing=standing,
            value=self.explainer.measure(standing.win_rate.value, self.patch),
            outcomes=self.outcomes,
            parts=tuple(parts),
            games=int(sums["games"].sum()) + sum(part.games for part in parts),
            is_partial=is_partial,
        )
