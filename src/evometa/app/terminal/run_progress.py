"""What a command says while an experiment runs: how far it is, the best so far, its speed, and the time left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn
from rich.progress import Progress as Bar

from evometa.app.terminal.progress import LINE_SECONDS, explain_wait, plain_column, say
from evometa.app.terminal.screen import open_error_screen
from evometa.experiments.progress import OnProgress, Progress
from evometa.input.shown_text import show_name
from evometa.report.words.progress import describe


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
