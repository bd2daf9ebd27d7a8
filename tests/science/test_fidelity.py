"""The `paper` preset plays as the paper's players did: as long, as hard, and with the same results.

Figures of the paper's own engine and players over all 36 ordered pairs of the six Exp1 decks are given here; single
pairs are compared with the files of `../shared/reference`, where there are any.
"""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.science.exp1_games import DECKS, NAMES, card_table, play_exp1

from evometa.games.players import load_player_for
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import ordered_pairs

NODES_PER_GAME, TURNS_PER_GAME = 1_511, 15.05
SEED = 1

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"
needs_reference = pytest.mark.skipif(
    not (REFERENCE / "reference_matrix.csv").is_file(),
    reason="the figures of each pair are not part of the project; put reference_matrix.csv and paper_table1.csv "
    "into ../shared/reference to lift this",
)

N = len(DECKS)
Matrix = NDArray[np.float64]


def read_rows(name: str) -> list[dict[str, str]]:
    with (REFERENCE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def reference_matrix() -> Matrix:
    """Share of decided games that the row deck won, starting, with the paper's engine."""
    rows = {(row["row"], row["column"]): row for row in read_rows("reference_matrix.csv")}
    wins = np.array([[int(rows[a, b]["wins"]) for b in NAMES] for a in NAMES])
    losses = np.array([[int(rows[a, b]["losses"]) for b in NAMES] for a in NAMES])
    return wins / (wins + losses)


def published_matrix() -> Matrix:
    """The Exp1 block of the paper's table, which is averaged over seats."""
    rows = {row["deck"]: row for row in read_rows("paper_table1.csv")}
    return np.array([[float(rows[row][column]) for column in NAMES] for row in NAMES])


@lru_cache(maxsize=1)
def thousand_games() -> BatchResult:
    """A thousand games per ordered pair."""
    return play_exp1("paper", 1_000, SEED)


def starting_win_rates() -> Matrix:
    """How often the deck of the row wins, which starts, of a thousand games with each other one; draws are left out."""
    wins = thousand_games().sums["wins"].reshape(N, N, 3)
    return np.asarray(wins[..., 0] / wins[..., :2].sum(axis=-1))


def mean_difference(a: Matrix, b: Matrix) -> float:
    return float(np.abs(a - b).mean())


# --- quick ------------------------------------------------------------------------------------------------------------


def test_a_sample_of_games_takes_as_many_nodes_and_turns_as_the_papers_did() -> None:
    result = play_exp1("paper", 40, SEED)
    assert result.n_games == 40 * 36
    assert result.n_nodes / result.n_games == pytest.approx(NODES_PER_GAME, rel=0.10)
    assert result.n_turns / result.n_games == pytest.approx(TURNS_PER_GAME, abs=0.7)


@pytest.mark.parametrize("preset", ["paper", "fair"])
def test_one_thread_and_two_give_the_same_result(preset: str) -> None:
    one, two = (play_exp1(preset, 10, SEED, threads) for threads in (1, 2))
    assert one.sums.tobytes() == two.sums.tobytes()


@pytest.mark.parametrize("deck", range(N), ids=NAMES)
def test_a_mirror_is_even_over_both_seats(deck: int) -> None:
    """Two players with the same deck, each of them starting half of the games, win half of them: within 4 errors."""
    twins = [DECKS[deck], DECKS[deck]]
    player = load_player_for("paper", DECKS[deck])
    starts, follows = ordered_pairs(["one", "other"], 200, SEED)[1:3]
    wins = play_games(card_table(*player.overlays), twins, [player, player], [starts, follows]).sums["wins"]
    won, lost = int(wins[0, 0] + wins[1, 1]), int(wins[0, 1] + wins[1, 0])
    assert won + lost > 380
    assert won / (won + lost) == pytest.approx(0.5, abs=4 * 0.5 / (won + lost) ** 0.5)


# --- nightly ----------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_games_take_as_many_nodes_and_turns_as_the_papers_did() -> None:
    result = thousand_games()
    assert result.n_games == 36_000
    assert result.n_nodes / result.n_games == pytest.approx(NODES_PER_GAME, rel=0.10)
    assert result.n_turns / result.n_games == pytest.approx(TURNS_PER_GAME, abs=0.5)


@pytest.mark.nightly
@needs_reference
def test_each_ordered_pair_goes_as_with_the_papers_engine() -> None:
    rates = starting_win_rates()
    assert mean_difference(rates, reference_matrix()) <= 0.03


@pytest.mark.nightly
@needs_reference
def test_averaged_over_seats_the_published_table_comes_out() -> None:
    rates = starting_win_rates()
    assert mean_difference((rates + 1 - rates.T) / 2, published_matrix()) <= 0.02
