"""The page of a balance run: it leads with what a designer wants, and shows every objective of the run to the end."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from tests.unit.experiments.balance.made_up_audits import BEFORE, DECKS, make_audit
from tests.unit.report.made_up_runs import BALANCE_SETTINGS, make_balance_run, make_explanation, make_genetic_run
from tests.unit.report.pages.reports import (
    charts_of,
    hovered_in,
    read,
    rows_of,
    text_of,
    texts_in,
    words_in,
    write_report,
)

from evometa.experiments.balance.aims import Aim
from evometa.experiments.balance.results import UNCHANGED, Audit, AuditedObjective, Guide
from evometa.experiments.balance.settings import find_preset
from evometa.metagame.evidence import Estimated
from evometa.report.words.numbers import ABSENT, UNKNOWN


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a run for F and M."""
    return write_report(make_balance_run(tmp_path_factory.mktemp("runs") / "front"))


def report_with(folder: Path, finished: bool = True, **results: object) -> str:
    return text_of(write_report(make_balance_run(folder, finished=finished, generations=1, **results)))


# --- what was found -------------------------------------------------------------------------------


def test_it_leads_with_what_a_designer_wants(front: Path) -> None:
    said = text_of(front)
    headings = ("In short", "The metagame before and after", "The patch", "Patches worth considering", "The search")
    places = [said.index(f" {heading} ", said.index("How to reproduce it")) for heading in headings]
    assert places == sorted(places)
    assert "In short A typical match-up goes from 86:14 to 52:48. F 0.720 → 0.046 (0.034 to 0.058)" in said
    assert "The recommended patch touches 14 cards." in said
    assert "falls from 0.720 to 0.046" in said


def test_it_tells_what_was_measured_again(front: Path) -> None:
    assert "Then 6 of the best were measured again, from 400 each." in text_of(front)
    assert rows_of(read(front), "audit")["front 5"] == [
        *("44", "110", "220", "14", "0.037", "0.041", "0.046", "0.034 to 0.058", "0.009"),
        "searched F below the noise floor",
    ]


def test_the_patch_is_told_card_by_card_from_old_to_new(front: Path) -> None:
    page = read(front)
    assert rows_of(page, "patch")["Power Word: Shield"] == ["cost 3 → 4, attack 2 → 3, cost 1 → 2, attack 5 → 6"]
    assert "14 cards, M 110 (55 unweighted), jolt 220" in page


def test_both_matrices_have_all_decks_and_the_same_order(front: Path) -> None:
    charts = charts_of(read(front))
    order = [DECKS[2], DECKS[1], DECKS[0]]
    for name in ("matrix", "matrix-1"):
        rows = re.findall(r'text-anchor="end">([^<]*)</text>', charts[name])
        assert rows[:3] == order
    against = f"{DECKS[2]} against {DECKS[0]}"
    assert f"{against}: 86.0% (95% interval 85.0 to 87.0)" in hovered_in(charts["matrix"])
    assert f"{against}: 52.3% (95% interval 51.3 to 53.3)" in hovered_in(charts["matrix-1"])
    assert rows_of(read(front), "metagame")[DECKS[2]][-1] == "51.5 (50.5 to 52.5)", "the same as a table"


def test_claims_below_the_noise_floor_are_marked(front: Path) -> None:
    rows = rows_of(read(front), "audit")
    assert len(rows) == 7
    assert {name for name, row in rows.items() if "below the noise floor" in row[-1]} == {"front 5", "front 6"}


def test_the_genetic_run_has_its_history_with_the_baseline(tmp_path: Path) -> None:
    page = read(write_report(make_genetic_run(tmp_path / "run")))
    shown = texts_in(charts_of(page)["history-f"])
    assert {"average", "minimum", "maximum", "before any change", "noise floor"} <= shown
    assert "before any change (F 0.720)" in page
    assert rows_of(page, "search")["12"][1] == "0.406", "the average of the last generation, as a table"


def test_the_front_is_shown_as_searched_and_as_audited_with_what_was_given(front: Path) -> None:
    shown = texts_in(charts_of(read(front))["front"])
    expected = {
        "front as searched",
        "as audited",
        "recommended, as audited",
        "given at the start",
        UNCHANGED,
        "exp1 best",
    }
    assert expected <= shown


