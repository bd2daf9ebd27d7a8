"""A search from outside that has what the contract says, and nothing else: it runs, is stored, resumed and reported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import META
from tests.unit.experiments.planted_meta import SMALL, PlantedDraws
from tests.unit.story.voices import headline_of, on_page

from evometa.experiments import runs
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.search.algorithms import ALGORITHMS, MODEL, Algorithm, register_search
from evometa.search.contract import Asked, Setup, Told
from evometa.search.settings import EvolutionSettings
from evometa.store import open_run, salvage
from evometa.story.kinds.balance.story import STORY
from evometa.testing import SearchContract


class Stopped(PlantedDraws):
    """A runner that is stopped after so many batches."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.batches = batches

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


class Chance:
    """Random search: batches of genomes at random. It has what `Search` says, and nothing else that is public."""

    def __init__(self, setup: Setup) -> None:
        self._setup, self._batch = setup, 0

    @property
    def is_done(self) -> bool:
        return self._batch > self._setup.settings.generations

    @property
    def population(self) -> None:
        return None

    def ask(self) -> Asked:
        setup, rng = self._setup, np.random.default_rng([self._setup.seed, self._batch])
        drawn = rng.integers(setup.low, setup.high + 1, (setup.settings.population, len(setup.low)))
        if self._batch == 0 and setup.given is not None:
            drawn[: len(setup.given)] = setup.given
        return Asked(drawn)

    def tell(self, told: Told) -> None:
        told.check(self.ask().genomes, self._setup.n_objectives)
        self._batch += 1

    def get_state(self) -> bytes:
        return json.dumps([self._batch, self._setup.seed]).encode()

    def restore(self, state: bytes, told: Told) -> None:
        try:
            self._batch, seed = json.loads(state)
        except (ValueError, TypeError):
            raise InputError("saved search: it is damaged") from None
        self._setup = replace(self._setup, seed=seed)


class TestChance(SearchContract):
    make = staticmethod(Chance)


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)
    register_search(Algorithm("chance", Chance, "random search"))
    yield
    del ALGORITHMS["chance"]


def make_settings() -> BalanceSettings:
    few = EvolutionSettings(population=8, generations=3)
    return replace(
        SMALL, metagame="planted", algorithm="chance", evolution=few, explain_games=100, pilot_games=20, guide="wrd"
    )


def read_all(folder: Path) -> dict[str, Any]:
    """All that a run has stored, and the patch that it has written."""
    with open_run(folder) as run:
        states = [row[2] for row in run.database.rows("checkpoints", "ORDER BY generation")]
        rows = [list(row) for row in run.evaluations().rows()]
        return {
            "results": run.results(),
            "states": states,
            "rows": rows,
            "patch": (folder / "patch.toml").read_text(encoding="utf-8"),
        }


def test_it_finds_a_patch_and_its_history_is_that_of_its_batches(tmp_path: Path) -> None:
    results = BALANCE.start(tmp_path / "run", make_settings(), PlantedDraws())
    run = BALANCE.read(tmp_path / "run")
    assert results.recommended is not None
    assert results.recommended.f.value < results.f_before.value
    assert [each.evaluations for each in results.history] == [8, 16, 24, 32]
    for each in results.history:
        told = run.evaluations.objectives[run.evaluations.generations == each.generation]
        assert list(each.min.values()) == told.min(axis=0).tolist()


@pytest.mark.parametrize("batches", [0, 1, 3, 5, 7, 9, 11])
def test_killed_anywhere_it_ends_alike_in_every_byte(tmp_path: Path, batches: int) -> None:
    BALANCE.start(tmp_path / "whole", make_settings(), PlantedDraws())
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "run", make_settings(), Stopped(batches))
    BALANCE.resume(tmp_path / "run", runner=PlantedDraws())
    assert read_all(tmp_path / "run") == read_all(tmp_path / "whole")


def test_without_its_results_it_ends_alike_too(tmp_path: Path) -> None:
    """As a damaged run does that was salvaged."""
    BALANCE.start(tmp_path / "whole", make_settings(), PlantedDraws())
    salvage(tmp_path / "whole", tmp_path / "run")
    with open_run(tmp_path / "run", write=True) as run, run.database.transaction() as connection:
        connection.execute("DELETE FROM results")
    BALANCE.resume(tmp_path / "run", runner=PlantedDraws())
    assert read_all(tmp_path / "run") == read_all(tmp_path / "whole")


def test_its_story_has_its_name(tmp_path: Path) -> None:
    BALANCE.start(tmp_path / "run", make_settings(), PlantedDraws())
    run = BALANCE.read(tmp_path / "run")
    story = STORY.of(run)
    assert headline_of(story).startswith("A typical match-up goes from")
    assert "Random search, guided by each card" in on_page(story)
    assert "made 32 evaluations in 3 generations after the initial one" in on_page(story)
    assert STORY.final(run)["games"] == run.games


def test_names_that_are_taken_or_unknown_are_refused() -> None:
    for name in (MODEL, "nsga2", "chance"):
        with pytest.raises(InputError, match=f"search '{name}': this name is taken; choose another"):
            register_search(Algorithm(name, Chance, "random search"))
    with pytest.raises(InputError, match=r"algorithm: found 'chanse'; did you mean 'chance'\?"):
        replace(make_settings(), algorithm="chanse")


def test_a_search_may_refuse_settings_before_the_run_begins() -> None:
    def refuse(n_objectives: int, settings: EvolutionSettings) -> None:
        raise InputError(f"found {n_objectives} objectives; allowed: one")

    register_search(Algorithm("careful", Chance, "a careful search", refuse))
    with pytest.raises(InputError, match="found 2 objectives; allowed: one"):
        replace(make_settings(), algorithm="careful")
