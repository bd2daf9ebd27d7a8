"""Balance runs that learn from every game: what they find, that killing them changes nothing, and going on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import CARDS, META, RHINO, WOLF, PlantedCards
from tests.unit.experiments.balance.test_work import Interrupting
from tests.unit.experiments.planted_meta import LEARNING, PlantedDraws, write_metagame
from tests.unit.store.processes import start

from evometa.balance import learned_cards
from evometa.experiments import runs
from evometa.experiments.balance.audited_work import PATCH_FILE
from evometa.experiments.balance.results import BalanceResults, list_front
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.progress import Progress
from evometa.games.patches.files import parse_patch, read_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.store import open_run, to_json
from evometa.story.kinds.balance.run import search_games


@pytest.fixture(autouse=True)
def no_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The metagame of the tests is at hand already."""
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


@pytest.fixture
def settings() -> BalanceSettings:
    return replace(LEARNING, metagame="planted")


def games_of(runner: PlantedCards) -> set[tuple[int, int]]:
    """All games that a runner has played: each has a seed and a number of its own."""
    played = [(int(job.seed), int(job.first) + k) for job in runner.jobs for k in range(int(job.games))]
    assert len(set(played)) == len(played), "a game was played twice"
    return set(played)


# --- what comes of it -----------------------------------------------------------------------------


def test_it_finds_the_planted_card_and_tells_the_best_patch_of_each_size(tmp_path: Path, settings: Any) -> None:
    runner = PlantedCards()
    results = BALANCE.start(tmp_path / "run", settings, runner)
    front, run = list_front(results.audits, "f"), BALANCE.read(tmp_path / "run")
    patch = read_patch(tmp_path / "run" / PATCH_FILE, CARDS)
    assert patch.changes == {f"{WOLF}.cost": 3}
    assert [(each.magnitude, each.cards_changed) for each in front] == [(0, 0), (2, 1), (4, 1), (6, 1)]
    expected = [2 * np.sqrt(2 / 3) * edge for edge in (0.3, 0.2, 0.1, 0.0)]
    assert [each.audited_f.value for each in front] == pytest.approx(expected, abs=0.06)
    assert [each.searched_f for each in front[1:]] == pytest.approx(expected[1:], abs=0.06)
    assert all(each.is_better for each in front)
    assert run.games == len(games_of(runner))


def test_what_is_presented_has_had_enough_games(tmp_path: Path, settings: Any) -> None:
    results = BALANCE.start(tmp_path / "run", settings, PlantedCards())
    assert [each.budget for each in results.rounds[-1].best] == list(settings.learning.budgets)
    assert min(each.games for each in results.rounds[-1].best) >= settings.learning.least_games
    for best in results.rounds[-1].best:
        assert best.size <= best.budget
        assert best.value.low <= best.value.value <= best.value.high
    assert [each.round for each in results.rounds] == list(range(settings.learning.n_rounds))


@pytest.mark.parametrize("players", [None, "skilled", "skilled,expert"])
@pytest.mark.parametrize("max_games", [8_000, 20_000, 50_000])
def test_a_search_keeps_within_the_games_that_it_may_play(
    tmp_path: Path, settings: Any, players: str | None, max_games: int
) -> None:
    """Those of all match-ups and of all who play count, races too; audits and what follows them come on top."""
    learning = replace(settings.learning, races=((8, 800), (8, 1600), (6, 4000)))
    asked = replace(settings, players=players, learning=learning, explain_games=200, pilot_games=100)
    results = BALANCE.start(tmp_path / "run", replace(asked, max_games=max_games), PlantedDraws())
    run = BALANCE.read(tmp_path / "run")
    assert 0.25 * max_games < search_games(run) <= max_games
    later = (*results.audits, *results.explanations, *results.pilots)
    assert search_games(run) + sum(each.games for each in later) == run.games
    assert [each.budget for each in results.rounds[-1].best] == list(learning.budgets)


