"""A search that learns from every game: it fits a model to all of them, and asks for what that calls best.

First the genome that changes nothing. Then rounds that explore, by Thompson sampling: each genome is the best of one
sample of what the games leave possible, for a budget drawn at random. Then rounds that exploit: for each budget the
best of samples nearer to the mean, the best neighbour of the best so far, and that itself again. In the end races: for
each budget the most hopeful genomes and the best neighbours of the best get more and more games, until the best has had
enough.

What follows from the evaluations is computed from them, and each round has random numbers of its own, so that a state
is small: the seed, and the number of the round.
"""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.search.contract import Asked, Ints, Told, read_count, read_seed, read_state, write_state
from evometa.search.learning.design import Priors
from evometa.search.learning.judging import Champion, GenomeGames, Task, judge
from evometa.search.learning.model import fit
from evometa.search.learning.rounds import Knowledge, Rounds, Wish, count_games, merge
from evometa.search.learning.settings import LearningSettings

PRIORS = Priors()


class Learner:
    """Fits and asks, round by round. `earlier` is evidence from before, with all genes of the design."""

    name: ClassVar[str] = "model"
    population = None  # all evaluations count

    def __init__(
        self,
        task: Task,
        settings: LearningSettings,
        seed: int,
        given: ArrayLike | None = None,
        earlier: GenomeGames | None = None,
    ) -> None:
        self.task, self.settings = task, settings
        self._rounds = Rounds(task, settings, settings.luck * task.loss.spread(PRIORS.residual))
        self.generation = -1  # the number of the last round that was told
        self.n_evaluations = 0
        self.n_games = 0  # of each row, in all rounds that were told
        self._seed = seed
        self._evidence = GenomeGames(task.design.n_genes, task.design.n_rows)
        if earlier is not None and len(earlier):
            self._evidence.add(earlier.genomes, earlier.wins, earlier.decided, earlier.games)
        self._wishes: list[Wish] | None = None  # what was asked since the last tell
        known_games = int(self.counts_of(np.zeros(task.choices.n_genes, np.int64))[2].min())
        self._first = merge(list(self._rounds.begin(known_games, self._check_given(given))))
        self.n_rounds = settings.n_rounds + bool(self._first)

    # --- ask and tell ---

    @property
    def is_done(self) -> bool:
        """Whether all rounds were told."""
        return self.generation + 1 >= self.n_rounds

    def ask(self) -> Asked:
        """The genomes that need games now, and how many each."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.generation + 1} rounds; look at is_done first")
        if self._wishes is None:
            self._wishes = merge(self._plan())
        genomes = np.array([each.genome for each in self._wishes], np.int64).reshape(-1, self.task.choices.n_genes)
        return Asked(genomes, np.array([each.games for each in self._wishes], np.int64))

    def tell(self, told: Told) -> None:
        """Learn from the games of what was asked for."""
        if self._wishes is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        told.check(self.ask().genomes, self.task.n_objectives)
        self._take(told)
        self._wishes = None
        self.generation += 1

    def _take(self, told: Told) -> None:
        expected = len(told.genomes), self.task.design.n_rows
        if told.wins is None or told.decided is None or told.games is None:
            raise ValueError("tell: there are no wins and games, but these are what the model learns from")
        for part in (told.wins, told.decided, told.games):
            if part.shape != expected:
                raise ValueError(f"tell: wins or games of shape {part.shape}, but there must be {expected}")
        if len(told.genomes):
            self._evidence.add(self._widen(told.genomes), told.wins, told.decided, told.games)
            self.n_games += int(told.games.max(axis=1).sum())
        self.n_evaluations += len(told.genomes)
        self.__dict__.pop("_known", None)  # there is more to know

    # --- states ---

    def get_state(self) -> bytes:
        """The seed and where it is: all else follows from the evaluations."""
        return write_state(
            {
                "algorithm": self.name,
                "generation": self.generation,
                "n_evaluations": self.n_evaluations,
                "seed": self._seed,
            }
        )

    def restore(self, state: bytes, told: Told) -> None:
        """Become the search that gave the state, and was told all this."""
        data = read_state(state, self.name, ("generation", "seed", "n_evaluations"))
        if self.n_evaluations or self._wishes is not None:
            raise RuntimeError("restore: the search has begun already; take a new one")
        self._seed = read_seed(data)
        told.check(told.genomes, self.task.n_objectives)
        self._take(told)
        self.generation = read_count(data, "generation")
        if self.n_evaluations != read_count(data, "n_evaluations"):
            raise InputError("saved search: it is damaged: it was told another number of evaluations; start it again")

    # --- what it has found ---

    @property
    def champions(self) -> list[Champion]:
        """The most hopeful genome for each goal; in the end the best of those that have had enough games."""
        least = self.settings.least_games if self.is_done else 0
        found = (self._known.champion(goal, least) or self._known.champion(goal) for goal in self._rounds.goals)
        return [each for each in found if each is not None]

    @property
    def front(self) -> list[Champion]:
        """The champions, each once, in the order of their size."""
        distinct: dict[bytes, Champion] = {}
        for each in self.champions:
            distinct.setdefault(each.genome.tobytes(), each)
        return sorted(distinct.values(), key=lambda each: (each.size, each.value))

    def counts_of(self, genome: Ints) -> Ints:
        """[3, R]: the wins, decided games and all games that a genome has had."""
        return self._evidence.counts_of(self._widen(genome[None])[0])

    # --- rounds ---

    @cached_property
    def _known(self) -> Knowledge:
        """What all games so far say."""
        seen = self._evidence
        posterior = fit(self.task.design, PRIORS, seen.genomes, seen.wins, seen.decided)
        return Knowledge(posterior, judge(self.task, posterior, seen, np.random.default_rng([self._seed, 1 << 32])))

    def _plan(self) -> list[Wish]:
        """What the next round asks for."""
        number, settings = self.generation + 1 - bool(self._first), self.settings
        rng = np.random.default_rng([self._seed, number + 1])
        if number < 0:
            return self._first
        if number < settings.explore_rounds:
            return list(self._rounds.explore(self._known, rng))
        number -= settings.explore_rounds
        if number < settings.exploit_rounds:
            return list(self._rounds.exploit(self._known, rng))
        return self._plan_race(number - settings.exploit_rounds, rng) or self._confirm()

    def _plan_race(self, number: int, rng: np.random.Generator) -> list[Wish]:
        """A race; in all but the last one, neighbours of the best join it, with the games of the first."""
        races, known = self.settings.races, self._known
        (size, games), is_last = races[number], number == len(races) - 1
        most = self._share_games(number)
        joining = [] if is_last else list(self._rounds.polish(known, races[0][1], rng))
        if count_games(joining) > most:
            joining = []
        return [*self._rounds.race(known, size, games, most - count_games(joining), is_last), *joining]

    def _share_games(self, number: int) -> float:
        """The games of each row that a race may ask for: the last one all that are left, the others as much as each
        of those to come, apart from what the best for each goal need in the last one."""
        n_races, settings = len(self.settings.races) - number, self.settings
        needed = 0 if n_races == 1 else settings.n_goals * settings.least_games
        return max(0.0, (self._n_left - needed) / n_races)

    def _confirm(self) -> list[Wish]:
        """More games for the best if nobody needs any for a race, and if there are any left."""
        asked = [Wish(each.genome, self.settings.exploit_games) for each in self.front]
        return asked if count_games(asked) <= self._n_left else []

    @property
    def _n_left(self) -> float:
        """The games of each row that may still be asked for."""
        most = self.settings.most_games
        return inf if most is None else most - self.n_games

    def _widen(self, genomes: Ints) -> Ints:
        """Genomes with the genes of the design that may not change here."""
        return np.pad(genomes, ((0, 0), (0, self.task.design.n_genes - genomes.shape[1])))

    def _check_given(self, given: ArrayLike | None) -> list[Ints]:
        genomes = [] if given is None else list(np.asarray(given, np.int64))
        for genome in genomes:
            if self.task.choices.to_choice(genome) is None:
                raise InputError("given genomes: one of them is not legal; take it out")
        return genomes
