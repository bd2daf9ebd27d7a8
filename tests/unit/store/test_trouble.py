"""Folders that are not runs, runs of other versions, damaged runs, and full disks."""

import sqlite3
from pathlib import Path

import numpy as np
import pytest
from tests.unit.store.made_up import SETTINGS, SIZE, make_evaluations, make_state

from evometa import __version__
from evometa.store import DamagedRunError, RunError, create_run, list_runs, open_run, salvage
from evometa.store.schema import FILE, read_remains, seal

N_GENERATIONS = 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A finished run of six generations with one result."""
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        for generation in range(N_GENERATIONS):
            run.save_checkpoint(generation, make_state(generation), make_evaluations(generation))
        run.save_results({"best": {"f": 0.25}})
        run.finish()
    return tmp_path / "run"


def execute(folder: Path, sql: str, *values: object) -> None:
    """Change the file of a run behind the store's back."""
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute(sql, values)
    connection.close()


def overwrite(folder: Path, found: bytes, new: bytes) -> None:
    """Overwrite bytes in the file of a run, where they are found first."""
    content = (folder / FILE).read_bytes()
    assert found in content
    start = content.index(found)
    (folder / FILE).write_bytes(content[:start] + new + content[start + len(new) :])


# --- not a run ---


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"nowhere is not a run: there is no such folder; choose"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(RunError, match="there is no such folder"):
        list_runs(tmp_path / "nowhere")


@pytest.mark.parametrize("write", [False, True])
def test_a_folder_of_something_else(tmp_path: Path, write: bool) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match=rf"is not a run: it has no file {FILE}"):
        open_run(tmp_path, write)
    with pytest.raises(RunError, match="it is a file, and a run is a folder"):
        open_run(tmp_path / "notes.txt", write)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"], "it is left as it was"


def test_a_file_of_another_program(tmp_path: Path) -> None:
    execute(tmp_path, "CREATE TABLE facts (name, value)")
    with pytest.raises(RunError, match="is not the file of a run"):
        open_run(tmp_path)


