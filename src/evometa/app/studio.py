"""`evometa studio`: pages in the browser, to move numbers of cards and watch the metagame answer."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.terminal.options import SeedOption, ThreadsOption, takes
from evometa.app.terminal.screen import echo
from evometa.input.errors import InputError
from evometa.studio.settings import HERE, PORT, StudioSettings

MOST_PORT = 65_535
NEEDED = "nicegui"


@dataclass(frozen=True, kw_only=True)
class StudioOptions:
    """What the command is asked with."""

    folder: Annotated[
        Path,
        typer.Argument(
            metavar="[FOLDER]", help="Where your metagames, decks, cards, patches and runs are.", show_default=True
        ),
    ] = Path()
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Let others in the network in, too, with a token that is printed."),
    ] = None
    port: Annotated[int, typer.Option(min=0, max=MOST_PORT, help="Where it listens; 0: any that is free.")] = PORT
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False
    read_only: Annotated[bool, typer.Option("--read-only", help="Write nothing into the folder.")] = False
    seed: SeedOption = 1
    threads: ThreadsOption = None


@takes(StudioOptions)
def open_studio(options: StudioOptions) -> None:
    """Open pages in the browser on which cards can be changed while the metagame answers."""
    if find_spec(NEEDED) is None:
        raise InputError(
            "the studio needs NiceGUI, which is not installed; install it with: pip install 'evometa[studio]'"
        )
    from evometa.studio.server import serve

    settings = StudioSettings(
        folder=options.folder,
        host=options.host or HERE,
        port=options.port,
        token=None if options.host is None else secrets.token_urlsafe(24),
        read_only=options.read_only,
        threads=options.threads,
        seed=options.seed,
    )
    serve(settings, lambda address: echo(f"evometa studio: {address}\nCtrl-C ends it."), not options.no_open)
