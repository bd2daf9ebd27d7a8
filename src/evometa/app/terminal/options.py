"""Commands whose options are a dataclass: each option stands in one place, and commands share what they have in common.

A field of the dataclass is an option; its annotation says how it is written. Typer reads all of it from the signature
of a function, so `takes` gives a function the signature that the dataclass describes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import MISSING, Field, dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, get_annotations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from evometa.app.terminal.closing import AT_END
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.input.fields import MOST_SEED
from evometa.metagame.playing import MOST_GAMES

if TYPE_CHECKING:
    from evometa.matches.runners import Runner

O = TypeVar("O")  # noqa: E741 - options

MOST_THREADS = 1024


def takes(options_type: type[O]) -> Callable[[Callable[[O], None]], Callable[..., None]]:
    """Make a function that takes options a command that has these."""

    def decorate(function: Callable[[O], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**values: Any) -> None:
            with AT_END:
                options = options_type(**values)
                function(options.with_own_cards() if isinstance(options, OwnCardOptions) else options)

        hints = get_type_hints(options_type, include_extras=True)
        command.__signature__ = Signature(  # type: ignore[attr-defined]
            [_parameter_of(each, hints[each.name]) for each in _order_fields(options_type)]
        )
        command.__annotations__ = {each.name: hints[each.name] for each in fields(options_type)}  # type: ignore[arg-type]
        return command

    return decorate


def _order_fields(options_type: type[Any]) -> list[Field[Any]]:
    """The options of a command itself first, and then those that it shares with others."""
    owners = [get_annotations(cls) for cls in options_type.__mro__]
    return sorted(fields(options_type), key=lambda each: next(i for i, own in enumerate(owners) if each.name in own))


def _parameter_of(each: Field[Any], annotation: Any) -> Parameter:
    default = Parameter.empty if each.default is MISSING else each.default
    return Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


# --- options that several commands have -----------------------------------------------------------

PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="PLAYER",
        help="Who plays all decks, such as expert, fair or paper, instead of the metagame's players.",
    ),
]
GamesOption = Annotated[
    int, typer.Option(min=2, max=MOST_GAMES, help="Games per match-up: an even number, half of them from each seat.")
]
PILOT_GAMES_HELP = "Games per match-up when others play again what was found; 0: nobody else does."
PilotGamesOption = Annotated[int, typer.Option("--pilot-games", min=0, max=MOST_GAMES, help=PILOT_GAMES_HELP)]
SeedOption = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Another seed gives other games.")]
ThreadsOption = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_THREADS, help="Threads to play on (default: one per core). The result is the same."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on the Dask cluster of this scheduler instead, as in tcp://scheduler:8786; the result is the same.",
    ),
]
ChangeOption = Annotated[
    list[str] | None,
    typer.Option("--change", metavar="CHANGE", help='A change, such as "Fiery War Axe cost +1"; may be repeated.'),
]
OBSERVED_HELP = "A CSV of games that people have played: deck, opponent, games, wins, and perhaps share."
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Also write tables (CSV, Parquet), JSON and pictures into a new folder."
    ),
]


@dataclass(frozen=True, kw_only=True)
class PlaceOptions:
    """Where a command plays its games."""

    threads: ThreadsOption = None
    cluster: ClusterOption = None

    def make_runner(self) -> Runner:
        """The runner that plays there, until the command ends."""
        from evometa.app.runner import make_runner  # needs numba, which takes long to import

        runner = make_runner(self.threads, self.cluster)
        if isinstance(runner, AbstractContextManager):  # it has processes or connections
            AT_END.enter_context(runner)
        return runner
