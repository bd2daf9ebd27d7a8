"""The command line as a whole: its commands start without what others need, and the list says what they do."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from evometa import __version__
from evometa.app.commands import all_commands
from evometa.app.main import main

# Runs a command and prints which of the slow packages it has imported.
SCRIPT = """
import contextlib, io, sys
from evometa.app.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(*(name for name in {slow} if name in sys.modules))
"""
SLOW = ("numpy", "numba", "scipy.special", "scipy.optimize", "scipy.stats", "pandas", "resvg_py", "deap", "ribs")
TINY_PATCH = 'name = "tiny"\n[change]\n"Wisp" = { cost = 1 }\n'


def imported_by(arguments: tuple[str, ...], folder: Path) -> set[str]:
    """The slow packages that a command imports in a process of its own."""
    code = SCRIPT.format(slow=SLOW)
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=folder, check=True, capture_output=True)
    return set(done.stdout.decode().split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("--help",),
        (),
        ("no-such-command",),
        ("card", "Wisp"),
        ("card", "--all", "--class", "mage"),
        ("card", "Wisp", "--addresses"),
        ("card", "Wisp", "--patch", "tiny.toml"),
        ("card", "--help"),
        ("deck", "exp1_hunter_aggro"),
        ("deck", "--help"),
    ],
    ids=" ".join,
)
def test_commands_that_only_show_something_import_nothing_slow(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(TINY_PATCH)
    assert imported_by(arguments, tmp_path) == set()


@pytest.mark.parametrize(
    "arguments", [("runs",), ("apply", "tiny.toml"), ("card", "Wisp", "--overlay", "mid_2019_costs")], ids=" ".join
)
def test_commands_that_play_no_games_import_numpy_at_most(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(TINY_PATCH)
    assert imported_by(arguments, tmp_path) <= {"numpy"}


@pytest.mark.parametrize("command", ["meta", "cards", "what-if", "play", "console"])
def test_the_help_of_a_command_that_plays_needs_no_statistics_and_no_pictures(command: str, tmp_path: Path) -> None:
    assert imported_by((command, "--help"), tmp_path) <= {"numpy", "numba"}


@pytest.mark.parametrize("name", all_commands())
def test_the_list_says_of_a_command_what_its_own_help_says_first(name: str) -> None:
    told = inspect.getdoc(all_commands()[name].load())
    assert told is not None
    assert all_commands()[name].about == " ".join(told.split("\n\n")[0].split())


@pytest.mark.parametrize("arguments", [["--help"], []], ids=["asked for", "without a command"])
def test_the_list_has_all_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    listed = capsys.readouterr().out.partition("Commands")[2]
    assert [line.split()[1] for line in listed.splitlines() if line[2:3].isalpha()] == list(all_commands())


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"evometa {__version__}\n"


def test_a_command_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["crads"])
    told = capsys.readouterr().err
    assert "No such command 'crads'" in told
    assert "'card'" in told
