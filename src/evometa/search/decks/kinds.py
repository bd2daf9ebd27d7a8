"""The best decks of every kind by a quadratic form: swaps lead from one kind to the next, and each kind keeps its best.

What a kind is, whoever asks says: a cell of a map, or how a deck differs from another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.search.contract import Floats, Ints
from evometa.search.decks.model import Forms
from evometa.search.decks.optimum import measure, weigh_copies
from evometa.search.decks.task import DeckTask

MOST_SWEEPS = 25
PATIENCE = 3  # sweeps in which no kind has gained
N_TRIED = 8  # copies that could come, and that could go, of which all pairs are tried in a sweep
LUCK = 0.5  # how much chance has a say in which these are, in standard deviations of what they gain
OUTSIDE = -1  # the kind of a deck that nobody wants

KindOf = Callable[[Ints], Ints]  # of decks [k, n]: [k]


def find_best_of_kinds(
    task: DeckTask, form: Forms, starts: Ints, kind_of: KindOf, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """The kinds [k] that can be had from some decks, swap by swap, and the best deck [k, n] of each by one form."""
    kinds, decks, values = _keep_best(kind_of(starts), starts, measure(form, starts)[:, 0])
    n_idle = 0
    for _ in range(MOST_SWEEPS):
        before = len(values), float(values.sum())
        children, gained = _swap(task, form, decks, values, rng)
        pool = np.concatenate([decks, children])
        found = np.concatenate([kinds, kind_of(children)])
        kinds, decks, values = _keep_best(found, pool, np.concatenate([values, gained]))
        n_idle = n_idle + 1 if (len(values), float(values.sum())) == before else 0
        if n_idle == PATIENCE or not len(decks):
            break
    return kinds, decks


def _keep_best(kinds: Ints, decks: Ints, values: Floats) -> tuple[Ints, Ints, Floats]:
    """The best deck of each kind, by kind; the first of equals."""
    order = np.lexsort((-values, kinds))
    order = order[kinds[order] != OUTSIDE]
    found, first = np.unique(kinds[order], return_index=True)
    best = order[first]
    return found, decks[best], values[best]


def _swap(task: DeckTask, form: Forms, decks: Ints, values: Floats, rng: np.random.Generator) -> tuple[Ints, Floats]:
    """Decks that differ by a hopeful swap, with their values."""
    which = np.zeros(len(decks), np.int64)
    pulls = decks @ form.pairs[0]
    to_add, to_drop = weigh_copies(task, form, which, decks, pulls)
    n, rows = min(N_TRIED, task.n_cards), np.arange(len(decks))[:, None]
    coming, going = (_pick_hopeful(gains, n, rng) for gains in (to_add, to_drop))
    gains = to_drop[rows, going][:, :, None] + to_add[rows, coming][:, None, :]
    gains -= 2 * form.pairs[0][going[:, :, None], coming[:, None, :]]
    is_swap = np.isfinite(gains) & (going[:, :, None] != coming[:, None, :])
    parents, out, into = np.nonzero(is_swap)
    children, numbers = decks[parents], np.arange(len(parents))
    children[numbers, going[parents, out]] -= 1
    children[numbers, coming[parents, into]] += 1
    return children, values[parents] + gains[is_swap]


def _pick_hopeful(gains: Floats, n: int, rng: np.random.Generator) -> Ints:
    """[k, n]: cards that gain much, with some luck."""
    known = gains[np.isfinite(gains)]
    luck = LUCK * float(known.std()) if len(known) else 0.0
    return np.argsort(-(gains + luck * rng.standard_normal(gains.shape)), axis=1, kind="stable")[:, :n]


# --- decks that differ ----------------------------------------------------------------------------

MOST_SHARED = 0.5  # of the cards of decks that differ


def find_others(
    task: DeckTask, form: Forms, decks: Ints, best: Ints, n: int, cost_of: KindOf, rng: np.random.Generator
) -> Ints:
    """[k, n]: the best decks unlike the best one and each other, by turns cheaper and dearer than it.

    They are looked for from decks [k, n] that were played. There may be fewer than were asked for.
    """
    found = best[None]
    for number in range(n):
        side = 1 if number % 2 else -1
        _, others = find_best_of_kinds(task, form, decks, _Unlike(task, found, cost_of, side).kind_of, rng)
        found = np.concatenate([found, others])
    return found[1:]


@dataclass(frozen=True, eq=False)
class _Unlike:
    """Decks unlike some others, on one side of the first of them."""

    task: DeckTask
    others: Ints  # [k, n]
    cost_of: KindOf
    side: int  # -1: cheaper

    def kind_of(self, decks: Ints) -> Ints:
        """[k]"""
        is_there = self.side * (self.cost_of(decks) - self.cost_of(self.others[:1])) > 0
        return np.where(is_there & are_unlike(self.task, decks, self.others), 0, OUTSIDE)


def are_unlike(task: DeckTask, decks: Ints, others: Ints) -> NDArray[np.bool_]:
    """[k]: whether decks [k, n] differ from all others [m, n]; what every deck has does not count."""
    free = task.size - int(task.low.sum())
    shared = np.stack([np.minimum(decks, other).sum(axis=1) for other in others], axis=1) - (task.size - free)
    return np.asarray((shared <= MOST_SHARED * free).all(axis=1))


def pick_unlike(task: DeckTask, decks: Ints, n: int) -> list[int]:
    """The places of decks [k, n]: the first ones that differ from each other, and then the first of the rest."""
    picked: list[int] = []
    for place in range(len(decks)):
        if not picked or are_unlike(task, decks[place : place + 1], decks[picked])[0]:
            picked.append(place)
    return [*picked, *(place for place in range(len(decks)) if place not in picked)][:n]
