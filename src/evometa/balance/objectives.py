"""How good a patch is, in numbers that are better the lower they are.

An objective looks at a candidate: the win rates [n, n] that its games showed, over both seats, the shares [n] of the
decks, what they have in common, and the patch, reduced to what it really changes (as `BalanceSpace.to_patch` gives it).
Chance adds to what is measured from games, even if all is even: its noise floor is what it would show on average then.
`OBJECTIVES` is the one list of them: who minimises, audits or shows an objective takes all that it needs from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike

from evometa.games.game import Game
from evometa.games.patches.patch import Patch, count_points
from evometa.games.registry import default_game
from evometa.input.errors import InputError, describe_words
from evometa.input.extensions import add_entry
from evometa.input.short_repr import Short
from evometa.matches.inference import UNKNOWN, Estimate, highest_by_chance, middle
from evometa.metagame.diversity import are_even, are_played, expect_of_pairs
from evometa.metagame.equilibrium import nash
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.measures import (
    check_matrix,
    deviations_against_meta,
    deviations_against_meta_noise_floor,
    estimate_imbalance,
    imbalance,
    imbalance_noise_floor,
    list_pairs,
)
from evometa.search.learning.loss import Band, Loss, loss_against_meta, loss_of_bands, loss_of_imbalance

LossOf = Callable[[Floats], Loss]  # from the shares [n] of the decks

TARGET = "target"  # the objective that wants something drawn
CEILING, CLASSES = "ceiling", "classes"  # those that settings may say more of: how high, how near
USUAL_CEILING, USUAL_REACH = 0.55, 0.05  # of win rates, if they do not
FLOOR_SAMPLES = 200  # of chance, where the noise floor is simulated
INTERVAL_SAMPLES = 200  # of win rates that the games leave possible, where an interval is simulated


# --- measures of win rates ------------------------------------------------------------------------


def imbalance_of_meta(win_rates: ArrayLike, shares: ArrayLike) -> float:
    """How far the decks that people play are from even against all that they meet: 0 if all are even, 1 at most.

    It is twice the mean of |W_i - 0.5| by share. Rock-paper-scissors is as good as even match-ups here.
    """
    weights = np.asarray(shares, dtype=float)
    return float(2 * weights @ deviations_against_meta(win_rates, weights))


def unviable_part(win_rates: ArrayLike, shares: ArrayLike) -> float:
    """The part of the decks whose win rate against the metagame is more than 5 points from 50%: from 0 to 1."""
    return float(1 - np.mean(are_even(np.asarray(win_rates, dtype=float) @ np.asarray(shares, dtype=float))))


def excess_above(win_rates: ArrayLike, shares: ArrayLike, ceiling: float) -> float:
    """By how much decks win more than a ceiling against the metagame, all of them together: 0 if none does."""
    strengths = np.asarray(win_rates, dtype=float) @ np.asarray(shares, dtype=float)
    return float(np.sum(np.maximum(strengths - ceiling, 0)))


def lack_of_classes(win_rates: ArrayLike, shares: ArrayLike, classes: Sequence[int], reach: float) -> float:
    """How far classes are from having a deck within reach of 50% against the metagame, all of them together.

    A class is as far off as the nearest of its decks; `classes` [n] are those of the decks.
    """
    strengths = np.asarray(win_rates, dtype=float) @ np.asarray(shares, dtype=float)
    off = np.maximum(np.abs(strengths - 0.5) - reach, 0)
    return float(sum(np.min(off[np.equal(classes, each)]) for each in dict.fromkeys(classes)))


# --- measures of the equilibrium ------------------------------------------------------------------


def unevenness(shares: ArrayLike) -> float:
    """How unevenly people who choose well choose, by the shares [n] in the equilibrium: 0 if all decks alike, 1 if one.

    It is 1 less the entropy of the shares, as a part of the highest that there can be.
    """
    given = np.asarray(shares, dtype=float)
    if len(given) < 2:
        return 0.0
    played = given[~(given <= 0)]  # what is unknown stays
    return float(1 + np.sum(played * np.log(played)) / np.log(len(given)))


def unplayed_part(shares: ArrayLike) -> float:
    """The part of the decks that have a share of less than 1% in the equilibrium: from 0 to 1.

    Where only chance tells the decks apart, half of them are not played on average, however many games there are: the
    smallest differences decide then who is. So mind the noise floor.
    """
    return float(1 - np.mean(are_played(shares)))


# --- measures of patches --------------------------------------------------------------------------


def magnitude(patch: Patch, game: Game, weighted: bool = True) -> int:
    """M: the points of all changed numbers, as the game weighs them or not, and one for each keyword."""
    return sum(count_points(patch, game, weighted).values())


def jolt(patch: Patch, game: Game) -> int:
    """The points of each card squared: one absurd card is a larger jolt than several cards with small changes."""
    return sum(points**2 for points in count_points(patch, game).values())


# --- by name --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Candidate(Short):
    """A patch and what its games showed."""

    win_rates: Floats  # [n, n]
    shares: Floats  # [n]
    overlaps: Floats  # [n, n]: which part of their cards two decks have in common; 1 on the diagonal
    patch: Patch
    game: Game = field(default_factory=default_game)
    classes: tuple[int, ...] = ()  # [n]: the class of each deck, by a number; none: each deck is one by itself

    @property
    def class_of_decks(self) -> tuple[int, ...]:
        """[n]: the class of each deck, also where none are given."""
        return self.classes or tuple(range(len(self.shares)))

    @cached_property
    def nash(self) -> Floats:
        """[n]: the shares in the equilibrium."""
        return nash(self.win_rates)


@dataclass(frozen=True, eq=False)
class Chance(Short):
    """A metagame in which every match-up is even, so that only chance tells its decks apart."""

    games: Floats  # [n, n]: those of each match-up
    shares: Floats  # [n]
    overlaps: Floats  # [n, n]
    seed: int
    classes: tuple[int, ...] = ()  # [n]

    def __post_init__(self) -> None:
        """Refuse match-ups without games, of which chance says nothing."""
        if not list_pairs(check_matrix("games", self.games, inf)).all():
            raise InputError("games: found a match-up with 0 games; allowed: 1 or more of each")

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """What its games might show, made up again and again; the same seed gives the same."""
        numbers = np.asarray(self.games, dtype=np.int64)
        wins = np.random.default_rng(self.seed).binomial(numbers, 0.5, (FLOOR_SAMPLES, *numbers.shape))
        rates = np.triu(wins / np.where(numbers > 0, numbers, 1), 1)
        rates = rates + np.tril(1 - np.swapaxes(rates, 1, 2), -1) + np.eye(len(numbers)) / 2
        return tuple(Candidate(one, self.shares, self.overlaps, Patch(), classes=self.classes) for one in rates)

    @cached_property
    def even(self) -> Candidate:
        """What it is in truth."""
        return replace(self.candidates[0], win_rates=np.full(np.shape(self.games), 0.5))

    def show(self, measure: Measure) -> Floats:
        """[samples]: what a measure might show."""
        return np.array([measure(each) for each in self.candidates])


Measure = Callable[[Candidate], float]


@dataclass(frozen=True)
class Objective(Short):
    """A number to make as low as possible."""

    name: str
    title: str
    measure: Measure
    noise_floor: Callable[[Chance], float] | None = None  # None: it is known exactly, without games
    short: str = ""  # on axes and over columns (default: its name)
    estimate: Callable[[Evidence], Estimate] | None = None  # a better estimate from games than `measure` gives
    loss_of: LossOf | None = None  # the same as a smooth function of win rates, if it is one
    is_of_strength: bool = False  # whether it looks at what decks win against all that they meet

    @property
    def label(self) -> str:
        """What it is called where there is little room."""
        return self.short or self.name.replace("_", " ")

    @property
    def is_exact(self) -> bool:
        """Whether it is known without games."""
        return self.noise_floor is None


def _simulated(name: str, title: str, measure: Measure) -> Objective:
    """An objective whose noise floor is simulated, as no formula is known."""
    return Objective(name, title, measure, lambda chance: float(np.mean(chance.show(measure))))


def keep_below(ceiling: float) -> Objective:
    """The objective that no deck wins more than this against the metagame."""
    return replace(
        _simulated(
            CEILING,
            f"how far decks are above {100 * ceiling:g}% against the metagame, all in all",
            lambda candidate: excess_above(candidate.win_rates, candidate.shares, ceiling),
        ),
        short=f"above {100 * ceiling:g}%",
        loss_of=lambda shares: loss_of_bands(shares, [Band(deck, high=ceiling) for deck in range(len(shares))]),
        is_of_strength=True,
    )


def keep_classes(reach: float, nearest: Sequence[int] | None = None) -> Objective:
    """The objective that every class has a deck within reach of 50% against the metagame.

    A search that learns moves the decks that are nearest by now, or else all of them.
    """

    def find_loss(shares: Floats) -> Loss:
        decks = range(len(shares)) if nearest is None else nearest
        return loss_of_bands(shares, [Band(deck, 0.5 - reach, 0.5 + reach) for deck in decks])

    return replace(
        _simulated(
            CLASSES,
            f"how far classes are from a deck within {100 * reach:g} points of 50% against the metagame, all in all",
            lambda each: lack_of_classes(each.win_rates, each.shares, each.class_of_decks, reach),
        ),
        short="classes out of reach",
        loss_of=find_loss,
        is_of_strength=True,
    )


def set_goals(
    objectives: Iterable[Objective],
    ceiling: float | None = None,  # in percent
    classes_within: float | None = None,  # in points
    nearest: Sequence[int] | None = None,
) -> tuple[Objective, ...]:
    """Objectives of which some aim at what is asked for; what is not said is as usual."""
    high = USUAL_CEILING if ceiling is None else ceiling / 100
    reach = USUAL_REACH if classes_within is None else classes_within / 100
    made = {CEILING: keep_below(high), CLASSES: keep_classes(reach, nearest)}
    return tuple(made.get(each.name, each) for each in objectives)


def find_nearest(win_rates: ArrayLike, shares: ArrayLike, classes: Sequence[int]) -> list[int]:
    """The deck of each class that is nearest to 50% against the metagame."""
    off = np.abs(np.asarray(win_rates, dtype=float) @ np.asarray(shares, dtype=float) - 0.5)
    places = {each: np.flatnonzero(np.equal(classes, each)) for each in dict.fromkeys(classes)}
    return [int(decks[np.argmin(off[decks])]) for decks in places.values()]


_F = Objective(
    "f",
    "F, how far the match-ups are from even",
    lambda candidate: imbalance(candidate.win_rates),
    lambda chance: imbalance_noise_floor(chance.games),
    "F",
    lambda evidence: estimate_imbalance(evidence).corrected,
    lambda shares: loss_of_imbalance(len(shares)),
)
OBJECTIVES = {
    objective.name: objective
    for objective in (
        _F,
        Objective(
            "f_meta",
            "how far the decks are from even against the metagame",
            lambda candidate: imbalance_of_meta(candidate.win_rates, candidate.shares),
            lambda chance: float(2 * chance.shares @ deviations_against_meta_noise_floor(chance.games, chance.shares)),
            loss_of=loss_against_meta,
            is_of_strength=True,
        ),
        replace(
            _F,
            name=TARGET,
            title="how far the match-ups are from what the designer has drawn",  # which `targets.aim` adds
            short="distance from target",
        ),
        keep_below(USUAL_CEILING),
        keep_classes(USUAL_REACH),
        _simulated(
            "nash_evenness",
            "how unevenly decks are played in the equilibrium",
            lambda candidate: unevenness(candidate.nash),
        ),
        replace(
            _simulated(
                "unviable",
                "the part of the decks that are more than 5 points from 50% against the metagame",
                lambda candidate: unviable_part(candidate.win_rates, candidate.shares),
            ),
            is_of_strength=True,
        ),
        _simulated(
            "unplayed",
            "the part of the decks that are not played in the equilibrium",
            lambda candidate: unplayed_part(candidate.nash),
        ),
        _simulated(
            "sameness",
            "the part of their cards that two decks of the equilibrium have in common",
            lambda candidate: expect_of_pairs(candidate.overlaps, candidate.nash),
        ),
        Objective("m", "M, the magnitude of the patch", lambda c: float(magnitude(c.patch, c.game)), short="M"),
        Objective(
            "m_unweighted",
            "the magnitude of the patch",
            lambda c: float(magnitude(c.patch, c.game, weighted=False)),
            short="M, unweighted",
        ),
        Objective(
            "jolt", "the jolt of the patch, the squared points of every card", lambda c: float(jolt(c.patch, c.game))
        ),
        Objective(
            "cards", "the number of cards changed", lambda c: float(len(c.patch.card_ids)), short="cards changed"
        ),
    )
}


def register_objective(objective: Objective) -> None:
    """Let balance runs minimise one more objective; an `InputError` if its name is taken."""
    add_entry(OBJECTIVES, "objective", objective.name, objective)


def choose_objectives(names: Iterable[str | Objective]) -> tuple[Objective, ...]:
    """The objectives of these names, in order; an `InputError` if there are none or one is unknown or twice there.

    One that is given itself, such as a target that is drawn, stays as it is.
    """
    chosen: dict[str, Objective] = {}
    for each in names:
        name = each.name if isinstance(each, Objective) else each
        if name not in OBJECTIVES:
            raise InputError(f"unknown objective {name!r}; {describe_words(name, OBJECTIVES)}")
        if name in chosen:
            raise InputError(f"the objective {name!r} is there twice; give it once")
        chosen[name] = each if isinstance(each, Objective) else OBJECTIVES[name]
    if not chosen:
        raise InputError(f"there is no objective; give one or more of: {', '.join(OBJECTIVES)}")
    return tuple(chosen.values())


def choose_measured(name: str) -> Objective:
    """The objective of this name, which must be one that only games can tell."""
    (objective,) = choose_objectives([name])
    if objective.is_exact:
        measured = [name for name, each in OBJECTIVES.items() if not each.is_exact]
        raise InputError(
            f"objective {name!r}: no games are needed to know what that is; allowed: {', '.join(measured)}"
        )
    return objective


def label_objective(name: str) -> str:
    """What an objective is called where there is little room, also one that this version does not know."""
    return OBJECTIVES[name].label if name in OBJECTIVES else name.replace("_", " ")


# --- from many games ------------------------------------------------------------------------------


def estimate_objective(
    objective: Objective, evidence: Evidence, candidate: Candidate, chance: Chance, seed: int
) -> Estimate:
    """An objective with its interval, for a candidate whose win rates are those of the evidence.

    What has no estimate of its own is measured as the search does it, and its interval is simulated. `chance` is what
    as many games show if all is even. The same seed gives the same interval.
    """
    if objective.is_exact:
        return Estimate.exactly(objective.measure(candidate))
    if objective.estimate is not None:
        return objective.estimate(evidence)
    if not evidence.is_complete:
        return UNKNOWN
    value, rates = objective.measure(candidate), evidence.draw_win_rates(INTERVAL_SAMPLES, seed)
    draws = np.array([objective.measure(replace(candidate, win_rates=each)) for each in rates])
    low, high = map(float, middle(draws))
    down = max(0.0, 2 * value - high)  # chance has added to the value and again to the draws: down as far as up
    if estimate_imbalance(evidence).corrected.low == 0 or _is_chance(objective, chance, value, draws):
        down = objective.measure(chance.even)
    return Estimate(value, min(down, low, value), max(high, value))


def _is_chance(objective: Objective, chance: Chance, value: float, draws: Floats) -> bool:
    """Whether chance alone may have made a value: it must have added to most of what was drawn around it, too."""
    has_added = np.count_nonzero(draws > value) > np.count_nonzero(draws < value)
    return bool(has_added and value <= highest_by_chance(chance.show(objective.measure)))


def find_noise_floor(objective: Objective, chance: Chance) -> float:
    """What an objective shows on average if all is even; NaN for one that no games enter."""
    return nan if objective.noise_floor is None else objective.noise_floor(chance)
