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
from typing import Literal

import numpy as np

from evometa.balance.evaluator import win_rates_of
from evometa.balance.objectives import Candidate, Objective
from evometa.games.patches.parts import Part, split_patch
from evometa.games.patches.patch import Patch
from evometa.games.records import Sums
from evometa.input.stored import Stored
from evometa.matches.inference import PAIRED_PRIOR, Estimate, Estimates, Mask, margin, paired_change
from evometa.matches.interrupts import keep_on_interrupt
from evometa.matches.runners import Runner
from evometa.matches.schedule import seed_for
from evometa.metagame.changes.levels import Levels
from evometa.metagame.changes.paired_games import KeptGames, PairedGames, play_and_keep
from evometa.metagame.changes.what_if import affected_pairs
from evometa.metagame.diversity import count_copies, find_overlaps, number_classes
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import Progress, check_games, count_evidence, spread_games, watch
from evometa.metagame.standing import Standing

Verdict = Literal["buys", "undecided", "harms"]


@dataclass(frozen=True, eq=False)
class Contribution(Stored):
    """What a part of a patch does, beside all the rest of it."""

    card: str
    notes: tuple[str, ...]  # what changes
    addresses: tuple[str, ...]  # the numbers among it
    magnitude: int  # of it
    is_single: bool  # one change; else all those of a card that has several
    buys: Estimate  # how much higher the objective would be without it
    match_ups: Estimates  # [n, n]: how much higher each win rate is with it than without
    games: int  # played without it

    @property
    def verdict(self) -> Verdict:
        """Whether it surely lowers the objective, surely raises it, or the games cannot tell."""
        if self.buys.low > 0:
            return "buys"
        return "harms" if self.buys.high < 0 else "undecided"


@dataclass(frozen=True, eq=False)
class Explanation(Stored):
    """What the parts of a patch buy."""

    objective: str  # that is bought
    notes: tuple[str, ...]  # of all of the patch
    standing: Standing  # of the metagame with all of the patch
    value: float  # of the objective with all of the patch, as measured
    outcomes: Counts  # [n, n, 3]: won, lost and drawn games with all of the patch; the deck of the row starts
    parts: tuple[Contribution, ...]
    games: int  # of all kinds
    is_partial: bool = False  # it was interrupted: some parts are missing

    @property
    def changes(self) -> list[Contribution]:
        """Every single change."""
        return [part for part in self.parts if part.is_single]


SAMPLES = 200  # of win rates that the games leave possible


def explain_patch(
    metagame: Metagame,  # before the patch
    patch: Patch,
    objective: Objective,
    games: int,  # per match-up
    seed: int,
    runner: Runner,
    progress: Progress | None = None,
    *,
    known: Counts | None = None,  # [n, n, 3]: won, lost and drawn games with the whole patch that others have played
    levels: Levels | None = None,  # where the match-ups of the metagame stand, if that was observed
) -> Explanation:
    """What each part of a patch buys. Ctrl-C raises `Interrupted` with the parts that are finished."""
    trial = _PatchTrial(metagame, patch, objective, check_games(games), seed, known, levels)
    watched, found = watch(runner, progress, lambda: trial.n_games), list[Contribution]()
    with keep_on_interrupt(lambda: trial.describe(found, is_partial=True)):
        trial.kept = play_and_keep(trial.metagame, trial.wanted, seed, watched)
        for part in trial.parts:
            found.append(trial.put_back(part, watched))
    return trial.describe(found)


