"""How far games or a run are, in words, the same for terminal, notebook and studio."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evometa.experiments.progress import Progress


class Meter:
    """How fast games are played, and how long those that are still planned will take."""

    def __init__(self) -> None:
        self.finished = self.planned = self.first = 0
        self.started = 0.0

    def update(self, finished: int, planned: int) -> None:
        """Note the games that are finished and planned by now. The clock starts when the first ones are finished."""
        if not self.finished:
            self.first, self.started = finished, time.monotonic()
        self.finished, self.planned = finished, planned

    @property
    def is_running(self) -> bool:
        """Whether the speed is known."""
        return self.finished > self.first

    def __str__(self) -> str:
        if not self.is_running:
            return ""
        speed = (self.finished - self.first) / max(time.monotonic() - self.started, 1e-3)
        return _describe_speed(speed, (self.planned - self.finished) / speed)


def _describe_speed(games_per_second: float, seconds_left: float) -> str:
    """`3,210 games/s, 42 s left`."""
    return f"{games_per_second:,.0f} games/s, {in_words(seconds_left)} left"


def in_words(seconds: float) -> str:
    """`42 s`, `3 min`, `1.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def describe(told: Progress) -> str:
    """`generation 3 of 12; lowest F 0.123, M 4; 3,210 games/s, 42 s left`."""
    parts = [": ".join([*told.parts, told.stage.describe(told.step, told.steps)])]
    if told.best:
        parts.append(f"{'highest' if told.stage.is_best_highest else 'lowest'} {describe_best(told.best)}")
    if told.games_per_second is not None and told.seconds_left is not None:
        parts.append(_describe_speed(told.games_per_second, told.seconds_left))
    return "; ".join(parts)


def describe_best(best: Mapping[str, float]) -> str:
    """The best values, by what they are called; whole numbers without decimals."""
    numbers = {name: f"{value:z.0f}" if value == int(value) else f"{value:z.3f}" for name, value in best.items()}
    return ", ".join(f"{name} {number}" for name, number in numbers.items())
