"""Balance runs with several who play: what is said is said of the right one, and killing them changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import META
from tests.unit.experiments.balance.made_up_audits import BEFORE, make_audit
from tests.unit.experiments.planted_meta import LEARNING, PlantedDraws
from tests.unit.experiments.test_pilots import looks_ahead
from tests.unit.story.voices import cells_of, in_notebook, on_page, on_terminal

from evometa.experiments import runs
from evometa.experiments.balance.results import UNCHANGED, BalanceResults
from evometa.experiments.balance.work import BALANCE
from evometa.matches.runners import Games
from evometa.store import to_json
from evometa.store.results import Ledger
from evometa.story.blocks import Story
from evometa.story.kinds.balance.story import STORY
from evometa.story.pilots import explain_pilots
from evometa.story.words.numbers import interval, number, typical_match_up

BOTH = ("skilled", "expert")  # by name they would stand the other way round
SETTINGS = replace(LEARNING, metagame="planted", players=",".join(BOTH))


class EdgeOfExperts(PlantedDraws):
    """Who looks at replies wins more with the hunter, before and after."""

    def rate(self, games: Games, job: Any) -> float:
        hunter = 1 - 2 * list(job.decks).index(0) if 0 in job.decks else 0
        return super().rate(games, job) + (0.08 * hunter if looks_ahead(games) else 0.0)


@pytest.fixture(scope="module", autouse=True)
def no_loading() -> Iterator[None]:
    """The metagame of the tests is at hand already."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run in which nobody else plays the patch."""
    folder = tmp_path_factory.mktemp("runs") / "both"
    BALANCE.start(folder, replace(SETTINGS, explain_games=100), make_runner())
    return folder


@pytest.fixture
def results(folder: Path) -> BalanceResults:
    return BALANCE.read(folder).results


def make_runner() -> EdgeOfExperts:
    return EdgeOfExperts(by_draw=0.0)


def story_of(folder: Path) -> Story:
    return STORY.of(BALANCE.read(folder))


# --- who plays ------------------------------------------------------------------------------------


def test_all_who_play_are_named_and_the_first_of_them_first(folder: Path, results: BalanceResults) -> None:
    assert BALANCE.read(folder).players == results.players == BOTH
    assert results.first_player == BOTH[0]
    for audit in results.audits:
        assert list(audit.by_player) == list(BOTH)
        assert audit.standing.to_json() == audit.by_player["skilled"].to_json()
        assert audit.standing.to_json() != audit.by_player["expert"].to_json()


def test_f_before_is_that_of_whom_it_is_highest_with(results: BalanceResults) -> None:
    with_skilled, with_expert = (results.audits[0].by_player[name].f_corrected for name in BOTH)
    assert with_skilled.value < with_expert.value
    assert results.f_before == with_expert


def test_f_before_of_one_who_plays_is_that_of_the_baseline() -> None:
    unchanged = make_audit(UNCHANGED, 0, BEFORE, 0)
    alone = BalanceResults(audits=(unchanged,))
    assert (alone.f_before, alone.players, alone.first_player) == (unchanged.standing.f_corrected, (), "")
    assert alone.compare_by_player(unchanged, "f") == {}
    assert not BalanceResults().f_before.is_known


# --- what is shown --------------------------------------------------------------------------------


def typical_before_and_after(results: BalanceResults) -> tuple[str, str]:
    """A typical match-up with `expert`, which is not that with `skilled`."""
    best = results.recommended
    assert best is not None
    first, worst = ([audit.by_player[name] for audit in (results.audits[0], best)] for name in BOTH)
    before, after = (typical_match_up(each.f_corrected.value) for each in worst)
    assert before != typical_match_up(first[0].f_corrected.value)
    assert after != typical_match_up(first[1].f_corrected.value)
    return before, after


def test_every_number_says_whose_it_is(folder: Path, results: BalanceResults) -> None:
    story, (before, after) = story_of(folder), typical_before_and_after(results)
    best, unchanged = results.recommended, results.audits[0]
    assert best is not None
    for said in (on_page(story), " ".join(on_terminal(story, 140).split()), in_notebook(story)):
        assert f"A typical match-up goes from {before} to {after} with 1 changed card." in said
        assert "Played by skilled and expert: where nobody is named, F is the highest of theirs." in said
        assert f"falls from {number(unchanged.f.value)} to {number(best.f.value)}" in said
    for said in (on_page(story), on_terminal(story, 140)):
        for when, audit in (("Before", unchanged), ("After", best)):
            assert f"{when}: F {number(audit.standing.f_corrected.value)}, played by skilled" in said
        assert "What each change buys, played by skilled" in said
        assert "Win rate against the metagame, played by skilled" in said
    for name in BOTH:
        sides = [audit.by_player[name].f_corrected for audit in (unchanged, best)]
        cells = [cell for f in sides for cell in (number(f.value), interval(f.low, f.high))]
        assert cells_of(story, "players")[name] == cells
    assert cells_of(story, "audited")[best.label][5] == number(best.objectives["f"].searched)
    assert story.subtitle.endswith("Played by skilled and expert.")
    assert STORY.best(BALANCE.read(folder)).startswith(f"{before} to {after}, F ")


