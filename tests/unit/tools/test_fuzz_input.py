"""Fuzzing of input: every kind of file has a target, what goes wrong is noticed, and kept inputs stay mended."""

from __future__ import annotations

import ast
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from numba import config
from tools.fuzz_input import __main__ as command
from tools.fuzz_input import worker as workers
from tools.fuzz_input.attempt import MOST_TEXT, Input, Outcome, attempt, find_fault
from tools.fuzz_input.forms import RUN
from tools.fuzz_input.kept import CORPUS, read_kept
from tools.fuzz_input.run import InputFuzzing, replay
from tools.fuzz_input.seeds import make_runs
from tools.fuzz_input.targets import TARGETS
from tools.fuzz_input.trees import change_tree, format_json, format_toml
from tools.fuzz_input.worker import Worker

from evometa.app.commands import all_commands
from evometa.input import reading
from evometa.story.kind import KINDS

pytestmark = pytest.mark.skipif(
    not config.DISABLE_JIT, reason="thousands of small commands start faster uncompiled; it runs where JIT is disabled"
)
SOURCES = Path(__file__).parents[3] / "src"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stored runs of every kind."""
    folder = tmp_path_factory.mktemp("runs")
    make_runs(folder)
    return folder


# --- every kind of file has a target ------------------------------------------------------------------

# Parameters of commands that name a file to read, by the target that has such files.
READ = {
    **{
        "cards": "card",
        "rules": "rules-option",
        "overlay": "overlay",
        "overlays": "overlay",
        "patch": "patch",
        "include": "include",
        "space": "space",
        "observed": "observed",
    },
    **{
        "settings": "settings",
        "position": "position",
        "replay": "log",
        "run": "balance-resume",
        "folder": "table-runs",
    },
    **{
        "beside": "balance-report",
        "metagame": "metagame",
        "small": "metagame",
        "decks": "metagame",
        "players": "player",
        "player": "player",
        "start": "player",
    },
    **{"player_a": "player-console", "player_b": "player-console", "styles": "player", "given": "deck"},
    **{"earlier": "balance-resume", "target": "target"},
    **{"deck": "deck", "deck_a": "deck-console", "deck_b": "deck-console"},
}
# Those that say where something is written, or that are words and never files.
NOT_READ = {
    *("out", "to", "save"),
    *(
        "name",
        "by",
        "game",
        "klass",
        "classes",
        "from_set",
        "of_type",
        "change",
        "sort",
        "seat",
        "seats",
        "pool",
        "locked",
        "banned",
    ),
    *(
        "objective",
        "objectives",
        "measures",
        "algorithm",
        "guide",
        "preset",
        "attribute",
        "cluster",
        "what",
        "text",
        "host",
    ),
}


def text_parameters() -> Iterator[tuple[str, str]]:
    """Every command with each parameter that is a text or a path."""
    for name, entry in all_commands().items():
        for parameter, hint in get_type_hints(entry.load()).items():
            if parameter != "return" and is_text(hint):
                yield name, parameter


def is_text(hint: Any) -> bool:
    """Whether a type is a text or a path, or may hold one; a choice of words is not."""
    return hint in (str, Path) or any(is_text(part) for part in get_args(hint))


def test_every_parameter_that_names_a_file_has_a_target() -> None:
    found = {parameter for name, parameter in text_parameters() if name not in ("bench", "docs")}
    assert {"metagame", "deck", "replay", "out"} <= found
    assert found - READ.keys() - NOT_READ == set(), "a new option: does it name a file? Then it needs a target"
    assert set(READ.values()) <= TARGETS.keys()


def test_every_kind_of_run_has_targets() -> None:
    stored = [target for target in TARGETS.values() if target.form is RUN]
    assert {str(target.seeds).rstrip("-") for target in stored} == set(KINDS)


# Modules that read files, but none that a command is given.
NOT_ASKED = {
    "evometa.experiments.paper.results": "the package's own data",
    "evometa.experiments.balance.settings": "the package's own data: its presets",
    "evometa.experiments.decks.settings": "the package's own data, which may have been read before",
    "evometa.balance.space_files": "for notebooks; `balance --space` reads the same file in its own module",
    "evometa.metagame.metagame_files": "copies card files of a metagame, which was read before",
    "evometa.story.kinds.balance.others": "patches of stored runs, each as the run itself reads it",
    "evometa.input.toml_text": "lines of a text that another module has read",
    "evometa.show.svg.plain": "the package's own data, which may have been read before",
    "evometa.studio.folder": "lists the files of a folder; each is read by the reader of its kind",
    "evometa.studio.pages.card": "a card that is typed into a page, with the reader of card files",
    "evometa.studio.server": "the package's own data",
    "evometa.games.outside.loading": "code, which is loaded because the command line says so",
    "evometa.games.outside.game": "rules of a game in code, which no target loads",
}


def reading_modules() -> dict[str, set[str]]:
    """The modules that read files, each with the functions that it does it with."""
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == reading.__name__:
                name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
                found.setdefault(name, set()).update(
                    each.name for each in node.names if callable(getattr(reading, each.name))
                )
    return {name: functions for name, functions in found.items() if functions}


def test_valid_files_are_accepted_and_every_module_that_reads_files_reads_one(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work: set[str] = set()
    for name, functions in reading_modules().items():
        module = import_module(name)
        for function in functions:
            monkeypatch.setattr(module, function, spy(name, getattr(module, function), at_work))
    monkeypatch.chdir(tmp_path)
    for target in TARGETS.values():
        n_seeds = 1 if target.name.endswith("-export") else 2  # a run that is not finished may have nothing to export
        for content in target.read_seeds(runs)[:n_seeds]:
            outcome = attempt(Input(target, content), tmp_path)
            assert (outcome.problem, outcome.code in (0, 130)) == ("", True), (target.name, outcome.details)
    assert reading_modules().keys() - at_work <= NOT_ASKED.keys(), "these modules read files that no target has"


def spy(name: str, function: Callable[..., Any], at_work: set[str]) -> Callable[..., Any]:
    def call(*values: Any, **named: Any) -> Any:
        at_work.add(name)
        return function(*values, **named)

    return call


# --- inputs ---------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_inputs(runs: Path) -> None:
    one, same, other = ([Input.draw(seed, number, runs) for number in range(60)] for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert len({item.content for item in one}) == 60
    assert len({item.target.name for item in one}) > 20


def test_trees_are_written_as_they_are_read() -> None:
    tree = {"a": [1, {"b c": "x\ny"}], "t": {"yes": True, "x": -2.5}, "": ""}
    assert tomllib.loads(format_toml(tree)) == tree
    assert json.loads(format_json(tree)) == tree


def test_a_change_of_a_tree_changes_it() -> None:
    source, tree = random.Random(1), {"a": [1, 2, {"b": "x"}], "c": {"d": True}}
    texts = {format_json(change_tree(deepcopy(tree), source)) for _ in range(300)}
    assert len(texts) > 150


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "said", "fault"),
    [
        ("fine\n", "fine\n", ""),
        ("", "x" * (MOST_TEXT + 1), f"a message of more than {MOST_TEXT:,} characters"),
        ("a\x1b[31m", "", "a raw control character is printed: '\\x1b'"),
        ("", "a\x9b", "a raw control character is printed: '\\x9b'"),
    ],
)
def test_what_must_not_be_printed(printed: str, said: str, fault: str) -> None:
    assert find_fault(printed, said) == fault


def test_a_traceback_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evometa.app.game.deck.load_deck", lambda *given: [][0])
    monkeypatch.chdir(tmp_path)
    outcome = attempt(Input(TARGETS["list"], b"x"), tmp_path)
    assert outcome.code is None
    assert outcome.problem.startswith("IndexError at ")
    assert "Traceback" in outcome.details


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A worker that does what it is told, and a clock that is in a hurry."""
    monkeypatch.setattr(workers, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(workers, "MOST_WAITING", 3.0)
    worker = Worker(Path(), "tests.unit.tools.planted_worker")
    yield worker
    worker.end()


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ("hang", "it hangs"),
        ("wait", "it hangs"),
        ("die", "the process has died"),
        ("eat", "more than 1024 MB of memory"),
    ],
)
def test_a_worker_that_fails_is_replaced(planted: Worker, order: str, problem: str) -> None:
    first = planted.process.pid
    outcome = planted.do({"target": order})
    assert outcome.problem.startswith(problem)
    assert ("out of luck" in outcome.details) == (order == "die")
    assert planted.process.pid != first
    assert planted.do({"target": "end"}).problem == ""


