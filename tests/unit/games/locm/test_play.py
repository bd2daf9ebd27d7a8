"""Batches of games, and the players in them."""

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.games.locm.made_games import CARDS, DECKS, PLAYERS, TABLE, play_pair

from evometa.games.locm import batch
from evometa.games.locm.game import LOCM
from evometa.games.locm.players.player import LanePlayer
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.games.records import WON
from evometa.input.errors import InputError
from evometa.matches.counting import Batch, Rows, Samples, play_games
from evometa.matches.runners import Games, ThreadRunner
from evometa.matches.schedule import Match, pack_matches


def test_rows_add_up_to_the_sums() -> None:
    result = play_pair(12, per_game=True)
    rows, sums = result.games, result.sums[0]
    assert rows is not None
    assert (sums["games"], sums["wins"].sum(), sums["turns"]) == (12, 12, rows["turns"].sum())
    assert sums["wins"][0] == np.count_nonzero(rows["winner"] == 0)
    for name in ("health", "drawn", "spent"):
        assert (sums[name] == rows[name].sum(axis=0)).all()
    assert (sums["cards"]["drawn"] == np.count_nonzero(rows["first_drawn"], axis=0)).all()
    assert (sums["cards"]["played"] == np.count_nonzero(rows["first_played"], axis=0)).all()


def test_cards_are_drawn_before_they_are_played() -> None:
    rows = play_pair(12, per_game=True).games
    assert rows is not None
    is_played = rows["first_played"] > 0
    assert is_played.any()
    assert (rows["first_drawn"][is_played] > 0).all()
    assert (rows["first_drawn"] <= rows["first_played"])[is_played].all()
    assert (rows["drawn"] >= np.count_nonzero(rows["first_drawn"], axis=2)).all()


def test_every_game_of_a_card_is_counted_by_a_turn_once() -> None:
    result = play_pair(12, per_game=True)
    assert result.games is not None
    for p in range(2):
        cards = result.sums["cards"][0, p, : len(result.cards[p])]
        assert (cards["drawn_at"].sum(axis=(1, 2)) + cards["missing_until"].sum(axis=(1, 2)) == 12).all()
    rows = result.games
    was_brought = rows["missed"] > 0  # by a broken rune or a card
    assert was_brought.any()
    assert (rows["missed"] == rows["first_drawn"])[was_brought].all()
    assert (rows["first_drawn"][was_brought] > 1).all()


def test_a_job_can_be_played_in_parts() -> None:
    parts = [Match((0, 1), (0, 1), n, 7, first=first, cell=0) for first, n in ((0, 5), (5, 7))]
    players = [PLAYERS["greedy"], PLAYERS["random"]]
    assert play_pair(12).sums.tobytes() == play_games(TABLE, DECKS, players, parts).sums.tobytes()


def test_each_variant_of_the_cards_is_played() -> None:
    free = Patch(changes={f"{card.id}.cost": -12 for card in CARDS}).apply(CARDS)
    matches = [Match((0, 1), (0, 0), 6, 7, table=table) for table in range(2)]
    sums = play_games([TABLE, LOCM.compile(free)], DECKS, [PLAYERS["greedy"]], matches).sums
    assert (sums["spent"].sum(axis=1) > 0).tolist() == [True, False]


def test_rules_are_played() -> None:
    frail = LOCM.compile(CARDS, replace(LOCM.load_rules(), health=3, first_cards=2))
    match = [Match((0, 1), (0, 0), 6, 7)]
    plain, short = (play_games(table, DECKS, [PLAYERS["greedy"]], match, check=True).sums for table in (TABLE, frail))
    assert short["turns"][0] < plain["turns"][0]
    assert short["drawn"][0, 0] < plain["drawn"][0, 0]


def test_a_broken_state_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    if batch.find_broken.__class__.__name__ != "function":
        pytest.skip("the loop is compiled; NUMBA_DISABLE_JIT=1 lifts this")
    monkeypatch.setattr(batch, "find_broken", lambda g, table: 2 if g.turn == 3 else 0)
    with pytest.raises(Exception, match="bad hand") as raised:
        play_pair(2)
    assert "game 0 of the match with seed 7" in str(raised.value)


def test_unknown_players_and_weights_are_told() -> None:
    with pytest.raises(InputError, match="did you mean 'greedy'"):
        load_player("gredy", LOCM)
    for fields in ({"weights": {"my_dragons": 1}}, {"weights": {}}, {"weights": {"my_attack": 1}, "width": 0}):
        with pytest.raises(InputError, match="player 'mine'"):
            LanePlayer("mine", **fields)  # type: ignore[arg-type]


def test_players_are_written_as_they_are_read(tmp_path) -> None:  # type: ignore[no-untyped-def]
    for name, player in PLAYERS.items():
        path = tmp_path / f"{name}.toml"
        path.write_text(LOCM.players.format(player), encoding="utf-8")
        assert load_player(path, LOCM) == player


def test_who_is_given_weights_uses_them() -> None:
    tuned = LOCM.with_weights(PLAYERS["random"], {"my_attack": 3}, name="tuned")
    assert (tuned.name, tuned.weights, LOCM.pack_players([tuned])["kind"][0]) == ("tuned", {"my_attack": 3}, 2)
    assert {*LOCM.features_of()} > {*LOCM.features_of(PLAYERS["greedy"])}


def test_probes_measure_features_at_the_ends_of_turns() -> None:
    names = ("my_health", "enemy_health", "my_creatures", "enemy_open_attack")
    games = Games.pack([TABLE], DECKS, [PLAYERS["greedy"], PLAYERS["random"]], per_game=True)
    batch_of = Batch(replace(games, probes=LOCM.make_probes(names)), pack_matches([Match((0, 1), (0, 1), 4, 7)]))
    samples, rows = Samples(), Rows(4)
    batch_of.play(ThreadRunner(1), samples.collect, rows.collect)
    found, played = samples.join(), rows.rows
    assert len(found) == played["n_samples"].sum()
    assert ((played["n_samples"] >= played["turns"] - 1) & (played["n_samples"] <= played["turns"])).all()
    first = found[: played["n_samples"][0]]
    assert (abs(first[0]["values"][:2] - 30) < 5).all()
    assert ((first["player"] == played[0]["winner"]) == (first["outcome"] == WON)).all()
    assert 1 <= found["values"][:, 2].max() <= 6
    assert found["values"][:, 3].max() > 0
