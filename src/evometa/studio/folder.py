"""The files of the user: metagames, decks, cards, patches, games and positions in one folder, and nothing outside it.

A file belongs to a kind by the folder that it lies in (`metagames/`, `decks/`, ...), or, if it is a TOML file at the
top, by what it holds. Runs are in `runs/`, as the commands have them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from evometa.games.patches.files import FIELDS as PATCH_FIELDS
from evometa.input.errors import InputError, Where
from evometa.input.reading import MOST_BYTES, read_toml
from evometa.input.shown_text import show_name
from evometa.input.writing import make_folder, write_file

_MOST_FILES = 500  # of a kind that are listed
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}")
RUNS = "runs"


class FileKind(Enum):
    """What a file of the user is; the value is the name of its folder."""

    METAGAME = "metagames"
    DECK = "decks"
    CARDS = "cards"
    PATCH = "patches"
    GAME = "games"
    POSITION = "positions"

    @property
    def ending(self) -> str:
        """How the names of its files end."""
        return ".json" if self in (FileKind.GAME, FileKind.POSITION) else ".toml"


# What the content of a file at the top of the folder shows it to be.
SIGNS: Mapping[FileKind, Callable[[Mapping[str, Any]], bool]] = {
    FileKind.METAGAME: lambda tree: isinstance(tree.get("deck"), list),
    FileKind.CARDS: lambda tree: isinstance(tree.get("card"), list),
    FileKind.DECK: lambda tree: "class" in tree and "cards" in tree,
    FileKind.PATCH: lambda tree: bool(tree) and tree.keys() <= set(PATCH_FIELDS) and tree.keys() != {"name"},
}


@dataclass(frozen=True)
class UserFile:
    """A file of the folder: how pages name it, and where it is."""

    reference: str  # its path inside the folder, such as `patches/slower axe.toml`
    path: Path
    is_replaced: bool = False  # whether it was written in the place of another


@dataclass(frozen=True)
class UserFolder:
    """The folder that a studio works in."""

    root: Path
    read_only: bool = False

    @classmethod
    def open(cls, folder: Path, read_only: bool = False) -> UserFolder:
        """The folder of this path; an `InputError` if there is none."""
        if not os.path.isdir(folder):
            raise InputError(f"{folder}: there is no such folder; make it first, or name another")
        return UserFolder(folder.resolve(), read_only)

    @property
    def runs(self) -> Path:
        """Where runs are, and new ones go."""
        return self.root / RUNS

    def list_files(self, kind: FileKind) -> list[UserFile]:
        """The files of a kind, by name; those that lead out of the folder are left out."""
        own = _files(self.root / kind.value, kind.ending)
        paths = [*own, *(path for path in _files(self.root, ".toml") if _kind_at_top(path) is kind)]
        found = [UserFile(path.relative_to(self.root).as_posix(), path) for path in paths[:_MOST_FILES]]
        return sorted((each for each in found if self.is_inside(each.path)), key=lambda each: each.reference)

    def find(self, reference: str) -> Path:
        """The path of a file or folder inside; an `InputError` if it is not there, or leads out of the folder."""
        path = self.root / reference
        if not self.is_inside(path):
            raise InputError(f"{show_name(reference)} is not inside the folder of the studio; choose something that is")
        if not os.path.exists(path):  # no file can have some names, of which Path.exists would raise
            raise InputError(f"there is no {show_name(reference)} in the folder of the studio; it may have been moved")
        return path

    def write(self, kind: FileKind, name: str, text: str) -> UserFile:
        """Write a file of a kind, in the place of one of the same name."""
        self.check_writable()
        if not NAME.fullmatch(name) or name.endswith((" ", ".")):
            raise InputError(
                f"a file cannot be called '{show_name(name)}'; allowed: up to 60 of a to z, A to Z, 0 to 9, space, "
                ". _ -, with a letter or digit first"
            )
        if len(text.encode()) > MOST_BYTES:
            raise InputError(f"'{show_name(name)}' is too large; allowed: at most {MOST_BYTES >> 20} MB")
        make_folder(self.root / kind.value)
        path = self.root / kind.value / f"{name}{kind.ending}"
        if not self.is_inside(path):
            raise InputError(f"the folder {kind.value} leads out of the folder of the studio; put a real one there")
        reference, is_replaced = path.relative_to(self.root).as_posix(), path.exists()
        write_file(path, text, reference)
        return UserFile(reference, path, is_replaced)

    def check_writable(self) -> None:
        """Raise an `InputError` if nothing may be written."""
        if self.read_only:
            raise InputError("the studio was started with --read-only, so nothing is written; start it without that")

    def is_inside(self, path: Path) -> bool:
        """Whether a path leads to something inside."""
        try:
            return path.resolve().is_relative_to(self.root)
        except (OSError, ValueError, RuntimeError):  # no file can have such a name, or links lead in a circle
            return False


def _files(folder: Path, ending: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ending and path.is_file())
    except OSError:  # it is not there, or nobody may look
        return []


def _kind_at_top(path: Path) -> FileKind | None:
    try:
        tree = read_toml(path, Where(path.name))
    except InputError:
        return None  # whatever it is, no page can use it
    return next((kind for kind, has_sign in SIGNS.items() if has_sign(tree)), None)
