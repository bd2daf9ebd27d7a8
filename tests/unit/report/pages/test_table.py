"""The page of a table: who beats whom, beside what was published if that has the same decks."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from tests.unit.experiments.balance.made_up_audits import DECKS, rates
from tests.unit.report.made_up_runs import make_table_run
from tests.unit.report.pages.reports import charts_of, read, text_of, texts_in, write_report

from evometa.experiments.table.work import TABLE
from evometa.report.pages.parts import Story
from evometa.report.pages.table import tell_table


def body_of(folder: Path, decks: tuple[str, ...]) -> str:
    story = Story()
    tell_table(TABLE.read(folder), story, (decks, np.asarray(rates(0.1))[::-1, ::-1]))
    (section,) = story.sections
    return str(section.body)


def rows_in(chart: str) -> list[str]:
    """The decks of a heat map, from above."""
    return re.findall(r'text-anchor="end">([^<]*)</text>', chart)[:3]


def test_it_tells_f_and_shows_all_match_ups(tmp_path: Path) -> None:
    page = write_report(make_table_run(tmp_path / "run"))
    said = "A typical match-up is 70:30. F 0.400 (0.388 to 0.412) 60,000 games, mirrors included."
    assert said in text_of(page)
    chart = charts_of(read(page))["matrix"]
    assert rows_in(chart) == list(DECKS[::-1])
    assert chart.count('class="value">70</text>') == 3
    assert chart.count(">±1 ▲</text>") == 4, "three match-ups, and the strongest deck against all"
    assert "As published" not in read(page)


def test_a_published_table_stands_beside_it_in_the_same_order(tmp_path: Path) -> None:
    folder = make_table_run(tmp_path / "run")
    body = body_of(folder, DECKS[::-1])
    published = charts_of(body)["matrix-1"]
    assert "As published" in texts_in(published)
    assert rows_in(published) == list(DECKS[::-1])
    assert published.count(">60</text>") == 3
    assert "As published" not in body_of(folder, ("other", *DECKS[1:])), "it is about other decks"
