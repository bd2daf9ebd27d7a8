"""`evometa paper`, with a programme that is over at once: what it is asked for, and what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.unit.app.runs.run_laboratory import RunLaboratory

from evometa.experiments.paper.results import ChosenPatch, OurBalance, PaperResults, Part, read_published
from evometa.experiments.paper.settings import PaperSettings
from evometa.experiments.paper.work import PaperWork
from evometa.experiments.progress import Progress, Stage
from evometa.experiments.table.work import TABLE, TableResults, TableSettings
from evometa.matches.inference import Estimate, Estimates
from evometa.metagame.standing import Standing
from evometa.store import create_run
from evometa.store.results import Ledger

SEARCH = OurBalance(
    games=51_300,
    baseline_f=0.77,
    searched_f=0.01,
    audited_f=Estimate(0.12, 0.03, 0.21),
    is_noise=True,
    magnitude=1234,
    magnitude_unweighted=280,
    generations=12,
    evaluations=684,
    smallest_even=None,
    chosen=ChosenPatch(0.05, 365, 65),
)
PARTS = (Part("experiment-1", "experiment-1", read_published().balance["experiment-1"], SEARCH),)
RATES = Estimates(
    np.array([[0.5, 0.8], [0.2, 0.5]]), np.array([[0.5, 0.7], [0.1, 0.5]]), np.array([[0.5, 0.9], [0.3, 0.5]])
)
STRENGTHS = Estimates(*(part.mean(axis=1) for part in RATES))
TWO_DECKS = Standing(("Left", "Right"), 40, RATES, STRENGTHS, 0.6, 0.1, Estimate(0.6, 0.5, 0.7))


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[PaperSettings]:
    """The settings of all programmes that were asked for."""
    found: list[PaperSettings] = []

    def carry_out(work: PaperWork, ledger: Ledger[PaperResults]) -> None:
        found.append(work.settings)
        assert work.tracker.tell is not None
        stage = Stage("generation {step} of {steps}")
        work.tracker.tell(Progress(stage, 2, 12, 100, 50, {"F": 0.5}, 10.0, 5.0, ("experiment-1",)))
        ledger.keep(PaperResults(PARTS))

    monkeypatch.setattr(PaperWork, "carry_out", carry_out)
    return found


def test_it_shows_the_published_numbers_beside_ours(lab: RunLaboratory, asked: list[PaperSettings]) -> None:
    text = lab.run("paper", "--no-report")
    lines = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    assert "Experiment 1: an even metagame" in text
    assert ["lowest F that the search saw", "0.0062", "0.01"] in lines
    assert ["its M", "403", "1,234"] in lines
    assert ["that is below the noise floor", "\N{EN DASH}", "yes"] in lines
    assert asked == [PaperSettings()]


def test_options_and_json(lab: RunLaboratory, asked: list[PaperSettings]) -> None:
    data = lab.data("paper", "--scale", "0.5", "--seed", "3", "--no-report")
    assert data == {"run": "runs/paper-1", "players": ["paper"], "parts": [part.to_json() for part in PARTS]}
    assert asked == [PaperSettings(scale=0.5, seed=3)]
    assert lab.data("resume", "runs/paper-1", "--no-report") == data


def test_progress_names_the_part(
    lab: RunLaboratory, asked: list[PaperSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evometa.app.terminal.progress.LINE_SECONDS", 0.0)
    lab.run("paper", "--no-report")
    assert "paper: experiment-1: generation 2 of 12; lowest F 0.500; 10 games/s, 5 s left" in lab.said


@pytest.mark.parametrize(
    ("scale", "problem"),
    [
        ("0", "scale: found 0; allowed: above 0, up to 1000"),
        ("-1", "Invalid value for '--scale': Input should be greater than or equal to 0"),
        ("5000", "Invalid value for '--scale': Input should be less than or equal to 1000"),
    ],
)
def test_a_scale_that_makes_no_sense_is_refused(lab: RunLaboratory, scale: str, problem: str) -> None:
    assert problem in lab.refuse("paper", "--scale", scale)


REFUSED = {
    "unknown metagame": (["--metagame", "paper-sixx"], "did you mean 'paper-six'?"),
    "unknown small one": (["--small", "paper-smal"], "did you mean 'paper-small'?"),
    "unknown deck": (["--deck", "Exp1 Paladin"], "has no deck 'Exp1 Paladin'"),
    "unknown players": (["--players", "papper"], "did you mean 'paper'?"),
}


@pytest.mark.parametrize(("options", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_a_late_part_would_trip_over_is_refused_at_once(
    lab: RunLaboratory, options: list[str], problem: str
) -> None:
    assert problem in lab.refuse("paper", *options)


def test_its_parts_are_exported_one_by_one(lab: RunLaboratory, asked: list[PaperSettings]) -> None:
    lab.run("paper", "--no-report", "--out", "mine")
    with create_run(Path("mine/table"), TABLE.name, TableSettings().to_json()) as run:
        Ledger(run, TableResults).keep(TableResults(TWO_DECKS))
        run.finish()
    assert "export one of its parts: mine/table" in lab.refuse("export", "mine", "--to", "a.csv")
    lab.run("export", "mine/table", "--to", "a.csv")
    frame = pd.read_csv("a.csv")
    assert frame["win_rate"].tolist() == [0.5, 0.8, 0.2, 0.5]
    assert "Left" in lab.run("resume", "mine/table", "--no-report")
