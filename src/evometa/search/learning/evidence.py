"""All that was ever seen: wins, decided games and all games, pooled by genome and row."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evometa.search.problem import Ints


class Evidence:
    """Genomes [k, G], each once, with their wins [k, R] in decided games [k, R], and all games, draws too."""

    def __init__(self, n_genes: int, n_rows: int) -> None:
        self.n_genes, self.n_rows = n_genes, n_rows
        self._places: dict[bytes, int] = {}
        self._genomes: list[Ints] = []
        self._counts: list[Ints] = []  # [3, R]: wins, decided games and all games

    def __repr__(self) -> str:
        return f"Evidence({len(self)} genomes, {self.n_genes} genes, {self.n_rows} rows)"

    def __len__(self) -> int:
        return len(self._genomes)

    @property
    def genomes(self) -> Ints:
        """[k, G], in the order in which they came."""
        return np.array(self._genomes, np.int64).reshape(len(self), self.n_genes)

    @property
    def wins(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 0]

    @property
    def decided(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 1]

    @property
    def games(self) -> Ints:
        """[k, R]."""
        return self._stack()[:, 2]

    def add(self, genomes: ArrayLike, wins: ArrayLike, decided: ArrayLike, games: ArrayLike) -> None:
        """Pool more games with those that are there."""
        counts = np.stack([np.asarray(part, np.int64) for part in (wins, decided, games)], axis=1)
        for genome, found in zip(np.asarray(genomes, np.int64), counts, strict=True):
            place = self._places.setdefault(genome.tobytes(), len(self._genomes))
            if place == len(self._genomes):
                self._genomes.append(genome.copy())
                self._counts.append(np.zeros((3, self.n_rows), np.int64))
            self._counts[place] = self._counts[place] + found

    def counts_of(self, genome: Ints) -> Ints:
        """[3, R]: the wins, decided games and all games of a genome."""
        place = self._places.get(np.asarray(genome, np.int64).tobytes())
        return np.zeros((3, self.n_rows), np.int64) if place is None else self._counts[place]

    def _stack(self) -> Ints:
        return np.array(self._counts, np.int64).reshape(len(self), 3, self.n_rows)
