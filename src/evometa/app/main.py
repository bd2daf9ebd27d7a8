"""The command line. Each command is a function in a module of its own; `COMMANDS` is where it gets its name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from evometa import __version__
from evometa.app.apply_command import apply_patch
from evometa.app.balance_command import run_balance
from evometa.app.bench_command import run_bench
from evometa.app.card_statistics_command import show_card_statistics
from evometa.app.cards_command import show_card
from evometa.app.console_command import open_console
from evometa.app.deck_command import show_deck
from evometa.app.decks_command import run_decks
from evometa.app.demo_command import run_demo
from evometa.app.docs_command import write_docs
from evometa.app.export_command import export_run
from evometa.app.meta_command import show_meta
from evometa.app.nerfs_command import run_nerfs
from evometa.app.paper_command import run_paper
from evometa.app.play_command import play
from evometa.app.report_command import write_run_report
from evometa.app.respond_command import run_respond
from evometa.app.resume_command import resume_run
from evometa.app.runs_command import show_runs
from evometa.app.salvage_command import salvage_run
from evometa.app.what_if_command import show_what_if
from evometa.cards.errors import InputError

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