def test_patches_that_are_looked_at_first_have_games_of_their_own(settings: Any) -> None:
    patches = tuple((str(number), "name = 'Nothing'") for number in range(4))
    thinnest = settings.learning.thinnest
    least = 3 * thinnest.count_needed()
    assert replace(settings, max_games=least).plan_within(3, 1, 0).most_games == least / 3
    given = replace(settings, patches=patches, max_games=least)
    with pytest.raises(InputError, match=f"but {least + 3 * 4 * thinnest.exploit_games:,} are needed"):
        given.plan_within(3, 1, 0)


def test_a_search_that_could_not_end_is_refused(settings: Any) -> None:
    hurried = replace(settings, learning=replace(settings.learning, most_games=2))
    with pytest.raises(InputError, match=r"learning.most_games: found 2 per match-up, but .* are needed"):
        hurried.plan_within(3, 1, 0)


def test_too_few_games_are_refused(tmp_path: Path, settings: Any) -> None:
    """With as many as are said to be needed it runs."""
    with pytest.raises(InputError, match=r"max_games: found 90, but [\d,]+ are needed") as refused:
        BALANCE.start(tmp_path / "run", replace(settings, max_games=90), PlantedCards())
    assert not (tmp_path / "run").exists()
    needed = int(str(refused.value).split("but ")[1].split()[0].replace(",", ""))
    assert BALANCE.start(tmp_path / "run", replace(settings, max_games=needed), PlantedCards()).chosen is not None
    assert search_games(BALANCE.read(tmp_path / "run")) <= needed


def test_progress_tells_the_best_of_each_size(tmp_path: Path, settings: Any) -> None:
    told: list[Progress] = []
    BALANCE.start(tmp_path / "run", settings, PlantedCards(), told.append)
    assert list(told[-1].best) == ["F up to M 2", "M 4", "M 6"]
    assert {each.stage.describe(each.step, each.steps) for each in told} >= {
        "the metagame as it is",
        "round 0 of 5",
        "round 5 of 5",
        "audit: 1 of 3",
    }


def test_no_patch_is_larger_than_was_asked_for(tmp_path: Path, settings: Any) -> None:
    results = BALANCE.start(tmp_path / "run", replace(settings, max_m=5), PlantedCards())
    chosen = results.chosen_audit
    assert chosen is not None
    assert chosen.magnitude == 4
    assert [each.budget for each in results.rounds[-1].best] == [2, 4, 5]


def test_given_patches_are_looked_at_first(tmp_path: Path, settings: Any) -> None:
    given = replace(settings, patches=(("mine", '[change]\n"Timber Wolf" = { cost = 2 }\n'),))
    BALANCE.start(tmp_path / "run", given, PlantedCards())
    first = BALANCE.read(tmp_path / "run").evaluations
    assert first.generations[:2].tolist() == [0, 1]
    assert first.objectives[0, 1] == 4


def test_other_losses_and_sizes_can_be_asked_for(tmp_path: Path, settings: Any) -> None:
    asked = replace(settings, objectives=("cards", "f_meta", "m"), learning=replace(settings.learning, budgets=(1, 2)))
    results = BALANCE.start(tmp_path / "run", asked, PlantedCards())
    assert max(audit.cards_changed for audit in results.audits) <= 2
    assert results.chosen_audit is not None
    assert results.chosen_audit.objectives["f_meta"].audited.value < 0.1


