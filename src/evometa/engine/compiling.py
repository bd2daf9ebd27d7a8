"""How functions are compiled, and where the compiled code is kept.

`compiled` marks a function that only compiled code calls; `shared` marks a small one that Python calls too; `entry`
marks the few through which Python enters compiled code, and which are cached on disk. numba notices an edit in the file
of a cached function, but not one in a file that it calls, so the cache folder is named by a hash of all compiled
sources (and of the numba version and the CPU). With NUMBA_DISABLE_JIT=1 all decorators leave the function as it is, and
the same source runs in the interpreter.
"""

import contextlib
import hashlib
import inspect
import math
import os
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba.core import caching, config, options, types
from numba.extending import register_jitable
from numba.np import arrayobj

F = TypeVar("F", bound=Callable[..., Any])

JIT = not config.DISABLE_JIT
KEPT_FOLDERS = 4

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
        dispatcher._cache = _Cache(dispatcher.py_func)
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
    warnings.warn(note, RuntimeWarning, stacklevel=2)


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


PACKAGE = Path(__file__).resolve().parent.parent

# Modules without compiled functions whose constants and records are part of compiled code.
CONSTANTS = (
    "cards/language/codes.py",
    "cards/compiling/sizes.py",
    "cards/compiling/table.py",
    "engine/state/records.py",
    "players/records.py",
    "players/workspace.py",
    "matches/records.py",
)


def source_files() -> list[Path]:
    """Every source file that compiled code is made from."""
    files = [path for name in ("engine", "players", "matches") for path in (PACKAGE / name).rglob("*.py")]
    functions = [path for path in files if "evometa.engine.compiling" in path.read_text(encoding="utf-8")]
    return sorted({*functions, *(PACKAGE / name for name in CONSTANTS)})


@cache
def sources_hash() -> str:
    """A name for the compiled code, which is another one when a source, numba or the CPU changes."""
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    parts = (numba.__version__, np.__version__, sys.version, llvmlite.binding.get_host_cpu_name(), config.BOUNDSCHECK)
    digest.update(repr(parts).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Where compiled code is kept: EVOMETA_CACHE, else the user's cache folder, else a temporary one."""
    if chosen := os.environ.get("EVOMETA_CACHE"):
        return Path(chosen)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    try:
        (home / "evometa").mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"evometa-cache-{os.getuid()}"
    return home / "evometa"


TellCompiling = Callable[[bool], None]  # is told whether the compiled code can be kept

_listeners: list[TellCompiling] = []


@contextlib.contextmanager
def before_compiling(tell: TellCompiling) -> Iterator[None]:
    """While this lasts, call `tell` each time that an entry is about to be compiled.

    It is compiled if the cache of the current sources does not have its code. If the code is loaded, nothing is told.
    """
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


class _Locator(caching._CacheLocator):
    """Puts the cache of an entry into the folder of the current sources."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._stamp = sources_hash()
        self._path = str(cache_root() / self._stamp)

    def get_cache_path(self) -> str:
        return self._path

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return "entry"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


@cache
def _prepare(folder: Path) -> bool:
    """Make the folder of the current sources and delete old ones; returns whether code can be kept in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    _prune(folder)
    return True


def _prune(current: Path) -> None:
    """Delete the oldest folders of earlier sources. Other processes may do the same at the same time."""
    with contextlib.suppress(FileNotFoundError):  # another process has just pruned it; saving makes it again
        os.utime(current)
    others = [folder for folder in _cache_folders(current.parent) if folder != current]
    for folder in sorted(others, key=_age)[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _cache_folders(root: Path) -> list[Path]:
    """The folders that this module has made, and no others."""
    return [folder for folder in root.iterdir() if re.fullmatch("[0-9a-f]{20}", folder.name) and folder.is_dir()]


def _age(folder: Path) -> float:
    """Large for a folder that has not been used for long; one that is already gone is the oldest."""
    try:
        return -folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - numba reads it as a class attribute


class _Cache(caching.FunctionCache):
    """Tells the listeners before an entry is compiled. If nothing can be written, it keeps nothing and works anyway."""

    _impl_class = _CacheImpl

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        self._can_keep = _prepare(Path(self.cache_path))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context) if os.path.isdir(self.cache_path) else None
        if found is None:  # numba compiles next
            for tell in tuple(_listeners):
                tell(self._can_keep)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if self._can_keep:
            super().save_overload(sig, data)
