"""Objectives: what they say of win rates and patches whose answer is known, and their noise floors."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.balance.planted_cards import BOW, CARDS, META, WISP, WOLF
from tests.unit.metagame.counts import make_evidence, play

from evometa.balance import objectives
from evometa.balance.objectives import (
    OBJECTIVES,
    Candidate,
    Chance,
    Objective,
    choose_objectives,
    estimate_objective,
    find_nearest,
    imbalance_of_meta,
    magnitude,
    register_objective,
    set_goals,
    unevenness,
    unplayed_part,
    unviable_part,
)
from evometa.balance.space_files import make_space
from evometa.games.patches.patch import Patch
from evometa.games.registry import default_game
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.metagame.equilibrium import nash
from evometa.metagame.evidence import Evidence
from evometa.testing import ObjectiveContract

EVEN = np.full((3, 3), 0.5)
CYCLE = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
RANKED = np.array([[0.5, 0.9, 0.8], [0.1, 0.5, 0.7], [0.2, 0.3, 0.5]])
TWINS = np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]])  # two decks alike, above the third
THIRDS = np.full(3, 1 / 3)
OVERLAPS = np.array([[1.0, 0.4, 0.1], [0.4, 1.0, 0.0], [0.1, 0.0, 1.0]])


def measure(name: str, win_rates: NDArray[np.float64], patch: Patch = Patch()) -> float:  # noqa: B008 - immutable
    return OBJECTIVES[name].measure(Candidate(win_rates, THIRDS, OVERLAPS, patch))


class TestAll(ObjectiveContract):
    @pytest.fixture(params=OBJECTIVES.values(), ids=OBJECTIVES)
    def objective(self, request: pytest.FixtureRequest) -> Objective:
        """Each of those that come with evometa."""
        return request.param


def test_one_more_is_registered_by_a_name_that_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objectives, "OBJECTIVES", dict(OBJECTIVES))
    register_objective(Objective("worst", "the worst match-up", lambda candidate: 0.0, lambda chance: 0.0))
    assert choose_objectives(["worst"])[0].title == "the worst match-up"
    with pytest.raises(InputError, match="objective 'f': this name is taken; choose another"):
        register_objective(OBJECTIVES["f"])


def test_all_are_zero_for_an_even_metagame_without_a_patch() -> None:
    names = [name for name in OBJECTIVES if name != "sameness"]  # every deck is its own twin
    assert [measure(name, EVEN) for name in names] == pytest.approx([0] * len(names), abs=1e-9)


def test_f_has_the_factor_of_the_number_of_pairs() -> None:
    assert measure("f", RANKED) == pytest.approx(np.sqrt(4 / 3 * (0.4**2 + 0.3**2 + 0.2**2)))
    assert measure("f", np.array([[0.5, 0.8], [0.2, 0.5]])) == pytest.approx(0.6)
    decided = np.triu(np.ones((5, 5)), 1) + np.eye(5) / 2
    assert measure("f", decided) == pytest.approx(1.0)


def test_rock_paper_scissors_is_even_against_the_metagame_but_not_by_match_up() -> None:
    assert measure("f", CYCLE) == pytest.approx(0.8)
    assert measure("f_meta", CYCLE) == pytest.approx(0, abs=1e-12)
    assert measure("nash_evenness", CYCLE) == pytest.approx(0, abs=1e-9)


def test_only_decks_above_the_ceiling_count() -> None:
    strengths = RANKED.mean(axis=1)  # 73.3, 43.3 and 33.3%
    assert measure("ceiling", RANKED) == pytest.approx(strengths[0] - 0.55)
    assert measure("ceiling", CYCLE) == 0
    (higher,) = set_goals([OBJECTIVES["ceiling"]], ceiling=70)
    assert higher.measure(Candidate(RANKED, THIRDS, OVERLAPS, Patch())) == pytest.approx(strengths[0] - 0.7)
    assert higher.title == "how far decks are above 70% against the metagame, all in all"


def test_a_class_is_as_far_off_as_its_nearest_deck() -> None:
    off = np.abs(RANKED.mean(axis=1) - 0.5)  # 23.3, 6.7 and 16.7 points
    assert measure("classes", RANKED) == pytest.approx(np.sum(off - 0.05))
    for classes, expected in (((0, 0, 1), off[1] + off[2] - 0.1), ((0, 0, 0), off[1] - 0.05)):
        candidate = Candidate(RANKED, THIRDS, OVERLAPS, Patch(), classes=classes)
        assert OBJECTIVES["classes"].measure(candidate) == pytest.approx(expected)
        nearest = find_nearest(RANKED, THIRDS, classes)
        (aimed,) = set_goals([OBJECTIVES["classes"]], nearest=nearest)
        assert aimed.loss_of is not None
        assert aimed.loss_of(THIRDS)(RANKED[np.triu_indices(3, 1)]) == pytest.approx(expected)


def test_shares_say_whose_deviation_counts() -> None:
    # Against shares of 0.5, 0.5 and 0, the first deck wins 70% and the second 30%.
    assert imbalance_of_meta(RANKED, [0.5, 0.5, 0.0]) == pytest.approx(2 * 0.2)


def test_one_deck_above_all_is_the_only_one_that_is_played() -> None:
    assert measure("nash_evenness", RANKED) == pytest.approx(1)
    skewed = np.array([[0.5, 0.6, 0.1], [0.4, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert 0.01 < measure("nash_evenness", skewed) < 0.5
    assert unevenness([1.0]) == 0
    assert np.isnan(unevenness([np.nan, np.nan]))


def test_decks_far_from_even_are_not_viable() -> None:
    # Against all three decks they win 73, 43 and 33%; then 54, 49 and 47%; the twins 63% and the third deck 23%.
    assert measure("unviable", RANKED) == 1
    assert measure("unviable", 0.5 + (RANKED - 0.5) / 6) == 0
    assert measure("unviable", 0.5 + (RANKED - 0.5) / 2) == pytest.approx(2 / 3)
    assert measure("unviable", CYCLE) == 0
    assert measure("unviable", TWINS) == 1
    assert unviable_part(TWINS, [0.5, 0.5, 0.0]) == pytest.approx(1 / 3)  # the twins meet nobody but each other
    assert np.isnan(unviable_part([[0.5, np.nan], [np.nan, 0.5]], [0.5, 0.5]))


def test_decks_without_a_share_are_not_played() -> None:
    assert measure("unplayed", RANKED) == pytest.approx(2 / 3)
    assert measure("unplayed", CYCLE) == 0
    assert measure("unplayed", TWINS) == pytest.approx(1 / 3)
    assert unplayed_part([0.009, 0.991]) == 0.5
    assert np.isnan(unplayed_part([np.nan, np.nan]))


def test_sameness_is_what_two_decks_of_the_equilibrium_have_in_common() -> None:
    assert measure("sameness", RANKED) == pytest.approx(1)  # always a mirror
    assert measure("sameness", CYCLE) == pytest.approx((3 + 2 * 0.5) / 9)
    assert measure("sameness", TWINS) == pytest.approx((2 + 2 * 0.4) / 4)


def test_the_equilibrium_of_a_candidate_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def find(win_rates: NDArray[np.float64]) -> NDArray[np.float64]:
        asked.append(win_rates)
        return nash(win_rates)

    monkeypatch.setattr(objectives, "nash", find)
    candidate = Candidate(CYCLE, THIRDS, OVERLAPS, Patch())
    values = [OBJECTIVES[name].measure(candidate) for name in ("nash_evenness", "unplayed", "sameness")]
    assert values == pytest.approx([0, 0, 4 / 9])
    assert len(asked) == 1


def test_mana_counts_double_only_if_weighted() -> None:
    patch = Patch(changes={f"{WOLF}.cost": 2, f"{WOLF}.attack": -1, f"{BOW}.durability": 3})
    assert (measure("m", EVEN, patch), measure("m_unweighted", EVEN, patch)) == (8, 6)
    assert measure("cards", EVEN, patch) == 2


def test_one_card_that_changes_much_is_a_larger_jolt_than_several_that_change_little() -> None:
    absurd = Patch(changes={f"{WOLF}.cost": 2, f"{WOLF}.attack": 2})
    mild = Patch(changes={f"{WOLF}.cost": 1, f"{WISP}.attack": 2, f"{BOW}.durability": 2})
    assert measure("m", EVEN, absurd) == measure("m", EVEN, mild) == 6
    assert (measure("jolt", EVEN, absurd), measure("jolt", EVEN, mild)) == (36, 12)
    assert [patch.jolt(CARDS) for patch in (absurd, mild)] == [36, 12]


def test_magnitude_is_that_of_the_patch_and_counts_effective_changes_only() -> None:
    space = make_space(META, {"allow_zero": True})
    genome = np.random.default_rng(3).integers(space.low, space.high + 1)
    raw = Patch(changes=dict(zip(space.addresses, genome.tolist(), strict=True)), allow_zero=True)
    for weighted in (True, False):
        found = magnitude(space.to_patch(genome), default_game(), weighted)
        assert found == raw.magnitude(CARDS, weighted)
        assert found < np.abs(genome) @ (space.weights if weighted else np.ones_like(genome))


def test_keywords_and_bans_count_too() -> None:
    patch = Patch(changes={f"{WOLF}.cost": 1}, given={WISP: frozenset(["taunt"])}, banned=frozenset([BOW, WISP]))
    assert (magnitude(patch, default_game()), len(patch.card_ids)) == (3, 3)


# --- noise floors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "samples"),
    [("f", 600), ("f_meta", 600), ("nash_evenness", 200), ("unviable", 600), ("unplayed", 200), ("sameness", 200)],
)
def test_a_noise_floor_is_what_chance_shows_on_average(name: str, samples: int) -> None:
    games, rng = 60 if name == "unviable" else 400, np.random.default_rng(8)
    shown = []
    for _ in range(samples):
        upper = np.triu(rng.binomial(games, 0.5, (3, 3)) / games, 1)
        shown.append(measure(name, upper + np.tril(1 - upper.T, -1) + np.eye(3) / 2))
    noise_floor = OBJECTIVES[name].noise_floor
    assert noise_floor is not None
    one, other = (Chance(np.full((3, 3), float(games)), THIRDS, OVERLAPS, 4) for _ in range(2))
    floor = noise_floor(one)
    assert floor == pytest.approx(np.mean(shown), rel=0.12)
    assert floor == noise_floor(other)


@pytest.mark.parametrize("games", [20, 20_000])
def test_chance_leaves_half_of_the_decks_unplayed_however_many_games_there_are(games: int) -> None:
    noise_floor = OBJECTIVES["unplayed"].noise_floor
    assert noise_floor is not None
    chance = Chance(np.full((4, 4), float(games)), np.full(4, 0.25), np.eye(4), seed=6)
    assert noise_floor(chance) == pytest.approx(0.5, abs=0.08)


def test_what_needs_no_games_has_no_noise() -> None:
    assert [name for name, objective in OBJECTIVES.items() if objective.noise_floor is None] == [
        "m",
        "m_unweighted",
        "jolt",
        "cards",
    ]


# --- from many games ------------------------------------------------------------------------------


GAMES = 400  # per ordered pair
CHANCE = Chance(np.full((3, 3), 2.0 * GAMES), THIRDS, OVERLAPS, seed=2)


def estimate(name: str, evidence: Evidence, seed: int = 1) -> Estimate:
    candidate = Candidate(evidence.win_rate, THIRDS, OVERLAPS, Patch(changes={f"{WOLF}.cost": 2}))
    return estimate_objective(OBJECTIVES[name], evidence, candidate, CHANCE, seed)


@pytest.mark.parametrize(
    ("name", "truth", "samples"),
    [
        ("f", EVEN, 60),
        ("f", RANKED, 60),
        ("f_meta", EVEN, 60),
        ("f_meta", CYCLE, 60),
        ("f_meta", RANKED, 60),
        ("f_meta", 0.95 * EVEN + 0.05 * TWINS, 60),
        ("unviable", EVEN, 40),
        ("unviable", RANKED, 40),
        ("nash_evenness", EVEN, 4),  # the equilibrium takes long
        ("nash_evenness", RANKED, 4),
        ("unplayed", RANKED, 4),
        ("sameness", RANKED, 4),
    ],
)
def test_intervals_cover_the_truth(name: str, truth: NDArray[np.float64], samples: int) -> None:
    rng, expected = np.random.default_rng(3), measure(name, truth)
    found = [estimate(name, play(truth, GAMES, rng), seed) for seed in range(samples)]
    assert all(each.low <= each.value <= each.high for each in found)
    assert sum(each.low <= expected + 1e-9 and expected <= each.high + 1e-9 for each in found) >= 0.88 * samples


def test_intervals_are_narrow_enough_to_tell_something() -> None:
    ranked, even = (play(truth, GAMES, np.random.default_rng(3)) for truth in (RANKED, EVEN))
    assert estimate("f_meta", ranked).low > estimate("f_meta", even).high
    assert estimate("nash_evenness", ranked) == (1, 1, 1), "one deck beats all others, and surely so"
    assert estimate("unviable", ranked).low == 1


def test_what_needs_no_games_is_exact_whatever_they_show() -> None:
    nothing = make_evidence(np.zeros((3, 3), np.int64), np.zeros((3, 3), np.int64))
    assert [estimate(name, nothing) for name in ("m", "m_unweighted", "cards")] == [(4, 4, 4), (2, 2, 2), (1, 1, 1)]
    assert not any(estimate(name, nothing).is_known for name in OBJECTIVES if not OBJECTIVES[name].is_exact)


def test_the_same_seed_gives_the_same_interval() -> None:
    evidence = play(RANKED, 40, np.random.default_rng(3))
    assert estimate("f_meta", evidence) == estimate("f_meta", evidence) != estimate("f_meta", evidence, seed=2)


# --- by name --------------------------------------------------------------------------------------


def test_objectives_are_chosen_in_order() -> None:
    assert [objective.name for objective in choose_objectives(["m", "f"])] == ["m", "f"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["f", "f_mata"], "unknown objective 'f_mata'; did you mean 'f_meta'?"),
        (["unvaible"], "did you mean 'unviable'? allowed: "),
        (
            ["diversity"],
            "f, f_meta, target, ceiling, classes, nash_evenness, unviable, unplayed, sameness, m, m_unweighted, jolt",
        ),
        (["f", "f"], "the objective 'f' is there twice"),
        ([], "there is no objective; give one or more of: f, f_meta"),
    ],
)
def test_bad_names_are_refused(names: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        choose_objectives(names)
    assert message in str(caught.value)
