"""An archive whose cells grow in number, and whose boundaries slide to where the solutions are.

It remembers every evaluation. At each remap the boundaries become quantiles over all of them, and all are inserted
again. So the elites depend on the evaluations and the boundaries alone: in every cell, the earliest of the best.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from ribs.archives import AddStatus, ArchiveBase, ArchiveStats, ArrayStore
from ribs.typing import BatchData, Int, SingleData

from evometa.search.contract import Floats, Ints
from evometa.search.maps.grid import find_cells, slide_boundaries
from evometa.search.settings import MapSettings

EMPTY = -1


class SlidingArchive(ArchiveBase):
    """Elites in a grid of n cells along each of m measures; the objective is maximised.

    Besides pyribs' fields an elite has the `number` of its evaluation, its `first_objective`, whether this was
    `confirmed` by a fresh measurement, and the `status` that it had when it was added.

    The outer `boundaries` are the least and the greatest measure at the last remap; what lies beyond belongs to the
    outer cells. Nothing is known of them before the first evaluation.
    """

    boundaries: Floats  # [m, n + 1]: those of the cells along each measure

    def __init__(self, *, solution_dim: int, measure_dim: int, settings: MapSettings, rng: np.random.Generator) -> None:
        super().__init__(solution_dim=solution_dim, objective_dim=(), measure_dim=measure_dim)
        self.settings = settings
        self._rng = rng
        self._evaluated: BatchData = {
            "solution": np.empty((0, solution_dim), np.int64),
            "objective": np.empty(0),
            "measures": np.empty((0, measure_dim)),
            "number": np.empty(0, np.int64),
            "first_objective": np.empty(0),
            "confirmed": np.empty(0, np.bool_),
            "status": np.empty(0, np.int32),
        }
        self.clear()

    # --- what it is ---

    @property
    def field_list(self) -> list[str]:
        return [*self._evaluated, "index"]

    @property
    def dtypes(self) -> dict[str, Any]:
        return {name: array.dtype for name, array in self._evaluated.items()} | {"index": np.dtype(np.int32)}

    @property
    def n_evaluations(self) -> int:
        """How many solutions have been added."""
        return len(self._evaluated["number"])

    @property
    def dims(self) -> Ints:
        """The number of cells along each measure [m]."""
        return np.full(self.boundaries.shape[0], self.boundaries.shape[1] - 1)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self._elites)

    @property
    def empty(self) -> bool:
        return len(self) == 0

    @property
    def stats(self) -> ArchiveStats:
        objective = self._evaluated["objective"][self.elite_numbers]
        total, n_elites = float(objective.sum()), len(objective)
        return ArchiveStats(
            num_elites=n_elites,
            coverage=n_elites / self.cells,
            qd_score=total,
            norm_qd_score=total / self.cells,
            obj_max=objective.max() if n_elites else None,
            obj_mean=objective.mean() if n_elites else None,
        )

    def __len__(self) -> int:
        return len(self.elite_numbers)

    def __iter__(self) -> Iterator[SingleData]:
        return iter(self._store())

    # --- adding ---

    def add(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike, **fields: ArrayLike) -> BatchData:
        """Insert solutions [k, n] with their objective [k] and measures [k, m], one after the other.

        Gives pyribs' `status` and `value` of each: the improvement over the elite that it met, if there was one. The
        order counts, but where a batch ends and the next one begins does not.
        """
        if fields:
            raise ValueError(f"add: the archive has no field {', '.join(fields)}")
        first, info = self.n_evaluations, self._append(solution, objective, measures)
        for i in range(len(info["status"])):
            if self.settings.is_remap_due(first + i + 1):
                self._move_boundaries(first + i + 1)
                self._insert_all(first + i)
            info["status"][i], info["value"][i] = self._insert(first + i)
        self._evaluated["status"][first:] = info["status"]
        return info

    def _check_values(self, n_solutions: int, objective: ArrayLike, measures: ArrayLike) -> tuple[Floats, Floats]:
        """Objective [k] and measures [k, m] as arrays of finite numbers; refused if they do not fit the solutions."""
        found = np.asarray(objective, float), np.asarray(measures, float)
        shapes = (n_solutions,), (n_solutions, int(self.measure_dim))
        for name, values, shape in zip(("objective", "measures"), found, shapes, strict=True):
            if values.shape != shape:
                raise ValueError(f"{name} of shape {values.shape}, but {n_solutions} solutions need {shape}")
            if not np.isfinite(values).all():
                row = np.argwhere(~np.isfinite(values))[0][0]
                raise ValueError(f"{name} of solution {row} is {values[row]}: not a finite number")
        return found

    def confirm(self, numbers: ArrayLike, objective: ArrayLike) -> None:
        """Replace the objective of evaluations by fresh measurements, and insert everything again.

        Who was only lucky loses its cell to the next best, which may have been lucky too: see `unconfirmed`.
        """
        rows = np.asarray(numbers, np.int64)
        fresh, _ = self._check_values(len(rows), objective, np.zeros((len(rows), int(self.measure_dim))))
        if ((rows < 0) | (rows >= self.n_evaluations)).any():
            raise ValueError(f"confirm: numbers must be from 0 to {self.n_evaluations - 1}, not {rows.tolist()}")
        self._evaluated["objective"][rows] = fresh
        self._evaluated["confirmed"][rows] = True
        self._insert_all(self.n_evaluations)

    def clear(self) -> None:
        """Forget all elites and all evaluations."""
        self._evaluated = {name: array[:0] for name, array in self._evaluated.items()}
        self.boundaries = np.full((int(self.measure_dim), self.settings.smallest + 1), np.nan)
        self._insert_all(0)

    # --- looking ---

    @property
    def elite_numbers(self) -> Ints:
        """The evaluation numbers of all elites, in the order of their cells."""
        return np.asarray(self._elites[self._elites != EMPTY])

    @property
    def unconfirmed(self) -> Ints:
        """The evaluation numbers of the elites whose objective has been measured only once."""
        numbers = self.elite_numbers
        return np.asarray(numbers[~self._evaluated["confirmed"][numbers]])

    @property
    def best_elite(self) -> SingleData | None:
        """The elite with the greatest objective; the earliest of several."""
        return max(self, key=lambda elite: (elite["objective"], -elite["number"]), default=None)

    def look_up(self, numbers: ArrayLike) -> BatchData:
        """All that is known of some evaluations, elites or not."""
        rows = np.asarray(numbers, np.int64)
        return {name: array[rows] for name, array in self._evaluated.items()}

    def index_of(self, measures: ArrayLike) -> Ints:
        """The cell of each row of measures [k, m]. What lies on a boundary belongs to the lower cell."""
        return find_cells(self.boundaries, np.asarray(measures, float))

    def data(
        self, fields: Collection[str] | str | None = None, return_type: Literal["dict", "tuple", "pandas"] | None = None
    ) -> Any:
        return self._store().data(fields, return_type)

    def sample_elites(self, n: Int, replace: bool = True) -> BatchData:
        """Elites, as many as asked for, chosen uniformly."""
        if self.empty:
            raise IndexError("sample_elites: there is no elite yet; add solutions first")
        return self.look_up(self._rng.choice(self.elite_numbers, size=int(n), replace=replace))

    # --- inside ---

    def _append(self, solution: ArrayLike, objective: ArrayLike, measures: ArrayLike) -> BatchData:
        """Remember evaluations; gives the arrays for what becomes of them."""
        solutions = np.asarray(solution, np.int64)
        k, first = len(solutions), self.n_evaluations
        values, places = self._check_values(k, objective, measures)
        info: BatchData = {"status": np.zeros(k, np.int32), "value": np.zeros(k)}
        new: BatchData = {
            "solution": solutions.reshape(k, self._evaluated["solution"].shape[1]),
            "objective": values,
            "measures": places,
            "number": first + np.arange(k),
            "first_objective": values,
            "confirmed": np.zeros(k, np.bool_),
            "status": info["status"],
        }
        self._evaluated = {name: np.concatenate([old, new[name]]) for name, old in self._evaluated.items()}
        return info

    def _move_boundaries(self, n: int) -> None:
        """Set the boundaries to quantiles over the first n evaluations, so that cells are about equally full."""
        self.boundaries = slide_boundaries(self._evaluated["measures"][:n], self.settings.size_after(n))

    def _insert_all(self, n: int) -> None:
        """Empty the cells, and insert the first n evaluations."""
        cells, objective = self.index_of(self._evaluated["measures"][:n]), self._evaluated["objective"][:n]
        order = np.lexsort((-objective, cells))  # by cell, the best first, and of equals the earliest
        occupied, places = np.unique(cells[order], return_index=True)
        self._elites: Ints = np.full(int(np.prod(self.dims)), EMPTY)  # [cells]: evaluation numbers
        self._elites[occupied] = order[places]

    def _insert(self, number: int) -> tuple[int, float]:
        """Insert one evaluation; gives its status and its value."""
        objective = self._evaluated["objective"]
        (cell,) = self.index_of(self._evaluated["measures"][[number]])
        rival = self._elites[cell]
        value = objective[number] - (0.0 if rival == EMPTY else objective[rival])
        if rival == EMPTY:
            status = AddStatus.NEW
        else:
            status = AddStatus.IMPROVE_EXISTING if value > 0 else AddStatus.NOT_ADDED
        if status:
            self._elites[cell] = number
        return status, value

    def _store(self) -> ArrayStore:
        """The elites as pyribs keeps them."""
        evaluated = self._evaluated
        store = ArrayStore(
            field_desc={name: (array.shape[1:], array.dtype) for name, array in evaluated.items()}, capacity=self.cells
        )
        store.add(np.flatnonzero(self._elites != EMPTY), {**self.look_up(self.elite_numbers)})
        return store
