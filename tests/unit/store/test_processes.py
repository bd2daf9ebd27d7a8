"""Runs that several processes use, and processes that are killed."""

import os
import random
import signal
import socket
import time
from pathlib import Path

import numpy as np
import pytest
from tests.unit.store.made_up import SIZE, make_evaluations, make_state
from tests.unit.store.processes import read_line, start, writer

from evometa.store import Run, RunError, create_run, open_run
from evometa.store.schema import FILE


def assert_whole(run: Run, at_least: int) -> int:
    """All generations up to the last are there, exactly as they were written; return how many."""
    with run.snapshot():
        problems, last, evaluations = (
            run.database.query("PRAGMA integrity_check"),
            run.last_checkpoint(),
            run.evaluations(),
        )
    assert problems == [("ok",)]
    n_generations = 0 if last is None else last.generation + 1
    assert n_generations >= at_least
    assert last is None or last.state == make_state(last.generation)
    np.testing.assert_array_equal(evaluations.numbers, np.arange(n_generations * SIZE))
    for generation in range(n_generations):
        own = evaluations.generations == generation
        np.testing.assert_array_equal(evaluations.genomes[own], make_evaluations(generation).genomes)
        np.testing.assert_array_equal(evaluations.wins[own], make_evaluations(generation).wins)
    return n_generations


def kill_after(folder: Path, generations: int, seconds: float) -> int:
    """Let a process write some generations and a while longer, kill it, and return how many it says are stored."""
    with writer(folder) as process:
        stored = [read_line(process) for _ in range(generations)]
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        assert process.stdout is not None
        stored += process.stdout.read().split()
        assert process.wait() == -signal.SIGKILL, "the writer ended by itself"
    return int(stored[-1]) + 1 if stored else 0


def test_killed_at_any_moment_nothing_stored_is_lost_and_nothing_is_half_written(tmp_path: Path) -> None:
    draw = random.Random(5)
    for _ in range(8):
        said_stored = kill_after(tmp_path / "run", 1, draw.uniform(0, 0.1))
        with open_run(tmp_path / "run") as run:
            assert run.status == "interrupted"
            assert_whole(run, said_stored)
    assert said_stored >= 8, "each writer goes on where the one before was killed"


def test_killed_while_a_run_is_made_the_folder_is_a_run_or_can_become_one(tmp_path: Path) -> None:
    draw = random.Random(6)
    n_made = 0
    for i, seconds in enumerate([0, *(draw.uniform(0, 0.02) for _ in range(5))]):
        folder = tmp_path / str(i)
        kill_after(folder, 0, seconds)
        if (folder / FILE).exists():
            n_made += 1
        else:
            create_run(folder, "test", {}).close()
        with open_run(folder, write=True) as run:
            assert_whole(run, 0)
    assert n_made < 6, "no process was killed early enough for this to be a test"


def test_the_second_writer_is_told_who_holds_the_run_and_readers_are_not_disturbed(tmp_path: Path) -> None:
    with writer(tmp_path / "run") as process:
        assert read_line(process) == "0"
        holder = rf"in use by process {process.pid} on {socket.gethostname()} since \d{{4}}-\d\d-\d\dT[\d:+]+;"
        with pytest.raises(RunError, match=holder):
            open_run(tmp_path / "run", write=True)
        with open_run(tmp_path / "run") as run:
            assert run.status == "running"
            before = assert_whole(run, 1)
            assert [int(read_line(process)) for _ in range(before + 2)][-1] == before + 2
            assert_whole(run, before + 3)
    with open_run(tmp_path / "run", write=True) as run:  # the lock vanished with its process
        run.save_results({"best": 1})


def test_two_writers_in_one_process_are_kept_apart_too(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "test", {}) as run:
        with pytest.raises(RunError, match=f"in use by process {os.getpid()} "):
            open_run(tmp_path / "run", write=True)
        run.save_results({"still": "works"})
    open_run(tmp_path / "run", write=True).close()


def test_of_processes_that_make_the_same_run_one_succeeds(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from evometa.store import RunError, create_run
try:
    run = create_run(Path({str(tmp_path / "run")!r}), "test", {{}})
    print("made", flush=True)
    input()
except RunError as error:
    print(error, flush=True)
"""
    processes = [start("-c", script) for _ in range(3)]
    answers = [read_line(process) for process in processes]
    for process in processes:
        process.kill()
        process.communicate()
    assert answers.count("made") == 1
    refused = [answer for answer in answers if answer != "made"]
    assert all("in use by" in answer or "there is a run already" in answer for answer in refused), refused
