"""The best choice for given effects: one vector for each group, within a budget and a number of groups.

Iterated local search by best improvement: of all ways to give one group another vector, the one that lowers the loss
most is taken, until none does; then a changed group is put back and another one changed for it. A kick puts some groups
back and changes others, at random, and the climb begins again from there; the best of all is kept. The loops are
compiled, and their random numbers an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evometa.games.compiled.compiling import compiled, entry, inlined
from evometa.input.short_repr import Frozen
from evometa.search.contract import Ints
from evometa.search.learning.choices import Choices
from evometa.search.learning.loss import Floats, Loss

FARTHEST = 16.0  # log odds where the table ends
_CELLS = 4096  # of the table
LEAST_GAIN = 1e-9  # of a move


@dataclass(frozen=True)
class Limits:
    """What a choice may be."""

    budget: float  # the size of all changes
    groups: int  # that change
    price: float = 0.001  # that a point of size adds to the loss, so that nothing is changed for nothing


class _Packed(NamedTuple):
    """What compiled code works on; lists of lists stand in one array, with where each begins in another."""

    base: Floats  # [R]: the log odds without changes
    effects: Floats  # [V, R]
    starts: Ints  # [C + 1]: the vectors of each group
    sizes: Floats  # [V]
    row_starts: Ints  # [C + 1]
    rows: Ints  # that each group can change
    term_starts: Ints  # [C + 1]
    terms: Ints  # of the loss, that each group can change
    mix_starts: Ints  # [R + 1]
    mix_terms: Ints  # in which each row counts
    mix: Floats  # and by how much
    offs: Floats  # [K]: what is off in each term if all rows are even
    weights: Floats  # [K]
    sides: Floats  # [K]
    table: Floats  # of 2 p - 1, by log odds
    power: float
    budget: float
    price: float
    most: float  # groups that may change
    is_plain: bool  # whether each row is a term of its own


class _Place(NamedTuple):
    """Where a climb is."""

    choice: Ints  # [C]
    logits: Floats  # [R]
    edges: Floats  # [R]: 2 p - 1
    off: Floats  # [K]: what is off in each term
    trial: Floats  # [K]: the same for a move that is looked at
    facts: Floats  # [4]: the sum of all terms, the size, how many groups are changed, and the value


TOTAL, SIZE, CHANGED, VALUE = range(4)


class Optimiser(Frozen):
    """Finds the best choices for a loss. `is_touched` [C, R] says which rows each group can change."""

    choices: Choices
    loss: Loss
    is_touched: NDArray[np.bool_]

    def find(self, base: Floats, effects: Floats, limits: Limits, kicks: Floats, start: Ints | None = None) -> Ints:
        """[C]: the best choice that `find_ends` finds."""
        ends, values = self.find_ends(base, effects, limits, kicks, start)
        return np.asarray(ends[values.argmin()])

    def find_ends(
        self, base: Floats, effects: Floats, limits: Limits, kicks: Floats, start: Ints | None = None
    ) -> tuple[Ints, Floats]:
        """Where climbs end for log odds [R] without changes and effects [V, R]: choices [n + 1, C], and their values.

        `kicks` [n, C] are random numbers from 0 to 1, a line for each kick. It starts from a choice [C], or from none.
        """
        task = _Packed(
            np.ascontiguousarray(base),
            np.ascontiguousarray(effects),
            self.choices.starts,
            self.choices.sizes,
            *_to_lists(self.is_touched),
            *_to_lists(self.is_touched @ (self.loss.mixing != 0).T),
            *_to_lists(self._mixing != 0),
            self._mixing[self._mixing != 0],
            self.loss.mixing.sum(axis=1) - self.loss.targets,
            self.loss.weights,
            self.loss.side_of_terms,
            TABLE,
            float(self.loss.power),
            float(limits.budget),
            float(limits.price),
            float(limits.groups),
            np.array_equal(self.loss.mixing, np.eye(self.loss.n_rows)),
        )
        first = self.choices.starts[:-1] if start is None else start
        ends, values = _climb_often(task, np.array(first, np.int64), np.ascontiguousarray(kicks))
        return np.asarray(ends), np.asarray(values)

    @cached_property
    def _mixing(self) -> Floats:
        """[R, K]: by how much each row counts in each term."""
        return np.ascontiguousarray(self.loss.mixing.T)


def _to_lists(is_in: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Where the list of each line begins, [lines + 1], and what is in the lists."""
    starts = np.concatenate([[0], np.cumsum(is_in.sum(axis=1))])
    return starts.astype(np.int64), np.nonzero(is_in)[1].astype(np.int64)


