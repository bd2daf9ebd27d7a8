"""The story of a table: who beats whom, beside what was published if that has the same decks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.unit.experiments.balance.made_up_audits import DECKS, rates
from tests.unit.experiments.planted_meta import PlantedDraws, write_metagame
from tests.unit.story.made_up_runs import make_table_run
from tests.unit.story.voices import in_notebook, on_page, on_terminal

from evometa.experiments.table.work import TABLE, TableResults, TableSettings
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate, Estimates
from evometa.show.frames import frame_of
from evometa.story.blocks import Story, Teller
from evometa.story.charts.heat_map import HeatMap
from evometa.story.kinds.table import STORY, TableRun, tell_table


@pytest.fixture
def run(tmp_path: Path) -> TableRun:
    return TABLE.read(make_table_run(tmp_path / "run"))


def maps_of(story: Story) -> dict[str, HeatMap]:
    """The heat maps of a story by their titles."""
    charts = [figure.chart for figure in story.figures()]
    return {chart.title: chart for chart in charts if isinstance(chart, HeatMap)}


def test_it_tells_f_and_shows_all_match_ups(run: TableRun) -> None:
    story = STORY.of(run)
    assert "A typical match-up is 70:30. F 0.400 (0.388 to 0.412) 60,000 games, mirrors included." in on_page(story)
    (chart,) = maps_of(story).values()
    assert chart.rows == DECKS[::-1], "the strongest first"
    assert np.count_nonzero(chart.cells.estimate.value > 69) == 3
    assert "A typical match-up is 70:30." in in_notebook(story)


def test_a_terminal_shows_the_table_under_short_names(run: TableRun) -> None:
    text = on_terminal(STORY.of(run))
    assert text.startswith("\nA typical match-up is 70:30.  F 0.400 (0.388 to 0.412)")
    lines = [line.split() for line in text.splitlines()]
    heads = next(line for line in lines if line[-1:] == ["all"])
    assert [heads[0], "·", "70.0", "70.0"] in [line[:4] for line in lines]
    assert f"{heads[0]} is {DECKS[2]}" in text
    assert "F says how uneven a metagame is" in text


def test_a_published_table_stands_beside_it_in_the_same_order(run: TableRun) -> None:
    def maps_with(decks: tuple[str, ...]) -> dict[str, HeatMap]:
        teller = Teller()
        tell_table(run, teller, (), (decks, np.asarray(rates(0.1))[::-1, ::-1]))
        return maps_of(Story("", tuple(teller.sections)))

    published = maps_with(DECKS[::-1])["As published"]
    assert published.rows == DECKS[::-1]
    assert np.count_nonzero(np.isclose(published.cells.estimate.value, 60)) == 3
    assert list(maps_with(("other", *DECKS[1:]))) == ["As measured"], "it is about other decks"


def test_a_table_that_is_not_finished_says_so(run: TableRun) -> None:
    begun = replace(run, results=TableResults(), status="running")
    story = STORY.of(begun)
    for said in (on_terminal(story), on_page(story), in_notebook(story)):
        assert "The table is not finished yet." in said
        assert "still going on" in said
    assert STORY.best(begun) == ""
    with pytest.raises(InputError, match=r"the table is not finished yet; 'evometa resume .*run' goes on with it"):
        STORY.tables[STORY.exported](begun)


def test_match_ups_without_decided_games_have_no_f(run: TableRun) -> None:
    table = run.results.table
    assert table is not None
    unknown, nothing = np.full((3, 3), np.nan), Estimate(float("nan"), float("nan"), float("nan"))
    drawn = replace(
        table,
        win_rate=Estimates(unknown, unknown, unknown),
        against_meta=Estimates(unknown[0], unknown[0], unknown[0]),
        f_corrected=nothing,
    )
    story = STORY.of(replace(run, results=TableResults(drawn)))
    assert "A typical match-up" not in on_page(story)
    assert "?" in on_terminal(story)


def test_the_best_in_a_few_words(run: TableRun) -> None:
    assert STORY.best(run) == "70:30 as it is"


def test_a_row_for_each_ordered_pair_of_decks(run: TableRun) -> None:
    frame = frame_of(STORY.tables[STORY.exported](run))
    assert list(frame.columns) == ["deck", "opponent", "win_rate", "low", "high"]
    assert len(frame) == 9
    row = frame.set_index(["deck", "opponent"]).loc[(DECKS[2], DECKS[0])]
    assert row.tolist() == pytest.approx([0.7, 0.69, 0.71])


def test_what_an_experiment_stores_can_be_told(tmp_path: Path) -> None:
    TABLE.carry_on(tmp_path / "run", TableSettings(str(write_metagame(tmp_path)), games=20), PlantedDraws())
    assert "Who beats whom: planted" in on_page(STORY.of(TABLE.read(tmp_path / "run")))
