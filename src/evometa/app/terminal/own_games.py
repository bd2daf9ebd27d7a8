"""`--game` and `--game-command`: what is played, for every command that has the first of them.

Code of a game is loaded here, because a person has typed it, and nowhere else: a metagame file, settings and a run have
the name of a game alone, which is known here or is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from evometa.input.errors import InputError

FIELD, FLAG = "game", "--game"
COMMAND, COMMAND_FLAG = "game_command", "--game-command"


def with_own_games(parameters: Sequence[Any]) -> Iterator[Any]:
    """The parameters of a command, and behind `--game` the one for a program."""
    for each in parameters:
        yield each
        if each.name != FIELD or FLAG not in each.opts or each.type_descriptor.annotation is int:
            continue
        each.callback, each.help = (
            _choose,
            f"{each.help.rstrip('.')}; or FILE.py with a game of your own, which is run.",
        )
        beside = copy(each)
        beside.name, beside.opts, beside.metavar = COMMAND, [COMMAND_FLAG], "COMMAND"
        beside.help = "Instead of --game: a program that plays, as in './mygame --fast'; it is started."
        beside.callback, beside.expose_value, beside.is_eager = _start, False, True
        beside.default, beside.show_default = None, False
        yield beside


def load_game(reference: str) -> str:
    """The name of the game that a person asks for: one that is known, or that of a Python file, which is run."""
    if reference.endswith(".py"):
        from evometa.games.outside.loading import load_file  # it needs NumPy, which takes long to import

        return load_file(Path(reference)).name
    return reference


def _choose(context: Any, parameter: Any, reference: str | None) -> str | None:
    started = context.meta.get(COMMAND)
    if started is not None and reference not in (None, parameter.default):
        raise InputError(f"{FLAG} and {COMMAND_FLAG} cannot stand together: choose one")
    if started is not None or reference is None or context.resilient_parsing:
        return started or reference
    return load_game(reference)


def _start(context: Any, parameter: Any, command: str | None) -> None:
    if command is None or context.resilient_parsing:
        return
    from evometa.games.outside.loading import load_command  # it needs NumPy, which takes long to import

    context.meta[COMMAND] = load_command(command).name
