"""What each group of genes may become: every legal vector of its changes, listed. The first one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from evometa.input.short_repr import Frozen
from evometa.search.contract import Ints
from evometa.search.learning.design import Design
from evometa.search.learning.loss import Floats
from evometa.search.learning.model import Coefficients


class Group(Frozen):
    """The genes of a group, and what they may become together."""

    genes: Ints  # [g]
    vectors: Ints  # [v, g]; the first is all 0
    sizes: Floats  # [v]: how large a change each is, in ascending order; that of the first is 0

    def __post_init__(self) -> None:
        if self.vectors.shape != (len(self.sizes), len(self.genes)):
            raise ValueError(
                f"choices: vectors {self.vectors.shape} for {self.sizes.shape} sizes and {self.genes.shape}"
            )
        if self.vectors[0].any() or self.sizes[0] or (self.sizes[1:] <= 0).any() or (np.diff(self.sizes) < 0).any():
            raise ValueError("choices: the first vector of a group changes nothing, and the others grow in size")


class Choices(Frozen):
    """All groups. A choice is the number of a vector for each group, counted through all of them."""

    groups: tuple[Group, ...]

    @cached_property
    def starts(self) -> Ints:
        """[C + 1]: the number of the first vector of each group, which changes nothing, and the number of all."""
        return np.cumsum([0, *(len(group.sizes) for group in self.groups)])

    @cached_property
    def sizes(self) -> Floats:
        """[V]: the size of each vector."""
        return np.concatenate([group.sizes for group in self.groups])

    @cached_property
    def n_genes(self) -> int:
        """How many genes there are."""
        return sum(len(group.genes) for group in self.groups)

    def to_genome(self, choice: Ints) -> Ints:
        """[n]: the genome of a choice [C]."""
        genome = np.zeros(self.n_genes, np.int64)
        for group, number, start in zip(self.groups, choice.tolist(), self.starts.tolist(), strict=False):
            genome[group.genes] = group.vectors[number - start]
        return genome

    def to_choice(self, genome: Ints) -> Ints | None:
        """[C]: the choice that a genome is; None if it is not legal."""
        found = [self._places[i].get(genome[group.genes].tobytes()) for i, group in enumerate(self.groups)]
        return None if None in found else self.starts[:-1] + np.array(found, np.int64)

    def draw(self, rng: np.random.Generator, budget: float, most_groups: int) -> Ints:
        """[C]: a choice at random that changes group after group, as long as the budget lasts."""
        choice, left = self.starts[:-1].copy(), budget
        for group in rng.permutation(len(self.groups))[:most_groups].tolist():
            n_affordable = int(np.searchsorted(self.groups[group].sizes, left, side="right"))
            number = int(rng.integers(n_affordable))
            choice[group] += number
            left -= float(self.groups[group].sizes[number])
        return choice

    @cached_property
    def _places(self) -> list[dict[bytes, int]]:
        return [{row.tobytes(): place for place, row in enumerate(group.vectors)} for group in self.groups]


class Effects:
    """What each vector does to each row, by the coefficients of a model."""

    def __init__(self, choices: Choices, design: Design) -> None:
        self._parts = [_features_of(group, design) for group in choices.groups]

    def of(self, coefficients: Coefficients, sample: int = 0) -> Floats:
        """[V, R]: what is added to the log odds."""
        weights = coefficients.features[sample].T
        return np.concatenate([factors @ weights[columns] for columns, factors in self._parts])


def _features_of(group: Group, design: Design) -> tuple[Ints, Floats]:
    """The features that the vectors of a group have, and their values [v, f]."""
    genomes = np.zeros((len(group.vectors), design.n_genes), np.int64)
    genomes[:, group.genes] = group.vectors
    features = design.make_features(genomes)
    columns = np.flatnonzero(features.any(axis=0))
    return columns, features[:, columns]


def stack_groups(groups: Sequence[Group]) -> Choices:
    """The choices of groups whose genes, one group after the other, are all genes."""
    genes = sorted(int(gene) for group in groups for gene in group.genes)
    if genes != list(range(len(genes))):
        raise ValueError("choices: every gene belongs to one group")
    return Choices(tuple(groups))
