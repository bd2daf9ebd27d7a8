"""Reports of deck searches: what a designer reads first, the map as a picture, and how the search went."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_decks import PlantedDecks
from tests.unit.report.charts.svg_check import read_chart
from tests.unit.report.html_check import PageCheck
from tests.unit.report.made_up_decks import (
    BOUNDARIES,
    EMPTY_CELL,
    KNOWN,
    N_GAMES,
    OPPONENTS,
    SETTINGS,
    game_cards,
    make_audit,
    make_audits,
    make_deck_run,
    make_map,
    make_results,
)
from tests.unit.report.pages.reports import charts_of, hovered_in, texts_in, words_in

from evometa.cards.decks.deck import parse_code
from evometa.experiments.decks.results import DeckAudit, DecksResults, MeasureTitle
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.metagame.evidence import Estimated
from evometa.report.charts.deck_map import draw_deck_map
from evometa.report.pages.deck_maps import best_elites, cell_of, coarsen, deck_grid, find_landmarks
from evometa.report.pages.decks import tell_decks, title_decks
from evometa.report.pages.decks.audits import look_up
from evometa.report.pages.decks.summary import compare_with_known
from evometa.report.pages.parts import Story, make_page
from evometa.report.words.numbers import ABSENT
from evometa.search.map_settings import MapSettings
from evometa.store import create_run

KINDS = {
    "two": SETTINGS,
    "one": replace(SETTINGS, measures=("weapons",), objective="dust", seats="first"),
    "three": replace(SETTINGS, measures=("cost", "cost_variance", "weapons")),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The report of each kind of search."""
    root = tmp_path_factory.mktemp("runs")
    return {name: page_of(make_deck_run(root / name, settings)) for name, settings in KINDS.items()}


def page_of(folder: Path) -> str:
    """The page of a run."""
    run, story = DECKS.read(folder), Story()
    tell_decks(run, story)
    return make_page(title_decks(run), "", "", story.sections, "", story.faces)


def report_with(folder: Path, results: DecksResults, finished: bool = True) -> str:
    """The page of a run with these results; it must be valid."""
    page = page_of(make_deck_run(folder, results=results, finished=finished))
    assert PageCheck(page).mistakes == []
    return page


def summary_with(folder: Path, *audits: DeckAudit) -> str:
    """How the best deck of a run with these audits is compared with known ones."""
    run = DECKS.read(make_deck_run(folder, results=replace(make_results(), audits=audits)))
    assert run.results.best is not None
    return " ".join(compare_with_known(run, run.results.best))


def section_of(page: str, anchor: str) -> str:
    return page.partition(f'<section aria-labelledby="{anchor}">')[2].partition("</section>")[0]


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_valid_need_nothing_else_and_show_no_python(pages: dict[str, str], kind: str) -> None:
    assert PageCheck(pages[kind]).mistakes == []
    assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'|inf\b", words_in(pages[kind]))
    curves = [f"curve-{place}" for place in range(4)]
    assert list(charts_of(pages[kind])) == ["curve", "match-ups", *curves, "map", "history", "history-cells"]
    for chart in charts_of(pages[kind]).values():
        read_chart(chart)


def test_it_leads_with_what_a_designer_wants(pages: dict[str, str]) -> None:
    anchors = re.findall(r'<section[^>]* aria-labelledby="([\w-]+)">', pages["two"])
    assert anchors == ["summary", "deck", "match-ups", "finalists", "map", "search", "all-cards"]
    assert "<h1>Deck search: Paladin (Found) against paper-six</h1>" in pages["two"]
    said = words_in(section_of(pages["two"], "summary"))
    assert "Paladin (Found) wins 66.0% of its games; the strongest known deck wins 63.0%." in said
    assert "The best deck found wins 66.0% (95% interval 65.0 to 67.0%) of its games against paper-six" in said
    assert f"surely more than {KNOWN}, the strongest known deck of the class, which wins 63.0%" in said
    assert f"Head to head it wins 66.0% (65.0 to 67.0%) against {KNOWN}." in said
    assert f"{N_GAMES:,}" in said


@pytest.mark.parametrize(
    ("win_rate", "told"),
    [(0.70, "surely less than"), (0.655, "the intervals overlap, so the difference may be chance")],
)
def test_a_known_deck_that_is_not_beaten_is_told(win_rate: float, told: str, tmp_path: Path) -> None:
    known = make_audit(KNOWN, "exp1_paladin_control", None, win_rate)
    assert told in summary_with(tmp_path / "run", *make_audits()[:3], known)


def test_a_search_that_comes_back_to_a_known_deck_says_so(tmp_path: Path) -> None:
    same = make_audit("The same", "starter_paladin", None, 0.66)
    said = summary_with(tmp_path / "run", *make_audits()[:3], same)
    assert "Card for card it is the known deck The same." in said


def test_without_known_decks_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    assert "No deck of the class was known before" in summary_with(tmp_path / "run", *make_audits()[:3])


