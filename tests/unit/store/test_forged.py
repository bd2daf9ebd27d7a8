"""Forged runs: one message each, nothing of them is run, and they hide no other run."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.store.forgeries import SEEN_IN_CONTENT, SEEN_IN_LISTS, forge_row, lay_link, make_run
from tests.unit.store.made_up import SETTINGS, SIZE, make_evaluations
from tests.unit.store.other_users import open_folder, run_as_nobody

from evometa.app.main import main
from evometa.app.runs.options import choose_folder
from evometa.input.errors import InputError
from evometa.store import RunError, create_run, list_runs, open_run, salvage
from evometa.store.folder import find_holder
from evometa.store.schema import FILE

LINKS = [
    FILE,
    f"{FILE}-wal",
    f"{FILE}-shm",
    f"{FILE}-journal",
    "lock",
    "holder",
    "report.html",
    "figures",
    "patch.toml",
]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make_run(tmp_path / "run")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file that a link of a run leads to."""
    (tmp_path / "victim").write_text("precious")
    return tmp_path / "victim"


# --- lists ----------------------------------------------------------------------------------------


def test_every_forged_run_is_a_line_of_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forgeries = SEEN_IN_LISTS | SEEN_IN_CONTENT
    for name, forge in forgeries.items():
        forge(make_run(tmp_path / name))
    make_run(tmp_path / "an honest one")
    infos = {info.folder.name: info for info in list_runs(tmp_path)}
    assert infos.keys() == {*forgeries, "an honest one"}
    assert [name for name in SEEN_IN_LISTS if not infos[name].problem] == []
    assert (infos["an honest one"].status, infos["an honest one"].n_games) == ("finished", SIZE * 120)
    assert [name for name, info in infos.items() if "\n" in info.problem or len(info.problem) > 500] == []
    with pytest.raises(SystemExit, match="0"):
        main(["runs", str(tmp_path), "--json"])
    assert capsys.readouterr().out.count('"run":') == len(forgeries) + 1


def test_forged_results_hide_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees: list[dict[str, object]] = [{}, {"version": "x"}, {"version": None}]
    names = ("baseline", "audit", "again", "table", "rows", "rounds", "parts", "games", "front", "decks")
    trees += [dict.fromkeys(names, value) for value in (None, 5, [], [[]], {}, {"games": -1}, "x", [{"a": 1}])]
    for kind in ("balance", "nerfs", "decks", "respond", "paper", "table"):
        for number, tree in enumerate(trees):
            with create_run(tmp_path / kind / str(number), kind, SETTINGS) as run:
                run.save_results({"something": 1, **tree})
    with pytest.raises(SystemExit, match="0"):
        main(["runs", str(tmp_path), "--json"])
    assert capsys.readouterr().out.count('"run":') == 6 * len(trees)


def test_a_kind_that_is_none_is_listed_and_refused(run: Path) -> None:
    forge_row("facts", "kind", '"none"')(run)
    assert [info.kind for info in list_runs(run)] == ["none"]
    with pytest.raises(InputError, match="unknown kind of run 'none'"):
        main_raising("report", run)


def main_raising(command: str, *arguments: str | Path) -> None:
    """Call a command as `main` does, but let its error out."""
    from evometa.app.commands import app

    app([command, *map(str, arguments)], standalone_mode=False)


@pytest.mark.parametrize("name", SEEN_IN_CONTENT)
def test_forged_content_is_one_error(run: Path, name: str) -> None:
    SEEN_IN_CONTENT[name](run)
    with open_run(run) as opened, pytest.raises(RunError, match=f"{FILE} is damaged"):
        opened.results(), opened.last_checkpoint(), opened.evaluations()


@pytest.mark.parametrize("content", [b"\xff\xfe" * 50, b"process 1\n" * 1_000_000], ids=["no text", "huge"])
def test_a_strange_holder_is_told_in_short(tmp_path: Path, content: bytes) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS):
        (tmp_path / "run" / "holder").write_bytes(content)
        holder = find_holder(tmp_path / "run")
        assert holder is not None
        assert len(holder) <= 300
        with pytest.raises(RunError, match="in use by"):
            open_run(tmp_path / "run", write=True)


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LINKS)
def test_a_link_in_a_run_is_refused_by_all(run: Path, victim: Path, name: str) -> None:
    lay_link(name)(run)
    for write in (False, True):
        with pytest.raises(RunError, match=rf"{name} is a link, and a run has only files and folders"):
            open_run(run, write)
    with pytest.raises(RunError, match="is a link"):
        salvage(run, run.parent / "saved")
    assert ["is a link" in info.problem for info in list_runs(run.parent)] == [True]
    assert victim.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("arguments", [("resume",), ("report",), ("export", "--to", "x.csv"), ("salvage", "--to", "s")])
