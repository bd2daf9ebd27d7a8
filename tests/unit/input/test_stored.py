"""What is stored comes back as it was, and what is damaged is named with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isnan, nan
from typing import Any, Literal, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from evometa.input import InputError, Where
from evometa.input.stored import Stored, ends


class Measured(NamedTuple):
    value: float
    low: float
    high: float


class Matrix(NamedTuple):
    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True)
class Inner(Stored):
    name: str
    size: int


@dataclass(frozen=True, eq=False)
class Outer(Stored):
    f: Measured
    win_rate: Matrix = field(metadata=ends("low", "high"))
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    inner: Inner | None = None
    others: tuple[Inner, ...] = ()
    pair: tuple[str, int] = ("", 0)
    values: Mapping[str, float] = field(default_factory=dict)
    kind: Literal["one", "two"] = "one"
    is_open: bool = False
    anything: Any = None


HALF = np.array([[0.5, nan], [0.25, 0.5]])
OUTER = Outer(
    Measured(0.5, 0.25, nan),
    Matrix(HALF, HALF, HALF),
    np.array([[1, 2]]),
    Inner("a", 1),
    (Inner("b", 2),),
    ("c", 3),
    {"m": -0.0, "x": inf},
    "two",
    True,
    {"free": [1]},
)


def test_the_json_is_flat_and_knows_no_nan_and_no_negative_zero() -> None:
    assert OUTER.to_json() == {
        "f": 0.5, "f_low": 0.25, "f_high": None,
        "win_rate": [[0.5, None], [0.25, 0.5]], "low": [[0.5, None], [0.25, 0.5]], "high": [[0.5, None], [0.25, 0.5]],
        "counts": [[1, 2]],
        "inner": {"name": "a", "size": 1}, "others": [{"name": "b", "size": 2}], "pair": ["c", 3],
        "values": {"m": 0.0, "x": None}, "kind": "two", "is_open": True, "anything": {"free": [1]},
    }  # fmt: skip
    assert "-0.0" not in json.dumps(OUTER.to_json(), allow_nan=False)


def test_what_is_stored_comes_back() -> None:
    again = Outer.from_json(json.loads(json.dumps(OUTER.to_json())))
    assert isnan(again.f.high)
    assert again.f[:2] == (0.5, 0.25)
    np.testing.assert_array_equal(again.win_rate.low, HALF)
    assert again.counts.dtype == np.int64
    assert (again.inner, again.others, again.pair, again.kind) == (OUTER.inner, OUTER.others, ("c", 3), "two")
    assert again.to_json() == OUTER.to_json()


def test_fields_with_a_default_may_be_missing_and_unknown_ones_are_passed_over() -> None:
    tree = {"f": 1, "f_low": 1, "f_high": 1, "win_rate": [], "low": [], "high": [], "from the future": 1}
    assert Outer.from_json(tree).to_json() | tree == Outer.from_json(tree).to_json() | {"from the future": 1}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"f": "a"}, "run, field 'f': found 'a'; allowed: a number"),
        ({"inner": {"name": "a"}}, "run, field 'inner': the field 'size' is missing"),
        ({"inner": {"name": "a", "size": True}}, "run, field 'inner.size': found true; allowed: a whole number"),
        ({"others": [{"name": 1, "size": 1}]}, "run, field 'others.0.name': found 1; allowed: a text"),
        ({"others": {}}, "run, field 'others': found a table; allowed: a list"),
        ({"win_rate": [[1, 2], [3]]}, "run, field 'win_rate': found a list that is no table of numbers"),
        ({"win_rate": 7}, "run, field 'win_rate': found 7; allowed: a list of numbers"),
        ({"counts": [0.5]}, "run, field 'counts': found a list that is no table of numbers"),
        ({"pair": ["a"]}, "run, field 'pair': found a list; allowed: a list of 2"),
        ({"values": []}, "run, field 'values': found a list; allowed: a table"),
        ({"kind": "three"}, "run, field 'kind': found 'three'; allowed: one, two"),
    ],
)
def test_what_is_damaged_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Outer.from_json({**OUTER.to_json(), **changes}, Where("run"))
    assert str(caught.value).startswith(message)


def test_a_missing_end_of_an_interval_is_named() -> None:
    tree = OUTER.to_json()
    del tree["f_high"]
    with pytest.raises(InputError, match="run: the field 'f_high' is missing"):
        Outer.from_json(tree, Where("run"))


def test_a_type_that_cannot_be_stored_is_refused() -> None:
    @dataclass(frozen=True)
    class Wrong(Stored):
        things: set[int]

    with pytest.raises(TypeError, match="cannot be stored"):
        Wrong({1}).to_json()
