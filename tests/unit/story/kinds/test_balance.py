"""The story of a balance run: it leads with what a designer wants, and shows every objective of the run to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import META, PlantedCards
from tests.unit.experiments.balance.made_up_audits import BEFORE, CARDS, DECKS, make_audit, make_audits
from tests.unit.experiments.planted_meta import LEARNING, SMALL, write_metagame
from tests.unit.story.made_up_runs import BALANCE_SETTINGS, make_balance_run, make_explanation, make_genetic_run
from tests.unit.story.voices import cells_of, charts_of, in_notebook, joined, on_page, on_terminal, page_of

from evometa.balance.targets import Aim
from evometa.experiments.balance.results import UNCHANGED, Audit, AuditedObjective, Guide, PilotedPatch
from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE, BalanceRun
from evometa.matches.inference import Estimate
from evometa.show.frames import frame_of
from evometa.show.grids import lay_out
from evometa.store import create_run
from evometa.story.blocks import Choices, Level, Story, walk
from evometa.story.charts.data import Dots, Plot, Point
from evometa.story.charts.heat_map import HeatMap, tell_cell
from evometa.story.evaluations import patch_evaluations
from evometa.story.kinds.balance.story import STORY
from evometa.story.words.numbers import ABSENT, UNKNOWN

RECOMMENDED = "front 5"


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> BalanceRun:
    """A run for F and M."""
    return BALANCE.read(make_balance_run(tmp_path_factory.mktemp("runs") / "front"))


@pytest.fixture(scope="module")
def story(front: BalanceRun) -> Story:
    return STORY.of(front)


def run_with(folder: Path, finished: bool = True, **results: Any) -> BalanceRun:
    """A run that has not searched for long, with other results."""
    return BALANCE.read(make_balance_run(folder, finished=finished, generations=1, **results))


def voices_of(told: Story) -> tuple[str, str, str]:
    """What a terminal, a page and a notebook say."""
    return joined(on_terminal(told)), on_page(told), in_notebook(told)


def plot_of(told: Story, name: str) -> Plot:
    chart = charts_of(told)[name]
    assert isinstance(chart, Plot)
    return chart


def legends_of(plot: Plot) -> set[str]:
    return {layer.legend for layer in plot.layers if hasattr(layer, "legend")}


def points_of(plot: Plot) -> list[Point]:
    return [point for layer in plot.layers if isinstance(layer, Dots) for point in layer.points]


def choices_of(told: Story) -> Choices:
    (found,) = (block for block in walk(told.sections) if isinstance(block, Choices))
    return found


# --- what was found -------------------------------------------------------------------------------


def test_it_leads_with_what_a_designer_wants(story: Story) -> None:
    assert [section.anchor for section in story.sections] == [
        *("summary", "patch", "metagame", "choice", "audit", "search", "settings", "reproduce")
    ]
    for said in voices_of(story):
        assert "A typical match-up goes from 86:14 to 52:48 with 14 changed cards." in said
        assert "falls from 0.720 to 0.046." in said
        assert "Power Word: Shield" in said
    assert "F 0.720 → 0.046 (0.034 to 0.058), on fresh games" in on_page(story)
    assert "M, the size of the patch 110 cost counts double; 55 unweighted Jolt 220" in on_page(story)
    assert story.title == "Balance of paper-small"


def test_the_patch_is_told_card_by_card_from_old_to_new(story: Story) -> None:
    notes = ["cost 3 {} 4", "attack 2 {} 3", "cost 1 {} 2", "attack 5 {} 6"]
    assert f"Power Word: Shield {', '.join(notes).format(*'→→→→')}" in on_page(story)
    assert f"Power Word: Shield: {', '.join(notes).format(*['->'] * 4)}" in on_terminal(story)
    assert "14 cards, M 110 (55 unweighted), jolt 220" in on_page(story)
    assert 'name = "front 5"' in on_page(story)


def test_both_matrices_have_all_decks_and_the_same_order(story: Story) -> None:
    charts = charts_of(story)
    for name, told in (("matrix", "86.0% (95% interval 85.0 to 87.0)"), ("matrix-1", "52.3% (95% interval 51.3 to")):
        chart = charts[name]
        assert isinstance(chart, HeatMap)
        assert chart.rows == DECKS[::-1], "the strongest first"
        assert told in tell_cell(chart, chart.cells, 0, 2, DECKS[0])
    assert f"{DECKS[2]} 50 52.3 (51.3 to 53.3) 52.3 (51.3 to 53.3) 51.5 (50.5 to 52.5)" in on_page(story)
    assert cells_of(story, "decks")["WC"] == [DECKS[2], "74.0", "51.5", "\N{MINUS SIGN}22.5"]
    assert "WC     ·  86.0  86.0  74.0" in on_terminal(story)


def test_every_audited_patch_is_told_with_what_the_search_saw_of_it(story: Story) -> None:
    rows = cells_of(story, "audited")
    assert len(rows) == 7
    assert rows[RECOMMENDED] == [
        *("52:48", "14", "110", "220", "44", "0.037", "0.041", "0.046", "0.034 to 0.058", "0.009"),
        "recommended; searched F below the noise floor",
    ]
    assert {name for name, row in rows.items() if "below the noise floor" in row[-1]} == {RECOMMENDED, "front 6"}
    assert cells_of(story, "audited", Level.BRIEF)[RECOMMENDED][:5] == ["52:48", "14", "110", "0.046", "0.034 to 0.058"]
    table = story.table("audited")
    assert table is not None
    assert [row.audit.label for row in table.rows if table.is_marked(row)] == [RECOMMENDED]
    assert "Then 6 of the best were measured again, from 400 each." in on_page(story)


def test_a_patch_that_is_no_better_than_a_smaller_one_says_so(tmp_path: Path) -> None:
    audits = (make_audit(UNCHANGED, 0, BEFORE, 0), make_audit("good", 1, 0.1, 20), make_audit("waste", 2, 0.2, 40))
    rows = cells_of(STORY.of(run_with(tmp_path / "run", audits=audits, chosen=1)), "audited")
    assert rows["waste"][-1] == "not surely better than smaller ones"
    assert "not surely" not in rows["good"][-1]


def test_the_genetic_run_has_its_history_with_the_baseline(tmp_path: Path) -> None:
    told = STORY.of(BALANCE.read(make_genetic_run(tmp_path / "run")))
    plot = plot_of(told, "history-f")
    assert {"average", "minimum", "maximum", "before any change", "noise floor"} <= legends_of(plot)
    assert "before any change (F 0.720)" in on_page(told)
    assert cells_of(told, "generations")["12"][1] == "0.406", "the average of the last generation, as a table"


def test_the_front_is_shown_as_searched_and_as_audited_with_what_was_given(story: Story) -> None:
    plot = plot_of(story, "front")
    audited = {"front as searched", "as audited", "recommended, as audited", "given at the start"}
    assert audited <= legends_of(plot)
    assert {UNCHANGED, "exp1 best"} <= {point.tag for point in points_of(plot)}


def test_every_point_of_the_front_leads_to_its_patch(story: Story) -> None:
    block = choices_of(story)
    choices = {choice.key: choice for choice in block.choices}
    points = {point.key: point for point in points_of(plot_of(story, "front")) if point.key}
    assert len(points) == 7
    assert points.keys() == choices.keys()
    assert choices[block.first].title == RECOMMENDED
    assert points[block.first].label == f"{RECOMMENDED}: F 0.046 (0.034 to 0.058), M 110; 14 cards, 52:48"
    inside = page_of(story).partition(f'id="{block.first}"')[2].partition("</article>")[0]
    assert "A typical match-up is 52:48" in inside
    assert "The patch as a file" in inside


def test_cards_lead_to_their_faces_before_and_after(story: Story) -> None:
    html = page_of(story)
    assert all(name in html for name in CARDS)
    assert html.count('<div class="faces" id="card-') >= len(CARDS)


# --- other objectives -----------------------------------------------------------------------------


def with_goal(audit: Audit, value: float) -> Audit:
    """An audit of a run that minimises f_meta and cards."""
    goal = AuditedObjective(value - 0.03, 0.05, value - 0.02, Estimate(value, value - 0.01, value + 0.01), 0.004)
    cards = AuditedObjective(audit.cards_changed, nan, nan, Estimate.exactly(audit.cards_changed), nan)
    return replace(audit, objectives={"f_meta": goal, "cards": cards})


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """A run that minimises f_meta and cards; what lowers f_meta hardly changes F."""
    audits = (
        with_goal(make_audit(UNCHANGED, 0, BEFORE, 0), 0.3),
        with_goal(make_audit("front 1", 1, 0.355, 6), 0.16),
        with_goal(make_audit("front 2", 2, 0.35, 20), 0.07),
    )
    settings = BALANCE_SETTINGS.change({"objectives": ["f_meta", "cards"]})
    folder = tmp_path_factory.mktemp("runs") / "other"
    return STORY.of(run_with(folder, settings=settings, audits=audits, chosen=2))


def test_the_summary_tells_what_the_run_minimised(other: Story) -> None:
    goal = "The run minimised how far the decks are from even against the metagame: it goes from 0.300 (0.290 to 0.310)"
    for said in voices_of(other):
        assert f"{goal} to 0.070 (0.060 to 0.080)" in said


def test_the_headline_is_about_what_decks_win_and_not_about_match_ups(other: Story) -> None:
    for said in voices_of(other):
        assert (
            "The decks win 26.7 to 73.3% of their games with 10 changed cards; before they won 26.0 to 74.0%." in said
        )
        assert "A typical match-up goes from" not in said
    assert "win rates, %" in heads_of(other, "audited")


def test_a_ceiling_and_classes_are_told_in_words(tmp_path: Path) -> None:
    audits = tuple(
        make_audit(label, number, distance, m, ceiling=Estimate.exactly(0.1), classes=Estimate.exactly(0.1))
        for label, number, distance, m in ((UNCHANGED, 0, BEFORE, 0), ("front 1", 1, 0.12, 20))
    )
    asked = {"objectives": ["ceiling", "classes", "m"], "algorithm": "nsga2", "ceiling": 60, "classes_within": 5}
    run = run_with(tmp_path / "run", settings=BALANCE_SETTINGS.change(asked), audits=audits, chosen=1)
    for said in voices_of(STORY.of(run)):
        assert "Reached: no deck wins more than 60% against the metagame. Before, 1 missed it." in said
        assert "Not reached: every class has a deck within 5 points of 50% against the metagame. Still: " in said
    reached = {each["goal"]: each["is_reached"] for each in STORY.final(run)["goals"]}
    assert reached == {"ceiling": True, "classes": False}


def test_where_f_is_asked_for_and_most_of_it_is_cycles_it_says_so(front: BalanceRun) -> None:
    def told(cycles: float) -> str:
        found = Estimate(cycles, cycles - 0.02, cycles + 0.02)
        standing = replace(front.results.audits[0].standing, f_strength=found, f_cycles=found)
        audits = (replace(front.results.audits[0], standing=standing), *front.results.audits[1:])
        return joined(on_terminal(STORY.of(replace(front, results=replace(front.results, audits=audits)))))

    assert "Most of F is cycles, as in rock, paper, scissors: with all decks made equally strong" in told(0.6)
    assert "Most of F is cycles" not in told(0.2)


def test_the_choice_is_by_the_objectives_of_the_run(other: Story) -> None:
    rows = cells_of(other, "choice")
    assert list(rows) == ["front 1", "front 2"]
    why, goal, ends, _, cost, jolt, cards, lowered, per_ten = rows["front 2"]
    assert "recommended above" in why
    assert (goal, ends, cost, cards, lowered) == ("0.070", "0.060 to 0.080", "10", "10", "0.230 (77%)")
    assert (jolt, per_ten) == ("40", "0.230")


def heads_of(told: Story, name: str) -> list[str]:
    table = told.table(name)
    assert table is not None
    return [head.title for head in lay_out(table, Level.FULL).heads]


def test_the_audit_shows_every_objective_with_interval_and_noise_floor(other: Story) -> None:
    heads = heads_of(other, "audited")[6:-1]
    assert heads[:5] == ["f meta as searched", "again", "f meta as audited", "95% interval", "noise floor"]
    assert heads[5:] == ["F as searched", "again", "F as audited", "95% interval", "noise floor"], "which people know"
    row = cells_of(other, "audited")["front 2"]
    assert row[5:10] == ["0.040", "0.050", "0.070", "0.060 to 0.080", "0.004"]
    assert row[-1] == "recommended; searched f meta below the noise floor"


def test_charts_show_every_objective_as_audited(other: Story) -> None:
    plot = plot_of(other, "front")
    assert (plot.y.label, plot.x.label) == ("f meta", "the number of cards changed")
    assert "as audited" in legends_of(plot)
    measured = {"average", "before any change", "noise floor", "the patch, audited"}
    assert measured <= legends_of(plot_of(other, "history-f-meta"))
    assert not measured <= legends_of(plot_of(other, "history-cards"))


def test_objectives_that_no_audit_tells_are_not_known(tmp_path: Path) -> None:
    unknown = AuditedObjective(0.2, nan, nan, Estimate(nan, nan, nan), nan)
    audits = tuple(
        replace(audit, objectives={"f_meta": unknown, "m": audit.objectives["m"]})
        for audit in (make_audit(UNCHANGED, 0, BEFORE, 0), make_audit("front 1", 1, 0.1, 20))
    )
    settings = BALANCE_SETTINGS.change({"objectives": ["f_meta", "m"]})
    told = STORY.of(run_with(tmp_path / "run", settings=settings, audits=audits, chosen=1))
    assert cells_of(told, "audited")["front 1"][5:10] == ["0.200", ABSENT, UNKNOWN, "", UNKNOWN]
    assert all("nan" not in said for said in voices_of(told))


# --- what each change buys, what was drawn, and other hands ---------------------------------------


def test_it_says_what_each_change_buys(tmp_path: Path) -> None:
    audits = (make_audit(UNCHANGED, 0, BEFORE, 0), make_audit("front 1", 44, 0.05, 10))
    first = replace(make_explanation(audits[1]), notes=(*audits[1].notes, "Wisp: health 1 -> 2"))
    explained = (first, make_explanation(audits[1]))
    told = STORY.of(run_with(tmp_path / "run", audits=audits, chosen=44, explanations=explained))
    for said in (joined(on_terminal(told)), on_page(told)):
        assert "Of 2 changes, 1 clearly lower F. Undecided: Ysera (cost 9 → 8). More games" in said
        assert "Taken out before the audit, because they buy nothing: Wisp: health 1 → 2." in said
    assert "contributions" in charts_of(told)


def test_it_says_how_far_match_ups_are_from_their_target(tmp_path: Path) -> None:
    aims = (Aim(DECKS[0], DECKS[1], 0.6, 2.0, 0.9, Estimate(0.63, 0.61, 0.65)),)
    told = STORY.of(run_with(tmp_path / "run", aims=aims))
    assert cells_of(told, "target")[DECKS[0]] == [DECKS[1], "60", "90.0", "63.0", "61.0 to 65.0", "+3.0", "2"]
    for said in voices_of(told):
        assert "The farthest match-up is 3.0 points from its target" in said
        assert "before it was 30.0 points" in said


def test_a_patch_that_does_not_hold_in_other_hands_is_doubted_first(front: BalanceRun) -> None:
    def pilot(name: str, after: float, holds: bool, games: int) -> PilotedPatch:
        change = Estimate(after - 0.72, after - 0.74, after - 0.7)
        return PilotedPatch(name, Estimate(0.72, 0.71, 0.73), Estimate(after, after, after), change, holds, games)

    def told(*pilots: PilotedPatch) -> Story:
        return STORY.of(replace(front, results=replace(front.results, pilots=pilots)))

    own = pilot("paper", 0.05, True, games=0)
    doubted = told(own, pilot("expert", 0.7, False, games=90))
    for said in voices_of(doubted):
        doubt = said.index("This patch does not hold in other hands: with expert a typical match-up goes from 86:14")
        assert doubt < said.index("A typical match-up goes from")
    assert cells_of(doubted, "pilots")["expert"][0] == "no"
    agreed = told(own, pilot("expert", 0.05, True, games=90))
    assert all("It holds in other hands, too: with expert." in said for said in voices_of(agreed))


# --- beside other runs ----------------------------------------------------------------------------


def beside(*runs: BalanceRun) -> Story:
    return STORY.of(runs[0], runs[1:])


def test_the_patches_of_several_runs_are_compared(tmp_path: Path) -> None:
    def run(seed: int, wisp: int) -> BalanceRun:
        patch = f'[change]\n"Wisp" = {{ attack = {wisp} }}\n"Card {seed}" = {{ cost = 1 }}\n'
        audits = (make_audit(UNCHANGED, 0, BEFORE, 0), replace(make_audit("front 1", 44, 0.05, 10), patch=patch))
        return run_with(tmp_path / f"seed-{seed}", audits=audits, chosen=44)

    told = beside(run(1, 2), run(2, 1))
    assert cells_of(told, "agreement")["seed-1"] == ["seed-2", "1", "1", "0", "29"]
    rows = cells_of(told, "by_card")
    assert (rows["Wisp"], rows["Card 1"]) == (["attack +2", "attack +1"], ["cost +1", ""])


def test_runs_stand_beside_each_other(front: BalanceRun, tmp_path: Path) -> None:
    guided = find_preset("paper-2").change({"guide": "wrd", "guide_top": 5})
    audits = (make_audit("front 1", 3, 0.1, 100),)
    folder = make_balance_run(tmp_path / "guided", guided, audits=audits, guide=Guide("wrd", 1_000_000, ()))
    told = beside(front, BALANCE.read(folder))
    rows = cells_of(told, "beside")
    assert rows["guided"][0] == "WRD, 5 cards"
    games = [int(rows[name][1].replace(",", "")) for name in ("front", "guided")]
    assert games[1] == games[0] + 1_000_000, "those of the guide count, too"
    assert heads_of(told, "beside")[-1] == "M up to 100"
    assert (rows["guided"][-1], rows["front"][-1]) == ("0.200 (0.188 to 0.212)", "0.161 (0.149 to 0.173)")
    assert "as audited, guided" in legends_of(plot_of(told, "front"))
    assert on_page(told)


# --- runs that have not come that far -------------------------------------------------------------


def test_a_run_without_audits_tells_what_it_has(tmp_path: Path) -> None:
    run = run_with(tmp_path / "run", finished=False, audits=make_audits(DECKS)[:1], chosen=None)
    for said in voices_of(STORY.of(run)):
        assert "The run was interrupted" in said
        assert "A typical match-up is 86:14." in said
        assert "No patch has been audited yet" in said
    assert "The metagame as it is" in on_page(STORY.of(run))
    assert STORY.final(run) == {"run": str(run.folder)}
    assert STORY.best(run).startswith("lowest F 0.")


def test_a_run_that_found_nothing_better_says_so(tmp_path: Path) -> None:
    run = run_with(tmp_path / "run", chosen=0)
    for said in voices_of(STORY.of(run)):
        assert "No patch does better on fresh games: a typical match-up stays at 86:14." in said
        assert "The run recommends no change." in said
    assert STORY.best(run) == "no patch is better than 86:14"


def test_a_patch_that_may_be_chance_is_told_as_such(tmp_path: Path) -> None:
    audits = (make_audit(UNCHANGED, 0, 0.36, 0), make_audit("front 1", 44, 0.355, 10))
    told = STORY.of(run_with(tmp_path / "run", audits=audits))
    assert all("The intervals overlap: this may be chance" in said for said in voices_of(told))


def test_a_run_whose_audit_was_too_short_to_know_says_so(tmp_path: Path) -> None:
    told = voices_of(STORY.of(run_with(tmp_path / "run", audits=(make_audit(UNCHANGED, 0, nan, 0),), chosen=0)))
    assert all("The games of the audit are too few to tell how even the metagame is." in s for s in told)


def test_a_run_that_has_only_begun_has_a_story(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "balance", SMALL.to_json()).close()
    run = BALANCE.read(tmp_path / "run")
    assert all("The run has not measured anything yet." in said for said in voices_of(STORY.of(run)))
    assert STORY.best(run) == ""
    assert all(frame_of(make(run)).empty for make in STORY.tables.values())


# --- what experiments store -----------------------------------------------------------------------

MET = [deck.name for deck in META.decks]


def carry_out(folder: Path, **changes: Any) -> BalanceRun:
    """A finished run of planted games, with the file of its metagame beside it."""
    settings = replace(changes.pop("settings", SMALL), metagame=str(write_metagame(folder)), **changes)
    BALANCE.start(folder / "run", settings, PlantedCards())
    return BALANCE.read(folder / "run")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"algorithm": "ga", "objectives": ("f",)}, "A genetic algorithm made "),
        ({"algorithm": "nsga2"}, "NSGA-II made "),
        ({"guide": "wrd", "guide_top": 2}, "guided by each card's WRD, made "),
        ({"objectives": ("unviable", "m", "f_meta")}, "The run minimised "),
    ],
    ids=["ga", "nsga2", "guided", "other objectives"],
)
def test_what_the_experiment_really_stores_has_a_story(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    run = carry_out(tmp_path, **changes)
    story, chosen = STORY.of(run), run.results.chosen_audit
    assert chosen is not None
    assert told in on_page(story)
    assert "Timber Wolf" in on_page(story)
    assert str(tmp_path) not in page_of(story)
    shown = cells_of(story, "audited")[chosen.label]
    for name in {*run.settings.objectives, "f"} - {"m"}:
        found = chosen.f if name == "f" else chosen.objectives[name].audited
        assert {f"{found.value:.3f}", f"{found.low:.3f} to {found.high:.3f}"} <= set(shown)
    assert on_terminal(story)
    assert in_notebook(story)


# --- for other programs ---------------------------------------------------------------------------


def columns_of(one: str, other: str, outcomes: Sequence[str] = ("wins", "losses", "draws")) -> list[str]:
    return [f"{outcome} {one} starts against {other}" for outcome in outcomes]


def test_frames_have_a_row_for_each_audit(front: BalanceRun) -> None:
    audits, patches, chosen = (frame_of(STORY.tables[name](front)) for name in ("audits", "front", "chosen"))
    assert (audits.index.name, patches.index.name, chosen.index.name) == ("patch", "patch", "deck")
    assert audits.index.tolist() == [UNCHANGED, *(f"front {n}" for n in range(1, 7))]
    assert {"f", "f_low", "f_high", "magnitude", "jolt", "cards_changed"} <= set(audits.columns)
    assert {"audited_f", "audited_low", "searched_f", "is_better"} <= set(patches.columns)
    assert chosen.loc[DECKS[2], "win_rate"] == pytest.approx(0.515, abs=0.001)


def test_a_row_for_each_evaluation_with_all_its_numbers(tmp_path: Path) -> None:
    run = carry_out(tmp_path)
    table, evaluations = patch_evaluations(run), run.evaluations
    frame = frame_of(table)
    assert table.note == ""
    assert frame["number"].tolist() == evaluations.numbers.tolist()
    for place, gene in enumerate(("Timber Wolf.cost", "Tundra Rhino.cost")):
        assert frame[f"gene {gene}"].tolist() == evaluations.genomes[:, place].tolist()
    assert frame[["objective f", "objective m"]].to_numpy().tolist() == evaluations.objectives.tolist()
    for (i, one), (j, two) in permutations(enumerate(MET), 2):
        parts = [frame[column] for column in columns_of(one, two)]
        assert np.array_equal(np.stack(parts, axis=1), evaluations.wins[:, i, j])
        assert np.array_equal(sum(parts), evaluations.games[:, i, j])
    assert len(frame.columns) == 2 + 2 + 2 + 6 * 3


@pytest.mark.parametrize(
    ("players", "names"),
    [("skilled", ["skilled", "fair-control"]), ("skilled,expert", ["skilled", "expert"])],
    ids=["one and who plays a rung below", "several"],
)
def test_where_several_play_the_games_of_each_have_columns(tmp_path: Path, players: str, names: list[str]) -> None:
    run = carry_out(tmp_path, settings=LEARNING, players=players)
    table = patch_evaluations(run)
    frame = frame_of(table)
    assert table.note == ""
    assert {"gene Timber Wolf.cost", "objective f"} <= set(frame.columns)
    for k, name in enumerate(names):
        for (i, one), (j, two) in permutations(enumerate(MET), 2):
            (wins,) = columns_of(one, two, ["wins"])
            assert frame[f"{wins}, played by {name}"].tolist() == run.evaluations.wins[:, k, i, j, 0].tolist()


@pytest.mark.parametrize("change", ["gone", "other decks"])
def test_without_its_metagame_columns_are_numbered_and_the_user_is_told(tmp_path: Path, change: str) -> None:
    run = carry_out(tmp_path)
    file = Path(run.settings.metagame)
    if change == "gone":
        file.unlink()
    else:
        file.write_text(file.read_text(encoding="utf-8").replace(MET[0], "Exp1 Hunter (Control)"), encoding="utf-8")
    table = patch_evaluations(run)
    frame = frame_of(table)
    assert len(frame) == len(run.evaluations)
    assert {"gene 1", "gene 2", "objective f", "wins deck 1 starts against deck 2"} <= set(frame.columns)
    assert table.note.startswith("The columns of genes and decks are numbered, because their names are not")


def test_the_final_object_says_where_run_and_patch_are(tmp_path: Path) -> None:
    run = carry_out(tmp_path)
    final = STORY.final(run)
    assert list(final) == [
        *("run", "baseline_f", "searched_f", "audited_f", "audited_low", "audited_high", "magnitude"),
        *(
            "magnitude_unweighted",
            "cards_changed",
            "search_games",
            "games",
            "patch",
            "objectives",
            "pilots",
            "jolt",
            "front",
        ),
        *("explanation", "dropped", "target", "observed", "goals", "worth", "parts"),
    ]
    assert (final["run"], final["patch"]) == (str(run.folder), str(run.folder / "patch.toml"))
    assert Path(final["patch"]).is_file()
    assert STORY.made is not None
    assert STORY.made(run) == f"Patch: {run.folder / 'patch.toml'}"
