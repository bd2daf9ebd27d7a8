"""The settings of a quality-diversity search; the defaults are those of the search that made the paper's decks."""

from __future__ import annotations

from dataclasses import dataclass, fields

from evometa.input.errors import InputError

# The first solutions and those of a batch are in memory at once.
MOST = {
    "evaluations": 10_000_000,
    "first": 30_000,
    "batch": 1_000_000,
    "smallest": 10_000,
    "largest": 10_000,
    "remap_every": 10_000_000,
}


@dataclass(frozen=True, slots=True)
class MapSettings:
    """How many solutions are evaluated, how many at once, and how their map grows."""

    evaluations: int = 10_000
    first: int = 100  # solutions that are given or random; all later ones are mutants of elites
    batch: int = 100  # the most solutions that are asked for at once
    smallest: int = 2  # cells per measure at the start
    largest: int = 20  # cells per measure at the end
    remap_every: int = 100  # evaluations; the first remap is at the first one

    def __post_init__(self) -> None:
        for field in fields(self):
            found = getattr(self, field.name)
            if isinstance(found, bool) or not isinstance(found, int) or found < 1:
                raise InputError(f"map settings: {field.name} is {found!r}, but must be a whole number of at least 1")
            if found > MOST[field.name]:
                raise InputError(f"map settings: {field.name} is {found}, but must be at most {MOST[field.name]:,}")
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
