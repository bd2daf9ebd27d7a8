"""Positions that are measured while games are played: at the end of each turn, and who won in the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.matches.small_games import DECKS, PLAYERS, TABLE

from evometa.games.counts import settle_samples
from evometa.games.hearthstone.engine.kernel.characters import health_of
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.hearthstone.play import batch, packing
from evometa.games.hearthstone.watching.playthrough import Playthrough, record_game
from evometa.games.records import LOST, UNDECIDED, WON, Result
from evometa.games.setting import Setting
from evometa.matches.counting import Batch, Samples
from evometa.matches.runners import Games, ThreadRunner
from evometa.matches.schedule import Match, pack_matches

FEATURES = ("my_hero_health", "enemy_hero_health", "my_minions", "enemy_hand_size", "my_crystals")
RANDOM = (1, 1)  # both players
MATCHES = [Match((0, 1), RANDOM, 2, seed=5), Match((1, 1), RANDOM, 2, seed=6)]
GAMES = replace(Games.pack([TABLE], DECKS, PLAYERS), probes=HEARTHSTONE.make_probes(FEATURES))


def measure(matches: list[Match], size: int = 100, threads: int = 1) -> NDArray[Any]:
    samples = Samples()
    Batch(GAMES, pack_matches(matches), task_games=size).play(ThreadRunner(threads), samples.collect)
    return samples.join()


def test_values_are_those_of_the_position_when_a_turn_has_ended() -> None:
    found = measure([Match((0, 1), RANDOM, 1, seed=5)])
    setting = Setting(TABLE, (DECKS[0], DECKS[1]), (PLAYERS[1], PLAYERS[1]), seed=5)
    playthrough = Playthrough(setting)
    game, expected = playthrough.position.game, []
    for action, _ in record_game(setting):
        mover = int(game.current)
        playthrough.step(action)
        if game.current != mover and not game.over:
            me, enemy = game.players[mover], game.players[1 - mover]
            crystals = int(me.max_mana) - int(me.overload)
            values = (health_of(me.board[0]), health_of(enemy.board[0]), me.n_minions, enemy.n_hand, crystals)
            expected.append((mover, *map(int, values)))
    assert [(row.player, *row.values[: len(FEATURES)]) for row in found] == expected
    assert {row.player for row in found if row.outcome == WON} == {int(game.winner)}
    assert {row.player for row in found if row.outcome == LOST} == {1 - int(game.winner)}


def test_positions_come_in_the_order_of_games_however_they_are_shared() -> None:
    expected = measure(MATCHES)
    assert len(expected) > 20
    for size, threads in ((1, 2), (3, 1)):
        assert measure(MATCHES, size, threads).tobytes() == expected.tobytes()


def test_nothing_is_measured_unless_it_is_asked_for() -> None:
    seen: list[Any] = []
    games = Games.pack([TABLE], DECKS, PLAYERS)
    Batch(games, pack_matches(MATCHES)).play(ThreadRunner(1), lambda chunk, outcome: seen.append(outcome.samples))
    assert set(seen) == {None}


def test_games_are_the_same_whether_they_are_measured_or_not() -> None:
    measured = Batch(GAMES, pack_matches(MATCHES)).play(ThreadRunner(1))
    plain = Batch(Games.pack([TABLE], DECKS, PLAYERS), pack_matches(MATCHES)).play(ThreadRunner(1))
    assert measured.sums.tobytes() == plain.sums.tobytes()


def test_who_won_a_draw_is_not_said() -> None:
    samples = measure(MATCHES[:1])[:2]
    samples["outcome"] = UNDECIDED
    result = np.zeros(1, Result)[0]
    result.n_samples = 2
    for winner, expected in ((2, [UNDECIDED, UNDECIDED]), (int(samples[0].player), [WON, LOST])):
        result.winner = winner
        settle_samples(result, samples)
        assert samples["outcome"].tolist() == expected


def test_a_game_has_room_for_so_many_positions_and_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure(MATCHES[:1])
    monkeypatch.setattr(batch, "MAX_SAMPLES", 3)
    monkeypatch.setattr(packing, "MAX_SAMPLES", 3)
    cut = measure(MATCHES[:1])
    assert len(cut) == 6  # of two games
    assert cut[:3].tobytes() == whole[:3].tobytes()
