"""The command line. Each command is a function in a module of its own; `COMMANDS` is where it gets its name."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from evometa import __version__
from evometa.app.lazy_commands import Entry, LazyCommand, SimpleHelp
from evometa.input.errors import InputError, Notice

BAD_INPUT = 2  # exit code

COMMANDS = {
    "list": Entry(
        "game.inventory:show_inventory",
        "List what there is to choose from: metagames, decks, players, overlays, presets and runs.",
    ),
    "meta": Entry(
        "laboratory.meta:show_meta", "Play all decks of a metagame against each other: win rates, balance, equilibrium."
    ),
    "cards": Entry(
        "laboratory.cards:show_card_statistics", "Show which cards of a deck win and lose games in a metagame."
    ),
    "what-if": Entry(
        "laboratory.what_if:show_what_if",
        "Show what changes to cards would do to a metagame: the same games before and after.",
    ),
    "compare": Entry(
        "laboratory.compare:show_comparison",
        "Lay the simulation of a metagame beside games that people have played, and show where they differ.",
    ),
    "explain": Entry(
        "laboratory.explain:show_explanation",
        "Show what each change of a patch buys: the same games with the patch and with that change put back.",
    ),
    "ladder": Entry(
        "laboratory.ladder:show_ladder",
        "Measure how strong players are: all against all in mirrors, with Elo, nodes and speed.",
    ),
    "tune": Entry(
        "runs.tune:run_tune",
        "Fit the weights of a player to the results of its own games, and choose among several fits by games.",
    ),
    "balance": Entry(
        "runs.balance:run_balance",
        "Search for patches that even a metagame out with little change, play the best again, and report.",
    ),
    "nerfs": Entry(
        "runs.nerfs:run_nerfs",
        "Find the cards that a deck relies on: change each in turn, and see what the deck wins without it.",
    ),
    "paper": Entry(
        "runs.paper:run_paper",
        "Run the paper's three experiments and its table, and show the published values beside ours.",
    ),
    "decks": Entry(
        "runs.decks:run_decks",
        "Search for decks that beat a metagame: the best of every kind on a map, the best of all audited.",
    ),
    "respond": Entry(
        "runs.respond:run_respond",
        "Search each class for decks that beat a patched metagame, and show how far these tilt it.",
    ),
    "tiers": Entry(
        "runs.tiers:run_tiers",
        "Measure what a copy of each card is worth, from games among random decks of all classes.",
    ),
    "runs": Entry(
        "runs.runs:show_runs", "List runs: what they are, how far they have come, and who is at work on them."
    ),
    "resume": Entry(
        "runs.resume:resume_run", "Go on with a run that was interrupted; of one that is finished, show the results."
    ),
    "report": Entry(
        "runs.report:write_run_report",
        "Write the report of a run as one HTML page, with its figures as PNG and SVG beside it.",
    ),
    "export": Entry(
        "runs.export:export_run",
        "Write a run as a table: every evaluation of a balance run, every card of a scan, every deck of a search.",
    ),
    "salvage": Entry(
        "runs.salvage:salvage_run",
        "Save what is whole of a damaged run in a new one, which can be resumed; the damaged one stays as it is.",
    ),
    "apply": Entry(
        "game.apply:apply_patch", "Show the cards that a patch changes, before and after, and write them as card data."
    ),
    "card": Entry("game.card:show_card", "Show a card, or list all of them."),
    "deck": Entry("game.deck:show_deck", "Check a deck against the rules, and show or convert it."),
    "play": Entry("game.play:play", "Play one game between two decks and show it, or replay a saved one."),
    "console": Entry("console.command:open_console", "Set up a position and step it by hand."),
    "studio": Entry(
        "studio:open_studio", "Open pages in the browser on which cards can be changed while the metagame answers."
    ),
    "bench": Entry("upkeep.bench:run_bench", "Measure the speed of games between the six Exp1 decks."),
    "demo": Entry(
        "runs.demo:run_demo",
        "Balance three of the paper's decks: search for patches, play the best again, show and report what came out.",
    ),
    "docs": Entry("upkeep.docs:write_docs", "Write the generated pages of the documentation again."),
}


class Stopped(Exception):  # noqa: N818 - it is no error
    """Ctrl-C on its way past typer, which would end the process without a word."""


@contextmanager
def stopped_by_ctrl_c() -> Iterator[None]:
    """Turn a `KeyboardInterrupt` into what typer lets pass."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped from None


class Commands(SimpleHelp, TyperGroup):
    """All commands, each of them imported when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.add_command(LazyCommand(name, entry))

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Read what all commands have in common."""
        with stopped_by_ctrl_c():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: Any) -> Any:
        """Import and call a command."""
        with stopped_by_ctrl_c():
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
            app(arguments if arguments is None else list(arguments))
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
    from evometa.app.terminal.screen import complain  # loads what only those who print need

    complain(message)
