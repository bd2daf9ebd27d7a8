"""The settings of searches that evolve, and of those for the best of every kind; the defaults are the paper's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from evometa.input.errors import InputError
from evometa.input.fields import Limits
from evometa.input.settings import Settings

Part = Annotated[float, Limits(range=(0, 1))]


@dataclass(frozen=True)
class EvolutionSettings(Settings):
    """How many individuals there are for how long, and how they vary."""

    population: Annotated[int, Limits(range=(2, 100_000))] = 100
    generations: Annotated[int, Limits(range=(1, 1_000_000))] = 12  # after the initial one, which has number 0
    crossover_rate: Part = 0.35  # of pairs of neighbours
    mutation_rate: Part = 0.20  # of individuals
    gene_rate: Part = 0.05  # of the genes of an individual that mutates
    # Contestants for each place among the parents; NSGA-II has always two.
    tournament: Annotated[int, Limits(range=(1, 100_000))] = 3

    def check(self) -> None:
        """Refuse a search that changes nothing."""
        if self.crossover_rate == self.mutation_rate == 0:
            raise InputError(
                "search settings: crossover_rate and mutation_rate are both 0, so that nothing would ever "
                "change; set one of them above 0"
            )


def check_genetic(n_objectives: int, settings: EvolutionSettings) -> None:
    """Refuse what the genetic algorithm cannot work with."""
    if n_objectives != 1:
        raise InputError(
            f"genetic algorithm: there are {n_objectives} objectives, but it minimises exactly one; "
            "choose one, or the algorithm 'nsga2'"
        )


def check_nsga2(n_objectives: int, settings: EvolutionSettings) -> None:
    """Refuse what NSGA-II cannot work with."""
    if settings.population % 4:
        raise InputError(
            f"NSGA-II: a population of {settings.population}, but its tournament needs a multiple of "
            f"4; take {settings.population // 4 * 4 + 4}"
        )


# --- a search for the best of every kind; the defaults are those behind the paper's decks ----------

MOST_EVALUATIONS, MOST_BATCH, MOST_CELLS = 10_000_000, 1_000_000, 10_000
_MOST_FIRST = 30_000  # which are in memory at once

Cells = Annotated[int, Limits(range=(1, MOST_CELLS))]  # along each measure
Evaluations = Annotated[int, Limits(range=(1, MOST_EVALUATIONS))]


@dataclass(frozen=True)
class MapSettings(Settings):
    """How many solutions are evaluated, how many at once, and how their map grows."""

    evaluations: Evaluations = 10_000
    first: Annotated[int, Limits(range=(1, _MOST_FIRST))] = 100  # given or random; all later ones are mutants of elites
    batch: Annotated[int, Limits(range=(1, MOST_BATCH))] = 100  # the most solutions that are asked for at once
    smallest: Cells = 2  # at the start
    largest: Cells = 20  # at the end
    remap_every: Evaluations = 100  # the first remap is at the first one

    def check(self) -> None:
        """Refuse a map that shrinks, or that starts with more than there will be."""
        for low, high in (("smallest", "largest"), ("first", "evaluations")):
            if getattr(self, low) > getattr(self, high):
                raise InputError(
                    f"map settings: {low} is {getattr(self, low)}, but must be at most {high}, "
                    f"which is {getattr(self, high)}"
                )

    def size_after(self, n_evaluations: int) -> int:
        """Cells per measure after a number of evaluations: they grow linearly, rounded down."""
        growth = (self.largest - self.smallest) * n_evaluations // self.evaluations
        return min(self.smallest + growth, self.largest)

    def is_remap_due(self, n_evaluations: int) -> bool:
        """Whether the boundaries move with this evaluation: the 1st, 101st, 201st and so on, and the last of all."""
        return (n_evaluations - 1) % self.remap_every == 0 or n_evaluations == self.evaluations
