"""Random games over the whole pool, compiled: every position checked, some games compared with uncompiled play."""

from pathlib import Path

import pytest
from tools.fuzz.batches import make_card_batch, make_mixed_batch
from tools.fuzz.fixtures import FOLDER, read_fixture
from tools.fuzz.run import Fuzzing
from tools.fuzz.sample import Uncompiled, compare


def assert_nothing_fails(n_games: int, sample_every: int, folder: Path) -> Fuzzing:
    run = Fuzzing(seed=1, sample_every=sample_every, folder=folder)
    run.run(games=n_games)
    assert run.failures == []
    assert run.n_games == n_games
    assert run.n_compared == -(-n_games // sample_every)
    return run


def test_five_thousand_games(tmp_path: Path) -> None:
    assert_nothing_fails(5_000, 2_500, tmp_path)


@pytest.mark.nightly
def test_a_million_games_in_which_every_card_is_played(tmp_path: Path) -> None:
    assert assert_nothing_fails(1_000_000, 20_000, tmp_path).never_played() == []


def test_two_hundred_games_with_written_cards(tmp_path: Path) -> None:
    run = Fuzzing(seed=1, sample_every=100, folder=tmp_path, batch_games=200, make=make_card_batch)
    run.run(games=200)
    assert run.failures == []
    assert (run.n_games, run.n_variants, run.n_compared) == (200, 50, 2)


def test_one_batch_of_four_is_of_written_cards() -> None:
    written = [[bool(each.written) for each in make_mixed_batch(1, n, 200).variants] for n in range(4)]
    assert [set(batch) for batch in written] == [{False}, {False}, {False}, {True}]
    assert len(written[3]) == 2


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads(tmp_path: Path) -> None:
    one, two = (Fuzzing(2, threads, 0, tmp_path, batch_games=300) for threads in (1, 2))
    for run in (one, two):
        run.run(games=600)
    assert (one.n_games, one.n_actions, one.played) == (two.n_games, two.n_actions, two.played)


def test_every_kept_fixture_is_the_same_game_uncompiled() -> None:
    """Games that failed once; there need not be any."""
    uncompiled = Uncompiled()
    try:
        for path in sorted(FOLDER.glob("*.json")):
            assert compare(read_fixture(path)[1], uncompiled).difference == "", path.name
    finally:
        uncompiled.end()
