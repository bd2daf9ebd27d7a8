"""Compiled games on several threads: the same result, however they are spread."""

import numpy as np
import pytest

from evometa.games.decks.deck import builtin_decks, load_deck
from evometa.games.hearthstone.cards import compile_table, load_cards
from evometa.games.players import builtin_players, load_player_for, overlays_of
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import Match, ordered_pairs

DECKS = [load_deck(name) for name in ("exp1_hunter_aggro", "exp1_paladin_control", "exp1_warlock_control")]
NAMES = [deck.name for deck in DECKS]


def play(n_threads: int, preset: str = "paper", per_game: bool = False) -> BatchResult:
    players = [load_player_for(preset, deck) for deck in DECKS]
    table = compile_table(load_cards(overlays=overlays_of(players)))
    return play_games(table, DECKS, players, ordered_pairs(NAMES, 25, seed=1), n_threads, per_game)


@pytest.mark.parametrize("preset", ["paper", "fair"])
def test_the_sums_are_the_same_on_1_2_and_3_threads(preset: str) -> None:
    one, two, three = (play(n, preset) for n in (1, 2, 3))
    assert one.n_games == 9 * 25
    assert one.sums.tobytes() == two.sums.tobytes() == three.sums.tobytes()


def test_every_single_game_is_the_same_on_2_threads() -> None:
    one, two = play(1, per_game=True), play(2, per_game=True)
    assert one.games is not None
    assert two.games is not None
    assert one.games.tobytes() == two.games.tobytes()


def test_rows_and_sums_agree() -> None:
    batch = play(2, per_game=True)
    assert batch.games is not None
    rows = batch.games.reshape(9, 25)
    for name in ("turns", "nodes", "health", "drawn", "spent"):
        assert np.array_equal(batch.sums[name], rows[name].sum(axis=1))
    assert np.array_equal(batch.sums["wins"], [np.bincount(row, minlength=3) for row in rows["winner"]])
    assert np.array_equal(batch.sums["cards"]["drawn"], (rows["first_drawn"] > 0).sum(axis=1))
    assert np.array_equal(batch.sums["cards"]["turn_played"], rows["first_played"].sum(axis=1, dtype=np.int64))
    assert batch.checksum() == play(1).checksum()


def test_one_game_can_be_played_again_by_itself() -> None:
    players = [load_player_for("paper", deck) for deck in DECKS]
    table = compile_table(load_cards(overlays=overlays_of(players)))
    match = Match((1, 2), (1, 2), 20, seed=77)
    alone = Match((1, 2), (1, 2), 1, seed=77, first=13)
    games = [play_games(table, DECKS, players, [m], 1, per_game=True).games for m in (match, alone)]
    assert games[0] is not None
    assert games[1] is not None
    assert games[0][13].tobytes() == games[1][0].tobytes()


@pytest.mark.parametrize("name", builtin_players())
def test_what_a_thread_has_played_before_does_not_matter(name: str) -> None:
    """Whoever plays: games are the same in any order."""
    player, decks, n = builtin_players()[name], list(builtin_decks().values()), 4
    table = compile_table(load_cards(overlays=overlays_of([player])))
    matches = [Match((k, (k + 1) % len(decks)), (0, 0), n, seed=k) for k in range(len(decks))]
    forth, back = (
        play_games(table, decks, [player], order, threads=1, per_game=True).games for order in (matches, matches[::-1])
    )
    assert forth is not None
    assert back is not None
    assert np.array_equal(forth.reshape(-1, n), back.reshape(-1, n)[::-1])
