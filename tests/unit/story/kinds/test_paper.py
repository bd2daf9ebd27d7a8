"""The story of the paper's programme: published numbers beside ours, and the stories of its parts inside."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.unit.experiments.planted_programme import AGGRO, CONTROL, play_programme
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal, page_of

from evometa.experiments.paper.results import PARTS, OurBalance, OurTable, PaperResults
from evometa.experiments.paper.work import PAPER
from evometa.show.page.voice import make_page
from evometa.story.blocks import Level, Story
from evometa.story.kinds.paper import STORY, PaperRun


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PaperRun:
    """The whole programme."""
    return PAPER.read(play_programme(tmp_path_factory.mktemp("programme") / "paper"))


@pytest.fixture(scope="module")
def story(run: PaperRun) -> Story:
    return STORY.of(run)


def lines_of(text: str) -> list[list[str]]:
    """The cells of each line of a terminal."""
    return [re.split(r"  +", line.strip()) for line in text.splitlines()]


# --- what is said ---------------------------------------------------------------------------------


def test_a_terminal_has_published_numbers_beside_ours(story: Story, run: PaperRun) -> None:
    text = on_terminal(story)
    lines, first = lines_of(text), run.results.parts[1]
    assert isinstance(first.ours, OurBalance)
    assert "Experiment 1: an even metagame" in text
    assert ["its M", "403", str(first.ours.magnitude)] in lines
    assert ["its M", "154"] in [line[:2] for line in lines]
    assert ["WRD and WRN, sign", "negative", "negative"] in lines
    assert "the same individual, played again" in text, "no words of ours are cut"
    assert re.findall(r"Its run: ([\w-]+)\.", " ".join(text.split())) == list(PARTS)


def test_a_terminal_has_no_room_for_the_stories_of_the_parts(story: Story) -> None:
    text = on_terminal(story)
    assert "In short" not in text
    assert "A typical match-up" not in text
    assert "The audited patches" not in text
    assert max(map(len, on_terminal(story, 80).splitlines())) <= 80


def test_twins_are_told(story: Story) -> None:
    rows = cells_of(story, "twins")
    assert rows[CONTROL][:2] == [AGGRO, "94.0"]
    assert rows[CONTROL][-1] == "no", "in the planted games it is not above"
    assert [CONTROL, "94.0"] in [line[:2] for line in lines_of(on_terminal(story))]
    assert "In the published table it always does." in on_terminal(story)
    assert 'id="table-twins"' in page_of(story)


def test_the_overview_of_a_page_has_what_was_published(story: Story) -> None:
    table = story.table("overview")
    assert table is not None
    first = {row[1]: row[2:] for row in table.rows if row[0].startswith("Experiment 1:")}
    assert first["lowest F that the search saw"][0] == "0.0062"
    assert first["the same individual, played again"][0] == "0.063"
    assert "evaluations" not in first, "nothing was published about that"
    assert on_page(story).index("The paper and evometa") < on_page(story).index("0.0062")


def test_a_notebook_has_the_tables_under_their_titles(story: Story) -> None:
    said = in_notebook(story)
    assert "Experiment 3: which cards to touch what published ours" in said
    assert "The paper and evometa" not in said


# --- the stories of its parts ---------------------------------------------------------------------


def test_parts_have_their_own_stories_inside(story: Story, run: PaperRun) -> None:
    html, pictures = page_of(story), make_page(story).pictures
    anchors = ("table-metagame", "experiment-1-patch", "experiment-2-47-audit", "experiment-3-cards")
    assert all(f'id="{anchor}"' in html for anchor in anchors)
    charts = {"front", "table-matrix", "experiment-1-history-f", "experiment-2-47-front", "experiment-3-cards"}
    assert {f"{name}.svg" for name in charts} <= pictures.keys()
    assert str(run.folder) not in html


def test_the_published_table_stands_beside_ours_if_the_decks_are_the_same(story: Story, run: PaperRun) -> None:
    assert "As published" not in on_page(story)
    part = run.results.parts[0]
    assert isinstance(part.ours, OurTable)
    published = replace(part.published, decks=part.ours.decks[::-1], win_rate=np.full((3, 3), 0.333))
    same = STORY.of(replace(run, results=PaperResults((replace(part, published=published),))))
    assert "33.3" in on_page(same).partition("As published")[2]


def test_a_part_whose_run_is_gone_is_still_told(run: PaperRun, tmp_path: Path) -> None:
    shutil.copytree(run.folder, tmp_path / "paper")
    for name in ("experiment-1", "experiment-2-32", "table"):
        shutil.rmtree(tmp_path / "paper" / name)
    html = page_of(STORY.of(PAPER.read(tmp_path / "paper")))
    assert "Experiment 1: an even metagame" in html
    assert 'id="experiment-1-patch"' not in html
    assert 'id="experiment-2-47-patch"' in html
    assert 'id="table-twins"' in html, "which needs no run"


def test_sections_of_parts_are_for_pages_alone(story: Story) -> None:
    inside = [section for part in story.sections for section in part.parts]
    assert {section.title for section in inside if section.level < Level.FULL} == {
        "Control decks against their aggro twins"
    }


# --- what is not there ----------------------------------------------------------------------------


def test_a_programme_that_has_only_begun_says_so(run: PaperRun) -> None:
    begun = STORY.of(replace(run, results=PaperResults(), status="interrupted"))
    for said in (on_terminal(begun), on_page(begun), in_notebook(begun)):
        assert "No part of the programme is finished yet." in said
        assert "was interrupted" in said


def test_it_has_no_table_of_its_own_and_all_results_as_json(run: PaperRun) -> None:
    assert (STORY.exported, dict(STORY.tables), STORY.best(run)) == ("", {}, "")
    assert STORY.final(run) == {"run": str(run.folder), **run.results.to_json()}
