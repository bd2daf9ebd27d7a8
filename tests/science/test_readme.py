"""Every command of the README and of the demo's last lines runs as it stands, in a fresh shell of a fresh checkout.

The checkout has the files of the project and a `.venv` as `make install` makes it, which sees the packages that are
installed here. So does one that the page makes itself, into which pip puts evometa without asking any other host. A
line that activates an environment counts for all that follow, as it does for a reader. Whatever is quick runs with all
other tests, the rest nightly.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.unit.docs.pages import PROJECT, README, check_output, read_blocks, split_commands
from tests.unit.docs.test_commands import list_commands

from evometa.games.compiled.cache_folders import VARIABLE, cache_root

FILES = ("Makefile", "README.md", "LICENSE", "pyproject.toml", "constraints.txt", "docs", "tests", "tools")
SITE = sysconfig.get_path("purelib")
SCRIPT = "#!{python}\nfrom evometa.app.main import start\nstart()\n"
ACTIVATE = ". .venv/bin/activate"
NEXT = "To go on from here:"
IS_READY = "evometa studio: http"
BAD_INPUT = 2
LONG = re.compile(  # more than a few seconds, or after something that takes so long
    r"make |python3 |pip |evometa (demo|meta|cards|what-if|compare|ladder|balance|nerfs|decks|respond|evolve|tune|"
    r"tiers|paper|apply|studio|bench)\b"
)
DRY = re.compile(r"make (test|check|browser|nightly|fuzz|fuzz-input|docs)\b")  # run these tests, or do not end


@dataclass(frozen=True)
class Checkout:
    """A folder as a reader has it who has cloned the project."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> Checkout:
        (folder / "home").mkdir()
        for name in FILES:
            os.symlink(PROJECT / name, folder / name)
        shutil.copytree(PROJECT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for block in read_blocks(README):
            if block.note.startswith("file: "):
                (folder / block.note.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
        cls._install(folder / ".venv")
        return cls(folder)

    @staticmethod
    def _install(environment: Path) -> None:
        venv.create(environment, with_pip=False)
        (link,) = environment.glob("lib/*/site-packages")
        (link / "here.pth").write_text(f"import site; site.addsitedir({SITE!r})\n", encoding="utf-8")
        script = environment / "bin" / "evometa"
        script.write_text(SCRIPT.format(python=environment / "bin" / "python"), encoding="utf-8")
        script.chmod(0o755)
        (environment / "installed.stamp").touch()

    @property
    def environment(self) -> dict[str, str]:
        """Of a fresh shell. The compiled code of this user is there, because compiling takes a minute."""
        return {
            "HOME": str(self.folder / "home"),
            "PATH": f"{Path(sys.executable).resolve().parent}:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
            "SHELL": "/bin/bash",
            VARIABLE: str(cache_root()),
            "PYTHONPATH": str(SITE),  # has all that evometa needs, but not evometa
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # which pip takes for: without
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def shell(self, command: str, is_active: bool) -> list[str]:
        return ["bash", "-c", f"{ACTIVATE}\n{command}" if is_active else command]

    def run(self, command: str, is_active: bool, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a line as it stands."""
        command = command.replace("make ", "make -n ", 1) if DRY.match(command) else command
        return subprocess.run(
            self.shell(command, is_active),
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )

    def check_server(self, command: str, is_active: bool) -> None:
        """A server says where it is, and goes on until it is told to end."""
        with subprocess.Popen(
            self.shell(f"exec {command}", is_active),
            cwd=self.folder,
            env={**self.environment, "BROWSER": "true"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(IS_READY)
            process.terminate()


def read_page() -> Iterator[tuple[str, str, bool]]:
    """Each command of the README, what it shows, and whether an environment is active by then."""
    is_active = False
    shown = {
        command: output
        for block in read_blocks(README)
        if block.language == "console"
        for command, output in split_commands(block.text)
    }
    for command in list_commands(README):
        if command.startswith("python3 -m venv"):
            is_active = False
        yield command, shown.get(command, ""), is_active
        is_active = is_active or command.startswith(ACTIVATE)


def check_command(checkout: Checkout, command: str, shown: str, is_active: bool) -> None:
    """A command ends well, or says what is wrong where the page shows that, and prints what the page shows."""
    if command.startswith("evometa studio"):
        return checkout.check_server(command, is_active)
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.+)$", shown, re.MULTILINE))
    done = checkout.run(command, is_active, typed)
    expected = BAD_INPUT if shown.startswith("evometa: ") else 0
    assert done.returncode == expected, f"{command}\n{done.stdout}\n{done.stderr}"
    check_output(shown, done.stderr if expected else done.stdout)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout.make(tmp_path)


def test_the_quick_commands_of_the_readme_run_as_they_stand(checkout: Checkout) -> None:
    quick = [step for step in read_page() if not LONG.match(step[0])]
    assert len(quick) > 8
    for command, shown, is_active in quick:
        check_command(checkout, command, shown, is_active)


def test_without_the_environment_there_is_no_evometa(checkout: Checkout) -> None:
    assert checkout.run("evometa list", is_active=False).returncode == 127


def test_the_quick_commands_that_the_demo_ends_with_run_as_they_stand(checkout: Checkout) -> None:
    called = "import sys; sys.argv = ['.venv/bin/evometa']; from evometa.app.runs.balance import tell_next; tell_next()"
    told = checkout.run(f'.venv/bin/python -c "{called}"', is_active=False).stderr
    commands = list_next(told)
    assert commands[0] == ".venv/bin/evometa list"
    for command in commands:
        if not LONG.match(command.removeprefix(".venv/bin/")):
            check_command(checkout, command, "", is_active=False)


def list_next(told: str) -> list[str]:
    """The commands of the demo's last lines."""
    return [line.strip() for line in told.partition(NEXT)[2].splitlines() if line.strip()]


@pytest.mark.nightly
def test_the_whole_readme_runs_from_its_first_command_to_its_last(checkout: Checkout) -> None:
    for command, shown, is_active in read_page():
        if command.startswith("python3 -m venv"):
            shutil.rmtree(checkout.folder / ".venv")
        check_command(checkout, command, shown, is_active)


@pytest.mark.nightly
def test_all_commands_that_the_demo_ends_with_run_as_they_stand(checkout: Checkout) -> None:
    done = checkout.run("make demo", is_active=False)
    assert done.returncode == 0, done.stderr
    commands = list_next(done.stderr)
    assert len(commands) > 3
    for command in commands:
        check_command(checkout, command, "", is_active=False)