def test_decks_without_decided_games_have_a_report(tmp_path: Path) -> None:
    unknown = Estimated(nan, nan, nan)
    audits = tuple(
        replace(each, win_rate=unknown, opponents=tuple(replace(one, win_rate=unknown) for one in each.opponents))
        for each in make_audits()
    )
    said = words_in(report_with(tmp_path / "run", replace(make_results(), audits=audits)))
    assert "The best deck found wins ?% (95% interval ? to ?%)" in said


def test_games_that_the_deck_always_starts_are_told(pages: dict[str, str]) -> None:
    assert "in games that it starts" in words_in(pages["one"])
    assert "in games that it starts" not in words_in(pages["two"])
    assert "always starts" in section_of(pages["one"], "match-ups")


# --- the best deck --------------------------------------------------------------------------------


def test_the_best_deck_is_told_card_by_card(pages: dict[str, str]) -> None:
    deck = section_of(pages["two"], "deck")
    rows = re.findall(r"<tr><th.*?>([^<]+)</a></th><td>([^<]*)</td><td[^>]*>(\d)</td><td[^>]*>(\d+)</td></tr>", deck)
    costs = [int(cost) for *_, cost in rows]
    assert sum(int(copies) for *_, copies, _ in rows) == 30
    assert costs == sorted(costs)
    assert ("Blessing of Might", "spell", "2", "1") in rows
    chart = charts_of(pages["two"])["curve"]
    assert {"0", "7+", "mana cost"} <= texts_in(chart)
    assert sum(int(text.split()[0]) for text in hovered_in(chart)) == 30
    assert "dust to craft all of it" in deck
    (code,) = re.findall(r"<code data-copy=[^>]*>([^<]*)</code>", deck)
    assert dict(parse_code(code, game_cards()).counts()) == dict(make_audits()[1].cards)


def test_cards_of_the_deck_lead_to_their_faces(pages: dict[str, str]) -> None:
    anchors = dict(re.findall(r'<a class="card" href="#([^"]*)">([^<]*)</a>', section_of(pages["two"], "deck")))
    (anchor,) = (anchor for anchor, name in anchors.items() if name == "Blessing of Might")
    face = words_in(pages["two"].partition(f'<div class="faces" id="{anchor}">')[2].partition("</div>")[0])
    assert face == "Blessing of Might (1 mana) Free paladin spell, basic set Give a minion +3 Attack."


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
    page = page_of(make_deck_run(tmp_path / "run", settings, replace(make_results(), audits=audits)))
    assert PageCheck(page).mistakes == []
    assert "Costs are not shown" in section_of(page, "deck")
    assert "Blessing of Might" in section_of(page, "deck")
    assert '<th scope="col" class="number">cost</th>' not in section_of(page, "deck")
    assert "<script>alert(1)</script>" in words_in(page)
    assert str(tmp_path) not in page


def test_match_ups_stand_beside_those_of_known_decks(pages: dict[str, str]) -> None:
    chart = charts_of(pages["two"])["match-ups"]
    assert {"76", "66", "56", "73", "63", "53", "the metagame"} <= texts_in(chart)
    told = hovered_in(chart)
    assert f"Paladin (Control) 2, found against {OPPONENTS[0]}: 76.0% (95% interval 75.0 to 77.0)" in told
    assert f"{KNOWN} against {OPPONENTS[1]}: 63.0% (95% interval 62.0 to 64.0)" in told
    assert "Paladin (Control) 1" not in chart


# --- the finalists --------------------------------------------------------------------------------


def test_finalists_are_told_as_searched_again_and_audited(pages: dict[str, str]) -> None:
    found = section_of(pages["two"], "finalists")
    rows = re.findall(
        r"<tr( class=\"marked\")?><th[^>]*>([^<]*\d|Exp1[^<]*)</th>(.*?)</tr>", found.partition("</table>")[0]
    )
    cells = {name: re.findall(r"<td[^>]*>([^<]*)</td>", row) for _, name, row in rows}
    assert list(cells) == ["Paladin (Control) 2", "Paladin (Control) 1", "Paladin (Control) 3", KNOWN]
    assert [name for mark, name, _ in rows if mark] == ["Paladin (Control) 2"]
    assert cells["Paladin (Control) 2"][:6] == ["301", "5.50", "4.50", "3.50", "66.0%", "65.0 to 67.0%"]
    assert cells["Paladin (Control) 2"][-1] == "30"  # cards shared with the best
    assert cells[KNOWN][:4] == ["known", ABSENT, ABSENT, "4.00"]
    assert 0 < int(cells[KNOWN][-1]) < 30
    assert "A lucky deck must not stay an elite" in found


def test_all_audited_decks_have_their_curves_and_cards(pages: dict[str, str]) -> None:
    charts = charts_of(pages["two"])
    titles = [name for place in range(4) for name in texts_in(charts[f"curve-{place}"])]
    assert {"Paladin (Control) 1", "Paladin (Control) 2", "Paladin (Control) 3"} <= set(titles)
    folded = re.findall(r"<summary>([^<]*): its cards</summary>", pages["two"])
    assert folded == ["Paladin (Control) 1", "Paladin (Control) 3", KNOWN]


