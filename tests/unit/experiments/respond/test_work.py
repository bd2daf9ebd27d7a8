"""Answers to a patch: what is found, what enters the metagame, and that rounds can be interrupted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from tests.unit.experiments.planted_ogres import (
    FREE_OGRE,
    HUNTER,
    OGRE,
    PALADIN,
    SMALL,
    NewDecksLose,
    PlantedOgres,
    Stopping,
    write_metagame,
)

from evometa.experiments.balance.settings import find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.progress import Progress
from evometa.experiments.respond import settings as respond_settings
from evometa.experiments.respond.parts import part_of, plan_games
from evometa.experiments.respond.results import RespondResults, Round
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.respond.work import RESPOND, choose_player
from evometa.experiments.table.work import TABLE
from evometa.games.decks.deck import load_deck
from evometa.games.patches.files import parse_patch
from evometa.input.errors import InputError
from evometa.metagame.metagames import load_metagame
from evometa.search.settings import EvolutionSettings
from evometa.store import RunError, list_runs, to_json

AGGRO, CONTROL = "Answer 1 Hunter (Aggro)", "Answer 1 Hunter (Control)"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one round that was not interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    RESPOND.start(folder / "run", replace(SMALL, metagame=write_metagame(folder)), PlantedOgres())
    return folder / "run"


def results_of(folder: Path) -> RespondResults:
    found = RESPOND.read(folder)
    assert found.is_finished
    return found.results


def round_of(folder: Path, number: int = 1) -> Round:
    return results_of(folder).rounds[number - 1]


# --- what is found ----------------------------------------------------------------------------------


def test_a_card_that_becomes_free_is_found_by_everybody(whole: Path) -> None:
    found = round_of(whole)
    assert found.patch is not None
    assert (found.patch.notes, found.patch.toml) == ((f"{OGRE}: cost 6 -> 0",), FREE_OGRE)
    assert [answer.name for answer in found.answers] == [AGGRO, CONTROL]
    for answer in found.answers:
        assert (OGRE, 2) in answer.cards
        assert answer.changed_cards == (OGRE,)
        assert OGRE in answer.new_cards
        assert answer.win_rate.low > 0.5
        assert answer.enters
    first, *others = found.newly_played
    assert (first.card, first.decks, first.is_changed) == (OGRE, (AGGRO, CONTROL), True)
    assert not any(card.is_changed for card in others)


def test_answers_say_how_they_differ_from_what_there_was(whole: Path) -> None:
    metagame = load_metagame(whole / "round-1" / "after.toml")
    known = load_deck(HUNTER).counts()
    for answer, deck in zip(round_of(whole).answers, metagame.decks[2:], strict=True):
        assert dict(answer.cards) == deck.counts()
        shared = sum(min(n, known.get(card, 0)) for card, n in answer.cards)
        assert (answer.nearest.deck, answer.nearest.shared) == (HUNTER, shared)
        assert sum(answer.curve) == 30
        assert answer.curve[0] >= 2
        assert {each.deck for each in answer.opponents} == {HUNTER, PALADIN}
        assert answer.klass == deck.klass == "hunter"


def test_the_metagame_is_told_before_and_after(whole: Path) -> None:
    found = round_of(whole)
    before, after = found.before, found.after
    assert before.decks == (HUNTER, PALADIN)
    assert after.decks == (HUNTER, PALADIN, AGGRO, CONTROL)
    assert after.win_rate.value[0, 1] == before.win_rate.value[0, 1]  # the same games
    assert min(after.win_rate.value[2, :2]) > 0.6
    assert after.f_corrected.value > before.f_corrected.value
    assert sum(after.nash[2:]) == pytest.approx(1)
    distances = after.distances
    assert (distances == distances.T).all()
    assert distances[0, 2] == 30 - found.answers[0].nearest.shared
    assert before.viable == sum(abs(rate - 0.5) <= 0.05 for rate in before.against_meta.value)
    assert after.viable_in_nash == sum(share >= 0.01 for share in after.nash)
    assert found.nash_of_answers == pytest.approx(1)
    assert found.ranked[0] is max(found.answers, key=lambda answer: answer.win_rate.value)


def test_parts_are_runs_and_metagame_files_of_their_own(whole: Path) -> None:
    infos = {str(info.folder.relative_to(whole)): info for info in list_runs(whole)}
    searches = [answer.folder for answer in round_of(whole).answers]
    assert set(infos) == {".", "round-1/before-table", "round-1/after-table", *searches}
    assert {info.status for info in infos.values()} == {"finished"}
    patched, answered = (load_metagame(whole / "round-1" / f"{name}.toml") for name in ("before", "after"))
    assert patched.patched_cards[OGRE].tree["cost"] == 0
    assert (patched.name, answered.name) == ("Two decks, round 1", "Two decks, round 1, answered")
    assert answered.patch == patched.patch
    assert answered.shares == (0.25,) * 4
    games = sum(DECKS.read(whole / each).games for each in searches)
    tables = sum(TABLE.read(whole / "round-1" / f"{name}-table").games for name in ("before", "after"))
    assert RESPOND.read(whole).games == games + tables


def test_all_searches_together_play_no_more_than_they_may(whole: Path) -> None:
    found, most = round_of(whole), SMALL.max_games
    assert most is not None
    searched = sum(DECKS.read(whole / each.folder).search_games for each in found.answers)
    assert 0.9 * most < searched <= most
    assert found.search_games == results_of(whole).search_games == searched


def test_searches_start_from_the_metagames_decks_and_audit_only_these_beside_what_they_find(whole: Path) -> None:
    search = DECKS.read(whole / "round-1" / "answers" / "hunter-aggro")
    given = search.settings.given
    assert [load_deck(each).name for each in given] == [HUNTER] * 3
    assert load_deck(given[0]) == load_deck(HUNTER)
    assert load_deck(given[1]).cards == (*load_deck(HUNTER).cards, OGRE, OGRE)
    assert given[2] == given[1], "of which other cards go"
    first = search.evaluations.genomes[search.evaluations.generations == 0]
    assert len(first) == 2 * len(given), "the others are random"
    known = [audit for audit in search.results.audits if audit.is_known]
    assert [audit.name for audit in known] == [HUNTER]
    assert dict(known[0].cards) == load_deck(HUNTER).counts()


def test_without_a_patch_the_metagame_is_answered_as_it_is(tmp_path: Path) -> None:
    settings = replace(SMALL, metagame=write_metagame(tmp_path), patch="", styles=("random",))
    (found,) = RESPOND.start(tmp_path / "run", settings, PlantedOgres()).rounds
    assert found.patch is None
    (answer,) = found.answers
    assert (answer.name, answer.style, answer.changed_cards) == ("Answer 1 Hunter (Random)", "", ())
    assert load_metagame(tmp_path / "run" / "round-1" / "before.toml").patch is None


def test_the_decks_that_are_answered_play_other_cards_for_banned_ones(tmp_path: Path) -> None:
    patch = 'ban = ["Timber Wolf"]\n'
    settings = replace(SMALL, metagame=write_metagame(tmp_path), patch=patch, styles=("aggro",))
    (found,) = RESPOND.start(tmp_path / "run", settings, PlantedOgres()).rounds
    assert found.patch is not None
    assert {(each.deck, each.card) for each in found.patch.replaced} == {(HUNTER, "Timber Wolf")}
    before = load_metagame(tmp_path / "run" / "round-1" / "before.toml")
    assert before.decks[0].counts()[found.patch.replaced[0].by] >= 1
    assert "Timber Wolf" not in before.decks[0].counts()
    assert round_of(tmp_path / "run").patch.replaced == found.patch.replaced


def test_an_answer_that_loses_does_not_enter(tmp_path: Path) -> None:
    settings = replace(SMALL, metagame=write_metagame(tmp_path), classes=("mage",), styles=("aggro",))
    results = RESPOND.start(tmp_path / "run", settings, NewDecksLose())
    (found,) = results.rounds
    assert found.answers[0].win_rate.high < 0.5
    assert not found.answers[0].enters
    assert found.entered == []
    assert found.after is found.before
    assert found.newly_played == ()
    assert found.nash_of_answers == 0
    assert len(load_metagame(tmp_path / "run" / "round-1" / "after.toml").decks) == 2
    given = DECKS.read(tmp_path / "run" / "round-1" / "answers" / "mage-aggro").settings.given
    assert load_deck(given[0]) == load_deck("Starter Mage")  # there is no mage in the metagame


# --- many rounds ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two_rounds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, RespondSettings, int]]:
    """A run of two rounds, its settings, and its number of batches; balance runs are short while it is there."""
    folder, runner = tmp_path_factory.mktemp("two"), PlantedOgres()
    settings = replace(SMALL, metagame=write_metagame(folder), styles=("aggro",), depth=2, balance_scale=2)
    few = EvolutionSettings(population=4, generations=1)
    space = {"only": [OGRE, "cost"], "range": [-3, 3]}
    short = replace(find_preset("quick"), evolution=few, audit_size=2, audit_games=40, space=space)
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(respond_settings, "find_preset", lambda name: short)
        RESPOND.start(folder / "run", settings, runner)
        yield folder / "run", settings, len(runner.calls)


def test_every_part_is_planned(two_rounds: tuple[Path, RespondSettings, int]) -> None:
    folder, settings, _ = two_rounds
    planned = plan_games(settings, len(load_metagame(settings.metagame).decks), [("hunter", "aggro")])
    runs = [file.parent.relative_to(folder) for file in folder.glob("round-*/**/run.sqlite")]
    played = {(int(run.parts[0].removeprefix("round-")), run.relative_to(run.parts[0]).as_posix()) for run in runs}
    by_pilots = {(number, "pilots") for number in (1, 2)}  # which are no runs of their own
    assert set(planned) - played == {(2, "after-table"), *by_pilots}  # the first takes answers that enter
    assert played < set(planned)
    assert all(games > 0 for part, games in planned.items() if part not in by_pilots)  # who do not play here


def test_the_second_round_answers_the_balance_of_the_first(two_rounds: tuple[Path, RespondSettings, int]) -> None:
    folder, *_ = two_rounds
    first, second = results_of(folder).rounds
    balance = BALANCE.read(folder / "round-2" / "balance")
    assert balance.settings.games == 2 * find_preset("quick").games
    assert balance.settings.metagame == str(folder / "round-1" / "after.toml")
    audit = balance.results.chosen_audit
    assert audit is not None
    assert audit.notes
    assert second.patch is not None
    assert (second.patch.notes, second.patch.toml) == (audit.notes, audit.patch)
    assert second.before.decks == first.after.decks == (HUNTER, PALADIN, AGGRO)
    assert [answer.name for answer in second.answers] == ["Answer 2 Hunter (Aggro)"]
    metagame = load_metagame(folder / "round-1" / "after.toml")
    patch = parse_patch(audit.patch, metagame.patched_cards)
    played = load_metagame(folder / "round-2" / "before.toml")
    assert played.patched_cards == metagame.with_patch(patch).patched_cards


def test_an_interrupted_run_ends_alike(two_rounds: tuple[Path, RespondSettings, int], tmp_path: Path) -> None:
    folder, settings, n_batches = two_rounds
    for batches in (n_batches // 3, n_batches - 2):
        again = tmp_path / str(batches) / folder.name
        with pytest.raises(KeyboardInterrupt):
            RESPOND.start(again, settings, Stopping(batches))
        assert text_of(RESPOND.resume(again, runner=PlantedOgres())) == text_of(results_of(folder))
    with pytest.raises(RunError, match="began with depth = 2, and now depth is 1"):
        RESPOND.carry_on(folder, replace(settings, depth=1))


def text_of(results: RespondResults) -> str:
    return to_json(results.to_json())


def test_the_games_that_are_left_are_not_those_of_parts_that_are_finished(
    two_rounds: tuple[Path, RespondSettings, int], tmp_path: Path
) -> None:
    """A part that was lost is played again, though later ones are finished."""
    _, settings, n_batches = two_rounds
    heard: list[Progress] = []
    with pytest.raises(KeyboardInterrupt):
        RESPOND.start(tmp_path / "run", settings, Stopping(n_batches - 1))
    shutil.rmtree(tmp_path / "run" / "round-1" / "answers" / "hunter-aggro")
    RESPOND.resume(tmp_path / "run", runner=PlantedOgres(), progress=heard.append)
    lost, last = part_of(1, "answers/hunter-aggro"), part_of(2, "answers/hunter-aggro")
    assert [parts for parts, _ in groupby(told.parts for told in heard)] == [(lost,), (last,)]
    planned = plan_games(settings, len(load_metagame(settings.metagame).decks), [("hunter", "aggro")])
    left = planned[2, "answers/hunter-aggro"] + planned[2, "after-table"]
    assert min(told.games_left for told in heard if told.parts == (lost,)) == left


# --- what is refused --------------------------------------------------------------------------------

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no patch at all": ({"patch": "cost = 1"}, "spring.toml: unknown field 'cost'"),
    "no TOML": ({"patch": "[["}, "spring.toml: this is not TOML"),
    "no effect": ({"patch": '[change]\n"Wisp" = { cost = -1 }\n'}, "spring.toml: nothing would change"),
    "unknown class": ({"classes": ("hunte",)}, "class: found 'hunte'; did you mean 'hunter'?"),
    "too few cards": ({"pool": "hall-of-fame"}, "neutral cards of the pool 'hall-of-fame' allow a deck of"),
    "unknown pool": ({"pool": "papper"}, "unknown pool or set 'papper'; did you mean 'paper'?"),
    "a style twice": ({"styles": ("aggro", "aggro")}, "styles: found aggro, aggro; allowed: .* each once"),
    "unknown style": ({"styles": ("agro",)}, "there is no player file and no preset 'agro'"),
    "players of other cards": ({"styles": ("paper-aggro",)}, "'paper-aggro' is meant for other cards"),
    "depth 0": ({"depth": 0}, "field 'depth': the number 0 is out of range; allowed: a whole number from 1"),
    "no games": ({"max_games": 0}, "field 'max_games': the number 0 is out of range"),
    "too few games": ({"max_games": 90}, "max_games, of which each of 2 searches has its part: found 45 games, of "),
    "too few for later rounds": ({"max_games": 1000, "depth": 5}, "each of 10 searches .* found 100 games, of which"),
    "audit games": ({"audit_games": 1}, "field 'audit_games': the number 1 is out of range"),
    "odd games": ({"table_games": 3}, "field 'table_games': found 3; allowed: an even number"),
    "no balance": ({"balance_scale": 0}, "balance_scale: found 0; allowed: above 0"),
    "no metagame": ({"metagame": "paper-smal"}, "did you mean 'paper-small'?"),
}


@pytest.mark.parametrize(("change", "problem"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_before_anything_is_played(change: dict[str, Any], problem: str, tmp_path: Path) -> None:
    settings = {**SMALL.to_json(), "metagame": write_metagame(tmp_path), "patch_label": "spring.toml", **change}
    runner = PlantedOgres()
    with pytest.raises(InputError, match=problem):
        RESPOND.start(tmp_path / "run", RespondSettings.from_json(settings), runner)
    assert not runner.calls
    assert not (tmp_path / "run").exists()


def test_a_style_that_nobody_plays_needs_a_player(tmp_path: Path) -> None:
    path = tmp_path / "slow.toml"
    path.write_text(f'players = "fair"\n[[deck]]\ndeck = "{PALADIN}"\n', encoding="utf-8")
    settings = replace(SMALL, metagame=str(path), classes=(), styles=("aggro",))
    with pytest.raises(InputError, match="has no aggro deck, so nobody who plays one; name the player, as in"):
        RESPOND.start(tmp_path / "run", settings, PlantedOgres())
    metagame = load_metagame(path)
    assert choose_player("aggro", metagame, "paper") == "paper-aggro"
    assert choose_player("aggro", metagame, "random") == "random"
    assert choose_player("control", metagame, "paper") == "control"
    assert choose_player("fair-aggro", metagame, "paper") == "fair-aggro"


def test_settings_survive_json() -> None:
    assert RespondSettings.from_json(SMALL.to_json()) == SMALL
    assert [replace(SMALL, balance_scale=scale).balance().games for scale in (1, 0.1, 1.51)] == [40, 20, 60]


# --- from what was observed -----------------------------------------------------------------------


def test_known_match_ups_stand_where_they_were_observed_and_new_decks_where_they_are_simulated(tmp_path: Path) -> None:
    rows = ({"deck": HUNTER, "opponent": PALADIN, "games": 20_000, "wins": 6_000},)
    asked = replace(SMALL, metagame=write_metagame(tmp_path), observed=rows)
    results = RESPOND.start(tmp_path / "run", asked, PlantedOgres())
    plain = RESPOND.start(tmp_path / "plain", replace(asked, observed=()), PlantedOgres())
    (found,), (other,) = results.rounds, plain.rounds
    assert found.before.decks[:2] == (HUNTER, PALADIN)
    assert found.before.win_rate.value[0, 1] == pytest.approx(0.3, abs=0.05), "no deck has the ogre, so nothing moves"
    assert found.after.win_rate.value[0, 1] == found.before.win_rate.value[0, 1]
    assert found.after.win_rate.value[0, 2:] == pytest.approx(other.after.win_rate.value[0, 2:], abs=0.02)
    assert [each.toml for each in found.answers] == [each.toml for each in other.answers]
    assert results.observed is not None
    assert results.observed.n_games == 20_000
    assert RESPOND.read(tmp_path / "run").games > RESPOND.read(tmp_path / "plain").games, "without the patch, too"


def test_shares_of_the_file_say_how_often_decks_are_met_before_the_answers(tmp_path: Path) -> None:
    match_up = {"deck": HUNTER, "opponent": PALADIN, "games": 20_000, "wins": 6_000}
    rows = (match_up, {"deck": HUNTER, "share": 0.9}, {"deck": PALADIN, "share": 0.1})
    asked = replace(SMALL, metagame=write_metagame(tmp_path), observed=rows, table_games=2000)
    (found,) = RESPOND.start(tmp_path / "run", asked, PlantedOgres()).rounds
    assert found.before.against_meta.value == pytest.approx([0.48, 0.68], abs=0.01)
    assert found.before.viable == 1, "with equal shares it would be none"
    n_decks = len(found.after.decks)
    assert found.after.against_meta.value[0] == pytest.approx(found.after.win_rate.value[0].sum() / n_decks)


def test_levels_of_before_the_first_patch_are_not_for_later_ones() -> None:
    with pytest.raises(InputError, match="observed: it says where the metagame stands before the first patch"):
        replace(SMALL, observed=({"deck": HUNTER, "opponent": PALADIN, "games": 2, "wins": 1},), depth=2)
