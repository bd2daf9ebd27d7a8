"""The runners that games can be given to, by name: those that come with evometa, and those that were registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evometa.input.errors import InputError, describe_words
from evometa.input.extensions import add_entry
from evometa.input.short_repr import Short
from evometa.matches.remote.executors import on_processes
from evometa.matches.runners import Runner, ThreadRunner

DEFAULT = "threads"

_MakeRunner = Callable[[int | None], Runner]  # from the number of threads, or of what it has instead; None: as usual

RUNNERS: dict[str, _MakeRunner] = {DEFAULT: ThreadRunner, "processes": on_processes}


@dataclass(frozen=True)
class RunnerKind(Short):
    """A way to run games that can be chosen by its name."""

    name: str
    make: _MakeRunner


def register_runner(kind: RunnerKind) -> None:
    """Let commands play their games on one more runner; an `InputError` if its name is taken."""
    add_entry(RUNNERS, "runner", kind.name, kind.make)


def find_runner(name: str, source: str) -> _MakeRunner:
    """The runner of that name; `source` says in messages where it was asked for."""
    if name not in RUNNERS:
        raise InputError(f"{source}: unknown runner {name!r}; {describe_words(name, RUNNERS)}")
    return RUNNERS[name]
