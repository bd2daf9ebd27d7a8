"""Where runs go, and how they are named."""

from __future__ import annotations

import re
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Annotated

import typer

from evometa.input.errors import InputError
from evometa.store.folder import is_unused

DEFAULT_ROOT = Path("runs")
MOST_LETTERS = 60  # of the name of a folder without its number: no file system has room for more than 255

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run; 'evometa runs' lists them.")]
FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FOLDER",
        show_default=f"{DEFAULT_ROOT}/ and the next number",
        help="The folder of the run: new or empty.",
    ),
]


def choose_folder(wanted: Path | None, kind: str, subject: str = "") -> Path:
    """The folder asked for, which must be new or empty, or the next one of its kind: `runs/balance-paper-small-3`."""
    if wanted is None:
        return next_folder(in_letters(f"{kind} {subject}"))
    if exists(wanted) and not isdir(wanted):
        raise InputError(f"--out {wanted}: this is a file; allowed: a folder that is new or empty")
    if exists(wanted) and not is_unused(wanted):
        raise InputError(
            f"--out {wanted}: there are files in it already; allowed: a folder that is new or empty. "
            f"If it is a run, 'evometa resume {wanted}' goes on with it"
        )
    return wanted


def next_folder(stem: str, root: Path = DEFAULT_ROOT) -> Path:
    """The first number after all that are taken."""
    numbers = [path.name.removeprefix(f"{stem}-") for path in root.glob(f"{stem}-*")]
    taken = [int(number) for number in numbers if number.isdecimal()]
    return root / f"{stem}-{max(taken, default=0) + 1}"


def in_letters(name: str) -> str:
    """A name as part of a folder's: small letters, digits and `-`, and not too many of them."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_LETTERS].rstrip("-")