TABLE = np.tanh(np.linspace(-FARTHEST, FARTHEST, _CELLS + 1) / 2)


# --- compiled -------------------------------------------------------------------------------------


@entry
def _climb_often(task: _Packed, first: Ints, kicks: Floats) -> tuple[Ints, Floats]:
    """Where a climb from the first choice ends, and one from each kick of the best so far, with their values."""
    n_groups, n_rows, n_terms = len(task.starts) - 1, len(task.base), len(task.offs)
    place = _Place(
        np.zeros(n_groups, np.int64),
        np.zeros(n_rows),
        np.zeros(n_rows),
        np.zeros(n_terms),
        np.zeros(n_terms),
        np.zeros(4),
    )
    ends, values, best = np.zeros((len(kicks) + 1, n_groups), np.int64), np.zeros(len(kicks) + 1), 0
    for number in range(len(kicks) + 1):
        _go_to(task, place, first if number == 0 else ends[best])
        if number > 0:
            _kick_off(task, place, kicks[number - 1])
        _climb(task, place)
        values[number] = place.facts[VALUE]
        for group in range(n_groups):
            ends[number, group] = place.choice[group]
        if values[number] < values[best] - LEAST_GAIN:
            best = number
    return ends, values


@compiled
def _go_to(task: _Packed, place: _Place, choice: Ints) -> None:
    """Begin at a choice."""
    place.facts[SIZE] = place.facts[CHANGED] = 0.0
    for row in range(len(task.base)):
        place.logits[row] = task.base[row]
    for group in range(len(choice)):
        number = choice[group]
        place.choice[group] = number
        place.facts[SIZE] += task.sizes[number]
        place.facts[CHANGED] += int(number != task.starts[group])
        for k in range(task.row_starts[group], task.row_starts[group + 1]):
            place.logits[task.rows[k]] += task.effects[number, task.rows[k]]
    _measure(task, place)


@compiled
def _measure(task: _Packed, place: _Place) -> None:
    """Look at the loss where the climb is."""
    for term in range(len(task.offs)):
        place.off[term] = task.offs[term]
    for row in range(len(task.base)):
        place.edges[row] = _edge_of(task.table, place.logits[row])
        for k in range(task.mix_starts[row], task.mix_starts[row + 1]):
            place.off[task.mix_terms[k]] += task.mix[k] * place.edges[row]
    total = 0.0
    for term in range(len(task.offs)):
        total += task.weights[term] * _raise_to(place.off[term], task.power, task.sides[term])
    place.facts[TOTAL] = total
    place.facts[VALUE] = _root_of(total, task.power) + task.price * place.facts[SIZE]


@compiled
def _change(task: _Packed, place: _Place, group: int, number: int) -> None:
    """Give a group another vector."""
    before = place.choice[group]
    for k in range(task.row_starts[group], task.row_starts[group + 1]):
        row = task.rows[k]
        place.logits[row] += task.effects[number, row] - task.effects[before, row]
    place.facts[SIZE] += task.sizes[number] - task.sizes[before]
    place.facts[CHANGED] += int(number != task.starts[group]) - int(before != task.starts[group])
    place.choice[group] = number
    _measure(task, place)


@compiled
def _climb(task: _Packed, place: _Place) -> None:
    """Move as long as something gets better."""
    while True:
        group, number, value = _find_move(task, place, -1)
        if value < place.facts[VALUE] - LEAST_GAIN:
            _change(task, place, group, number)
        elif not _exchange(task, place):
            return


@compiled
def _exchange(task: _Packed, place: _Place) -> bool:
    """Put the change of a group back and make the best of that, if this is better; whether it was."""
    start = place.facts[VALUE]
    for group in range(len(place.choice)):
        before = place.choice[group]
        if before == task.starts[group]:
            continue
        _change(task, place, group, task.starts[group])
        other, number, value = _find_move(task, place, group)
        if value < start - LEAST_GAIN:
            _change(task, place, other, number)
            return True
        _change(task, place, group, before)
    return False


