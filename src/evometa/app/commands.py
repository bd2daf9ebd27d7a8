"""The command line. Each command is a function in another module; its name stands here.

Commands that start runs are those of the kinds of run, and have their names from there.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from evometa import __version__
from evometa.app.terminal.own_games import with_own_games
from evometa.input.errors import InputError, Notice
from evometa.input.extensions import load_extensions
from evometa.story.kind import KINDS, load

BAD_INPUT = 2  # exit code
NUMBERS: dict[Any, str] = {int: "N", float: "X"}  # what the help calls them


@dataclass(frozen=True, slots=True)
class Entry:
    """Where the function of a command is, and what the list of all commands says about it."""

    function: str  # its module, a colon and its name
    about: str  # the first paragraph of its docstring

    def load(self) -> Callable[..., Any]:
        """Import the function."""
        function: Callable[..., Any] = load(self.function)
        return function


FIRST = {
    "list": Entry(
        "evometa.app.game.inventory:show_inventory",
        "List what there is to choose from: games, metagames, decks, players, overlays, presets and runs.",
    ),
    "meta": Entry(
        "evometa.app.laboratory.meta:show_meta",
        "Play all decks of a metagame against each other: win rates, balance, equilibrium.",
    ),
    "cards": Entry(
        "evometa.app.laboratory.cards:show_card_statistics",
        "Show which cards of a deck win and lose games in a metagame.",
    ),
    "what-if": Entry(
        "evometa.app.laboratory.changes:show_what_if",
        "Show what changes to cards would do to a metagame: the same games before and after.",
    ),
    "compare": Entry(
        "evometa.app.laboratory.meta:show_comparison",
        "Lay the simulation of a metagame beside games that people have played, and show where they differ.",
    ),
    "explain": Entry(
        "evometa.app.laboratory.changes:show_explanation",
        "Show what each change of a patch buys: the same games with the patch and with that change put back.",
    ),
    "ladder": Entry(
        "evometa.app.laboratory.ladder:show_ladder",
        "Measure how strong players are: all against all in mirrors, with Elo, nodes and speed.",
    ),
}

_LAST = {
    "runs": Entry(
        "evometa.app.runs.runs:show_runs",
        "List runs: what they are, how far they have come, and who is at work on them.",
    ),
    "resume": Entry(
        "evometa.app.runs.runs:resume_run",
        "Go on with a run that was interrupted; of one that is finished, show the results.",
    ),
    "report": Entry(
        "evometa.app.runs.export:write_run_report",
        "Write the report of a run as one HTML page, with its figures as SVG beside it.",
    ),
    "export": Entry(
        "evometa.app.runs.export:export_run",
        "Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search.",
    ),
    "salvage": Entry(
        "evometa.app.runs.runs:salvage_run",
        "Save what is whole of a damaged run in a new one, which can be resumed; the damaged one stays as it is.",
    ),
    "apply": Entry(
        "evometa.app.game.apply:apply_patch",
        "Show the cards that a patch changes, before and after, and write them as card data.",
    ),
    "new-game": Entry(
        "evometa.app.game.new_game:write_game",
        "Write a small game of your own as a folder of data: cards, heroes and decks, to play and to change.",
    ),
    "card": Entry("evometa.app.game.card:show_card", "Show a card, or list all of them."),
    "deck": Entry("evometa.app.game.deck:show_deck", "Check a deck against the rules, and show or convert it."),
    "draft": Entry(
        "evometa.app.game.draft:draft",
        "Draft a deck: from each offer, take the card that is worth most in games between random decks.",
    ),
    "play": Entry("evometa.app.game.play:play", "Play one game between two decks and show it, or replay a saved one."),
    "console": Entry("evometa.app.game.console:open_console", "Set up a position and step it by hand."),
    "studio": Entry(
        "evometa.app.studio:open_studio", "Open pages in the browser: change cards, and watch the metagame answer."
    ),
    "check-game": Entry(
        "evometa.app.upkeep.check_game:check_game",
        "Check a simulator of your own: same seed, same game; both seats alike; changes of numbers arrive; speed.",
    ),
    "bench": Entry("evometa.app.upkeep.bench:run_bench", "Measure the speed of games between the six Exp1 decks."),
    "demo": Entry(
        "evometa.app.runs.balance:run_demo",
        "Balance three of the paper's decks: search for patches, play the best again, show and report what came out.",
    ),
}


def all_commands() -> dict[str, Entry]:
    """Every command, in the order of the help; those that start runs, also of installed packages, in the middle."""
    load_extensions()
    runs = {name: Entry(kind.command_at, kind.about) for name, kind in KINDS.items() if kind.command_at}
    return {**FIRST, **runs, **_LAST}


# --- importing a command when it is called, so that no command waits for what another one needs -----


class _SimpleHelp:
    """A command whose help says N where a number is meant, and nothing for a switch, instead of types and limits.

    The limits still hold: a number beyond them is refused with a message that names them.
    """

    def get_params(self, context: Any) -> list[Any]:
        """All options, as the help shows them."""
        parameters: list[Any] = super().get_params(context)  # type: ignore[misc]
        for each in parameters:
            label = "" if getattr(each, "is_flag", False) else NUMBERS.get(each.type_descriptor.annotation)
            each.metavar = label if each.metavar is None else each.metavar
            each.min = each.max = None
        return parameters


class _ShownCommand(_SimpleHelp, TyperCommand):
    """A command that is imported. Where a game can be chosen, that can be one of somebody's own."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.params = list(with_own_games(self.params))


