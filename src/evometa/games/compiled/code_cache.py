"""Compiled code on disk: a file for each signature of an entry, in the folder of the current sources.

numba's own cache trusts what it finds. This one loads only files that are this user's own and exactly as they were
written, and whatever is wrong with a file costs time alone: a note tells of it, and the code is compiled again.
"""

import hashlib
import os
import pickle
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core import caching
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from evometa.games.compiled.cache_folders import PRIVATE, DistrustedError, find_folder, read_own_file, tell
from evometa.games.compiled.sources import source_files, sources_hash

_DIGEST_SIZE = hashlib.sha256().digest_size
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OWN_FILE = 0o600

_TellCompiling = Callable[[bool], None]  # is told whether the compiled code can be kept

_listeners: list[_TellCompiling] = []


@contextmanager
def before_compiling(tell_compiling: _TellCompiling) -> Iterator[None]:
    """While this lasts, call a function each time that an entry is about to be compiled.

    It is compiled if the cache of the current sources does not have its code. If the code is loaded, nothing is told.
    """
    _listeners.append(tell_compiling)
    try:
        yield
    finally:
        _listeners.remove(tell_compiling)


def announce_compiling(is_kept: bool) -> None:
    """Tell all who want to know that something is about to be compiled, here or on another machine."""
    for tell_compiling in tuple(_listeners):
        tell_compiling(is_kept)


class EntryCache(caching._Cache):
    """What numba asks for the code of an entry before it compiles it, and gives the code to afterwards."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._stem = f"{function.__module__}.{function.__qualname__}{_mark_own_source(function)}"

    @property
    def cache_path(self) -> str:
        """The folder; empty if there is none."""
        return str(find_folder(sources_hash())[0] or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, or None: then numba compiles it, which the listeners are told."""
        target_context.refresh()
        folder, is_kept = find_folder(sources_hash())
        key = _make_key(sig, target_context.codegen())
        found = None if folder is None else self._load(folder, key, target_context)
        if found is None:
            announce_compiling(is_kept)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if that can be."""
        folder, _ = find_folder(sources_hash())
        if folder is None:
            return
        assert not data.library.has_dynamic_globals, f"{self._stem} uses a global array, which cannot be kept"
        key = _make_key(sig, data.codegen)
        try:
            write_sealed(self._file(folder, key), dumps((key, data._reduce())))
        except OSError as error:
            tell(f"compiled code could not be kept in {folder} ({error.strerror}); make room, or it is compiled again")

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """Nothing waits to be written."""

    def _load(self, folder: Path, key: tuple[Any, ...], target_context: Any) -> Any:
        file = self._file(folder, key)
        try:
            found, reduced = pickle.loads(read_sealed(file))
            return CompileResult._rebuild(target_context, *reduced) if found == key else None
        except FileNotFoundError:
            return None
        except Exception as error:  # a pickle that is wrong can raise anything
            reason = str(error) if isinstance(error, DistrustedError) else f"{file} is damaged ({error!r})"
            tell(f"kept code is not used, but compiled again: {reason}")
            return None

    def _file(self, folder: Path, key: tuple[Any, ...]) -> Path:
        return folder / f"{self._stem}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.code"


def _mark_own_source(function: Callable[..., Any]) -> str:
    """Nothing for code of the games, whose sources name the folder. Other entries call only what their own file has."""
    file = Path(function.__code__.co_filename)
    if file in source_files():
        return ""
    return f"-{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"


def _make_key(sig: Any, codegen: Any) -> tuple[Any, ...]:
    """What code is for: types of arguments, and the machine. The sources are in the name of the folder."""
    return sig, codegen.magic_tuple()


# --- files ----------------------------------------------------------------------------------------


def write_sealed(path: Path, content: bytes) -> None:
    """Write a file of this user's own with a checksum before its content. It appears when it is whole."""
    path.parent.mkdir(PRIVATE, exist_ok=True)  # another process may have deleted it as an old one
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        with open(os.open(draft, CREATE, _OWN_FILE), "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_sealed(path: Path) -> bytes:
    """The content of a file of this user's own, exactly as it was written."""
    sealed = read_own_file(path)
    digest, content = sealed[:_DIGEST_SIZE], sealed[_DIGEST_SIZE:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError("it is not as it was written")
    return content
