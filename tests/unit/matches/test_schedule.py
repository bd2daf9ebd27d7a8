"""Schedules: who meets whom, seeds, the same as integers, and chunks."""

import numpy as np
import pytest

from evometa.games.records import Job
from evometa.matches.schedule import (
    Match,
    check_jobs,
    chunk_size,
    deal_rounds,
    ordered_pairs,
    pack_matches,
    seed_for,
    split_jobs,
)

# --- seeds ----------------------------------------------------------------------------------------


def test_a_seed_depends_on_every_key_and_their_order() -> None:
    seeds = [
        seed_for(1),
        seed_for(2),
        seed_for(1, "match"),
        seed_for(1, "match", 0, 1),
        seed_for(1, "match", 1, 0),
        seed_for(1, "match", "0", 1),
        seed_for(1, "match", "01"),
        seed_for(-1, "match"),
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_seed_never_changes() -> None:
    assert seed_for(1, "match", "Hunter", 3) == SEED
    assert seed_for(np.int64(1), "match", "Hunter", np.int16(3)) == SEED  # type: ignore[arg-type]


SEED = 18047041276541146431


# --- who meets whom -------------------------------------------------------------------------------


def test_ordered_pairs_are_all_of_them_with_seeds_of_their_own() -> None:
    matches = ordered_pairs(["a", "b", "c"], 10, seed=1)
    assert [match.decks for match in matches] == [(i, j) for i in range(3) for j in range(3)]
    assert all(match.players == match.decks and match.games == 10 for match in matches)
    assert len({match.seed for match in matches}) == 9


def test_a_pair_plays_the_same_games_whatever_other_decks_there_are() -> None:
    both = ordered_pairs(["a", "b"], 10, seed=1)
    more = ordered_pairs(["b", "x", "a"], 10, seed=1)
    assert both[1].seed == next(match for match in more if match.decks == (2, 0)).seed


# --- as integers ----------------------------------------------------------------------------------


def test_matches_become_jobs() -> None:
    jobs = pack_matches([Match((0, 1), (1, 1), 5, 2**64 - 1), Match((1, 0), (0, 1), 6, 7, table=2, first=3, cell=9)])
    assert jobs.dtype == Job
    assert jobs["seed"].tolist() == [2**64 - 1, 7]
    assert jobs["cell"].tolist() == [0, 9]
    assert (jobs[1].games, jobs[1].first, jobs[1].table) == (6, 3, 2)
    assert (jobs[1].decks.tolist(), jobs[1].players.tolist()) == ([1, 0], [0, 1])


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (Match((0, 2), (0, 0), 1, 1), "number 0 to 2 of 2 decks"),
        (Match((-1, 0), (0, 0), 1, 1), "number -1 to 0 of 2 decks"),
        (Match((0, 0), (3, 3), 1, 1), "number 3 to 3 of 3 players"),
        (Match((0, 0), (0, 0), 1, 1, table=1), "number 1 to 1 of 1 tables"),
        (Match((0, 0), (0, 0), -1, 1), "games = -1"),
        (Match((0, 0), (0, 0), 1, 1, cell=-1), "cell = -1"),
    ],
)
def test_a_match_that_names_nothing_is_refused(match: Match, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_jobs(pack_matches([match]), n_tables=1, n_decks=2, n_players=3)


# --- rounds and chunks ----------------------------------------------------------------------------


def games_of(jobs: np.ndarray) -> list[tuple[int, int]]:
    return [(int(job.seed), int(job.first) + i) for job in jobs for i in range(job.games)]


def test_rounds_hold_every_game_once_and_those_of_a_match_in_order() -> None:
    jobs = pack_matches([Match((0, 1), (0, 1), n, seed=k, first=10 * k) for k, n in enumerate((400, 0, 7, 1, 60))])
    dealt = games_of(deal_rounds(jobs))
    assert sorted(dealt) == games_of(jobs)
    for seed in range(5):
        assert [game for game in dealt if game[0] == seed] == games_of(jobs[jobs["seed"] == seed])


def test_a_part_of_the_rounds_is_about_the_same_part_of_every_match() -> None:
    jobs = pack_matches([Match((0, 1), (0, 1), n, seed=k) for k, n in enumerate((1000, 400, 64))])
    dealt = [seed for seed, _ in games_of(deal_rounds(jobs))]
    for part in (0.1, 0.3, 0.5, 0.8):
        counts = np.bincount(dealt[: int(part * len(dealt))], minlength=3)
        assert (counts >= (part - 0.05) * jobs["games"]).all()
        assert (counts <= (part + 0.1) * jobs["games"]).all()


def test_every_match_has_a_game_in_the_first_round() -> None:
    jobs = pack_matches([Match((0, 1), (0, 1), n, seed=k) for k, n in enumerate((1, 3, 2000))])
    first = deal_rounds(jobs)[:3]
    assert (first["seed"].tolist(), first["games"].tolist()) == ([0, 1, 2], [1, 1, 13])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100])
def test_chunks_hold_every_game_once_and_in_order(size: int) -> None:
    games = (4, 0, 1, 7, 2, 0)
    jobs = pack_matches([Match((0, 0), (0, 0), n, seed=k, first=10 * k) for k, n in enumerate(games)])
    chunks = list(split_jobs(jobs, size))
    assert [game for chunk in chunks for game in games_of(chunk.jobs)] == games_of(jobs)
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.row for chunk in chunks] == [size * chunk.number for chunk in chunks]
    assert all(chunk.games == size for chunk in chunks[:-1])


def test_a_chunk_counts_its_cells_from_0_and_knows_which_they_are() -> None:
    cells = (9, 4, 9, 2)
    jobs = pack_matches([Match((0, 0), (0, 0), 1, 1, cell=cell) for cell in cells])
    (chunk,) = split_jobs(jobs, 10)
    assert chunk.cells[chunk.jobs["cell"]].tolist() == list(cells)
    assert len(chunk.cells) == 3
    assert jobs["cell"].tolist() == list(cells)


def test_no_games_make_no_chunks() -> None:
    assert list(split_jobs(pack_matches([]), 10)) == []
    assert list(split_jobs(pack_matches([Match((0, 0), (0, 0), 0, 1)]), 10)) == []


@pytest.mark.parametrize(
    ("n_games", "width", "size"), [(1_000_000, 4, 1_250), (1_000_000, 64, 78), (6_400, 4, 100), (10, 4, 16)]
)
def test_a_chunk_lasts_about_a_second_or_less_in_a_small_batch(n_games: int, width: int, size: int) -> None:
    assert chunk_size(n_games, width) == size
