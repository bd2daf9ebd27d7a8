"""Fuzzing plays what it says, notices what goes wrong, and writes down how to see it again."""

from __future__ import annotations

import json
import random
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from numba import config
from tests.science.random_decks import DECK_SIZE, all_cards
from tools.fuzz import __main__ as command
from tools.fuzz import fixtures, sample
from tools.fuzz.batches import Batch, Game, draw_jobs, make_batch
from tools.fuzz.decks import deck_cards, draw_deck, random_cards
from tools.fuzz.fixtures import FOLDER, replay_fixture
from tools.fuzz.run import Fuzzing
from tools.fuzz.sample import Record, Uncompiled, compare
from tools.fuzz.variants import OVERLAYS, PRINTED, Variant, draw_variant
from tools.fuzz_command import stop_on_interrupt

from evometa.games.hearthstone.cards import Rules
from evometa.games.hearthstone.cards.language.codes import MINION
from evometa.games.hearthstone.cards.rules import RANGES
from evometa.games.hearthstone.engine.state import invariants
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.play import batch as batch_loop
from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.play.reasons import REASONS
from evometa.games.hearthstone.watching.playthrough import record_any_game
from evometa.games.patches.patch import Patch
from evometa.games.setting import Setting
from evometa.games.sizes import MAX_DECK

pytestmark = pytest.mark.skipif(
    not config.DISABLE_JIT, reason="single positions are checked uncompiled; it runs where NUMBA_DISABLE_JIT is set"
)
IMPOSSIBLE = REASONS[invariants.IMPOSSIBLE_CARD]
TOO_LARGE = REASONS[invariants.BOARD_TOO_LARGE]


# --- what is played -----------------------------------------------------------------------------


def test_decks_are_for_every_class_and_hold_every_card() -> None:
    source = random.Random(1)
    decks = [draw_deck(source) for _ in range(1_000)]
    assert {deck.klass for deck in decks} == set(HEARTHSTONE.classes)
    assert {card for deck in decks for card in deck.cards} == set(deck_cards())
    sizes = {len(deck.cards) for deck in decks}
    assert {1, DECK_SIZE, MAX_DECK} <= sizes
    assert max(sizes) == MAX_DECK


def test_cards_meet_that_no_legal_deck_holds_together() -> None:
    source = random.Random(1)
    decks = [draw_deck(source) for _ in range(50)]
    classes = [{all_cards()[card].tree["class"] for card in deck.cards} - {"neutral"} for deck in decks]
    assert max(len(found) for found in classes) > 5
    assert min(len(set(deck.cards)) for deck in decks) <= 8


def test_cards_that_leave_something_to_chance() -> None:
    names = {all_cards()[card].name for card in random_cards()}
    assert {"Arcane Missiles", "Mad Bomber"} <= names
    assert "Fireball" not in names


def test_a_batch_depends_on_its_seed_and_number_alone() -> None:
    one, same, next_one, other = (make_batch(*key, 20, 4, 2) for key in ((1, 0), (1, 0), (1, 1), (2, 0)))
    assert (one.decks, one.variants, one.jobs.tobytes()) == (same.decks, same.variants, same.jobs.tobytes())
    assert len({tuple(batch.decks) for batch in (one, next_one, other)}) == 3
    assert len({int(seed) for batch in (one, next_one, other) for seed in batch.jobs["seed"]}) == 60


def test_variants_reach_the_ends_of_what_patches_and_rules_allow() -> None:
    source = random.Random(1)
    variants = [draw_variant(source) for _ in range(200)]
    assert {variant.overlays for variant in variants} == set(OVERLAYS)
    patches = [variant.patch for variant in variants if variant.patch]
    assert {(patch.allow_zero, patch.exact) for patch in patches} == {(False, False), (True, False), (False, True)}
    assert any(patch.given for patch in patches)
    assert any(patch.taken for patch in patches)
    for name, (lowest, highest) in RANGES.items():
        assert {lowest, highest} <= {getattr(variant.rules, name) for variant in variants}, name
    table = next(
        variant.table for variant in variants if len(variant.patch.changes) > 1_000 and variant.patch.allow_zero
    )
    minions = table.record.cards[table.record.cards["type"] == MINION]
    assert {0, 10} <= {int(health) for health in minions["health"]}


