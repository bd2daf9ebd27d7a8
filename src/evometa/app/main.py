"""The command line. Each command is a function in a module of its own; `COMMANDS` is where it gets its name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from evometa import __version__
from evometa.app.console.command import open_console
from evometa.app.game.apply import apply_patch
from evometa.app.game.card import show_card
from evometa.app.game.deck import show_deck
from evometa.app.game.play import play
from evometa.app.laboratory.cards import show_card_statistics
from evometa.app.laboratory.meta import show_meta
from evometa.app.laboratory.what_if import show_what_if
from evometa.app.runs.balance import run_balance
from evometa.app.runs.decks import run_decks
from evometa.app.runs.demo import run_demo
from evometa.app.runs.export import export_run
from evometa.app.runs.nerfs import run_nerfs
from evometa.app.runs.paper import run_paper
from evometa.app.runs.report import write_run_report
from evometa.app.runs.respond import run_respond
from evometa.app.runs.resume import resume_run
from evometa.app.runs.runs import show_runs
from evometa.app.runs.salvage import salvage_run
from evometa.app.upkeep.bench import run_bench
from evometa.app.upkeep.docs import write_docs
from evometa.input.errors import InputError

BAD_INPUT = 2  # exit code

COMMANDS: dict[str, Callable[..., Any]] = {
    "meta": show_meta,
    "cards": show_card_statistics,
    "what-if": show_what_if,
    "balance": run_balance,
    "nerfs": run_nerfs,
    "paper": run_paper,
    "decks": run_decks,
    "respond": run_respond,
    "runs": show_runs,
    "resume": resume_run,
    "report": write_run_report,
    "export": export_run,
    "salvage": salvage_run,
    "apply": apply_patch,
    "card": show_card,
    "deck": show_deck,
    "play": play,
    "console": open_console,
    "bench": run_bench,
    "demo": run_demo,
    "docs": write_docs,
}

app = typer.Typer(
    name="evometa",
    help="Measure the balance of a card game's metagame, and find the smallest patch that evens it out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # a crash should show a plain traceback, which can be copied into a report
)
for _name, _function in COMMANDS.items():
    app.command(_name)(_function)


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; a mistake in the input becomes one message and exit code 2."""
    try:
        app(arguments if arguments is None else list(arguments))
    except InputError as error:
        print(f"evometa: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)


if __name__ == "__main__":
    main()
