"""How good genomes are: one batch of games for all of them, and the objectives that come out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evometa.balance.objectives import Candidate, Chance, Objective, choose_objectives, find_noise_floor
from evometa.balance.space import BalanceSpace, Ints
from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.matches.counting import Batch
from evometa.matches.inference import Counts, Floats
from evometa.matches.runners import Games, Runner, ThreadRunner
from evometa.matches.schedule import Match, pack_matches, seed_for
from evometa.metagame import playing
from evometa.metagame.diversity import count_copies, find_overlaps, number_classes
from evometa.metagame.evidence import join_seats
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, check_games

MOST_TABLES = 256  # at a time: each takes about half a megabyte
COLUMNS = ("wins",)  # of the sums, because all of them would take too much room for that many tables


@dataclass(frozen=True, eq=False)
class Played(Short):
    """The objectives of genomes and the games behind them; k genomes, n decks. The deck of the row starts."""

    values: Floats  # [k, objectives]
    counts: Counts  # [k, n, n, 3]: wins, losses and draws; mirrors are not played


class Evaluator:
    """Plays genomes, and says how good they are.

    An evaluation plays `games` per match-up, half of them from each seat, which depend on seed and number alone:
    every evaluation has games of its own, so that a genome that is played again is measured anew. With `common_seeds`
    all genomes get the same games: they compare better, but luck that suits one of them stays with it. Objectives
    weigh decks by `shares` [n], if these are not the metagame's.
    """

    def __init__(
        self,
        metagame: Metagame,
        space: BalanceSpace,
        objectives: Iterable[str | Objective],
        games: int,
        seed: int,
        runner: Runner | None = None,
        *,
        common_seeds: bool = False,
        shares: Floats | None = None,
    ) -> None:
        if len(metagame.decks) < 2:
            raise InputError(f"the metagame '{metagame.name}' has one deck only; a balance needs two or more")
        if space.card_set != metagame.patched_cards:
            raise ValueError(f"the space is not one of the metagame '{metagame.name}': its cards are different")
        self.metagame, self.space = metagame, space
        self.objectives: tuple[Objective, ...] = choose_objectives(objectives)
        self.games, self.seed, self.common_seeds = check_games(games), seed, common_seeds
        self.runner = runner or ThreadRunner()
        self._shares = np.array(metagame.shares) if shares is None else shares
        self.overlaps = find_overlaps(count_copies(metagame))
        self.classes = number_classes(metagame.decks)
        self._names = [deck.name for deck in metagame.decks]
        self._pairs = list(permutations(range(len(self._names)), 2))
        self._tables = metagame.game.make_tables(metagame.patched_cards, metagame.rules, space.addresses)
        self._packed = Games.pack([metagame.table()], metagame.decks, metagame.players)

    def evaluate(self, genomes: ArrayLike, first: int, games: ArrayLike | None = None) -> Played:
        """Play genomes [k, n], the first of which is evaluation number `first` of its run.

        `games` [k] are those of each genome per match-up, if not all have as many as usual.
        """
        changes = np.atleast_2d(self.space.repair(genomes))
        numbers = np.full(len(changes), self.games) if games is None else np.asarray(games, np.int64)
        if (numbers < 2).any():
            raise InputError(
                f"found {numbers.min()} games per match-up; allowed: 2 or more, half of them from each seat"
            )
        parts = [
            self._play(changes[start : start + MOST_TABLES], first + start, numbers[start : start + MOST_TABLES])
            for start in range(0, len(changes), MOST_TABLES)
        ]
        n_decks = len(self._names)
        counts = np.concatenate(parts) if parts else np.zeros((0, n_decks, n_decks, 3), np.int64)
        measured = [self.measure(*each) for each in zip(changes, win_rates_of(counts), strict=True)]
        return Played(np.reshape(measured, (len(changes), len(self.objectives))), counts)

    def play_again(self, genome: ArrayLike, games: int, seed: int) -> MetagameResult:
        """Play a genome with other games than the search did: a number per match-up, without mirrors."""
        metagame = self.metagame.with_patch(self.space.to_patch(genome))
        pairs = combinations(range(len(self._names)), 2)
        return playing.play(metagame, seed=seed, games=games, pairs=pairs, runner=self.runner)

    def measure(self, changes: Ints, win_rates: Floats) -> Floats:
        """[m]: the objectives of changes [n] that are repaired, if the win rates were these."""
        candidate = Candidate(
            win_rates, self._shares, self.overlaps, self.space.patch_of(changes), self.metagame.game, self.classes
        )
        return np.array([objective.measure(candidate) for objective in self.objectives])

    def noise_floors(self, games: Floats | None = None, seed: int | None = None) -> dict[str, float]:
        """What each objective shows on average if all is even, by name; NaN for one that no games enter.

        That is with the games [n, n] of an evaluation, if no others are given.
        """
        usual = np.full((len(self._names),) * 2, float(self.games)) if games is None else games
        own = seed_for(self.seed, "noise floor") if seed is None else seed
        chance = Chance(usual, self._shares, self.overlaps, own, self.classes)
        return {objective.name: find_noise_floor(objective, chance) for objective in self.objectives}

    # --- inside ---

    def _play(self, changes: Ints, first: int, games: Ints) -> Counts:
        """[k, n, n, 3]: the outcomes of all games of some genomes."""
        packed = replace(self._packed, tables=self._tables.make(changes))
        jobs = self._make_jobs(range(first, first + len(changes)), games)
        shape = (len(changes), len(self._names), len(self._names))
        played = Batch(packed, jobs, prod(shape), COLUMNS).play(self.runner)
        return np.asarray(played.sums["wins"]).reshape(*shape, -1)

    def _make_jobs(self, numbers: Sequence[int], games: Ints) -> NDArray[Any]:
        """The jobs of evaluations with these numbers: every pair of decks from both seats, one table for each."""
        n_decks = len(self._names)
        one = pack_matches([Match((i, j), (i, j), games=0, seed=0, cell=i * n_decks + j) for i, j in self._pairs])
        jobs = np.tile(one, len(numbers))
        tables = np.repeat(np.arange(len(numbers)), len(one))
        jobs["table"] = tables
        jobs["games"] = np.repeat([check_games(int(number)) // 2 for number in games], len(one))
        jobs["cell"] += tables * n_decks**2
        jobs["seed"] = np.array([seed for number in numbers for seed in self._seeds_of(number)], np.uint64)
        return jobs

    def _seeds_of(self, number: int) -> list[int]:
        key = seed_for(self.seed, "evaluation", 0 if self.common_seeds else number)
        return [seed_for(key, "match", self._names[i], self._names[j]) for i, j in self._pairs]


def win_rates_of(counts: Counts) -> Floats:
    """[..., n, n]: win rates over both seats from counts [..., n, n, 3]; a seat without decided games is even."""
    wins, losses = counts[..., 0], counts[..., 1]
    decided = wins + losses
    return join_seats(np.where(decided > 0, wins / np.maximum(decided, 1), 0.5))


def pool_seats(counts: Counts) -> tuple[Counts, Counts, Counts]:
    """[..., R] each: wins of the first deck of pairs i < j, decided and all games, from counts [..., n, n, 3]."""
    first, second = np.triu_indices(counts.shape[-2], 1)
    ahead, behind = counts[..., first, second, :], counts[..., second, first, :]
    wins = ahead[..., 0] + behind[..., 1]
    return wins, wins + ahead[..., 1] + behind[..., 0], (ahead + behind).sum(axis=-1)
