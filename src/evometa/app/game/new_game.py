"""`evometa new-game`: the folder of a small game of one's own, to play with and to change."""

from __future__ import annotations

import os.path
import shlex
from pathlib import Path
from typing import Annotated

import typer

from evometa.app.terminal.program import program
from evometa.app.terminal.progress import say
from evometa.games.hearthstone.game import write_template
from evometa.input.errors import InputError


def write_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the game goes: a folder that is not there.")],
) -> None:
    """Write a small game of your own as a folder of data: cards, heroes and decks, to play and to change."""
    if os.path.lexists(folder):
        raise InputError(f"{folder}: this is there already; choose a folder that is not")
    game = write_template(folder)
    shown = shlex.quote(str(folder))
    say(
        f"{folder}: {game.title}, with {len(game.own_cards)} cards and the classes {', '.join(game.classes)}. "
        f"To measure it:\n  {program()} meta all --game {shown}"
    )
