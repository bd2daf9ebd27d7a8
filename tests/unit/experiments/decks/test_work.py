"""Deck searches: what they find, what they report of it, that killing them changes nothing, and what they refuse."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import Counter
from dataclasses import replace
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.experiments.planted_searches import SMALL_SEARCH, read_all
from tests.unit.metagame.planted_decks import (
    CARDS,
    META,
    Interrupted,
    PlantedDecks,
    count_basic_in,
    count_copies,
    own_deck,
    read_list,
    seat_of,
)
from tests.unit.store.forgeries import replace_row
from tests.unit.store.processes import start

from evometa.experiments import runs
from evometa.experiments.decks.map_search import MEASURING_AGAIN, SEARCHING
from evometa.experiments.decks.results import DeckAudit, DeckMap, DecksResults, Elite
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import AUDITING, DECK_FILE, DECKS, DECKS_FOLDER
from evometa.experiments.progress import Progress
from evometa.games.decks.deck import Deck, load_deck
from evometa.games.decks.formats import format_toml
from evometa.games.decks.summary import summarise_deck
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.matches.schedule import seed_for
from evometa.metagame.metagames import Metagame
from evometa.search.settings import MapSettings
from evometa.store import Evaluations, Run, RunError, open_run
from evometa.store.schema import FILE

AGGRO, CONTROL = load_deck("exp1_hunter_aggro"), load_deck("exp1_hunter_control")
SPACE = make_space(SMALL_SEARCH, META)
BASIC_IN_AGGRO, BASIC_IN_CONTROL = count_basic_in(SPACE, SPACE.encode([AGGRO, CONTROL])).tolist()
SMALL_MAP = SMALL_SEARCH.map
ABSENT = next(card.id for card, n in zip(SPACE.cards, SPACE.encode([AGGRO])[0], strict=True) if not n)
N_BATCHES = 6  # of the search
N_AUDITS = 3  # two finalists, and the hunter of the metagame


@pytest.fixture
def metagame(monkeypatch: pytest.MonkeyPatch) -> list[Metagame]:
    """What is loaded instead of a metagame's file."""
    loaded = [META]
    monkeypatch.setattr(runs, "load_metagame", lambda reference: loaded[0])
    return loaded


