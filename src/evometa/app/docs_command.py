"""`evometa docs`: writes the pages again that are made from the program itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evometa.cards.errors import InputError
from evometa.cards.reference_page import PAGE, write_page


def write_docs(
    project: Annotated[Path, typer.Option(help="The project's folder.", metavar="FOLDER")] = Path(),
) -> None:
    """Write the generated pages of the documentation again."""
    if not (project / PAGE.parent).is_dir():
        raise InputError(
            f"{project.resolve()}: there is no folder '{PAGE.parent}' in it; is this the project's folder?"
        )
    path = project / PAGE
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        write_page(project)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    is_same = path.read_text(encoding="utf-8") == before
    typer.echo(f"{path}: {'nothing to change' if is_same else 'written'}")