def test_a_new_run_wants_a_folder_of_its_own(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is a run already; resume it"):
        create_run(folder, "balance", {})
    with pytest.raises(RunError, match="needs an empty or new folder, and this one has run;"):
        create_run(tmp_path, "balance", {})
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be used for a run: File exists"):
        create_run(tmp_path / "file", "balance", {})


# --- other versions ---


@pytest.mark.parametrize(("name", "value"), [("code_version", '"9.9"'), ("rules_version", "99")])
def test_a_run_of_another_version_can_be_read_but_not_continued(folder: Path, name: str, value: str) -> None:
    execute(folder, "UPDATE facts SET value = ?, checksum = ? WHERE name = ?", value, seal((name, value)), name)
    with open_run(folder) as run:
        assert len(run.evaluations()) == N_GENERATIONS * SIZE
    with pytest.raises(RunError, match="can be read, reported and exported, but only evometa") as error:
        open_run(folder, write=True)
    assert value.strip('"') in str(error.value)
    assert f"this is evometa {__version__}" in str(error.value)


def test_a_run_of_a_game_that_is_not_known_says_how_to_make_it_known(folder: Path) -> None:
    execute(
        folder, "UPDATE facts SET value = ?, checksum = ? WHERE name = ?", '"chess"', seal(("game", '"chess"')), "game"
    )
    with open_run(folder) as run:
        assert run.versions.game == "chess"
    with pytest.raises(RunError, match=r"of the game 'chess', which is not known here\. No run .* --game FILE\.py"):
        open_run(folder, write=True)


def test_of_a_newer_format_what_can_be_read_is_read(folder: Path) -> None:
    execute(folder, "PRAGMA user_version = 2")
    execute(folder, "ALTER TABLE evaluations RENAME COLUMN genome TO genomes")
    with open_run(folder) as run:
        assert (run.kind, run.versions.format, run.results()) == ("balance", 2, {"best": {"f": 0.25}})
        with pytest.raises(RunError, match="in format 2, and this version of evometa knows format 1"):
            run.evaluations()
    with pytest.raises(RunError, match="run format 2"):
        open_run(folder, write=True)


# --- damage ---


def test_a_truncated_file_says_what_can_be_saved(folder: Path, tmp_path: Path) -> None:
    content = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(content[: len(content) * 6 // 10])
    with pytest.raises(DamagedRunError, match=rf"{FILE} is damaged .* can be saved: the run up to generation [1-4];"):
        open_run(folder, write=True)
    salvage(folder, tmp_path / "saved")
    with open_run(tmp_path / "saved", write=True) as run:
        last = run.last_checkpoint()
        assert last is not None
        assert last.state == make_state(last.generation)
        assert 1 <= last.generation < N_GENERATIONS - 1
        assert run.n_evaluations == (last.generation + 1) * SIZE
        assert (run.settings, run.status) == (SETTINGS, "running")
        run.save_checkpoint(last.generation + 1, b"on", make_evaluations(last.generation + 1))


def test_a_changed_byte_in_a_value_is_noticed(folder: Path, tmp_path: Path) -> None:
    state = make_state(N_GENERATIONS - 1)
    overwrite(folder, state[:100], b"x")
    with open_run(folder) as run:
        assert len(run.evaluations()) == N_GENERATIONS * SIZE, "the rest is readable"
        with pytest.raises(DamagedRunError, match=r"checkpoints: row 5 .* the run up to generation 4; readable: 60 "):
            run.last_checkpoint()
    assert len(salvage(folder, tmp_path / "saved").evaluations) == N_GENERATIONS * SIZE
    with open_run(tmp_path / "saved") as run:
        assert run.last_checkpoint() == (4, make_state(4))
        assert (run.n_evaluations, run.results()) == (5 * SIZE, {"best": {"f": 0.25}})


def test_a_run_is_saved_only_up_to_the_first_lost_checkpoint(folder: Path, tmp_path: Path) -> None:
    overwrite(folder, make_state(2)[:100], b"x")
    salvage(folder, tmp_path / "saved")
    with open_run(tmp_path / "saved") as run:
        assert run.last_checkpoint() == (1, make_state(1))
        assert run.n_evaluations == 2 * SIZE


def test_text_that_is_no_text_any_more_is_noticed(folder: Path) -> None:
    genome = str(make_evaluations(3).genomes[0].tolist()).replace(" ", "").encode()
    overwrite(folder, genome, b"\xff\xff")
    with open_run(folder) as run, pytest.raises(DamagedRunError, match=r"evaluations: row 30 .* up to generation 2;"):
        run.evaluations()


@pytest.mark.parametrize("seed", range(10))
def test_whatever_bytes_are_overwritten_nothing_wrong_is_read(folder: Path, tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    content = bytearray((folder / FILE).read_bytes())
    start = int(rng.integers(len(content) - 5_000))
    content[start : start + 5_000] = rng.bytes(5_000)
    (folder / FILE).write_bytes(content)
    if not read_remains(folder).has_facts:
        with pytest.raises(RunError, match="nothing can be saved"):
            salvage(folder, tmp_path / "saved")
        return
    salvage(folder, tmp_path / "saved")
    with open_run(tmp_path / "saved", write=True) as run:
        last = run.last_checkpoint()
        n_generations = 0 if last is None else last.generation + 1
        assert last is None or last.state == make_state(last.generation)
        evaluations = run.evaluations()
        np.testing.assert_array_equal(evaluations.numbers, np.arange(n_generations * SIZE))
        for generation in range(n_generations):
            own = evaluations.generations == generation
            np.testing.assert_array_equal(evaluations.objectives[own], make_evaluations(generation).objectives)


def test_a_file_without_its_beginning_cannot_be_saved(folder: Path, tmp_path: Path) -> None:
    overwrite(folder, b"SQLite format 3", b"\0" * 4_096)
    with pytest.raises(DamagedRunError, match="nothing can be saved"):
        open_run(folder)
    with pytest.raises(RunError, match=r"nothing can be saved.* start a new run"):
        salvage(folder, tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


def test_a_run_in_use_is_not_salvaged(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", {}), pytest.raises(RunError, match="in use by process"):
        salvage(tmp_path / "run", tmp_path / "saved")


# --- a full disk ---


def test_when_the_disk_is_full_what_was_stored_stays(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as run:
        run.save_checkpoint(0, make_state(0), make_evaluations(0))
        run.database.query(f"PRAGMA max_page_count = {(run.database.number('PRAGMA page_count') or 0) + 5}")
        with pytest.raises(RunError, match=r"the disk is full; what was stored before is safe: make room"):
            run.save_checkpoint(1, make_state(1), make_evaluations(1))
        assert run.last_checkpoint() == (0, make_state(0))
        run.save_results({"small": "fits"})  # the run is still usable
    with open_run(tmp_path / "run", write=True) as run:
        assert (run.n_evaluations, run.results()) == (SIZE, {"small": "fits"})
        run.save_checkpoint(1, make_state(1), make_evaluations(1))
        assert run.generation == 1
