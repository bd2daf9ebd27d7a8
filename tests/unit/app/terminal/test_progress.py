"""What a command says while it works: in words that are true, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from evometa.app.terminal.progress import COMPILING, COMPILING_ALWAYS, explain_wait, game_meter
from evometa.games.compiled import code_cache
from evometa.story.words.progress import in_words

Tell = Callable[[bool], None]


@pytest.fixture
def compile_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bool], None]]:
    """Does as if all were compiled, which uncompiled tests do not; the code can be kept, or not."""
    waiting: list[Tell] = []

    @contextmanager
    def listen(tell: Tell) -> Iterator[None]:
        waiting.append(tell)
        yield
        waiting.remove(tell)

    monkeypatch.setattr(code_cache, "before_compiling", listen)

    def compile_all(is_kept: bool) -> None:
        for tell in waiting:
            tell(is_kept)

    yield compile_all
    assert waiting == []


def test_compiling_is_explained_once(compile_all: Callable[[bool], None], capsys: pytest.CaptureFixture[str]) -> None:
    with explain_wait():
        compile_all(True)
        compile_all(True)
    assert capsys.readouterr() == ("", f"{COMPILING}\n")


def test_code_that_cannot_be_kept_is_not_promised(
    compile_all: Callable[[bool], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with explain_wait():
        compile_all(False)
    assert capsys.readouterr() == ("", f"{COMPILING_ALWAYS}\n")


def test_games_explain_it_too(compile_all: Callable[[bool], None], capsys: pytest.CaptureFixture[str]) -> None:
    with game_meter("some games") as tell:
        compile_all(True)
        tell(5, 10)
    assert capsys.readouterr() == ("", f"{COMPILING}\n")


def test_what_is_not_compiled_is_not_explained(
    compile_all: Callable[[bool], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with explain_wait(), game_meter("some games") as tell:
        tell(5, 10)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("seconds", "words"), [(42.4, "42 s"), (180, "3 min"), (5400, "90 min"), (9000, "2.5 h")])
def test_time_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words
