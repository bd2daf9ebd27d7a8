"""Legends of Code and Magic compiled, in the interpreter, and with bounds checks: the same games."""

import pytest
from tests.parity.processes import run_python

GAMES = """
import hashlib
import numpy as np
from evometa.games.locm.batch import Job, pack_decks, play
from evometa.games.locm.cards import game_cards, pack_cards
from evometa.games.locm.decks import draw_deck
from evometa.games.locm.players.player import LADDER, pack_players, preset

decks = [draw_deck(160, np.random.default_rng(seed)) for seed in range(4)]
jobs = np.zeros(4, Job)
jobs["games"], jobs["seed"], jobs["cell"] = (6, 6, 1, 1), 3, range(4)
jobs["players"] = (0, 1), (1, 1), (2, 1), (1, 3)
jobs["decks"] = (0, 1), (2, 3), (1, 2), (3, 0)
played = play(pack_cards(game_cards())[None], pack_decks(decks), pack_players(map(preset, LADDER)), jobs, True)
print(hashlib.sha256(played.sums.tobytes() + played.rows.tobytes()).hexdigest())
"""


@pytest.fixture(scope="module")
def compiled() -> str:
    return run_python(GAMES, NUMBA_DISABLE_JIT="")


def test_uncompiled_games_are_the_same(compiled: str) -> None:
    assert run_python(GAMES, NUMBA_DISABLE_JIT="1") == compiled


def test_no_index_is_out_of_bounds(compiled: str) -> None:
    assert run_python(GAMES, NUMBA_BOUNDSCHECK="1") == compiled
