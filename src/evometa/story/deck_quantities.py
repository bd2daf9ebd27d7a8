"""What a deck search looks at, as it is shown: the objective and the measures in their units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evometa.experiments.decks.work import DecksRun
from evometa.matches.inference import Floats
from evometa.metagame.decks.deck_measures import find_measure
from evometa.story import formats

_UNITS = {"wins": "%", "health": "points"}
_MIDDLES = {"wins": 50.0, "health": 0.0}  # where neither side is better
_FACTORS = {"wins": 100.0}
_DECIMALS = {"cost_variance": 2, "health": 2}


@dataclass(frozen=True)
class Quantity:
    """A number of a deck or of its games."""

    name: str
    title: str
    is_whole: bool = False

    @property
    def short(self) -> str:
        """What heads a column."""
        return self.name.replace("_", " ")

    @property
    def label(self) -> str:
        """What stands at an axis."""
        return f"{self.title}, {_UNITS[self.name]}" if self.name in _UNITS else self.title

    @property
    def middle(self) -> float | None:
        """The value that is neither good nor bad, if there is one."""
        return _MIDDLES.get(self.name)

    @property
    def format(self) -> formats.Quantity:
        """How it is written in tables, whose titles or notes tell its unit."""
        decimals = 0 if self.is_whole else _DECIMALS.get(self.name, 1)
        return formats.Quantity(decimals=decimals, factor=_FACTORS.get(self.name, 1.0))

    def scale(self, values: ArrayLike) -> Floats:
        """Values in the unit that is shown."""
        return np.asarray(values, dtype=float) * _FACTORS.get(self.name, 1.0)

    def show(self, value: float) -> str:
        """A value as text, without its unit."""
        return self.format.write(value)


def objective_of(run: DecksRun) -> Quantity:
    """What a search wants to be as high as possible."""
    return _quantity(run, run.settings.objective)


def measures_of(run: DecksRun) -> list[Quantity]:
    """The axes of a search's map."""
    return [_quantity(run, name) for name in run.settings.measures]


def _quantity(run: DecksRun, name: str) -> Quantity:
    measure = find_measure(name, run.versions.find_game())
    return Quantity(name, measure.title, measure.is_whole)
