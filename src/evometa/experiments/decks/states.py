"""What the checkpoints of a deck search hold: first the batches of the search, then elites that were measured again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evometa.experiments import runs
from evometa.experiments.decks.results import MapBatch
from evometa.input.errors import Where
from evometa.input.stored import Stored
from evometa.store import Run


@dataclass(frozen=True, eq=False)
class SearchState(Stored):
    """The state after a batch of the search; the decks themselves are the evaluations of the run."""

    search: Any  # the position of the algorithm
    batch: MapBatch
    fingerprint: str  # of the files that the search depends on


@dataclass(frozen=True, eq=False)
class AgainState(Stored):
    """Elites that were measured again."""

    again: tuple[int, ...]  # the numbers of their first evaluations, in the order of the new ones


@dataclass(frozen=True, eq=False)
class States:
    """All checkpoints of a run."""

    searched: tuple[SearchState, ...]
    again: tuple[AgainState, ...]

    @property
    def measured_again(self) -> list[int]:
        """The numbers of the first evaluations of all decks that were measured again."""
        return [number for state in self.again for number in state.again]


def read_states(run: Run) -> States:
    """What the checkpoints of a run say."""
    where = Where(f"{run.folder}: its checkpoints")
    trees = runs.read_states(run)
    searched = [tree for tree in trees if isinstance(tree, dict) and "search" in tree]
    return States(
        tuple(SearchState.from_json(tree, where) for tree in searched),
        tuple(AgainState.from_json(tree, where) for tree in trees[len(searched) :]),
    )
