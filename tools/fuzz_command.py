"""What the two fuzzers are as commands: a seed, an end by Ctrl-C, exit codes, and one message for a mistake."""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from evometa.input.errors import InputError

BAD_INPUT, FAILED = 2, 1  # exit codes
NEW_SEEDS = 1_000_000  # a seed that nobody chose is a short number


def choose_seed(seed: int | None) -> int:
    """The seed that was asked for, or a new one."""
    return secrets.randbelow(NEW_SEEDS) if seed is None else seed


@contextmanager
def stop_on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C lets what is at hand end; a second one does not."""

    def handle(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def run_command(name: str, command: Callable[..., Any], arguments: Sequence[str] | None) -> None:
    """Run a command; a mistake in the input becomes one message."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    try:
        app(arguments)
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