def test_commands_refuse_links(
    run: Path,
    victim: Path,
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(run.parent)
    (run / "figures").mkdir()
    lay_link("figures/front.png")(run)
    with pytest.raises(SystemExit, match="2"):
        main([arguments[0], str(run), *arguments[1:]])
    assert "figures/front.png is a link" in capsys.readouterr().err
    assert victim.read_text(encoding="utf-8") == "precious"


def test_a_new_run_does_not_start_over_links(tmp_path: Path, victim: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "lock").symlink_to(victim)
    with pytest.raises(RunError, match="lock is a link"):
        create_run(tmp_path / "run", "balance", SETTINGS)


# --- who writes -----------------------------------------------------------------------------------


def test_without_its_lock_a_second_writer_is_noticed(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "balance", SETTINGS) as first:
        first.save_checkpoint(0, b"state", make_evaluations(0))
        (tmp_path / "run" / "lock").unlink()
        first.save_checkpoint(1, b"state", make_evaluations(1))  # nobody else is there
        with open_run(tmp_path / "run", write=True) as second:
            with pytest.raises(RunError, match=r"another process has begun to write .* so this one stops"):
                first.save_checkpoint(2, b"first", make_evaluations(2))
            second.save_checkpoint(2, b"second", make_evaluations(2))
            assert second.last_checkpoint() == (2, b"second")


def test_a_run_cut_short_at_its_creation_can_be_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 1")
        connection.execute("CREATE TABLE facts (name)")

    with monkeypatch.context() as patched:
        patched.setattr("evometa.store.run.create_tables", fill_disk)
        with pytest.raises(RunError, match="the disk is full"):
            create_run(tmp_path / "run", "balance", SETTINGS)
    (tmp_path / "run" / "holder").write_text("")
    assert choose_folder(tmp_path / "run", "balance") == tmp_path / "run"
    create_run(tmp_path / "run", "balance", SETTINGS).close()
    with pytest.raises(InputError, match="there are files in it already"):
        choose_folder(tmp_path / "run", "balance")


# --- runs that can only be read -------------------------------------------------------------------


@pytest.mark.parametrize("has_log", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("rights", [(0o555, 0o444), (0o777, 0o444)], ids=["folder", "files"])
def test_what_can_only_be_read_is_salvaged(tmp_path: Path, rights: tuple[int, int], has_log: bool) -> None:
    """As another user than root, who may do everything."""
    with open_folder() as folder:
        run_folder, saved_folder = folder / "run", folder / "saved"
        with create_run(tmp_path / "made", "balance", SETTINGS) as run:
            run.save_checkpoint(0, b"state", make_evaluations(0))
            if has_log:
                shutil.copytree(tmp_path / "made", run_folder)
        if not has_log:
            shutil.copytree(tmp_path / "made", run_folder)
        for path in run_folder.iterdir():
            path.chmod(rights[1])
        run_folder.chmod(rights[0])
        before = {path.name: path.read_bytes() for path in run_folder.iterdir()}
        answer = run_as_nobody(lambda: salvage(run_folder, saved_folder))
        assert answer == f"can be saved: the run up to generation 0; readable: {SIZE} evaluations, 0 results"
        assert {path.name: path.read_bytes() for path in run_folder.iterdir()} == before
        with open_run(saved_folder) as saved:
            assert saved.n_evaluations == SIZE


# --- many -----------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_thousand_runs_are_listed_quickly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forgeries: list[Callable[[Path], None]] = list(SEEN_IN_LISTS.values())[:20]
    make_run(tmp_path / "0")
    for number in range(1, 1_000):
        shutil.copytree(tmp_path / "0", tmp_path / str(number))
    for number, forge in enumerate(forgeries):
        forge(tmp_path / str(number))
    before = os.times()
    with pytest.raises(SystemExit, match="0"):
        main(["runs", str(tmp_path), "--json"])
    after = os.times()
    assert capsys.readouterr().out.count('"run":') == 1_000
    assert after.user + after.system - before.user - before.system < 3