@pytest.mark.parametrize(
    ("asked", "notes"),
    [
        (
            {"objectives": ("ceiling", "m"), "ceiling": 60},
            "Timber Wolf: cost 1 -> 3",
        ),  # the hunter wins 70, 63.3, 56.7%
        ({"objectives": ("ceiling", "m"), "ceiling": 65}, "Timber Wolf: cost 1 -> 2"),
        ({"objectives": ("classes", "m"), "classes_within": 8}, "Timber Wolf: cost 1 -> 3"),
        ({"objectives": ("ceiling", "f_meta", "m"), "ceiling": 60}, "Timber Wolf: cost 1 -> 4"),
    ],
)
def test_the_smallest_patch_is_found_that_reaches_a_goal_about_strength(
    tmp_path: Path, settings: Any, asked: Any, notes: str
) -> None:
    results = BALANCE.start(tmp_path / "run", settings.change(asked), PlantedCards())
    assert results.chosen_audit is not None
    assert results.chosen_audit.notes == (notes,)
    assert results.deck_classes == ("hunter", "paladin", "warlock")
    worth = [each.worth for each in (results.audits[0], results.chosen_audit)]
    assert all(each is not None and each.decks.is_known for each in worth)


def test_other_pilots_play_for_what_the_run_minimised(tmp_path: Path, settings: Any) -> None:
    asked = replace(settings, objectives=("f_meta", "m"), pilot_games=200)
    results = BALANCE.start(tmp_path / "run", asked, PlantedCards())
    before, after = (audit.objectives["f_meta"].audited for audit in (results.audits[0], results.audits[-1]))
    assert (results.pilots[0].before, results.pilots[0].after) == (before, after)
    for each in results.pilots:
        assert each.objective == "f_meta"
        assert each.holds
        assert each.before.value == pytest.approx(before.value, abs=0.04)


def test_a_patch_that_is_not_surely_better_than_smaller_ones_is_marked(tmp_path: Path, settings: Any) -> None:
    results = BALANCE.start(tmp_path / "run", settings, PlantedCards())
    small, large = results.audits[2], replace(results.audits[2], magnitude=9, label="larger")
    assert [each.is_better for each in list_front([results.audits[0], small, large], "f")] == [True, True, False]


# --- from what was observed -----------------------------------------------------------------------

SEEN = 0.727  # at which two mana more bring the hunter to a half: as far in log odds as from 0.8 to 0.6


@pytest.fixture
def observed(settings: BalanceSettings) -> BalanceSettings:
    """People win fewer games with the hunter than the simulation does; of the match-up of the others nobody knows."""
    hunter, *others = (deck.name for deck in META.decks)
    rows = [{"deck": hunter, "opponent": other, "games": 4000, "wins": round(4000 * SEEN)} for other in others]
    return settings.change({"observed": rows})


def test_the_patch_is_right_where_people_are_and_not_where_the_simulation_is(
    tmp_path: Path, observed: BalanceSettings
) -> None:
    results = BALANCE.start(tmp_path / "run", observed, PlantedCards())
    chosen = results.chosen_audit
    assert chosen is not None
    assert chosen.notes == ("Timber Wolf: cost 1 -> 3",)
    assert results.audits[0].standing.win_rate.value[0] == pytest.approx([0.5, SEEN, SEEN], abs=0.001)
    assert results.audits[0].played.win_rate.value[0] == pytest.approx([0.5, 0.8, 0.8], abs=0.03)
    assert chosen.standing.win_rate.value[0] == pytest.approx([0.5, 0.5, 0.5], abs=0.05)
    assert chosen.played.win_rate.value[0] == pytest.approx([0.5, 0.6, 0.6], abs=0.03)
    assert results.f_before.value == pytest.approx(2 * np.sqrt(2 / 3) * (SEEN - 0.5), abs=0.03)
    assert chosen.f.low == 0
    assert 0.03 < chosen.f.high < 0.12
    assert results.observed is not None
    assert results.observed.n_games == 8000


def test_observed_shares_count_for_the_search_as_for_the_audit(tmp_path: Path, observed: BalanceSettings) -> None:
    shares = [{"deck": deck.name, "share": share} for deck, share in zip(META.decks, (0.1, 0.8, 0.1), strict=True)]
    asked = observed.change({"observed": [*observed.observed, *shares], "objectives": ["f_meta", "m"]})
    results = BALANCE.start(tmp_path / "run", asked, PlantedCards())
    before, *patches = (audit.objectives["f_meta"] for audit in results.audits)
    assert before.searched == pytest.approx(before.audited.value, abs=0.01)
    for each in patches:
        assert each.searched == pytest.approx(each.audited.value, abs=0.08)