def test_a_variant_is_the_same_after_it_was_written_down() -> None:
    source = random.Random(2)
    for variant in (PRINTED, *(draw_variant(source) for _ in range(5))):
        again = Variant.parse(json.loads(json.dumps(variant.tree())))
        assert again == variant
        assert again.table.array.tobytes() == variant.table.array.tobytes()


def test_games_with_very_long_limits_are_few() -> None:
    long = replace(PRINTED, rules=Rules(turn_limit=9999))
    tables = draw_jobs(1, 1_000, 4, [PRINTED, long])["table"]
    assert 0 < tables.sum() < 50


def test_a_busy_player_ends_its_turn_when_nothing_else_is_possible() -> None:
    game = one_game(busy=True)
    record, _ = record_any_game(game)
    position = fixtures.Playthrough(game).position
    for action, _ in record:
        kinds = {legal.code: legal.kind for legal in position.actions()}
        assert kinds[action] != "end turn" or set(kinds.values()) == {"end turn"}
        position.stepper.apply(action)
    assert position.over


def one_game(busy: bool = False) -> Game:
    batch = make_batch(3, 0, 1, 2, 1)
    batch.jobs["players"] = int(busy)
    return batch.game(int(batch.jobs["seed"][0]))


# --- a run --------------------------------------------------------------------------------------


def few_games(seed: int, number: int, n_games: int) -> Batch:
    return make_batch(seed, number, n_games, 4, 1)


def fuzzing(folder: Path, **changes: Any) -> Fuzzing:
    """A run of small batches without a sample."""
    return Fuzzing(**{"seed": 5, "threads": 1, "sample_every": 0, "folder": folder, "make": few_games, **changes})


def test_a_run_counts_games_actions_and_cards(tmp_path: Path) -> None:
    run = fuzzing(tmp_path, batch_games=2)
    run.prepare()
    run.run(games=3)
    batches = [few_games(5, 0, 2), few_games(5, 1, 1)]
    games = [batch.game(int(seed)) for batch in batches for seed in batch.jobs["seed"]]
    assert run.n_games == len(games) == 3
    assert run.n_actions == sum(len(record_any_game(game)[0]) for game in games)
    assert run.played < {card for game in games for deck in game.decks for card in deck.cards}
    assert sorted({*run.never_played(), *run.played}) == sorted(deck_cards())
    assert not run.failures
    assert not list(tmp_path.iterdir())


def test_an_interrupt_ends_the_run_after_the_batch(tmp_path: Path) -> None:
    run = fuzzing(tmp_path, batch_games=2, show=lambda run, n: signal.raise_signal(signal.SIGINT) if n == 2 else None)
    before = signal.getsignal(signal.SIGINT)
    with stop_on_interrupt(run.stop):
        run.run()
    assert run.n_games == 2
    assert signal.getsignal(signal.SIGINT) == before


def test_seconds_end_the_run_too(tmp_path: Path) -> None:
    run = fuzzing(tmp_path, batch_games=1)
    run.run(seconds=0)
    assert run.n_games == 1


# --- what goes wrong ----------------------------------------------------------------------------


def with_a_hero_in_a_deck(seed: int, number: int, n_games: int) -> Batch:
    """Two games, in the first of which a deck holds what no deck can hold."""
    batch = few_games(seed, number, n_games)
    hero = next(card.id for card in all_cards() if card.tree["type"] == "hero")
    tampered = replace(batch.decks[0], cards=(hero, *batch.decks[0].cards[1:]))
    if n_games:
        batch.jobs["decks"] = [(0, 1), (1, 2)]
    return replace(batch, decks=(tampered, *batch.decks[1:]))


