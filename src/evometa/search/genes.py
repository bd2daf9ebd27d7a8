"""The genes of a search: their bounds, and which of them a guide would rather change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.input.short_repr import Short
from evometa.search.contract import Floats, Ints, Setup


@dataclass(frozen=True, slots=True, eq=False)
class Genes(Short):
    """Bounds of each gene [n], and how much it is preferred.

    A guided search (with weights) prefers some genes, both in the initial population and in mutations. A gene of weight
    0 never leaves its start, so weights of 0 and 1 tell which genes may change at all.
    """

    low: Ints
    high: Ints
    weights: Floats | None = None

    def __len__(self) -> int:
        return len(self.low)

    @property
    def start(self) -> Ints:
        """[n]: the value that a gene keeps while it is not changed: 0, or the bound next to it."""
        return np.asarray(np.clip(0, self.low, self.high))

    @property
    def first_rates(self) -> Floats:
        """The probability [n] that a gene of an initial individual is drawn: 1 for the most preferred."""
        return np.ones(len(self)) if self.weights is None else self.weights / self.weights.max()

    def mutation_rates(self, mean: float) -> Floats:
        """The probability [n] that a gene of a mutating individual is drawn: `mean` over the genes that may change.

        The most preferred genes would exceed 1 if the weights are very unequal: they get 1, and the others more.
        """
        if self.weights is None:
            return np.full(len(self), mean)
        rates = np.zeros(len(self))
        free, total = self.weights > 0, mean * np.count_nonzero(self.weights)
        while free.any():
            rates[free] = self.weights[free] * ((total - np.count_nonzero(rates[~free])) / self.weights[free].sum())
            if not (rates > 1).any():
                break
            free &= rates < 1
            rates = np.minimum(rates, 1)
        return rates


def make_genes(setup: Setup) -> Genes:
    """The genes of a search, after a look at all that could be wrong with them."""
    low, high = _check_bounds(np.asarray(setup.low), np.asarray(setup.high))
    weights = None if setup.weights is None else _check_weights(np.asarray(setup.weights, float), len(low))
    return Genes(low, high, weights)


def check_genomes(what: str, genomes: ArrayLike, low: Ints, high: Ints) -> Ints:
    """Genomes [k, n] as integers, all within bounds."""
    found = np.asarray(genomes)
    if found.ndim != 2 or found.shape[1] != len(low):
        raise InputError(f"{what}: an array of shape {found.shape}, but genomes have {len(low)} genes each")
    outside = np.argwhere((found < low) | (found > high) | (found != np.round(found)))
    if len(outside):
        row, gene = outside[0]
        raise InputError(
            f"{what}: gene {gene} of genome {row} is {found[row, gene]}, but must be a whole number from "
            f"{low[gene]} to {high[gene]}"
        )
    return found.astype(np.int64)


def _check_bounds(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    if low.ndim != 1 or low.shape != high.shape:
        raise InputError(
            f"bounds of genes: shapes {low.shape} and {high.shape}, but must be one lower and one upper "
            "bound for each gene"
        )
    if not len(low):
        raise InputError("bounds of genes: there are no genes, so there is nothing to search; let something change")
    wrong = np.flatnonzero(low > high)
    if len(wrong):
        gene = wrong[0]
        raise InputError(
            f"bounds of genes: gene {gene} has {low[gene]} as its least and {high[gene]} as its greatest "
            "value; swap them"
        )
    return low.astype(np.int64), high.astype(np.int64)


def _check_weights(weights: Floats, n_genes: int) -> Floats:
    if weights.shape != (n_genes,):
        raise InputError(f"weights of genes: an array of shape {weights.shape}, but there are {n_genes} genes")
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(wrong):
        raise InputError(
            f"weights of genes: gene {wrong[0]} has weight {weights[wrong[0]]}, but a weight must be a "
            "number of at least 0"
        )
    if not weights.any():
        raise InputError("weights of genes: all are 0, so that no gene may change; give some of them more")
    return weights
