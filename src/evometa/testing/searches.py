"""The contract of searches (`search.contract`) as tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from evometa.input.errors import InputError
from evometa.search.contract import Asked, Ints, Search, Setup, Told
from evometa.search.settings import EvolutionSettings

_MOST_BATCHES = 10_000  # after which a search that has not ended is taken for one that never does
N_GENES, N_ROWS = 7, 3
DAMAGED = (b"", b"nonsense", b"[1]", b"{}", b"\xff\xfe")


class AskTellContract:
    """What every search does, however it is made: `begin` makes one, and `see` says what it is told."""

    low: Ints  # [n]
    high: Ints  # [n]

    def begin(self, seed: int = 1) -> Search:
        """A new search."""
        raise NotImplementedError("a contract needs a search: say how one begins")

    def see(self, asked: Asked, first: int) -> Told:
        """What was seen of genomes, of which the first has this number; noise depends on numbers alone."""
        raise NotImplementedError("a contract needs a world: say what a search is told")

    def course(self, seed: int = 1) -> Course:
        """A new search with all that it will be told."""
        return Course(self, self.begin(seed))

    # --- asking and telling ---

    def test_it_ends(self) -> None:
        course = self.course()
        assert not course.search.is_done, "a new search has something to ask"
        assert course.run().search.is_done

    def test_genomes_are_whole_numbers_within_their_bounds(self) -> None:
        for told in self.course().run().told:
            assert told.genomes.dtype == np.int64
            assert told.genomes.shape[1:] == self.low.shape
            assert ((told.genomes >= self.low) & (told.genomes <= self.high)).all()

    def test_asking_again_gives_the_same_and_changing_that_does_no_harm(self) -> None:
        search = self.begin()
        first = search.ask().genomes
        expected = first.tolist()
        first[:] = 99
        assert search.ask().genomes.tolist() == expected

    def test_games_that_are_asked_for_are_even_numbers(self) -> None:
        for asked in self.course().asked():
            assert asked.games is None or (len(asked.games) == len(asked.genomes) and (asked.games % 2 == 0).all())

    def test_the_seed_alone_decides(self) -> None:
        one, same = (self.course(seed=3).run() for _ in range(2))
        assert one.story() == same.story()
        assert one.search.get_state() == same.search.get_state()

    def test_its_population_was_told(self) -> None:
        course = self.course()
        for _ in course.asked():
            population = course.search.population
            assert population is None or ((population >= 0) & (population < course.n_evaluations)).all()

    def test_an_answer_that_does_not_fit_is_refused_and_changes_nothing(self) -> None:
        course = self.course()
        asked = course.search.ask()
        told = self.see(asked, 0)
        unknown = told.objectives.copy()
        unknown[0, 0] = np.nan
        for objectives in (told.objectives[:-1], np.hstack([told.objectives, told.objectives]), unknown):
            with pytest.raises(ValueError):
                course.search.tell(Told(asked.genomes, objectives, told.wins, told.decided, told.games, told.measures))
        assert course.run().story() == self.course().run().story()

    # --- states ---

    def test_a_restored_search_goes_on_as_the_other_would_have(self) -> None:
        whole = self.course().run()
        for n_batches in range(1, len(whole.told) + 1):
            course = self.course().run(n_batches)
            again = course.restore()
            assert again.search.get_state() == course.search.get_state(), f"after {n_batches} batches"
            assert again.run().story() == whole.story(), f"after {n_batches} batches"

    def test_what_was_asked_and_not_told_is_asked_again(self) -> None:
        course = self.course().run(1)
        state, asked = course.search.get_state(), course.search.ask()
        assert course.search.get_state() == state
        assert course.restore().search.ask().genomes.tolist() == asked.genomes.tolist()

    def test_a_finished_search_can_be_restored(self) -> None:
        assert self.course().run().restore().search.is_done

    def test_a_damaged_state_is_refused(self) -> None:
        told = self.course().run(1).all_told()
        for state in DAMAGED:
            with pytest.raises(InputError):
                self.begin().restore(state, told)


class SearchContract(AskTellContract):
    """What a search does that balance runs can choose (`search.algorithms.register_search`).

    A subclass has `make`, the same that is registered, and, if it can do with several or needs another size of batches,
    `n_objectives` and `settings`.
    """

    n_objectives = 1
    settings = EvolutionSettings(population=12, generations=6)
    low, high = -np.arange(N_GENES) - 1, np.arange(N_GENES) % 3

    def make(self, setup: Setup) -> Search:
        """A search from its setup."""
        raise NotImplementedError("a contract needs a search: say how it is made")

    def begin(self, seed: int = 1, given: Ints | None = None) -> Search:
        """A search over a few genes, each with bounds of its own."""
        return self.make(Setup(self.low, self.high, self.n_objectives, self.settings, seed, given))

    def see(self, asked: Asked, first: int) -> Told:
        """Distances to as many points as there are objectives, with noise by number; and games that anybody may win."""
        k, targets = len(asked.genomes), np.arange(self.n_objectives)[None, :, None]
        noise = np.array([np.random.default_rng(first + i).random(self.n_objectives) for i in range(k)])
        objectives = np.abs(asked.genomes[:, None, :] - targets).sum(axis=2) + noise.reshape(k, self.n_objectives)
        games = np.full((k, N_ROWS), 10)
        wins = np.array([np.random.default_rng(first + i).binomial(10, 0.5, N_ROWS) for i in range(k)], np.int64)
        return Told(asked.genomes, objectives, wins.reshape(k, N_ROWS), games, games)

    def test_given_genomes_are_asked_for_first(self) -> None:
        given = np.stack([self.high, self.low])
        assert self.begin(given=given).ask().genomes[:2].tolist() == given.tolist()


@dataclass
class Course:
    """A search with all that it was told, as a run keeps it."""

    contract: AskTellContract
    search: Search
    told: list[Told] = field(default_factory=list)

    @property
    def n_evaluations(self) -> int:
        """How many genomes it was told of."""
        return sum(len(each.genomes) for each in self.told)

    def asked(self) -> Iterator[Asked]:
        """All that it asks for to its end, each when it was told."""
        while not self.search.is_done:
            assert len(self.told) < _MOST_BATCHES, "the search does not end"
            asked = self.search.ask()
            told = self.contract.see(asked, self.n_evaluations)
            self.search.tell(told)
            self.told.append(told)
            yield asked

    def run(self, n_batches: int = _MOST_BATCHES) -> Course:
        """So many batches, or all."""
        for _, _ in zip(range(n_batches), self.asked(), strict=False):
            pass
        return self

    def all_told(self) -> Told:
        """All that it was told, as one."""
        parts = {name: [getattr(each, name) for each in self.told] for name in Told.__dataclass_fields__}
        joined: dict[str, Any] = {name: np.concatenate(part) for name, part in parts.items() if part[0] is not None}
        return Told(**joined)

    def restore(self, seed: int = 99) -> Course:
        """Another search, brought to where this one is by its state and what it was told."""
        other = self.contract.begin(seed)
        other.restore(self.search.get_state(), self.all_told())
        return Course(self.contract, other, list(self.told))

    def story(self) -> list[list[list[int]]]:
        """All genomes that it asked for, batch by batch."""
        return [each.genomes.tolist() for each in self.told]
