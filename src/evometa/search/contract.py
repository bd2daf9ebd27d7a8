"""The contract of all searches: what a search is made from, asks for and is told, and how it is saved.

A search plays nothing and stores nothing. Whoever runs it evaluates the genomes that it asks for, and keeps all that it
was told; so a state needs to hold only what does not follow from that. Nothing else of a search is used: one that has
what `Search` says runs, is stored, resumed and reported. `evometa.testing.SearchContract` tests whether it does.
Saved searches are JSON: equal states are equal bytes, and who reads one looks at what could be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from evometa.input.errors import InputError
from evometa.input.short_repr import Frozen
from evometa.search.settings import EvolutionSettings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_MOST_COUNT = 2**63  # of anything


class Setup(Frozen):
    """What a search over vectors of n integers is made from."""

    low: Ints  # [n]: the least value of each gene
    high: Ints  # [n]: the greatest value of each gene, itself allowed
    n_objectives: int
    settings: EvolutionSettings  # how many genomes at once, and how often; of the rest a search takes what it can use
    seed: int  # all that is random follows from it
    given: Ints | None = None  # [k, n]: genomes that are asked for first, in this order
    weights: Floats | None = None  # [n]: how much each gene is preferred; one of weight 0 stays as it is


class Asked(Frozen):
    """What a search wants to know now."""

    genomes: Ints  # [k, n]
    games: Ints | None = None  # [k]: how many games of each match-up they should have; None: as many as usual


class Told(Frozen):
    """What was seen of genomes, in the order in which they were asked for; the same for all searches.

    A search takes what it can use: one that evolves the objectives, one that learns from games the wins, one that looks
    for the best of every kind the measures. What nobody has looked at is None.
    """

    genomes: Ints  # [k, n]
    objectives: Floats  # [k, m]: all are minimised
    wins: Ints | None = None  # [k, R]: in each of R match-ups
    decided: Ints | None = None  # [k, R]: games that somebody won
    games: Ints | None = None  # [k, R]: all games, draws too
    measures: Floats | None = None  # [k, d]: of what kind a genome is

    def check(self, asked: Ints, n_objectives: int) -> None:
        """Refuse, with a `ValueError`, what is no answer to what was asked."""
        shape, expected = np.shape(self.objectives), (len(asked), n_objectives)
        if shape != expected:
            raise ValueError(f"tell: objectives of shape {shape}, but what was asked needs {expected}")
        if not np.array_equal(self.genomes, asked):
            raise ValueError("tell: these are other genomes than those that were asked for")
        if not np.isfinite(self.objectives).all():
            row, column = np.argwhere(~np.isfinite(self.objectives))[0]
            found = self.objectives[row, column]
            raise ValueError(f"tell: objective {column} of genome {row} is {found}, not a finite number")


class Search(Protocol):
    """A search over vectors of integers. The same seed and the same answers give the same search."""

    @property
    def is_done(self) -> bool:
        """Whether it has all that it wants: then it is asked no more, and its best genomes are audited."""

    @property
    def population(self) -> Ints | None:
        """The numbers of the evaluations that it builds on now, for reports, which show how good these are.

        Evaluations are numbered from 0, in the order in which they were told. None: it has no population, and reports
        show what was told last.
        """

    def ask(self) -> Asked:
        """What it wants to know now; to ask again before telling gives the same."""

    def tell(self, told: Told) -> None:
        """Take the answer to what was asked; one that does not fit changes nothing, and is refused: a `ValueError`."""

    def get_state(self) -> bytes:
        """What the rest of the search depends on besides what was told; it is stored with that, and restored from both.

        The same state gives the same bytes. What was asked since the last tell will be asked again.
        """

    def restore(self, state: bytes, told: Told) -> None:
        """Become the search that gave a state and was told all this, and go on exactly as it would have.

        This one must be new and made from the same setup. A state that cannot be read is refused with an `InputError`.
        """


def write_state(data: Mapping[str, Any]) -> bytes:
    """The text of a state. Infinity, which crowding distances may be, is written as Python does."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def read_state(state: bytes, algorithm: str, parts: Collection[str]) -> dict[str, Any]:
    """The content of a state, if it is one of the algorithm, and has all its parts."""
    try:
        data = json.loads(state)
    except (ValueError, RecursionError):
        data = None
    wanted = ("algorithm", *parts)
    if not isinstance(data, dict) or not data.keys() & set(wanted):
        raise InputError("saved search: it is damaged or not a saved search; start the search again")
    for part in wanted:
        if part not in data:
            raise InputError(f"saved search: it is damaged: it lacks '{part}'; start the search again")
    if data["algorithm"] != algorithm:
        raise InputError(f"saved search: it belongs to the algorithm '{data['algorithm']}', not to '{algorithm}'")
    return data


def read_count(data: Mapping[str, Any], part: str) -> int:
    """A number in a state that counts something; -1 before the first one."""
    found = data[part]
    if type(found) is not int or not -1 <= found < _MOST_COUNT:
        raise InputError(f"saved search: it is damaged: '{part}' counts nothing; start the search again")
    return found


def read_seed(data: Mapping[str, Any]) -> int:
    """The seed in a state."""
    found = data["seed"]
    if type(found) is not int or not 0 <= found < 2 * _MOST_COUNT:
        raise InputError("saved search: it is damaged: 'seed' is none; start the search again")
    return found


def restore_random(generator: np.random.Generator, data: Mapping[str, Any]) -> None:
    """Put a generator into the state in which it was."""
    try:
        generator.bit_generator.state = data["random"]
    except (TypeError, ValueError, LookupError, OverflowError):
        raise InputError("saved search: it is damaged: 'random' is no state of it; start the search again") from None
