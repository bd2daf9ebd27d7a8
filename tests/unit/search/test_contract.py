"""What every search does, whatever its family: the contract that others are given, and what ours do besides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.search import deck_like
from tests.unit.search.decks import made_up_decks
from tests.unit.search.learning import made_up_task

from evometa.input.errors import InputError
from evometa.search.algorithms import ALGORITHMS
from evometa.search.contract import Asked, Search, Setup, Told
from evometa.search.decks.learner import DeckLearner
from evometa.search.decks.settings import DeckSearchSettings
from evometa.search.learning.learner import Learner
from evometa.search.learning.settings import LearningSettings
from evometa.search.maps.map_elites import MapElites
from evometa.search.maps.model_map import ModelMap, plan_map
from evometa.search.settings import MapSettings
from evometa.testing import AskTellContract, SearchContract


class OwnContract(AskTellContract):
    """What those that come with evometa do besides: they get better, and say what was misused."""

    def test_all_objectives_are_minimised(self) -> None:
        first, *_, last = self.course().run().told
        assert (last.objectives.mean(axis=0) < first.objectives.mean(axis=0)).all()

    def test_most_genomes_are_new_and_another_seed_asks_for_others(self) -> None:
        asked = self.course().run().all_told().genomes
        assert len(np.unique(asked, axis=0)) > len(asked) / 3
        assert self.course(seed=2).run().story() != self.course().run().story()

    def test_only_a_new_search_can_be_restored(self) -> None:
        course, asked = self.course().run(1), self.begin()
        asked.ask()
        for search in (course.search, asked):
            with pytest.raises(RuntimeError, match="restore: the search has begun already; take a new one"):
                search.restore(course.search.get_state(), course.all_told())

    def test_a_state_that_lacks_a_part_is_refused(self) -> None:
        with pytest.raises(InputError, match="saved search: it is damaged"):
            self.begin().restore(b'{"generation": 3}', self.course().run(1).all_told())

    def test_the_state_of_another_search_is_refused(self) -> None:
        for other in (TestGenetic, TestNSGA2, TestMapElites, TestModel):
            if not isinstance(self, other):
                course = other().course().run(1)
                with pytest.raises(InputError, match="saved search: it"):
                    self.begin().restore(course.search.get_state(), course.all_told())

    def test_the_answer_to_another_question_is_refused(self) -> None:
        search = self.begin()
        told = self.see(search.ask(), 0)
        with pytest.raises(ValueError, match="other genomes than those that were asked for"):
            search.tell(replace(told, genomes=told.genomes[::-1] + 1))
        with pytest.raises(ValueError, match="objectives of shape"):
            search.tell(replace(told, objectives=told.objectives[:3]))
        told.objectives[3, 0] = np.inf
        with pytest.raises(ValueError, match="objective 0 of genome 3 is inf, not a finite number"):
            search.tell(told)

    def test_telling_what_was_not_asked_is_refused(self) -> None:
        search = self.begin()
        told = self.see(search.ask(), 0)
        search.tell(told)
        for each in (search, self.begin()):
            with pytest.raises(RuntimeError, match="call ask first"):
                each.tell(told)

    def test_asking_after_the_end_is_refused(self) -> None:
        with pytest.raises(RuntimeError, match=r"the search is done after .*; look at is_done first"):
            self.course().run().search.ask()


class TestGenetic(SearchContract, OwnContract):
    def make(self, setup: Setup) -> Search:
        return ALGORITHMS["ga"].make(setup)


class TestNSGA2(SearchContract, OwnContract):
    n_objectives = 2

    def make(self, setup: Setup) -> Search:
        return ALGORITHMS["nsga2"].make(setup)

    def test_all_objectives_are_minimised(self) -> None:
        first, *_, last = self.course().run().told
        assert last.objectives.sum(axis=1).mean() < first.objectives.sum(axis=1).mean()


class TestMapElites(OwnContract):
    space = deck_like.FixedSum()
    low, high = space.low, space.high
    settings = MapSettings(evaluations=160, first=40, batch=30, largest=5, remap_every=25)

    def begin(self, seed: int = 1) -> Search:
        return MapElites(self.space, 2, self.settings, seed)

    def see(self, asked: Asked, first: int) -> Told:
        nearness, measures = deck_like.measure(asked.genomes)
        return Told(asked.genomes, -nearness[:, None], measures=measures)

    def test_without_measures_there_is_no_cell(self) -> None:
        search = self.begin()
        told = replace(self.see(search.ask(), 0), measures=None)
        with pytest.raises(ValueError, match="there are no measures, but these say to which cell"):
            search.tell(told)


class TestModel(OwnContract):
    low, high = np.full(6, -1), np.full(6, 1)
    task = made_up_task.make_task()
    truth = made_up_task.Truth.plant(task, 1)
    given = np.random.default_rng(1).integers(-1, 2, (11, 6))
    settings = LearningSettings(
        budgets=(4,),
        explore_rounds=2,
        explore_size=8,
        exploit_rounds=2,
        exploit_scales=(1.0, 0.5, 0.5),
        races=((2, 400), (1, 1500)),
        kicks=1,
    )

    def begin(self, seed: int = 1) -> Search:
        return Learner(self.task, self.settings, seed, self.given)

    def see(self, asked: Asked, first: int) -> Told:
        return self.truth.tell(Asked(asked.genomes, np.full(len(asked.genomes), 500)), first)

    def test_without_games_there_is_nothing_to_learn(self) -> None:
        search = self.begin()
        told = self.see(search.ask(), 0)
        with pytest.raises(ValueError, match="there are no wins and games, but these are what the model learns from"):
            search.tell(replace(told, wins=None))
        assert told.games is not None
        with pytest.raises(ValueError, match=r"wins or games of shape \(\d+, \d+\), but there must be"):
            search.tell(replace(told, games=told.games[:, :1]))


class TestDeckModel(OwnContract):
    task = made_up_decks.make_task()
    low, high = task.low, task.high
    truth = made_up_decks.Truth.plant(task, 1)
    settings = DeckSearchSettings(games=1500, rounds=6)

    def begin(self, seed: int = 1) -> Search:
        return DeckLearner(self.task, self.settings, seed, None, made_up_decks.N_OPPONENTS)

    def see(self, asked: Asked, first: int) -> Told:
        return self.truth.tell(asked, first)

    def test_without_games_there_is_nothing_to_learn(self) -> None:
        search = self.begin()
        told = self.see(search.ask(), 0)
        with pytest.raises(ValueError, match="there are no wins and games, but these are what the model learns from"):
            search.tell(replace(told, wins=None))
        with pytest.raises(ValueError, match=r"wins or games of shape \(\d+, \d+\), but there must be"):
            search.tell(replace(told, games=told.wins[:, :1] if told.wins is not None else None))


class TestModelMap(TestDeckModel):
    def begin(self, seed: int = 1) -> Search:
        costs = self.task.costs
        settings = replace(plan_map(1500), rounds=3)
        return ModelMap(self.task, settings, lambda decks: decks @ costs[:, None] / 1.0, 4, seed, None, 4)
