"""The examples of the documentation, and programs that do as they are told."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.games.outside import loading
from evometa.games.registry import GAMES

EXAMPLES = Path(__file__).parents[4] / "docs/how-to/games"
METAGAME = 'game = "{game}"\n' + "".join(f'[[deck]]\ndeck = "{deck}"\n' for deck in ("Pack", "Herd", "Pride"))

PROGRAM = """
import json, os, sys, time
how = sys.argv[1]
hello = {"protocol": 1, "name": "told", "version": "1", "seconds": 1, "deck": {"size": 4, "copies": 2},
         "cards": {"A": {"cost": 1}, "B": {"cost": 2}}, "decks": {"One": ["2x A", "2x B"], "Two": ["2x B", "2x A"]}}
answers = {
    "rubbish": lambda n: "<xml>",
    "few": lambda n: {"winners": [0] * (n - 1)},
    "many": lambda n: {"winners": [0] * (n + 1)},
    "three": lambda n: {"winners": [3] * n},
    "truth": lambda n: {"winners": [True] * n},
    "text": lambda n: {"winners": "0" * n},
    "turns": lambda n: {"winners": [0] * n, "turns": [-1] * n},
    "long": lambda n: "[" + "0," * 1_000_000,
    "error": lambda n: {"error": "no such card"},
    "fine": lambda n: {"winners": [seed % 2 for seed in asked["seeds"]]},
}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        said = {**hello, "protocol": 2} if how == "later" else "Loading" if how == "chatty" else hello
    elif asked["do"] == "play":
        if how == "die":
            print("out of cheese", file=sys.stderr, flush=True)
            sys.exit(3)
        if how == "abort":
            os.abort()
        if how == "hang":
            time.sleep(1000)
        said = answers[how](len(asked["seeds"]))
    else:
        continue
    print(said if isinstance(said, str) else json.dumps(said), flush=True)
"""


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is forgotten when it ends."""
    before = dict(GAMES)
    monkeypatch.setattr(loading, "_loaded", {})
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test works: the Python example, a metagame of its decks, and the program."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    shutil.copy(EXAMPLES / "duel.py", tmp_path)
    (tmp_path / "lines.toml").write_text(METAGAME.format(game="duel"), encoding="utf-8")
    (tmp_path / "told.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "told.toml").write_text(
        'game = "told"\n[[deck]]\ndeck = "One"\n[[deck]]\ndeck = "Two"\n', encoding="utf-8"
    )
    return tmp_path


@pytest.fixture
def program(folder: Path) -> str:
    """The command of the example in C."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here, which the example in C needs")
    subprocess.run([compiler, "-O1", "-o", folder / "duel", EXAMPLES / "duel.c"], check=True)
    (folder / "lines.toml").write_text(METAGAME.format(game="duel-c"), encoding="utf-8")
    return "./duel"


def tell(how: str) -> str:
    """The command of a program that does so."""
    return f"{sys.executable} told.py {how}"


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: its exit code, what it prints, and what it says on standard error."""

    def run_command(*words: str) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(words)
        return int(stop.value.code or 0), *capfd.readouterr()

    return run_command
