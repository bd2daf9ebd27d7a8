"""The programme of the paper: its parts, its scale, and that it can be interrupted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.experiments.planted_meta import PlantedDraws
from tests.unit.experiments.planted_programme import (
    AGGRO,
    CONTROL,
    PALADIN,
    PROGRAMME,
    play_programme,
    shorten_programme,
)

from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.experiment import Experiment
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.paper.results import (
    PARTS,
    OurBalance,
    OurScan,
    OurTable,
    PaperResults,
    PublishedBalance,
    PublishedScan,
    read_published,
)
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.paper.work import PAPER, PaperWork
from evometa.experiments.progress import Progress, Tracker
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.search.settings import EvolutionSettings
from evometa.store import RunError, list_runs, open_run, to_json
from evometa.store.results import Results


@pytest.fixture(autouse=True)
def short_programme(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_programme(monkeypatch)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A programme that was not interrupted."""
    return play_programme(tmp_path_factory.mktemp("whole") / "paper")


class Stopping(PlantedDraws):
    """Stops after a number of batches."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.batches = batches

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


def test_all_parts_are_played_and_stand_beside_what_was_published(whole: Path) -> None:
    results = PAPER.read(whole).results
    assert [part.name for part in results.parts] == list(PARTS)
    table, first, short, long, scan = results.parts
    assert isinstance(table.ours, OurTable)
    assert isinstance(first.ours, OurBalance)
    assert isinstance(first.published, PublishedBalance)
    assert isinstance(short.ours, OurBalance)
    assert isinstance(short.published, PublishedBalance)
    assert isinstance(long.ours, OurBalance)
    assert isinstance(scan.ours, OurScan)
    assert isinstance(scan.published, PublishedScan)
    for part in results.parts:
        with open_run(whole / part.folder) as run:
            assert run.status == "finished"
    assert table.ours.decks == (AGGRO, PALADIN, CONTROL)
    assert table.ours.same_decks == 3
    assert first.published.searched_f == 0.0062
    assert (short.published.magnitude, short.ours.generations, long.ours.generations) == (154, 2, 2)
    assert scan.ours.wrd_sign == scan.published.wrd_sign == -1
    best = min(BALANCE.read(whole / first.folder).results.audits[1:], key=lambda audit: audit.searched_f)
    assert (first.ours.searched_f, first.ours.audited_f) == (best.searched_f, best.f)
    second = BALANCE.read(whole / short.folder)
    assert second.settings.patches == (("experiment-1", best.patch),)
    assert not second.evaluations.genomes[0].any()
    assert second.evaluations.genomes[1].any()
    assert len(list_runs(whole)) == 6


def test_twins_are_compared(whole: Path) -> None:
    table = PAPER.read(whole).results.parts[0].ours
    assert isinstance(table, OurTable)
    (twins,) = table.twins
    assert (twins.control, twins.aggro, twins.published, twins.is_above) == (CONTROL, AGGRO, 0.94, False)
    assert twins.win_rate.low < 0.2 < twins.win_rate.high
    assert twins.win_rate.value == table.win_rate[2, 0]


def test_all_games_are_counted(whole: Path) -> None:
    experiments: dict[type, Experiment[Any, Any]] = {OurTable: TABLE, OurBalance: BALANCE, OurScan: NERFS}
    games = {name: experiments[kind].read(whole / name).games for name, (_, kind) in PARTS.items()}
    run = PAPER.read(whole)
    assert {part.name: part.ours.games for part in run.results.parts} == games
    assert run.games == sum(games.values())


def test_results_survive_json(whole: Path) -> None:
    results = PAPER.read(whole).results
    again = PaperResults.from_json(json.loads(text_of(results)))
    assert [(type(part.published), type(part.ours)) for part in again.parts] == list(PARTS.values())
    assert text_of(again) == text_of(results)


def text_of(results: Results) -> str:
    return to_json(results.to_json())


def test_a_part_of_another_name_is_refused() -> None:
    with pytest.raises(InputError, match=r"field 'parts.0.name': found 'experiment-4'; allowed: table, experiment-1"):
        PaperResults.from_json({"parts": [{"name": "experiment-4"}]})


def test_an_interrupted_programme_ends_alike(whole: Path, tmp_path: Path) -> None:
    for batches in (4, 27):
        folder = tmp_path / str(batches)
        with pytest.raises(KeyboardInterrupt):
            PAPER.start(folder, PROGRAMME, Stopping(batches))
        assert text_of(PAPER.resume(folder, runner=PlantedDraws())) == text_of(PAPER.read(whole).results)
    with pytest.raises(RunError, match=r"began with scale = 0.01, and now scale is 0.5"):
        PAPER.carry_on(whole, replace(PROGRAMME, scale=0.5))


def test_the_games_that_are_left_are_not_those_of_parts_that_are_finished(tmp_path: Path) -> None:
    """A part that was lost is played again, though later ones are finished."""
    runner, heard = Stopping(1_000_000), list[Progress]()
    PAPER.start(tmp_path / "whole", PROGRAMME, runner)
    with pytest.raises(KeyboardInterrupt):
        PAPER.start(tmp_path / "run", PROGRAMME, Stopping(1_000_000 - runner.batches - 1))  # in the last part
    shutil.rmtree(tmp_path / "run" / "experiment-1")
    PAPER.resume(tmp_path / "run", runner=PlantedDraws(), progress=heard.append)
    assert [parts for parts, _ in groupby(told.parts for told in heard)] == [("experiment-1",), ("experiment-3",)]
    planned = PaperWork(PROGRAMME, Tracker(PlantedDraws())).plan_games()
    assert planned["experiment-2-32"] > 0
    assert min(told.games_left for told in heard if told.parts == ("experiment-1",)) == planned["experiment-3"]


def test_the_scale_multiplies_games_and_is_never_below_twenty() -> None:
    assert [PaperSettings(scale=scale).games(100) for scale in (1, 0.5, 3, 0.01, 0.33)] == [100, 50, 300, 20, 32]
    with pytest.raises(InputError, match="scale: found 0"):
        PaperSettings(scale=0)


def test_presets_are_the_settings_of_the_paper() -> None:
    first, second = find_preset("paper-1"), find_preset("paper-2")
    assert first.evolution == EvolutionSettings(100, 12, 0.35, 0.20, 0.05, 3)
    assert (first.algorithm, first.objectives, first.games, first.unchanged) == ("ga", ("f",), 100, False)
    assert (second.algorithm, second.objectives, second.unchanged) == ("nsga2", ("f", "m"), True)
    assert first.players == second.players == "paper"
    assert first.audit_games == second.audit_games == 10_000
    assert second.audit_size == 12


def test_what_was_published_is_whole() -> None:
    published = read_published()
    table = published.table
    assert table.win_rate + table.win_rate.T == pytest.approx(np.ones((12, 12)), abs=0.1)  # Exp2 Hunter's are the worst
    assert table.win_rate.mean(axis=1) == pytest.approx(table.against_meta, abs=0.011)
    assert set(table.not_published) == {name for name in table.decks if name.startswith("Exp2")}
    assert table.rates_of("Exp1 Hunter (Control)", "Exp1 Hunter (Aggro)")[0, 1] == 0.94
    assert [name for name, each in published.balance.items() if isfinite(each.again_f)] == ["experiment-1"]
    assert (published.scan.wrp_sign, published.scan.wrd_sign) == (-1, -1)


def test_a_table_is_the_same_however_often_it_was_interrupted(tmp_path: Path) -> None:
    settings = TableSettings("small", "random", 40)
    expected = TABLE.carry_on(tmp_path / "whole", settings, PlantedDraws())
    assert expected.table is not None
    assert expected.table.win_rate.value.shape == (3, 3)
    assert expected.table.games_played == 6 * 40
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            TABLE.carry_on(tmp_path / "run", settings, Stopping(1))
    again = TABLE.carry_on(tmp_path / "run", settings, PlantedDraws())
    assert text_of(again) == text_of(expected)
