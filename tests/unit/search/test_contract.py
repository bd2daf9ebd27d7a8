"""What every search does, whatever its family: `search.contract`, run for each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest
from tests.unit.search import deck_like
from tests.unit.search.functions import noisy_distances
from tests.unit.search.learning import made_up_task

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS
from evometa.search.contract import Search
from evometa.search.evolution import Evolution
from evometa.search.learning.learner import Learner
from evometa.search.learning.settings import LearningSettings
from evometa.search.map_elites import MapElites
from evometa.search.map_settings import MapSettings
from evometa.search.problem import Floats, Ints
from evometa.search.settings import EvolutionSettings

N_OBJECTIVES = {"nsga2": 2}  # one, where nothing is said
N_STEPS = 7  # batches of each search


@dataclass(frozen=True)
class Family:
    """How to set up a search of a family, and what its genomes are worth."""

    make: Callable[[int], Search]  # from a seed
    evaluate: Callable[[Ints, int], tuple[Floats, Floats]]  # objectives and measures, by number of the first
    low: Ints
    high: Ints


def evolve(kind: type[Evolution]) -> Family:
    problem = noisy_distances(7, N_OBJECTIVES.get(kind.name, 1))
    settings = EvolutionSettings(population=12, generations=N_STEPS - 1)

    def evaluate(genomes: Ints, first: int) -> tuple[Floats, Floats]:
        return problem.evaluate(genomes, first), genomes[:, :1].astype(float)

    return Family(lambda seed: kind(problem, settings, seed), evaluate, problem.low, problem.high)


def fill_map() -> Family:
    settings = MapSettings(evaluations=160, first=40, batch=30, largest=5, remap_every=25)
    space = deck_like.FixedSum()

    def evaluate(genomes: Ints, first: int) -> tuple[Floats, Floats]:
        nearness, measures = deck_like.measure(genomes)
        return -nearness[:, None], measures

    return Family(lambda seed: MapElites(space, 2, settings, seed), evaluate, space.low, space.high)


def learn() -> Family:
    task = made_up_task.make_task()
    truth = made_up_task.Truth.plant(task, 1)
    settings = LearningSettings(
        budgets=(4,),
        explore_rounds=2,
        explore_size=8,
        exploit_rounds=2,
        exploit_scales=(1.0, 0.5, 0.5),
        races=((2, 400), (1, 1500)),
        kicks=1,
    )
    first = np.random.default_rng(1).integers(-1, 2, (11, 6))

    def evaluate(genomes: Ints, number: int) -> tuple[Floats, Floats]:
        return truth.loss(genomes)[:, None], truth.measure(genomes, np.full(len(genomes), 500), number).astype(float)

    return Family(lambda seed: Learner(task, settings, seed, first), evaluate, np.full(6, -1), np.full(6, 1))


FAMILIES = {
    **{name: evolve(kind) for name, kind in ALGORITHMS.items()},
    MapElites.name: fill_map(),
    Learner.name: learn(),
}


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    return FAMILIES[request.param]


@dataclass
class Course:
    """A search with all that it was told, as a store keeps it."""

    family: Family
    search: Search
    genomes: list[Ints] = field(default_factory=list)
    values: list[Floats] = field(default_factory=list)
    measures: list[Floats] = field(default_factory=list)

    def step(self) -> None:
        asked = self.search.ask()
        values, measures = self.family.evaluate(asked, self.search.n_evaluations)
        self.search.tell(values, measures)
        for kept, new in ((self.genomes, asked), (self.values, values), (self.measures, measures)):
            kept.append(new)  # type: ignore[arg-type]

    def run(self, n_steps: int | None = None) -> Course:
        """So many batches, or all."""
        while not self.search.is_done and n_steps != 0:
            self.step()
            n_steps = None if n_steps is None else n_steps - 1
        return self

    def restore(self, seed: int = 99) -> Course:
        """Another search, brought to where this one is by its state and what it was told."""
        other = self.family.make(seed)
        stacked = [np.concatenate(part) for part in (self.genomes, self.values, self.measures)]
        other.restore(self.search.get_state(), *stacked)
        return Course(self.family, other, list(self.genomes), list(self.values), list(self.measures))

    def story(self) -> list[list[list[int]]]:
        return [part.tolist() for part in self.genomes]


def course_of(family: Family, seed: int = 1) -> Course:
    return Course(family, family.make(seed))


# --- ask and tell -----------------------------------------------------------------------------------


def test_it_ends_and_counts_what_it_was_told(family: Family) -> None:
    course = course_of(family)
    search = course.search
    assert (search.generation, search.n_evaluations, search.is_done) == (-1, 0, False)
    for number in range(N_STEPS - 1):
        course.step()
        assert search.generation == number
        assert search.n_evaluations == sum(len(part) for part in course.genomes)
        assert not search.is_done or number >= 4
    assert course.run().search.is_done


def test_genomes_are_whole_numbers_within_their_bounds(family: Family) -> None:
    asked = np.concatenate(course_of(family).run().genomes)
    assert asked.dtype == np.int64
    assert ((asked >= family.low) & (asked <= family.high)).all()
    assert len(np.unique(asked, axis=0)) > len(asked) / 3


def test_asking_again_gives_the_same_and_changing_that_does_no_harm(family: Family) -> None:
    search = family.make(1)
    first = search.ask()
    expected = first.tolist()
    first[:] = 99
    assert search.ask().tolist() == expected


def test_all_objectives_are_minimised(family: Family) -> None:
    values = course_of(family).run().values
    assert (values[-1].mean(axis=0) < values[0].mean(axis=0)).all()


def test_the_seed_alone_decides(family: Family) -> None:
    one, same, other = (course_of(family, seed).run() for seed in (1, 1, 2))
    assert one.story() == same.story()
    assert one.search.get_state() == same.search.get_state()
    assert one.story() != other.story()


# --- states -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_steps", range(1, N_STEPS))
@pytest.mark.parametrize("is_asked", [False, True])
def test_a_restored_search_goes_on_as_the_other_would_have(family: Family, n_steps: int, is_asked: bool) -> None:
    course = course_of(family).run(n_steps)
    if is_asked and not course.search.is_done:
        course.search.ask()
    again = course.restore()
    assert again.search.get_state() == course.search.get_state()
    assert (again.search.generation, again.search.n_evaluations) == (
        course.search.generation,
        course.search.n_evaluations,
    )
    assert again.run().story() == course_of(family).run().story()


def test_a_finished_search_can_be_restored(family: Family) -> None:
    assert course_of(family).run().restore().search.is_done


def test_only_a_new_search_can_be_restored(family: Family) -> None:
    course = course_of(family).run(1)
    stacked = course.genomes[0], course.values[0], course.measures[0]
    asked = family.make(1)
    asked.ask()
    for search in (course.search, asked):
        with pytest.raises(RuntimeError, match="restore: the search has begun already; take a new one"):
            search.restore(course.search.get_state(), *stacked)


@pytest.mark.parametrize("state", [b"", b"nonsense", b"[1]", b"{}", b"\xff\xfe", b'{"generation": 3}'])
def test_a_damaged_state_is_refused(family: Family, state: bytes) -> None:
    with pytest.raises(InputError, match="saved search: it is damaged"):
        family.make(1).restore(state, [], [], [])


def test_the_state_of_another_search_is_refused(family: Family) -> None:
    for other in FAMILIES.values():
        if other is not family:
            course = course_of(other).run(1)
            stacked = course.genomes[0], course.values[0], course.measures[0]
            with pytest.raises(InputError, match="saved search: it"):
                family.make(1).restore(course.search.get_state(), *stacked)


# --- misuse -----------------------------------------------------------------------------------------


def test_values_that_do_not_fit_are_refused_and_change_nothing(family: Family) -> None:
    course = course_of(family)
    asked = course.search.ask()
    values, measures = family.evaluate(asked, 0)
    with pytest.raises(ValueError, match="objectives of shape"):
        course.search.tell(values[:5], measures)
    with pytest.raises(ValueError, match="objectives of shape"):
        course.search.tell(np.hstack([values, values]), measures)
    unknown = values.copy()
    unknown[3, 0] = np.nan
    with pytest.raises(ValueError, match="nan"):
        course.search.tell(unknown, measures)
    assert course.search.n_evaluations == 0
    assert course.run().story() == course_of(family).run().story()


def test_telling_what_was_not_asked_is_refused(family: Family) -> None:
    search = family.make(1)
    values, measures = family.evaluate(search.ask(), 0)
    search.tell(values, measures)
    with pytest.raises(RuntimeError, match="call ask first"):
        search.tell(values, measures)
    with pytest.raises(RuntimeError, match="call ask first"):
        family.make(1).tell(values, measures)


def test_asking_after_the_end_is_refused(family: Family) -> None:
    with pytest.raises(RuntimeError, match=r"the search is done after .*; look at is_done first"):
        course_of(family).run().search.ask()
