"""The story of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.balance.planted_cards import META, WOLF
from tests.unit.experiments.balance.made_up_audits import CARDS, DECKS
from tests.unit.experiments.planted_meta import HUNTER, PlantedDraws, write_metagame
from tests.unit.story.made_up_runs import around, make_nerfs_run
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal, page_of

from evometa.experiments.nerfs.results import NerfsResults, PilotedCard
from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.matches.inference import Estimate
from evometa.show.frames import frame_of
from evometa.store import create_run
from evometa.story.blocks import Level, Story
from evometa.story.charts.data import DotPlot, Dots, Plot
from evometa.story.kinds.nerfs import STORY, NerfsRun

MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> NerfsRun:
    return NERFS.read(make_nerfs_run(tmp_path_factory.mktemp("runs") / "run"))


@pytest.fixture(scope="module")
def story(run: NerfsRun) -> Story:
    return STORY.of(run)


def pilot(name: str, change: float, holds: bool, games: int = 400) -> PilotedCard:
    """The first card in other hands."""
    after = around(0.6 + change, 0.01)
    return PilotedCard(name, around(0.6, 0.01), after, around(change, 0.01), holds, games, card=CARDS[0])


# --- what is said ---------------------------------------------------------------------------------


def test_the_verdict_comes_first_everywhere(story: Story) -> None:
    verdict = f"{DECKS[1]} relies most on {CARDS[0]} ({MINUS}5.2 points), "
    assert on_terminal(story, 300).startswith(f"\n{verdict}")
    assert f"In short {verdict}" in on_page(story)
    assert verdict in in_notebook(story)
    assert "Win rate of the deck 60.0% 95% interval 59.4 to 60.6" in on_page(story)
    assert "60.0%; 95% interval 59.4 to 60.6" in on_terminal(story)


def test_cards_are_ranked_by_what_their_change_does(story: Story) -> None:
    first, *_, last = cells_of(story, "cards")
    assert (first, last) == (CARDS[0], CARDS[6])


def test_what_is_not_known_is_shown_as_such(story: Story) -> None:
    rows = cells_of(story, "cards")
    assert rows[CARDS[6]][:3] == ["?", "", "?"], "it had nothing to change"
    assert rows[CARDS[5]][5:7] == ["?", ""], "it was never played"


def test_changes_have_a_sign_and_a_true_minus(story: Story) -> None:
    rows = cells_of(story, "cards")
    assert rows[CARDS[0]][:2] == [f"{MINUS}5.2", f"{MINUS}5.5 to {MINUS}4.9"]
    assert rows[CARDS[11]][:2] == ["+0.1", f"{MINUS}0.2 to +0.4"]
    assert rows[CARDS[7]][0] == "0.0", "nothing has no sign"


def test_how_often_a_card_was_drawn_is_for_pages(story: Story) -> None:
    assert "drawn" in on_page(story).partition("Cards, by what the change does to the deck")[2][:200]
    assert len(cells_of(story, "cards")[CARDS[0]]) == len(cells_of(story, "cards", Level.MAIN)[CARDS[0]]) + 2


def test_a_terminal_explains_the_margins_behind_its_numbers(story: Story) -> None:
    said = " ".join(on_terminal(story).split())
    assert "WRD, % WRP, %" in said
    assert "Behind ±: how far the 95% interval reaches." in said
    assert "±" not in on_page(story)


def test_buffs_are_ranked_the_other_way_round(tmp_path: Path) -> None:
    story = STORY.of(NERFS.read(make_nerfs_run(tmp_path / "run", amount=-1)))
    assert f"{DECKS[1]} gains most by {CARDS[0]} (+5.2 points)" in on_page(story)
    assert f"changed by {MINUS}1 cost" in on_page(story)
    assert next(iter(cells_of(story, "cards"))) == CARDS[0]


def test_correlations_come_with_intervals_and_a_verdict(story: Story) -> None:
    assert f"WRP and WRN: Pearson's correlation is {MINUS}0." in on_page(story)
    assert "more than chance explains (p < 0.001)" in on_page(story)
    assert "< 0.001" in on_terminal(story).partition("Do WRP and WRD tell which cards to touch?")[2]


def test_other_hands_that_disagree_are_told_first(run: NerfsRun) -> None:
    doubted = (pilot("fair", -0.05, True, games=0), pilot("expert", 0.0, False))
    told = STORY.of(replace(run, results=replace(run.results, pilots=doubted)))
    assert on_terminal(told, 300).startswith("\nWhat the scan says of its first cards does not hold in other hands")
    assert "does not hold in other hands: with expert" in in_notebook(told)
    assert cells_of(told, "pilots")["expert"][:2] == ["no", CARDS[0]]
    agreed = replace(run, results=replace(run.results, pilots=(doubted[0], pilot("expert", -0.05, True))))
    assert "It holds in other hands, too: with expert." in on_page(STORY.of(agreed))


def test_a_scan_without_results_says_so(run: NerfsRun) -> None:
    begun = STORY.of(replace(run, results=NerfsResults(), status="interrupted"))
    for said in (on_terminal(begun), on_page(begun), in_notebook(begun)):
        assert "The run has not come to its results yet." in said
        assert "was interrupted" in said


def test_numbers_that_nobody_knows_are_no_mistake(run: NerfsRun) -> None:
    nothing = Estimate(float("nan"), float("nan"), float("nan"))
    cards = tuple(replace(card, wrn=nothing, change=nothing) for card in run.results.cards)
    told = STORY.of(replace(run, results=replace(run.results, cards=cards)))
    assert "No single change clearly lowers the win rate" in on_page(told)
    assert STORY.best(replace(run, results=replace(run.results, cards=cards))) == ""


def test_the_best_in_a_few_words(run: NerfsRun) -> None:
    assert STORY.best(run) == f"{CARDS[0]} matters most ({MINUS}5.2 points)"


# --- charts and cards -----------------------------------------------------------------------------


def test_what_each_change_does_is_a_ranked_chart(story: Story) -> None:
    chart = next(each.chart for each in story.figures() if each.chart.name == "cards")
    assert isinstance(chart, DotPlot)
    assert (chart.rows[0].label, chart.rows[-1].label, len(chart.rows)) == (CARDS[0], CARDS[6], len(CARDS))
    assert chart.rows[0].found.value == pytest.approx(-5.2, abs=0.05)
    assert chart.title == "What +1 cost does to Exp1 Paladin (Control)"


def test_statistics_have_charts_of_the_cards_that_were_played(story: Story) -> None:
    plots = {each.chart.name: each.chart for each in story.figures() if isinstance(each.chart, Plot)}
    assert plots["scatter-wrp"].x.label == "win rate when played (WRP), %"
    assert plots["scatter-wrd"].x.label == "win rate when drawn (WRD), %"
    (dots,) = (layer for layer in plots["scatter-wrp"].layers if isinstance(layer, Dots))
    assert dots.points[0].label.startswith(f"{CARDS[0]}: WRP ")
    assert len(dots.points) == len(CARDS) - 1


def test_cards_lead_to_their_faces_before_and_after_the_change(story: Story) -> None:
    html = page_of(story)
    assert 'href="#card-CS2_097-changed"' in html.partition('id="chart-cards"')[2].partition("</svg>")[0]
    face = html.partition('<div class="faces" id="card-CS2_097-changed">')[2].partition("</div></div>")[0]
    assert "4 mana" in face
    assert "5 mana" in face


# --- for other programs ---------------------------------------------------------------------------

N_CARDS = len(dict.fromkeys(META.decks[0].cards))


class Stopping(PlantedDraws):
    """Stops after some batches."""

    batches = 4

    def run(self, *given: object) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(*given)


def settings_in(folder: Path) -> NerfsSettings:
    return NerfsSettings(HUNTER, str(write_metagame(folder)), games=20, pilot_games=0)


def test_a_row_for_each_card_with_all_its_numbers(tmp_path: Path) -> None:
    results = NERFS.start(tmp_path / "run", settings_in(tmp_path), PlantedDraws())
    frame = frame_of(STORY.tables[STORY.exported](NERFS.read(tmp_path / "run")))
    assert frame.to_dict("records") == [card.to_json() for card in results.cards]
    assert len(frame) == N_CARDS
    wolf = frame.set_index("id").loc[WOLF]
    assert wolf["name"] == "Timber Wolf"
    assert wolf["wrd_low"] < wolf["wrd"] < wolf["wrd_high"]


def test_what_the_experiment_really_stores_has_a_story_that_names_the_planted_card_first(tmp_path: Path) -> None:
    NERFS.start(tmp_path / "run", replace(settings_in(tmp_path), games=200), PlantedDraws())
    assert "relies most on Timber Wolf" in on_page(STORY.of(NERFS.read(tmp_path / "run")))


def test_an_interrupted_scan_has_a_row_for_each_card_that_is_finished(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        NERFS.start(tmp_path / "run", settings_in(tmp_path), Stopping())
    run = NERFS.read(tmp_path / "run")
    for name in ("scanned", "cards"):
        frame = frame_of(STORY.tables[name](run))
        assert len(frame) == 3
        assert frame["wrn"].notna().all()


def test_a_scan_that_has_only_begun_has_no_row(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "nerfs", settings_in(tmp_path).to_json()).close()
    run = NERFS.read(tmp_path / "run")
    assert [len(frame_of(table(run))) for table in STORY.tables.values()] == [0, 0, 0]


def test_the_cards_of_a_frame_stand_in_order(run: NerfsRun) -> None:
    cards = frame_of(STORY.tables["cards"](run))
    assert cards.index.name == "card"
    assert cards["change"].dropna().is_monotonic_increasing
    assert cards["change"].isna().iloc[-1]


def test_json_has_all_results_and_the_place_of_the_run(run: NerfsRun) -> None:
    assert STORY.final(run) == {"run": str(run.folder), **run.results.to_json()}
