"""The same source, compiled and not, plays the same games: every action, every position."""

from collections.abc import Sequence

import pytest
from tests.parity.game_logs import LoggedGame, write_log, write_logs_uncompiled

from evometa.games.decks.deck import builtin_decks

DECKS = sorted(builtin_decks())
PRESETS = ("paper", "fair")
SEED = 20190704

# Width and depth of a search that is quick uncompiled.
NARROW = ((1, 6), (2, 4), (1, 5), (2, 5), (2, 6))


def pair_decks(n_games: int, stride: int) -> list[tuple[str, str]]:
    """Pairs in which every deck comes about equally often, in each seat."""
    return [(DECKS[i % len(DECKS)], DECKS[(i * stride + i // len(DECKS) + 1) % len(DECKS)]) for i in range(n_games)]


def players_for(decks: tuple[str, str], game: int) -> tuple[str, str]:
    """A preset for both seats, each with the style of its deck; starter decks, which say none, take turns."""
    preset = PRESETS[game % 2]
    styles = [deck.rsplit("_", 1)[1] if deck.startswith("exp") else "" for deck in decks]
    others = ("aggro", "control") if game // 2 % 2 else ("control", "aggro")
    first, second = (f"{preset}-{style or other}" for style, other in zip(styles, others, strict=True))
    return first, second


def narrow_games() -> list[LoggedGame]:
    pairs = pair_decks(10, stride=4)
    games = [
        LoggedGame(decks, players_for(decks, i), SEED + i, *NARROW[i // 2 % len(NARROW)])
        for i, decks in enumerate(pairs)
    ]
    games[8] = games[8]._replace(players=("paper-aggro", "fair-control"))
    games[9] = games[9]._replace(players=("random", "fair-aggro"))
    return games


def full_games() -> list[LoggedGame]:
    pairs = pair_decks(50, stride=8)
    return [LoggedGame(decks, players_for(decks, i), SEED + i) for i, decks in enumerate(pairs)]


def assert_same_logs(games: Sequence[LoggedGame]) -> None:
    for game, uncompiled in zip(games, write_logs_uncompiled(games), strict=True):
        compiled = write_log(game)
        differing = [i for i, (a, b) in enumerate(zip(compiled, uncompiled, strict=False)) if a != b]
        assert not differing, f"{game}: action {differing[0]} is the first that differs"
        assert len(compiled) == len(uncompiled) > 0, game


def test_ten_games_with_a_narrow_search() -> None:
    assert_same_logs(narrow_games())


def test_the_full_games_are_of_all_decks_and_both_presets() -> None:
    games = full_games()
    assert len(games) == 50
    assert len({deck for game in games for deck in game.decks}) == len(DECKS) == 36
    assert {player.split("-")[0] for game in games for player in game.players} == set(PRESETS)


@pytest.mark.nightly
def test_fifty_full_games() -> None:
    assert_same_logs(full_games())
