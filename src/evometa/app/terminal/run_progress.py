"""What a command says while an experiment runs: how far it is, the best so far, its speed, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from evometa.app.terminal.progress import LINE_SECONDS, explain_wait, in_words, say
from evometa.experiments.progress import OnProgress, Progress

STAGES: dict[str, Callable[[Progress], str]] = {
    "baseline": lambda told: "the metagame as it is",
    "guide": lambda told: f"guide: {told.step} of {told.steps}",
    "search": lambda told: f"generation {max(told.step, 0)} of {told.steps}",
    "patches again": lambda told: f"best patches measured again: {told.step} of {told.steps}",
    "audit": lambda told: f"audit: {told.step} of {told.steps}",
    "scan": lambda told: f"card {told.step} of {told.steps}",
    "table": lambda told: f"match-up {told.step} of {told.steps}",
    "decks": lambda told: f"deck {told.step:,} of {told.steps:,}",
    "again": lambda told: f"best decks measured again: {told.step} of {told.steps}",
    "deck audit": lambda told: f"audit: {told.step} of {told.steps}",
}
HIGHEST = ("decks", "again", "deck audit")  # stages in which the best is the highest
SHORT_NAMES = {"f": "F", "m": "M"}  # of objectives


@contextmanager
def run_meter(label: str, heading: str) -> Iterator[OnProgress]:
    """A bar on a terminal, elsewhere a line every few seconds; yields what is told how far an experiment is.

    The heading is said when the experiment begins, so not if it is refused.
    """
    console = Console(stderr=True)
    is_plain = not console.is_terminal
    columns = TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[said]}")
    bar = Bar(*columns, console=console, transient=True, disable=is_plain)
    last_line, is_begun = time.monotonic(), False
    with bar, explain_wait(4.0, console) as stop_waiting:
        task = bar.add_task(label, total=None, said="")

        def tell(told: Progress) -> None:
            nonlocal last_line, is_begun
            if not is_begun:
                is_begun = True
                say(heading, console)
            if told.games:
                stop_waiting()
            bar.update(task, completed=told.games, total=told.games + told.games_left, said=describe(told))
            if is_plain and time.monotonic() - last_line >= LINE_SECONDS:
                last_line = time.monotonic()
                say(f"{label}: {describe(told)}", console)

        yield tell


def describe(told: Progress) -> str:
    """`generation 3 of 12; lowest F 0.123, M 4; 3,210 games/s, 42 s left`."""
    whole, _, stage = told.stage.rpartition(": ")  # the whole is what the stage is a part of, if it is one
    parts = [": ".join(words for words in (whole, STAGES[stage](told)) if words)]
    if told.best:
        parts.append(f"{'highest' if stage in HIGHEST else 'lowest'} {describe_best(told.best)}")
    if told.games_per_second is not None and told.seconds_left is not None:
        parts.append(f"{told.games_per_second:,.0f} games/s, {in_words(told.seconds_left)} left")
    return "; ".join(parts)


def describe_best(best: Mapping[str, float]) -> str:
    """The best of each objective; whole numbers without decimals."""
    numbers = {name: f"{value:.0f}" if value == int(value) else f"{value:.3f}" for name, value in best.items()}
    return ", ".join(f"{SHORT_NAMES.get(name, name)} {number}" for name, number in numbers.items())
