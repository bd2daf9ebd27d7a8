"""The metagame that a designer draws: how it is written, how far the match-ups are from it, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import META

from evometa.balance.objectives import OBJECTIVES, Candidate, Chance, choose_objectives, estimate_objective
from evometa.balance.targets import Target, aim, make_target, read_target_file
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.metagame.evidence import Evidence

NAMES = [deck.name for deck in META.decks]
CYCLE = [
    {"deck": "Hunter", "against": "Paladin", "rate": "60:40"},
    {"deck": "Paladin", "against": "Warlock", "rate": 0.6},
    {"deck": "Warlock", "against": "Hunter", "rate": "60%"},
]
DRAWN = np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]])
THIRDS, OVERLAPS = np.full(3, 1 / 3), np.eye(3)


def measure(wishes: list[dict[str, Any]], rates: np.ndarray[Any, Any]) -> float:
    (objective,) = aim(choose_objectives(["target"]), make_target(META, wishes))
    return objective.measure(Candidate(rates, THIRDS, OVERLAPS, Patch()))


# --- how far --------------------------------------------------------------------------------------


def test_wishes_are_about_match_ups_from_both_sides() -> None:
    target = make_target(META, CYCLE)
    assert target.win_rates == pytest.approx(DRAWN)
    assert target.decks == tuple(NAMES)
    assert target.pairs == [(0, 1), (0, 2), (1, 2)]


def test_the_distance_is_twice_the_root_mean_square() -> None:
    assert measure(CYCLE, DRAWN) == pytest.approx(0)
    assert measure(CYCLE, np.full((3, 3), 0.5)) == pytest.approx(0.2)
    off = DRAWN + np.array([[0, 0.1, 0], [-0.1, 0, 0], [0, 0, 0]])
    assert measure(CYCLE, off) == pytest.approx(2 * np.sqrt(0.1**2 / 3))


def test_with_all_match_ups_even_it_is_f() -> None:
    rates = np.array([[0.5, 0.7, 0.2], [0.3, 0.5, 0.9], [0.8, 0.1, 0.5]])
    even = [{"deck": "any", "against": "any", "rate": "50:50"}]
    assert measure(even, rates) == OBJECTIVES["f"].measure(Candidate(rates, THIRDS, OVERLAPS, Patch()))


def test_open_match_ups_do_not_matter_and_weights_count() -> None:
    unknown = np.array([[0.5, 0.6, np.nan], [0.4, 0.5, np.nan], [np.nan, np.nan, 0.5]])
    assert measure(CYCLE[:1], unknown) == pytest.approx(0)
    weighted = [{**CYCLE[0], "weight": 3}, CYCLE[1]]
    half = DRAWN.copy()
    half[0, 1] = half[1, 0] = 0.5
    assert measure(weighted, half) == pytest.approx(2 * np.sqrt(3 / 4 * 0.1**2))


def test_what_no_other_wish_names_can_be_even() -> None:
    target = make_target(META, [CYCLE[0], {"deck": "any", "against": "any", "rate": "50:50", "weight": 0.5}])
    assert target.win_rates[0].tolist() == pytest.approx([0.5, 0.6, 0.5])
    assert target.weights[0].tolist() == [0, 1, 0.5]


def test_games_give_an_interval_and_a_noise_floor() -> None:
    (objective,) = aim(choose_objectives(["target"]), make_target(META, CYCLE))
    chance = Chance(np.full((3, 3), 1000.0), THIRDS, OVERLAPS, 1)
    candidate = Candidate(DRAWN, THIRDS, OVERLAPS, Patch())
    at_target = estimate_objective(objective, make_evidence(DRAWN), candidate, chance, 1)
    assert (at_target.value, at_target.low) == (0, 0)
    assert 0.02 < at_target.high < 0.1
    even = estimate_objective(objective, make_evidence(np.full((3, 3), 0.5)), candidate, chance, 1)
    assert even.low < 0.2 < even.high
    assert even.low > 0.15
    assert objective.noise_floor is not None
    assert objective.noise_floor(chance) == pytest.approx(0.92 / np.sqrt(1000) * np.sqrt(4 * 0.24), rel=0.01)


def make_evidence(rates: np.ndarray[Any, Any], games: int = 500) -> Evidence:
    """Games of each seat that show exactly these rates."""
    numbers = np.where(np.eye(3), 0, games)
    wins = np.rint(rates * numbers).astype(int)
    return Evidence(tuple(NAMES), THIRDS, numbers, wins, numbers - wins, 0 * wins, 10 * numbers)


def test_intervals_hold_the_truth() -> None:
    (objective,) = aim(choose_objectives(["target"]), make_target(META, CYCLE))
    random, hits = np.random.default_rng(3), 0
    truth = np.array([[0.5, 0.62, 0.43], [0.38, 0.5, 0.55], [0.57, 0.45, 0.5]])
    expected = objective.measure(Candidate(truth, THIRDS, OVERLAPS, Patch()))
    assert objective.estimate is not None
    for _ in range(300):
        wins = np.where(np.eye(3), 0, random.binomial(400, truth))
        numbers = np.where(np.eye(3), 0, 400)
        found = objective.estimate(Evidence(tuple(NAMES), THIRDS, numbers, wins, numbers - wins, 0 * wins, numbers))
        hits += found.low <= expected <= found.high
    assert hits >= 0.92 * 300


# --- how it is written ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        ",Hunter,Paladin,Warlock\nHunter,,60:40,40:60\nPaladin,,,60:40\n",
        ",Hunter,Paladin,Warlock\nHunter,50:50,60:40,40\nPaladin,40:60,50:50,0.6\nWarlock,60%,2:3,50:50\n",
        f",{NAMES[2]},{NAMES[0]},{NAMES[1]}\n{NAMES[0]},40:60,,60:40\n\n{NAMES[1]}, 60 : 40 \n",
    ],
)
def test_a_matrix_says_the_same(text: str, tmp_path: Path) -> None:
    path = tmp_path / "target.csv"
    path.write_text(text, encoding="utf-8")
    target = make_target(META, read_target_file(path))
    assert target.win_rates == pytest.approx(DRAWN)
    assert target.weights == pytest.approx(1 - np.eye(3))


def test_cells_have_weights(tmp_path: Path) -> None:
    path = tmp_path / "target.csv"
    path.write_text(",Paladin,Warlock\nHunter,60:40 x2,\nPaladin,,50:50*0.5\n", encoding="utf-8")
    target = make_target(META, read_target_file(path))
    assert [target.weights[pair] for pair in ((0, 1), (0, 2), (1, 2))] == [2, 0, 0.5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line has no decks"),
        ("Hunter,,Paladin\nHunter,,60:40\n", "the first line has no decks"),
        (",Hunter,Paladin\n", "all cells are blank"),
        (",Hunter\nHunter,60:40\n", "all cells are blank"),
        (",Hunter,Paladin\nHunter,,often\n", "line 2: found 'often'; allowed: how many of 100 games"),
        (",Hunter,Paladin\nHunter,,100:0\n", "line 2: found '100:0'; allowed: "),
        (",Hunter,Paladin\n,60:40,\n", "line 2: the deck of the line is missing"),
        (",Hunter\nHunter,,60:40\n", "line 2: found 3 cells; allowed: 2"),
        (',Hunter\n"Hunter,60:40\n', "no line of a CSV table"),
    ],
)
def test_a_bad_matrix_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "target.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_target_file(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


HUNTER = {"deck": "Hunter", "against": "Paladin", "rate": "60:40"}


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ([{**HUNTER, "deck": "Huntr"}], "field '0.deck': the metagame 'test' has no deck 'Huntr'"),
        ([{**HUNTER, "deck": "Aggro"}], "'Aggro' fits several decks: "),
        ([{**HUNTER, "against": "Hunter"}], "found one deck twice"),
        ([{**HUNTER, "against": "any"}], "field '0.against': found 'any' beside a deck"),
        ([{**HUNTER, "rate": "60:"}], "field '0.rate': found '60:'; allowed: how many of 100 games"),
        ([{**HUNTER, "rate": True}], "field '0.rate': found true"),
        ([{**HUNTER, "rate": 1.5}], "field '0.rate': found 1.5"),
        ([{**HUNTER, "weight": -1}], "field '0.weight': the number -1 is out of range"),
        ([{**HUNTER, "weigth": 1}], "unknown field 'weigth'; did you mean 'weight'?"),
        ([{"deck": "Hunter", "rate": "60:40"}], "field '0': the field 'against' is missing"),
        ([HUNTER, {**HUNTER, "rate": "55:45"}], "field '1': another wish for the same match-up says otherwise"),
        ([HUNTER, {"deck": "Paladin", "against": "Hunter", "rate": "60:40"}], "another wish for the same match-up"),
        ([{**HUNTER, "weight": 0}], "no match-up matters"),
        ([], "no match-up matters"),
        (["Hunter beats Paladin"], "field '0': found 'Hunter beats Paladin'; allowed: a table such as"),
        ([{"deck": "any", "against": "any", "rate": "60:40"}], "found '60:40' for any deck against any"),
    ],
)
def test_bad_wishes_are_refused(wishes: list[Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        make_target(META, wishes, "settings.toml, [[target]]")
    assert str(caught.value).startswith("settings.toml, [[target]]")
    assert message in str(caught.value)


def test_both_sides_of_a_match_up_may_say_the_same() -> None:
    twice = [HUNTER, {"deck": "Paladin", "against": "Hunter", "rate": "40:60"}]
    assert make_target(META, twice).win_rates == pytest.approx(make_target(META, [HUNTER]).win_rates)


def test_the_objective_needs_something_drawn() -> None:
    with pytest.raises(InputError, match=r"needs match-ups to aim at; give a target: a matrix as CSV"):
        aim(choose_objectives(["target", "m"]), None)
    assert aim(choose_objectives(["f", "m"]), None) == choose_objectives(["f", "m"])
    assert isinstance(make_target(META, CYCLE), Target)