def test_what_the_search_saw_is_on_the_scale_of_the_audit(tmp_path: Path, observed: BalanceSettings) -> None:
    results = BALANCE.start(tmp_path / "run", observed, PlantedCards())
    for each in list_front(results.audits, "f"):
        assert each.searched_f == pytest.approx(each.audited_f.value, abs=0.08)
    chosen = results.chosen_audit
    assert chosen is not None
    assert chosen.objectives["f"].noise_floor > 0.9 * 2 * np.sqrt(3 / 4 / 2000 / np.pi * 2 / 3)
    assert chosen.games == 3 * observed.audit_games
    before = results.audits[0].standing
    assert before.win_rate.high[0, 1] - before.win_rate.low[0, 1] == pytest.approx(4 * 0.007, abs=0.003)
    after = chosen.standing
    assert after.win_rate.high[0, 1] - after.win_rate.low[0, 1] > 0.05, "three kinds of games are in it"


@pytest.mark.parametrize("batches", [0, 1, 4, 8])
def test_a_run_from_what_was_observed_ends_alike_if_it_is_interrupted(
    tmp_path: Path, observed: BalanceSettings, batches: int
) -> None:
    asked = replace(observed, pilot_games=40)
    expected = BALANCE.start(tmp_path / "whole" / "run", asked, PlantedCards())
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "cut" / "run", asked, Interrupting(batches))
    found = BALANCE.resume(tmp_path / "cut" / "run", runner=PlantedCards())
    assert to_json(found.to_json()) == to_json(expected.to_json())


def test_explanation_and_other_pilots_start_from_it_too(tmp_path: Path, observed: BalanceSettings) -> None:
    asked = replace(observed, explain_games=2000, pilot_games=2000)
    results = BALANCE.start(tmp_path / "run", asked, PlantedDraws(by_draw=0.0))
    assert results.explanation is not None
    (part,) = results.explanation.parts
    f_before = 2 * np.sqrt(2 / 3) * (SEEN - 0.5)
    assert part.buys.value == pytest.approx(f_before, abs=0.06)
    assert part.buys.low <= f_before <= part.buys.high
    assert part.match_ups.value[0, 1] == pytest.approx(0.5 - SEEN, abs=0.05)
    assert results.explanation.standing.win_rate.value[0, 1] == pytest.approx(0.5, abs=0.05)
    for each in results.pilots:
        assert each.before.value == pytest.approx(f_before, abs=0.02)
        assert each.after.value < 0.1


