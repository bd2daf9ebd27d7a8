"""What a command says while it works: on standard error, so that standard output holds the result alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn
from rich.progress import Progress as Bar

from evometa.input.shown_text import show_name
from evometa.show.terminal.screen import Screen, open_error_screen
from evometa.story.words.progress import Meter, describe

if TYPE_CHECKING:
    from evometa.experiments.progress import OnProgress, Progress  # which need numba, and that takes long to import

LINE_SECONDS = 5.0  # between lines, if there is no terminal
COMPILING = "The first run compiles the rules, which takes about a minute; later runs start at once."
COMPILING_ALWAYS = "Every run compiles the rules, which takes about a minute, as long as compiled code is not kept."


def say(message: str, console: Screen | None = None) -> None:
    """Print a line on standard error; if there is a progress bar, on its console."""
    (console or open_error_screen()).print(message, style="dim", soft_wrap=True)


@contextmanager
def game_meter(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with games per second and the time left. Yields a function to call with the games finished and planned."""
    meter = Meter()
    with _open_bar(label, open_error_screen(), MofNCompleteColumn()) as show:

        def tell(finished: int, planned: int) -> None:
            meter.update(finished, planned)
            line = f"{finished:,} of {planned:,} games, {meter}" if meter.is_running else ""
            show(finished, planned, meter, line)

        yield tell


@contextmanager
def run_meter(label: str, heading: str) -> Iterator[OnProgress]:
    """A bar with the stage of an experiment, the best so far, its speed and the time left; yields what is told of it.

    The heading is said when the experiment begins, so not if it is refused.
    """
    console, is_begun = open_error_screen(), False
    with _open_bar(label, console) as show:

        def tell(told: Progress) -> None:
            nonlocal is_begun
            if not is_begun:
                is_begun = True
                say(heading, console)
            said = describe(told)
            show(told.games, told.games + told.games_left, said, said)

        yield tell


@contextmanager
def _open_bar(
    label: str, console: Screen, *columns: ProgressColumn
) -> Iterator[Callable[[int, int, object, str], None]]:
    """A bar on a terminal, and elsewhere a line every few seconds.

    Yields a function to call with what is finished and planned, what the bar says, and the line, if there is one.
    """
    label, is_plain = show_name(label), not console.is_terminal
    columns = (_plain_column("description"), BarColumn(), *columns, _plain_column("fields[said]"))
    bar = Bar(*columns, console=console, transient=True, disable=is_plain)
    last_line = time.monotonic()
    with bar, explain_wait(console):
        task = bar.add_task(label, total=None, said="")

        def show(finished: int, planned: int, said: object, line: str) -> None:
            nonlocal last_line
            bar.update(task, completed=finished, total=planned, said=said)
            if is_plain and line and time.monotonic() - last_line >= LINE_SECONDS:
                last_line = time.monotonic()
                say(f"{label}: {line}", console)

        yield show


def _plain_column(field: str) -> TextColumn:
    """A column of a bar that shows a field of its task as it is."""
    return TextColumn(f"{{task.{field}}}", markup=False)


@contextmanager
def explain_wait(console: Screen | None = None) -> Iterator[None]:
    """Say that the rules are being compiled, at the moment when that begins. Says it once, or never if nothing is."""
    from evometa.games.compiled.code_cache import before_compiling  # needs numba, which takes long to import

    said: set[str] = set()

    def tell(is_kept: bool) -> None:
        message = COMPILING if is_kept else COMPILING_ALWAYS
        if message not in said:
            said.add(message)
            say(message, console)

    with before_compiling(tell):
        yield
