"""What a command says while it works: on standard error, so that standard output holds the result alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from evometa.engine.compiling import JIT

COMPILING = "The first run compiles the rules, which takes about a minute; later runs start at once."


def say(message: str) -> None:
    """A line on standard error."""
    Console(stderr=True).print(message, style="dim", highlight=False)


@contextmanager
def game_counter(label: str, n_games: int) -> Iterator[Callable[[int], None]]:
    """A bar that fills while games are played; yields what `play_games` calls with the number of finished games."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=n_games)
        yield lambda n: bar.advance(task, n)


@contextmanager
def explain_wait(seconds: float = 2.0) -> Iterator[None]:
    """Say that the rules are being compiled, if what runs meanwhile takes longer than usual."""
    timer = Timer(seconds, say, [COMPILING])
    timer.daemon = True
    if JIT:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
