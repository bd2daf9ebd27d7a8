"""How functions are compiled.

`compiled` marks a function that only compiled code calls; `shared` marks a small one that Python calls too; `entry`
marks the few through which Python enters compiled code, and which are cached on disk, as `code_cache` says. With
NUMBA_DISABLE_JIT=1 all decorators leave the function as it is, and the same source runs in the interpreter.
"""

import inspect
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config, options, types
from numba.extending import register_jitable
from numba.np import arrayobj

from evometa.games.compiled.code_cache import EntryCache
from evometa.input.errors import Notice

F = TypeVar("F", bound=Callable[..., Any])

JIT = not config.DISABLE_JIT

if not JIT:
    # Hashes and random numbers wrap around in 64 bits on purpose; NumPy's scalars would warn each time.
    np.seterr(over="ignore")


def compiled(function: F) -> F:
    """Compile a function that is called from compiled code alone."""
    return _widened(numba.njit(**_INTERNAL)(function))


def inlined(function: F) -> F:
    """Compile a function of a few lines into each place that calls it."""
    return _widened(numba.njit(**_INTERNAL, forceinline=True)(function))


def merged(function: F) -> F:
    """Make a function part of its caller before anything is compiled.

    numba optimises all that a function calls together with the function, so that each layer of functions above a large
    part of the code takes as long to compile as that part. Use it for what has one caller, or is small beside it.
    """
    return numba.njit(**_INTERNAL, inline="always")(function)


def shared(function: F) -> F:
    """Let compiled code call a function of a few lines, which stays an ordinary function for Python."""
    return register_jitable(**_INTERNAL, forceinline=True)(function) if JIT else function


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code on disk."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    if JIT:
        dispatcher._cache = EntryCache(dispatcher.py_func)
    return dispatcher


_INTERNAL = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# --- what leans on private parts of numba ---------------------------------------------------------
#
# Each of these makes games faster and leaves them as they are. If numba is not as expected, it is left out with a note.

OWN_NAMES = f"_ZN{len('evometa')}evometa"  # how numba's names for this package's functions begin


def _leave_out_counts() -> None:
    """Internal functions keep no count of who uses an array: an entry holds all of them as long as it runs."""
    if hasattr(options.DefaultOptions, "_nrt"):
        _INTERNAL["_nrt"] = False
    else:
        _tell_changed("counting uses of arrays")


def _leave_out_negative_indices() -> None:
    """In this package's functions an index is never counted from the end, so that none has to be looked at twice.

    With NUMBA_BOUNDSCHECK=1 a negative index is an error like any other that is out of bounds; a test plays games so.
    """
    fix_index = arrayobj.fix_integer_index
    if [*inspect.signature(fix_index).parameters] != ["context", "builder", "idxty", "idx", "size"]:
        return _tell_changed("negative indices")

    def fix_foreign_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if builder.function.name.startswith(OWN_NAMES):
            return context.cast(builder, idx, idxty, types.intp)
        return fix_index(context, builder, idxty, idx, size)

    arrayobj.fix_integer_index = fix_foreign_index


def _tell_changed(what: str) -> None:
    note = f"numba {numba.__version__} is not as expected about {what}; games are the same, but a little slower"
    warnings.warn(note, Notice, stacklevel=2)


if JIT:
    _leave_out_counts()
    _leave_out_negative_indices()


def _widened(dispatcher: Any) -> Any:
    """Let a function be compiled once, for 64-bit integers, instead of once for each width that its callers have."""
    if JIT:
        resolve = dispatcher.get_call_template

        def resolve_widened(args: Any, kws: Any) -> Any:
            return resolve(tuple(_widen(a) for a in args), {name: _widen(a) for name, a in kws.items()})

        dispatcher.get_call_template = resolve_widened
    return dispatcher


def _widen(type_: types.Type) -> types.Type:
    plain = type_.literal_type if isinstance(type_, types.Literal) else type_
    if isinstance(plain, types.Integer) and plain is not types.uint64:
        return types.int64
    return plain
