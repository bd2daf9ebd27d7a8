"""Batches of games: sums, rows, errors, and what does not change the result."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.matches.small_games import CARDS, DECKS, NAMES, PLAYERS, TABLE

from evometa.games.game import GameError
from evometa.games.hearthstone.cards import compile_table, load_cards
from evometa.games.hearthstone.engine.state import invariants
from evometa.games.hearthstone.engine.state.records import NO_ERROR, SCRIPT_EMPTY, UNKNOWN_PLAYER
from evometa.games.hearthstone.play import packing
from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.play.reasons import REASONS
from evometa.games.records import Sums
from evometa.games.sizes import MAX_DECK
from evometa.matches import counting
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.runners import ThreadRunner, Watched
from evometa.matches.schedule import Match, pack_matches

MATCHES = [Match((0, 1), (0, 1), 2, seed=5), Match((1, 0), (1, 0), 1, seed=6), Match((0, 0), (1, 1), 2, seed=7)]


@pytest.fixture(scope="module")
def batch() -> BatchResult:
    return play_games(TABLE, DECKS, PLAYERS, MATCHES, threads=1, per_game=True)


# --- what a batch says ----------------------------------------------------------------------------


def test_every_game_has_a_row_with_its_story(batch: BatchResult) -> None:
    assert batch.games is not None
    assert len(batch.games) == 5
    for game in batch.games:
        assert game.winner in (0, 1, 2)
        assert game.turns > 2
        assert min(game.drawn) >= 3
        assert game.health[1 - game.winner] <= 0 if game.winner < 2 else True
        assert (game.first_played <= game.turns).all()


def test_a_card_is_played_only_after_it_was_drawn(batch: BatchResult) -> None:
    assert batch.games is not None
    played = batch.games["first_played"] > 0
    assert played.any()
    assert (batch.games["first_drawn"][played] > 0).all()
    assert (batch.games["first_played"][played] >= batch.games["first_drawn"][played]).all()


def test_the_sums_are_those_of_the_rows(batch: BatchResult) -> None:
    assert batch.games is not None
    assert batch.sums["games"].tolist() == [2, 1, 2]
    for cell, rows in enumerate((batch.games[:2], batch.games[2:3], batch.games[3:])):
        sums = batch.sums[cell]
        assert sums.wins.tolist() == np.bincount(rows["winner"], minlength=3).tolist()
        assert (sums.turns, sums.nodes) == (rows["turns"].sum(), rows["nodes"].sum())
        for name in ("health", "drawn", "spent"):
            assert sums[name].tolist() == rows[name].sum(axis=0).tolist()
        assert sums.cards["drawn"].tolist() == (rows["first_drawn"] > 0).sum(axis=0).tolist()
        assert sums.cards["turn_played"].tolist() == rows["first_played"].sum(axis=0).tolist()


def test_cards_are_named_by_deck(batch: BatchResult) -> None:
    assert [len(cards) for cards in batch.cards] == [len(set(deck.cards)) for deck in DECKS]
    assert {CARDS[card].name for card in batch.cards[0]} == set(DECKS[0].cards)


def test_totals() -> None:
    sums = np.zeros(2, Sums)
    sums["games"], sums["nodes"], sums["turns"] = [4, 2], [10, 5], [7, 8]
    sums["wins"] = [[3, 1, 0], [0, 0, 2]]
    result = BatchResult(sums, None, (), 0.0)
    assert (result.n_games, result.n_nodes, result.n_turns) == (6, 15, 15)


# --- what does not change the result ----------------------------------------------------------------


def test_sums_alone_are_the_same(batch: BatchResult) -> None:
    again = play_games(TABLE, DECKS, PLAYERS, pack_matches(MATCHES), threads=1)
    assert again.games is None
    assert again.checksum() == batch.checksum()


def test_a_match_in_parts_is_the_same_on_any_number_of_threads(
    batch: BatchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "chunk_size", lambda n_games, width: 1)
    parts = [replace(MATCHES[0], games=1, cell=0), replace(MATCHES[0], games=1, first=1, cell=0)]
    rest = [replace(match, cell=k + 1) for k, match in enumerate(MATCHES[1:])]
    finished: list[int] = []
    split = play_games(
        TABLE, DECKS, PLAYERS, [*parts, *rest], per_game=True, runner=Watched(ThreadRunner(3), finished.append)
    )
    assert split.checksum() == batch.checksum()
    assert split.games is not None
    assert batch.games is not None
    assert split.games.tobytes() == batch.games.tobytes()
    assert finished == [1] * 5


def test_each_match_has_its_own_card_table() -> None:
    cheaper = compile_table(load_cards(overlays=["mid_2019_costs"]), None)
    healthy = compile_table(CARDS)
    match = Match((0, 1), (1, 1), 1, seed=5)
    apart = [play_games(table, DECKS, PLAYERS, [match], 1).sums for table in (TABLE, healthy)]
    together = play_games([TABLE, cheaper, healthy], DECKS, PLAYERS, [match, replace(match, table=2)], 1).sums
    assert together.tobytes() == np.concatenate(apart).tobytes()
    assert apart[0]["turns"] < apart[1]["turns"]


def test_tables_of_other_cards_cannot_be_mixed() -> None:
    fewer = replace(TABLE, ids=TABLE.ids[:-1])
    with pytest.raises(ValueError, match="tables 0 and 1 are not of the same cards"):
        play_games([TABLE, fewer], DECKS, PLAYERS, MATCHES, 1)


# --- what goes wrong --------------------------------------------------------------------------------


def fail_from(seed: int) -> Any:
    """A stand-in for the compiled loop, in which the second game of every job from a seed on fails."""

    def play_jobs(*arguments: Any) -> tuple[int, int]:
        jobs, results = arguments[3], arguments[5]
        for j, job in enumerate(jobs):
            if job.seed >= seed:
                results[0].error = SCRIPT_EMPTY
                return j, 1
        return -1, -1

    return play_jobs


@pytest.mark.parametrize("n_threads", [1, 2])
def test_a_game_that_fails_is_an_error_with_its_seed(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", fail_from(seed=30))
    monkeypatch.setattr(counting, "chunk_size", lambda n_games, width: 5)
    matches = [Match((0, 1), (0, 1), 5, seed=10 * k, first=100) for k in range(9)]
    with pytest.raises(GameError) as caught:
        play_games(TABLE, DECKS, PLAYERS, matches, n_threads)
    assert str(caught.value) == (
        f"{NAMES[0]} against {NAMES[1]}, game 101 of the match with seed 30: the script of random outcomes was used up"
    )
    assert (caught.value.seed, caught.value.game, caught.value.decks) == (30, 101, tuple(NAMES))


def test_the_error_of_a_row_is_the_one_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_jobs(*arguments: Any) -> tuple[int, int]:
        if len(arguments[3]) == 0:
            return -1, -1
        arguments[5][3].error = 77
        return 1, 1

    monkeypatch.setattr(packing, "play_jobs", play_jobs)
    with pytest.raises(GameError, match="game 1 of the match with seed 6: error 77"):
        play_games(
            TABLE, DECKS, PLAYERS, [replace(MATCHES[0], games=2), replace(MATCHES[1], games=2)], 1, per_game=True
        )


@pytest.mark.parametrize("n_threads", [1, 2])
def test_an_interrupt_stops_between_chunks(n_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "play_jobs", lambda *arguments: (-1, -1))
    monkeypatch.setattr(counting, "chunk_size", lambda n_games, width: 1)
    finished: list[int] = []

    def interrupt(n: int) -> None:
        finished.append(n)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(
            TABLE, DECKS, PLAYERS, [Match((0, 0), (0, 0), 1_000, 1)], runner=Watched(ThreadRunner(n_threads), interrupt)
        )
    assert len(finished) <= n_threads


def test_invariants_are_looked_at_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    for check, wanted in ((False, 0), (True, CHECKED)):
        options: list[int] = []
        monkeypatch.setattr(
            packing, "play_jobs", lambda *arguments, seen=options: seen.append(arguments[8]) or (-1, -1)
        )
        play_games(TABLE, DECKS, PLAYERS, MATCHES, 1, check=check)
        assert options[0] == 0  # the rules are compiled without games
        assert set(options[1:]) == {wanted}


def test_every_error_has_a_reason_in_words() -> None:
    assert REASONS.keys() == {*range(NO_ERROR + 1, UNKNOWN_PLAYER + 1), *invariants.BROKEN}


def test_a_number_of_threads_below_1_is_refused() -> None:
    with pytest.raises(ValueError, match="found 0 threads"):
        play_games(TABLE, DECKS, PLAYERS, MATCHES, 0)


def test_nothing_to_play_is_no_error() -> None:
    result = play_games(TABLE, DECKS, PLAYERS, [], 2, per_game=True)
    assert (result.n_games, len(result.sums)) == (0, 0)


def test_a_large_deck_has_room_for_all_its_cards() -> None:
    deck = replace(DECKS[0], cards=(DECKS[0].cards + DECKS[0].cards)[:MAX_DECK])
    result = play_games(TABLE, [deck], [PLAYERS[1]], [Match((0, 0), (0, 0), 1, 3)], 1)
    assert result.n_games == 1
