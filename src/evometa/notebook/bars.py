"""Progress bars: in a notebook, on a terminal, or none where nobody watches.

A bar says what is going on, how far it is and what is left. While the rules are being compiled, which takes about a
minute and happens once, it says that instead.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from evometa.experiments.progress import OnProgress, Progress
from evometa.games.compiled.code_cache import before_compiling
from evometa.input.shown_text import show_name
from evometa.input.small_html import progress_bar
from evometa.story.words.progress import Meter, describe

OnGames = Callable[[int, int], None]  # is told the games that are finished, and those that are planned
WaysToTellGames = bool | OnGames  # a bar, or none, or a function of one's own
WaysToTellRuns = bool | OnProgress

COMPILING = "compiling the rules, once (about a minute)"
COMPILING_ALWAYS = "compiling the rules (about a minute), which cannot be kept here"
PAUSE = 0.2  # seconds between two pictures of a bar in a notebook


class Bar:
    """What shows how far something is. This one shows nothing: nobody watches."""

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Show what is finished of what is planned; None: nobody knows yet."""

    def close(self) -> None:
        """Take the bar away."""


_NO_BAR = Bar()


# --- what a function tells its progress to --------------------------------------------------------


def game_bar(label: str, wanted: WaysToTellGames | None) -> AbstractContextManager[OnGames | None]:
    """For `with`: what a batch of games is to tell, if anything."""
    meter = Meter()

    def tell(bar: Bar, finished: int, planned: int) -> None:
        meter.update(finished, planned)
        bar.show(finished, planned, f"{finished:,} of {planned:,} games; {meter}".removesuffix("; "))

    return _open_bar(label, wanted, tell)


def run_bar(label: str, wanted: WaysToTellRuns | None) -> AbstractContextManager[OnProgress | None]:
    """For `with`: what a run is to tell, if anything."""

    def tell(bar: Bar, told: Progress) -> None:
        bar.show(told.games, told.games + told.games_left, describe(told))

    return _open_bar(label, wanted, tell)


@contextmanager
def _open_bar(
    label: str, wanted: bool | Callable[..., None] | None, tell: Callable[..., None]
) -> Iterator[Callable[..., None] | None]:
    """What is to be told: the function that is wanted, or one by which a bar is told; None if nobody watches."""
    if callable(wanted):
        yield wanted
        return
    bar = _choose_bar(show_name(label)) if wanted else _NO_BAR
    try:
        with before_compiling(lambda is_kept: bar.show(0, None, COMPILING if is_kept else COMPILING_ALWAYS)):
            yield partial(tell, bar) if bar is not _NO_BAR else None
    finally:
        bar.close()


def _choose_bar(label: str) -> Bar:
    if _is_notebook():
        return _NotebookBar(label)
    return _TerminalBar(label) if sys.stderr is not None and sys.stderr.isatty() else _NO_BAR


def _is_notebook() -> bool:
    """Whether a notebook shows what is displayed, as only a kernel of Jupyter can."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return any(kind.__name__ == "ZMQInteractiveShell" for kind in type(shell).__mro__)


# --- kinds of bars --------------------------------------------------------------------------------


class _TerminalBar(Bar):
    """A bar on standard error, which goes away when it is closed."""

    def __init__(self, label: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as RichProgress

        name, said = (TextColumn(field, markup=False) for field in ("{task.description}", "{task.fields[said]}"))
        console = Console(stderr=True, markup=False, emoji=False, highlight=False)
        self.bar = RichProgress(name, BarColumn(), said, console=console, transient=True)
        self.bar.start()
        self.task = self.bar.add_task(label, total=None, said="")

    def show(self, finished: int, planned: int | None, said: str) -> None:
        """Show how far it is."""
        self.bar.update(self.task, completed=finished, total=planned, said=said)

    def close(self) -> None:
        """Take it away."""
        self.bar.stop()


class _NotebookBar(Bar):
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