def test_a_failed_game_is_written_down_and_the_others_are_played(tmp_path: Path) -> None:
    run = fuzzing(tmp_path, batch_games=2, make=with_a_hero_in_a_deck)
    run.run(games=2)
    (failure,) = run.broken
    seed = int(with_a_hero_in_a_deck(5, 0, 2).jobs["seed"][0])
    assert (failure.seed, failure.action, failure.problem) == (seed, 1, IMPOSSIBLE)
    assert failure.path == tmp_path / f"{seed}.json"
    assert run.n_games == 2
    replay = replay_fixture(failure.path)
    assert (replay.n_done, replay.problem) == (1, IMPOSSIBLE)
    assert replay.describe()[-1] == f"After 1 of 1 recorded actions: {IMPOSSIBLE}."


CHEAP = Variant(patch=Patch(changes={"CS2_231.health": 2}), rules=Rules(hero_health=99, first_mana=5))


def with_other_cards(seed: int, number: int, n_games: int) -> Batch:
    return replace(few_games(seed, number, n_games), variants=[CHEAP])


def find_two_minions(g: Any, table: Any) -> int:
    """An invariant that games break sooner or later."""
    return invariants.BOARD_TOO_LARGE if max(g.players[p].n_minions for p in range(2)) > 1 else 0


@pytest.fixture
def two_minions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The fixture of a game in which somebody had two minions, when that was not allowed."""
    with monkeypatch.context() as patched:
        patched.setattr(batch_loop, "find_broken", find_two_minions)
        run = fuzzing(tmp_path, batch_games=1, make=with_other_cards)
        run.run(games=1)
    assert [failure.problem for failure in run.failures] == [TOO_LARGE]
    return run.failures[0].path


def test_a_fixture_shows_the_failure_again(two_minions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixtures, "find_broken", find_two_minions)
    (log, _), replay = fixtures.read_fixture(two_minions), replay_fixture(two_minions)
    assert replay.n_done == len(log.steps) > 2
    assert replay.problem == log.problem == TOO_LARGE
    assert replay.position.hash() == log.steps[-1].hash
    assert max(len(replay.position.side(p).board) for p in range(2)) == 2
    assert fixtures.read_fixture(two_minions)[1].variant == CHEAP


def test_a_fixture_passes_when_its_failure_is_mended(two_minions: Path) -> None:
    replay = replay_fixture(two_minions)
    assert (replay.n_done, replay.problem) == (len(fixtures.read_fixture(two_minions)[0].steps), "")


def test_a_recorded_action_may_have_become_illegal(two_minions: Path) -> None:
    tree = json.loads(two_minions.read_text(encoding="utf-8"))
    tree["steps"][1][0] = 0x7FFFF
    two_minions.write_text(json.dumps(tree), encoding="utf-8")
    replay = replay_fixture(two_minions)
    assert (replay.n_done, replay.problem) == (1, "")
    assert "no longer legal" in replay.describe()[0]


def test_every_kept_fixture_passes() -> None:
    """Games that failed once; there need not be any."""
    for path in sorted(FOLDER.glob("*.json")):
        assert replay_fixture(path).problem == "", path.name


def test_a_game_that_crashes_is_written_down_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As compiled code does at a wrong index, if bounds are checked."""

    def crash_once(g: Any, table: Any) -> int:
        if table.rules.hero_health == CHEAP.rules.hero_health:
            raise IndexError("index is out of bounds")
        return 0

    def two_kinds(seed: int, number: int, n_games: int) -> Batch:
        batch = replace(few_games(seed, number, n_games), variants=[PRINTED, CHEAP])
        batch.jobs["table"][1:2] = 1
        return batch

    monkeypatch.setattr(batch_loop, "find_broken", crash_once)
    run = fuzzing(tmp_path, batch_games=3, make=two_kinds)
    run.run(games=3)
    (failure,) = run.broken
    assert failure.seed == int(two_kinds(5, 0, 3).jobs["seed"][1])
    assert "IndexError: index is out of bounds" in failure.problem
    assert run.n_games == 3
    assert fixtures.read_fixture(failure.path)[1].variant == CHEAP


