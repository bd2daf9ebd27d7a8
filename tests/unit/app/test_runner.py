"""Where commands play: on threads, on processes, or on a cluster, as they are asked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest
from tests.unit.matches.dask_processes import WITHOUT_EVOMETA, DaskProcesses
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.app.commands import all_commands
from evometa.app.main import main
from evometa.app.terminal.options import CHOICE
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.matches.known_runners import RUNNERS
from evometa.matches.remote import clusters
from evometa.matches.remote.answers import ClusterError
from evometa.matches.remote.clusters import connect_cluster
from evometa.matches.runners import ThreadRunner
from evometa.store import open_run, to_json

QUICK = """
name = "Quick"
players = "random"
[[deck]]
deck = "Exp1 Hunter (Aggro)"
[[deck]]
deck = "Exp1 Paladin (Aggro)"
"""
LONG = ("meta", "cards", "what-if", "balance", "nerfs", "paper", "decks", "respond", "resume", "demo")
META = ("meta", "quick.toml", "--games", "2", "--json")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quick.toml").write_text(QUICK, encoding="utf-8")
    return tmp_path


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskProcesses]:
    with DaskProcesses(tmp_path) as processes:
        yield processes


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a command."""
    with pytest.raises(SystemExit) as stop:
        main(words)
    told = capsys.readouterr()
    return int(stop.value.code or 0), told.out, told.err


@pytest.mark.parametrize("command", LONG)
def test_every_command_that_plays_long_takes_a_cluster(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command in all_commands()
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "--cluster" in out
    assert "--threads" in out


def test_the_same_bytes_on_threads_on_processes_and_on_a_cluster(
    dask: DaskProcesses, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dask.start_worker()
    dask.start_worker()
    here = run(capsys, *META, "--threads", "1")
    dask.wait_for_workers(2)
    there = run(capsys, *META, "--cluster", dask.address)
    monkeypatch.setenv(CHOICE, "processes")
    beside = run(capsys, *META, "--threads", "2")
    assert here[0] == 0
    assert here[1] == beside[1] == there[1]


def test_a_cluster_that_cannot_play_is_told_before_anything_is_stored(
    dask: DaskProcesses, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dask.start_worker(WITHOUT_EVOMETA)
    dask.wait_for_workers(1)
    code, out, err = run(capsys, "balance", "quick.toml", "--out", "run", "--cluster", dask.address)
    assert (code, out) == (2, "")
    assert err.startswith("evometa: worker tcp://127.0.0.1:")
    assert err.count("\n") == 1
    assert not (folder / "run").exists()


def test_a_scheduler_that_does_not_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 1.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    code, out, err = run(capsys, *META, "--cluster", address)
    assert (code, out) == (2, "")
    assert err.startswith(f"evometa: cluster {address}: no scheduler answers there")
    assert err.count("\n") == 1


def test_checking_workers_needs_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *META, "--check-workers", "0.1")
    assert (code, out) == (2, "")
    assert err.startswith("evometa: --check-workers needs --cluster")


def test_a_run_that_loses_its_cluster_goes_on_elsewhere(
    dask: DaskProcesses, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its scheduler is killed; the same run goes on on threads, and ends as one that was there all the time."""
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 2.0)
    dask.start_worker()
    dask.wait_for_workers(1)
    played = [0]
    run_there = clusters.ClusterRunner.run

    def kill_later(runner: clusters.ClusterRunner, *rest: Any) -> None:
        played[0] += 1
        if played[0] == 3:
            dask.scheduler.kill()
            dask.scheduler.wait()
        run_there(runner, *rest)

    monkeypatch.setattr(clusters.ClusterRunner, "run", kill_later)
    settings = TableSettings("quick.toml", games=4)
    with connect_cluster(dask.address) as runner, pytest.raises(ClusterError, match=f"^cluster {dask.address}: "):
        TABLE.start(Path("run"), settings, runner)
    with open_run(Path("run")) as stored:
        assert stored.generation == 1, "two match-ups are stored"
    here = TABLE.start(Path("here"), settings, ThreadRunner(1))
    assert to_json(TABLE.resume(Path("run"), runner=ThreadRunner(1)).to_json()) == to_json(here.to_json())


def test_threads_and_cluster_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *META, "--cluster", "tcp://127.0.0.1:8786", "--threads", "2")
    assert code == 2
    assert err.startswith("evometa: --cluster and --threads cannot stand together")


def test_what_a_command_has_opened_is_closed_when_it_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Closed] = []
    monkeypatch.setitem(RUNNERS, "noted", lambda threads: made.append(Closed()) or made[-1])
    monkeypatch.setenv(CHOICE, "noted")
    for _ in range(2):
        assert run(capsys, *META)[0] == 0
    assert [runner.closings for runner in made] == [1, 1]


class Closed(PlantedRunner):
    """Planted games, and a note of how often the runner was closed."""

    def __init__(self) -> None:
        super().__init__([[0.5, 0.5], [0.5, 0.5]])
        self.closings = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.closings += 1
