"""The one way to write a file: it appears only when it is whole, and never anywhere else than where it was asked for.

The content goes to a new file with a random name in the same folder, which then takes the place of the old one. Links
are not followed: a link that someone has laid where a file is to be written is refused.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from evometa.input.errors import InputError

CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_MODE = 0o666  # less what the user's umask takes away
DRAFT = re.compile(r"\.[0-9a-f]{16}\.part")  # the name of a file that is not whole yet


def write_file(path: Path, content: str | bytes, label: str = "") -> None:
    """Write a file, in the place of what was there; `label` names it in messages (default: its path)."""
    with new_file(path, label) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def new_file(path: Path, label: str = "") -> Iterator[Path]:
    """An empty file to fill, which takes the place of `path` when all went well, and is gone if not."""
    shown, draft = label or str(path), draft_of(path)
    try:
        _check_replaceable(path, shown)
        os.close(os.open(draft, CREATE, _MODE))
        try:
            yield draft
            os.replace(draft, path)
        except BaseException:
            with suppress(OSError):  # what went wrong is told; a draft that cannot be removed is only litter
                draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            f"{shown}: cannot be written ({error.strerror or error}); name a file in a folder that is there and may be "
            "written"
        ) from None


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, whose folders are made if they are not there."""
    for path, content in files.items():
        make_folder(path.parent)
        write_file(path, content)


def draft_of(path: Path) -> Path:
    """Where something is written that will take the place of `path`: a name that nobody can know before."""
    return path.with_name(f".{secrets.token_hex(8)}.part")


def is_draft(path: Path) -> bool:
    """Whether a file is what a killed process had begun to write: litter, in nobody's way."""
    return DRAFT.fullmatch(path.name) is not None


def make_folder(path: Path) -> None:
    """Make a folder, with those above it, if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: the folder cannot be made ({error.strerror}); choose another place") from None


def _check_replaceable(path: Path, shown: str) -> None:
    """Refuse to write over what is not a plain file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not S_ISREG(mode):
        kind = "a link" if path.is_symlink() else "a folder" if path.is_dir() else "no plain file"
        raise InputError(f"{shown}: cannot be written, because there is {kind} of that name; choose another name")
