"""The paper's NSGA-II: parents and children compete for the next population, by rank and then by crowding distance."""

from __future__ import annotations

from typing import ClassVar

from deap import tools

from evometa.input.errors import InputError
from evometa.search.evolution import Evolution
from evometa.search.individuals import Individual
from evometa.search.settings import EvolutionSettings


class NSGA2(Evolution):
    """Any number of objectives.

    A genome competes once with the same values: about half of all children are unchanged copies of a parent, and would
    crowd out others.
    """

    name: ClassVar[str] = "nsga2"

    @classmethod
    def check_setup(cls, n_objectives: int, settings: EvolutionSettings) -> None:
        if settings.population % 4:
            raise InputError(
                f"NSGA-II: a population of {settings.population}, but its tournament needs a multiple of "
                f"4; take {settings.population // 4 * 4 + 4}"
            )

    def select_survivors(self, parents: list[Individual], children: list[Individual]) -> list[Individual]:
        distinct, repeats = split_repeats(parents + children)
        n_missing = max(0, self.settings.population - len(distinct))
        survivors: list[Individual] = tools.selNSGA2(distinct + repeats[:n_missing], self.settings.population)
        return survivors

    def select_parents(self, population: list[Individual]) -> list[Individual]:
        winners: list[Individual] = tools.selTournamentDCD(population, len(population))
        return winners


def split_repeats(individuals: list[Individual]) -> tuple[list[Individual], list[Individual]]:
    """The first individual of each genome with the same values, and the others."""
    first = {each.key: each for each in reversed(individuals)}
    distinct = [each for each in individuals if first[each.key] is each]
    return distinct, [each for each in individuals if first[each.key] is not each]
