"""What a change does to the log odds of a row, as features that a linear model weighs.

Genes belong to groups (the genes of a card), and a gene has a kind (its attribute). Features of a genome are the part
of each gene above 0, the part below 0, and the products of two genes of a group. A row sees the features of a group by
how many more copies of it the first deck has than the second. Some weights count for all rows: one for each kind and
sign, for each gene, for how much stronger a group becomes, and for each product. Others count for one row alone: its
intercept, and one for each gene of its decks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse

from evometa.input.short_repr import Frozen
from evometa.search.contract import Ints
from evometa.search.learning.loss import Bools, Floats


@dataclass(frozen=True)
class Kind:
    """What is expected of a point of a gene before any game: its effect on the log odds, for one copy."""

    effect: float
    worth: float  # of a point in the strength of its group


@dataclass(frozen=True)
class Priors:
    """How far weights may be from what is expected: standard deviations, in log odds for each copy and point."""

    intercept: float = 3.0
    kind: float = 0.08
    gene: float = 0.015
    group: float = 0.0075
    product: float = 0.01
    local: float = 0.0125  # a gene in one row
    kin: float = 0.01  # a gene in all rows that are alike, of which there are several; in one of them it has less then
    residual: float = 0.1  # what a genome does in a row beyond all that, in log odds


class RowDesign(Frozen):
    """Which weights a row has, and how they follow from its features; F features."""

    shared: Ints  # [s]: the weights for all rows that it uses, by their place
    to_shared: sparse.csr_array  # [F, s]
    local: Ints  # [l]: the genes that have a weight in this row alone
    scale: Floats  # [l]: by how much these genes count


class Design(Frozen):
    """All features and weights, for R rows, G genes and C groups."""

    copies: Ints  # [R, C]: in the first deck, less those in the second
    is_there: Bools  # [R, C]: whether either deck has it
    group_of: Ints  # [G]
    kind_of: Ints  # [G]
    kinds: tuple[Kind, ...]
    kin_of: Ints | None = None  # [R]: rows with the same number are alike: the same decks with others who play

    @property
    def n_rows(self) -> int:
        """R."""
        return len(self.copies)

    @property
    def n_genes(self) -> int:
        """G."""
        return len(self.group_of)

    @cached_property
    def pairs(self) -> Ints:
        """[Q, 2]: the genes of each product."""
        found = [
            pair
            for group in range(self.copies.shape[1])
            for pair in combinations(np.flatnonzero(self.group_of == group).tolist(), 2)
        ]
        return np.array(found, np.int64).reshape(-1, 2)

    @cached_property
    def n_features(self) -> int:
        """F: those above 0, those below, and the products."""
        return 2 * self.n_genes + len(self.pairs)

    def make_features(self, genomes: Ints) -> Floats:
        """[k, F]: the features of genomes [k, G]."""
        found = np.asarray(genomes, float)
        products = found[:, self.pairs[:, 0]] * found[:, self.pairs[:, 1]]
        return np.hstack([np.maximum(found, 0), np.minimum(found, 0), products])

    # --- weights for all rows ---

    @property
    def n_shared(self) -> int:
        """How many weights count for more than one row."""
        return int(self._n_common + sum(len(genes) for genes in self._kin_genes))

    @property
    def _n_common(self) -> int:
        """How many weights count for all rows."""
        return int(2 * len(self.kinds) + self.n_genes + self.copies.shape[1] + len(self.pairs))

    @cached_property
    def _kin_genes(self) -> list[Ints]:
        """The genes that have a weight for rows that are alike, for each kind of row of which there are several."""
        if self.kin_of is None or len(np.unique(self.kin_of)) == self.n_rows:
            return []
        firsts = np.unique(self.kin_of, return_index=True)[1]
        return [np.flatnonzero(self.is_there[row][self.group_of]) for row in firsts]

    def expect_shared(self) -> Floats:
        """[shared]: what is expected of them before any game."""
        expected = np.zeros(self.n_shared)
        expected[: 2 * len(self.kinds)] = [kind.effect for kind in self.kinds] * 2
        return expected

    def spread_shared(self, priors: Priors) -> Floats:
        """[shared]: how far they may be from that."""
        sizes = (
            2 * len(self.kinds),
            self.n_genes,
            self.copies.shape[1],
            len(self.pairs),
            self.n_shared - self._n_common,
        )
        return np.repeat([priors.kind, priors.gene, priors.group, priors.product, priors.kin], sizes)

    def spread_local(self, priors: Priors) -> float:
        """How far the weight of a gene in one row may be from what is expected."""
        return float(np.sqrt(priors.local**2 - priors.kin**2)) if self._kin_genes else priors.local

    @cached_property
    def rows(self) -> tuple[RowDesign, ...]:
        """[R]: the weights of each row."""
        return tuple(self._make_row(row) for row in range(self.n_rows))

    def _make_row(self, row: int) -> RowDesign:
        group_of = np.concatenate([self.group_of, self.group_of, self.group_of[self.pairs[:, 0]]])
        common = sparse.diags_array(self.copies[row][group_of].astype(float)) @ self._to_shared
        local = np.flatnonzero(self.is_there[row][self.group_of])
        scale = np.maximum(np.abs(self.copies[row][self.group_of[local]]), 1) * np.sign(
            self.copies[row][self.group_of[local]] + 0.5
        )
        scaled = sparse.csr_array(sparse.hstack([common, self._to_kin(row, local, scale)]))
        scaled.eliminate_zeros()
        shared = np.unique(scaled.indices).astype(np.int64)
        return RowDesign(shared, scaled[:, shared], local, scale)

    def _to_kin(self, row: int, local: Ints, scale: Floats) -> sparse.csr_array:
        """[F, shared by rows that are alike]: how the features of a row follow from these weights."""
        sizes = [len(genes) for genes in self._kin_genes]
        shape = (self.n_features, sum(sizes))
        if self.kin_of is None or not sizes:
            return sparse.csr_array(shape)
        kin = int(np.searchsorted(np.unique(self.kin_of), self.kin_of[row]))
        columns = sum(sizes[:kin]) + np.arange(len(local))
        places = np.concatenate([local, self.n_genes + local])
        return sparse.csr_array((np.tile(scale, 2), (places, np.tile(columns, 2))), shape=shape)

    @cached_property
    def _to_shared(self) -> sparse.csr_array:
        """[F, shared]: how features follow from the weights for all rows, for one copy."""
        n, n_kinds, n_pairs = self.n_genes, len(self.kinds), len(self.pairs)
        genes, pairs = np.arange(n), np.arange(n_pairs)
        worths = np.array([kind.worth for kind in self.kinds])[self.kind_of]
        first_gene, first_group = 2 * n_kinds, 2 * n_kinds + n
        entries = [
            *((side * n + genes, side * n_kinds + self.kind_of, np.ones(n)) for side in (0, 1)),
            *((side * n + genes, first_gene + genes, np.ones(n)) for side in (0, 1)),
            *((side * n + genes, first_group + self.group_of, worths) for side in (0, 1)),
            (2 * n + pairs, first_group + self.copies.shape[1] + pairs, np.ones(n_pairs)),
        ]
        places, weights, values = (np.concatenate(parts) for parts in zip(*entries, strict=True))
        return sparse.csr_array((values, (places, weights)), shape=(self.n_features, self._n_common))