def test_a_run_can_go_on_from_one_that_observed_nothing_and_the_other_way_round(
    tmp_path: Path, settings: BalanceSettings, observed: BalanceSettings
) -> None:
    BALANCE.start(tmp_path / "first", settings, PlantedCards())
    second = BALANCE.start(tmp_path / "second", replace(observed, earlier=str(tmp_path / "first")), PlantedCards())
    assert second.baseline is not None
    assert second.baseline.win_rate.value[0, 1] == pytest.approx(SEEN, abs=0.001)
    assert second.chosen_audit is not None
    assert second.chosen_audit.notes == ("Timber Wolf: cost 1 -> 3",)
    third = BALANCE.start(tmp_path / "third", replace(settings, earlier=str(tmp_path / "second")), PlantedCards())
    assert third.baseline is not None
    assert third.baseline.win_rate.value[0, 1] == pytest.approx(0.8, abs=0.03)
    assert third.chosen_audit is not None
    assert third.chosen_audit.notes == ("Timber Wolf: cost 1 -> 4",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithm": "nsga2"}, "observed: only the algorithm 'model' can start from what was observed"),
        ({"players": "skilled,expert"}, "observed: what people have won says where one metagame stands"),
    ],
)
def test_what_cannot_start_from_it_is_refused(observed: BalanceSettings, changes: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(observed, **changes)


# --- several who play -----------------------------------------------------------------------------


def test_several_players_are_searched_for_at_once(tmp_path: Path, settings: Any) -> None:
    runner = PlantedCards()
    results = BALANCE.start(tmp_path / "run", replace(settings, players="skilled:2,expert", pilot_games=20), runner)
    run = BALANCE.read(tmp_path / "run")
    assert run.evaluations.wins.shape[1:] == (2, 3, 3, 3)
    chosen = results.chosen_audit
    assert chosen is not None
    assert list(chosen.by_player) == ["skilled", "expert"]
    assert chosen.f == max((each.f_corrected for each in chosen.by_player.values()), key=lambda f: f.value)
    assert [each.pilot for each in results.pilots] == ["skilled", "expert", "fair"]
    assert chosen.notes == ("Timber Wolf: cost 1 -> 4",)
    assert run.games == sum(int(job.games) for job in runner.jobs)


@pytest.mark.parametrize("players", ["skilled,skilled", "skilled,", "skilled:0,expert"])
def test_players_that_make_no_sense_are_refused(settings: Any, players: str) -> None:
    with pytest.raises(InputError, match="players: "):
        replace(settings, players=players)


def test_who_plays_a_rung_below_counts_in_the_search_and_says_what_has_come_of_it(
    tmp_path: Path, settings: Any
) -> None:
    runner = PlantedCards()
    results = BALANCE.start(tmp_path / "run", replace(settings, players="skilled", pilot_games=20), runner)
    run = BALANCE.read(tmp_path / "run")
    skilled, weaker = run.evaluations.wins.sum(axis=(0, 2, 3, 4))
    assert weaker == skilled / 2
    assert [each.pilot for each in results.pilots] == ["skilled", "fair-control", "fair", "expert"]
    assert all(not audit.by_player for audit in results.audits), "the audit is about those who play"
    assert min(each.games for each in results.rounds[-1].best) >= settings.learning.least_games
    assert run.games == sum(int(job.games) for job in runner.jobs)


def test_nobody_else_counts_if_that_is_not_wanted_or_a_target_is_drawn(tmp_path: Path, settings: Any) -> None:
    drawn = ({"deck": META.decks[0].name, "against": META.decks[1].name, "rate": 0.6},)
    alone = replace(settings, players="skilled", weaker=0.0)
    aimed = replace(settings, players="skilled", objectives=("target", "m"), target=drawn)
    for number, asked in enumerate((alone, aimed)):
        BALANCE.start(tmp_path / str(number), asked, PlantedCards())
        assert BALANCE.read(tmp_path / str(number)).evaluations.wins.shape[1:] == (3, 3, 3)


def test_going_on_knows_the_games_of_who_plays_a_rung_below(tmp_path: Path, settings: Any) -> None:
    first, second = PlantedCards(), PlantedCards()
    asked = replace(settings, players="skilled")
    BALANCE.start(tmp_path / "first", asked, first)
    after = BALANCE.start(tmp_path / "second", replace(asked, earlier=str(tmp_path / "first")), second)
    assert not games_of(first) & games_of(second)
    assert after.known is not None
    assert (after.known.games.sum(axis=0)[3:] > 0).all()


# --- interrupted and killed -----------------------------------------------------------------------


@pytest.mark.parametrize("batches", [0, 1, 3, 5, 6, 8])
def test_interrupted_anywhere_it_ends_alike(tmp_path: Path, settings: Any, batches: int) -> None:
    expected = BALANCE.start(tmp_path / "whole" / "run", settings, PlantedCards())
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "cut" / "run", settings, Interrupting(batches))
    found = BALANCE.resume(tmp_path / "cut" / "run", runner=PlantedCards())
    assert to_json(found.to_json()) == to_json(expected.to_json())


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.nightly)])
def test_killed_at_random_moments_a_run_ends_to_the_byte_like_one_that_was_not(
    tmp_path: Path, settings: Any, kills: int
) -> None:
    write_metagame(tmp_path)
    whole = tmp_path / "whole" / "run"
    BALANCE.start(whole, settings, PlantedCards())
    process = start("-m", "tests.unit.experiments.mortal", "learning", str(tmp_path), str(kills), "7", "1.5")
    ends = process.communicate()[0].split()
    assert ends.count("killed") == kills
    assert "failed" not in ends
    for number in range(ends.count("finished")):
        folder = tmp_path / str(number) / "run"
        with open_run(folder) as run, open_run(whole) as other:
            assert run.status == "finished"
            assert to_json(run.results()) == to_json(other.results())
        assert (folder / "patch.toml").read_bytes() == (whole / "patch.toml").read_bytes()


