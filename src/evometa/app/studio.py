"""`evometa studio`: pages in the browser, to move numbers of cards and watch the metagame answer."""

from __future__ import annotations

import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.terminal.options import SeedOption, ThreadsOption
from evometa.app.terminal.own_cards import GameOption
from evometa.games.registry import find_game
from evometa.input.errors import InputError
from evometa.show.terminal.screen import echo
from evometa.studio.settings import HERE, PORT, StudioSettings

_MOST_PORT = 65_535
_NEEDED = "nicegui"


def open_studio(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="[FOLDER]", help="Where your metagames, decks, cards, patches and runs are.", show_default=True
        ),
    ] = Path(),
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Let others on the network in, too; they need the token that is printed."),
    ] = HERE,
    port: Annotated[
        int, typer.Option(min=0, max=_MOST_PORT, help="The port to listen on; 0: any that is free.")
    ] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let in all who use this machine, without a token; for scripts.")
    ] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Write nothing into the folder.")] = False,
    game: GameOption = None,
    seed: SeedOption = 1,
    threads: ThreadsOption = None,
) -> None:
    """Open pages in the browser: change cards, and watch the metagame answer."""
    if find_spec(_NEEDED) is None:
        raise InputError(
            "the studio needs NiceGUI, which is not installed; install it with: pip install 'evometa[studio]'"
        )
    if no_token and host != HERE:
        raise InputError(f"--no-token with --host {host}: others are let in with the token alone; leave out one")
    from evometa.studio.server import serve

    settings = StudioSettings(
        folder=folder,
        host=host,
        port=port,
        token=None if no_token else secrets.token_urlsafe(24),
        read_only=read_only,
        threads=threads,
        seed=seed,
        game=find_game(game) if game else None,
    )
    serve(settings, lambda address: echo(f"evometa studio: {address}\nCtrl-C ends it."), not no_open)
