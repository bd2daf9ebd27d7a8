"""The best legal decks of quadratic forms: swaps of one copy for another, each the best of the most hopeful ones."""

from __future__ import annotations

import numpy as np

from evometa.search.contract import Floats, Ints
from evometa.search.decks.model import Forms
from evometa.search.decks.task import DeckTask

MOST_SWAPS = 200  # of a climb: it ends long before
N_HOPEFUL = 24  # copies that could come, and that could go, of which all pairs are looked at
LEAST_GAIN = 1e-6


def climb(task: DeckTask, forms: Forms, starts: Ints) -> Ints:
    """[s, n]: from the start of each form [s, n], swap by swap to where no swap is better."""
    decks, rising = starts.copy(), np.arange(len(starts))
    pulls = np.einsum("snm,sm->sn", forms.pairs, decks.astype(float), optimize=True)
    for _ in range(MOST_SWAPS):
        going, coming, gains = _find_swaps(task, forms, decks, pulls, rising)
        is_better = gains > LEAST_GAIN
        rising, going, coming = rising[is_better], going[is_better], coming[is_better]
        if not len(rising):
            break
        decks[rising, going] -= 1
        decks[rising, coming] += 1
        pulls[rising] += forms.pairs[rising, :, coming] - forms.pairs[rising, :, going]
    return decks


def climb_best(task: DeckTask, forms: Forms, starts: Ints) -> Ints:
    """[s, n]: the best that climbs from several starts [s, c, n] come to."""
    ends = np.stack([climb(task, forms, starts[:, place]) for place in range(starts.shape[1])], axis=1)
    counts = ends.astype(float)
    values = np.einsum("scn,snm,scm->sc", counts, forms.pairs, counts, optimize=True)
    values += np.einsum("scn,sn->sc", counts, forms.copies)
    values += np.einsum("scn,sn->sc", np.maximum(counts - 1, 0), forms.seconds)
    return np.asarray(ends[np.arange(len(ends)), values.argmax(axis=1)])


def _find_swaps(task: DeckTask, forms: Forms, decks: Ints, pulls: Floats, which: Ints) -> tuple[Ints, Ints, Floats]:
    """[s] three times: the best swap of some decks, which card goes and which comes, and what is gained."""
    to_add, to_drop = weigh_copies(task, forms, which, decks[which], pulls[which])
    n = min(N_HOPEFUL, task.n_cards)
    coming, going = (np.argsort(-gains, axis=1, kind="stable")[:, :n] for gains in (to_add, to_drop))
    rows = np.arange(len(which))[:, None]
    both = to_drop[rows, going][:, :, None] + to_add[rows, coming][:, None, :]
    both -= 2 * forms.pairs[which[:, None, None], going[:, :, None], coming[:, None, :]]
    both[going[:, :, None] == coming[:, None, :]] = -np.inf
    best = both.reshape(len(which), -1).argmax(axis=1)
    out, into, row = best // n, best % n, np.arange(len(which))
    return going[row, out], coming[row, into], both[row, out, into]


def weigh_copies(task: DeckTask, forms: Forms, which: Ints, decks: Ints, pulls: Floats) -> tuple[Floats, Floats]:
    """[k, n] twice: what is gained by one more copy of each card, and by one less; each deck has one of the forms.

    `pulls` [k, n] are what pairs make of the counts of a deck.
    """
    diagonal = np.arange(task.n_cards)
    alone, pull = forms.pairs[which[:, None], diagonal, diagonal], 2 * pulls
    copies, seconds = forms.copies[which], forms.seconds[which]
    to_add = np.where(decks < task.high, copies + seconds * (decks >= 1) + pull + alone, -np.inf)
    to_drop = np.where(decks > task.low, alone - copies - seconds * (decks >= 2) - pull, -np.inf)
    return to_add, to_drop


def measure(forms: Forms, decks: Ints) -> Floats:
    """[k, s]: the strength of decks in each form, but for what is the same for all decks."""
    counts = decks.astype(np.float32)
    linear = counts @ forms.copies.T + np.maximum(counts - 1, 0) @ forms.seconds.T
    pairs = [((counts @ each) * counts).sum(axis=1) for each in forms.pairs.astype(np.float32)]
    return np.asarray(linear + np.stack(pairs, axis=1))
