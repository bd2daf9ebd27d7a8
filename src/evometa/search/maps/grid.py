"""The cells of a map: boundaries that slide to where solutions are, and to which cell each of them belongs."""

from __future__ import annotations

import numpy as np

from evometa.search.contract import Floats, Ints


def slide_boundaries(measures: Floats, size: int) -> Floats:
    """[m, size + 1]: quantiles of measures [k, m], so that the cells along each of them are about equally full."""
    n = len(measures)
    marks = np.minimum(np.arange(size + 1) * n // size, n - 1)
    return np.asarray(np.sort(measures, axis=0)[marks].T)


def find_cells(boundaries: Floats, measures: Floats) -> Ints:
    """[k]: the cell of each row of measures [k, m]. What lies on a boundary belongs to the lower cell.

    What lies beyond the outer boundaries belongs to the outer cells.
    """
    places = [
        np.searchsorted(inner, column)
        for inner, column in zip(boundaries[:, 1:-1], np.transpose(measures), strict=True)
    ]
    return np.asarray(np.ravel_multi_index(places, (boundaries.shape[1] - 1,) * len(boundaries)), np.int64)
