"""Ladders: who meets whom with which decks, and what the games say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from tests.unit.metagame.planted_games import uniform

from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.games.records import Sums
from evometa.input.errors import InputError
from evometa.matches.interrupts import Interrupted
from evometa.matches.runners import Collect, Games, Outcome
from evometa.matches.schedule import Chunk
from evometa.metagame.skill.ladder import play_ladder, rate_pair
from evometa.metagame.skill.ladder_setup import make_ladder

RATES = np.array([[0.5, 0.3, 0.2], [0.7, 0.5, 0.4], [0.8, 0.6, 0.5]])  # of the row; starting does not matter
NODES = 100  # of each player more than of the one before


@dataclass
class PlayerRunner:
    """Decides games by who plays: a player is known by its width."""

    widths: list[int]
    rates: np.ndarray = field(default_factory=lambda: RATES)
    batches_left: int = 99
    jobs: list[tuple[int, int, int, int]] = field(default_factory=list)  # decks, and places of the players

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        if not self.batches_left:
            raise KeyboardInterrupt
        self.batches_left -= 1
        for chunk in chunks:
            sums = np.zeros(len(chunk.cells), Sums)
            for job in chunk.jobs:
                one, other = (self.widths.index(int(games.players[k].width)) for k in job.players)
                self.jobs += [(int(job.decks[0]), int(job.decks[1]), one, other)] * int(job.games)
                luck = uniform(int(job.seed), np.arange(job.first, job.first + job.games))
                sums[job.cell].games += job.games
                sums[job.cell].wins += np.bincount(luck >= self.rates[one, other], minlength=3)
                sums[job.cell].nodes += job.games * NODES * (one + other)
            collect(chunk, Outcome(sums, None, 0.5))


@pytest.fixture
def names(tmp_path: Path) -> list[str]:
    """Three player files, with widths 1, 2 and 3."""
    for width in (1, 2, 3):
        (tmp_path / f"wide-{width}.toml").write_text(f'based_on = "fair-control"\nwidth = {width}\n', encoding="utf-8")
    return [str(tmp_path / f"wide-{width}.toml") for width in (1, 2, 3)]


def test_every_two_players_meet_with_every_deck_from_both_seats(names: list[str]) -> None:
    ladder, runner = make_ladder(names, "paper-six", 1), PlayerRunner([1, 2, 3])
    result = play_ladder(ladder, games=26, seed=1, runner=runner)
    met = [job for job in runner.jobs if job[2] != job[3]]
    assert all(first == second for first, second, _, _ in runner.jobs)  # mirrors
    assert {met.count((deck, deck, i, j)) for deck in range(6) for i in range(3) for j in range(3) if i != j} == {3}
    assert result.outcomes[:, 0, 1].sum() == 36  # 26 games, rounded up to six for each deck
    assert result.games == len(met)


def test_all_decks_that_come_with_evometa_can_be_asked_for() -> None:
    ladder = make_ladder(["fair", "random"], "Builtin", 1)
    assert len(ladder.metagame.decks) == 36
    assert {deck.klass for deck in ladder.metagame.decks} == set(HEARTHSTONE.classes)
    assert {player.name for player in ladder.players[0]} == {"fair-aggro", "fair-control"}
    assert not ladder.is_sample


def test_ratings_rates_and_nodes_are_those_that_were_planted(names: list[str]) -> None:
    result = play_ladder(make_ladder(names, "paper-six", 1), games=12_000, seed=1, runner=PlayerRunner([1, 2, 3]))
    assert result.order() == [2, 1, 0]
    for i, j in ((1, 0), (2, 0), (2, 1)):
        value, low, high = result.win_rate(i, j)
        assert low < RATES[i, j] < high
        assert value == pytest.approx(1 - result.win_rate(j, i).value)
        assert high - low == pytest.approx(0.016, abs=0.003)
    assert [each.nodes_per_game for each in result.alone] == [0, 2 * NODES, 4 * NODES]
    assert result.alone[0].games_per_second > 0


def test_another_player_leaves_the_games_of_the_others_as_they_are(names: list[str]) -> None:
    two = play_ladder(make_ladder(names[:2], "paper-six", 1), games=120, seed=5, runner=PlayerRunner([1, 2, 3]))
    three = play_ladder(make_ladder(names, "paper-six", 1), games=120, seed=5, runner=PlayerRunner([1, 2, 3]))
    assert (two.outcomes[:, 0, 1] == three.outcomes[:, 0, 1]).all()


def test_an_interrupt_carries_what_is_known(names: list[str]) -> None:
    with pytest.raises(Interrupted) as stop:
        play_ladder(
            make_ladder(names, "paper-six", 1), games=120, seed=1, runner=PlayerRunner([1, 2, 3], batches_left=2)
        )
    known = stop.value.known
    assert known.is_partial
    assert known.games == 3 * 120
    assert known.alone[0].games > 0
    assert np.isnan(known.alone[1].nodes_per_game)


def test_rates_of_a_sample_of_decks_have_wider_intervals_if_decks_differ() -> None:
    same, different = np.tile([50, 50, 0], (20, 1)), np.array([[20, 80, 0], [80, 20, 0]] * 10)
    assert rate_pair(same, is_sample=True) == rate_pair(same)
    assert rate_pair(different).high == pytest.approx(0.522, abs=1e-3)
    assert rate_pair(different, is_sample=True).high == pytest.approx(0.63, abs=0.02)
    assert np.isnan(rate_pair(np.zeros((3, 3), np.int64)).value)


# --- who, and with which decks ----------------------------------------------------------------------


def test_presets_play_each_deck_in_its_style_and_decks_without_one_as_control() -> None:
    styled = make_ladder(["random", "fair"], "paper-six", 1)
    assert {player.name for player in styled.players[1]} == {"fair-aggro", "fair-control"}
    drawn = make_ladder(["random", "Fair"], "random:9", 1)
    assert drawn.names == ("random", "fair")
    assert {player.name for player in drawn.players[1]} == {"fair-control"}
    assert len({deck.klass for deck in drawn.metagame.decks}) == 9
    assert drawn.is_sample


def test_players_bring_the_cards_that_they_are_meant_for() -> None:
    printed, paper = (make_ladder(names, "random:1", 1) for names in (["random", "fair"], ["random", "paper"]))
    assert printed.metagame.card_set != paper.metagame.card_set


@pytest.mark.parametrize(
    ("players", "decks", "message"),
    [
        (["fair"], "paper-six", "needs two players or more; found one: fair"),
        (["fair", "fair"], "paper-six", "'fair' and 'fair' are the same"),
        (["fair", "fair-control"], "random:2", "'fair' and 'fair-control' are the same with these decks"),
        (["fair", "fiar"], "paper-six", "no preset 'fiar'; did you mean 'fair'?"),
        (["fair", "random"], "random:0", "--decks random:0: found '0'.*1 to 2,000"),
        (["fair", "random"], "random:x", "--decks random:x: found 'x'"),
        (["fair", "random"], "themed:0", "--decks themed:0: found '0'.*as in themed:36"),
        (["fair", "random"], "paper-sic", "--decks paper-sic: .*did you mean 'paper-six'"),
    ],
)
def test_what_is_no_ladder_is_refused(players: list[str], decks: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_ladder(players, decks, 1)


def test_two_files_with_the_same_name_are_refused(names: list[str], tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('name = "wide-1"\nbased_on = "fair-aggro"\n', encoding="utf-8")
    with pytest.raises(InputError, match="two players are called 'wide-1'"):
        make_ladder([names[0], str(other)], "paper-six", 1)
