"""How functions are compiled, and where the compiled code is kept.

`compiled` marks a function that only compiled code calls; `entry` marks the few that Python calls, which are cached
on disk. numba notices an edit in the file of a cached function, but not one in a file that it calls, so the cache
folder is named by a hash of all compiled sources (and of the numba version and the CPU). With NUMBA_DISABLE_JIT=1 both
decorators leave the function as it is, and the same source runs in the interpreter.
"""

import contextlib
import hashlib
import math
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba.core import caching, config, types

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
    """Like `compiled`, for a few lines that run everywhere: always inlined."""
    return _widened(numba.njit(**_INTERNAL, forceinline=True)(function))


def merged(function: F) -> F:
    """Make a function part of its caller before anything is compiled.

    numba optimises the whole tree under every function that it compiles, so each layer of functions above a large tree
    costs as much as the tree. For what has one caller, or is small beside it.
    """
    return numba.njit(**_INTERNAL, inline="always")(function)


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code on disk."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    if JIT:
        dispatcher._cache = _Cache(dispatcher.py_func)
    return dispatcher


_INTERNAL = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


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
CONSTANTS = ("codes.py", "table.py", "records.py")


def source_files() -> list[Path]:
    """Every source file that compiled code is made from."""
    files = [path for name in ("cards", "engine", "players", "matches") for path in (PACKAGE / name).rglob("*.py")]
    return sorted(path for path in files if path.name in CONSTANTS or "evometa.engine.compiling" in path.read_text())


def sources_hash() -> str:
    """A name for the compiled code: changes when any source, numba or the CPU does."""
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    parts = (numba.__version__, np.__version__, sys.version, llvmlite.binding.get_host_cpu_name(), config.BOUNDSCHECK)
    digest.update(repr(parts).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Where compiled code is kept: EVOMETA_CACHE, or the user's cache folder, or a temporary one if it must be."""
    if chosen := os.environ.get("EVOMETA_CACHE"):
        return Path(chosen)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    try:
        (home / "evometa").mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"evometa-cache-{os.getuid()}"
    return home / "evometa"


class _Locator(caching._CacheLocator):
    """Puts the cache of an entry into the folder of the current sources."""

    _prepared: str | None = None

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._stamp = _current_hash()
        self._path = str(cache_root() / self._stamp)

    def get_cache_path(self) -> str:
        return self._path

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return "entry"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        locator = cls(py_func, py_file)
        if _Locator._prepared != locator._path:
            locator.ensure_cache_path()
            _prune(Path(locator._path))
            _Locator._prepared = locator._path
        return locator


_hash: list[str] = []


def _current_hash() -> str:
    if not _hash:
        _hash.append(sources_hash())
    return _hash[0]


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
    """How long a folder has not been used; one that is already gone is the oldest."""
    try:
        return -folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - numba reads it as a class attribute


class _Cache(caching.FunctionCache):
    _impl_class = _CacheImpl
