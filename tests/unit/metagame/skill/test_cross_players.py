"""Every deck with every player: what is the deck's, what the player's, and who is viable."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.games.players import load_player
from evometa.input.errors import InputError
from evometa.metagame.skill.cross_players import (
    PARTS,
    CrossedResult,
    cross_metagame,
    cross_players,
    split_variance,
    styles_of,
)

HUNTER, PALADIN = "exp1_hunter_aggro", "exp1_paladin_aggro"


def plant(strengths: list[float]) -> NDArray[np.float64]:
    """Win rates of the starting deck among four entries, by the difference of their strengths."""
    strength = np.array(strengths)
    return np.asarray(0.5 + (strength[:, None] - strength[None, :]) / 2)


def cross(strengths: list[float], games: int = 2000) -> CrossedResult:
    metagame = make_metagame(HUNTER, PALADIN, player="fair-aggro")
    return cross_players(metagame, games=games, seed=1, runner=PlantedRunner(plant(strengths)))


def test_every_deck_is_there_with_every_player() -> None:
    metagame = make_metagame(HUNTER, PALADIN, shares=(0.2, 0.8), player="fair-aggro")
    crossed = cross_metagame(metagame, styles_of(metagame))
    hunter, paladin = (deck.name for deck in metagame.decks)
    assert [deck.name for deck in crossed.decks] == [
        f"{hunter}, fair-aggro",
        f"{hunter}, fair-control",
        f"{paladin}, fair-aggro",
        f"{paladin}, fair-control",
    ]
    assert [player.name for player in crossed.players] == ["fair-aggro", "fair-control"] * 2
    assert crossed.shares == (0.1, 0.1, 0.4, 0.4)


def test_players_can_be_named() -> None:
    players = [load_player(name) for name in ("random", "fair-aggro", "paper-control")]
    result = cross_players(
        make_metagame(HUNTER, PALADIN), players=players, games=2, seed=1, runner=PlantedRunner(np.full((6, 6), 0.5))
    )
    assert result.players == ("random", "fair-aggro", "paper-control")
    assert result.win_rate.value.shape == (2, 3)


def test_one_player_is_nothing_to_compare() -> None:
    with pytest.raises(InputError, match="has one player only; name two or more"):
        cross_players(make_metagame(HUNTER, PALADIN), games=2, seed=1, players=[load_player("random")])


def test_a_player_of_all_decks_stands_beside_those_who_know_styles() -> None:
    found = styles_of(make_metagame(HUNTER, PALADIN, player="skilled"))
    assert [player.name for player in found] == ["skilled", "fair-aggro", "fair-control"]


@pytest.mark.parametrize(
    ("strengths", "part"),
    [([0.3, 0.3, -0.3, -0.3], "deck"), ([0.3, -0.3, 0.3, -0.3], "player"), ([0.3, -0.3, -0.3, 0.3], "interaction")],
)
def test_the_variance_goes_to_what_causes_it(strengths: list[float], part: str) -> None:
    parts = cross(strengths).parts
    assert parts[part].value > 0.98
    assert parts[part].low > 0.95
    assert sum(float(parts[name].value) for name in PARTS) == pytest.approx(1)


def test_a_mixture_is_split_by_its_squares() -> None:
    parts = cross([0.3, 0.1, -0.1, -0.3], games=20_000).parts  # decks are 0.2 from the mean, players 0.1
    assert parts["deck"].value == pytest.approx(0.8, abs=0.03)
    assert parts["deck"].low < 0.8 < parts["deck"].high
    assert parts["player"].value == pytest.approx(0.2, abs=0.03)


def test_what_the_number_of_games_explains_is_taken_off() -> None:
    """Decks alone differ, by little; the noise of few games would else look like players and interaction."""
    results = [cross_with_seed(seed) for seed in range(20)]
    raw = [split_variance(result.win_rate.value, result.shares) for result in results]
    raw_rest = np.mean([1 - parts[0] / parts.sum() for parts in raw])
    rest = np.mean([1 - result.parts["deck"].value for result in results])
    assert rest < 0.7 * raw_rest


def cross_with_seed(seed: int) -> CrossedResult:
    metagame = make_metagame(HUNTER, PALADIN, player="fair-aggro")
    runner = PlantedRunner(plant([0.06, 0.06, -0.06, -0.06]))
    return cross_players(metagame, games=400, seed=seed, runner=runner)


def test_players_near_the_best_are_viable() -> None:
    result = cross([0.3, 0.25, -0.1, -0.4])
    assert result.is_viable.tolist() == [[True, True], [True, False]]
    assert result.loss.value[1, 1] == pytest.approx(0.3 / 2, abs=0.03)
    assert result.loss.low[1, 1] > 0.1
    assert result.loss.value[:, 0].tolist() == [0, 0]


def test_a_split_sums_to_the_variance() -> None:
    rates = np.random.default_rng(1).random((5, 3, 4))
    shares = np.array([0.5, 0.3, 0.2])
    parts = split_variance(rates, shares)
    weights = shares[:, None] / 4
    mean = (rates * weights).sum(axis=(1, 2), keepdims=True)
    assert parts.sum(axis=-1) == pytest.approx((weights * (rates - mean) ** 2).sum(axis=(1, 2)))