def test_a_run_ends_when_failures_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_loop, "find_broken", lambda g, table: invariants.WRONG_TURN)
    monkeypatch.setattr("tools.fuzz.run.MOST_FAILURES", 3)
    run = fuzzing(tmp_path, batch_games=5)
    run.run()
    assert len(run.failures) == run.n_games == len(list(tmp_path.iterdir())) == 3


# --- compiled against uncompiled ----------------------------------------------------------------


class Pretender:
    """Answers like the process that plays uncompiled."""

    def __init__(self, record: Record, problem: str = "") -> None:
        self.answer = record, problem

    def play(self, setting: Setting) -> tuple[Record, str]:
        return self.answer


def test_every_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = one_game()
    record, error = record_any_game(game, CHECKED)
    monkeypatch.setattr(sample, "record_any_game", lambda setting, options: (record, error))
    assert compare(game, Pretender(record)).difference == ""
    changed = [*record[:4], (record[4][0], record[4][1] ^ 1), *record[5:]]
    found = compare(game, Pretender(changed))
    assert "action 5" in found.difference
    assert found.record == record[:5]
    assert "actions" in compare(game, Pretender(record[:-1])).difference
    assert "IndexError" in compare(game, Pretender([], "IndexError: 16")).difference


def test_a_different_game_fails_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.fuzz.sample.Uncompiled.play", lambda self, setting: ([(0, 0)], ""))
    run = fuzzing(tmp_path, batch_games=1, sample_every=1)
    run.run(games=1)
    assert run.n_compared == len(run.different) == 1
    assert fixtures.read_fixture(run.different[0].path)[0].problem == run.different[0].problem


def test_the_other_process_plays_the_same_game_and_tells_of_a_crash() -> None:
    game = one_game()
    uncompiled = Uncompiled()
    try:
        assert compare(game, uncompiled).difference == ""
        nobody = replace(game, decks=(replace(game.decks[0], klass="nobody"), game.decks[1]))
        assert "Error" in uncompiled.play(nobody)[1]
    finally:
        uncompiled.end()


# --- the command --------------------------------------------------------------------------------


def run_command(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        command.main(arguments)
    return int(ended.value.code or 0)


def test_the_summary_as_json_and_in_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "1", "--seed", "7", "--sample", "0", "--threads", "1", "--fixtures", str(tmp_path))
    assert run_command(*options, "--json") == 0
    tree = json.loads(capsys.readouterr().out)
    assert (tree["seed"], tree["games"], tree["broken"], tree["different"]) == (7, 1, [], [])
    assert run_command(*options) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["games", "1", "(seed", "7)"]
    assert lines[1].split()[:2] == ["actions", f"{tree['actions']},"]


def test_a_failed_run_says_how_to_see_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(batch_loop, "find_broken", lambda g, table: invariants.BOARD_TOO_LARGE)
    options = ("--games", "1", "--seed", "7", "--sample", "0", "--threads", "1", "--fixtures", str(tmp_path))
    assert run_command(*options) == 1
    (path,) = tmp_path.iterdir()
    *_, failed, again = capsys.readouterr().out.splitlines()
    assert failed.startswith(f"seed {path.stem}, action ")
    assert failed.endswith(TOO_LARGE)
    assert again.endswith(f"{path.name}")


def test_what_cannot_be_replayed_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("--replay", str(tmp_path / "none.json")) == 2
    assert "none.json: cannot be read" in capsys.readouterr().err
