"""Progress bars: where somebody watches, with words that are true, and gone at the end."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up import make_decks, starting_rates

import evometa
from evometa.experiments.progress import Progress, Stage
from evometa.notebook import bars

TOLD = Progress(Stage("generation {step} of {steps}"), 3, 12, 400, 600, {"F": 0.5}, 200.0, 3.0)


class Terminal(io.StringIO):
    """A standard error that somebody watches."""

    def isatty(self) -> bool:
        return True


class ZMQInteractiveShell:
    """The shell of a notebook, by its name."""


class Notebook:
    """Keeps what a cell shows, each picture of it."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def display(self, content: str, display_id: bool) -> Notebook:
        assert display_id
        return self.update(content)

    def update(self, content: str) -> Notebook:
        self.shown.append(content)
        return self


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Not a fixture, because pytest has its own standard error when a test begins."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    return found


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    """A notebook that shows everything at once."""
    found = Notebook()
    display = SimpleNamespace(HTML=str, display=found.display)
    shell = SimpleNamespace(get_ipython=ZMQInteractiveShell, display=display)
    monkeypatch.setitem(sys.modules, "IPython", shell)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "IPython.display", display)  # type: ignore[arg-type]
    monkeypatch.setattr(bars, "PAUSE", 0.0)
    return found


@pytest.fixture
def compile_all(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Does as if all were compiled, which uncompiled tests do not."""
    waiting: list[Callable[[bool], None]] = []

    @contextmanager
    def listen(tell: Callable[[bool], None]) -> Iterator[None]:
        waiting.append(tell)
        yield
        waiting.remove(tell)

    monkeypatch.setattr(bars, "before_compiling", listen)
    return lambda is_kept: [tell(is_kept) for tell in waiting] and None


def test_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with bars.game_bar("games", True) as tell:
        assert tell is None
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("wanted", [False, None])
def test_a_bar_that_is_not_wanted(wanted: Any, notebook: Notebook, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with bars.game_bar("games", wanted) as tell:
        assert tell is None
    with bars.run_bar("games", wanted) as tell_run:
        assert tell_run is None
    assert terminal.getvalue() == ""
    assert notebook.shown == []


def test_a_function_of_ones_own_is_told() -> None:
    told: list[tuple[int, int]] = []
    evometa.play(
        make_decks("one", "other"),
        games=4,
        runner=PlantedRunner(starting_rates(2)),
        progress=lambda finished, planned: told.append((finished, planned)),
    )
    assert told[-1] == (12, 12)


def test_a_bar_on_a_terminal(compile_all: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    with bars.game_bar("paper-six", True) as tell:
        assert tell is not None
        compile_all(True)
        tell(10, 100)
        tell(60, 100)
    shown = terminal.getvalue()
    assert "paper-six" in shown
    assert "60 of 100 games" in shown
    assert shown.endswith("\x1b[2K")  # the line is empty again


def test_a_bar_in_a_notebook(notebook: Notebook, compile_all: Callable[[bool], None]) -> None:
    with bars.run_bar("<paper>", True) as tell:
        assert tell is not None
        compile_all(True)
        tell(TOLD)
    compiling, running, end = notebook.shown
    assert bars.COMPILING in compiling
    assert "value=" not in compiling  # nobody knows how far it is, so the browser moves the bar
    assert 'value="400" max="1000"' in running
    assert "generation 3 of 12; lowest F 0.500; 200 games/s, 3 s left" in running
    assert "&lt;paper&gt;" in running
    assert end == ""


def test_code_that_cannot_be_kept_is_not_promised(notebook: Notebook, compile_all: Callable[[bool], None]) -> None:
    with bars.game_bar("games", True):
        compile_all(False)
    assert bars.COMPILING_ALWAYS in notebook.shown[0]


def test_an_error_takes_the_bar_away(notebook: Notebook) -> None:
    def work() -> None:
        with bars.run_bar("run", True) as tell:
            assert tell is not None
            tell(TOLD)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert notebook.shown[-1] == ""
