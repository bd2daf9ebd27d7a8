"""Progress bars: in a notebook, on a terminal, or none where nobody watches.

A bar says what is going on, how far it is and what is left. While the rules are being compiled, which takes about a
minute and happens once, it says that instead.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from evometa.engine.code_cache import before_compiling
from evometa.experiments.progress import OnProgress, Progress
from evometa.input.shown_text import show_name
from evometa.input.small_html import progress_bar
from evometa.report.words.progress import Meter, describe

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

OnGames = Callable[[int, int], None]  # is told the games that are finished, and those that are planned
WaysToTellGames = bool | OnGames  # a bar, or none, or a function of one's own
WaysToTellRuns = bool | OnProgress

COMPILING = "compiling the rules, once (about a minute)"
COMPILING_ALWAYS = "compiling the rules (about a minute), which cannot be kept here"
PAUSE = 0.2  # seconds between two pictures of a bar in a notebook


class Bar(Protocol):
    """What shows how far something is."""

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Show what is finished of what is planned; None: nobody knows yet."""

    def close(self) -> None:
        """Take the bar away."""


# --- what a function tells its progress to --------------------------------------------------------


@contextmanager
def game_bar(label: str, wanted: WaysToTellGames | None) -> Iterator[OnGames | None]:
    """For `with`: what a batch of games is to tell, if anything."""
    if callable(wanted):
        yield wanted
        return
    with _open_bar(label, bool(wanted)) as bar:
        meter = Meter()

        def tell(finished: int, planned: int) -> None:
            meter.update(finished, planned)
            bar.show(finished, planned, f"{finished:,} of {planned:,} games; {meter}".removesuffix("; "))

        yield tell if bar is not NO_BAR else None


@contextmanager
def run_bar(label: str, wanted: WaysToTellRuns | None) -> Iterator[OnProgress | None]:
    """For `with`: what a run is to tell, if anything."""
    if callable(wanted):
        yield wanted
        return
    with _open_bar(label, bool(wanted)) as bar:

        def tell(told: Progress) -> None:
            bar.show(told.games, told.games + told.games_left, describe(told))

        yield tell if bar is not NO_BAR else None


@contextmanager
def _open_bar(label: str, is_wanted: bool) -> Iterator[Bar]:
    bar = _choose_bar(show_name(label)) if is_wanted else NO_BAR
    try:
        with before_compiling(lambda is_kept: bar.show(0, None, COMPILING if is_kept else COMPILING_ALWAYS)):
            yield bar
    finally:
        bar.close()


def _choose_bar(label: str) -> Bar:
    if is_notebook():
        return NotebookBar(label)
    return TerminalBar(label) if sys.stderr is not None and sys.stderr.isatty() else NO_BAR


def is_notebook() -> bool:
    """Whether a notebook shows what is displayed, as only a kernel of Jupyter can."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)


# --- kinds of bars --------------------------------------------------------------------------------


class NoBar:
    """Nobody watches."""

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Nothing to see."""

    def close(self) -> None:
        """Nothing to take away."""


NO_BAR = NoBar()


class TerminalBar:
    """A bar on standard error, which goes away when it is closed."""

    def __init__(self, label: str) -> None:
        self.bar = _start_rich()
        self.task = self.bar.add_task(label, total=None, said="")

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Show how far it is."""
        self.bar.update(self.task, completed=finished, total=planned, said=said)

    def close(self) -> None:
        """Take it away."""
        self.bar.stop()


def _start_rich() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    label, said = (TextColumn(field, markup=False) for field in ("{task.description}", "{task.fields[said]}"))
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    bar = RichProgress(label, BarColumn(), said, console=console, transient=True)
    bar.start()
    return bar


class NotebookBar:
    """A bar below a cell, which goes away when it is closed. While nobody knows how far it is, the browser moves it."""

    def __init__(self, label: str) -> None:
        self.label, self.last = label, 0.0
        self.handle: Any = None  # by which what is displayed can be replaced

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Show how far it is, but not more often than anybody can see."""
        now = time.monotonic()
        if planned is not None and now - self.last < PAUSE:
            return
        self.last = now
        self._display(progress_bar(self.label, finished, planned, said))

    def close(self) -> None:
        """Take it away."""
        if self.handle is not None:
            self._display("")

    def _display(self, content: str) -> None:
        from IPython.display import HTML, display

        if self.handle is None:
            self.handle = display(HTML(content), display_id=True)
        else:
            self.handle.update(HTML(content))
