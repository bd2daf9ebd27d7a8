"""What a command says while it works: on standard error, so that standard output holds the result alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from evometa.engine.compiling import JIT

LINE_SECONDS = 5.0  # between lines where there is no terminal
COMPILING = "The first run compiles the rules, which takes about a minute; later runs start at once."


def say(message: str, console: Console | None = None) -> None:
    """A line on standard error; beside a bar, on the console of that bar."""
    (console or Console(stderr=True)).print(message, style="dim", highlight=False, markup=False, soft_wrap=True)


class Meter:
    """How fast games come, and how long those that are planned will still take."""

    def __init__(self) -> None:
        self.finished = self.planned = self.first = 0
        self.started = 0.0

    def update(self, finished: int, planned: int) -> None:
        """The games that are finished and planned by now. The clock starts when the first ones are finished."""
        if not self.finished:
            self.first, self.started = finished, time.monotonic()
        self.finished, self.planned = finished, planned

    @property
    def is_running(self) -> bool:
        """Whether the speed is known."""
        return self.finished > self.first

    def __str__(self) -> str:
        if not self.is_running:
            return ""
        speed = (self.finished - self.first) / max(time.monotonic() - self.started, 1e-3)
        return f"{speed:,.0f} games/s, {in_words((self.planned - self.finished) / speed)} left"


def in_words(seconds: float) -> str:
    """`42 s`, `3 min`, `1.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


@contextmanager
def game_meter(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with games per second and the time left; yields what is told the games that are finished and planned.

    Where standard error is no terminal, a line every few seconds says the same.
    """
    console, meter = Console(stderr=True), Meter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[meter]}"))
    next_line = time.monotonic() + LINE_SECONDS
    is_plain = not console.is_terminal
    bar = Progress(*columns, console=console, transient=True, disable=is_plain)
    with bar, explain_wait(4.0, console) as stop_waiting:
        task = bar.add_task(label, total=None, meter=meter)

        def tell(finished: int, planned: int) -> None:
            nonlocal next_line
            stop_waiting()
            meter.update(finished, planned)
            bar.update(task, completed=finished, total=planned)
            if is_plain and meter.is_running and time.monotonic() > next_line:
                next_line = time.monotonic() + LINE_SECONDS
                say(f"{label}: {finished:,} of {planned:,} games, {meter}", console)

        yield tell


@contextmanager
def explain_wait(seconds: float = 2.0, console: Console | None = None) -> Iterator[Callable[[], None]]:
    """Say that the rules are being compiled, if what runs meanwhile takes longer than usual; yields how to end that."""
    timer = Timer(seconds, say, [COMPILING, console])
    timer.daemon = True
    if JIT:
        timer.start()
    try:
        yield timer.cancel
    finally:
        timer.cancel()