class _PatchTrial:
    """A patch that is played once, and then again without each of its parts."""

    def __init__(
        self,
        before: Metagame,
        patch: Patch,
        objective: Objective,
        games: int,
        seed: int,
        known: Counts | None,
        levels: Levels | None,
    ) -> None:
        self.before, self.cards = before, before.patched_cards
        self.objective, self.seed, self.levels = objective, seed, levels
        # Mirrors, whose win rate is a half, are not played.
        self.wanted = spread_games(games, ~np.eye(len(before.decks), dtype=bool))
        self.known = np.zeros((*self.wanted.shape, 3), np.int64) if known is None else known
        seen = None if levels is None else levels.observed.shares
        self.shares = np.array(before.shares) if seen is None else seen
        self.patch = patch.effective(self.cards)
        self.metagame = before.with_patch(self.patch)
        self.whole = self._look_at(self.metagame, self.patch)
        self.parts = split_patch(self.patch, self.cards)
        self.kept: KeptGames | None = None

    def _look_at(self, metagame: Metagame, patch: Patch) -> Candidate:
        """All that the objective looks at after a patch, apart from the win rates."""
        return Candidate(
            np.full(self.wanted.shape, nan),
            self.shares,
            find_overlaps(count_copies(metagame)),
            patch,
            metagame.game,
            number_classes(metagame.decks),
        )

    @property
    def n_games(self) -> int:
        """Games to be played, of the patch and without each part."""
        rests = (affected_pairs(self.metagame, self.before.with_patch(part.rest)) for part in self.parts)
        return int(self.wanted.sum() + sum(self.wanted[each].sum() for each in rests))

    def put_back(self, part: Part, runner: Runner) -> Contribution:
        """Play the same games without a part."""
        assert self.kept is not None
        after = self.before.with_patch(part.rest)
        is_affected = affected_pairs(self.metagame, after)
        games = PairedGames(self.metagame, after, is_affected, self.seed, self.kept.winners)
        n_games = games.count_left(self.wanted)
        joint = games.play_up_to(self.wanted, runner, self.kept.sums).joint
        change, rest = paired_change(joint, is_affected), self._look_at(after, part.rest)
        return Contribution(
            card=part.card,
            notes=tuple(part.own.notes(self.cards)),
            addresses=tuple(part.own.changes),
            magnitude=part.own.magnitude(self.cards),
            is_single=part.is_single,
            buys=self._estimate(part, rest, joint, is_affected),
            match_ups=self._on_level(change.reversed()),
            games=n_games,
        )

    @cached_property
    def outcomes(self) -> Counts:
        """[n, n, 3]: won, lost and drawn games with all of the patch."""
        if self.kept is None:
            return np.zeros((*self.wanted.shape, 3), np.int64)
        return np.asarray(self.kept.sums["wins"])

    def _estimate(self, part: Part, rest: Candidate, joint: Counts, is_affected: Mask) -> Estimate:
        """How much higher the objective is without a part."""
        value = self._difference(rest, joint, self.known)
        seed = seed_for(self.seed, "interval", *part.own.notes(self.cards))
        prior = np.where(is_affected[:, :, None, None], PAIRED_PRIOR, PAIRED_PRIOR * np.eye(3))
        weights, random = joint + prior, np.random.default_rng(seed)
        drawn, others = (random.standard_gamma(each, (SAMPLES, *each.shape)) for each in (weights, self.known))
        luck = [0.0 if self.levels is None else self.levels.draw_luck(random) for _ in range(SAMPLES)]
        spread = float(np.std([self._difference(rest, *each) for each in zip(drawn, others, luck, strict=True)]))
        center, reach = self._difference(rest, weights, self.known), margin(spread)
        return Estimate(value, min(center - reach, value), max(center + reach, value))

    def _difference(
        self, rest: Candidate, joint: Counts | Floats, known: Counts | Floats, luck: Floats | float = 0.0
    ) -> float:
        """The objective without a part less that with it, for games [n, n, 3, 3] by what they were and became.

        What others know of the whole patch moves both sides alike, and so do observed levels and how far they are off.
        """
        was, becomes = (win_rates_of(joint.sum(axis=axis)) for axis in (-1, -2))
        with_it = win_rates_of(joint.sum(axis=-1) + known)
        without = np.clip(with_it + becomes - was, 0, 1)
        return self._measure(rest, self._place(without, luck)) - self._measure(self.whole, self._place(with_it, luck))

    def _measure(self, side: Candidate, win_rates: Floats) -> float:
        return self.objective.measure(replace(side, win_rates=win_rates))

    @cached_property
    def _moved(self) -> Mask:
        """[n, n]: where games with the patch can end otherwise than without it."""
        return affected_pairs(self.before, self.metagame)

    def _place(self, rates: Floats, luck: Floats | float = 0.0) -> Floats:
        """Simulated win rates where people would have them, if that was observed."""
        return rates if self.levels is None else self.levels.place(rates, self._moved, luck)

    def _on_level(self, change: Estimates) -> Estimates:
        """Changes of simulated win rates as people would have them: the same step of log odds is another one there."""
        if self.levels is None:
            return change
        rates = np.clip(win_rates_of(self.outcomes + self.known), 1e-6, 1 - 1e-6)
        placed = self._place(rates)
        scale = placed * (1 - placed) / (rates * (1 - rates))
        return change.each(lambda part: np.where(np.isfinite(scale), scale, 1) * part)

    def describe(self, parts: list[Contribution], is_partial: bool = False) -> Explanation:
        """What is known by now."""
        sums = np.zeros(self.wanted.shape, Sums) if self.kept is None else self.kept.sums
        evidence = count_evidence(self.metagame, sums)
        standing = Standing.of(evidence) if self.levels is None else self.levels.stand(evidence, self._moved)
        return Explanation(
            objective=self.objective.name,
            notes=tuple(self.patch.notes(self.cards)),
            standing=standing,
            value=self._measure(self.whole, standing.win_rate.value),
            outcomes=self.outcomes,
            parts=tuple(parts),
            games=int(sums["games"].sum()) + sum(part.games for part in parts),
            is_partial=is_partial,
        )
