"""`python -m tools.docs`: writes what the documentation takes from the program itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer
from tools.docs import classic_page, language_page, pool_page
from tools.docs.pictures import draw_pictures

from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.input.errors import InputError
from evometa.input.writing import write_file
from evometa.show.terminal.screen import echo

PAGES: dict[Path, Callable[[], str]] = {
    language_page.PAGE: language_page.card_language_page,
    pool_page.PAGE: lambda: pool_page.card_pool_page(load_cards()),
    classic_page.PAGE: classic_page.classic_page,
}


def write_docs(
    project: Annotated[Path, typer.Option(help="The project's folder.", metavar="FOLDER")] = Path(),
    pictures: Annotated[bool, typer.Option("--pictures", help="Also draw the pictures; this plays the demo.")] = False,
) -> None:
    """Write the generated pages of the documentation again."""
    if not (project / "docs").is_dir():
        raise InputError(f"{project.resolve()}: there is no folder 'docs' in it; is this the project's folder?")
    for page, write in PAGES.items():
        write_file(project / page, write())
    _announce(project / page for page in PAGES)
    if pictures:
        _announce(draw_pictures(project))


def _announce(paths: Iterable[Path]) -> None:
    for path in paths:
        echo(f"wrote {path}")


if __name__ == "__main__":
    typer.run(write_docs)