class LazyCommand(TyperCommand):
    """A name and a line for the list of commands. Called, it hands over to the command that its entry means."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name, help=entry.about)
        self.entry = entry

    def load(self) -> Any:
        """The command itself, with its arguments and options."""
        only = typer.Typer(add_completion=False)
        only.command(self.name, cls=_ShownCommand)(self.entry.load())
        return typer.main.get_command(only)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Read the arguments of a call; what runs then is the command itself."""
        return self.load().make_context(info_name, args, parent, **extra)


# --- running --------------------------------------------------------------------------------------


class Stopped(Exception):  # noqa: N818 - it is no error
    """Ctrl-C on its way past typer, which would end the process without a word."""


@contextmanager
def _stopped_by_ctrl_c() -> Iterator[None]:
    """Turn a `KeyboardInterrupt` into what typer lets pass."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped from None


class Commands(_SimpleHelp, TyperGroup):
    """All commands, each of them imported when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in all_commands().items():
            self.add_command(LazyCommand(name, entry))

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Read what all commands have in common."""
        with _stopped_by_ctrl_c():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: Any) -> Any:
        """Import and call a command."""
        with _stopped_by_ctrl_c():
            return super().invoke(context)


app = typer.Typer(
    name="evometa",
    cls=Commands,
    help="Measure the balance of a card game's metagame, and find the smallest patch that evens it out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # a crash should show a plain traceback, which can be copied into a report
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"evometa {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def run_command(arguments: Sequence[str] | None = None) -> None:
    """Run a command; a mistake in the input becomes one message and exit code 2."""
    try:
        with notices_as_lines():
            app(arguments if arguments is None else list(arguments), prog_name="evometa")
    except InputError as error:
        _complain(str(error))
        sys.exit(BAD_INPUT)
    except Stopped:
        raise KeyboardInterrupt from None


@contextmanager
def notices_as_lines() -> Iterator[None]:
    """Print what a user should know of as a line on standard error, without the place in the program."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def show_line(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if issubclass(category, Notice):
                _complain(str(message))
            else:
                show(message, category, *place, **more)

        warnings.showwarning = show_line
        yield


def _complain(message: str) -> None:
    from evometa.show.terminal.screen import complain  # loads what only those who print need

    complain(message)
