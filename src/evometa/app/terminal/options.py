"""Commands whose options are fields of dataclasses: each stands in one place, and commands share what they can.

A field of the options of a command says with typer how it is written. A setting is an option by itself: what it says is
turned into typer's words here. Typer reads all of it from the signature of a function, so `takes` gives a function the
signature that the dataclasses describe.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import MISSING, dataclass, fields, replace
from functools import partial, wraps
from inspect import Parameter, Signature, get_annotations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import typer

from evometa.app.terminal.own_cards import AT_END, OwnCardOptions
from evometa.experiments.settings import GAMES, METAGAME, PLAYERS, SEED
from evometa.input.errors import InputError
from evometa.input.fields import MOST_INTEGER
from evometa.input.settings import Option, Setting, options_of

if TYPE_CHECKING:
    from evometa.games.cards import CardSet
    from evometa.games.patches.patch import Patch
    from evometa.matches.runners import Runner

O = TypeVar("O")  # noqa: E741 - options

_MOST_THREADS = 1024
CHOICE = "EVOMETA_RUNNER"  # the variable of the environment that chooses who plays


def takes(options_type: type[O], *asks: type[Any]) -> Callable[[Callable[[O], None]], Callable[..., None]]:
    """Make a function that takes options a command that has these.

    The command may ask for settings, too, and before them for what these can start from. The options get the values of
    all these as `asked`, by their names, and know what it `asks` for.
    """

    def decorate(function: Callable[[O], None]) -> Callable[..., None]:
        own, settings = _parameters_of_options(options_type), _parameters_of_settings(asks)

        @wraps(function)
        def command(**values: Any) -> None:
            with AT_END:
                given = {each.name: values.pop(each.name) for each in own}
                options = options_type(**given, **({"asks": asks, "asked": values} if asks else {}))
                function(options.with_own_cards() if isinstance(options, OwnCardOptions) else options)

        command.__signature__ = Signature([*settings, *own])  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in (*settings, *own)}
        return command

    return decorate


def _parameters_of_options(options_type: type[Any]) -> list[Parameter]:
    """The options of a command itself first, and then those that it shares with others."""
    hints = get_type_hints(options_type, include_extras=True)
    owners = [get_annotations(cls) for cls in options_type.__mro__]
    own = [each for each in fields(options_type) if get_origin(hints[each.name]) is Annotated]
    own.sort(key=lambda each: next(i for i, names in enumerate(owners) if each.name in names))
    return [_parameter(each.name, hints[each.name], each.default) for each in own]


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    default = Parameter.empty if default is MISSING else default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


# --- settings -------------------------------------------------------------------------------------


def _parameters_of_settings(asks: tuple[type[Any], ...]) -> list[Parameter]:
    """The options of settings; where these can start from others, none has a default."""
    has_start = len(asks) > 1
    return [_parameter_of(option, has_start, asks[-1].is_usual_shown) for kind in asks for option in options_of(kind)]


def _parameter_of(option: Option, has_start: bool, is_usual_shown: bool) -> Parameter:
    kind, usual = _type_of(option), option.setting.usual
    default = None if kind is not bool and (has_start or option.default in (None, ())) else option.default
    if has_start and is_usual_shown and not usual:
        usual = _describe_usual(option.default)
    annotation = kind if default is MISSING else kind | None
    return _parameter(option.name, Annotated[annotation, describe(option.setting, option.flag, usual)], default)


def _type_of(option: Option) -> Any:
    """The type of what is typed for a setting."""
    kind = option.setting.asked_as or option.kind
    if get_origin(kind) is not tuple:
        return kind
    return str if option.setting.has_commas else list[get_args(kind)[0]]  # type: ignore[misc]


def _describe_usual(default: Any) -> str:
    if default is MISSING or default is None or isinstance(default, bool):
        return ""
    return ",".join(default) if isinstance(default, tuple) else str(default)


def describe(setting: Setting, flag: str, usual: str = "") -> Any:
    """What typer wants to know of a setting."""
    least, most = (None if abs(end) == MOST_INTEGER else end for end in setting.range)
    words = setting.words() if callable(setting.words) else setting.words
    make = typer.Argument if setting.is_argument else partial(typer.Option, flag)
    return make(
        metavar=setting.metavar or "|".join(words) or None,
        help=setting.help() if callable(setting.help) else setting.help,
        show_default=usual or True,
        min=least,
        max=most,
    )


# --- options that several commands have -----------------------------------------------------------

MetagameArgument = Annotated[str, describe(replace(METAGAME, is_argument=True), "")]
PlayersOption = Annotated[str | None, describe(PLAYERS, "--players")]
GamesOption = Annotated[int, describe(GAMES, "--games")]
SeedOption = Annotated[int, describe(SEED, "--seed")]
ThreadsOption = Annotated[
    int | None,
    typer.Option(min=1, max=_MOST_THREADS, help="Threads to play on (default: one per core). The result is the same."),
]
_ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on the Dask cluster of this scheduler instead, as in tcp://scheduler:8786; the result is the same.",
    ),
]
_CheckWorkersOption = Annotated[
    float | None,
    typer.Option(
        min=0,
        max=1,
        metavar="SHARE",
        help="Of the games on a cluster, this share is played by two workers, whose answers are compared (0 to 1).",
    ),
]
ChangeOption = Annotated[
    list[str] | None,
    typer.Option("--change", metavar="CHANGE", help='A change, as in "NAME cost +1"; may be repeated.'),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Also write tables (CSV, Parquet), JSON and pictures into a new folder."
    ),
]


def read_changes(changes: Sequence[str], path: Path | None, card_set: CardSet) -> Patch:
    """The patch that the options ask for; refused if it would change nothing."""
    from evometa.games.patches.files import parse_changes, read_patch

    if bool(changes) == bool(path):
        raise InputError("what should change? Give either --change (once or more) or --patch FILE")
    patch = read_patch(path, card_set) if path else parse_changes(changes, card_set)
    if not patch.notes(card_set):
        asked = ", ".join(f"'{change}'" for change in changes) or str(path)
        raise InputError(
            f"{asked}: nothing would change; the cards are like that already, or their numbers may go no further"
        )
    return patch


@dataclass(frozen=True, kw_only=True)
class PlaceOptions:
    """Where a command plays its games."""

    threads: ThreadsOption = None
    cluster: _ClusterOption = None
    check_workers: _CheckWorkersOption = None

    def make_runner(self) -> Runner:
        """The runner that plays there, until the command ends."""
        runner = make_runner(self.threads, self.cluster, self.check_workers)
        if isinstance(runner, AbstractContextManager):  # it has processes or connections
            AT_END.enter_context(runner)
        return runner


def make_runner(threads: int | None = None, cluster: str | None = None, check_workers: float | None = None) -> Runner:
    """The runner that the user has chosen: a cluster, or this machine with some threads (default: one per core).

    EVOMETA_RUNNER chooses one of `matches.known_runners` for all commands. The option `--cluster` names a Dask cluster.
    """
    from evometa.matches.known_runners import DEFAULT, find_runner  # these need numba, which takes long to import
    from evometa.matches.remote.clusters import connect_cluster

    if cluster is None:
        if check_workers is not None:
            raise InputError("--check-workers needs --cluster, whose workers it compares")
        return find_runner(os.environ.get(CHOICE) or DEFAULT, CHOICE)(threads)
    if threads is not None:
        raise InputError(
            "--cluster and --threads cannot stand together: the workers of a cluster say how many they have"
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong there is told by a message of ours
    return connect_cluster(cluster, check_workers or 0.0)