# --- the map --------------------------------------------------------------------------------------


def test_the_map_has_its_boundaries_units_and_the_audited_decks(pages: dict[str, str]) -> None:
    texts = texts_in(charts_of(pages["two"])["map"])
    assert {"sum of the cards' mana costs", "variance of the cards' mana costs"} <= texts
    assert "colour and number: final health less the opponent's, points" in texts
    assert {str(end) for end in BOUNDARIES["cost"]} <= texts
    assert {f"{end:.2f}" for end in BOUNDARIES["cost_variance"]} <= texts
    assert {"1 A", "2", "3"} <= texts
    section = section_of(pages["two"], "map")
    assert "15 of 16 cells have an elite" in section
    assert "2 Paladin (Control) 2 this search on the map 66.0 65.0 to 67.0" in words_in(section)


def test_every_cell_leads_to_its_deck(pages: dict[str, str]) -> None:
    links = re.findall(r'<a href="#([^"]*)"', charts_of(pages["two"])["map"])
    choices = re.findall(r'<article class="choice[^"]*" id="([^"]*)"', section_of(pages["two"], "map"))
    assert len(links) == 15
    assert sorted(links) == sorted(choices)
    assert re.findall(r'<article class="choice first" id="([^"]*)"', pages["two"]) == ["deck-301"], "the best deck"


def test_a_single_measure_makes_a_strip(pages: dict[str, str]) -> None:
    assert set(best_elites(make_map(KINDS["one"]))) == {(0, 0), (1, 0), (2, 0)}
    texts = texts_in(charts_of(pages["one"])["map"])
    assert {"number of weapons", "colour and number: dust to craft the deck"} <= texts
    assert "3 of 4 cells" in section_of(pages["one"], "map")


def test_of_three_measures_the_first_two_are_shown_with_the_best_of_each_cell(pages: dict[str, str]) -> None:
    elites = best_elites(make_map(KINDS["three"]))
    assert elites[1, 2].again == 2  # 5 - 1 - 2, and less for the third measure
    assert len(elites) == 15
    assert "this shows the first two" in section_of(pages["three"], "map")


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
    assert cells[EMPTY_CELL].sign == "A"
    assert cells[EMPTY_CELL].text == ""


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


# --- the search -----------------------------------------------------------------------------------


def test_the_search_is_told_with_its_elites_and_what_luck_there_was(pages: dict[str, str]) -> None:
    said = words_in(section_of(pages["two"], "search"))
    assert "evaluated 600 decks, each from 60 games. The map grew from 2 to 4 cells per measure." in said
    assert "Then 40 decks were measured again, until each of the 15 elites had been: 25 of them fell behind" in said
    charts = charts_of(pages["two"])
    assert {"best elite", "average elite", "best deck, audited"} <= texts_in(charts["history"])
    assert {"all cells", "with an elite"} <= texts_in(charts["history-cells"])
    assert "600 5.98 1.83 15" in said, "the last batch, as a table"


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_that_has_only_begun_has_a_report(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "decks", SETTINGS.to_json()):
        page = page_of(tmp_path / "run")
    assert PageCheck(page).mistakes == []
    assert "has not evaluated any deck yet" in words_in(page)


def test_a_run_without_audits_tells_how_far_it_is(tmp_path: Path) -> None:
    page = report_with(tmp_path / "run", DecksResults(make_results().history), finished=False)
    assert "No deck has been audited yet. The search has evaluated 600 of 600 decks" in words_in(page)
    assert list(charts_of(page)) == ["history", "history-cells"]


def test_a_run_amid_its_audits_tells_what_it_has(tmp_path: Path) -> None:
    results = DecksResults(make_results().history, make_audits()[:1])
    page = report_with(tmp_path / "run", results, finished=False)
    said = words_in(page)
    assert "The best deck audited so far wins 60.0%" in said
    assert "Known decks of the class have not been played yet" in said
    assert "deck.toml of the run" not in said
    assert "map" not in charts_of(page)


def test_what_the_experiment_really_stores_has_a_report(tmp_path: Path) -> None:
    small = MapSettings(evaluations=40, first=20, batch=20, smallest=2, largest=3, remap_every=20)
    settings = DecksSettings(
        "paladin", player="random", players="random", games=24, again_games=24, audit_games=50, finalists=2, map=small
    )
    results = DECKS.start(tmp_path / "run", settings, PlantedDecks())
    page = page_of(tmp_path / "run")
    assert results.final is not None
    assert PageCheck(page).mistakes == []
    assert f"wins {100 * results.final.win_rate.value:.1f}% (95% interval" in words_in(page)
    assert "Costs are not shown" not in page
    assert "Deck lists are not shown" not in page
    for article in re.findall(r'<article class="choice.*?</article>', page, flags=re.DOTALL):
        (code,) = re.findall(r"<code data-copy=[^>]*>([^<]*)</code>", article)
        assert len(parse_code(code, game_cards()).cards) == 30
