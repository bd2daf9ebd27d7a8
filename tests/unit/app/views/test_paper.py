"""What a terminal shows of the paper's programme."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.app.runs.run_laboratory import printed
from tests.unit.experiments.planted_programme import CONTROL, play_programme

from evometa.app.views.paper import show_paper
from evometa.experiments.paper.results import PARTS, BalancePart, PaperResults
from evometa.experiments.paper.work import PAPER


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole programme."""
    return play_programme(tmp_path_factory.mktemp("programme") / "paper")


def test_published_numbers_stand_beside_ours(folder: Path) -> None:
    run = PAPER.read(folder)
    text = printed(lambda console: show_paper(console, run))
    lines = [re.split(r"  +", line.strip()) for line in text.splitlines()]
    first = run.results.parts[1]
    assert isinstance(first, BalancePart)
    assert "Experiment 1: an even metagame" in text
    assert ["its M", "403", str(first.ours.magnitude)] in lines
    assert ["its M", "154"] in [line[:2] for line in lines]
    assert ["WRD and WRN, sign", "negative", "negative"] in lines
    assert [line for line in text.splitlines() if line.startswith("run: ")] == [f"run: {name}" for name in PARTS]
    assert [CONTROL, "94"] in [line[:2] for line in lines]


def test_what_is_not_there_yet(folder: Path) -> None:
    begun = replace(PAPER.read(folder), results=PaperResults())
    assert printed(lambda console: show_paper(console, begun)).strip() == "No part of the programme is finished yet."
