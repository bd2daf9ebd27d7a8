"""`evometa demo`: a small balance run from its first game to the report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.app.runs.run_laboratory import RunLaboratory

from evometa.experiments.balance.settings import PRESETS


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    """With a demo of few games, of the metagame `two.toml`."""
    learning = {
        "budgets": (2, 4),
        "explore_rounds": 1,
        "explore_size": 3,
        "exploit_rounds": 1,
        "exploit_scales": (0.5,),
        "races": ((1, 100),),
        "least_games": 100,
        "kicks": 0,
    }
    few = {"base": "gentle", "only": ["cost"], "max_cards": 2}
    tiny = {"learning": learning, "space": few, "audit_games": 200, "audit_size": 3, "metagame": "two.toml"}
    monkeypatch.setitem(PRESETS, "demo", PRESETS["demo"] | tiny)
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


def test_it_tells_what_came_out_and_writes_the_report(lab: RunLaboratory) -> None:
    text = lab.run("demo")
    assert re.match(r"\n(This patch .*\n(.*\n)*?)?(A typical match-up goes from \d\d:\d\d|No patch does better)", text)
    assert "Before: F " in text
    assert "The audited patches" in text
    assert Path("runs/demo-two-toml-1/patch.toml").is_file()
    assert Path("runs/demo-two-toml-1/report.html").is_file()
    assert "To go on from here" in lab.said


def test_the_list_of_runs_counts_the_games_that_the_demo_counts(lab: RunLaboratory) -> None:
    text = lab.run("demo", "--no-report")
    (counted,) = re.findall(r"^Games played +([\d,]+) *$", text, re.MULTILINE)
    (info,) = lab.data("runs")["runs"]
    assert (
        info["games"]
        == int(counted.replace(",", ""))
        == sum(int(job.games) for chunk in lab.runner.chunks for job in chunk.jobs)
    )
    assert re.search(rf" {counted}$", lab.run("runs"), re.MULTILINE)


def test_an_interrupt_says_how_to_go_on(lab: RunLaboratory) -> None:
    lab.runner.calls_left = 2
    lab.run("demo", code=130)
    assert "evometa resume runs/demo-two-toml-1" in lab.said


def test_a_second_demo_gets_a_folder_of_its_own(lab: RunLaboratory) -> None:
    lab.run("demo", "--no-report")
    lab.run("demo", "--no-report")
    assert Path("runs/demo-two-toml-2/patch.toml").is_file()
