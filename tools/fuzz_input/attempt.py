"""One input: made from a seed and a number, given to its command, and what came of it."""

from __future__ import annotations

import io
import os
import random
import re
import resource
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest
from tests.unit.app.sample_runs import METAGAME, CoinRunner, shorten_evolve, shorten_paper, shorten_tiers
from tools.fuzz_input import seeds
from tools.fuzz_input.forms import CODE, RUN
from tools.fuzz_input.targets import INPUT, TARGETS, Target, weights

from evometa.app.main import main
from evometa.games.hearthstone.game import write_template
from evometa.games.registry import GAME_FILE
from evometa.input.shown_text import MOST_MESSAGE
from evometa.matches.known_runners import DEFAULT, RUNNERS
from evometa.matches.schedule import seed_for
from evometa.store.schema import FILE as RUN_FILE

ENDINGS = (0, 1, 2, 130)  # exit codes: done, a replay that differs, bad input, Ctrl-C
MOST_TEXT = MOST_MESSAGE + 200  # characters on standard error: a message, and a word on what was left out of it
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")  # what a terminal would obey, but for the end of a line


@dataclass(frozen=True)
class Input:
    """A file for a target."""

    target: Target
    content: bytes

    @classmethod
    def draw(cls, seed: int, number: int, runs: Path) -> Input:
        """The n-th input of a run with this seed; `runs` is the folder of stored runs."""
        source = random.Random(seed_for(seed, "fuzz input", number))
        target = source.choices(tuple(TARGETS.values()), weights())[0]
        with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
            return cls(target, target.form.make(_read_seeds(target.name, runs), source))


@cache
def _read_seeds(name: str, runs: Path) -> list[bytes]:
    return TARGETS[name].read_seeds(runs)


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    target: str
    code: int | None  # None: it did not end by itself
    problem: str = ""  # what is wrong with that, in a line; empty: nothing
    details: str = ""  # what it printed, or a traceback
    seconds: float = 0.0  # of CPU time
    peak: int = 0  # bytes of memory that the process has used at most


def attempt(item: Input, folder: Path) -> Outcome:
    """Give an input to its command, in a folder that is emptied first."""
    words = _prepare(item, folder)
    started = time.process_time()
    code, problem, details = _run(item.target, words)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Outcome(item.target.name, code, problem, details, time.process_time() - started, peak)


def _prepare(item: Input, folder: Path) -> tuple[str, ...]:
    """Write the input, and all that files may name, into the folder; gives the words of the command."""
    for path in folder.iterdir():
        rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for name, text in _support().items():
        (folder / name).write_text(text, encoding="utf-8")
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to("loop")
    (folder / "folder").mkdir()
    if item.target.form is CODE:
        text = item.content.replace(b"\0", b"").decode("utf-8", "surrogateescape")
        return tuple(text if word == INPUT else word for word in item.target.words)
    name = {RUN: f"run/{RUN_FILE}"}.get(item.target.form, f"input{item.target.form.ending}")
    name = {"rules": "rules.toml", "game": f"own/{GAME_FILE}"}.get(item.target.name, name)
    if item.target.name == "game":
        write_template(folder / "own")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(item.content)
    return tuple(name if word == INPUT else word for word in item.target.words)


@cache
def _support() -> dict[str, str]:
    """Files that others may name."""
    return {
        "two.toml": METAGAME,
        "ruled.toml": f'rules = "rules.toml"\n{METAGAME}',
        "card.toml": seeds.card_files()[0],
        "overlay.toml": seeds.overlay_files()[0],
        "patch.toml": seeds.patch_files()[0],
        "include.toml": seeds.included_files()[0],
        "player.toml": seeds.player_files()[0],
        "rules.toml": seeds.rules_files()[0],
        "deck.txt": seeds.deck_lists()[0],
    }


def _run(target: Target, words: tuple[str, ...]) -> tuple[int | None, str, str]:
    """Run a command in this process: its exit code, what is wrong, and what it printed or the traceback."""
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", mode) for mode in ("strict", "backslashreplace"))
    try:
        with _at_terminal(target), redirect_stdout(out), redirect_stderr(errors):
            main(words)
        code: object = 0
    except SystemExit as stop:
        code = stop.code or 0
    except BaseException as error:
        return None, f"{type(error).__name__} at {_find_place(error)}", _last_lines(traceback.format_exc())
    printed, said = (_content(stream) for stream in (out, errors))
    if code not in ENDINGS:
        return None, f"exit code {code!r}", said[-MOST_TEXT:]
    assert isinstance(code, int)
    return code, find_fault("" if "--json" in words else printed, said), f"{printed[:MOST_TEXT]}{said[:MOST_TEXT]}"


@contextmanager
def _at_terminal(target: Target) -> Iterator[None]:
    """Games that are decided by their seeds, until somebody presses Ctrl-C; and what somebody types."""
    runner = CoinRunner(target.batches)
    with pytest.MonkeyPatch.context() as changes:
        shorten_paper(changes)  # as the seeds of runs are, or a run could not go on
        shorten_tiers(changes)
        shorten_evolve(changes)
        changes.setitem(RUNNERS, DEFAULT, lambda threads: runner)
        changes.setattr(sys, "stdin", io.StringIO(target.typed))
        yield


def find_fault(printed: str, said: str) -> str:
    """What must not be in what a command prints."""
    if len(said) > MOST_TEXT:
        return f"a message of more than {MOST_TEXT:,} characters"
    for text in (printed, said):
        if found := CONTROL.search(text):
            return f"a raw control character is printed: {found[0]!r}"
    return ""


def _content(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _find_place(error: BaseException) -> str:
    """Where in evometa an error came about."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "evometa" in each.filename]
    last = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno} in {last.name}"


def _last_lines(text: str) -> str:
    return text if len(text) <= 2 * MOST_TEXT else f"{text[:MOST_TEXT]}\n...\n{text[-MOST_TEXT:]}"