# --- going on from an earlier run -----------------------------------------------------------------


def test_a_run_goes_on_from_another_and_plays_no_game_twice(tmp_path: Path, settings: Any) -> None:
    first, second = PlantedCards(), PlantedCards()
    before = BALANCE.start(tmp_path / "first", settings, first)
    locked = replace(settings, space={"only": ["Tundra Rhino", "Timber Wolf"], "lock": ["Timber Wolf.health"]})
    asked = replace(locked, earlier=str(tmp_path / "first"))
    after = BALANCE.start(tmp_path / "second", asked, second)
    assert not games_of(first) & games_of(second)
    assert BALANCE.read(tmp_path / "second").games == len(games_of(second))
    assert after.baseline is not None
    assert before.baseline is not None
    assert after.baseline.to_json() == before.baseline.to_json(), "the metagame as it is was not played again"
    assert after.known is not None
    assert len(after.known.genomes) > 5
    assert after.chosen_audit is not None
    assert after.chosen_audit.f.value < 0.1


def test_who_plays_in_the_search_alone_does_not_make_it_play_the_metagame_as_it_is_again(
    tmp_path: Path, settings: Any
) -> None:
    """A target is drawn for those who play, and for nobody a rung below; their audit is known all the same."""
    first, second = PlantedCards(), PlantedCards()
    asked = replace(settings, players="skilled")
    before = BALANCE.start(tmp_path / "first", asked, first)
    drawn = ({"deck": META.decks[0].name, "against": META.decks[1].name, "rate": 0.6},)
    aimed = replace(asked, objectives=("target", "m"), target=drawn, earlier=str(tmp_path / "first"))
    after = BALANCE.start(tmp_path / "second", aimed, second)
    assert not games_of(first) & games_of(second)
    assert after.games_of_earlier == before.audits[0].games
    assert after.baseline is not None
    assert before.baseline is not None
    assert after.baseline.win_rate.value.tolist() == before.baseline.win_rate.value.tolist()


def test_what_may_no_longer_change_is_locked_though_it_was_learnt(tmp_path: Path, settings: Any) -> None:
    BALANCE.start(tmp_path / "first", settings, PlantedCards())
    locked = replace(settings, space={"only": ["Tundra Rhino"]}, earlier=str(tmp_path / "first"))
    results = BALANCE.start(tmp_path / "second", locked, PlantedCards())
    addresses = {address for audit in results.audits for address in read_changes(audit.patch)}
    assert all(address.startswith(RHINO) for address in addresses)


def read_changes(text: str) -> dict[str, int]:
    return dict(parse_patch(text, CARDS, "patch").changes)


def test_the_games_of_a_run_that_evolved_count_too(tmp_path: Path, settings: Any) -> None:
    BALANCE.start(tmp_path / "first", replace(settings, algorithm="nsga2"), PlantedCards())
    results = BALANCE.start(tmp_path / "second", replace(settings, earlier=str(tmp_path / "first")), PlantedCards())
    assert results.known is not None
    assert results.known.decided.sum() > 12 * 3 * settings.games
    assert results.games_of_earlier == 3 * settings.audit_games


