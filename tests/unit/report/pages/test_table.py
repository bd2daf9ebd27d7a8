"""The page of a table: who beats whom, beside what was published if that has the same decks."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from tests.unit.experiments.balance.made_up_audits import DECKS, rates
from tests.unit.report.made_up_runs import make_table_run
from tests.unit.report.pages.reports import read, text_of, write_report

from evometa.experiments.table.work import TABLE
from evometa.report.pages.parts import Story
from evometa.report.pages.table import tell_table


def body_of(folder: Path, decks: tuple[str, ...]) -> str:
    story = Story()
    tell_table(TABLE.read(folder), story, (decks, np.asarray(rates(0.1))[::-1, ::-1]))
    (section,) = story.sections
    return str(section.body)


def test_it_tells_f_and_shows_all_match_ups(tmp_path: Path) -> None:
    page = write_report(make_table_run(tmp_path / "run"))
    assert "F is 0.400 (0.388 to 0.412): a typical match-up is 70:30. 60,000 games, mirrors included." in text_of(page)
    (table,) = re.findall(r'<table class="cells">.*?</table>', read(page), flags=re.DOTALL)
    assert re.findall(r'<th scope="row">([^<]*)</th>', table) == list(DECKS[::-1])
    assert table.count(">70<small>±1 ▲</small>") == 3
    assert "As published" not in read(page)


def test_a_published_table_stands_beside_it_in_the_same_order(tmp_path: Path) -> None:
    folder = make_table_run(tmp_path / "run")
    body = body_of(folder, DECKS[::-1])
    published = body.partition("As published")[2]
    assert re.findall(r'<th scope="row">([^<]*)</th>', published) == list(DECKS[::-1])
    assert published.count(">60<") == 3
    assert "As published" not in body_of(folder, ("other", *DECKS[1:])), "it is about other decks"
