"""Compiled code on disk: an edit anywhere is noticed, processes do not hurt each other, old code goes away."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.parity.cache_probe import ASK, INNER, Probe
from tests.parity.processes import finish, run_python, start_python

from evometa.app.terminal.progress import COMPILING, COMPILING_ALWAYS
from evometa.games.compiled.cache_folders import KEPT_FOLDERS

# What a process says and prints that explains how long it takes. `slow` is long enough for any impatience.
EXPLAIN = """
import sys, time
sys.stderr = sys.stdout
from evometa.app.terminal.progress import explain_wait
from evometa.games.hearthstone.engine.probe_outer import ask
with explain_wait():
    time.sleep({slow})
    print(ask(3), ask(0.5))
"""
ANSWERS = ["40 15.0"]
PLAY = "from evometa.app.upkeep.bench import play_first_game; play_first_game()"


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


def explain(probe: Probe, slow: float = 0, **settings: str | Path) -> list[str]:
    """What a new process says while it works, and its answers."""
    return probe.run(EXPLAIN.format(slow=slow), **settings)


def make_old_folders(root: Path, names: list[str]) -> list[Path]:
    """Folders with a file in each, from a long time ago; the first is the oldest."""
    folders = [root / name for name in names]
    for i, folder in enumerate(folders):
        folder.mkdir(parents=True)
        (folder / "code.nbc").write_text("old")
        os.utime(folder, (1_000_000 + i, 1_000_000 + i))
    return folders


def test_the_second_run_loads_what_the_first_compiled(probe: Probe) -> None:
    assert probe.ask() == (40, 0)
    assert probe.ask() == (40, 1)


def test_an_edit_in_one_file_changes_the_next_run_of_a_caller_in_another(probe: Probe) -> None:
    assert probe.ask() == (40, 0)
    probe.inner.write_text(INNER.replace("n + 1", "n + 2"))
    assert probe.ask() == (50, 0)
    probe.inner.write_text(INNER)
    assert probe.ask() == (40, 1)  # the code of before is still there


def test_a_new_file_of_compiled_code_counts_too(probe: Probe) -> None:
    probe.ask()
    (probe.inner.parent / "probe_other.py").write_text(INNER)
    assert probe.ask() == (40, 0)
    assert len(probe.folders()) == 2


def test_two_cold_starts_at_once(probe: Probe) -> None:
    assert [line.split()[0] for line in probe.ask_at_once(2)] == ["40", "40"]
    assert probe.ask() == (40, 1)


def test_old_code_goes_away(probe: Probe) -> None:
    old = make_old_folders(probe.cache, [f"{i:020x}" for i in range(KEPT_FOLDERS + 2)])
    probe.ask()
    assert len(probe.folders()) == KEPT_FOLDERS
    assert [folder for folder in old if folder.exists()] == old[3:]  # the newest of them, beside the current one


def test_code_in_use_does_not_go_away(probe: Probe) -> None:
    """What was used last is kept, however long ago it was compiled."""
    probe.ask()
    (current,) = probe.folders()
    os.utime(current, (1, 1))
    make_old_folders(probe.cache, [f"{i:020x}" for i in range(KEPT_FOLDERS + 2)])
    assert probe.ask() == (40, 1)


def test_folders_of_others_stay(probe: Probe) -> None:
    """Someone may keep other things in the folder that EVOMETA_CACHE names."""
    others = make_old_folders(probe.cache, ["photos", "letters", *(f"year {i}" for i in range(KEPT_FOLDERS))])
    probe.ask()
    assert all((folder / "code.nbc").exists() for folder in others)


def test_processes_that_clean_up_at_once(probe: Probe) -> None:
    make_old_folders(probe.cache, [f"{i:020x}" for i in range(300)])
    assert [line.split()[0] for line in probe.ask_at_once(3)] == ["40"] * 3
    assert len(probe.folders()) <= KEPT_FOLDERS  # a folder that is half deleted looks new, so one more may go
    assert probe.ask() == (40, 1)


# --- what a user is told about it -----------------------------------------------------------------


def test_compiling_is_announced_once_and_before_it_starts(probe: Probe) -> None:
    assert explain(probe) == [COMPILING, *ANSWERS]


def test_nothing_is_announced_if_the_code_is_there_however_long_it_takes(probe: Probe) -> None:
    explain(probe)
    assert explain(probe, slow=2.5) == ANSWERS


def test_code_of_other_sources_does_not_count(probe: Probe) -> None:
    explain(probe)
    probe.inner.write_text(INNER.replace("n + 1", "1 + n"))
    assert explain(probe) == [COMPILING, *ANSWERS]
    assert explain(probe) == ANSWERS


def test_a_missing_entry_among_others_is_announced(probe: Probe) -> None:
    """One of the two kinds of numbers was compiled before, the other was not."""
    probe.ask()
    assert explain(probe) == [COMPILING, *ANSWERS]


def test_nothing_is_announced_if_nothing_is_compiled(probe: Probe) -> None:
    assert explain(probe, slow=2.5, NUMBA_DISABLE_JIT="1") == ANSWERS


def test_a_cache_that_cannot_be_written_costs_time_alone(probe: Probe, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for _ in range(2):
        note, _, *told = explain(probe, EVOMETA_CACHE=tmp_path / "file" / "cache")
        assert f"compiled code is not kept: {tmp_path / 'file'}: File exists; let EVOMETA_CACHE name" in note
        assert told == [COMPILING_ALWAYS, *ANSWERS]


def test_settings_of_numba_are_left_alone(probe: Probe, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    function = "import numba\n@numba.njit(cache=True)\ndef double(n):\n    return 2 * n\n"
    (probe.sources / "own_code.py").write_text(function)
    probe.ask(NUMBA_CACHE_DIR=mine)
    assert list(mine.iterdir()) == []  # evometa keeps out of it
    probe.ask(f"from own_code import double; double(1)\n{ASK}", NUMBA_CACHE_DIR=mine)
    kept = [path.name for path in mine.rglob("*.nbi")]
    assert len(kept) == 1
    assert kept[0].startswith("own_code.double")


@pytest.mark.nightly
def test_two_cold_starts_of_the_whole_engine_at_once(tmp_path: Path) -> None:
    settings = {"EVOMETA_CACHE": tmp_path, "NUMBA_CACHE_DIR": ""}
    for process in [start_python(["-c", PLAY], settings) for _ in range(2)]:
        finish(process)
    hits = "from evometa.games.hearthstone.play.batch import play_jobs; print(sum(play_jobs.stats.cache_hits.values()))"
    assert run_python(f"{PLAY}; {hits}", **settings).strip() == "1"