def test_a_run_that_has_no_patch_yet_tells_of_whom_it_is_highest_with(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, 1)
        with pytest.raises(KeyboardInterrupt):
            BALANCE.start(tmp_path / "run", SETTINGS, make_runner())
    run = BALANCE.read(tmp_path / "run")
    now = typical_match_up(run.results.audits[0].by_player["expert"].f_corrected.value)
    story = STORY.of(run)
    for said in (on_page(story), on_terminal(story), in_notebook(story)):
        assert f"A typical match-up is {now}." in said
    assert STORY.best(run) == f"{now} as it is"


# --- in other hands -------------------------------------------------------------------------------


def test_all_who_play_say_what_they_make_of_the_patch_though_nobody_else_does(
    folder: Path, results: BalanceResults
) -> None:
    best = results.recommended
    assert best is not None
    assert [(each.pilot, each.games) for each in results.pilots] == [(name, 0) for name in BOTH]
    for each in results.pilots:
        assert (each.before, each.after) == results.compare_by_player(best, "f")[each.pilot]
    assert [each["pilot"] for each in STORY.final(BALANCE.read(folder))["pilots"]] == list(BOTH)
    story, told = story_of(folder), "It was found with skilled and expert; nobody else has played it."
    assert told in on_page(story)
    assert told in on_terminal(story)
    assert cells_of(story, "pilots")["expert"][-1] == "as audited"


def test_the_words_about_pilots_name_all_whom_it_was_found_with(results: BalanceResults) -> None:
    skilled, expert = results.pilots
    other = replace(expert, pilot="fair", games=40)
    assert explain_pilots((skilled, other)).startswith("The first pilot is who it was found with. It holds")
    assert "of what was found. Games" in explain_pilots((skilled, other))
    assert explain_pilots((skilled, expert, other)).startswith("It was found with skilled and expert. It holds")
    assert "of what was found with skilled. Games" in explain_pilots((skilled, expert, other))


@pytest.mark.parametrize("pilot_games", [0, 20])
def test_stopped_after_any_of_its_last_stores_a_run_ends_alike(tmp_path: Path, pilot_games: int) -> None:
    settings = replace(SETTINGS, pilot_games=pilot_games)
    with pytest.MonkeyPatch.context() as patch:
        stores = stop_after(patch, 0)
        whole = BALANCE.start(tmp_path / "whole" / "run", settings, make_runner())
    names = [*BOTH, "fair"] if pilot_games else [*BOTH]
    assert [each.pilot for each in whole.pilots] == names
    for n_left in range(1, len(names) + 2):
        folder = tmp_path / str(n_left) / "run"
        with pytest.MonkeyPatch.context() as patch:
            stop_after(patch, len(stores) - n_left)
            with pytest.raises(KeyboardInterrupt):
                BALANCE.start(folder, settings, make_runner())
        found = BALANCE.resume(folder, runner=make_runner())
        assert to_json(found.to_json()) == to_json(whole.to_json())


def stop_after(patch: pytest.MonkeyPatch, n_stores: int) -> list[BalanceResults]:
    """Interrupt a run as soon as it has stored something that often (0: never); what it stores is in the list."""
    stored: list[BalanceResults] = []
    keep = Ledger.keep

    def keep_and_count(ledger: Ledger[Any], results: BalanceResults) -> None:
        keep(ledger, results)
        stored.append(results)
        if len(stored) == n_stores:
            raise KeyboardInterrupt

    patch.setattr(Ledger, "keep", keep_and_count)
    return stored


def test_who_goes_on_in_another_order_knows_whose_games_are_whose(tmp_path: Path, folder: Path) -> None:
    before = BALANCE.read(folder).results.audits[0]
    for place, players in enumerate(("expert,skilled", "skilled,expert")):
        asked = replace(SETTINGS, players=players, earlier=str(folder))
        results = BALANCE.start(tmp_path / str(place), asked, make_runner())
        known, first = results.audits[0], players.split(",")[0]
        assert known.games == results.games_of_earlier == before.games
        assert known.standing.to_json() == before.by_player[first].to_json()
        assert results.baseline is not None
        assert results.baseline.to_json() == known.standing.to_json()
        assert results.known is not None
        (place,) = [k for k, genome in enumerate(results.known.genomes) if not genome.any()]
        rates = (results.known.wins[place] / results.known.decided[place]).reshape(2, -1)
        for name, found in zip(players.split(","), rates, strict=True):
            assert found == pytest.approx(before.by_player[name].win_rate.value[[0, 0, 1], [1, 2, 2]], abs=0.02)
