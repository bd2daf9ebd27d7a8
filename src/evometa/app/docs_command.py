"""`evometa docs`: writes what the documentation takes from the program itself."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.pictures import draw_pictures
from evometa.cards.errors import InputError
from evometa.cards.reference_page import PAGE, write_page


def write_docs(
    project: Annotated[Path, typer.Option(help="The project's folder.", metavar="FOLDER")] = Path(),
    pictures: Annotated[bool, typer.Option("--pictures", help="Also draw the pictures; this plays the demo.")] = False,
) -> None:
    """Write the generated pages of the documentation again."""
    if not (project / PAGE.parent).is_dir():
        raise InputError(
            f"{project.resolve()}: there is no folder '{PAGE.parent}' in it; is this the project's folder?"
        )
    try:
        _announce([write_page(project)])
        if pictures:
            _announce(draw_pictures(project))
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror})") from None


def _announce(paths: Iterable[Path]) -> None:
    for path in paths:
        typer.echo(f"wrote {path}")
