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
from evometa.app.laboratory.changes import ExplainOptions
from evometa.experiments.balance.settings import BalanceSettings, BalanceStart
from evometa.experiments.decks.settings import DecksSettings, DecksStart
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.respond.settings import RespondSettings
from evometa.input.settings import Option, options_of

ROOT = Path(__file__).parents[3]
USES = Path(__file__).with_name("interface_uses.py")
FUNCTIONS = [name for name in evometa.__all__ if inspect.isfunction(getattr(evometa, name))]
RUNS = ("balance", "nerfs", "decks", "respond", "evolve")


def test_all_names_are_there_and_no_others() -> None:
    assert len(set(evometa.__all__)) == len(evometa.__all__)
    assert set(evometa.__all__) <= set(dir(evometa))
    tree = ast.parse(Path(evometa.__file__).read_text(encoding="utf-8"))
    (for_mypy,) = (node for node in tree.body if isinstance(node, ast.If))
    imports = (node for node in for_mypy.body if isinstance(node, ast.ImportFrom))
    typed = {alias.asname or alias.name for node in imports for alias in node.names}
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

ASKS: dict[str, tuple[type[Any], ...]] = {  # what settings can start from, and the settings
    "balance": (BalanceStart, BalanceSettings),
    "nerfs": (NerfsSettings,),
    "decks": (DecksStart, DecksSettings),
    "respond": (RespondSettings,),
    "evolve": (EvolveSettings,),
}
OF_EVERY_RUN = {"folder", "threads", "runner", "progress"}
OF_ITS_OWN = {"respond": {"patch"}}  # which becomes a setting when it is read
every_option = pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, kinds in ASKS.items() for kind in kinds for option in options_of(kind)],
    ids=lambda value: value if isinstance(value, str) else value.name,
)


def find_parameter(name: str, option: Option) -> inspect.Parameter:
    """The parameter of a function for an option: it has the name of the field, or that of the flag."""
    parameters = inspect.signature(getattr(evometa, name)).parameters
    found = [parameters[word] for word in dict.fromkeys(option.words) if word in parameters]
    assert len(found) == 1, f"evometa.{name} has no {option.name}"
    return found[0]


@pytest.mark.parametrize("name", list(ASKS))
def test_python_has_the_options_of_the_command_and_no_others(name: str) -> None:
    found = {find_parameter(name, option).name for kind in ASKS[name] for option in options_of(kind)}
    others = set(inspect.signature(getattr(evometa, name)).parameters) - found
    assert others == OF_EVERY_RUN | OF_ITS_OWN.get(name, set())


@every_option
def test_an_option_has_the_same_default_in_python(name: str, option: Option) -> None:
    found = find_parameter(name, option).default
    if len(ASKS[name]) > 1:  # nothing is asked for, so that a preset can say it
        assert not found
    elif option.default is MISSING:
        assert found is inspect.Parameter.empty
    else:
        assert (found or None) == (option.default or None)


@every_option
def test_an_option_is_explained_in_the_same_words_in_python(name: str, option: Option) -> None:
    """They come from the option; what only commands or only Python can do has words of its own."""
    documented = inspect.getdoc(getattr(evometa, name)) or ""
    found = re.search(rf"^    {find_parameter(name, option).name}: (.*?)(?=^    \w+: |^$)", documented, re.M | re.S)
    assert found
    ours, theirs = stems_of(found[1]), stems_of(re.split("[:;.]", option.help)[0])
    assert len(ours & theirs) >= len(theirs) / 2, f"{option.help!r} is explained as {found[1]!r}"


def stems_of(text: str) -> set[str]:
    """The words of a text without their endings."""
    return {word[:4] for word in re.findall(r"[a-z0-9]+", text.lower())}


def test_python_has_the_options_of_an_explanation_with_their_defaults() -> None:
    parameters = inspect.signature(evometa.explain).parameters
    others = {"change": "changes"}
    left_out = {"as_json", "as_csv", "cluster", "check_workers", "game", "cards", "overlay", "rules", "patch", "out"}
    for option in fields(ExplainOptions):
        if option.name not in {*left_out, "players"}:
            theirs, ours = option.default, parameters[others.get(option.name, option.name)].default
            assert (theirs or None) == (ours or None) or theirs is MISSING or ours is inspect.Parameter.empty


@pytest.mark.parametrize("name", RUNS)
def test_every_run_says_where_it_goes_and_what_ctrl_c_does(name: str) -> None:
    documented = inspect.getdoc(getattr(evometa, name)) or ""
    assert "default: a new folder in `runs`" in documented
    assert "Ctrl-C keeps" in documented
