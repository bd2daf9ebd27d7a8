"""Reports of deck searches: what a designer reads first, the map as a picture, and how the search went."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from math import nan
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_decks import PlantedDecks
from tests.unit.report.html_check import PageCheck
from tests.unit.report.made_up_decks import (
    BOUNDARIES,
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

from evometa.experiments.decks.results import DeckAudit, DecksResults, MeasureTitle
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.work import DECKS
from evometa.metagame.evidence import Estimated
from evometa.report.pages.decks import compare_with_known, look_up, tell_decks, title_decks
from evometa.report.pages.parts import Story, make_page
from evometa.report.pictures.deck_maps import colors_for, draw_map, edges_of, landmarks_of, lay_out, spread_labels
from evometa.report.pictures.deck_quantities import Quantity
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
    return make_page(title_decks(run), "", "", story.sections, "")


def text_of(page: str) -> str:
    """What a reader sees, without tags."""
    content = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


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


def pictures_of(page: str) -> dict[str, tuple[set[str], str]]:
    """The texts and the alternative text of each picture, by the name of its files."""
    names = re.findall(r"As files: figures/([\w-]+)\.png", page)
    texts = (
        {unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", each)} for each in PageCheck(page).pictures
    )
    alternatives = map(unescape, re.findall(r'alt="([^"]*)"', page))
    return dict(zip(names, zip(texts, alternatives, strict=True), strict=True))


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_valid_need_nothing_else_and_show_no_python(pages: dict[str, str], kind: str) -> None:
    assert PageCheck(pages[kind]).mistakes == []
    assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'|inf\b", text_of(pages[kind]))
    assert list(pictures_of(pages[kind])) == ["curve", "match-ups", "curves", "map", "map-cells", "history"]


def test_it_leads_with_what_a_designer_wants(pages: dict[str, str]) -> None:
    anchors = re.findall(r'<section aria-labelledby="([\w-]+)">', pages["two"])
    assert anchors == ["summary", "deck", "match-ups", "finalists", "map", "search"]
    assert "<h1>Deck search: Paladin (Found) against paper-six</h1>" in pages["two"]
    said = text_of(section_of(pages["two"], "summary"))
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
    said = text_of(report_with(tmp_path / "run", replace(make_results(), audits=audits)))
    assert "The best deck found wins ?% (95% interval ? to ?%)" in said


def test_games_that_the_deck_always_starts_are_told(pages: dict[str, str]) -> None:
    assert "in games that it starts" in text_of(pages["one"])
    assert "in games that it starts" not in text_of(pages["two"])
    assert any("always starts" in text for text in pictures_of(pages["one"])["match-ups"][0])


# --- the best deck --------------------------------------------------------------------------------


def test_the_best_deck_is_told_card_by_card(pages: dict[str, str]) -> None:
    deck = section_of(pages["two"], "deck")
    rows = re.findall(r"<tr><th[^>]*>([^<]*)</th><td>([^<]*)</td><td[^>]*>(\d)</td><td[^>]*>(\d+)</td></tr>", deck)
    costs = [int(cost) for *_, cost in rows]
    assert sum(int(copies) for *_, copies, _ in rows) == 30
    assert costs == sorted(costs)
    assert ("Blessing of Might", "spell", "2", "1") in rows
    texts, alternative = pictures_of(pages["two"])["curve"]
    assert {"0", "7+", "mana cost"} <= texts
    n_cards = [int(n) for n in re.findall(r"(\d+) of cost", alternative)]
    assert sum(n_cards) == 30
    assert "dust to craft all of it" in deck


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
    assert "<script>alert(1)</script>" in text_of(page)
    assert str(tmp_path) not in page


def test_match_ups_stand_beside_those_of_known_decks(pages: dict[str, str]) -> None:
    texts, alternative = pictures_of(pages["two"])["match-ups"]
    assert {"76", "66", "56", "73", "63", "53", "the metagame", "win rate, %"} <= texts
    assert f"Paladin (Control) 2, found: 76.0 against {OPPONENTS[0]}" in alternative
    assert f"{KNOWN}: 73.0 against {OPPONENTS[0]}, 63.0 against {OPPONENTS[1]}" in alternative
    assert "Paladin (Control) 1" not in alternative


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
    texts, _ = pictures_of(pages["two"])["curves"]
    assert {"Paladin (Control) 1", "Paladin (Control) 2", "Paladin (Control) 3", KNOWN} <= texts
    folded = re.findall(r"<summary>([^<]*): its cards</summary>", pages["two"])
    assert folded == ["Paladin (Control) 1", "Paladin (Control) 3", KNOWN]


# --- the map --------------------------------------------------------------------------------------


def test_the_map_has_real_axes_units_and_the_audited_decks(pages: dict[str, str]) -> None:
    texts, alternative = pictures_of(pages["two"])["map"]
    assert {"sum of the cards' mana costs", "variance of the cards' mana costs"} <= texts
    assert "final health less the opponent's, points" in texts
    assert {"1", "2", "3", "A", "Paladin (Control) 2, 66.0", f"{KNOWN}, 63.0"} <= texts
    assert {"100", "120", "140", "160"} <= texts
    assert "15 of 16 cells have an elite" in alternative


def test_only_empty_cells_are_hatched() -> None:
    deck_map = lay_out(make_map())
    full = replace(deck_map, elites={**deck_map.elites, (3, 0): 1.0})
    assert len(full.elites) == full.n_cells
    hatched = [b"<pattern" in draw_map(each, [], "title").to_bytes("svg") for each in (deck_map, full)]
    assert hatched == [True, False]


def test_equal_cells_have_their_boundaries_at_the_axes(pages: dict[str, str]) -> None:
    texts, _ = pictures_of(pages["two"])["map-cells"]
    assert {str(end) for end in BOUNDARIES["cost"]} <= texts
    assert {f"{end:.2f}" for end in BOUNDARIES["cost_variance"]} <= texts


def test_a_single_measure_makes_a_strip(pages: dict[str, str]) -> None:
    deck_map = lay_out(make_map(KINDS["one"]))
    assert deck_map.is_strip
    assert deck_map.edges[1].tolist() == [0, 1]
    assert set(deck_map.elites) == {(0, 0), (1, 0), (2, 0)}
    texts, alternative = pictures_of(pages["one"])["map"]
    assert {"number of weapons", "dust to craft the deck"} <= texts
    assert "3 of 4 cells" in alternative


def test_of_three_measures_the_first_two_are_shown_with_the_best_of_each_cell(pages: dict[str, str]) -> None:
    deck_map = lay_out(make_map(KINDS["three"]))
    assert deck_map.elites[1, 2] == 2  # 5 - 1 - 2, and less for the third measure
    assert len(deck_map.elites) == 15
    assert any("this shows the first two" in text for text in pictures_of(pages["three"])["map"][0])


def test_whole_numbers_lie_inside_their_cells() -> None:
    assert edges_of(np.array([0.0, 0.0, 1.0, 4.0]), is_whole=True).tolist() == [-0.5, 0.5, 1.5, 4.5]
    assert edges_of(np.array([2.0, 3.0, 5.0]), is_whole=False).tolist() == [2, 3, 5]


def test_a_full_cell_without_width_is_drawn() -> None:
    edges = edges_of(np.array([2.0, 2.0, 4.0]), is_whole=False)
    assert edges[0] < edges[1] == 2


def test_decks_lie_where_the_map_has_them_and_known_ones_by_their_audit() -> None:
    found, audits = make_map(), make_audits()
    elites = tuple(replace(each, measures=(88.0, 2.5)) if each.number == 300 else each for each in found.elites)
    deck_map = replace(found, elites=elites)
    marks = landmarks_of(lay_out(deck_map), deck_map, audits)
    assert [mark.sign for mark in marks] == ["1", "2", "3", "A"]
    assert marks[0].place == (88, 2.5)
    assert marks[3].place == audits[3].measures


def test_rates_are_shown_in_percent() -> None:
    found = make_map()
    elite = replace(found.elites[0], again=0.625)
    shown = lay_out(replace(found, objective=MeasureTitle("wins", "win rate"), elites=(elite,)))
    assert shown.elites == {(0, 0): 62.5}
    assert shown.objective.label == "win rate, %"


def test_signs_do_not_cover_each_other() -> None:
    stands = spread_labels([np.zeros(2), np.zeros(2), np.array([3.0, 1.0]), np.array([200.0, 0.0])])
    gaps = [np.hypot(*(one - other)) for i, one in enumerate(stands) for other in stands[:i]]
    assert min(gaps) >= 15
    assert stands[0].tolist() == [0, 0]
    assert stands[3].tolist() == [200, 0]


HEALTH, DUST = Quantity("health", "health"), Quantity("dust", "dust")


@pytest.mark.parametrize(
    ("quantity", "values", "low", "high"),
    [
        (HEALTH, [-9.0, 2.0], "orange", "blue"),
        (HEALTH, [1.0, 9.0], "white", "blue"),
        (HEALTH, [-9.0, -1.0], "orange", "white"),
        (DUST, [1000.0, 1000.0], "white", "white"),
        (DUST, [1000.0, 9000.0], "white", "blue"),
    ],
)
def test_colours_tell_on_which_side_of_the_middle_an_elite_is(
    quantity: Quantity, values: list[float], low: str, high: str
) -> None:
    colors = colors_for(quantity, values)
    assert [hue_of(colors.to_rgba(value)) for value in values] == [low, high]


def hue_of(color: tuple[float, ...]) -> str:
    red, _, blue, _ = color
    return "white" if abs(red - blue) < 0.1 else "orange" if red > blue else "blue"


# --- the search -----------------------------------------------------------------------------------


def test_the_search_is_told_with_its_elites_and_what_luck_there_was(pages: dict[str, str]) -> None:
    said = text_of(section_of(pages["two"], "search"))
    assert "evaluated 600 decks, each from 60 games. The map grew from 2 to 4 cells per measure." in said
    assert "Then 40 decks were measured again, until each of the 15 elites had been: 25 of them fell behind" in said
    texts, alternative = pictures_of(pages["two"])["history"]
    assert {"best elite", "average elite", "all cells", "with an elite", "best deck, audited"} <= texts
    assert "at last: best elite 5.98" in alternative


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_that_has_only_begun_has_a_report(tmp_path: Path) -> None:
    with create_run(tmp_path / "run", "decks", SETTINGS.to_json()):
        page = page_of(tmp_path / "run")
    assert PageCheck(page).mistakes == []
    assert "has not evaluated any deck yet" in text_of(page)


def test_a_run_without_audits_tells_how_far_it_is(tmp_path: Path) -> None:
    page = report_with(tmp_path / "run", DecksResults(make_results().history), finished=False)
    assert "No deck has been audited yet. The search has evaluated 600 of 600 decks" in text_of(page)
    assert list(pictures_of(page)) == ["history"]


def test_a_run_amid_its_audits_tells_what_it_has(tmp_path: Path) -> None:
    results = DecksResults(make_results().history, make_audits()[:1])
    page = report_with(tmp_path / "run", results, finished=False)
    said = text_of(page)
    assert "The best deck audited so far wins 60.0%" in said
    assert "Known decks of the class have not been played yet" in said
    assert "deck.toml of the run" not in said
    assert "map" not in pictures_of(page)


def test_what_the_experiment_really_stores_has_a_report(tmp_path: Path) -> None:
    small = MapSettings(evaluations=40, first=20, batch=20, smallest=2, largest=3, remap_every=20)
    settings = DecksSettings(
        "paladin", player="random", players="random", games=24, again_games=24, audit_games=50, finalists=2, map=small
    )
    results = DECKS.start(tmp_path / "run", settings, PlantedDecks())
    page = page_of(tmp_path / "run")
    assert results.final is not None
    assert PageCheck(page).mistakes == []
    assert f"wins {100 * results.final.win_rate.value:.1f}% (95% interval" in text_of(page)
    assert "Costs are not shown" not in page
    assert len(pictures_of(page)) == 6
