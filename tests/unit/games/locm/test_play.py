"""Batches of games, and the players in them."""

import numpy as np
import pytest

from evometa.games.locm.batch import WON, Job, Played, pack_decks, play
from evometa.games.locm.cards import change_cards, game_cards, pack_cards
from evometa.games.locm.decks import draw_deck
from evometa.games.locm.players.contests import contest_share
from evometa.games.locm.players.player import make_probes, pack_players, preset
from evometa.input.errors import InputError

TABLE = pack_cards(game_cards())
DECKS = [draw_deck(160, np.random.default_rng(seed)) for seed in range(4)]


def make_jobs(*games: int) -> np.ndarray:
    jobs = np.zeros(len(games), Job)
    for k, n in enumerate(games):
        jobs[k]["seed"], jobs[k]["games"], jobs[k]["cell"] = 7, n, k
        jobs[k]["decks"], jobs[k]["players"] = (0, 1), (0, 1)
    return jobs


def play_pair(jobs: np.ndarray, names: tuple[str, str] = ("greedy", "random"), with_rows: bool = False) -> Played:
    return play(TABLE[None], pack_decks(DECKS), pack_players(map(preset, names)), jobs, with_rows)


def test_rows_add_up_to_the_sums() -> None:
    played = play_pair(make_jobs(12), with_rows=True)
    assert played.rows is not None
    rows, sums = played.rows, played.sums[0]
    assert (sums["games"], sums["wins"].sum(), sums["turns"]) == (12, 12, rows["turns"].sum())
    assert sums["wins"][0] == np.count_nonzero(rows["winner"] == 0)
    for name in ("health", "drawn", "mana"):
        assert (sums[name] == rows[name].sum(axis=0)).all()
    assert (sums["cards"]["drawn"] == np.count_nonzero(rows["first_drawn"], axis=0)).all()
    assert (sums["cards"]["played"] == np.count_nonzero(rows["first_played"], axis=0)).all()


def test_cards_are_drawn_before_they_are_played() -> None:
    rows = play_pair(make_jobs(12), with_rows=True).rows
    assert rows is not None
    is_played = rows["first_played"] > 0
    assert is_played.any()
    assert (rows["first_drawn"][is_played] > 0).all()
    assert (rows["first_drawn"] <= rows["first_played"])[is_played].all()
    assert (rows["drawn"] >= np.count_nonzero(rows["first_drawn"], axis=2)).all()


def test_a_job_can_be_played_in_parts() -> None:
    parts = make_jobs(5, 7)
    parts["cell"], parts["first"] = 0, (0, 5)
    assert play_pair(make_jobs(12)).sums.tobytes() == play_pair(parts).sums.tobytes()


def test_each_variant_of_the_cards_is_played() -> None:
    free = pack_cards(change_cards(game_cards(), {f"{card.id}.cost": -12 for card in game_cards()}))
    jobs = make_jobs(6, 6)
    jobs["table"] = 0, 1
    players = pack_players([preset("greedy")] * 2)
    sums = play(np.stack([TABLE, free]), pack_decks(DECKS), players, jobs).sums
    assert (sums["mana"].sum(axis=1) > 0).tolist() == [True, False]


def test_equal_players_win_half() -> None:
    greedy = preset("greedy")
    assert contest_share(TABLE, DECKS, greedy, greedy, 20, seed=1) == 0.5


def test_an_unknown_player_is_an_error() -> None:
    with pytest.raises(InputError, match="did you mean 'greedy'"):
        preset("gredy")


def test_probes_measure_features_at_the_ends_of_turns() -> None:
    names = ("my_health", "enemy_health", "my_creatures", "enemy_open_attack")
    players = pack_players([preset("greedy"), preset("random")])
    played = play(TABLE[None], pack_decks(DECKS), players, make_jobs(4), True, make_probes(names))
    assert played.rows is not None
    assert played.samples is not None
    samples = played.samples.reshape(4, -1)
    for row, found in zip(played.rows, samples, strict=True):
        n = int(row["n_samples"])
        assert row["turns"] - 1 <= n <= row["turns"]
        assert not found[n:]["outcome"].any()
        assert (abs(found[0]["values"][:2] - 30) < 5).all()
        assert ((found[:n]["player"] == row["winner"]) == (found[:n]["outcome"] == WON)).all()
    assert 1 <= samples["values"][..., 2].max() <= 6
    assert samples["values"][..., 3].max() > 0
