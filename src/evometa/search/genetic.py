"""The paper's genetic algorithm: the children replace the population, parents win tournaments."""

from __future__ import annotations

from typing import ClassVar

from deap import tools

from evometa.input.errors import InputError
from evometa.search.evolution import Evolution
from evometa.search.individuals import Individual
from evometa.search.settings import EvolutionSettings


class GeneticAlgorithm(Evolution):
    """One objective. The population may lose its best individual; the front of the run keeps it."""

    name: ClassVar[str] = "genetic"

    @classmethod
    def check_setup(cls, n_objectives: int, settings: EvolutionSettings) -> None:
        if n_objectives != 1:
            raise InputError(
                f"genetic algorithm: there are {n_objectives} objectives, but it minimises exactly one; "
                "choose one, or the algorithm 'nsga2'"
            )

    def select_survivors(self, parents: list[Individual], children: list[Individual]) -> list[Individual]:
        return children

    def select_parents(self, population: list[Individual]) -> list[Individual]:
        winners: list[Individual] = tools.selTournament(population, len(population), self.settings.tournament)
        return winners
