"""The folder of compiled code, which nobody else can have touched.

Loading compiled code runs it. So it comes only from a folder that is this user's own, and so are all files in it: no
link, owned by nobody else, not writable for others, and below folders in which others cannot put something in its
place. If there is no such folder, there is a private one for this process, and a note says why.
"""

from __future__ import annotations

import atexit
import math
import os
import re
import shutil
import tempfile
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG, S_ISVTX, S_IWGRP, S_IWOTH

from evometa.input.errors import Notice

VARIABLE = "EVOMETA_CACHE"
KEPT_FOLDERS = 4
PRIVATE = 0o700
_OTHERS_WRITE = S_IWGRP | S_IWOTH
ADVICE = f"let {VARIABLE} name a folder that only you can write"


class DistrustedError(Exception):
    """Something is not surely this user's own; the text says why."""


@cache
def find_folder(name: str) -> tuple[Path | None, bool]:
    """The folder for compiled code of a name, if there can be one, and whether it outlasts this process."""
    try:
        folder = _prepare_root(cache_root()) / name
        _make_private(folder)
        tempfile.TemporaryFile(dir=folder).close()
        _prune(folder)
    except (DistrustedError, OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        tell(f"compiled code is not kept: {_place(error)}{reason}; {ADVICE}")
        return _make_temporary(name), False
    return folder, True


def cache_root() -> Path:
    """Where compiled code is to be kept: EVOMETA_CACHE, else the user's cache folder."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "evometa"


def tell(message: str) -> None:
    """Let the user know; commands print it as a line."""
    warnings.warn(message, Notice, stacklevel=2)


def _place(error: Exception) -> str:
    """Where an error of the system happened."""
    file = getattr(error, "filename", None)
    return f"{os.fsdecode(file)}: " if file else ""


# --- whom to trust --------------------------------------------------------------------------------


def _check_owned(path: Path, found: os.stat_result) -> None:
    """Refuse what belongs to somebody else, or what somebody else can write."""
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        raise DistrustedError(f"{path} belongs to another user")
    if os.name == "posix" and found.st_mode & _OTHERS_WRITE:
        raise DistrustedError(f"{path} can be written by others")


def read_own_file(path: Path) -> bytes:
    """The content of a plain file that is surely this user's own."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(file, "rb") as opened:
        found = os.fstat(file)
        if not S_ISREG(found.st_mode):
            raise DistrustedError(f"{path} is no plain file")
        _check_owned(path, found)
        return opened.read()


def _prepare_root(wanted: Path) -> Path:
    """The root of all folders of compiled code, made if it is not there, by a path that nobody else can change."""
    wanted.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    root = wanted.parent.resolve() / wanted.name if wanted.name else wanted.resolve()
    for parent in root.parents:
        _check_parent(parent)
    _make_private(root)
    return root


def _check_parent(folder: Path) -> None:
    """Refuse a folder in which others could replace what is ours."""
    if os.name != "posix":
        return  # where rights are not in the mode, folders of users are their own
    found = folder.stat()
    if found.st_uid not in (0, os.getuid()):
        raise DistrustedError(f"{folder}, in which it lies, belongs to another user")
    if found.st_mode & _OTHERS_WRITE and not found.st_mode & S_ISVTX:
        raise DistrustedError(f"{folder}, in which it lies, can be written by others")


def _make_private(folder: Path) -> None:
    """Make a folder for this user alone; one that is there must be this user's own."""
    with suppress(FileExistsError):
        folder.mkdir(PRIVATE)
    found = folder.lstat()
    if S_ISLNK(found.st_mode):
        raise DistrustedError(f"{folder} is a link")
    if not S_ISDIR(found.st_mode):
        raise DistrustedError(f"{folder} is no folder")
    _check_owned(folder, found)


# --- for this process -----------------------------------------------------------------------------


def _make_temporary(name: str) -> Path | None:
    """A folder for this process and those that it starts, gone when it ends; none if there is no room for one."""
    try:
        root = Path(tempfile.mkdtemp(prefix="evometa-"))
        (root / name).mkdir(PRIVATE)
    except OSError:
        return None
    os.environ[VARIABLE] = str(root)
    _temporary.append((root, os.getpid()))
    return root / name


_temporary: list[tuple[Path, int]] = []  # with the process that made each of them


@atexit.register
def remove_temporary() -> None:
    """Delete what was made for this process alone; a fork of it leaves that to its parent."""
    for root, owner in _temporary:
        if owner == os.getpid():
            shutil.rmtree(root, ignore_errors=True)


# --- old folders ----------------------------------------------------------------------------------


def _prune(current: Path) -> None:
    """Delete the oldest folders of earlier sources. Other processes may do the same at the same time."""
    with suppress(FileNotFoundError):  # another process has just pruned it; saving makes it again
        os.utime(current)
    others = [folder for folder in _code_folders(current.parent) if folder != current]
    for folder in sorted(others, key=_age)[KEPT_FOLDERS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def _code_folders(root: Path) -> list[Path]:
    """The folders that this module has made, and no others."""
    return [folder for folder in root.iterdir() if re.fullmatch("[0-9a-f]{20}", folder.name) and folder.is_dir()]


def _age(folder: Path) -> float:
    """Large for a folder that has not been used for long; one that is already gone is the oldest."""
    try:
        return -folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf
