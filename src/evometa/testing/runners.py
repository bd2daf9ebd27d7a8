"""The contract of runners (`matches.runners.Runner`) as tests, with real games that are over soon."""

from __future__ import annotations

import signal
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from evometa.games.decks.deck import load_deck
from evometa.games.game import GameError
from evometa.games.hearthstone.cards import compile_table, load_cards, load_rules
from evometa.games.patches.patch import Patch
from evometa.games.players import load_player
from evometa.matches.counting import Batch, Rows
from evometa.matches.interrupts import Interrupted
from evometa.matches.results import BatchResult
from evometa.matches.runners import Games, Outcome, Runner, ThreadRunner, Watched
from evometa.matches.schedule import Chunk, Match, pack_matches

JOBS = pack_matches([Match((0, 1), (0, 0), 3, seed=5), Match((1, 0), (0, 0), 2, seed=6, table=1)])
DECKS = ("exp1_hunter_aggro", "exp1_paladin_aggro")


@cache
def small_games(per_game: bool = False, check: bool = False) -> Games:
    """Games of heroes with little health, by a player that does anything; the second table has a card changed."""
    cards, rules = load_cards(), replace(load_rules(), hero_health=6)
    changed = Patch(changes={"DS1_185.cost": 1}).apply(cards)
    tables = [compile_table(each, rules) for each in (cards, changed)]
    decks, players = [load_deck(name) for name in DECKS], [load_player("random")]
    return Games.pack(tables, decks, players, per_game=per_game, check=check)


@cache
def here() -> BatchResult:
    """The games in one go, on one thread."""
    return Batch(small_games(), JOBS, task_games=100).play(ThreadRunner(1))


class RunnerContract:
    """What every runner does. A subclass has a fixture `runner` that gives one with room for two chunks at a time."""

    @pytest.fixture(scope="class")
    @classmethod
    def runner(cls) -> Runner:
        """The runner that is tested."""
        raise NotImplementedError("a contract needs a runner: give one by a fixture")

    @pytest.fixture
    def ctrl_c(self) -> Iterator[None]:
        """Ctrl-C interrupts, as it does not in a process that was started in the background."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, before)

    def test_counts_are_the_same_to_the_last_bit(self, runner: Runner) -> None:
        assert here().sums["games"].tolist() == [3, 2]
        for size in (2, 100):
            assert Batch(small_games(), JOBS, task_games=size).play(runner).sums.tobytes() == here().sums.tobytes()

    def test_some_columns_are_enough(self, runner: Runner) -> None:
        every = here().sums
        some = Batch(small_games(), JOBS, columns=("turns", "wins"), task_games=3).play(runner).sums
        assert some.dtype.names == ("turns", "wins")
        assert all(np.array_equal(some[name], every[name]) for name in ("turns", "wins"))

    def test_single_games_are_there_on_request(self, runner: Runner) -> None:
        rows = Rows(5)
        Batch(small_games(per_game=True), JOBS, task_games=2).play(runner, rows.collect)
        assert rows.rows["turns"].sum() == here().sums["turns"].sum()
        winners = [np.bincount(part, minlength=3).tolist() for part in np.split(rows.rows["winner"], [3])]
        assert winners == here().sums["wins"].tolist()

    def test_outcomes_are_collected_one_at_a_time_and_never_by_the_main_thread(self, runner: Runner) -> None:
        inside: list[int] = []

        def collect(chunk: Chunk, outcome: Outcome) -> None:
            assert not inside
            assert threading.current_thread() is not threading.main_thread()
            inside.append(chunk.number)
            threading.Event().wait(0.01)
            inside.pop()

        runner.run(small_games(), Batch(small_games(), JOBS, task_games=1).chunks(), collect)

    def test_the_first_game_that_fails_ends_the_run(self, runner: Runner) -> None:
        games = small_games(check=True)
        broken = replace(games, decks=games.decks.copy())
        broken.decks["cards"][1] = broken.decks["of"][0]  # a hero cannot be drawn
        matches = [Match((0, 0), (0, 0), 1, seed=1), *(Match((0, 1), (0, 0), 1, seed=k) for k in range(7, 999))]
        chunks, finished = Batch(broken, pack_matches(matches), task_games=1).chunks(), list[int]()
        with pytest.raises(GameError, match="game 0 of the match with seed 7: there is a card where no such card"):
            runner.run(broken, chunks, lambda chunk, _: finished.append(chunk.number))
        assert finished == [0]

    def test_a_failure_of_the_collector_is_its_own(self, runner: Runner) -> None:
        def collect(chunk: Chunk, outcome: Outcome) -> None:
            raise RuntimeError("disk full")

        with pytest.raises(RuntimeError, match="disk full"):
            runner.run(small_games(), Batch(small_games(), JOBS, task_games=1).chunks(), collect)

    @pytest.mark.usefixtures("ctrl_c")
    def test_ctrl_c_ends_the_run_with_its_first_chunks(self, runner: Runner) -> None:
        jobs, finished = pack_matches([Match((0, 1), (0, 0), 1_000_000, seed=1)]), list[int]()

        def interrupt(games: int) -> None:
            if len(finished) == 3:
                interrupt_main()

        with pytest.raises(Interrupted) as stop:
            Batch(small_games(), jobs, task_games=1).play(
                Watched(runner, interrupt), lambda chunk, _: finished.append(chunk.number)
            )
        known = stop.value.known.sums["games"].tolist()
        assert 3 <= known[0] == len(finished) < 200  # of a million: what is played until the interrupt comes through
        assert sorted(finished) == list(range(len(finished)))
        threading.Event().wait(0.5)
        assert stop.value.known.sums["games"].tolist() == known, "nothing is collected any more"

    def test_it_plays_on_after_all_that(self, runner: Runner) -> None:
        assert Batch(small_games(), JOBS).play(runner).checksum() == here().checksum()
