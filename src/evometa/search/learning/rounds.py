"""What a search that learns asks for in each kind of round, from what it knows by then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

import numpy as np

from evometa.input.short_repr import Frozen
from evometa.search.contract import Ints
from evometa.search.learning.choices import Effects
from evometa.search.learning.judging import Champion, Goal, Judged, Task
from evometa.search.learning.loss import Floats
from evometa.search.learning.model import Coefficients, Posterior
from evometa.search.learning.optimiser import Limits, Optimiser
from evometa.search.learning.settings import LearningSettings

LEAST_ASKED = 4  # games of each row, for what needs a few more
PARTS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)  # of the games of a race, which are tried if there are not enough left


class Wish(Frozen):
    """A genome and how many games for each row it should have."""

    genome: Ints
    games: int


def count_games(asked: Sequence[Wish]) -> int:
    """The games for each row of all that is asked for, each genome once."""
    return sum(each.games for each in merge(asked))


def merge(asked: Sequence[Wish]) -> list[Wish]:
    """Each genome once, with the most games that anybody asks for."""
    found: dict[bytes, Wish] = {}
    for each in asked:
        key = each.genome.tobytes()
        if key not in found or found[key].games < each.games:
            found[key] = each
    return list(found.values())


def _ask_even(games: int) -> int:
    """An even number of games, and none that is not worth a batch."""
    return max(games + games % 2, LEAST_ASKED)


class Knowledge(Frozen):
    """What all games so far say: of genomes that were not seen, and of those that were."""

    posterior: Posterior
    judged: Judged

    @cached_property
    def seen(self) -> frozenset[bytes]:
        """The genomes that have had games."""
        return frozenset(genome.tobytes() for genome in self.judged.genomes)

    def champion(self, goal: Goal, least_games: int = 0) -> Champion | None:
        """The best genome for a goal that has had enough games."""
        fitting = (place for place in self.judged.best_for(goal) if self.judged.games[place] >= least_games)
        return next((self.judged.champion(place, goal) for place in fitting), None)


class Rounds(Frozen):
    """The kinds of round."""

    task: Task
    settings: LearningSettings
    luck: float = 0.0  # how far the loss of a genome may be off what its features say: a standard deviation

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What the best is looked for: each budget, and each number of groups within the largest of them."""
        by_size = [Goal(budget, self.task.most_groups) for budget in self.settings.budgets]
        few = [groups for groups in self.settings.groups if groups < self.task.most_groups]
        return (*by_size, *(Goal(self.settings.budgets[-1], groups) for groups in few))

    def begin(self, known_games: int, given: Sequence[Ints]) -> Iterator[Wish]:
        """What is asked for first: the genome that changes nothing, as far as it is not known, and those given."""
        missing = self.settings.first_games - known_games
        if missing > 0:
            yield Wish(np.zeros(self.task.choices.n_genes, np.int64), _ask_even(missing))
        for genome in given:
            yield Wish(genome, self.settings.exploit_games)

    def explore(self, known: Knowledge, rng: np.random.Generator) -> Iterator[Wish]:
        """Thompson sampling: the best of samples of what the games leave possible, each for a budget drawn at random.

        Some are only the best near a choice at random that uses the budget up.
        """
        settings = self.settings
        samples = known.posterior.draw(rng, settings.explore_size)
        budgets = rng.uniform(min(settings.budgets), max(settings.budgets), settings.explore_size)
        for sample, budget in enumerate(budgets):
            is_filled, kicks = rng.random() < settings.filled, self._draw_kicks(rng, settings.kicks)
            start = self.task.choices.draw(rng, budget, self.task.most_groups) if is_filled else None
            limits = Limits(budget, self.task.most_groups, 0.0 if is_filled else settings.price)
            yield Wish(self._find_new(known, samples, sample, limits, kicks, rng, start), settings.explore_games)

    def exploit(self, known: Knowledge, rng: np.random.Generator) -> Iterator[Wish]:
        """For each goal the best of samples nearer to the mean, the best so far, and its best neighbour."""
        settings = self.settings
        for goal in self.goals:
            for scale in settings.exploit_scales:
                samples, kicks = known.posterior.draw(rng, 1, scale), self._draw_kicks(rng, settings.exploit_kicks)
                yield Wish(self._find_new(known, samples, 0, self._limits(goal), kicks, rng), settings.exploit_games)
            champion = known.champion(goal)
            if champion is not None:
                yield Wish(champion.genome, settings.exploit_games)
                yield Wish(self._improve(champion, known.posterior, known.posterior.expect()), settings.exploit_games)

    def race(self, known: Knowledge, size: int, games: int, most: float, is_last: bool = False) -> list[Wish]:
        """For each goal the genomes that may be the best, so that they have had so many games; at last the best.

        If these are more than `most` games in all, each has fewer, down to the half, or else there are fewer genomes.
        """
        judged, least = known.judged, self.settings.least_games if is_last else 0
        ranked = [judged.best_for(goal) if is_last else judged.contenders_for(goal) for goal in self.goals]
        for n_best, part in product(range(size, 0, -1), PARTS):
            places = dict.fromkeys(place for each in ranked for place in each[:n_best].tolist())
            missing = {place: max(int(games * part), least) - int(judged.games[place]) for place in places}
            asked = [Wish(judged.genomes[place], _ask_even(n)) for place, n in missing.items() if n > 0]
            if count_games(asked) <= most:
                return asked
        return []

    def polish(self, known: Knowledge, games: int, rng: np.random.Generator) -> Iterator[Wish]:
        """For each goal the best neighbours of the best, whose own games say by now what is still off."""
        for goal in self.goals:
            champion = known.champion(goal)
            if champion is not None:
                samples = (known.posterior.draw(rng, 1, scale) for scale in self.settings.polish_scales)
                yield from (Wish(self._improve(champion, known.posterior, sample), games) for sample in samples)

    # --- the optimiser ---

    @cached_property
    def _effects(self) -> Effects:
        return Effects(self.task.choices, self.task.design)

    @cached_property
    def _optimiser(self) -> Optimiser:
        design, groups = self.task.design, self.task.choices.groups
        touched = design.is_there[:, [design.group_of[group.genes[0]] for group in groups]].T
        return Optimiser(self.task.choices, self.task.loss, touched)

    def _draw_kicks(self, rng: np.random.Generator, n: int) -> Floats:
        """[n, C]: random numbers for the optimiser."""
        return rng.random((n, len(self.task.choices.groups)))

    def _find_new(
        self,
        known: Knowledge,
        samples: Coefficients,
        sample: int,
        limits: Limits,
        kicks: Floats,
        rng: np.random.Generator,
        start: Ints | None = None,
    ) -> Ints:
        """What a sample calls best, looked for from a start.

        A genome does something of its own, too. So of all where climbs end, the best with some luck is taken that has
        not been seen, if there is one.
        """
        effects = self._effects.of(samples, sample)
        base = self.task.place(samples.intercepts[sample])
        ends, values = self._optimiser.find_ends(base, effects, limits, kicks, start)
        if not self.luck:
            return self.task.choices.to_genome(ends[values.argmin()])
        places = np.unique(ends, axis=0, return_index=True)[1]
        lucky = values[places] + self.luck * rng.standard_normal(len(places))
        genomes = [self.task.choices.to_genome(ends[place]) for place in places[np.argsort(lucky)]]
        return next((genome for genome in genomes if genome.tobytes() not in known.seen), genomes[0])

    def _improve(self, champion: Champion, posterior: Posterior, sample: Coefficients) -> Ints:
        """What a sample calls best near a genome, if what its own games say beyond the sample stays with it."""
        choices, start = self.task.choices, self.task.choices.to_choice(champion.genome)
        effects = self._effects.of(sample)
        base = posterior.own[champion.place] - effects[start].sum(axis=0)
        no_kicks = np.zeros((0, len(choices.groups)))
        return choices.to_genome(
            self._optimiser.find(self.task.place(base), effects, self._limits(champion.goal), no_kicks, start)
        )

    def _limits(self, goal: Goal) -> Limits:
        return Limits(goal.budget, goal.groups, self.settings.price)
