"""MAP-Elites with sliding boundaries: the best solution for every combination of measures, by ask and tell.

It is pyribs' scheduler with an emitter and an archive of our own, behind the contract of the other algorithms: it
plays nothing, stores nothing, and can be saved and restored at any time.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from ribs.schedulers import Scheduler
from ribs.typing import BatchData, SingleData

from evometa.input.errors import InputError
from evometa.search.genes import check_genomes
from evometa.search.map_settings import MapSettings
from evometa.search.mutation_emitter import MutationEmitter, SolutionSpace
from evometa.search.problem import Ints
from evometa.search.saved_arrays import pack_array, read_content, unpack_array
from evometa.search.sliding_archive import SlidingArchive

STATE_VERSION = 1
STATE_PARTS = ("low", "high", "n_measures", "settings", "generation", "given", "random", "archive")


class MapElites:
    """A map of elites that fills from batch to batch. The objective is maximised.

    Given solutions come first, and have the evaluation numbers from 0; the rest of the first ones is drawn.
    """

    name: ClassVar[str] = "map-elites"

    def __init__(
        self, space: SolutionSpace, n_measures: int, settings: MapSettings, seed: int, given: ArrayLike | None = None
    ) -> None:
        if n_measures < 1:
            raise InputError(f"map: {n_measures} measures, but a map needs at least one; choose what its axes show")
        self.settings = settings
        self.generation = -1  # the number of the last batch that was told
        self._space = space
        self._rng = np.random.default_rng(seed)
        self._archive = SlidingArchive(
            solution_dim=len(space.low), measure_dim=n_measures, settings=settings, rng=self._rng
        )
        self._emitter = MutationEmitter(self._archive, space, self._check_given(given), self._rng)
        self._scheduler = Scheduler(self._archive, [self._emitter])
        self._asked: Ints | None = None
        self._random_before: Any = None  # the state of the generator before the last ask

    # --- ask and tell ---

    @property
    def archive(self) -> SlidingArchive:
        """All elites and evaluations, to look at."""
        return self._archive

    @property
    def n_evaluations(self) -> int:
        """How many have been told, so the number of the next one."""
        return self._archive.n_evaluations

    @property
    def is_done(self) -> bool:
        return self.n_evaluations >= self.settings.evaluations

    def ask(self) -> Ints:
        """The solutions [k, n] that need an evaluation now; to ask again before telling gives the same ones."""
        if self.is_done:
            raise RuntimeError(f"ask: the search is done after {self.n_evaluations} evaluations; look at is_done first")
        if self._asked is None:
            self._random_before = self._rng.bit_generator.state
            self._asked = self._scheduler.ask()
        return self._asked.copy()

    def tell(self, objective: ArrayLike, measures: ArrayLike) -> BatchData:
        """Take the objective [k] and the measures [k, m] of what was asked for; gives what became of each.

        The fields are those of the archive: `solution`, `objective`, `measures`, `number`, `status` and so on.
        """
        if self._asked is None:
            raise RuntimeError("tell: nothing was asked since the last tell; call ask first")
        first = self.n_evaluations
        self._scheduler.tell(*self._archive.check_values(len(self._asked), objective, measures))
        self._asked = None
        self.generation += 1
        return self._archive.look_up(np.arange(first, self.n_evaluations))

    # --- measuring elites again ---

    @property
    def unconfirmed(self) -> Ints:
        """The evaluation numbers of the elites whose objective has been measured only once."""
        return self._archive.unconfirmed

    def confirm(self, numbers: ArrayLike, objective: ArrayLike) -> None:
        """Replace the objective of evaluations by fresh measurements, so that no deck stays an elite by luck.

        Others may become elites by that: while there are some `unconfirmed`, there is more to measure.
        """
        if self._asked is not None:
            raise RuntimeError("confirm: solutions have been asked for, and descend from the elites; tell them first")
        self._archive.confirm(numbers, objective)

    @property
    def best(self) -> SingleData:
        """The elite with the greatest objective."""
        elite = self._archive.best_elite
        if elite is None:
            raise RuntimeError("best: there is none before the first batch is told")
        return elite

    # --- states ---

    def get_state(self) -> bytes:
        """Everything that the rest of the run depends on, as JSON; the same state gives the same bytes."""
        state = {
            "algorithm": self.name,
            "version": STATE_VERSION,
            "low": self._space.low.tolist(),
            "high": self._space.high.tolist(),
            "n_measures": int(self._archive.measure_dim),
            "settings": asdict(self.settings),
            "generation": self.generation,
            "given": pack_array(self._emitter.given),
            "random": self._rng.bit_generator.state if self._asked is None else self._random_before,
            "archive": self._archive.get_state(),
        }
        return json.dumps(state, sort_keys=True, separators=(",", ":")).encode()

    @classmethod
    def from_state(cls, state: bytes, space: SolutionSpace) -> Self:
        """A search in the same space that goes on exactly as the one that gave the state."""
        data = read_content(state, STATE_VERSION, STATE_PARTS)
        if data["algorithm"] != cls.name:
            raise InputError(f"saved search: it belongs to the algorithm '{data['algorithm']}', not to '{cls.name}'")
        if data["low"] != space.low.tolist() or data["high"] != space.high.tolist():
            raise InputError(
                "saved search: it is in another space, with other cards or bounds; go on with the settings that it was "
                "started with, or start a new search"
            )
        search = cls(space, data["n_measures"], MapSettings(**data["settings"]), 0, unpack_array(data["given"]))
        search.generation = data["generation"]
        search._rng.bit_generator.state = data["random"]
        search._archive.restore(data["archive"])
        return search

    # --- states without the evaluations, for those who store them anyway ---

    def get_position(self) -> dict[str, Any]:
        """What the rest of the run depends on besides the evaluations, for JSON: small, however many there are."""
        if self._asked is not None:
            raise RuntimeError("get_position: solutions have been asked for; tell them first")
        return {"generation": self.generation, "random": self._rng.bit_generator.state}

    def go_to(self, position: dict[str, Any], solutions: ArrayLike, objective: ArrayLike, measures: ArrayLike) -> None:
        """Become the search that gave the position, which differs in nothing else than all these evaluations."""
        if self.n_evaluations or self._asked is not None:
            raise RuntimeError("go_to: the search has begun already; take a new one")
        self._archive.add(solutions, objective, measures)
        self.generation, self._rng.bit_generator.state = position["generation"], position["random"]

    # --- inside ---

    def _check_given(self, given: ArrayLike | None) -> Ints:
        if given is None:
            return np.empty((0, len(self._space.low)), np.int64)
        solutions = check_genomes("given solutions", given, self._space.low, self._space.high)
        if len(solutions) > self.settings.first:
            raise InputError(
                f"given solutions: {len(solutions)}, but the search starts with only {self.settings.first}; "
                "give fewer, or start with more"
            )
        return solutions
