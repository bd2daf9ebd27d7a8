"""The public interface: complete, typed, documented, and of the same words and defaults as the commands."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import evometa
from evometa.app.laboratory.explain import ExplainOptions
from evometa.app.runs.balance import BalanceOptions
from evometa.app.runs.decks import DecksOptions
from evometa.app.runs.nerfs import NerfsOptions
from evometa.app.runs.respond import RespondOptions

ROOT = Path(__file__).parents[4]
USES = Path(__file__).with_name("interface_uses.py")
FUNCTIONS = [name for name in evometa.__all__ if inspect.isfunction(getattr(evometa, name))]
RUNS = ("balance", "nerfs", "decks", "respond")


def test_all_names_are_there_and_no_others() -> None:
    assert len(set(evometa.__all__)) == len(evometa.__all__)
    assert set(evometa.__all__) <= set(dir(evometa))
    tree = ast.parse(Path(evometa.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evometa.")
        for alias in node.names
    }
    assert typed == set(evometa.__all__) - {"__version__"}  # so mypy sees each of them
    assert not any(isinstance(getattr(evometa, name), ModuleType) for name in evometa.__all__)


def test_a_function_keeps_its_name_though_a_package_has_it_too() -> None:
    code = (
        "import evometa, evometa.balance.objectives; from evometa.balance import targets; "
        "from evometa import balance; assert callable(balance) and callable(evometa.balance); print(targets.__name__)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "evometa.balance.targets"


def test_mypy_sees_the_type_of_everything_that_a_user_gets() -> None:
    """`make check` has checked the file before, so that this takes a moment."""
    used = set(re.findall(r"\bevometa\.(\w+)\b", USES.read_text(encoding="utf-8")))
    assert set(evometa.__all__) <= used
    found = subprocess.run([sys.executable, "-m", "mypy", USES], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_is_typed_and_documented(name: str) -> None:
    function = getattr(evometa, name)
    documented = inspect.getdoc(function) or ""
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty
        assert re.search(rf"^    {parameter.name}: ", documented, re.M), f"{name} does not explain {parameter.name}"


# --- as the commands ------------------------------------------------------------------------------

COMMANDS: dict[str, type[Any]] = {
    "balance": BalanceOptions,
    "nerfs": NerfsOptions,
    "decks": DecksOptions,
    "respond": RespondOptions,
    "explain": ExplainOptions,
}
OTHER_NAMES = {
    "out": "folder",
    "locked": "lock",
    "banned": "ban",
    "given": "start_from",
    "change": "patch",
}
# What a terminal prints, a cluster that a runner stands for, and cards that a metagame has.
OF_COMMANDS_ALONE = {"as_json", "as_csv", "with_report", "cluster", "cards", "overlay", "rules"}
BESIDE = {"explain": {"patch", "out", "players"}, "balance": {"patch"}, "nerfs": {"patch"}, "decks": {"patch"}}


@pytest.mark.parametrize("name", list(COMMANDS))
def test_python_has_the_options_of_the_command_with_their_defaults(name: str) -> None:
    parameters = inspect.signature(getattr(evometa, name)).parameters
    left_out = OF_COMMANDS_ALONE | BESIDE.get(name, set())
    for option in fields(COMMANDS[name]):
        if option.name in left_out:
            continue
        asked = "changes" if (name, option.name) == ("explain", "change") else OTHER_NAMES.get(option.name, option.name)
        assert asked in parameters, f"evometa.{name} has no {asked}"
        theirs, ours = option.default, parameters[asked].default
        assert (theirs or None) == (ours or None) or theirs is MISSING or ours is inspect.Parameter.empty, asked


@pytest.mark.parametrize("name", RUNS)
def test_every_run_says_where_it_goes_and_what_ctrl_c_does(name: str) -> None:
    documented = inspect.getdoc(getattr(evometa, name)) or ""
    assert "default: a new folder in `runs`" in documented
    assert "Ctrl-C keeps" in documented
