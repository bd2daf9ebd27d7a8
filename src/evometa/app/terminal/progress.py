"""What a command says while it works: on standard error, so that standard output holds the result alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from evometa.app.terminal.screen import Screen, open_error_screen
from evometa.input.shown_text import show_name
from evometa.report.words.progress import Meter

LINE_SECONDS = 5.0  # between lines, if there is no terminal
COMPILING = "The first run compiles the rules, which takes about a minute; later runs start at once."
COMPILING_ALWAYS = "Every run compiles the rules, which takes about a minute, as long as compiled code is not kept."


def say(message: str, console: Screen | None = None) -> None:
    """Print a line on standard error; if there is a progress bar, on its console."""
    (console or open_error_screen()).print(message, style="dim", soft_wrap=True)


def plain_column(field: str) -> TextColumn:
    """A column of a progress bar that shows a field of its task as it is."""
    return TextColumn(f"{{task.{field}}}", markup=False)


@contextmanager
def game_meter(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with games per second and the time left. Yields a function to call with the games finished and planned.

    If standard error is not a terminal, a line every few seconds says the same.
    """
    console, meter, label = open_error_screen(), Meter(), show_name(label)
    columns = (plain_column("description"), BarColumn(), MofNCompleteColumn(), plain_column("fields[meter]"))
    next_line = time.monotonic() + LINE_SECONDS
    is_plain = not console.is_terminal
    bar = Progress(*columns, console=console, transient=True, disable=is_plain)
    with bar, explain_wait(console):
        task = bar.add_task(label, total=None, meter=meter)

        def tell(finished: int, planned: int) -> None:
            nonlocal next_line
            meter.update(finished, planned)
            bar.update(task, completed=finished, total=planned)
            if is_plain and meter.is_running and time.monotonic() > next_line:
                next_line = time.monotonic() + LINE_SECONDS
                say(f"{label}: {finished:,} of {planned:,} games, {meter}", console)

        yield tell


@contextmanager
def explain_wait(console: Screen | None = None) -> Iterator[None]:
    """Say that the rules are being compiled, at the moment when that begins. Says it once, or never if nothing is."""
    from evometa.engine.code_cache import before_compiling  # needs numba, which takes long to import

    said: set[str] = set()

    def tell(is_kept: bool) -> None:
        message = COMPILING if is_kept else COMPILING_ALWAYS
        if message not in said:
            said.add(message)
            say(message, console)

    with before_compiling(tell):
        yield
