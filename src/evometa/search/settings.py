"""The settings of an evolutionary search; the defaults are the paper's."""

from __future__ import annotations

from dataclasses import dataclass

from evometa.input.errors import InputError

RANGES = {"population": (2, 100_000), "generations": (1, 1_000_000), "tournament": (1, 100_000)}


@dataclass(frozen=True, slots=True)
class EvolutionSettings:
    """How many individuals there are for how long, and how they vary."""

    population: int = 100
    generations: int = 12  # after the initial one, which has number 0
    crossover_rate: float = 0.35  # of pairs of neighbours
    mutation_rate: float = 0.20  # of individuals
    gene_rate: float = 0.05  # of the genes of an individual that mutates
    tournament: int = 3  # contestants for each place among the parents; NSGA-II has always two

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            _check_count(name, getattr(self, name), least, most)
        for name in ("crossover_rate", "mutation_rate", "gene_rate"):
            _check_rate(name, getattr(self, name))
        if self.crossover_rate == self.mutation_rate == 0:
            raise InputError(
                "search settings: crossover_rate and mutation_rate are both 0, so that nothing would ever "
                "change; set one of them above 0"
            )


def _check_count(name: str, found: object, least: int, most: int) -> None:
    if isinstance(found, bool) or not isinstance(found, int) or found < least:
        raise InputError(f"search settings: {name} is {found!r}, but must be a whole number of at least {least}")
    if found > most:
        raise InputError(f"search settings: {name} is {found}, but must be a whole number of at most {most:,}")


def _check_rate(name: str, found: object) -> None:
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
        raise InputError(f"search settings: {name} is {found!r}, but must be a probability from 0 to 1")
