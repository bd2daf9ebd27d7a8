"""A metagame on each rung of the ladder of skill: who gains with skill, and whose win rate is a beginner's.

On each rung the same player plays all decks, with the same cards. The games of all rungs have the same seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, nan

import numpy as np

from evometa.input.errors import InputError
from evometa.matches.inference import Estimates, unpaired_change
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Runner
from evometa.metagame.evidence import Floats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, Progress, check_games, play
from evometa.metagame.skill.pilots import hand_over
from evometa.metagame.standing import Standing

_LEAST_MATCH_UPS = 3  # of which a correlation can tell anything


@dataclass(frozen=True, eq=False)
class SkillsResult:
    """The games of a metagame with n decks on m rungs, from the lowest; the last one may be partial."""

    metagame: Metagame
    rungs: tuple[str, ...]
    results: tuple[MetagameResult, ...]  # one for each rung
    seed: int

    def __repr__(self) -> str:
        return f"SkillsResult({self.metagame.name!r}, {len(self.rungs)} rungs, {self.games:,} games)"

    @property
    def games(self) -> int:
        """Games of all rungs."""
        return sum(result.games for result in self.results)

    @property
    def is_partial(self) -> bool:
        """Whether Ctrl-C came before all games were played."""
        return any(result.is_partial for result in self.results)

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the decks."""
        return tuple(deck.name for deck in self.metagame.decks)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How the metagame stands on each rung."""
        return tuple(Standing.of(result.evidence) for result in self.results)

    @cached_property
    def win_rate(self) -> Estimates:
        """[n, m]: how often each deck wins against the metagame on each rung."""
        each = [standing.against_meta for standing in self.standings]
        return Estimates(*(np.stack(parts, axis=-1) for parts in zip(*each, strict=True)))

    @cached_property
    def gain(self) -> Estimates:
        """[n]: how much more often each deck wins on the highest rung than on the lowest."""
        lowest, highest = self.win_rate.each(lambda part: part[:, 0]), self.win_rate.each(lambda part: part[:, -1])
        return unpaired_change(lowest, highest)

    @cached_property
    def correlation(self) -> Floats:
        """[m, m]: how alike the match-ups of two rungs are; NaN if there are too few to tell."""
        pairs = np.triu_indices(len(self.decks), 1)
        rates = [standing.win_rate.value[pairs] for standing in self.standings]
        return np.array([[correlate_rates(one, other) for other in rates] for one in rates])


def correlate_rates(one: Floats, other: Floats) -> float:
    """Pearson's correlation of win rates that are both known; NaN if these are too few, or all the same."""
    known = np.isfinite(one) & np.isfinite(other)
    if known.sum() < _LEAST_MATCH_UPS or not np.ptp(one[known]) or not np.ptp(other[known]):
        return nan
    return float(np.corrcoef(one[known], other[known])[0, 1])


def play_skills(
    metagame: Metagame,
    *,
    games: int,
    seed: int,
    rungs: Sequence[str] = (),
    runner: Runner | None = None,
    progress: Progress | None = None,
) -> SkillsResult:
    """Play all match-ups of a metagame on each rung, a number of games each, without mirrors.

    Ctrl-C raises `Interrupted` with what is finished, marked as partial.
    """
    n_decks, rungs = len(metagame.decks), tuple(rungs) or metagame.game.ladder
    if n_decks < 2:
        raise InputError(f"the metagame '{metagame.name}' has one deck only; skills are compared between two or more")
    planned, results = check_games(games) * comb(n_decks, 2) * len(rungs), list[MetagameResult]()
    for place, rung in enumerate(rungs):
        tell = None if progress is None else _shift(progress, planned * place // len(rungs), planned)
        pairs = combinations(range(n_decks), 2)
        try:
            handed = hand_over(metagame, rung)
            results.append(play(handed, games=games, seed=seed, pairs=pairs, runner=runner, progress=tell))
        except Interrupted as stop:
            known = (*results, stop.known)
            raise Interrupted(SkillsResult(metagame, tuple(rungs[: place + 1]), known, seed)) from stop
    return SkillsResult(metagame, tuple(rungs), tuple(results), seed)


def _shift(progress: Progress, before: int, planned: int) -> Progress:
    """Progress of one rung as that of all."""
    return lambda finished, _: progress(before + finished, planned)
