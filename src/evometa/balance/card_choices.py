"""Every legal change of each card, listed: what a search that learns chooses from.

Legal is what `BalanceSpace.repair` leaves as it is, so the rules of a space hold here by themselves.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from evometa.balance.objectives import Candidate, Objective
from evometa.balance.space import BalanceSpace, Ints
from evometa.input.errors import InputError
from evometa.metagame.evidence import Floats
from evometa.search.learning.choices import Choices, Group, stack_groups

MOST_VECTORS = 5_000  # of one card


def list_choices(space: BalanceSpace, size: Objective) -> Choices:
    """All legal changes of all cards; `size` is known without games, and that of a patch is the sum over its cards."""
    return stack_groups([_list_card(space, card, size) for card in range(len(space.cards))])


def _list_card(space: BalanceSpace, card: int, size: Objective) -> Group:
    genes = np.flatnonzero(space.card_of == card)
    vectors = _list_vectors(space, genes)
    sizes = _measure(space, genes, vectors, size)
    order = np.argsort(sizes, kind="stable")
    return Group(genes, vectors[order], sizes[order])


def _list_vectors(space: BalanceSpace, genes: Ints) -> Ints:
    """[v, g]: the legal changes of the genes of a card."""
    ranges = [range(int(space.lowest[gene]), int(space.highest[gene]) + 1) for gene in genes]
    if (n := prod(map(len, ranges))) > MOST_VECTORS:
        numbers = ", ".join(space.genes[gene].attribute for gene in genes)
        raise InputError(
            f"{space.genes[genes[0]].card} could change in {n:,} ways ({numbers}), but the algorithm 'model' looks at "
            f"{MOST_VECTORS:,} of a card at most; narrow its ranges, lock some of its numbers, or take nsga2"
        )
    found = np.array(list(product(*ranges)), np.int64)
    genomes = np.zeros((len(found), len(space)), np.int64)
    genomes[:, genes] = found
    return np.asarray(found[(space.repair(genomes) == genomes).all(axis=1)])


def _measure(space: BalanceSpace, genes: Ints, vectors: Ints, size: Objective) -> Floats:
    """[v]: how large each change is."""
    genome, nothing = space.unchanged(), np.zeros(0)
    sizes = np.zeros(len(vectors))
    for place, vector in enumerate(vectors):
        genome[genes] = vector
        sizes[place] = size.measure(Candidate(nothing, nothing, nothing, space.patch_of(genome)))
    return sizes
