"""The page of the paper's programme: published numbers beside ours, and the reports of its parts inside."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from tests.unit.experiments.planted_programme import AGGRO, CONTROL, play_programme
from tests.unit.report.html_check import words_of
from tests.unit.report.pages.reports import charts_of

from evometa.experiments.paper.results import PaperResults, TablePart
from evometa.experiments.paper.work import PAPER
from evometa.report.pages.paper import PaperRun, tell_paper, title_paper
from evometa.report.pages.parts import Story
from evometa.report.pages.reproduction import reproduce_paper
from evometa.report.pages.writing import Page, write_page


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PaperRun:
    """The whole programme."""
    return PAPER.read(play_programme(tmp_path_factory.mktemp("programme") / "paper"))


@pytest.fixture(scope="module")
def page(run: PaperRun) -> str:
    """Its page."""
    return written(run, run.folder / "report.html")


def written(run: PaperRun, target: Path) -> str:
    """The page, which must be valid."""
    page = write_page(run, Page(title_paper, tell_paper), reproduce_paper(run), target).read_text(encoding="utf-8")
    assert words_of(page)
    return unescape(page)


def test_published_numbers_stand_beside_ours(page: str) -> None:
    overview = page.partition("</table>")[0]
    rows = dict(re.findall(r"<th[^>]*>Experiment 1:[^<]*</th><td>([^<]*)</td>(.*?)</tr>", overview))
    assert '<td class="number">0.0062</td>' in rows["lowest F that the search saw"]
    assert re.search(r">0.063</td><td[^>]*>0\.\d+ \(", rows["the same individual, played again"])
    assert "evaluations" not in rows, "nothing was published about that"
    assert "negative" in overview


def test_parts_have_their_own_reports_inside(page: str, run: PaperRun) -> None:
    for anchor in (
        "table-metagame",
        "table-twins",
        "experiment-1-patch",
        "experiment-2-47-audit",
        "experiment-3-cards",
    ):
        assert f'id="{anchor}"' in page
    charts = {"front", "table-matrix", "experiment-1-history-f", "experiment-2-47-front", "experiment-3-changes"}
    assert charts <= charts_of(page).keys()
    assert {path.stem for path in (run.folder / "figures").glob("*.svg")} == charts_of(page).keys()
    assert str(run.folder) not in page


def test_twins_are_told(page: str) -> None:
    twins = page.partition('id="table-twins"')[2]
    assert re.search(rf"{re.escape(CONTROL)}</th><td>{re.escape(AGGRO)}</td><td[^>]*>94.0</td>", twins)
    assert ">no</td>" in twins.partition("</table>")[0]


def test_the_published_table_stands_beside_ours_if_the_decks_are_the_same(page: str, run: PaperRun) -> None:
    assert "As published" not in page
    part = run.results.parts[0]
    assert isinstance(part, TablePart)
    published = replace(part.published, decks=part.ours.decks[::-1], win_rate=np.full((3, 3), 0.333))
    story = Story()
    tell_paper(replace(run, results=PaperResults((replace(part, published=published),))), story)
    (table,) = (each for section in story.sections for each in section.parts if each.anchor == "table-metagame")
    assert "33" in str(table.body).partition("As published")[2]


def test_a_part_whose_run_is_gone_is_still_told(run: PaperRun, tmp_path: Path) -> None:
    shutil.copytree(run.folder, tmp_path / "paper")
    for name in ("experiment-1", "experiment-2-32", "table"):
        shutil.rmtree(tmp_path / "paper" / name)
    found = written(PAPER.read(tmp_path / "paper"), tmp_path / "page.html")
    assert "Experiment 1: an even metagame" in found
    assert 'id="experiment-1-patch"' not in found
    assert 'id="experiment-2-47-patch"' in found


def test_a_programme_that_has_only_begun_has_a_page(run: PaperRun, tmp_path: Path) -> None:
    begun = replace(run, results=PaperResults(), status="interrupted")
    assert "No part of the programme is finished yet." in written(begun, tmp_path / "page.html")
