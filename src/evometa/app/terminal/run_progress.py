"""What a command says while an experiment runs: how far it is, the best so far, its speed, and the time left."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rich.progress import BarColumn
from rich.progress import Progress as Bar

from evometa.app.terminal.progress import LINE_SECONDS, explain_wait, in_words, plain_column, say
from evometa.app.terminal.screen import open_error_screen
from evometa.experiments.progress import OnProgress, Progress
from evometa.input.shown_text import show_name


@contextmanager
def run_meter(label: str, heading: str) -> Iterator[OnProgress]:
    """A bar on a terminal, elsewhere a line every few seconds; yields what is told how far an experiment is.

    The heading is said when the experiment begins, so not if it is refused.
    """
    console, label = open_error_screen(), show_name(label)
    is_plain = not console.is_terminal
    columns = plain_column("description"), BarColumn(), plain_column("fields[said]")
    bar = Bar(*columns, console=console, transient=True, disable=is_plain)
    last_line, is_begun = time.monotonic(), False
    with bar, explain_wait(console):
        task = bar.add_task(label, total=None, said="")

        def tell(told: Progress) -> None:
            nonlocal last_line, is_begun
            if not is_begun:
                is_begun = True
                say(heading, console)
            bar.update(task, completed=told.games, total=told.games + told.games_left, said=describe(told))
            if is_plain and time.monotonic() - last_line >= LINE_SECONDS:
                last_line = time.monotonic()
                say(f"{label}: {describe(told)}", console)

        yield tell


def describe(told: Progress) -> str:
    """`generation 3 of 12; lowest F 0.123, M 4; 3,210 games/s, 42 s left`."""
    parts = [": ".join([*told.parts, told.stage.describe(told.step, told.steps)])]
    if told.best:
        parts.append(f"{'highest' if told.stage.is_best_highest else 'lowest'} {describe_best(told.best)}")
    if told.games_per_second is not None and told.seconds_left is not None:
        parts.append(f"{told.games_per_second:,.0f} games/s, {in_words(told.seconds_left)} left")
    return "; ".join(parts)


def describe_best(best: Mapping[str, float]) -> str:
    """The best values, by what they are called; whole numbers without decimals."""
    numbers = {name: f"{value:z.0f}" if value == int(value) else f"{value:z.3f}" for name, value in best.items()}
    return ", ".join(f"{name} {number}" for name, number in numbers.items())
