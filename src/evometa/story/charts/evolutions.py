"""Charts of a metagame that evolves: who is played round by round, and what the best answers win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from evometa.experiments.evolve.results import EvolvedRound, LastAnswer
from evometa.matches.inference import Estimate, Floats
from evometa.story.charts.data import KINDS, Axis, Band, Cloud, Dots, Layer, Level, Line, Plot, Point
from evometa.story.words.numbers import percent, rate, rate_interval

MOST_NAMED = 6  # classes or decks with a band of their own
OTHERS = "others"
EVEN = 50.0

Shares = Sequence[Mapping[str, float]]  # round by round, by what is shared


def shares_plot(name: str, title: str, rounds: Sequence[EvolvedRound], shares: Shares) -> Plot:
    """How common each class or deck was after each round, one band upon the other."""
    at = np.array([each.round for each in rounds], dtype=float)
    layers, low = list[Layer](), np.zeros(len(rounds))
    for place, (label, values) in enumerate(_choose_bands(shares)):
        high = low + values
        look = "before" if label == OTHERS else KINDS[place]
        layers += [Band(at, low, high, look), Line(label, at, high, look)]
        low = high
    x, y = Axis("round", 0, is_whole=True), Axis("share, %", 0, 100)
    return Plot(name, title, x, y, tuple(layers), width=560.0)


def _choose_bands(shares: Shares) -> list[tuple[str, Floats]]:
    """Those that were played most over all rounds, and all others together, in percent."""
    total = sum((Counter(dict(each)) for each in shares), Counter[str]())
    named = [label for label, _ in total.most_common(MOST_NAMED)]
    bands = [(label, np.array([100 * each.get(label, 0.0) for each in shares])) for label in named]
    sums = np.array([100 * sum(each.values()) for each in shares])
    rest = sums - sum((values for _, values in bands), np.zeros(len(shares)))
    return [*bands, (OTHERS, rest)] if len(total) > MOST_NAMED else bands


def answers_plot(name: str, rounds: Sequence[EvolvedRound], found: LastAnswer | None) -> Plot:
    """What the best answer of each round won against those before it, and what the last check found."""
    answered = [each for each in rounds if each.answers]
    every = np.array([[each.round, 100 * one.expected] for each in answered for one in each.answers])
    best = tuple(_point(each) for each in answered)
    layers: list[Layer] = [Level("nobody has an answer", EVEN)]
    if any(len(each.answers) > 1 for each in answered):
        layers.append(Cloud("answers of all classes", every))
    values = np.array([100 * each.answers[0].expected for each in answered])
    layers += [Line("", np.array([each.round for each in answered], dtype=float), values)]
    layers.append(Dots("the best answer, as searched", best))
    if found is not None:
        layers.append(Dots("the last check, on fresh games", (_check_point(rounds, found),), "accent", "diamond"))
    x, y = Axis("round", 0, is_whole=True), Axis("win rate against the metagame, %")
    return Plot(name, "The best answers, round by round", x, y, tuple(layers), width=560.0)


def _point(found: EvolvedRound) -> Point:
    best = found.answers[0]
    who = f"{best.klass.title()}, " if best.klass else ""
    label = f"round {found.round}: {who}{rate(best.expected)}%"
    return Point(label, Estimate.exactly(found.round), Estimate.exactly(100 * best.expected))


def _check_point(rounds: Sequence[EvolvedRound], found: LastAnswer) -> Point:
    label = f"{found.name}: {rate(found.win_rate.value)}% ({rate_interval(found.win_rate)}%)"
    return Point(label, Estimate.exactly(rounds[-1].round + 0.35), percent(found.win_rate))
