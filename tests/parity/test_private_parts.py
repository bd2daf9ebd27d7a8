"""What evometa asks of private parts of numba: it is at work in its own functions alone, and can be done without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numba.np import arrayobj
from tests.parity.processes import run_python

from evometa.games.compiled import compiling
from evometa.input.errors import Notice

# A function of evometa that reads from the end of an array, with checks of bounds.
READ_FROM_THE_END = """
import numba
import numpy as np
from evometa.games.compiled.compiling import compiled

def read(numbers, i):
    return numbers[i]

read.__module__ = {module!r}
inner = compiled(read)

@numba.njit
def read_last(numbers):
    return inner(numbers, -1)

try:
    print(read_last(np.arange(3)))
except IndexError:
    print("out of bounds")
"""


def pick_twice(numbers: Any, i: int) -> Any:
    first = numbers
    return first[i] + numbers[i + 1]


def code_of(decorate: Callable[[Any], Any], module: str) -> str:
    """The code that numba makes of a function of this module."""
    function = type(pick_twice)(pick_twice.__code__, {}, "pick_twice")
    function.__module__ = module
    inner = decorate(function)
    numba.njit(lambda numbers, i: inner(numbers, i))(np.arange(4), 1)
    (code,) = inner.inspect_llvm().values()
    return str(code)


def test_own_functions_neither_count_uses_nor_look_for_negative_indices() -> None:
    code = code_of(compiling.compiled, "evometa.games.hearthstone.engine.made_up")
    assert "NRT_incref" not in code
    assert "icmp slt" not in code


def test_functions_of_others_stay_as_they_are() -> None:
    assert "select" in code_of(numba.njit, "someone.else")
    assert "select" not in code_of(numba.njit, "evometa.games.hearthstone.engine.made_up")


@pytest.mark.parametrize(
    ("module", "outcome"), [("evometa.games.hearthstone.engine.made_up", "out of bounds"), ("someone.else", "2")]
)
def test_with_bounds_checks_a_negative_index_of_evometa_is_an_error(module: str, outcome: str) -> None:
    assert run_python(READ_FROM_THE_END.format(module=module), NUMBA_BOUNDSCHECK="1").strip() == outcome


def test_a_numba_that_is_not_as_expected_is_left_alone_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def fix_integer_index(context: Any, builder: Any, index: Any) -> None: ...

    monkeypatch.setattr(arrayobj, "fix_integer_index", fix_integer_index)
    monkeypatch.setattr(compiling, "_INTERNAL", {})
    monkeypatch.delattr(compiling.options.DefaultOptions, "_nrt")
    with pytest.warns(Notice, match="not as expected about negative indices; games are the same"):
        compiling._leave_out_negative_indices()
    with pytest.warns(Notice, match="not as expected about counting uses of arrays"):
        compiling._leave_out_counts()
    assert arrayobj.fix_integer_index is fix_integer_index
    assert compiling._INTERNAL == {}
