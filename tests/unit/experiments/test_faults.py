"""Every call that writes fails once: each time there is one message, and the run goes on to the same end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import PlantedCards
from tests.unit.experiments.faults import Faults
from tests.unit.experiments.planted_meta import SMALL, write_metagame
from tests.unit.experiments.planted_searches import SMALL_SEARCH
from tests.unit.metagame.planted_decks import PlantedDecks

from evometa.experiments import runs
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.input.errors import InputError
from evometa.metagame.metagames import load_metagame
from evometa.search.settings import EvolutionSettings
from evometa.store import open_run, to_json

FEW = replace(SMALL, evolution=EvolutionSettings(population=4, generations=1), again_size=4, audit_size=2)
SHORT = replace(SMALL_SEARCH, map=replace(SMALL_SEARCH.map, evaluations=12, first=6, batch=6), finalists=1)


def carry_on_balance(folder: Path, metagame: str) -> None:
    BALANCE.carry_on(folder, replace(FEW, metagame=metagame), PlantedCards())


def carry_on_decks(folder: Path, metagame: str) -> None:
    DECKS.carry_on(folder, replace(SHORT, metagame=metagame), PlantedDecks())


def carry_on_table(folder: Path, metagame: str) -> None:
    TABLE.carry_on(folder, TableSettings(metagame, games=20), PlantedCards())


KINDS: dict[str, Callable[[Path, str], None]] = {
    "balance": carry_on_balance,
    "decks": carry_on_decks,
    "table": carry_on_table,
}


@pytest.fixture(scope="module")
def metagame(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_metagame(tmp_path_factory.mktemp("metagame")))


@pytest.fixture(autouse=True)
def _load_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "load_metagame", lru_cache(load_metagame))


def read_all(folder: Path) -> dict[str, Any]:
    """All that a finished run has found out."""
    with open_run(folder) as run:
        assert run.status == "finished"
        rows = [list(row) for row in run.evaluations().rows()]
        found = {"results": to_json(run.results()), "evaluations": to_json(rows)}
        found["checkpoints"] = to_json([list(map(str, row)) for row in run.database.rows("checkpoints")])
    return found | {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.toml")}


def fail_everywhere(kind: str, metagame: str, root: Path, step: int, is_lasting: bool) -> None:
    """Let every n-th call fail, each in a run of its own, which then goes on."""
    carry_on = KINDS[kind]
    with Faults(root, -1) as counted:
        carry_on(root / "whole" / "run", metagame)
    assert len(counted.calls) > 50
    whole, told = read_all(root / "whole" / "run"), list[str]()
    for number in range(0, len(counted.calls), step):
        folder = root / str(number) / "run"
        with Faults(root, number, is_lasting) as faults:
            try:
                carry_on(folder, metagame)
            except InputError as error:
                told.append(str(error))
        assert faults.has_failed
        carry_on(folder, metagame)
        assert read_all(folder) == whole, (number, faults.calls[number])
    assert len(told) > 0.8 * len(counted.calls) / step  # a few calls only clear up
    assert not [message for message in told if "\n" in message]


@pytest.mark.parametrize("is_lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_outlives_faults_of_the_disk(kind: str, is_lasting: bool, metagame: str, tmp_path: Path) -> None:
    fail_everywhere(kind, metagame, tmp_path, 17, is_lasting)


@pytest.mark.nightly
@pytest.mark.parametrize("is_lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_outlives_every_fault_of_the_disk(kind: str, is_lasting: bool, metagame: str, tmp_path: Path) -> None:
    fail_everywhere(kind, metagame, tmp_path, 1, is_lasting)
