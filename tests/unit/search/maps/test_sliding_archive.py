"""The archive with sliding boundaries."""

from __future__ import annotations

import numpy as np
import pytest
from ribs.archives import AddStatus

from evometa.search.contract import Floats
from evometa.search.maps.sliding_archive import SlidingArchive
from evometa.search.settings import MapSettings

N = 500
SETTINGS = MapSettings(evaluations=N, first=1, smallest=2, largest=8, remap_every=50)


def make_archive(settings: MapSettings = SETTINGS, n_measures: int = 2) -> SlidingArchive:
    return SlidingArchive(solution_dim=3, measure_dim=n_measures, settings=settings, rng=np.random.default_rng(1))


def make_values(n: int = N, n_measures: int = 2, seed: int = 1) -> tuple[Floats, Floats]:
    """Objectives with many ties, and measures that are far from uniform."""
    rng = np.random.default_rng(seed)
    return rng.integers(10, size=n).astype(float), np.exp(rng.normal(size=(n, n_measures)))


def add(archive: SlidingArchive, objective: Floats, measures: Floats, batch: int = N) -> np.ndarray:
    """Add in batches solutions that hold their own number."""
    status = []
    while archive.n_evaluations < len(objective):
        rows = slice(archive.n_evaluations, archive.n_evaluations + batch)
        numbers = np.arange(N)[rows][: len(objective[rows])]
        info = archive.add(np.repeat(numbers[:, None], 3, axis=1), objective[rows], measures[rows])
        status.append(info["status"])
    return np.concatenate(status)


def best_by_hand(archive: SlidingArchive, objective: Floats, measures: Floats) -> dict[tuple[int, ...], int]:
    """The first of the best in every cell, found one by one."""
    elites: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(measures):
        cell = tuple(int((bounds[1:-1] < value).sum()) for bounds, value in zip(archive.boundaries, row, strict=True))
        if cell not in elites or objective[number] > objective[elites[cell]]:
            elites[cell] = number
    return elites


def elites_of(archive: SlidingArchive) -> dict[tuple[int, ...], int]:
    cells = np.stack(np.unravel_index(archive.data("index"), tuple(archive.dims)), axis=1)
    return dict(zip(map(tuple, cells.tolist()), archive.data("number").tolist(), strict=True))


def content_of(archive: SlidingArchive) -> dict[str, bytes]:
    """All that the archive depends on; its elites follow from that."""
    told = archive.look_up(np.arange(archive.n_evaluations))
    return {"boundaries": archive.boundaries.tobytes()} | {name: array.tobytes() for name, array in told.items()}


# --- boundaries and growth ---


@pytest.mark.parametrize("n", [1, 2, 50, 51, 99, 101, 351, N])
def test_boundaries_are_quantiles_over_all_evaluations_at_the_last_remap(n: int) -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective[:n], measures[:n])
    n_mapped = N if n == N else (n - 1) // 50 * 50 + 1
    size = 2 + 6 * n_mapped // N
    assert archive.dims.tolist() == [size, size]
    for column, bounds in zip(measures[:n_mapped].T, archive.boundaries, strict=True):
        assert bounds[[0, -1]].tolist() == [column.min(), column.max()]
        below = [(column < bound).mean() for bound in bounds[:-1]]
        assert below == pytest.approx(np.arange(size) / size, abs=1 / n_mapped)


def test_cells_along_a_measure_are_about_equally_full() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective, measures)
    rows, columns = np.unravel_index(archive.index_of(measures), (8, 8))
    for places in (rows, columns):
        assert np.bincount(places, minlength=8) == pytest.approx(N / 8, abs=2)


def test_what_lies_on_a_boundary_belongs_to_the_lower_cell_and_what_lies_outside_to_the_outer() -> None:
    archive = make_archive(MapSettings(evaluations=4, first=1, smallest=2, largest=2))
    add(archive, np.zeros(4), np.array([[0, 0], [1, 1], [2, 2], [3, 3]], float))
    assert archive.boundaries.tolist() == [[0, 2, 3], [0, 2, 3]]
    assert archive.index_of([[2, 2], [2.1, 2], [2, 2.1], [-9, 9]]).tolist() == [0, 2, 1, 1]


def test_measures_that_are_all_the_same_leave_one_cell() -> None:
    archive = make_archive()
    add(archive, np.arange(N, dtype=float), np.ones((N, 2)))
    assert archive.data("number").tolist() == [N - 1]


@pytest.mark.parametrize("n_measures", [1, 2, 3])
def test_any_number_of_measures_will_do(n_measures: int) -> None:
    archive, (objective, measures) = make_archive(n_measures=n_measures), make_values(n_measures=n_measures)
    add(archive, objective, measures)
    assert archive.cells == 8**n_measures
    assert elites_of(archive) == best_by_hand(archive, objective, measures)


# --- elites ---


@pytest.mark.parametrize("n", [1, 30, 51, 100, 333, N])
def test_elites_are_the_first_of_the_best_in_every_cell(n: int) -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective[:n], measures[:n])
    assert elites_of(archive) == best_by_hand(archive, objective[:n], measures[:n])
    assert len(archive) == len(elites_of(archive))
    assert archive.stats.coverage == len(archive) / archive.cells