def test_the_first_input_of_each_failure_is_kept(tmp_path: Path, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = iter(["", "boom", "boom", "bang"])
    monkeypatch.setattr(Worker, "__init__", lambda self, runs: None)
    monkeypatch.setattr(Worker, "end", lambda self: "")
    monkeypatch.setattr(
        Worker, "do", lambda self, order: Outcome("deck", 0, next(problems), "what was printed", 1.0, 7)
    )
    monkeypatch.setattr("tools.fuzz_input.run.make_runs", lambda folder: make_nothing(folder, runs))
    fuzzing = InputFuzzing(3, 1, tmp_path / "kept")
    fuzzing.run(4)
    assert (fuzzing.n_inputs, dict(fuzzing.repeated)) == (4, {"boom": 2, "bang": 1})
    kept = [path for path in sorted((tmp_path / "kept").iterdir()) if path.suffix != ".why"]
    assert sorted(kept) == sorted(failure.path for failure in fuzzing.failures)
    for failure, number in zip(fuzzing.failures, (1, 3), strict=True):
        assert read_kept(failure.path) == Input.draw(3, number, runs)
        assert failure.path.name.startswith(f"{failure.target}.3.{number}.")
    text = "\n".join(command.describe(fuzzing, 2.0))
    assert "failures   3, 2 of them different" in text
    assert "boom (2 times)" in text


def make_nothing(folder: Path, runs: Path) -> None:
    for path in runs.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())


def test_an_input_of_no_target_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main(["--replay", str(tmp_path / "dekc.1.2.toml")])
    assert stop.value.code == 2
    assert "there is no target 'dekc'; did you mean 'deck'?" in capsys.readouterr().err


# --- nothing fails --------------------------------------------------------------------------------


def test_some_inputs_of_every_day(tmp_path: Path) -> None:
    fuzzing = InputFuzzing(seed=1, processes=1, folder=tmp_path)
    fuzzing.run(200)
    assert [(failure.path.name, failure.problem) for failure in fuzzing.failures] == []
    assert fuzzing.n_inputs == 200
    assert fuzzing.endings[0] > 10  # some are still right
    assert fuzzing.endings[2] > 70  # and most are not


def test_every_kept_input_stays_mended() -> None:
    """Inputs that failed once."""
    paths = sorted(path for path in CORPUS.iterdir() if path.is_file())
    assert [(path.name, each.problem) for path, each in zip(paths, replay(paths), strict=True) if each.problem] == []