@pytest.fixture(autouse=True)
def no_loading(metagame: list[Metagame]) -> None:
    """The metagame of the tests is at hand already."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlantedDecks]:
    """A small search that nobody interrupted, and its runner."""
    folder, runner = tmp_path_factory.mktemp("whole") / "run", PlantedDecks()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_SEARCH, runner)
    return folder, runner


def read_run(folder: Path) -> tuple[DecksResults, Evaluations]:
    """Results and evaluations."""
    run = DECKS.read(folder)
    return run.results, run.evaluations


def read_end(folder: Path) -> tuple[DeckMap, DeckAudit]:
    """The map and the best deck of a finished run."""
    results, _ = read_run(folder)
    assert results.map is not None
    assert results.best is not None
    return results.map, results.best


def make(folder: Path, settings: DecksSettings = SMALL_SEARCH, **runner: Any) -> tuple[DecksResults, Evaluations]:
    """The results and evaluations of a search."""
    DECKS.start(folder, settings, PlantedDecks(**runner))
    return read_run(folder)


def deck_of(audit: DeckAudit) -> Deck:
    return Deck(audit.name, audit.klass, audit.style, tuple(card for card, n in audit.cards for _ in [0] * n))


def count_basic(evaluations: Evaluations) -> list[int]:
    return count_basic_in(SPACE, evaluations.genomes).tolist()


def encode(deck: Deck) -> list[int]:
    return SPACE.encode([deck])[0].tolist()


# --- what it finds --------------------------------------------------------------------------------


def test_it_finds_the_planted_cards_and_the_audit_confirms_it(tmp_path: Path) -> None:
    grid = MapSettings(evaluations=300, first=50, batch=50, smallest=2, largest=4, remap_every=50)
    settings = replace(SMALL_SEARCH, games=30, again_games=60, audit_games=1000, map=grid)
    results, evaluations = make(tmp_path / "run", settings)
    (_, found), known = read_end(tmp_path / "run"), results.audits[-1]
    assert found.number is not None
    n_basic = count_basic(evaluations)
    best = n_basic[found.number]
    assert best > max(n_basic[:50]) + 2
    assert found.win_rate.low < 0.2 + 0.02 * best < found.win_rate.high
    assert known.win_rate.low < 0.2 + 0.02 * BASIC_IN_AGGRO < known.win_rate.high
    assert found.win_rate.low > known.win_rate.high


def test_a_lucky_deck_does_not_stay_an_elite(tmp_path: Path) -> None:
    settings = replace(SMALL_SEARCH, games=600, again_games=600, audit_games=600)
    _, evaluations = make(tmp_path / "fair", settings)
    lucky = int(np.argmin(count_basic(evaluations)[:12]))
    seed = seed_for(settings.seed, "deck", lucky)
    seeds = {seed_for(seed, "match", deck.name, seat) for deck in META.decks for seat in range(2)}
    results, evaluations = make(tmp_path / "lucky", settings, lucky=frozenset(seeds))
    assert evaluations.objectives[lucky, 0] > 100
    deck_map, best = read_end(tmp_path / "lucky")
    assert best.number is not None
    assert results.history[-1].best == evaluations.objectives[lucky, 0], "the search itself falls for it"
    assert lucky not in [elite.number for elite in deck_map.elites]
    assert max(elite.again for elite in deck_map.elites) < 40
    truth = count_basic(evaluations)
    assert truth[best.number] == max(truth) > truth[lucky] + 3
    assert [audit for audit in results.audits if audit.number == lucky] == []


def test_given_decks_come_first_and_are_audited_as_known(tmp_path: Path) -> None:
    settings = replace(SMALL_SEARCH, given=(CONTROL.name, AGGRO.name))
    results, evaluations = make(tmp_path / "run", settings)
    assert evaluations.genomes[:2].tolist() == [encode(CONTROL), encode(AGGRO)]
    known = {audit.name: audit for audit in results.known}
    assert list(known) == [AGGRO.name, CONTROL.name], "one is in the metagame, too"
    for deck in (AGGRO, CONTROL):
        assert encode(deck_of(known[deck.name])) == encode(deck)
        assert known[deck.name].number is None
        assert isnan(known[deck.name].searched)
        assert isnan(known[deck.name].again)


def test_decks_of_one_name_are_all_known(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(format_toml(replace(CONTROL, name=AGGRO.name), CARDS), encoding="utf-8")
    results, _ = make(tmp_path / "run", replace(SMALL_SEARCH, given=(str(path), str(path), AGGRO.name)))
    known = [deck_of(audit) for audit in results.known]
    assert [encode(deck) for deck in known] == [encode(AGGRO), encode(CONTROL)]


def test_a_given_deck_is_adapted_to_what_a_deck_may_have(tmp_path: Path, metagame: list[Metagame]) -> None:
    cards = Counter(CONTROL.card_ids(CARDS))
    gone = min(cards.keys() - set(AGGRO.card_ids(CARDS)))
    metagame[0] = META.with_patch(Patch(banned=frozenset({gone})))
    settings = replace(SMALL_SEARCH, given=(CONTROL.name,), pool="classic", locked=("King Krush",))
    results, evaluations = make(tmp_path / "run", settings)
    space = make_space(settings, metagame[0])
    assert space.contains(evaluations.genomes).all()
    first = dict(zip([card.id for card in space.cards], evaluations.genomes[0].tolist(), strict=True))
    kept = {card: n for card, n in cards.items() if CARDS[card].tree["set"] == "classic" and card != gone}
    assert gone not in first
    assert kept
    assert all(first[card] >= n for card, n in kept.items()), "with so few left, none has to go for the locked one"
    assert [audit.name for audit in results.known] == [AGGRO.name], (
        "it is outside the pool, but legal; the other one is not legal any more"
    )


@pytest.mark.parametrize("measures", [("turns",), ("cost", "minions", "dust")])
def test_a_map_has_any_number_of_measures(tmp_path: Path, measures: tuple[str, ...]) -> None:
    _, evaluations = make(tmp_path / "run", replace(SMALL_SEARCH, measures=measures))
    found, _ = read_end(tmp_path / "run")
    assert [each.name for each in found.measures] == list(measures)
    assert found.boundaries.shape == (len(measures), 5)
    assert found.size == (4,) * len(measures)
    assert {len(elite.cell) for elite in found.elites} == {len(measures)}
    assert evaluations.objectives.shape == (len(evaluations), 1 + len(measures))


def test_another_seed_gives_another_search_and_the_same_seed_the_same(tmp_path: Path, whole: Any) -> None:
    same, other = (
        make(tmp_path / name / "run", replace(SMALL_SEARCH, seed=seed)) for name, seed in (("a", 1), ("b", 2))
    )
    assert read_all(tmp_path / "a" / "run") == read_all(whole[0])
    assert other[1].genomes[0].tolist() != same[1].genomes[0].tolist()


# --- what it plays --------------------------------------------------------------------------------


def test_a_deck_that_always_starts_has_seat_0_in_all_stages(tmp_path: Path) -> None:
    runner = PlantedDecks()
    DECKS.start(tmp_path / "run", replace(SMALL_SEARCH, seats="first"), runner)
    assert {seat_of(job) for _, jobs in runner.batches for job in jobs} == {0}
    _, evaluations = read_run(tmp_path / "run")
    assert (evaluations.games[:40] == [[2, 0]] * 3).all()
    assert (evaluations.games[40:] == [[4, 0]] * 3).all()


def test_from_both_seats_every_opponent_is_met_equally_often(whole: Any) -> None:
    results, evaluations = read_run(whole[0])
    assert (evaluations.games[:40] == 1).all()
    assert (evaluations.games[40:] == 2).all()
    assert [audit.games for audit in results.audits] == [60] * N_AUDITS


def test_a_search_plays_what_it_stores(whole: Any) -> None:
    """Decks, their numbers of games and their values are those of the runner, batch by batch."""
    folder, runner = whole
    _, evaluations = read_run(folder)
    for generation in range(evaluations.generations.max() + 1):
        games, jobs = runner.batches[generation]
        found = evaluations.generations == generation
        lists = [games.decks[i] for i in sorted({own_deck(job) for job in jobs})]
        assert [count_copies(SPACE, read_list(each, "hunter")) for each in lists] == evaluations.genomes[found].tolist()
        assert int(jobs["games"].sum()) == evaluations.games[found].sum()
    wins = evaluations.wins.sum(axis=(1, 2)) / evaluations.games.sum(axis=(1, 2))
    assert evaluations.objectives[:, 0] == pytest.approx(count_basic(evaluations) + 5 * (2 * wins - 1))
    costs = np.array([card.tree["cost"] for card in SPACE.cards])
    assert evaluations.objectives[:, 1].tolist() == (evaluations.genomes @ costs).tolist()


def test_audits_play_the_same_games_with_every_deck_and_games_that_the_search_did_not_see(whole: Any) -> None:
    folder, runner = whole
    _, evaluations = read_run(folder)
    audits = [{int(seed) for seed in jobs["seed"]} for _, jobs in runner.batches[-N_AUDITS:]]
    searched = {int(seed) for _, jobs in runner.batches[:-N_AUDITS] for seed in jobs["seed"]}
    assert audits[0] == audits[1] == audits[2]
    assert not audits[0] & searched
    assert len(searched) == len(evaluations) * 3 * 2, "every deck has games of its own"


def test_one_audited_game_per_match_up_is_enough_for_a_deck_that_always_starts(tmp_path: Path) -> None:
    results, _ = make(tmp_path / "run", replace(SMALL_SEARCH, seats="first", audit_games=1))
    assert {audit.games for audit in results.audits} == {3}


# --- what it reports ------------------------------------------------------------------------------


def test_results_are_stored_under_the_keys_that_others_read(whole: Any) -> None:
    with open_run(whole[0]) as run:
        results = run.results()
    assert results.keys() == {"history", "rounds", "audits", "map", "cards", "pilots", "version", "games_beside"}
    assert {key for row in results["history"] for key in row} == {
        *("generation", "evaluations", "size", "elites", "best", "mean"),
    }
    for audit in results["audits"]:
        assert audit.keys() == {
            *("name", "klass", "style", "is_known", "number", "searched", "again", "objective", "measures", "win_rate"),
            *("low", "high", "opponents", "games", "cards", "curve", "types", "dust", "toml", "is_other"),
        }
        assert [each["deck"] for each in audit["opponents"]] == [deck.name for deck in META.decks]
        assert audit["opponents"][0].keys() == {"deck", "win_rate", "low", "high"}
    assert results["map"].keys() == {"objective", "measures", "boundaries", "elites"}
    assert results["map"]["elites"][0].keys() == {"cell", "number", "searched", "again", "measures"}


def test_a_run_counts_all_its_games(whole: Any) -> None:
    folder, runner = whole
    assert DECKS.read(folder).games == sum(int(jobs["games"].sum()) for _, jobs in runner.batches)


def test_the_history_tells_how_the_map_filled(whole: Any) -> None:
    results, evaluations = read_run(whole[0])
    history = results.history
    assert [batch.evaluations for batch in history] == [8, 12, 20, 28, 36, 40]
    assert [batch.generation for batch in history] == list(range(N_BATCHES))
    assert (history[0].size, history[-1].size) == (2, 4)
    for batch in history:
        assert batch.best == evaluations.objectives[: batch.evaluations, 0].max()
        assert batch.mean <= batch.best


def test_the_map_shows_every_elite_as_searched_and_as_measured_again(whole: Any) -> None:
    _, evaluations = read_run(whole[0])
    found, _ = read_end(whole[0])
    again, bounds = read_again(whole[0]), found.boundaries
    assert (np.diff(bounds) >= 0).all()
    for elite in found.elites:
        assert elite.searched == evaluations.objectives[elite.number, 0]
        assert elite.again == again[elite.number]
        assert elite.measures == tuple(evaluations.objectives[elite.number, 1:])
        for axis, (cell, value) in enumerate(zip(elite.cell, elite.measures, strict=True)):
            assert cell == 0 or bounds[axis, cell] < value
            assert cell == 3 or value <= bounds[axis, cell + 1]
    assert len({elite.cell for elite in found.elites}) == len(found.elites)


def read_again(folder: Path) -> dict[int, float]:
    """The objective of each evaluation that was measured again: their decks are those of the search."""
    _, evaluations = read_run(folder)
    numbers = {evaluations.genomes[number].tobytes(): number for number in reversed(range(40))}
    later = range(40, len(evaluations))
    found = [(numbers[evaluations.genomes[i].tobytes()], float(evaluations.objectives[i, 0])) for i in later]
    assert len(dict(found)) == len(found), "no deck twice"
    return dict(found)


def test_finalists_are_the_best_elites_with_all_three_numbers(whole: Any) -> None:
    results, evaluations = read_run(whole[0])
    deck_map, _ = read_end(whole[0])
    elites: dict[int | None, Elite] = {elite.number: elite for elite in deck_map.elites}
    assert len(results.found) == 2
    best = sorted((each.again for each in elites.values()), reverse=True)[:2]
    assert [audit.again for audit in results.found] == best
    for place, audit in enumerate(results.found, start=1):
        elite = elites[audit.number]
        assert audit.name == f"Hunter (Aggro) {place}"
        assert (audit.searched, audit.again) == (elite.searched, elite.again)
        deck, n_basic = deck_of(audit), count_basic(evaluations)[elite.number]
        assert encode(deck) == evaluations.genomes[elite.number].tolist()
        assert audit.objective == pytest.approx(n_basic + 5 * (2 * audit.win_rate.value - 1))
        assert audit.measures == tuple(evaluations.objectives[elite.number, 1:])
        assert audit.win_rate.low < audit.win_rate.value < audit.win_rate.high
        assert audit.win_rate.value == pytest.approx(np.mean([each.win_rate.value for each in audit.opponents]))
        summary = summarise_deck(deck, CARDS)
        assert (audit.curve, audit.types, audit.dust) == (summary.curve, summary.types, summary.dust)


def test_the_best_is_the_one_that_wins_most_when_audited(whole: Any) -> None:
    results, _ = read_run(whole[0])
    assert results.best is max(results.found, key=lambda audit: audit.win_rate.value)


def test_of_finalists_that_win_alike_the_first_one_of_the_search_is_the_best(whole: Any) -> None:
    results, _ = read_run(whole[0])
    alike = tuple(
        replace(audit, number=number, win_rate=Estimate(rate, rate, rate))
        for audit, number, rate in zip(results.audits, (9, 7, None), (0.6, 0.6, 0.9), strict=True)
    )
    undecided = replace(results, audits=alike)
    assert undecided.best is alike[1]
    unknown = replace(alike[1], win_rate=Estimate(nan, 0, 1))
    assert replace(undecided, audits=(alike[0], unknown)).best is alike[0], "a deck without decided games is not"


def test_the_decks_are_written_as_files_that_can_be_played(whole: Any) -> None:
    folder, _ = whole
    results, _ = read_run(folder)
    _, chosen = read_end(folder)
    paths = sorted((folder / DECKS_FOLDER).iterdir())
    assert [path.name for path in paths] == ["1.toml", "2.toml"]
    for path, audit in zip(paths, results.found, strict=True):
        deck = load_deck(path)
        deck.validate(CARDS, META.rules)
        assert (deck.name, deck.klass, deck.style) == (audit.name, "hunter", "aggro")
        assert deck.cards == deck_of(audit).cards
        assert path.read_text(encoding="utf-8") == audit.toml
    best = load_deck(folder / DECK_FILE)
    assert (best.name, best.cards) == ("Hunter (Aggro)", deck_of(chosen).cards)


def test_progress_tells_stage_best_and_games_left(tmp_path: Path) -> None:
    told: list[Progress] = []
    DECKS.start(tmp_path / "run", SMALL_SEARCH, PlantedDecks(), told.append)
    assert list(dict.fromkeys(each.stage for each in told)) == [SEARCHING, MEASURING_AGAIN, AUDITING]
    assert all(each.stage.is_best_highest for each in told)
    search = [each for each in told if each.stage == SEARCHING]
    assert sorted({each.step for each in search}) == [0, 8, 12, 20, 28, 36, 40]
    cells = SMALL_SEARCH.map.largest ** len(SMALL_SEARCH.measures)
    assert search[0].games_left == 40 * 6 + cells * SMALL_SEARCH.again_games + N_AUDITS * 60
    bests = [each.best["health"] for each in search if each.best]
    assert bests == sorted(bests)
    assert told[-1].games_left == 0


# --- runs that cannot be lost ---------------------------------------------------------------------


def test_interrupted_in_any_batch_a_search_ends_alike(tmp_path: Path, whole: Any) -> None:
    folder, runner = whole
    expected, n_batches = read_all(folder), len(runner.batches)
    assert n_batches > N_BATCHES + 1 + N_AUDITS, "elites are measured again in more than one batch"
    for batches in range(n_batches):
        again = tmp_path / str(batches) / "run"
        with pytest.raises(KeyboardInterrupt):
            DECKS.start(again, SMALL_SEARCH, Interrupted(batches))
        rest = PlantedDecks()
        DECKS.resume(again, runner=rest)
        assert len(rest.batches) == n_batches - batches, "nothing is played twice but what was cut short"
        assert read_all(again) == expected


def test_a_search_that_gets_one_batch_further_in_each_life_ends_alike(tmp_path: Path, whole: Any) -> None:
    folder, runner = whole
    for _ in runner.batches[1:]:
        with pytest.raises(KeyboardInterrupt):
            DECKS.carry_on(tmp_path / "run", SMALL_SEARCH, Interrupted(1))
        with open_run(tmp_path / "run") as run:
            assert run.status == "interrupted"
    DECKS.resume(tmp_path / "run", runner=Interrupted(1))
    assert read_all(tmp_path / "run") == read_all(folder)


def test_stopped_before_anything_that_it_stores_a_search_ends_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = replace(SMALL_SEARCH, klass="mage", finalists=1, map=replace(SMALL_MAP, evaluations=12, largest=2))
    writes: list[str] = []
    last = [1000]  # so many may be written

    def write_if_allowed(name: str) -> None:
        original = getattr(Run, name)

        def write(run: Run, *values: Any) -> None:
            if len(writes) == last[0]:
                raise KeyboardInterrupt
            writes.append(name)
            original(run, *values)

        monkeypatch.setattr(Run, name, write)

    for name in ("save_checkpoint", "save_results", "finish"):
        write_if_allowed(name)
    DECKS.start(tmp_path / "whole" / "run", tiny, PlantedDecks())
    expected, n_writes = read_all(tmp_path / "whole" / "run"), len(writes)
    assert Counter(writes).keys() == {"save_checkpoint", "save_results", "finish"}
    for last[0] in range(n_writes):
        folder = tmp_path / str(last[0]) / "run"
        writes.clear()
        with pytest.raises(KeyboardInterrupt):
            DECKS.start(folder, tiny, PlantedDecks())
        last[0] = 1000
        DECKS.resume(folder, runner=PlantedDecks())
        assert read_all(folder) == expected


@pytest.mark.parametrize("kills", [5, pytest.param(24, marks=pytest.mark.nightly)])
def test_killed_at_random_moments_a_search_ends_to_the_byte_like_one_that_was_not(
    tmp_path: Path, whole: Any, kills: int
) -> None:
    write_metagame(tmp_path)
    process = start("-m", "tests.unit.experiments.mortal", "decks", str(tmp_path), str(kills), "5", "0.5")
    ends = process.communicate()[0].split()
    assert ends.count("killed") == kills
    assert "failed" not in ends
    n_runs = ends.count("finished")
    assert n_runs >= 1
    for number in range(n_runs):
        assert read_all(tmp_path / str(number) / "run") == read_all(whole[0])


def test_a_finished_search_is_not_carried_out_again(whole: Any) -> None:
    results, _ = read_run(whole[0])
    assert DECKS.carry_on(whole[0], SMALL_SEARCH, Interrupted(0)).to_json() == results.to_json()


# --- refused --------------------------------------------------------------------------------------


def interrupt(folder: Path, settings: DecksSettings = SMALL_SEARCH, batches: int = 3) -> None:
    with pytest.raises(KeyboardInterrupt):
        DECKS.start(folder, settings, Interrupted(batches))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 12}, "the run began with games = 6, and now games is 12"),
        ({"seats": "first"}, 'the run began with seats = "both", and now seats is "first"'),
        ({"map": replace(SMALL_MAP, batch=9)}, "the run began with map = "),
        ({"given": (AGGRO.name,)}, "the run began with given = []"),
    ],
)
def test_a_search_does_not_go_on_with_other_settings(tmp_path: Path, change: Any, message: str) -> None:
    interrupt(tmp_path / "run")
    with pytest.raises(RunError) as error:
        DECKS.resume(tmp_path / "run", replace(SMALL_SEARCH, **change), PlantedDecks())
    assert message in str(error.value)


def test_a_search_does_not_go_on_with_a_changed_metagame(tmp_path: Path, metagame: list[Metagame]) -> None:
    interrupt(tmp_path / "run")
    metagame[0] = replace(META, shares=(0.5, 0.25, 0.25))
    with pytest.raises(RunError, match="'test' has changed since the run began"):
        DECKS.resume(tmp_path / "run", runner=PlantedDecks())


@pytest.mark.parametrize("change", [{"banned": frozenset({ABSENT})}, {"limited": frozenset({ABSENT})}])
@pytest.mark.parametrize("batches", [1, N_BATCHES + 1, N_BATCHES + 4])
def test_a_search_does_not_go_on_where_other_cards_are_legal(
    tmp_path: Path, metagame: list[Metagame], change: Any, batches: int
) -> None:
    interrupt(tmp_path / "run", batches=batches)
    metagame[0] = META.with_patch(Patch(**change))
    with pytest.raises(RunError, match=r"'test' has changed since the run began .*bans"):
        DECKS.resume(tmp_path / "run", runner=PlantedDecks())


def test_a_search_does_not_go_on_with_other_files_of_the_same_names(tmp_path: Path) -> None:
    deck, player = tmp_path / "deck.toml", tmp_path / "careful.toml"
    deck.write_text(format_toml(AGGRO, CARDS), encoding="utf-8")
    player.write_text('based_on = "random"\n', encoding="utf-8")
    settings = replace(SMALL_SEARCH, given=(str(deck),), player=str(player))
    interrupt(tmp_path / "run", settings)
    for path, text in ((deck, format_toml(replace(CONTROL, name=AGGRO.name), CARDS)), (player, 'kind = "busy"\n')):
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RunError, match=r"the player, a given deck or .* no longer what they were"):
            DECKS.resume(tmp_path / "run", runner=PlantedDecks())
        path.write_text(before, encoding="utf-8")
    DECKS.resume(tmp_path / "run", runner=PlantedDecks())
    assert load_deck(tmp_path / "run" / DECK_FILE).name == "Hunter (Careful)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 5}, "games: found 5 games per deck; allowed: 6 or more"),
        ({"again_games": 5}, "again_games: found 5 games per deck; allowed: 6 or more"),
        ({"given": ("Exp1 Paladin (Aggro)",)}, "it is a paladin deck; allowed: decks of the class hunter"),
        ({"given": ("Exp1 Huntr",)}, "no built-in deck 'Exp1 Huntr'"),
        ({"given": (AGGRO.name,) * 13}, "given: found 13 decks, but the search starts with only 12"),
        ({"pool": "papr"}, "unknown pool or set 'papr'; did you mean 'paper'"),
        ({"locked": ("Wsip",)}, "locked cards: there is no card 'Wsip'"),
        ({"banned": ("Wsip",)}, "banned cards: there is no card 'Wsip'"),
        ({"player": "paper-aggro"}, "is meant for other cards"),
        (
            {"measures": ("cost",) * 12},
            "measures: found 12, with 4 cells along each; allowed: a map of 10,000,000 cells",
        ),
        ({"map": replace(SMALL_MAP, batch=30_001)}, "field 'batch': found 30001; allowed: 30000 at most"),
    ],
)
def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        DECKS.start(tmp_path / "run", replace(SMALL_SEARCH, **change), PlantedDecks())
    assert message in str(error.value)
    assert not (tmp_path / "run").exists()


# --- forged checkpoints ---------------------------------------------------------------------------

FORGED: dict[str, Any] = {
    "no tree": 5,
    "no search": {"batch": 1},
    "search is a list": {"search": []},
    "search is empty": {"search": {}},
    "of another algorithm": {"search": {"algorithm": "nsga2"}},
    "generation is a word": {"search": {"generation": "x"}},
    "random is nothing": {"search": {"random": None}},
    "random is a number": {"search": {"random": 7}},
    "random is empty": {"search": {"random": {}}},
    "random is another one": {"search": {"random": {"bit_generator": "MT19937"}}},
    "random is endless": {"search": {"random": {"state": {"state": 2**200, "inc": -1}}}},
    "random is of words": {"search": {"random": {"state": {"state": "a", "inc": "b"}}}},
    "batch is a list": {"batch": []},
    "evaluations are a word": {"batch": {"evaluations": "many"}},
    "measured again is nobody": {"again": [10**9]},
    "measured again is below": {"again": [-1]},
    "measured again is a word": {"again": ["x"]},
}


def forge(tree: Any, change: Any) -> Any:
    """A tree with some of its entries changed."""
    if not (isinstance(tree, dict) and isinstance(change, dict) and change):
        return change
    return {**tree, **{name: forge(tree.get(name), value) for name, value in change.items()}}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_checkpoint_is_one_error(whole: tuple[Path, PlantedDecks], tmp_path: Path, name: str) -> None:
    folder = tmp_path / "run"
    shutil.copytree(whole[0], folder)
    part = "again" if "again" in name else "search"
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("DELETE FROM facts WHERE name = 'finished'")
        rows = connection.execute("SELECT generation, n_evaluations, state FROM checkpoints ORDER BY 1").fetchall()
        number, n_evaluations, state = [row for row in rows if part in json.loads(row[2])][-1]
    connection.close()
    forged = json.dumps(forge(json.loads(state), FORGED[name])).encode()
    replace_row(folder, "checkpoints", number, n_evaluations, forged)
    with pytest.raises(InputError) as caught:
        DECKS.resume(folder, runner=PlantedDecks())
    assert "\n" not in str(caught.value)
