"""`evometa runs` and `evometa export`: what has been run, at a glance and as tables."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.unit.app.runs.run_laboratory import HUNTER, PALADIN, TINY, RunLaboratory

from evometa.store import create_run, open_run

BALANCE = ("balance", "two.toml", "--no-report", *TINY)
MATCH_UP = f"{HUNTER} starts against {PALADIN}"


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


# --- runs -----------------------------------------------------------------------------------------


def test_without_a_run_it_says_how_to_start_one(lab: RunLaboratory) -> None:
    assert lab.run("runs") == ""
    assert "There is no run in runs; 'evometa balance paper-small --quick' starts one." in lab.said
    assert lab.data("runs") == {"runs": []}


def test_runs_are_listed_with_what_is_wrong_with_them(lab: RunLaboratory) -> None:
    lab.run(*BALANCE)
    lab.runner.calls.clear()
    lab.runner.calls_left = 3
    lab.run(*BALANCE, code=130)
    Path("runs/broken").mkdir()
    Path("runs/broken/run.sqlite").write_bytes(b"not a run" * 1000)
    found = {info["run"]: info for info in lab.data("runs")["runs"]}
    assert {run: info["status"] for run, info in found.items()} == {
        "runs/broken": "damaged",
        "runs/balance-two-decks-1": "finished",
        "runs/balance-two-decks-2": "interrupted",
    }
    assert found["runs/balance-two-decks-1"]["generation"] == 3
    assert found["runs/broken"]["problem"]
    text = lab.run("runs")
    assert max(map(len, text.splitlines())) <= 100
    assert "'evometa resume RUN' goes on with a run that was interrupted." in text
    assert "runs/broken:" in text


def test_it_shows_who_is_at_work(lab: RunLaboratory) -> None:
    with create_run(Path("runs/mine"), "balance", {}):
        text = lab.run("runs")
    assert "running" in text
    assert "runs/mine: in use by process" in text


def test_a_folder_that_is_not_there_is_refused(lab: RunLaboratory) -> None:
    assert "nowhere: there is no such folder" in lab.refuse("runs", "nowhere")


def test_all_games_are_counted_whatever_the_kind(lab: RunLaboratory) -> None:
    scan = lab.data("nerfs", HUNTER, "--in", "two.toml", "--games", "20", "--no-report")
    balance = lab.data(*BALANCE)
    found = {info["run"]: info["games"] for info in lab.data("runs")["runs"]}
    assert found[balance["run"]] == balance["games"]
    assert found[scan["run"]] == scan["baseline"]["games"] + sum(card["games"] for card in scan["cards"])
    played = sum(int(job.games) for chunk in lab.runner.chunks for job in chunk.jobs)
    assert sum(found.values()) == played


def test_runs_that_no_kind_can_read_are_listed_all_the_same(lab: RunLaboratory) -> None:
    create_run(Path("runs/other"), "dance", {}).close()
    create_run(Path("runs/odd"), "balance", {"games": "many"}).close()
    found = lab.data("runs")["runs"]
    assert {info["run"]: info["games"] for info in found} == {"runs/other": 0, "runs/odd": 0}
    assert "dance" in lab.run("runs")


# --- export ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
def test_every_evaluation_is_a_row_with_named_columns(lab: RunLaboratory, name: str) -> None:
    run = lab.data(*BALANCE)["run"]
    assert lab.run("export", run, "--to", name) == ""
    frame = pd.read_csv(name) if name.endswith(".csv") else pd.read_parquet(name)
    with open_run(Path(run)) as opened:
        evaluations = opened.evaluations()
    assert len(frame) == len(evaluations)
    assert frame["gene Consecration.cost"].between(-3, 3).all()
    assert frame["objective f_meta"].tolist() == pytest.approx(evaluations.objectives[:, 0].tolist())
    outcomes = frame[[f"{outcome} {MATCH_UP}" for outcome in ("wins", "losses", "draws")]]
    assert (outcomes.sum(axis=1) == 10).all()
    assert f"Wrote {name}: {len(frame)} rows" in lab.said


def test_columns_are_numbered_if_the_metagame_is_gone(lab: RunLaboratory) -> None:
    run = lab.data(*BALANCE)["run"]
    (lab.folder / "two.toml").unlink()
    lab.run("export", run, "--to", "all.csv")
    frame = pd.read_csv("all.csv")
    assert {"gene 1", "objective f_meta", "wins deck 1 starts against deck 2"} <= set(frame.columns)
    assert "numbered, because their names are not known any more" in lab.said


def test_a_run_without_evaluations_is_an_empty_table(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 1
    lab.run(*BALANCE, code=130)
    lab.run("export", "runs/balance-two-decks-1", "--to", "all.csv")
    assert pd.read_csv("all.csv").empty


REFUSED = {
    "no run": (["export", "none", "--to", "a.csv"], "none is not a run"),
    "unknown ending": (["export", "none", "--to", "a.xls"], "unknown ending '.xls'; allowed: .csv, .parquet"),
    "no file": (["export", "none"], "--to"),
    "no report": (["report", "none"], "none is not a run"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: RunLaboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)


def test_a_file_that_cannot_be_written_is_refused(lab: RunLaboratory) -> None:
    run = lab.data(*BALANCE)["run"]
    lab.runner.calls.clear()
    assert "--to none/a.csv: cannot be written" in lab.refuse("export", run, "--to", "none/a.csv")


def test_a_run_of_an_unknown_kind_is_refused(lab: RunLaboratory) -> None:
    create_run(Path("mine"), "dance", {}).close()
    assert "mine: unknown kind of run 'dance'" in lab.refuse("resume", "mine")
    assert "mine: unknown kind of run 'dance'" in lab.refuse("export", "mine", "--to", "a.csv")
    assert "mine: unknown kind of run 'dance'" in lab.refuse("report", "mine")
