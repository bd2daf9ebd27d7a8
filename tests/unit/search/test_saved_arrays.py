"""Arrays in saved states."""

import json

import numpy as np
import pytest

from evometa.input.errors import InputError
from evometa.search.saved_arrays import pack_array, unpack_array


@pytest.mark.parametrize(
    "array",
    [
        np.array([[0, 1, 2], [2, 1, 0]]),
        np.array([-1, 200]),
        np.array([-(2**62), 2**62]),
        np.array([0.1, -0.0, np.nan, np.inf, 5e-324]),
        np.array([True, False]),
        np.array([1, 2], np.int32),
        np.empty((0, 7), np.int64),
        np.arange(12).reshape(3, 4).T[::-1],
    ],
)
def test_an_array_comes_back_with_every_bit(array: np.ndarray) -> None:
    again = unpack_array(json.loads(json.dumps(pack_array(array))))
    assert (again.dtype, again.shape) == (array.dtype, array.shape)
    assert again.tobytes() == array.tobytes()
    again[...] = 0  # it can be written to


def test_small_numbers_take_little_room() -> None:
    decks = np.random.default_rng(1).integers(3, size=(1000, 175))
    assert len(json.dumps(pack_array(decks))) < decks.size / 2


@pytest.mark.parametrize("packed", [None, [], ["int64", [2], "|i1", "?"], ["int64", [5], "|u1", "c-p"]])
def test_a_damaged_array_is_refused(packed: object) -> None:
    with pytest.raises(InputError, match="it is damaged"):
        unpack_array(packed)
    good = pack_array(np.arange(4))
    with pytest.raises(InputError, match="it is damaged"):
        unpack_array([good[0], [5], *good[2:]])
