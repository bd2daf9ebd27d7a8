"""Legends of Code and Magic compiled, in the interpreter, with bounds checks, and in processes: the same games."""

import pytest
from tests.parity.processes import run_python
from tests.unit.games.locm.made_games import DECKS, PLAYERS, TABLE

from evometa.matches.counting import play_games
from evometa.matches.remote.executors import on_processes
from evometa.matches.runners import Runner, ThreadRunner
from evometa.matches.schedule import ordered_pairs

GAMES = """
import hashlib
from tests.unit.games.locm.made_games import DECKS, PLAYERS, TABLE
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

pairs = ((0, 1), (1, 1), (2, 1), (1, 3))
matches = [Match((i, (i + 1) % 4), pair, n, 3) for i, (pair, n) in enumerate(zip(pairs, (6, 6, 1, 1)))]
players = [PLAYERS[name] for name in ("random", "greedy", "planner", "expert")]
result = play_games(TABLE, DECKS, players, matches, per_game=True, check=True)
print(hashlib.sha256(result.sums.tobytes() + result.games.tobytes()).hexdigest())
"""


@pytest.fixture(scope="module")
def compiled() -> str:
    return run_python(GAMES, NUMBA_DISABLE_JIT="")


def test_uncompiled_games_are_the_same(compiled: str) -> None:
    assert run_python(GAMES, NUMBA_DISABLE_JIT="1") == compiled


def test_no_index_is_out_of_bounds(compiled: str) -> None:
    assert run_python(GAMES, NUMBA_BOUNDSCHECK="1") == compiled


def test_threads_and_processes_count_the_same() -> None:
    names, players = [deck.name for deck in DECKS], [PLAYERS["greedy"]] * len(DECKS)

    def play(runner: Runner) -> bytes:
        return play_games(TABLE, DECKS, players, ordered_pairs(names, 40, seed=1), runner=runner).sums.tobytes()

    assert play(ThreadRunner(1)) == play(ThreadRunner(2)) == play(on_processes(2))
