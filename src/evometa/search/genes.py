"""The genes of a search: their bounds, and which of them a guide would rather change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evometa.input.errors import InputError
from evometa.input.short_repr import short_repr
from evometa.search.problem import Domain, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Genes:
    """Bounds of each gene [n], where it starts, and how much it is preferred.

    A guided search (with weights) prefers some genes, both in the initial population and in mutations. A gene of weight
    0 never leaves its start, so weights of 0 and 1 tell which genes may change at all.
    """

    low: Ints
    high: Ints
    start: Ints  # the value that a gene keeps while it is not changed; a search without weights has no use for it
    weights: Floats | None = None

    __repr__ = short_repr

    def __len__(self) -> int:
        return len(self.low)

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
        return _scale_to_mean(self.weights, mean)


def make_genes(domain: Domain, weights: ArrayLike | None, start: ArrayLike | None) -> Genes:
    """The genes of a domain, after a look at all that could be wrong with them.

    A gene starts at 0 (or the bound next to it) unless told otherwise.
    """
    low, high = _check_bounds(np.asarray(domain.low), np.asarray(domain.high))
    first = (
        np.clip(0, low, high) if start is None else check_genomes("the start", np.asarray(start)[None], low, high)[0]
    )
    return Genes(low, high, first, None if weights is None else _check_weights(np.asarray(weights, float), len(low)))


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


def _scale_to_mean(weights: Floats, mean: float) -> Floats:
    """Probabilities in proportion to weights, with a mean over those above 0; what exceeds 1 goes to others."""
    rates = np.zeros(len(weights))
    free, total = weights > 0, mean * np.count_nonzero(weights)
    while free.any():
        rates[free] = weights[free] * ((total - np.count_nonzero(rates[~free])) / weights[free].sum())
        if not (rates > 1).any():
            break
        free &= rates < 1
        rates = np.minimum(rates, 1)
    return rates
