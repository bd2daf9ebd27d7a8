"""`evometa bench`: what it measures and how it prints it."""

import json
from typing import Any

import pytest
from tests.unit.matches.small_games import DECKS, NAMES, PLAYERS, TABLE

from evometa.app.upkeep import bench as bench_command
from evometa.app.upkeep.bench import Bench, measure_speed, prepare_bench, run_bench
from evometa.matches.schedule import ordered_pairs

SPEED = {
    "games": 36,
    "games_per_second": 2000.0,
    "nodes_per_game": 1511.0,
    "turns_per_game": 15.05,
    "ns_per_node": 300.0,
    "games_per_second_2_threads": 3900.0,
    "ns_per_node_2_threads": 310.0,
    "speedup_2_threads": 1.95,
    "checksum": "0123456789abcdef",
}


def test_the_batch_is_every_ordered_pair_of_the_six_decks_with_the_players_of_the_preset() -> None:
    bench = prepare_bench("paper", 37, seed=1)
    assert [match.games for match in bench.matches] == [2] * 36
    assert [player.name for player in bench.players] == ["paper-aggro", "paper-control"] * 3
    assert {player.overlays for player in prepare_bench("fair", 1, seed=1).players} == {()}


def test_speed_is_measured_on_one_thread_and_on_two() -> None:
    matches = ordered_pairs(NAMES[:1], 1, seed=1)
    figures = measure_speed(Bench(TABLE, DECKS, PLAYERS[:1], matches), rounds=1)
    assert list(figures) == list(SPEED)
    assert figures["games"] == 1
    assert figures["nodes_per_game"] > figures["turns_per_game"] > 1
    assert figures["ns_per_node"] > 0
    assert len(figures["checksum"]) == 16


@pytest.fixture
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = {"compile_seconds": 50.0, "cached_start_seconds": 1.2}
    monkeypatch.setattr(bench_command, "measure_starts", lambda cache: starts)
    monkeypatch.setattr(bench_command, "measure_preset", lambda *arguments: dict(SPEED))


@pytest.mark.usefixtures("_measured")
def test_json_is_all_that_standard_output_holds(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(games=36, seed=1, as_json=True)
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    expected = {*SPEED, "compile_seconds", "cached_start_seconds", "state_bytes", "fair"}
    assert set(figures) == expected
    assert figures["fair"] == SPEED


@pytest.mark.usefixtures("_measured")
def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench(games=36, seed=1, as_json=False)
    table = capsys.readouterr().out
    assert "games per second, two threads" in table
    assert "0123456789abcdef" in table
