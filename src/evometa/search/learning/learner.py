"""A search that learns from every game: it fits a model to all of them, and asks for what that calls best.

First the genome that changes nothing. Then rounds that explore: each genome is the best of one sample of what the
games leave possible, for a budget drawn at random. Then rounds that exploit: for each budget the best of samples nearer
to the mean, the best neighbour of the best so far, and that itself again. In the end races: for each budget the most
hopeful genomes and the best neighbours of the best get more and more games, until the best has had enough.

What follows from the evaluations is computed from them, and each round has random numbers of its own, so that a state
is small: the seed, and the number of the round.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.search.learning.design import Priors
from evometa.search.learning.evidence import Evidence
from evometa.search.learning.judging import Champion, Task, judge
from evometa.search.learning.loss import Floats
from evometa.search.learning.model import fit
from evometa.search.learning.rounds import Asked, Knowledge, Rounds, count_asked, merge
from evometa.search.learning.settings import LearningSettings
from evometa.search.problem import Ints
from evometa.search.states import check_algorithm, read_count, read_seed, read_state, write_state

STATE_PARTS = ("algorithm", "generation", "seed", "settings", "n_evaluations")
PRIORS = Priors()


class Learner:
    """Fits and asks, round by round. `earlier` is evidence from before, with all genes of the design."""

    name: ClassVar[str] = "model"

    def __init__(
        self,
        task: Task,
        settings: LearningSettings,
        seed: int,
        given: ArrayLike | None = None,
        earlier: Evidence | None = None,
        priors: Priors = PRIORS,
    ) -> None:
        self.task, self.settings, self.priors = task, settings, priors
        self._rounds = Rounds(task, settings, settings.luck * task.loss.spread(priors.residual))
        self.generation = -1  # the number of the last round that was told
        self.n_evaluations = 0
        self.n_games = 0  # of each row, in all rounds that were told
        self._seed = seed
        self._evidence = Evidence(task.design.n_genes, task.design.n_rows)
        if earlier is not None and len(earlier):
            self._evidence.add(earlier.genomes, earlier.wins, earlier.decided, earlier.games)
        self._asked: list[Asked] | None = None
        known_games = int(self.counts_of(np.zeros(task.choices.n_genes, np.int64))[2].min())
        self._first = merge(list(self._rounds.begin(known_games, self._check_given(given))))
        self.n_rounds = settings.n_rounds + bool(self._first)

    # --- ask and tell ---

    @property
    def is_done(self) -> bool:
        """Whether all rounds were told."""
        return self.generation + 1 >= self.n_rounds

    def ask(self) -> Ints:
        """The genomes [k, n] that need games now; `asked_games` says how many each."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.generation + 1} rounds; look at is_done first")
        if self._asked is None:
            self._asked = merge(self._plan())
        return np.array([each.genome for each in self._asked], np.int64).reshape(-1, self.task.choices.n_genes)

    @property
    def asked_games(self) -> Ints:
        """[k]: how many games for each row the genomes that were asked for should have."""
        if self._asked is None:
            raise RuntimeError("asked_games: nothing was asked since the last tell; call ask first")
        return np.array([each.games for each in self._asked], np.int64)

    def tell(self, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Take the objectives [k, m] of what was asked for, and its measures [k, 3 R]: wins, decided and all games."""
        if self._asked is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        genomes = self.ask()
        self._take(genomes, self._check_values(values, len(genomes)), measures)
        self._asked = None
        self.generation += 1

    def _take(self, genomes: Ints, values: Floats, measures: ArrayLike | None) -> None:
        if measures is None:
            raise ValueError("tell: there are no measures, but these are the wins and games that the model learns from")
        counts, n_rows = np.asarray(measures), self.task.design.n_rows
        if counts.shape != (len(values), 3 * n_rows):
            raise ValueError(f"tell: measures of shape {counts.shape}, but there must be {(len(values), 3 * n_rows)}")
        if len(genomes):
            wins, decided, games = np.split(counts, 3, axis=1)
            self._evidence.add(self._widen(genomes), wins, decided, games)
            self.n_games += int(games.max(axis=1).sum())
        self.n_evaluations += len(values)
        self.__dict__.pop("_known", None)  # there is more to know

    def _check_values(self, values: ArrayLike, n_genomes: int) -> Floats:
        found, expected = np.asarray(values, float), (n_genomes, self.task.n_objectives)
        if found.shape != expected:
            raise ValueError(f"tell: objectives of shape {found.shape}, but what was asked needs {expected}")
        if not np.isfinite(found).all():
            row, column = np.argwhere(~np.isfinite(found))[0]
            raise ValueError(f"tell: objective {column} of genome {row} is {found[row, column]}, not a finite number")
        return found

    # --- states ---

    def get_state(self) -> bytes:
        """The seed and where it is: all else follows from the evaluations."""
        return write_state(
            {
                "algorithm": self.name,
                "generation": self.generation,
                "n_evaluations": self.n_evaluations,
                "seed": self._seed,
                "settings": asdict(self.settings),
            }
        )

    def restore(self, state: bytes, genomes: ArrayLike, values: ArrayLike, measures: ArrayLike | None = None) -> None:
        """Become the search that gave the state, and was told these evaluations."""
        data = read_state(state, STATE_PARTS)
        check_algorithm(data["algorithm"], self.name)
        if self.n_evaluations or self._asked is not None:
            raise RuntimeError("restore: the search has begun already; take a new one")
        if read_state(self.get_state(), STATE_PARTS)["settings"] != data["settings"]:
            raise InputError("saved search: it began with other settings; go on with those, or start again")
        self._seed = read_seed(data)
        told = np.asarray(genomes, np.int64).reshape(-1, self.task.choices.n_genes)
        self._take(told, self._check_values(values, len(told)), measures)
        self.generation = read_count(data, "generation")
        if self.n_evaluations != read_count(data, "n_evaluations"):
            raise InputError("saved search: it is damaged: it was told another number of evaluations; start it again")

    # --- what has come of it ---

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
        posterior = fit(self.task.design, self.priors, seen.genomes, seen.wins, seen.decided)
        return Knowledge(posterior, judge(self.task, posterior, seen, np.random.default_rng([self._seed, 1 << 32])))

    def _plan(self) -> list[Asked]:
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

    def _plan_race(self, number: int, rng: np.random.Generator) -> list[Asked]:
        """A race; in all but the last one, neighbours of the best join it, with the games of the first."""
        races, known = self.settings.races, self._known
        (size, games), is_last = races[number], number == len(races) - 1
        most = self._share_games(number)
        joining = [] if is_last else list(self._rounds.polish(known, races[0][1], rng))
        if count_asked(joining) > most:
            joining = []
        return [*self._rounds.race(known, size, games, most - count_asked(joining), is_last), *joining]

    def _share_games(self, number: int) -> float:
        """The games of each row that a race may ask for: the last one all that are left, the others as much as each
        of those to come, apart from what the best for each goal need in the last one."""
        n_races, settings = len(self.settings.races) - number, self.settings
        needed = 0 if n_races == 1 else settings.n_goals * settings.least_games
        return max(0.0, (self._n_left - needed) / n_races)

    def _confirm(self) -> list[Asked]:
        """More games for the best, if there are any left."""
        asked = list(self._rounds.confirm(self.front))
        return asked if count_asked(asked) <= self._n_left else []

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
