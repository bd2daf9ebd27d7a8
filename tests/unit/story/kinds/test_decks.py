"""The story of a deck search: what a designer reads first, the map, and how the search went."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path
from typing import TypeVar

import numpy as np
import pandas as pd
import pytest
from tests.unit.experiments.planted_searches import SMALL_LEARNING, SMALL_SEARCH
from tests.unit.metagame.planted_decks import META, Interrupted, PlantedDecks
from tests.unit.story.made_up_decks import (
    BOUNDARIES,
    EMPTY_CELL,
    KNOWN,
    N_GAMES,
    OPPONENTS,
    SETTINGS,
    around,
    game_cards,
    make_audit,
    make_audits,
    make_deck_run,
    make_map,
    make_results,
)
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal, page_of

from evometa.experiments import runs
from evometa.experiments.decks.results import DecksResults, MeasureTitle, PilotedDeck
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS, DecksRun
from evometa.games.decks.deck import parse_code
from evometa.matches.inference import Estimate
from evometa.search.settings import MapSettings
from evometa.show.frames import frame_of
from evometa.show.svg.deck_map import draw_deck_map
from evometa.store import create_run
from evometa.story.blocks import Block, CardList, Choices, DeckCode, Fold, Level, Story, walk
from evometa.story.cards import read_metagame
from evometa.story.charts.data import CostCurve, DeckGrid, Plot
from evometa.story.charts.deck_maps import best_elites, cell_of, coarsen, deck_grid, find_landmarks
from evometa.story.charts.heat_map import HeatMap, tell_cell
from evometa.story.deck_lists import look_up, name_by_cost
from evometa.story.evaluations import deck_evaluations
from evometa.story.kinds.decks.map import show_map
from evometa.story.kinds.decks.story import STORY
from evometa.story.words.numbers import ABSENT, MINUS

C = TypeVar("C")
B = TypeVar("B", bound=Block)

KINDS = {
    "two": SETTINGS,
    "one": replace(SETTINGS, measures=("weapons",), objective="dust", seats="first"),
    "three": replace(SETTINGS, measures=("cost", "cost_variance", "weapons")),
}
MET = [deck.name for deck in META.decks]


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Story]:
    """The story of each kind of search."""
    root = tmp_path_factory.mktemp("runs")
    return {name: story_of(make_deck_run(root / name, settings)) for name, settings in KINDS.items()}


@pytest.fixture
def metagame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The metagame of the tests, as if it were a file."""
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> DecksRun:
    """A finished search of planted decks."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_SEARCH, PlantedDecks())
    return DECKS.read(folder)


def story_of(folder: Path) -> Story:
    """The story of the run in a folder."""
    return STORY.of(DECKS.read(folder))


def story_with(folder: Path, results: DecksResults, is_finished: bool = True) -> Story:
    """The story of a run with these results."""
    return story_of(make_deck_run(folder, results=results, finished=is_finished))


def interrupt(folder: Path, batches: int) -> DecksRun:
    """A search that was interrupted after some batches."""
    with pytest.raises(KeyboardInterrupt):
        DECKS.start(folder, SMALL_SEARCH, Interrupted(batches))
    return DECKS.read(folder)


def words_of(story: Story, anchor: str) -> str:
    """All words of a section."""
    (section,) = (each for each in story.sections if each.anchor == anchor)
    return " ".join(getattr(block, "text", "") for block in walk([section]))


def charts_of(story: Story, kind: type[C]) -> list[C]:
    """All charts of a kind."""
    return [figure.chart for figure in story.figures() if isinstance(figure.chart, kind)]


def blocks_of(story: Story, kind: type[B]) -> list[B]:
    """All blocks of a kind."""
    return [block for block in walk(story.sections) if isinstance(block, kind)]


# --- what is told first ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_all_voices_tell_it_and_show_no_python(stories: dict[str, Story], kind: str) -> None:
    story = stories[kind]
    for told in (on_page(story), on_terminal(story), on_terminal(story, 80), in_notebook(story)):
        assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'|inf\b", told)
    names = [figure.chart.name for figure in story.figures()]
    curves = [f"curve-{place}" for place in range(4)]
    assert names == ["curve", "match-ups", "audits", *curves, "map", "history", "history-cells"]


def test_it_leads_with_what_a_designer_wants(stories: dict[str, Story]) -> None:
    story = stories["two"]
    anchors = [section.anchor for section in story.sections]
    assert anchors == ["summary", "deck", "match-ups", "finalists", "map", "search", "settings", "reproduce"]
    assert story.title == "Deck search: Paladin (Found) against paper-six"
    for told in (on_page(story), " ".join(on_terminal(story).split()), in_notebook(story)):
        assert "Paladin (Found) wins 66.0% of its games; the strongest known deck wins 63.0%." in told
        assert "The best deck found wins 66.0% (95% interval 65.0 to 67.0%) of its games against paper-six" in told
        assert f"surely more than {KNOWN}, the strongest known deck of the class, which wins 63.0%" in told
        assert f"Head to head it wins 66.0% (65.0 to 67.0%) against {KNOWN}." in told
    assert f"Games played {N_GAMES:,}" in on_page(story)


@pytest.mark.parametrize(
    ("win_rate", "told"),
    [(0.70, "surely less than"), (0.655, "the intervals overlap, so the difference may be chance")],
)
def test_a_known_deck_that_is_not_beaten_is_told(win_rate: float, told: str, tmp_path: Path) -> None:
    known = make_audit(KNOWN, "exp1_paladin_control", None, win_rate)
    story = story_with(tmp_path / "run", replace(make_results(), audits=(*make_audits()[:3], known)))
    assert told in words_of(story, "summary")


def weaken(search: DecksRun, by: float) -> DecksRun:
    """The search as if all that it found won so much less often than the known deck, surely."""
    (known,) = search.results.known
    worse = around(known.win_rate.value - by)
    audits = tuple(each if each.is_known else replace(each, win_rate=worse) for each in search.results.audits)
    return replace(search, results=replace(search.results, audits=audits))


@pytest.mark.usefixtures("metagame")
def test_a_best_deck_that_is_weaker_than_a_known_one_is_told_first(search: DecksRun) -> None:
    (known,) = search.results.known
    told = " ".join(on_terminal(STORY.of(weaken(search, by=0.4))).split())
    assert told.startswith("No better deck was found: Hunter (Aggro) wins ")
    assert f"and the known deck {known.name} {100 * known.win_rate.value:.1f}% in the same games. 40 decks are" in told
    assert "No better deck" not in on_terminal(STORY.of(search))
    doubtful = words_of(STORY.of(weaken(search, by=0.001)), "summary")
    assert "in the same games, though the difference may be chance." in doubtful
    assert "40 decks are few: a search that is not quick tries 10,000." in doubtful


def test_a_search_that_comes_back_to_a_known_deck_says_so(tmp_path: Path) -> None:
    same = make_audit("The same", "starter_paladin", None, 0.66)
    story = story_with(tmp_path / "run", replace(make_results(), audits=(*make_audits()[:3], same)))
    assert "Card for card it is the known deck The same." in words_of(story, "summary")


def test_without_known_decks_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    story = story_with(tmp_path / "run", replace(make_results(), audits=make_audits()[:3]))
    assert "No deck of the class was known before" in words_of(story, "summary")


def test_decks_without_decided_games_have_a_story(tmp_path: Path) -> None:
    unknown = Estimate(nan, nan, nan)
    audits = tuple(
        replace(each, win_rate=unknown, opponents=tuple(replace(one, win_rate=unknown) for one in each.opponents))
        for each in make_audits()
    )
    story = story_with(tmp_path / "run", replace(make_results(), audits=audits))
    assert "The best deck found wins ?% of its games" in on_page(story)
    assert "The best deck found wins ?% of its games" in on_terminal(story)


def test_games_that_the_deck_always_starts_are_told(stories: dict[str, Story]) -> None:
    assert "in games that it starts" in words_of(stories["one"], "summary")
    assert "in games that it starts" not in words_of(stories["two"], "summary")
    assert "always starts" in on_page(stories["one"])
    assert "always starts" not in on_page(stories["two"])


# --- the best deck --------------------------------------------------------------------------------


def test_the_best_deck_is_told_card_by_card(stories: dict[str, Story]) -> None:
    story = stories["two"]
    cells = cells_of(story, "cards")
    costs = [int(cost) for *_, cost in cells.values()]
    assert sum(int(copies) for _, copies, _ in cells.values()) == 30
    assert costs == sorted(costs)
    assert cells["Blessing of Might"] == ["spell", "2", "1"]
    assert "dust to craft all of it" in words_of(story, "deck")
    code = blocks_of(story, DeckCode)[0].code
    assert dict(parse_code(code, game_cards()).counts()) == dict(make_audits()[1].cards)


def test_cards_of_the_deck_lead_to_their_faces(stories: dict[str, Story]) -> None:
    told = on_page(stories["two"])
    assert "Blessing of Might (1 mana) Free paladin spell, basic set Give a minion +3 Attack." in told


def test_voices_that_cannot_draw_write_the_curve_with_its_cards(search: DecksRun) -> None:
    story, best = STORY.of(search), search.results.best
    assert best
    cards, groups = game_cards(), name_by_cost(best)
    for cost, names in enumerate(groups):
        assert {min(cards[name.removeprefix("2x ")].tree["cost"], 7) for name in names} <= {cost}
        assert sum(2 if name.startswith("2x ") else 1 for name in names) == best.curve[cost]
    assert sum(map(len, groups)) == len(best.cards)
    line = f"1 {'█' * best.curve[1]} {best.curve[1]} {groups[1][0]}"
    assert line in " ".join(on_terminal(story).split())
    assert line in in_notebook(story)


def test_costs_that_have_changed_since_are_not_shown() -> None:
    audit, cards = make_audits()[1], game_cards()
    assert look_up(audit, cards) is not None
    assert look_up(replace(audit, curve=audit.curve[::-1]), cards) is None
    assert look_up(replace(audit, cards=(("A card of old", 30),)), cards) is None


def test_a_metagame_that_is_gone_and_odd_names_do_no_harm(tmp_path: Path) -> None:
    files = {name: str(tmp_path / f"{name}.toml") for name in ("metagame", "player", "players", "given")}
    settings = replace(SETTINGS, **{**files, "given": (files["given"],)})
    *found, known = make_audits()
    audits = *found, replace(known, name="<script>alert(1)</script>")
    story = story_of(make_deck_run(tmp_path / "run", settings, replace(make_results(), audits=audits)))
    table = story.table("cards")
    assert table is not None
    assert "Costs are not shown" in table.note
    assert cells_of(story, "cards")["Blessing of Might"] == ["2"]
    assert "Deck lists are not shown" in words_of(story, "map")
    assert "<script>alert(1)</script>" in on_page(story)
    assert str(tmp_path) not in page_of(replace(story, subtitle=""))  # which says who played


def test_match_ups_stand_beside_those_of_known_decks(stories: dict[str, Story]) -> None:
    (chart,) = charts_of(stories["two"], HeatMap)
    assert chart.rows == ("Paladin (Control) 2, found", KNOWN)
    assert chart.cells.estimate.value.round(1).tolist() == [[76.0, 66.0, 56.0], [73.0, 63.0, 53.0]]
    told = tell_cell(chart, chart.cells, 0, 0, OPPONENTS[0])
    assert told == f"Paladin (Control) 2, found against {OPPONENTS[0]}: 76.0% (95% interval 75.0 to 77.0)"


def test_other_hands_are_told_on_terminals_and_pages(tmp_path: Path) -> None:
    pilot = partial(PilotedDeck, before=around(0.6), after=around(0.5), change=Estimate(-0.1, -0.12, -0.08))
    pilots = (pilot("aggro", holds=True, games=0, known=KNOWN), pilot("skilled", holds=False, games=90, known=KNOWN))
    story = story_with(tmp_path / "run", replace(make_results(), pilots=pilots))
    assert cells_of(story, "pilots", Level.MAIN)["skilled"][:1] == ["no"]
    told = " ".join(on_terminal(story).split())
    assert "This deck does not hold in other hands: with skilled it wins 50.0%" in told
    assert f"Known: {KNOWN}, the strongest known deck, in the same hands." in told
    assert f"skilled no 60.0 ±1.0 50.0 ±1.0 {MINUS}10.0 {MINUS}12.0 to {MINUS}8.0" in told
    unknown = story_with(tmp_path / "other", replace(make_results(), pilots=(replace(pilots[1], known=""),)))
    assert "it surely wins more than half of its games" in on_page(unknown)


# --- the finalists --------------------------------------------------------------------------------


def test_finalists_are_told_as_searched_again_and_audited(stories: dict[str, Story]) -> None:
    story, cells = stories["two"], cells_of(stories["two"], "audited")
    assert list(cells) == ["Paladin (Control) 2", "Paladin (Control) 1", "Paladin (Control) 3", KNOWN]
    best = ["best found", "66.0", "65.0 to 67.0", "3.50", "5.50", "4.50", "301"]
    assert cells["Paladin (Control) 2"][: len(best)] == best
    assert cells["Paladin (Control) 2"][-1] == "30"  # cards shared with the best
    assert cells[KNOWN][:7] == ["known before", "63.0", "62.0 to 64.0", "4.00", ABSENT, ABSENT, ABSENT]
    assert 0 < int(cells[KNOWN][-1]) < 30
    table = story.table("audited")
    assert table is not None
    assert [row.name for row in table.rows if table.is_marked(row)] == ["Paladin (Control) 2"]
    assert "A lucky deck must not stay an elite" in words_of(story, "finalists")
    assert cells_of(story, "audited", Level.BRIEF)[KNOWN] == ["known before", "63.0", "62.0 to 64.0"]


def test_all_audited_decks_have_their_curves_and_cards(stories: dict[str, Story]) -> None:
    story = stories["two"]
    titles = [curve.title for curve in charts_of(story, CostCurve)]
    assert titles == [
        "Curve of the best deck",
        "Paladin (Control) 2",
        "Paladin (Control) 1",
        "Paladin (Control) 3",
        KNOWN,
    ]
    folded = [fold.title for fold in blocks_of(story, Fold) if fold.title.endswith(": its cards")]
    assert folded == [f"{name}: its cards" for name in ("Paladin (Control) 1", "Paladin (Control) 3", KNOWN)]


# --- the map --------------------------------------------------------------------------------------


def test_the_map_has_its_boundaries_units_and_the_audited_decks(stories: dict[str, Story]) -> None:
    (grid,) = charts_of(stories["two"], DeckGrid)
    assert (grid.x.label, grid.y.label) == ("sum of the cards' mana costs", "variance of the cards' mana costs")
    assert grid.unit == "final health less the opponent's, points"
    assert grid.x.boundaries == tuple(str(end) for end in BOUNDARIES["cost"])
    assert grid.y.boundaries == tuple(f"{end:.2f}" for end in BOUNDARIES["cost_variance"])
    assert {cell.sign for cell in grid.cells} == {"1 A", "2", "3", ""}
    assert "15 of 16 cells (4 x 4) have an elite" in words_of(stories["two"], "map")
    marks = cells_of(stories["two"], "landmarks")
    assert marks["2"] == ["Paladin (Control) 2", "this search", "on the map", "66.0", "65.0 to 67.0"]


def test_every_cell_leads_to_its_deck(stories: dict[str, Story]) -> None:
    (block,) = blocks_of(stories["two"], Choices)
    (grid,) = charts_of(stories["two"], DeckGrid)
    assert len(block.choices) == 15
    assert {cell.key for cell in grid.cells if cell.key} == {choice.key for choice in block.choices}
    assert block.first == "deck-301", "the best deck"
    (best,) = (choice for choice in block.choices if choice.key == "deck-301")
    assert "wins 66.0% (95% interval 65.0 to 67.0%)" in best.title


def test_a_single_measure_makes_a_strip(stories: dict[str, Story]) -> None:
    assert set(best_elites(make_map(KINDS["one"]))) == {(0, 0), (1, 0), (2, 0)}
    (grid,) = charts_of(stories["one"], DeckGrid)
    assert (grid.x.label, grid.unit, grid.y.n_cells) == ("number of weapons", "dust to craft the deck", 1)
    assert "3 of 4 cells have an elite" in words_of(stories["one"], "map")


def test_of_three_measures_the_first_two_are_shown_with_the_best_of_each_cell(stories: dict[str, Story]) -> None:
    elites = best_elites(make_map(KINDS["three"]))
    assert elites[1, 2].again == 2  # 5 - 1 - 2, and less for the third measure
    assert len(elites) == 15
    (figure,) = (each for each in stories["three"].figures() if isinstance(each.chart, DeckGrid))
    assert "this shows the first two" in figure.caption


@pytest.mark.parametrize(
    ("measures", "cell"),
    [
        ((80.0, 2.0), (0, 0)),  # the lowest cell holds what lies on its lower boundary
        ((95.0, 3.5), (0, 0)),  # a cell holds what lies on its upper one
        ((95.1, 3.6), (1, 1)),
        ((160.0, 30.0), (3, 3)),
        ((79.0, 3.0), None),
        ((100.0, 31.0), None),
    ],
)
def test_decks_lie_in_the_cell_between_their_boundaries(
    measures: tuple[float, float], cell: tuple[int, int] | None
) -> None:
    assert cell_of(make_map(), measures) == cell


def test_decks_lie_where_the_map_has_them_and_known_ones_by_their_audit() -> None:
    deck_map, (*found, known) = make_map(), make_audits()
    moved = replace(found[0], measures=(155.0, 25.0))  # as the audit measured it; the map has it where it was
    marks = find_landmarks(deck_map, [moved, *found[1:], known, replace(known, measures=(999.0, 3.0))])
    assert [(mark.sign, mark.cell) for mark in marks] == [
        ("1", (0, 0)), ("2", (1, 1)), ("3", (2, 2)), ("A", (0, 0)), ("B", None)
    ]  # fmt: skip


def test_a_known_deck_where_no_elite_is_has_its_sign() -> None:
    deck_map, known = make_map(), make_audits()[3]
    (mark,) = find_landmarks(deck_map, [replace(known, measures=(155.0, 3.0))])
    cells = {(cell.column, cell.row): cell for cell in deck_grid("map", "The map", deck_map, [mark], {}).cells}
    assert (cells[EMPTY_CELL].sign, cells[EMPTY_CELL].text) == ("A", "")


def test_a_map_with_too_many_cells_is_shown_with_fewer() -> None:
    found = make_map()
    edges = np.tile(np.linspace(0, 100, 101), (2, 1))
    elites = tuple(
        replace(found.elites[0], cell=(column, row), number=100 * column + row, again=float(column))
        for column in range(100)
        for row in range(100)
    )
    shown = coarsen(replace(found, boundaries=edges, elites=elites))
    assert shown.size == (25, 25)
    assert len(shown.elites) == 625
    assert {elite.cell: elite.again for elite in shown.elites}[24, 0] == 99, "the best of its cells"
    assert shown.boundaries[0, [0, 1, -1]].tolist() == [0, 4, 100]
    assert len(draw_deck_map(deck_grid("map", "The map", shown, [], {}))) < 400_000
    assert coarsen(found) is found


def test_rates_are_shown_in_percent() -> None:
    found = make_map()
    elite = replace(found.elites[0], again=0.625)
    shown = deck_grid("map", "", replace(found, objective=MeasureTitle("wins", "win rate"), elites=(elite,)), [], {})
    assert [(cell.value, cell.text) for cell in shown.cells] == [(62.5, "62.5")]
    assert (shown.unit, shown.middle) == ("win rate, %", 50)


@pytest.mark.usefixtures("metagame")
def test_those_who_point_at_a_cell_can_be_told_its_deck(search: DecksRun) -> None:
    shown = show_map(search, read_metagame(search.settings.metagame))
    assert shown is not None
    for cell in shown.telling_grid.cells:
        assert cell.key
        deck = shown.decks[cell.key]
        assert deck.deck
        assert [deck.title, sum(deck.curve)] == [cell.label.splitlines()[1], 30]
        assert f"{deck.curve[1]} of cost 1" in cell.label
        assert f"x {deck.deck.cards[0]}" in cell.label


# --- the search -----------------------------------------------------------------------------------


def test_the_search_is_told_with_its_elites_and_what_luck_there_was(stories: dict[str, Story]) -> None:
    story, said = stories["two"], words_of(stories["two"], "search")
    assert "evaluated 600 decks, each from 60 games. The map grew from 2 to 4 cells per measure." in said
    assert "Then 40 decks were measured again, until each of the 15 elites had been: 25 of them fell behind" in said
    went, grew = charts_of(story, Plot)
    assert [layer.legend for layer in went.layers if hasattr(layer, "legend")] == [
        *("best elite", "average elite", "strongest known deck, audited", "best deck, audited")
    ]
    assert [layer.legend for layer in grew.layers if hasattr(layer, "legend")] == ["all cells", "with an elite"]
    assert cells_of(story, "batches")["600"] == ["5.98", "1.83", "15"]


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_that_has_only_begun_has_a_story(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "decks", SETTINGS.to_json()):
        story = story_of(tmp_path / "run")
    for told in (on_page(story), on_terminal(story), in_notebook(story)):
        assert "The run has not evaluated any deck yet." in told
    assert STORY.best(DECKS.read(tmp_path / "run")) == ""
    assert STORY.final(DECKS.read(tmp_path / "run")) == {"run": str(tmp_path / "run")}


def test_a_run_without_audits_tells_how_far_it_is(tmp_path: Path) -> None:
    story = story_with(tmp_path / "run", DecksResults(make_results().history), is_finished=False)
    for told in (on_page(story), " ".join(on_terminal(story).split()), in_notebook(story)):
        assert "No deck has been audited yet. The search has evaluated 600 of 600 decks, and 15 of them are on" in told
    assert [figure.chart.name for figure in story.figures()] == ["history", "history-cells"]
    assert STORY.best(DECKS.read(tmp_path / "run")) == "best 5.983, 15 decks on the map"


def test_a_run_amid_its_audits_tells_what_it_has(tmp_path: Path) -> None:
    results = DecksResults(make_results().history, make_audits()[:1])
    story = story_with(tmp_path / "run", results, is_finished=False)
    for told in (on_page(story), " ".join(on_terminal(story).split()), in_notebook(story)):
        assert "The best deck audited so far wins 60.0%" in told
        assert "Known decks of the class have not been played yet" in told
    assert "deck.toml of the run" not in words_of(story, "deck")
    assert not charts_of(story, DeckGrid)
    assert STORY.best(DECKS.read(tmp_path / "run")) == "Paladin (Control) 1 wins 60.0%"


def test_what_the_experiment_really_stores_has_a_story(tmp_path: Path) -> None:
    small = MapSettings(evaluations=40, first=20, batch=20, smallest=2, largest=3, remap_every=20)
    settings = DecksSettings(
        "paladin",
        player="random",
        players="random",
        algorithm="map-elites",
        games=24,
        again_games=24,
        audit_games=50,
        finalists=2,
        map=small,
    )
    best = DECKS.start(tmp_path / "run", settings, PlantedDecks()).best
    story = story_of(tmp_path / "run")
    assert best is not None
    assert f"wins {100 * best.win_rate.value:.1f}% (95% interval" in on_page(story)
    assert "are not shown" not in on_page(story)
    (block,) = blocks_of(story, Choices)
    for choice in block.choices:
        (code,) = (each.code for each in choice.blocks if isinstance(each, DeckCode))
        (cards,) = (each for each in choice.blocks if isinstance(each, CardList))
        assert len(parse_code(code, game_cards()).cards) == sum(int(copies) for copies, _ in cards.entries) == 30


def test_a_search_that_learns_tells_of_its_cards_and_rounds_and_of_no_map(tmp_path: Path, metagame: None) -> None:
    DECKS.start(tmp_path / "run", SMALL_LEARNING, PlantedDecks())
    run = DECKS.read(tmp_path / "run")
    story = STORY.of(run)
    assert [each.anchor for each in story.sections][-5:] == ["finalists", "cards", "search", "settings", "reproduce"]
    for told in (on_page(story), " ".join(on_terminal(story).split())):
        assert not re.search(r"\bnan\b|\bNone\b|MAP-Elites", told)
        assert "A model of all games asked for the next decks, round by round" in told
        assert run.results.cards[0].card in told
    final = STORY.final(run)
    assert final["search_games"] + sum(audit.games for audit in run.results.audits) == final["games"]
    assert "elites" not in final
    assert len(frame_of(STORY.tables["cards"](run))) == len(run.results.cards)


# --- for other programs ---------------------------------------------------------------------------


def test_the_final_object_says_where_run_and_deck_are(search: DecksRun) -> None:
    final = STORY.final(search)
    assert list(final) == [
        *("run", "deck", "name", "number", "searched", "again", "objective", "win_rate", "low", "high"),
        *("elites", "evaluations", "search_games", "games", "pilots"),
    ]
    assert (final["run"], final["deck"]) == (str(search.folder), str(search.folder / "deck.toml"))
    assert Path(final["deck"]).is_file()
    assert final["low"] <= final["win_rate"] <= final["high"]
    assert final["games"] == search.games
    assert STORY.made is not None
    assert f"evometa deck {search.folder / 'deck.toml'} --to code" in STORY.made(search)


def test_frames_have_a_row_for_each_deck(search: DecksRun) -> None:
    audits, elites = (frame_of(STORY.tables[name](search)) for name in ("audits", "map"))
    assert (audits.index.name, elites.index.name) == ("deck", "number")
    assert audits["is_known"].tolist() == [False, False, True]
    assert {"class", "win_rate", "low", "cost", "cost_variance"} <= set(audits.columns)
    assert search.results.map is not None
    assert len(elites) == len(search.results.map.elites)
    assert [*elites.columns] == ["searched", "again", "cost", "cost_variance", "cell_cost", "cell_cost_variance"]
    assert frame_of(STORY.tables["pilots"](search)).empty


def table_of(run: DecksRun) -> pd.DataFrame:
    """What `export` writes."""
    return frame_of(deck_evaluations(run))


@pytest.mark.usefixtures("metagame")
def test_every_measurement_is_a_row_with_named_columns(search: DecksRun) -> None:
    frame, evaluations = table_of(search), search.evaluations
    assert search.results.map is not None
    assert frame["number"].tolist() == evaluations.numbers.tolist()
    assert frame["objective health"].tolist() == evaluations.objectives[:, 0].tolist()
    assert frame["measure cost"].tolist() == evaluations.objectives[:, 1].tolist()
    assert (frame.filter(regex="^copies ").sum(axis=1) == 30).all()
    assert (frame.filter(regex="^games ").sum(axis=1) == np.where(frame["is_again"], 12, 6)).all()
    assert (frame[f"wins first against {MET[0]}"] <= frame[f"games first against {MET[0]}"]).all()
    assert set(frame.loc[frame["is_elite"], "deck"]) == {elite.number for elite in search.results.map.elites}
    assert deck_evaluations(search).note == ""


@pytest.mark.usefixtures("metagame")
def test_decks_that_were_measured_again_are_known_by_their_first_number(search: DecksRun) -> None:
    frame = table_of(search).set_index("number")
    again = frame[frame["is_again"]]
    assert search.results.map is not None
    assert again.index.tolist() == list(range(40, len(frame)))
    assert (again["deck"] < 40).all()
    cards = list(frame.filter(regex="^copies "))
    assert (again[cards].to_numpy() == frame.loc[again["deck"], cards].to_numpy()).all()
    elites = {elite.number: elite.again for elite in search.results.map.elites}
    assert dict(zip(again["deck"], again["objective health"], strict=True)).items() >= elites.items()


@pytest.mark.usefixtures("metagame")
def test_a_search_in_the_first_seat_has_no_other_seat(tmp_path: Path) -> None:
    DECKS.start(tmp_path / "run", replace(SMALL_SEARCH, seats="first"), PlantedDecks())
    columns = table_of(DECKS.read(tmp_path / "run")).filter(regex="^games ").columns
    assert list(columns) == [f"games first against {deck}" for deck in MET]


@pytest.mark.usefixtures("metagame")
def test_an_unfinished_search_does_not_know_its_elites(tmp_path: Path) -> None:
    run = interrupt(tmp_path / "run", 3)
    frame = table_of(run)
    assert len(frame) == 20
    assert not frame["is_again"].any()
    assert frame["is_elite"].isna().all()
    assert frame_of(STORY.tables["map"](run)).empty


@pytest.mark.usefixtures("metagame")
def test_a_search_without_decks_is_an_empty_table(tmp_path: Path) -> None:
    frame = table_of(interrupt(tmp_path / "run", 0))
    assert frame.empty
    assert {"number", "objective health", "measure cost"} <= set(frame.columns)


@pytest.mark.usefixtures("metagame")
@pytest.mark.parametrize("batches", [3, 7])  # in the search, and when elites are measured again
def test_a_table_is_of_the_moment_in_which_the_run_was_read(tmp_path: Path, batches: int) -> None:
    run = interrupt(tmp_path / "run", batches)
    before = table_of(run)
    DECKS.resume(tmp_path / "run", runner=PlantedDecks())
    pd.testing.assert_frame_equal(table_of(run), before)
    assert len(table_of(DECKS.read(tmp_path / "run"))) > len(before)


def test_columns_are_numbered_if_the_metagame_is_gone(search: DecksRun) -> None:
    table = deck_evaluations(search)
    assert {"copies card 1", "wins second against opponent 2"} <= set(frame_of(table).columns)
    assert "numbered, because their names are not known any more" in table.note
    assert "planted" in table.note, "and it says what cannot be found"
