"""MAP-Elites with sliding boundaries, by ask and tell."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.search.deck_like import FixedSum, measure

from evometa.cards import load_cards, load_rules
from evometa.cards.decks.space_setup import make_deck_space
from evometa.input.errors import InputError
from evometa.search.map_elites import MapElites
from evometa.search.map_settings import MapSettings
from evometa.search.problem import Ints

SETTINGS = MapSettings(evaluations=250, first=40, batch=30, smallest=2, largest=6, remap_every=25)
SIZES = [30, 10, 30, 30, 30, 30, 30, 30, 30]  # of the batches


def make_search(seed: int = 1, settings: MapSettings = SETTINGS, given: Ints | None = None) -> MapElites:
    return MapElites(FixedSum(), 2, settings, seed, given)


def step(search: MapElites) -> dict[str, np.ndarray]:
    return search.tell(*measure(search.ask()))


def run(search: MapElites) -> MapElites:
    while not search.is_done:
        step(search)
    return search


# --- what it asks ---


def test_batches_end_where_the_first_solutions_end_and_where_all_end() -> None:
    search, sizes = make_search(), []
    while not search.is_done:
        sizes.append(len(step(search)["number"]))
        assert search.generation == len(sizes) - 1
    assert sizes == SIZES
    assert search.n_evaluations == 250


def test_given_solutions_come_first_even_over_several_batches() -> None:
    given = FixedSum().draw(35, np.random.default_rng(9))
    search = make_search(given=given)
    first, second = step(search)["solution"], step(search)["solution"]
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
        asked = search.ask()
        if search.n_evaluations < 40:
            assert len(space.parents) == n_batches
        else:
            assert {tuple(parent) for parent in space.parents[-1]} <= elites
            assert (np.abs(asked - space.parents[-1]).sum(axis=1) <= 2).all()
        search.tell(*measure(asked))


def test_asking_again_gives_the_same_and_changing_it_does_no_harm() -> None:
    search = make_search()
    asked = search.ask()
    asked[:] = 99
    again = search.ask()
    assert again.max() <= 4
    assert search.tell(*measure(again))["solution"].tolist() == again.tolist()


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
        decks = search.ask()
        assert space.contains(decks).all()
        search.tell(-(decks @ costs), np.stack([decks @ is_minion, decks @ costs**2], axis=1))
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
    objective, measures = measure(search.ask())
    objective[7] = 1000
    search.tell(objective, measures)
    assert search.best["number"] == 7
    while len(numbers := search.unconfirmed):
        search.confirm(numbers, measure(search.archive.look_up(numbers)["solution"])[0])
    assert search.best["objective"] <= 0
    assert search.archive.look_up([7])["first_objective"] == 1000
    assert MapElites.from_state(search.get_state(), FixedSum()).get_state() == search.get_state()


# --- seeds and states ---


def test_the_same_seed_gives_the_same_run() -> None:
    states = [run(make_search(seed)).get_state() for seed in (1, 1, 2)]
    assert states[0] == states[1]
    assert states[0] != states[2]


@pytest.mark.parametrize("n_steps", range(len(SIZES) + 1))
@pytest.mark.parametrize("is_asked", [False, True])
def test_a_restored_run_ends_like_an_uninterrupted_one(n_steps: int, is_asked: bool) -> None:
    given = FixedSum().draw(33, np.random.default_rng(9))
    uninterrupted = run(make_search(given=given)).get_state()
    search = make_search(given=given)
    for _ in range(n_steps):
        step(search)
    if is_asked and not search.is_done:
        search.ask()
    state = search.get_state()
    restored = MapElites.from_state(state, FixedSum())
    assert restored.get_state() == state
    assert (restored.generation, restored.n_evaluations) == (n_steps - 1, sum(SIZES[:n_steps]))
    assert run(restored).get_state() == uninterrupted


@pytest.mark.parametrize("n_steps", range(len(SIZES) + 1))
def test_a_search_that_went_to_a_position_ends_like_an_uninterrupted_one(n_steps: int) -> None:
    given = FixedSum().draw(33, np.random.default_rng(9))
    search = make_search(given=given)
    for _ in range(n_steps):
        step(search)
    other = go_to_position_of(search, given)
    assert other.get_state() == search.get_state()
    assert (other.generation, other.n_evaluations) == (n_steps - 1, sum(SIZES[:n_steps]))
    assert run(other).get_state() == run(make_search(given=given)).get_state()


def go_to_position_of(search: MapElites, given: Ints | None = None) -> MapElites:
    """A new search, brought to where this one is by its position and its evaluations as first told."""
    position = json.loads(json.dumps(search.get_position()))
    told = search.archive.look_up(np.arange(search.n_evaluations))
    other = make_search(given=given)
    other.go_to(position, told["solution"], told["first_objective"], told["measures"])
    return other


def test_a_search_that_went_to_a_position_can_be_confirmed_again() -> None:
    search = run(make_search())
    other = go_to_position_of(search)
    rng = np.random.default_rng(1)
    while len(numbers := search.unconfirmed):
        assert other.unconfirmed.tolist() == numbers.tolist()
        fresh = rng.normal(-5, 3, len(numbers))
        for each in (search, other):
            each.confirm(numbers, fresh)
    assert other.get_state() == search.get_state()


def test_a_position_stays_small_however_many_evaluations_there_are() -> None:
    search = make_search()
    step(search)
    first = json.dumps(search.get_position())
    last = json.dumps(run(search).get_position())
    assert first != last
    assert len(last) < len(first) + 50


def test_positions_are_refused_in_the_middle_of_a_batch() -> None:
    search = make_search()
    position = search.get_position()
    search.ask()
    with pytest.raises(RuntimeError, match="get_position: solutions have been asked for; tell them first"):
        search.get_position()
    with pytest.raises(RuntimeError, match="go_to: the search has begun already"):
        search.go_to(position, np.empty((0, 12)), [], np.empty((0, 2)))
    step(search)
    with pytest.raises(RuntimeError, match="go_to: the search has begun already; take a new one"):
        search.go_to(position, np.empty((0, 12)), [], np.empty((0, 2)))


def test_a_state_of_another_space_is_refused() -> None:
    other = FixedSum(high=np.full(12, 3))
    with pytest.raises(InputError, match="in another space"):
        MapElites.from_state(make_search().get_state(), other)


@pytest.mark.parametrize("state", [b"", b"nonsense", b"[1]", b"{}", b"\xff\xfe"])
def test_a_damaged_state_is_refused(state: bytes) -> None:
    with pytest.raises(InputError, match="damaged or not a saved search"):
        MapElites.from_state(state, FixedSum())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "has version 99"),
        ({"algorithm": "nsga2"}, "algorithm 'nsga2', not to 'map-elites'"),
        ({"given": ["int64", [1, 12], "|i1", "?"]}, "it is damaged"),
    ],
)
def test_a_state_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    data = json.loads(make_search().get_state()) | change
    with pytest.raises(InputError, match=message):
        MapElites.from_state(json.dumps(data).encode(), FixedSum())


def test_a_state_that_lacks_something_is_refused() -> None:
    data = json.loads(make_search().get_state())
    del data["archive"]
    with pytest.raises(InputError, match="lacks 'archive'"):
        MapElites.from_state(json.dumps(data).encode(), FixedSum())


# --- what is refused ---


def test_values_that_do_not_fit_are_refused_and_change_nothing() -> None:
    search, same = make_search(), make_search()
    objective, measures = measure(search.ask())
    with pytest.raises(ValueError, match="objective of shape"):
        search.tell(objective[:5], measures)
    with pytest.raises(ValueError, match="measures of shape"):
        search.tell(objective, measures[:, :1])
    search.tell(objective, measures)
    step(same)
    assert search.get_state() == same.get_state()


def test_telling_and_asking_at_the_wrong_time_is_refused() -> None:
    search = make_search()
    with pytest.raises(RuntimeError, match="call ask first"):
        search.tell([], np.empty((0, 2)))
    with pytest.raises(RuntimeError, match="before the first batch"):
        _ = search.best
    run(search)
    with pytest.raises(RuntimeError, match="done after 250 evaluations"):
        search.ask()


def test_confirming_between_ask_and_tell_is_refused() -> None:
    search = make_search()
    step(search)
    search.ask()
    with pytest.raises(RuntimeError, match="tell them first"):
        search.confirm([0], [1.0])


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
