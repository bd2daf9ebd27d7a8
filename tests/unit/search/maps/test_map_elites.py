"""MAP-Elites with sliding boundaries, by ask and tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ribs.typing import BatchData
from tests.unit.search.deck_like import FixedSum, measure

from evometa.games.decks.space import make_deck_space
from evometa.games.hearthstone.cards import load_cards, load_rules
from evometa.input.errors import InputError
from evometa.search.contract import Ints, Told
from evometa.search.maps.map_elites import MapElites
from evometa.search.settings import MapSettings

SETTINGS = MapSettings(evaluations=250, first=40, batch=30, smallest=2, largest=6, remap_every=25)
SIZES = [30, 10, 30, 30, 30, 30, 30, 30, 30]  # of the batches


def make_search(seed: int = 1, settings: MapSettings = SETTINGS, given: Ints | None = None) -> MapElites:
    return MapElites(FixedSum(), 2, settings, seed, given)


def step(search: MapElites) -> Ints:
    """One batch more; its solutions."""
    told = judge(search.ask().genomes)
    search.tell(told)
    return told.genomes


def judge(solutions: Ints) -> Told:
    """What a search is told: how far vectors are from the planted one, and their measures."""
    nearness, measures = measure(solutions)
    return Told(solutions, -nearness[:, None], measures=measures)


def run(search: MapElites) -> MapElites:
    while not search.is_done:
        step(search)
    return search


def told_to(search: MapElites) -> BatchData:
    """All evaluations as they were first told."""
    return search.archive.look_up(np.arange(search.n_evaluations))


# --- what it asks ---


def test_batches_end_where_the_first_solutions_end_and_where_all_end() -> None:
    search, sizes = make_search(), []
    while not search.is_done:
        sizes.append(len(step(search)))
        assert search.generation == len(sizes) - 1
    assert sizes == SIZES
    assert search.n_evaluations == 250


def test_given_solutions_come_first_even_over_several_batches() -> None:
    given = FixedSum().draw(35, np.random.default_rng(9))
    search = make_search(given=given)
    first, second = step(search), step(search)
    assert np.concatenate([first, second])[:35].tolist() == given.tolist()
    assert len(first) + len(second) == 40


def test_every_solution_is_in_the_space() -> None:
    search = run(make_search())
    solutions = search.archive.look_up(np.arange(250))["solution"]
    assert (solutions.sum(axis=1) == 20).all()
    assert ((solutions >= 0) & (solutions <= 4)).all()


def test_mutants_descend_from_the_elites_of_the_moment() -> None:
    space = FixedSum()
    search = MapElites(space, 2, SETTINGS, seed=1)
    while not search.is_done:
        elites = {tuple(elite["solution"]) for elite in search.archive}
        n_batches = len(space.parents)
        asked = search.ask().genomes
        if search.n_evaluations < 40:
            assert len(space.parents) == n_batches
        else:
            assert {tuple(parent) for parent in space.parents[-1]} <= elites
            assert (np.abs(asked - space.parents[-1]).sum(axis=1) <= 2).all()
        search.tell(judge(asked))


# --- what comes of it ---


def test_it_fills_its_map_and_finds_the_planted_vector() -> None:
    search = run(make_search(settings=replace(SETTINGS, evaluations=3000, largest=10)))
    assert search.archive.dims.tolist() == [10, 10]
    assert search.archive.stats.coverage > 0.6
    assert search.best["objective"] == 0
    assert search.best["solution"].tolist() == [4] * 5 + [0] * 7


def test_it_finds_cheaper_decks_than_chance_does() -> None:
    space = make_deck_space("mage", "paper", load_cards(), load_rules(), locked=["Fireball"], banned=["Wisp"])
    costs = np.array([card.tree["cost"] for card in space.cards])
    is_minion = np.array([card.tree["type"] == "minion" for card in space.cards])
    search = MapElites(space, 2, MapSettings(evaluations=1000), seed=1)
    while not search.is_done:
        decks = search.ask().genomes
        assert space.contains(decks).all()
        measures = np.stack([decks @ is_minion, decks @ costs**2], axis=1)
        search.tell(Told(decks, (decks @ costs)[:, None], measures=measures))
    by_chance = space.draw(1000, np.random.default_rng(2)) @ costs
    assert -search.best["objective"] < by_chance.min() - 5
    assert "Fireball" in space.decode(search.best["solution"], "cheap").cards


def test_mutants_of_elites_are_better_than_random_vectors() -> None:
    told = run(make_search()).archive.look_up(np.arange(250))["objective"]
    assert told[150:].mean() > told[:40].mean() + 2


def test_best_is_the_best_of_the_run() -> None:
    search = run(make_search())
    told = search.archive.look_up(np.arange(250))
    assert search.best["objective"] == told["objective"].max()
    assert search.best["number"] == told["objective"].argmax()


def test_a_lucky_solution_does_not_stay_an_elite() -> None:
    search = make_search()
    told = judge(search.ask().genomes)
    told.objectives[7] = -1000
    search.tell(told)
    assert search.best["number"] == 7
    while len(numbers := search.unconfirmed):
        search.confirm(numbers, judge(search.archive.look_up(numbers)["solution"]).objectives)
    assert search.best["objective"] <= 0
    assert search.archive.look_up([7])["first_objective"] == 1000


# --- states ---


def restore(search: MapElites, state: bytes, given: Ints | None = None) -> MapElites:
    """A new search, brought to where this one is by a state and its evaluations as first told."""
    told, other = told_to(search), make_search(given=given)
    other.restore(state, Told(told["solution"], -told["first_objective"][:, None], measures=told["measures"]))
    return other


def content_of(search: MapElites) -> tuple[bytes, ...]:
    """All that the search depends on."""
    told = told_to(search)
    return search.get_state(), search.archive.boundaries.tobytes(), *(told[name].tobytes() for name in sorted(told))


@pytest.mark.parametrize("n_steps", range(len(SIZES) + 1))
def test_a_restored_search_ends_like_an_uninterrupted_one_in_every_bit(n_steps: int) -> None:
    given = FixedSum().draw(33, np.random.default_rng(9))
    search = make_search(given=given)
    for _ in range(n_steps):
        step(search)
    other = restore(search, search.get_state(), given)
    assert content_of(other) == content_of(search)
    assert (other.generation, other.n_evaluations) == (n_steps - 1, sum(SIZES[:n_steps]))
    assert content_of(run(other)) == content_of(run(make_search(given=given)))


def test_a_restored_search_can_be_confirmed_again() -> None:
    search = run(make_search())
    other = restore(search, search.get_state())
    rng = np.random.default_rng(1)
    while len(numbers := search.unconfirmed):
        assert other.unconfirmed.tolist() == numbers.tolist()
        fresh = rng.normal(5, 3, (len(numbers), 1))
        for each in (search, other):
            each.confirm(numbers, fresh)
    assert content_of(other) == content_of(search)


def test_a_state_stays_small_however_many_evaluations_there_are() -> None:
    search = make_search()
    step(search)
    first = search.get_state()
    last = run(search).get_state()
    assert first != last
    assert len(last) < len(first) + 50


# --- what is refused ---


def test_measures_are_needed_and_must_fit() -> None:
    search = make_search()
    told = judge(search.ask().genomes)
    assert told.measures is not None
    with pytest.raises(ValueError, match="measures of shape"):
        search.tell(replace(told, measures=told.measures[:, :1]))
    with pytest.raises(ValueError, match="there are no measures"):
        make_search().restore(search.get_state(), replace(told, measures=None))


def test_there_is_no_best_before_the_first_batch() -> None:
    with pytest.raises(RuntimeError, match="before the first batch"):
        _ = make_search().best


def test_confirming_between_ask_and_tell_is_refused() -> None:
    search = make_search()
    step(search)
    search.ask()
    with pytest.raises(RuntimeError, match="tell them first"):
        search.confirm([0], [[1.0]])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.zeros((1, 11)), r"shape \(1, 11\), but genomes have 12 genes"),
        (np.full((1, 12), 5), "gene 0 of genome 0 is 5"),
        (np.zeros((41, 12)), "41, but the search starts with only 40"),
    ],
)
def test_given_solutions_that_do_not_fit_are_refused(given: Ints, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_search(given=given)


def test_a_map_without_measures_is_refused() -> None:
    with pytest.raises(InputError, match="0 measures, but a map needs at least one"):
        MapElites(FixedSum(), 0, SETTINGS, seed=1)
