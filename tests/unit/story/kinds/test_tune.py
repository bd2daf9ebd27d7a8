"""The story of a tuned player."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.story.made_up_cards import make_tune_run
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal

from evometa.experiments.tune.results import INCUMBENT, TuneResults
from evometa.experiments.tune.work import TUNE, TuneRun
from evometa.games.hearthstone.players.records import FEATURES
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.show.frames import frame_of
from evometa.story.blocks import Story
from evometa.story.charts.data import DotPlot
from evometa.story.kinds.tune import STORY

DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TuneRun:
    return TUNE.read(make_tune_run(tmp_path_factory.mktemp("tune") / "run"))


@pytest.fixture(scope="module")
def story(run: TuneRun) -> Story:
    return STORY.of(run)


def test_how_strong_it_has_become_comes_first_everywhere(story: Story) -> None:
    verdict = "12,000 games. With new decks the player wins 75.0% (73.0 to 77.0) against fair-control."
    for said in (on_terminal(story), on_page(story), in_notebook(story)):
        assert verdict in " ".join(said.split())
    assert "The player is in the file player.toml of the run." in on_page(story)


def test_its_rating_is_a_chart_on_pages_and_a_table_on_terminals(story: Story) -> None:
    (chart,) = (each.chart for each in story.figures())
    assert isinstance(chart, DotPlot)
    assert [(row.label, row.found.value, row.remark) for row in chart.rows] == [
        ("start", 900.0, "1000 nodes a game"),
        ("round 1", 1100.0, "1000 nodes a game"),
    ]
    assert "400 points are odds of ten to one" in on_page(story)
    lines = [line.split() for line in on_terminal(story).splitlines()]
    assert ["start", "900", "885", "to", "915", "1000"] in lines


def test_the_candidates_of_a_round_stand_in_order(story: Story) -> None:
    rows = cells_of(story, "round_1")
    assert rows["strong ridge"] == ["1100", "1080 to 1120", "70.0", "68.0 to 72.0", "1200", "0.5500"]
    assert rows[INCUMBENT][2:] == [DASH, "", "1000", DASH], "it does not play against itself, and was not fitted"
    table = story.table("round_1")
    assert table is not None
    assert [table.is_marked(row) for row in table.rows] == [True, False], "the first one went on"
    assert "Round 1: 2 candidates, fitted to 5,000 ends of turns" in on_terminal(story)


def test_opponents_and_weights(story: Story) -> None:
    assert cells_of(story, "opponents") == {"fair-control": ["75.0", "73.0 to 77.0", "400", "Starter Mage (60%)"]}
    assert cells_of(story, "weights") == {"minion_health": ["12", f"{MINUS}12"]}


def test_a_run_that_goes_on_tells_its_rounds(run: TuneRun) -> None:
    begun = replace(run, results=TuneResults("random"), status="running")
    half = replace(begun, results=replace(run.results, ladder=(), opponents=(), weights={}))
    for some, rounds in ((begun, "0 rounds of"), (half, "1 round of")):
        told = STORY.of(some)
        for said in (on_terminal(told), on_page(told), in_notebook(told)):
            assert rounds in said
            assert "how strong the player is comes at the end." in " ".join(said.split())
    assert STORY.best(begun) == ""
    assert len(frame_of(STORY.tables["rounds"](half))) == 2
    with pytest.raises(InputError, match=r"no round is finished yet; 'evometa resume .*' goes on with it"):
        STORY.tables["rounds"](begun)


def test_a_player_that_has_met_nobody_has_no_rating(run: TuneRun) -> None:
    nothing = Estimate(float("nan"), float("nan"), float("nan"))
    rungs = tuple(replace(each, elo=nothing) for each in run.results.ladder[:1])
    told = STORY.of(replace(run, results=replace(run.results, ladder=rungs, opponents=())))
    assert "?" in on_terminal(told)
    assert "The tuned player" not in on_page(told)


def test_the_best_in_a_few_words(run: TuneRun) -> None:
    assert STORY.best(run) == "wins 75.0% against fair-control"
    assert STORY.made is not None
    assert STORY.made(run) == f"Player: {run.folder / 'player.toml'}"


def test_a_row_for_each_candidate_with_all_weights(run: TuneRun) -> None:
    frame = frame_of(STORY.tables[STORY.exported](run))
    assert frame["name"].tolist() == ["strong ridge", INCUMBENT]
    assert frame["round"].tolist() == [1, 1]
    assert {"elo", "elo_low", "elo_high", "win_rate", "low", "high", "loss", *FEATURES} <= set(frame.columns)
    assert frame["my_minion_health"].tolist() == [12, 0]
    assert frame["loss"].isna().tolist() == [False, True]


def test_json_has_all_results_and_what_they_are_of(run: TuneRun) -> None:
    wanted = {"run": str(run.folder), "seed": run.settings.seed, "decks": run.settings.decks}
    assert STORY.final(run) == wanted | run.results.to_json()