@compiled
def _kick_off(task: _Packed, place: _Place, draws: Floats) -> None:
    """Put the changes of some groups back, each with a chance of a half, and change one or two others at random."""
    n_groups = len(place.choice)
    for group in range(n_groups):
        if draws[group] < 0.5 and place.choice[group] != task.starts[group]:
            _change(task, place, group, task.starts[group])
    for group in range(n_groups):
        part = (1.0 - draws[group]) * n_groups / 1.5  # below 1 for one or two groups
        n_others = task.starts[group + 1] - task.starts[group] - 1
        if part < 1.0 and n_others > 0 and place.choice[group] == task.starts[group]:
            number = task.starts[group] + 1 + min(int(part * n_others), n_others - 1)
            if task.sizes[number] <= task.budget - place.facts[SIZE] and place.facts[CHANGED] < task.most:
                _change(task, place, group, number)


@compiled
def _find_move(task: _Packed, place: _Place, barred: int) -> tuple[int, int, float]:
    """The best other vector of one group that is not barred: the group, the vector, and the value then."""
    best_group, best_number, best_value = 0, 0, np.inf
    for group in range(len(place.choice)):
        current, first = place.choice[group], task.starts[group]
        if group == barred or (current == first and place.facts[CHANGED] >= task.most):
            continue
        room = task.budget - place.facts[SIZE] + task.sizes[current] + LEAST_GAIN
        rest = place.facts[TOTAL]
        for k in range(task.term_starts[group], task.term_starts[group + 1]):
            term = task.terms[k]
            rest -= task.weights[term] * _raise_to(place.off[term], task.power, task.sides[term])
        for number in range(first, task.starts[group + 1]):
            if task.sizes[number] > room:
                break  # the vectors of a group are in the order of their sizes
            if number != current:
                size = place.facts[SIZE] - task.sizes[current] + task.sizes[number]
                if task.is_plain:
                    total = rest + _try_plain(task, place, group, number)
                else:
                    total = rest + _try_vector(task, place, group, number)
                value = _root_of(total, task.power) + task.price * size
                if value < best_value:
                    best_group, best_number, best_value = group, number, value
    return best_group, best_number, best_value


@inlined
def _try_plain(task: _Packed, place: _Place, group: int, number: int) -> float:
    """The same as `_try_vector`, where each row is a term of its own."""
    current, total = place.choice[group], 0.0
    for k in range(task.row_starts[group], task.row_starts[group + 1]):
        row = task.rows[k]
        logit = place.logits[row] + task.effects[number, row] - task.effects[current, row]
        off = task.offs[row] + _edge_of(task.table, logit)
        total += task.weights[row] * _raise_to(off, task.power, task.sides[row])
    return total


@inlined
def _try_vector(task: _Packed, place: _Place, group: int, number: int) -> float:
    """What the terms that a group can change would add with another vector."""
    current, total = place.choice[group], 0.0
    for k in range(task.term_starts[group], task.term_starts[group + 1]):
        place.trial[task.terms[k]] = place.off[task.terms[k]]
    for k in range(task.row_starts[group], task.row_starts[group + 1]):
        row = task.rows[k]
        logit = place.logits[row] + task.effects[number, row] - task.effects[current, row]
        step = _edge_of(task.table, logit) - place.edges[row]
        for m in range(task.mix_starts[row], task.mix_starts[row + 1]):
            place.trial[task.mix_terms[m]] += task.mix[m] * step
    for k in range(task.term_starts[group], task.term_starts[group + 1]):
        term = task.terms[k]
        total += task.weights[term] * _raise_to(place.trial[term], task.power, task.sides[term])
    return total


@inlined
def _edge_of(table: Floats, logit: float) -> float:
    """2 p - 1, from the table."""
    cells = len(table) - 1
    spot = (min(max(logit, -FARTHEST), FARTHEST) + FARTHEST) * (cells / (2 * FARTHEST))
    cell = min(int(spot), cells - 1)
    return float(table[cell] + (spot - cell) * (table[cell + 1] - table[cell]))


@inlined
def _raise_to(value: float, power: float, side: float) -> float:
    """The distance from 0, raised to a power; 0 on the side that does not count."""
    if value * side < 0.0:
        return 0.0
    if power == 2.0:
        return value * value
    return abs(value) if power == 1.0 else abs(value) ** power


@inlined
def _root_of(value: float, power: float) -> float:
    """What was raised to a power."""
    if power == 2.0:
        return float(np.sqrt(max(value, 0.0)))
    return value if power == 1.0 else float(max(value, 0.0) ** (1.0 / power))
