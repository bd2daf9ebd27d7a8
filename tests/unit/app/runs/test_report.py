"""`evometa report`: where the page goes, at any time, and which runs stand beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.app.runs.run_laboratory import HUNTER, TINY, RunLaboratory
from tests.unit.show.html_check import PageCheck

BALANCE = ("balance", "two.toml", "--no-report", *TINY)


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


def read(page: str) -> str:
    html = Path(page.strip()).read_text(encoding="utf-8")
    assert PageCheck(html).mistakes == []
    return html


def test_the_page_goes_into_the_run_or_where_it_is_wanted(lab: RunLaboratory) -> None:
    lab.run(*BALANCE, "--out", "mine")
    assert lab.run("report", "mine") == "mine/report.html\n"
    assert lab.run("report", "mine", "--to", "pages/mine.html") == "pages/mine.html\n"
    assert read("pages/mine.html") == read("mine/report.html")
    assert Path("pages/figures/history-f-meta.svg").is_file()


def test_an_interrupted_run_has_a_report(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 3
    lab.run(*BALANCE, "--out", "mine", code=130)
    assert "The run was interrupted" in read(lab.run("report", "mine"))


def test_balance_runs_can_stand_beside_each_other_and_no_others(lab: RunLaboratory) -> None:
    lab.run(*BALANCE, "--out", "one")
    lab.run(*BALANCE, "--seed", "2", "--out", "two")
    lab.run("nerfs", HUNTER, "--in", "two.toml", "--games", "20", "--no-report", "--out", "scan")
    lab.runner.calls.clear()
    assert "Beside other runs" in read(lab.run("report", "one", "--beside", "two"))
    message = "scan: a run of the kind 'nerfs' cannot stand beside one of the kind 'balance'; runs that can be compared"
    assert message in lab.refuse("report", "one", "--beside", "scan")
    assert "runs that can be compared: balance" in lab.refuse("report", "scan", "--beside", "one")
    assert "none is not a run" in lab.refuse("report", "none")
