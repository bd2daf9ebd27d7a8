"""How the blocks of a page are run: its files are made, its Python and its commands run, and their output compared.

In a page, `<!-- file: NAME -->` before a block makes a file of it, `<!-- prints -->` before a block says what the
Python block above it prints, and a `console` block holds commands (`rm`, too); shown lines that start with `> ` are
what is typed into them. A line `...` in shown output stands for any lines, and at the end of a line for anything.

`<!-- edit: PATH -->` before a `diff` block changes a file of the project. A page that does so works on a copy of the
project, and its commands, which may also be `pytest`, run there in processes of their own.

`<!-- starts -->` before a block says that its commands go on running until the page ends; `<!-- elsewhere -->`, that a
block needs machines that a test has not: its Python is looked at, but not run. Port 8786 stands for one that is free.
"""

import io
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from evometa.app.main import main
from evometa.app.terminal.progress import COMPILING
from evometa.balance import objectives
from evometa.games import registry
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.search import algorithms
from evometa.story import kind

DOCS = Path(__file__).parents[3] / "docs"
PROJECT = DOCS.parent
README = PROJECT / "README.md"
PAGES = sorted((DOCS / "how-to").glob("*.md"))
BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]+) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
BAD_INPUT = 2
REFUSED = ("evometa: ", "Usage: ")  # how the message about bad input begins
# What a command says when it is ready.
IS_READY = {"scheduler": "Scheduler at:", "worker": "Registered to:", "studio": "evometa studio: http"}
PROGRAMS = {"evometa": "evometa.app.main", "pytest": "pytest"}  # that a page may run in its copy of the project


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, and the note before it."""

    language: str
    note: str
    text: str


def read_blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(m["language"], m["note"] or "", m["text"]) for m in BLOCK.finditer(text)]


def run_python(code: str, names: dict[str, Any], page: Path) -> str:
    """What a block prints; all blocks of a page share their names."""
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code, str(page), "exec"), names)
    return output.getvalue()


def run_command(command: str, typed: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit code of an `evometa` command and what it prints."""
    words = shlex.split(command)
    assert words[0] == "evometa", f"only evometa can be run: {command}"
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output), pytest.raises(SystemExit) as stop:
        main(words[1:])
    return int(stop.value.code or 0), output.getvalue().replace(f"{COMPILING}\n", "")  # not the page's doing


def check_command(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command of a page: it prints what is shown, and fails only where a message is shown."""
    if command.startswith("rm "):
        for name in shlex.split(command)[1:]:
            Path(name).unlink()
        return
    code, found = run_command(command, re.findall(r"^> (.+)$", shown, re.MULTILINE), monkeypatch)
    assert code == (BAD_INPUT if shown.startswith(REFUSED) else 0), found
    check_output(shown, found)


def copy_project(folder: Path) -> None:
    """The project, to change it."""
    for name in ("src", "tests", "docs", "tools"):
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", folder)


def edit_file(path: Path, diff: str) -> None:
    """Change a file as a `diff` block says; the lines that it keeps or removes must stand in one place of the file."""
    lines = [line or " " for line in diff.splitlines()]
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] in kept) for kept in (" -", " +"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: found {text.count(old)} times:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def write_file(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def check_printed(text: str) -> None:
    """The cards of a block are as the game's own files have them."""
    for shown in tomllib.loads(text)["card"]:
        printed = game_cards()[shown["id"]].tree
        assert shown == {name: value for name, value in printed.items() if name not in ("dbf_id", "note")}


def check_in_project(command: str, shown: str, folder: Path) -> None:
    """Run a command in a copy of the project: it works, and prints what is shown."""
    program, *arguments = shlex.split(command)
    found = subprocess.run(
        [sys.executable, "-m", PROGRAMS[program], *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder / 'src'}:{folder}", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    check_output(shown, found.stdout)


def split_commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is shown."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def pattern_of(shown: str) -> str:
    """A regular expression for shown output."""
    lines = []
    for line in shown.rstrip("\n").split("\n"):
        if line == "...":
            lines.append(r"(?:.*\n)*")
        elif line.endswith("..."):
            lines.append(re.escape(line[: -len("...")]) + r".*\n")
        else:
            lines.append(re.escape(line.rstrip()) + r" *\n")
    return "".join(lines)


def check_output(shown: str, found: str) -> None:
    if shown.strip():
        assert re.fullmatch(pattern_of(shown), found.rstrip("\n") + "\n"), f"shown:\n{shown}\nfound:\n{found}"


@contextmanager
def run_beside(command: str, log: Path) -> Iterator[None]:
    """A command of `dask` or `evometa` that runs meanwhile; begins when it is ready."""
    program, kind, *arguments = shlex.split(command)
    assert kind in IS_READY, f"only dask and the studio can be started: {command}"
    module = PROGRAMS.get(program, program)
    with log.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-m", module, kind, *arguments], stdout=file, stderr=file)
    try:
        deadline = time.monotonic() + 120
        while IS_READY[kind] not in log.read_text(encoding="utf-8"):
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def free_port() -> str:
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return str(chosen.getsockname()[1])


def check_page(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do all that a page does, in an empty folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")
    module = ModuleType(page.stem)  # its Python is one module, which can be named
    monkeypatch.setitem(sys.modules, page.stem, module)
    names = vars(module)
    printed = ""
    port = free_port()
    blocks = [replace(block, text=block.text.replace("8786", port)) for block in read_blocks(page)]
    if changes_project := any(block.note.startswith("edit: ") for block in blocks):
        copy_project(folder)
    with ExitStack() as beside:
        for registered in (objectives.OBJECTIVES, algorithms.ALGORITHMS, kind.KINDS, registry.GAMES):
            beside.enter_context(patch.dict(registered))  # to which a page adds its own
        for block in blocks:
            if block.note.startswith("edit: "):
                edit_file(Path(block.note.removeprefix("edit: ")), block.text)
            elif block.note.startswith("file: "):
                write_file(Path(block.note.removeprefix("file: ")), block.text)
            elif block.note.startswith("card: "):
                check_printed(block.text)
            elif block.note == "elsewhere":
                if block.language == "python":
                    compile(block.text, str(page), "exec")
            elif block.note == "starts":
                for n, (command, _) in enumerate(split_commands(block.text)):
                    beside.enter_context(run_beside(command, folder / f"beside_{n}.log"))
            elif block.note == "prints":
                check_output(block.text, printed)
            elif block.language == "python":
                printed = run_python(block.text, names, page)
            elif block.language == "console":
                for command, shown in split_commands(block.text):
                    if changes_project:
                        check_in_project(command, shown, folder)
                    else:
                        check_command(command, shown, monkeypatch)
            else:
                pytest.fail(f"{page.name}: a block in {block.language} is neither run nor made into a file")
