"""A search that learns from every game: it fits a model to all of them, and asks for what that calls best.

First the genome that changes nothing. Then rounds that explore: each genome is the best of one sample of what the
games leave possible, for a budget drawn at random. Then rounds that exploit: for each budget the best of samples nearer
to the mean, the best neighbour of the best so far, and that itself again. In the end races: for each budget the most
hopeful genomes get more and more games, until what is called the best has had enough.

What follows from the evaluations is computed from them, and each round has random numbers of its own, so that a state
is small: the seed, and the number of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.search.learning.choices import Effects
from evometa.search.learning.design import Priors
from evometa.search.learning.evidence import Evidence
from evometa.search.learning.judging import Champion, Goal, Judged, Task, judge
from evometa.search.learning.loss import Floats
from evometa.search.learning.model import Coefficients, Posterior, fit
from evometa.search.learning.optimiser import Limits, Optimiser
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
        self.goals = make_goals(task, settings)
        self.generation = -1  # the number of the last round that was told
        self.n_evaluations = 0
        self._seed = seed
        self._evidence = Evidence(task.design.n_genes, task.design.n_rows)
        if earlier is not None and len(earlier):
            self._evidence.add(earlier.genomes, earlier.wins, earlier.decided, earlier.games)
        self._asked: list[Asked] | None = None
        self._first = merge(list(self._begin(self._check_given(given))))
        self.n_rounds = settings.n_rounds + bool(self._first)
        self._effects = Effects(task.choices, task.design)
        touched = task.design.is_there[:, [task.design.group_of[group.genes[0]] for group in task.choices.groups]].T
        self._optimiser = Optimiser(task.choices, task.loss, touched)

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
            self._evidence.add(self._widen(genomes), *np.split(counts, 3, axis=1))
        self.n_evaluations += len(values)
        self.__dict__.pop("posterior", None)
        self.__dict__.pop("_judged", None)

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
        found = (self._champion(goal, least) or self._champion(goal, 0) for goal in self.goals)
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

    def _champion(self, goal: Goal, least_games: int) -> Champion | None:
        judged = self._judged
        fitting = (place for place in judged.fitting(goal) if judged.games[place] >= least_games)
        return next((judged.champion(place, goal) for place in fitting), None)

    @cached_property
    def posterior(self) -> Posterior:
        """The model, fitted to all games so far."""
        seen = self._evidence
        return fit(self.task.design, self.priors, seen.genomes, seen.wins, seen.decided)

    @cached_property
    def _judged(self) -> Judged:
        return judge(self.task, self.posterior, self._evidence, np.random.default_rng([self._seed, 1 << 32]))

    # --- rounds ---

    def _plan(self) -> list[Asked]:
        """What the next round asks for."""
        number, settings = self.generation + 1 - bool(self._first), self.settings
        rng = np.random.default_rng([self._seed, number + 1])
        if number < 0:
            return self._first
        if number < settings.explore_rounds:
            return list(self._explore(rng))
        number -= settings.explore_rounds
        if number < settings.exploit_rounds:
            return list(self._exploit(rng))
        return list(self._race(*settings.races[number - settings.exploit_rounds])) or list(self._confirm())

    def _begin(self, given: Sequence[Ints]) -> Iterator[Asked]:
        """What is asked for first: the genome that changes nothing, as far as it is not known, and those given."""
        nothing = np.zeros(self.task.choices.n_genes, np.int64)
        missing = self.settings.first_games - int(self.counts_of(nothing)[2].min())
        if missing > 0:
            yield Asked(nothing, missing + missing % 2)
        for genome in given:
            yield Asked(genome, self.settings.exploit_games)

    def _explore(self, rng: np.random.Generator) -> Iterator[Asked]:
        settings = self.settings
        samples = self.posterior.draw(rng, settings.explore_size)
        budgets = rng.uniform(min(settings.budgets), max(settings.budgets), settings.explore_size)
        for sample, budget in enumerate(budgets):
            goal = Goal(budget, self.task.most_groups)
            yield Asked(self._optimise(samples, sample, goal, rng), settings.explore_games)

    def _exploit(self, rng: np.random.Generator) -> Iterator[Asked]:
        settings = self.settings
        for goal in self.goals:
            for scale in settings.exploit_scales:
                samples = self.posterior.draw(rng, 1, scale)
                yield Asked(self._optimise(samples, 0, goal, rng), settings.exploit_games)
            champion = self._champion(goal, 0)
            if champion is not None:
                yield Asked(champion.genome, settings.exploit_games)
                yield Asked(self._improve(champion), settings.exploit_games)

    def _race(self, size: int, games: int) -> Iterator[Asked]:
        judged = self._judged
        for goal in self.goals:
            for place in islice(judged.fitting(goal), size):
                missing = games - int(judged.games[place])
                if missing > 0:
                    yield Asked(judged.genomes[place], missing + missing % 2)

    def _confirm(self) -> Iterator[Asked]:
        """More games for the best, if nobody needs any for a race."""
        for champion in self.front:
            yield Asked(champion.genome, self.settings.exploit_games)

    def _optimise(self, samples: Coefficients, sample: int, goal: Goal, rng: np.random.Generator) -> Ints:
        kicks = rng.random((self.settings.kicks, len(self.task.choices.groups)))
        effects = self._effects.of(samples, sample)
        choice = self._optimiser.find(samples.intercepts[sample], effects, self._limits(goal), kicks)
        return self.task.choices.to_genome(choice)

    def _improve(self, champion: Champion) -> Ints:
        """What the model calls best near a genome, if what its own games say beyond the model stays with it."""
        choices, expected = self.task.choices, self.posterior.expect()
        beyond = self.posterior.own[champion.place] - self.posterior.logits[champion.place]
        base = expected.intercepts[0] + beyond
        no_kicks = np.zeros((0, len(choices.groups)))
        effects = self._effects.of(expected)
        start = choices.to_choice(champion.genome)
        return choices.to_genome(self._optimiser.find(base, effects, self._limits(champion.goal), no_kicks, start))

    def _limits(self, goal: Goal) -> Limits:
        return Limits(goal.budget, goal.groups, self.settings.price)

    def _widen(self, genomes: Ints) -> Ints:
        """Genomes with the genes of the design that may not change here."""
        return np.pad(genomes, ((0, 0), (0, self.task.design.n_genes - genomes.shape[1])))

    def _check_given(self, given: ArrayLike | None) -> list[Ints]:
        genomes = [] if given is None else list(np.asarray(given, np.int64))
        for genome in genomes:
            if self.task.choices.to_choice(genome) is None:
                raise InputError("given genomes: one of them is not legal; take it out")
        return genomes


def make_goals(task: Task, settings: LearningSettings) -> tuple[Goal, ...]:
    """What the best is looked for: each budget, and each number of groups within the largest of them."""
    by_size = [Goal(budget, task.most_groups) for budget in settings.budgets]
    few = [groups for groups in settings.groups if groups < task.most_groups]
    return (*by_size, *(Goal(settings.budgets[-1], groups) for groups in few))


# --- what is asked for ----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Asked:
    """A genome and how many games for each row it should have."""

    genome: Ints
    games: int

    __repr__ = short_repr


def merge(asked: Sequence[Asked]) -> list[Asked]:
    """Each genome once, with the most games that it was asked for with."""
    found: dict[bytes, Asked] = {}
    for each in asked:
        key = each.genome.tobytes()
        if key not in found or found[key].games < each.games:
            found[key] = each
    return list(found.values())
