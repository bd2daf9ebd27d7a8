"""What a search that learns asks for in each kind of round, from what it knows by then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evometa.input.short_repr import short_repr
from evometa.search.learning.choices import Effects
from evometa.search.learning.judging import Champion, Goal, Judged, Task
from evometa.search.learning.model import Coefficients, Posterior
from evometa.search.learning.optimiser import Limits, Optimiser
from evometa.search.learning.settings import LearningSettings
from evometa.search.problem import Ints


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


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What all games so far say: of genomes that were not seen, and of those that were."""

    posterior: Posterior
    judged: Judged

    __repr__ = short_repr

    def champion(self, goal: Goal, least_games: int = 0) -> Champion | None:
        """The best genome for a goal that has had enough games."""
        fitting = (place for place in self.judged.best_for(goal) if self.judged.games[place] >= least_games)
        return next((self.judged.champion(place, goal) for place in fitting), None)


@dataclass(frozen=True, eq=False)
class Rounds:
    """The kinds of round."""

    task: Task
    settings: LearningSettings

    __repr__ = short_repr

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What the best is looked for: each budget, and each number of groups within the largest of them."""
        by_size = [Goal(budget, self.task.most_groups) for budget in self.settings.budgets]
        few = [groups for groups in self.settings.groups if groups < self.task.most_groups]
        return (*by_size, *(Goal(self.settings.budgets[-1], groups) for groups in few))

    def begin(self, known_games: int, given: Sequence[Ints]) -> Iterator[Asked]:
        """What is asked for first: the genome that changes nothing, as far as it is not known, and those given."""
        missing = self.settings.first_games - known_games
        if missing > 0:
            yield Asked(np.zeros(self.task.choices.n_genes, np.int64), missing + missing % 2)
        for genome in given:
            yield Asked(genome, self.settings.exploit_games)

    def explore(self, known: Knowledge, rng: np.random.Generator) -> Iterator[Asked]:
        """The best of samples of all that the games leave possible, each for a budget drawn at random."""
        settings = self.settings
        samples = known.posterior.draw(rng, settings.explore_size)
        budgets = rng.uniform(min(settings.budgets), max(settings.budgets), settings.explore_size)
        for sample, budget in enumerate(budgets):
            goal = Goal(budget, self.task.most_groups)
            find = self._fill if rng.random() < settings.filled else self._optimise
            yield Asked(find(samples, sample, goal, rng), settings.explore_games)

    def exploit(self, known: Knowledge, rng: np.random.Generator) -> Iterator[Asked]:
        """For each goal the best of samples nearer to the mean, the best so far, and its best neighbour."""
        settings = self.settings
        for goal in self.goals:
            for scale in settings.exploit_scales:
                samples = known.posterior.draw(rng, 1, scale)
                yield Asked(self._optimise(samples, 0, goal, rng), settings.exploit_games)
            champion = known.champion(goal)
            if champion is not None:
                yield Asked(champion.genome, settings.exploit_games)
                yield Asked(self._improve(champion, known.posterior, known.posterior.expect()), settings.exploit_games)

    def race(self, known: Knowledge, size: int, games: int, is_last: bool = False) -> Iterator[Asked]:
        """For each goal the genomes that may be the best, so that they have had so many games; at last the best."""
        judged = known.judged
        for goal in self.goals:
            for place in (judged.best_for(goal) if is_last else judged.contenders_for(goal))[:size].tolist():
                missing = games - int(judged.games[place])
                if missing > 0:
                    yield Asked(judged.genomes[place], missing + missing % 2)

    def polish(self, known: Knowledge, games: int, rng: np.random.Generator) -> Iterator[Asked]:
        """For each goal the best neighbours of the best, whose own games say by now what is still off."""
        for goal in self.goals:
            champion = known.champion(goal)
            if champion is not None:
                samples = (known.posterior.draw(rng, 1, scale) for scale in self.settings.polish_scales)
                yield from (Asked(self._improve(champion, known.posterior, sample), games) for sample in samples)

    def confirm(self, champions: Sequence[Champion]) -> Iterator[Asked]:
        """More games for the best, if nobody needs any for a race."""
        for champion in champions:
            yield Asked(champion.genome, self.settings.exploit_games)

    # --- the optimiser ---

    @cached_property
    def _effects(self) -> Effects:
        return Effects(self.task.choices, self.task.design)

    @cached_property
    def _optimiser(self) -> Optimiser:
        design, groups = self.task.design, self.task.choices.groups
        touched = design.is_there[:, [design.group_of[group.genes[0]] for group in groups]].T
        return Optimiser(self.task.choices, self.task.loss, touched)

    def _optimise(self, samples: Coefficients, sample: int, goal: Goal, rng: np.random.Generator) -> Ints:
        kicks = rng.random((self.settings.kicks, len(self.task.choices.groups)))
        effects = self._effects.of(samples, sample)
        choice = self._optimiser.find(samples.intercepts[sample], effects, self._limits(goal), kicks)
        return self.task.choices.to_genome(choice)

    def _fill(self, samples: Coefficients, sample: int, goal: Goal, rng: np.random.Generator) -> Ints:
        """What a sample calls best near a choice at random that uses the budget of a goal up."""
        choices, limits = self.task.choices, Limits(goal.budget, goal.groups, price=0.0)
        kicks, start = rng.random((self.settings.kicks, len(choices.groups))), choices.draw(rng, *goal)
        effects = self._effects.of(samples, sample)
        return choices.to_genome(self._optimiser.find(samples.intercepts[sample], effects, limits, kicks, start))

    def _improve(self, champion: Champion, posterior: Posterior, sample: Coefficients) -> Ints:
        """What a sample calls best near a genome, if what its own games say beyond the sample stays with it."""
        choices, start = self.task.choices, self.task.choices.to_choice(champion.genome)
        effects = self._effects.of(sample)
        base = posterior.own[champion.place] - effects[start].sum(axis=0)
        no_kicks = np.zeros((0, len(choices.groups)))
        return choices.to_genome(self._optimiser.find(base, effects, self._limits(champion.goal), no_kicks, start))

    def _limits(self, goal: Goal) -> Limits:
        return Limits(goal.budget, goal.groups, self.settings.price)
