"""How far an evolution has come, step by step: who joins, who is played, what is known, and how it ends."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.planted_decks import CARDS, META

from evometa.experiments.evolve.evolution import Evolution, Member, gather_known
from evometa.experiments.evolve.steps import Met, Searched, Step, read_step, write_step
from evometa.games.decks.space import DeckSpace, make_deck_space
from evometa.input.errors import InputError, Where

Counts = NDArray[np.int64]
GAMES = 4000


@cache
def space_of(klass: str) -> DeckSpace:
    return make_deck_space(klass, "paper", CARDS, META.rules)


def draw(klass: str, seed: int, n: int = 1) -> Counts:
    return space_of(klass).draw(n, np.random.default_rng(seed))


def begin() -> Evolution:
    """A deck of two classes each."""
    spaces = {klass: space_of(klass) for klass in ("hunter", "mage")}
    members = [Member(space.decode(draw(klass, 1)[0], klass), draw(klass, 1)[0], 0) for klass, space in spaces.items()]
    return Evolution(spaces, members)


def search(klass: str, seed: int, expected: float, opponents: tuple[int, ...] = (0,)) -> Step:
    """A search that found a certain deck."""
    decks = draw(klass, seed, 3)
    games = np.full((3, len(opponents)), 10)
    return Step(searched=Searched(klass, opponents, decks, games // 2, games, 1, expected))


def meet(rates: list[list[float]], is_last: bool = False) -> Step:
    """Match-ups that went exactly so."""
    wins = np.rint(np.array(rates) * GAMES).astype(np.int64)
    np.fill_diagonal(wins, 0)
    games = np.full(wins.shape, GAMES) * (1 - np.eye(len(wins), dtype=np.int64))
    return Step(met=Met(wins, games, is_last))


def evolve(*steps: Step) -> Evolution:
    found = begin()
    for step in steps:
        found.take(step)
    return found


def test_an_answer_that_wins_joins_and_one_that_loses_or_is_known_does_not() -> None:
    found = evolve(meet([[0.5, 0.7], [0.3, 0.5]]), search("mage", 5, 0.8), search("hunter", 6, 0.49))
    assert found.round == 1
    assert [each.deck.klass for each in found.members] == ["hunter", "mage", "mage"]
    assert found.members[2].counts.tolist() == draw("mage", 5, 3)[1].tolist()
    again = evolve(meet([[0.5, 0.7], [0.3, 0.5]]), search("mage", 5, 0.8), search("mage", 5, 0.8))
    assert len(again.members) == 3
    assert len({each.name.casefold() for each in found.decks}) == 3


def test_games_are_counted_once() -> None:
    found = evolve(meet([[0.5, 0.7], [0.3, 0.5]]), search("mage", 5, 0.8))
    assert found.search_games == GAMES + 30
    found.take(meet([[0.5, 0.7, 0.2], [0.3, 0.5, 0.4], [0.8, 0.6, 0.5]]))
    assert found.search_games == 3 * GAMES + 30


def test_who_loses_to_all_is_played_no_more_once_it_is_old() -> None:
    first = meet([[0.5, 0.9], [0.1, 0.5]])
    found = evolve(first)
    assert found.living == [0, 1], "it is young"
    answer = meet([[0.5, 0.9, 0.4], [0.1, 0.5, 0.1], [0.6, 0.9, 0.5]])
    for seed in (5, 6):
        found.take(search("mage", seed, 0.8 if seed == 5 else 0.4))
        found.take(answer)
    assert found.living == [0, 2]
    assert found.played[0] == 2


def test_a_deck_that_nobody_plays_any_more_comes_back_if_it_is_an_answer_again() -> None:
    found = evolve(meet([[0.5, 0.9], [0.1, 0.5]]), search("mage", 5, 0.6))
    found.take(meet([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]]))
    found.living.remove(2)
    found.take(search("mage", 5, 0.4))
    assert 2 not in found.living
    found.take(search("mage", 5, 0.6))
    assert len(found.members) == 3
    assert 2 in found.living


def test_in_the_end_the_equilibrium_is_taken_that_was_answered_least() -> None:
    even = [[0.5, 0.5], [0.5, 0.5]]
    first = evolve(meet(even), search("mage", 5, 0.52), meet([[0.5, 0.5, 0.49], [0.5, 0.5, 0.49], [0.51, 0.51, 0.5]]))
    first.take(search("hunter", 6, 0.7))
    with_it = [[0.5, 0.5, 0.49, 0.5], [0.5, 0.5, 0.49, 0.5], [0.51, 0.51, 0.5, 0.3], [0.5, 0.5, 0.7, 0.5]]
    first.take(meet(with_it))
    assert first.shares[3] > 0.2
    first.take(meet(with_it, is_last=True))
    assert first.is_over
    assert first.shares == pytest.approx([0.5, 0.5, 0, 0]), "its best answer won 52%, that to the second 70%"


def test_decks_of_a_later_day_can_spoil_an_equilibrium_that_answers_did_not() -> None:
    found = evolve(meet([[0.5, 0.6], [0.4, 0.5]]), search("mage", 5, 0.52), meet(_cycle(0.6)), search("mage", 7, 0.6))
    last = np.pad(_cycle(0.6), (0, 1), constant_values=0.5)
    last[3, :2], last[:2, 3] = 0.9, 0.1
    found.take(meet(last.tolist()))
    found.take(meet(last.tolist(), is_last=True))
    assert found.shares[2] > 0.2, "the first one is beaten by a deck that came later"


def _cycle(rate: float) -> list[list[float]]:
    return [[0.5, rate, 1 - rate], [1 - rate, 0.5, rate], [rate, 1 - rate, 0.5]]


def test_steps_that_do_not_belong_together_are_refused() -> None:
    found = evolve(meet([[0.5, 0.7], [0.3, 0.5]]))
    for wrong in (
        search("mage", 5, 0.8, (0, 7)),
        search("mage", 5, 0.8, (0, 0)),
        Step(searched=Searched("mage", (0,), draw("mage", 1) + 1, np.zeros((1, 1)), np.zeros((1, 1)), 0, 0.5)),
        Step(searched=Searched("mage", (0,), draw("mage", 1), np.ones((1, 1)), np.zeros((1, 1)), 0, 0.5)),
        meet([[0.5, 0.7, 0.5], [0.3, 0.5, 0.5], [0.5, 0.5, 0.5]]),
        meet([[0.5, 0.2], [0.8, 0.5]]),
    ):
        with pytest.raises(ValueError, match="do not fit together"):
            found.take(wrong)


def test_of_classes_that_nobody_plays_the_latest_answers_are_told() -> None:
    found = evolve(meet([[0.5, 0.99], [0.01, 0.5]]))
    for seed in (5, 6, 7, 7):
        found.take(search("mage", seed, 0.4))
        found.take(meet([[0.5, 0.99], [0.01, 0.5]]))
    latest = found.list_latest()
    assert found.played == [0, 1]
    assert [each.deck.klass for each in latest] == ["mage"] * 2, "the third one is played a little"
    assert [each.round for each in latest] == [4, 2], "each deck once, the latest one first"
    assert latest[0].counts.tolist() == draw("mage", 7, 3)[1].tolist()


def test_what_earlier_searches_saw_is_pooled_by_deck_and_opponent() -> None:
    one, other = search("mage", 5, 0.8, (0, 1)).searched, search("mage", 5, 0.8, (2, 1)).searched
    assert one is not None
    assert other is not None
    columns, known = gather_known([one, other], [1, 3], 10)
    assert columns == [1, 3, 0, 2]
    assert known is not None
    assert known.games.tolist() == [[20, 0, 10, 10]] * 3
    assert gather_known([one, other], [1], 2)[1].decks.shape[0] == 2  # type: ignore[union-attr]
    assert gather_known([], [1], 2) == ([1], None)


def test_a_step_is_read_as_it_was_written_and_a_damaged_one_is_refused() -> None:
    for step in (search("mage", 5, 0.8), meet([[0.5, 0.7], [0.3, 0.5]], is_last=True)):
        again = read_step(write_step(step), Where("run"))
        assert again.to_json() == step.to_json()
        assert write_step(again) == write_step(step)
    for damaged in (b"", b"nothing", write_step(Step())[:-3], write_step(search("mage", 5, 0.8))[:40]):
        with pytest.raises(InputError, match="run: "):
            read_step(damaged, Where("run"))