def test_interrupted_after_it_has_taken_over_it_ends_alike(tmp_path: Path, settings: Any) -> None:
    BALANCE.start(tmp_path / "first", settings, PlantedCards())
    asked = replace(settings, earlier=str(tmp_path / "first"))
    expected = BALANCE.start(tmp_path / "whole" / "run", asked, PlantedCards())
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "cut" / "run", asked, Interrupting(2))
    found = BALANCE.resume(tmp_path / "cut" / "run", runner=PlantedCards())
    assert to_json(found.to_json()) == to_json(expected.to_json())


def test_games_of_another_metagame_are_refused(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    BALANCE.start(tmp_path / "first", settings, PlantedCards())
    asked = replace(settings, earlier=str(tmp_path / "first"))
    with pytest.raises(InputError, match="by others"):
        BALANCE.start(tmp_path / "second", replace(asked, players="expert"), PlantedCards())
    changed = META.with_patch(Patch(changes={f"{WOLF}.cost": 1}))
    monkeypatch.setattr(runs, "load_metagame", lambda reference: changed)
    with pytest.raises(InputError, match="its metagame has changed since"):
        BALANCE.start(tmp_path / "third", asked, PlantedCards())


@pytest.mark.parametrize(
    ("tree", "budgets"),
    [
        ({"max_m": 120}, (36, 54, 72, 96, 120)),
        ({"max_m": 120, "objectives": ["target", "m"]}, (60, 90, 120)),
        ({"max_m": 30, "objectives": ["target", "m"]}, (12, 18, 24, 30)),
    ],
)
def test_sizes_follow_from_the_largest_and_from_what_is_aimed_at(tree: Any, budgets: tuple[int, ...]) -> None:
    target = [{"deck": "Hunter", "against": "Paladin", "rate": "60:40"}]
    assert BalanceSettings().change({"target": target, **tree}, "my.toml").plan_learning().budgets == budgets


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"objectives": ["nash_evenness", "m"]}, "cannot minimise 'nash_evenness'"),
        ({"objectives": ["nash_evenness", "m"]}, "Take the algorithm nsga2 for this one"),
        ({"objectives": ["unviable"]}, "Take the algorithm nsga2 or ga for this one"),
        ({"objectives": ["f", "f_meta"]}, "found f, f_meta. Take the algorithm nsga2 for several"),
        ({"objectives": ["m"]}, "found none"),
        ({"objectives": ["f", "ceiling", "m"]}, "or several about strength (f_meta, ceiling, classes)"),
        ({"ceiling": 60}, "objectives: found f_meta, m, but 60 is asked for 'ceiling'"),
        ({"ceiling": 120}, "field 'ceiling': the number 120 is out of range; allowed: a number from 50 to 100"),
        ({"guide": "wrd"}, "leave the guide out, or take nsga2"),
        ({"algorithm": "nsga2", "players": "skilled,expert"}, "several at once are for the algorithm 'model'"),
        ({"algorithm": "nsga2", "earlier": "runs/x"}, "only the algorithm 'model' can go on"),
        ({"learning": {"budgets": [4, 2]}}, "budgets are [4, 2], but must rise"),
        ({"learning": {"races": [[3, 20]]}}, "the best must have had 1,500 games"),
        ({"learning": {"sizes": 3}}, "my.toml, field 'learning': unknown field 'sizes'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tree: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        BalanceSettings().change(tree, "my.toml")
    assert message in str(error.value)


def test_a_card_with_too_many_numbers_is_refused(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned_cards, "MOST_VECTORS", 40)
    wide = replace(settings, space={"only": ["Timber Wolf"]})
    with pytest.raises(InputError, match=r"Timber Wolf could change in 100 ways \(cost, attack, health\)"):
        BALANCE.start(tmp_path / "run", wide, PlantedCards())
    assert not (tmp_path / "run").exists()


def test_results_of_runs_that_do_not_know_of_it_can_be_read() -> None:
    assert BalanceResults.from_json({"audits": []}).rounds == ()