def test_every_point_of_the_front_leads_to_its_patch(front: Path) -> None:
    page = read(front)
    links = re.findall(r'<a href="#([^"]*)"[^>]*><title>([^<]*)</title>', charts_of(page)["front"])
    assert len(links) == 7
    choices = dict(re.findall(r'<article class="choice[^"]*" id="([^"]*)">(.*?)</article>', page, flags=re.DOTALL))
    assert {key for key, _ in links} == set(choices)
    key, label = next((key, label) for key, label in links if label.startswith("front 5:"))
    assert "F 0.046 (0.034 to 0.058), M 110; 14 cards, 52:48" in label
    assert "A typical match-up is 52:48" in words_in(choices[key])
    assert "Power Word: Shield cost 3 → 4" in words_in(choices[key])
    assert "The patch as a file" in choices[key]


def test_cards_show_their_faces_before_and_after(front: Path) -> None:
    page = read(front)
    faces = dict(re.findall(r'<div class="faces" id="([^"]*)">(.*?</div>)</div>', page, flags=re.DOTALL))
    assert faces
    links = set(re.findall(r'<a class="card" href="#([^"]*)"', page))
    assert links == set(faces)


# --- other objectives -----------------------------------------------------------------------------


def with_goal(audit: Audit, value: float) -> Audit:
    """An audit of a run that minimises f_meta and cards."""
    goal = AuditedObjective(value - 0.03, 0.05, value - 0.02, Estimated(value, value - 0.01, value + 0.01), 0.004)
    cards = AuditedObjective(audit.cards_changed, nan, nan, Estimated.exactly(audit.cards_changed), nan)
    return replace(audit, objectives={"f_meta": goal, "cards": cards})


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a run that minimises f_meta and cards; what lowers f_meta hardly changes F."""
    audits = (
        with_goal(make_audit(UNCHANGED, 0, BEFORE, 0), 0.3),
        with_goal(make_audit("front 1", 1, 0.355, 6), 0.16),
        with_goal(make_audit("front 2", 2, 0.35, 20), 0.07),
    )
    settings = BALANCE_SETTINGS.change({"objectives": ["f_meta", "cards"]})
    folder = tmp_path_factory.mktemp("runs") / "other"
    return write_report(make_balance_run(folder, settings, generations=2, audits=audits, chosen=2))


def test_the_summary_tells_what_the_run_minimised(other: Path) -> None:
    said = text_of(other)
    assert (
        "The run minimised how far the decks are from even against the metagame: it goes from 0.300 (0.290 to 0.310)"
        in said
    )
    assert "to 0.070 (0.060 to 0.080)" in said


def test_the_choice_is_by_the_objectives_of_the_run(other: Path) -> None:
    rows = rows_of(read(other), "choice")
    assert list(rows)[:2] == ["front 1", "front 2"]
    why, goal, ends, _, cost, jolt, cards, lowered, per_ten = rows["front 2"]
    assert "recommended above" in why
    assert (goal, ends, cost, cards, lowered) == ("0.070", "0.060 to 0.080", "10", "10", "0.230 (77%)")
    assert (jolt, per_ten) == ("40", "0.230")


def test_the_audit_shows_every_objective_with_interval_and_noise_floor(other: Path) -> None:
    (section,) = re.findall(r'<h2 id="audit"(.*?)</section>', read(other), flags=re.DOTALL)
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', section)
    assert heads[5:10] == ["f meta as searched", "again", "as audited", "95% interval", "noise floor"]
    assert heads[10] == "F as searched", "F is what people know, whatever was minimised"
    row = rows_of(read(other), "audit")["front 2"]
    assert row[4:9] == ["0.040", "0.050", "0.070", "0.060 to 0.080", "0.004"]
    assert row[-1] == "searched f meta below the noise floor"


def test_pictures_show_every_objective_as_audited(other: Path) -> None:
    charts = charts_of(read(other))
    assert {"f meta", "the number of cards changed", "as audited"} <= texts_in(charts["front"])
    assert {"f meta", "before any change", "noise floor", "the patch, audited"} <= texts_in(charts["history-f-meta"])
    assert {"cards changed", "average"} <= texts_in(charts["history-cards"])


def test_objectives_of_an_old_run_that_were_not_audited_are_not_known(tmp_path: Path) -> None:
    unknown = AuditedObjective(0.2, nan, nan, Estimated(nan, nan, nan), nan)
    audits = tuple(
        replace(audit, objectives={"f_meta": unknown, "m": audit.objectives["m"]})
        for audit in (make_audit(UNCHANGED, 0, BEFORE, 0), make_audit("front 1", 1, 0.1, 20))
    )
    settings = BALANCE_SETTINGS.change({"objectives": ["f_meta", "m"]})
    page = write_report(make_balance_run(tmp_path / "run", settings, generations=1, audits=audits, chosen=1))
    assert rows_of(read(page), "audit")["front 1"][4:9] == ["0.200", ABSENT, UNKNOWN, "", UNKNOWN]
    assert not re.search(r"\bnan\b", text_of(page))


# --- what each change buys, and what was drawn ----------------------------------------------------


def test_the_page_says_what_each_change_buys(tmp_path: Path) -> None:
    audits = (make_audit(UNCHANGED, 0, BEFORE, 0), make_audit("front 1", 44, 0.05, 10))
    first = replace(make_explanation(audits[1]), notes=(*audits[1].notes, "Wisp: health 1 -> 2"))
    explained = (first, make_explanation(audits[1]))
    page = write_report(
        make_balance_run(tmp_path / "run", generations=1, audits=audits, chosen=44, explanations=explained)
    )
    said = text_of(page)
    assert "Of 2 changes, 1 clearly lower F. Undecided: Ysera (cost 9 -> 8). More games" in said
    assert "Taken out before the audit, because they buy nothing: Wisp: health 1 → 2." in said
    assert "contributions" in charts_of(read(page))


def test_the_page_says_how_far_match_ups_are_from_their_target(tmp_path: Path) -> None:
    aims = (Aim(DECKS[0], DECKS[1], 0.6, 2.0, 0.9, Estimated(0.63, 0.61, 0.65)),)
    page = write_report(make_balance_run(tmp_path / "run", generations=1, aims=aims))
    assert rows_of(read(page), "target")[DECKS[0]] == [DECKS[1], "60", "90.0", "63.0", "61.0 to 65.0", "+3.0", "2"]
    assert "The farthest match-up is 3.0 points from its target" in text_of(page)
    assert "before it was 30.0 points" in text_of(page)


# --- beside other runs ----------------------------------------------------------------------------


def test_the_patches_of_several_runs_are_compared(tmp_path: Path) -> None:
    folders = []
    for seed, wisp in ((1, 2), (2, 1)):
        patch = f'[change]\n"Wisp" = {{ attack = {wisp} }}\n"Card {seed}" = {{ cost = 1 }}\n'
        audits = (make_audit(UNCHANGED, 0, BEFORE, 0), replace(make_audit("front 1", 44, 0.05, 10), patch=patch))
        folders.append(make_balance_run(tmp_path / f"seed-{seed}", generations=1, audits=audits, chosen=44))
    page = write_report(folders[0], tmp_path / "page.html", beside=[folders[1]])
    rows = rows_of(read(page), "agreement")
    assert rows["seed-1"] == ["seed-2", "1", "1", "0", "29"]
    assert rows["Wisp"] == ["attack +2", "attack +1"]
    assert rows["Card 1"] == ["cost +1", ""]


def test_runs_stand_beside_each_other(front: Path, tmp_path: Path) -> None:
    guided = find_preset("paper-2").change({"guide": "wrd", "guide_top": 5})
    audits = (make_audit("front 1", 3, 0.1, 100),)
    other = make_balance_run(tmp_path / "guided", guided, audits=audits, guide=Guide("wrd", 1_000_000, ()))
    page = write_report(front.parent, tmp_path / "page.html", beside=[other])
    rows = rows_of(read(page), "beside")
    assert rows["guided"][0] == "WRD, 5 cards"
    games = [int(rows[name][1].replace(",", "")) for name in ("front", "guided")]
    assert games[1] == games[0] + 1_000_000, "those of the guide count, too"
    assert "M up to 100" in text_of(page)
    assert rows["guided"][-1] == "0.200 (0.188 to 0.212)"
    assert rows["front"][-1] == "0.161 (0.149 to 0.173)"
    assert "as audited, guided" in texts_in(charts_of(read(page))["front"])


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_without_audits_tells_what_it_has(tmp_path: Path) -> None:
    said = report_with(tmp_path / "run", finished=False, audits=(), chosen=None, final=None)
    assert "The run was interrupted" in said
    assert "No patch has been audited yet" in said
    assert "The metagame as it is" in said


def test_a_run_that_found_nothing_better_says_so(tmp_path: Path) -> None:
    assert "it recommends no change" in report_with(tmp_path / "run", chosen=0)


def test_a_patch_that_may_be_chance_is_told_as_such(tmp_path: Path) -> None:
    audits = (make_audit(UNCHANGED, 0, 0.36, 0), make_audit("front 1", 44, 0.355, 10))
    assert "The intervals overlap: this may be chance" in report_with(tmp_path / "run", audits=audits)