def test_every_evaluation_is_there_once_and_with_its_own_values() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective, measures, batch=70)
    found = archive.look_up(np.arange(N))
    assert found["number"].tolist() == found["solution"][:, 0].tolist() == list(range(N))
    assert (found["objective"] == objective).all()
    assert (found["measures"] == measures).all()


def test_where_a_batch_ends_does_not_matter() -> None:
    objective, measures = make_values()
    archives = [make_archive() for _ in range(3)]
    statuses = [add(archive, objective, measures, n) for archive, n in zip(archives, (1, 37, N), strict=True)]
    assert content_of(archives[0]) == content_of(archives[1]) == content_of(archives[2])
    assert statuses[0].tolist() == statuses[1].tolist() == statuses[2].tolist()


def test_status_and_value_tell_what_became_of_a_solution() -> None:
    archive = make_archive(MapSettings(evaluations=100, first=1, smallest=1, largest=1))
    info = archive.add(np.zeros((4, 3)), [5, 5, 7, 6], np.ones((4, 2)))
    assert info["status"].tolist() == [AddStatus.NEW, AddStatus.NOT_ADDED, AddStatus.IMPROVE_EXISTING, 0]
    assert info["value"].tolist() == [5, 0, 2, -1]
    assert archive.look_up([0, 1, 2])["status"].tolist() == [2, 0, 1]


def test_elites_are_sampled_uniformly() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective[:51], measures[:51])
    sampled = archive.sample_elites(20_000)["number"]
    shares = [np.mean(sampled == number) for number in archive.elite_numbers]
    assert shares == pytest.approx([1 / len(archive)] * len(archive), abs=0.02)
    assert sum(shares) == pytest.approx(1)


def test_it_is_read_like_any_archive_of_pyribs() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    assert archive.empty
    assert archive.stats.obj_max is archive.best_elite is None
    add(archive, objective, measures)
    assert set(archive.data()) == set(archive.field_list) == set(archive.dtypes)
    assert len(archive.data(return_type="pandas")) == len(archive) == len(list(archive))
    assert archive.best_elite is not None
    assert archive.best_elite["objective"] == archive.stats.obj_max == objective.max()


# --- measuring again ---


def test_a_lucky_elite_loses_its_cell_to_the_next_best() -> None:
    archive = make_archive(MapSettings(evaluations=100, first=1, smallest=1, largest=1))
    archive.add(np.zeros((3, 3)), [5, 9, 7], np.ones((3, 2)))
    assert archive.unconfirmed.tolist() == [1]
    archive.confirm([1], [6.5])
    assert archive.unconfirmed.tolist() == archive.elite_numbers.tolist() == [2]
    archive.confirm([2], [6])
    assert archive.elite_numbers.tolist() == [1]
    assert archive.unconfirmed.tolist() == []
    (elite,) = archive
    assert (elite["objective"], elite["first_objective"], elite["confirmed"]) == (6.5, 9, True)


def test_fresh_measurements_stay_when_boundaries_move() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective[:90], measures[:90])
    lucky = archive.elite_numbers
    archive.confirm(lucky, np.full(len(lucky), -5.0))
    add(archive, objective, measures)  # the rest
    corrected = objective.copy()
    corrected[lucky] = -5
    assert elites_of(archive) == best_by_hand(archive, corrected, measures)


def test_confirming_until_nothing_is_left_ends() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective, measures)
    rng = np.random.default_rng(3)
    for _ in range(N):
        if not len(archive.unconfirmed):
            break
        archive.confirm(archive.unconfirmed, rng.integers(10, size=len(archive.unconfirmed)))
    assert archive.data("confirmed").all()
    assert len(archive) == len(np.unique(archive.index_of(measures)))


# --- what is refused ---


@pytest.mark.parametrize(
    ("objective", "measures", "message"),
    [
        ([1.0], np.ones((2, 2)), r"objective of shape \(1,\), but 2 solutions need \(2,\)"),
        ([1.0, 2.0], np.ones((2, 3)), r"measures of shape \(2, 3\), but 2 solutions need \(2, 2\)"),
        ([1.0, np.nan], np.ones((2, 2)), "objective of solution 1 is nan"),
        ([1.0, 2.0], [[1, np.inf], [1, 1]], "measures of solution 0 is .*inf"),
    ],
)
def test_values_that_do_not_fit_are_refused_and_change_nothing(
    objective: list[float], measures: Floats, message: str
) -> None:
    archive = make_archive()
    before = content_of(archive)
    with pytest.raises(ValueError, match=message):
        archive.add(np.zeros((2, 3)), objective, measures)
    assert content_of(archive) == before


def test_other_fields_and_unknown_numbers_are_refused() -> None:
    archive = make_archive()
    with pytest.raises(ValueError, match="no field colour"):
        archive.add(np.zeros((1, 3)), [1], [[1, 1]], colour=[1])
    with pytest.raises(ValueError, match="numbers must be from 0"):
        archive.confirm([0], [1.0])
    with pytest.raises(IndexError, match="no elite yet"):
        archive.sample_elites(1)


def test_a_cleared_archive_is_like_a_new_one() -> None:
    archive, (objective, measures) = make_archive(), make_values()
    add(archive, objective, measures)
    archive.clear()
    assert archive.empty
    assert content_of(archive) == content_of(make_archive())
