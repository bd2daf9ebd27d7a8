"""The story of what every card is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.story.made_up_cards import CLASSES, make_tiers_run
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal, page_of

from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.experiments.tiers.work import TIERS, TiersRun
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.show.frames import frame_of
from evometa.story.blocks import Headline, Level, Story
from evometa.story.charts.data import Dots, Plot
from evometa.story.kinds.tiers import STORY

SURE, UNSURE = Estimate(0.4, 0.3, 0.5), Estimate(0.02, -0.01, 0.05)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TiersRun:
    return TIERS.read(make_tiers_run(tmp_path_factory.mktemp("tiers") / "run"))


@pytest.fixture(scope="module")
def story(run: TiersRun) -> Story:
    return STORY.of(run)


# --- what is said ---------------------------------------------------------------------------------


def make_card(name: str, worth: Estimate) -> CardWorth:
    return CardWorth(name, name, "neutral", worth, 1, "minion", "common", 0.1)


def turn(worth: Estimate) -> Estimate:
    """As far below the average as a worth is above it."""
    return Estimate(-worth.value, -worth.high, -worth.low)


@pytest.mark.parametrize("best", [SURE, UNSURE])
@pytest.mark.parametrize("worst", [SURE, UNSURE])
def test_the_best_and_the_worst_card_may_be_chance_each_by_itself(
    best: Estimate, worst: Estimate, run: TiersRun
) -> None:
    cards = (make_card("A", best), make_card("Z", turn(worst)))
    told = STORY.of(replace(run, results=replace(run.results, cards=cards, by_class=())))
    (headline,) = (block for block in told.sections[0].blocks if isinstance(block, Headline))
    first, last = headline.text.split(" The worst is ")
    assert first.startswith("The best card is A: ")
    assert first.endswith(" of win rate." if best is SURE else " of win rate, which may be chance.")
    assert last.startswith("Z, with")
    assert (", which may be chance" in last) == (worst is UNSURE)
    assert headline.text.endswith("More games would tell.") == (UNSURE in (best, worst))
    assert headline.text in on_page(told)


def test_a_terminal_has_the_best_and_the_worst(story: Story, run: TiersRun) -> None:
    text = on_terminal(story)
    assert text.startswith("\nThe best card is ")
    assert "50,000; among 100,000 random decks, by skilled" in text
    assert next(iter(cells_of(story, "best", Level.MAIN))).startswith(run.results.cards[0].name)
    assert list(cells_of(story, "worst", Level.MAIN).values())[-1][0] == "120", "the rank"
    assert run.results.cards[60].name not in text.partition("Class by class")[0], "the page has all"
    assert "0.04 are about one point of win rate" in " ".join(text.split())


def test_the_cards_of_the_user_are_named(story: Story, run: TiersRun) -> None:
    (own,) = (card for card in run.results.cards if card.is_own)
    assert list(cells_of(story, "own")) == [f"{own.name} (yours)"]
    assert "Your cards" in on_terminal(story)
    assert "Your cards" in in_notebook(story)


def test_classes_have_their_best_and_worst_cards(story: Story, run: TiersRun) -> None:
    rows = cells_of(story, "classes")
    assert list(rows) == list(CLASSES)
    mages = [card.name for card in run.results.cards if card.klass == "mage"]
    assert rows["mage"][2:] == [", ".join(mages[:3]), ", ".join(mages[:-4:-1])]
    neutral = cells_of(story, "neutral")
    assert len(neutral) == sum(card.klass == "neutral" for card in run.results.cards)
    assert all(len(row) == 2 + len(CLASSES) for row in neutral.values())


def test_the_cards_of_a_class_are_told_by_their_worth_there(run: TiersRun) -> None:
    of_class = STORY.of(replace(run, results=run.results.in_class("druid")))
    said = on_terminal(of_class)
    assert "log odds a copy in decks of druid, on average" in said
    assert "mage" not in said
    assert on_page(of_class)


def test_a_measurement_that_goes_on_says_how_far_it_is(run: TiersRun) -> None:
    begun = replace(run, results=TiersResults("skilled", 2000), status="running")
    told = STORY.of(begun)
    for said in (on_terminal(told), on_page(told), in_notebook(told)):
        assert f"2,000 of {run.settings.games:,} games are played. The cards come at the end." in " ".join(said.split())
    assert STORY.best(begun) == ""
    with pytest.raises(InputError, match=r"it is not finished yet; 'evometa resume .*' goes on with it"):
        STORY.tables["cards"](begun)


def test_the_best_in_a_few_words(run: TiersRun) -> None:
    assert STORY.best(run) == f"{run.results.cards[0].name} is worth most"


# --- charts and cards -----------------------------------------------------------------------------


def test_every_class_has_a_chart_of_worth_and_cost(story: Story, run: TiersRun) -> None:
    plots = [each.chart for each in story.figures() if isinstance(each.chart, Plot)]
    assert [plot.name for plot in plots] == [f"worths-{klass}" for klass in ("neutral", *CLASSES)]
    assert len({(plot.y.start, plot.y.end) for plot in plots}) == 1, "they can be compared"
    shown = [
        point.label for plot in plots for layer in plot.layers if isinstance(layer, Dots) for point in layer.points
    ]
    assert len(shown) == len(run.results.cards)


def test_every_card_is_on_the_page_with_its_face(story: Story) -> None:
    assert len(cells_of(story, "cards")) == 120
    assert page_of(story).count('<div class="faces"') == 120, "each card has its face, once"


# --- for other programs ---------------------------------------------------------------------------


def test_a_row_for_each_card_the_best_first(run: TiersRun) -> None:
    frame = frame_of(STORY.tables[STORY.exported](run))
    assert list(frame.columns[:6]) == ["id", "name", "class", "worth", "low", "high"]
    assert list(frame.columns[-3:]) == ["worth_mage", "low_mage", "high_mage"]
    assert frame["worth"].is_monotonic_decreasing
    assert frame["worth_mage"].notna().equals(frame["class"] == "neutral")


def test_json_calls_a_class_so(run: TiersRun) -> None:
    data = STORY.final(run)
    assert (data["run"], data["seed"], data["half_width"]) == (str(run.folder), 1, pytest.approx(0.03))
    for name in ("cards", "by_class", "classes"):
        assert all("class" in each and "klass" not in each for each in data[name])
