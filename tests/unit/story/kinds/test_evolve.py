"""The story of a metagame that evolved: the verdict, what came and went, who plays what, and every list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.story.made_up_evolution import make_evolve_run, make_results, make_rounds
from tests.unit.story.voices import (
    cells_of,
    charts_of,
    headline_of,
    in_notebook,
    joined,
    on_page,
    on_terminal,
    page_of,
)

from evometa.experiments.evolve.results import EvolveResults
from evometa.experiments.evolve.work import EVOLVE, EvolveRun
from evometa.show.frames import frame_of
from evometa.story.blocks import Level
from evometa.story.charts.data import Band, Dots, Line, Plot
from evometa.story.kinds.evolve.story import STORY


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> EvolveRun:
    """A run of two rounds, finished."""
    return EVOLVE.read(make_evolve_run(tmp_path_factory.mktemp("evolve") / "run"))


def with_results(run: EvolveRun, results: EvolveResults, status: str = "finished") -> EvolveRun:
    return replace(run, results=results, status=status)


# --- the verdict ----------------------------------------------------------------------------------


def test_it_says_who_is_played_and_how_finished_that_is(run: EvolveRun) -> None:
    said = headline_of(STORY.of(run))
    assert said == (
        "2 decks of 2 classes are played: Hunter 60% and Paladin 40%. The best answer that a search of 20,000 games "
        "finds, a Hunter deck, wins 57.0% (56.0 to 58.0): the metagame is nearly finished."
    )
    for voice in (on_page(STORY.of(run)), joined(on_terminal(STORY.of(run), 80)), in_notebook(STORY.of(run))):
        assert said in voice


@pytest.mark.parametrize(
    ("best", "reach", "verdict"),
    [
        (0.51, 0.01, "the metagame is finished, as far as such a search can tell."),
        (0.64, 0.01, "the metagame is not finished: more games would change it."),
        (0.57, 0.07, "too few fresh games to say how finished the metagame is."),
    ],
)
def test_the_verdict_is_as_good_as_the_games_behind_it(run: EvolveRun, best: float, reach: float, verdict: str) -> None:
    assert headline_of(STORY.of(with_results(run, make_results(best, reach)))).endswith(verdict)


def test_without_a_check_nobody_knows_how_finished_it_is(run: EvolveRun) -> None:
    story = STORY.of(with_results(run, replace(make_results(), classes=())))
    assert headline_of(story).endswith("Nobody has checked how finished that is.")
    assert "The best answers to it" not in on_page(story)


def test_a_run_that_goes_on_says_what_is_played_by_now(run: EvolveRun) -> None:
    results = EvolveResults("skilled", make_rounds()[:2], search_games=1_000)
    story = STORY.of(with_results(run, results, "running"))
    for said in (on_page(story), joined(on_terminal(story)), in_notebook(story)):
        assert "1,000 of 1,000,000 games are played, and 1 round is finished. Played by now: Paladin 100%." in said
    assert STORY.best(with_results(run, results)) == "round 1: the best answer won 93.0%"
    begun = with_results(run, EvolveResults(), "running")
    assert "0 rounds are finished." in joined(on_terminal(STORY.of(begun)))
    assert all(frame_of(make(begun)).empty for make in STORY.tables.values())


# --- what came and went ---------------------------------------------------------------------------


def test_rounds_are_sentences_the_last_one_first(run: EvolveRun) -> None:
    told = cells_of(STORY.of(run), "rounds", Level.MAIN)
    assert list(told) == ["2", "1", "0"]
    assert told["2"] == ["Hunter's answer won 59.0%. Then: Hunter 60% and Paladin 40%."]
    assert told["0"] == ["The start: Priest 70% and Mage 30%."]


def test_it_says_which_classes_stayed_and_which_went(run: EvolveRun) -> None:
    told = (
        "Came and stayed: Hunter (since round 2) and Paladin (since round 1). Came and went: Priest (at the start) "
        "and Mage (at the start)."
    )
    assert told in joined(on_terminal(STORY.of(run)))


def test_shares_are_bands_that_fill_the_whole_and_answers_have_the_check_at_their_end(run: EvolveRun) -> None:
    charts = charts_of(STORY.of(run))
    for name in ("classes-by-round", "decks-by-round"):
        plot = charts[name]
        assert isinstance(plot, Plot)
        bands = [layer for layer in plot.layers if isinstance(layer, Band)]
        assert bands[0].low.tolist() == [0, 0, 0]
        assert bands[-1].high.tolist() == pytest.approx([100, 100, 100])
    legends = [layer.legend for layer in charts["classes-by-round"].layers if isinstance(layer, Line)]  # type: ignore[union-attr]
    assert legends == ["Paladin", "Priest", "Hunter", "Mage"]
    dots = [layer for layer in charts["answers-by-round"].layers if isinstance(layer, Dots)]  # type: ignore[union-attr]
    assert [point.y.value for point in dots[0].points] == pytest.approx([93, 59])
    assert dots[1].points[0].y == pytest.approx((57, 56, 58))


# --- decks and cards ------------------------------------------------------------------------------


def test_decks_have_tiers_shares_and_lists(run: EvolveRun) -> None:
    results = make_results()
    weak = replace(results.decks[1], win_rate=results.decks[1].win_rate._replace(value=0.4, low=0.38, high=0.42))
    story = STORY.of(with_results(run, replace(results, decks=(results.decks[0], weak))))
    assert cells_of(story, "decks", Level.MAIN)["Aggro Hunter (beasts)"][:3] == ["60", "2", "50.0"]
    assert cells_of(story, "decks", Level.MAIN)["Aggro Paladin"][1] == "3"
    page = on_page(story)
    assert "Aggro Hunter (beasts): 60% of all decks, wins 50.0%" in page
    assert "Aggro Hunter: wins 57.0%" in page
    assert "evometa decks --class hunter --against metagame.toml" in page
    assert str(run.folder) not in page_of(story)


def test_cards_are_told_by_who_plays_them(run: EvolveRun) -> None:
    story = STORY.of(run)
    assert cells_of(story, "neutral", Level.MAIN) == {"Leper Gnome": ["100", "2.0", "Hunter, Paladin"]}
    assert cells_of(story, "class_cards", Level.MAIN) == {
        "Hunter": ["60", "Savannah Highmane"],
        "Paladin": ["40", "Consecration"],
    }


def test_a_game_without_classes_has_no_word_of_them(run: EvolveRun) -> None:
    story = STORY.of(with_results(run, make_results(has_classes=False)))
    said = headline_of(story)
    assert said.startswith("2 decks are played: Aggro Hunter (beasts) 60% and Aggro Paladin 40%. The best answer")
    assert "games finds wins 57.0%" in said
    told = joined(on_terminal(story))
    assert "The answer won 59.0%. Then: Aggro Hunter (beasts) 60%" in told
    assert "class" not in told.lower()
    assert "classes-by-round" not in charts_of(story)


def test_without_the_metagame_it_tells_what_it_knows(run: EvolveRun, tmp_path: Path) -> None:
    lost = STORY.of(replace(run, settings=replace(run.settings, metagame=str(tmp_path / "gone.toml"))))
    assert cells_of(lost, "played", Level.MAIN)["Savannah Highmane"] == ["60", "2.0", "Hunter"]


# --- for other programs ---------------------------------------------------------------------------


def test_json_has_what_other_programs_look_for(run: EvolveRun) -> None:
    tree = STORY.final(run)
    assert list(tree["exploitability"]) == ["win_rate", "low", "high", "class"]
    assert list(tree["exploitability"].values())[:3] == pytest.approx([0.57, 0.56, 0.58])
    assert tree["exploitability"]["class"] == "hunter"
    assert {"name", "class", "share", "cards", "win_rate"} <= tree["decks"][0].keys()
    assert [each["class"] for each in tree["classes"]] == ["hunter", "paladin"]
    assert (tree["search_games"], tree["games"]) == (100_000, 152_000)
    assert len(tree["rounds"]) == 3


def test_frames_have_a_row_for_each_deck_answer_and_round(run: EvolveRun) -> None:
    decks, answers, rounds = (frame_of(STORY.tables[name](run)) for name in ("decks", "answers", "rounds"))
    assert decks["share"].to_dict() == {"Aggro Hunter (beasts)": 0.6, "Aggro Paladin": 0.4}
    assert {"class", "win_rate", "low", "high"} <= set(decks.columns)
    assert answers["nearest"].tolist() == ["Aggro Paladin"] * 2
    assert rounds["share_hunter"].tolist() == [0, 0, 0.6]
    assert rounds["best_class"].tolist()[1:] == ["paladin", "hunter"]
