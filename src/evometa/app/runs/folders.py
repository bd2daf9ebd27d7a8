"""Where runs go, and how they are named."""

from __future__ import annotations

from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Annotated

import typer

from evometa.experiments.folders import DEFAULT_ROOT, in_letters, next_folder
from evometa.input.errors import InputError
from evometa.store.folder import is_unused

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
