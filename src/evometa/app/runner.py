"""The one place where commands get the runner that plays their games.

Another way to run games is one more entry of `RUNNERS`; EVOMETA_RUNNER chooses it for all commands.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from evometa.input.errors import InputError, describe_words
from evometa.matches.runners import Runner, ThreadRunner

CHOICE = "EVOMETA_RUNNER"  # the variable of the environment
DEFAULT = "threads"

RUNNERS: dict[str, Callable[[int | None], Runner]] = {DEFAULT: ThreadRunner}  # each is given the number of threads


def make_runner(threads: int | None = None) -> Runner:
    """The runner that the user has chosen, on a number of threads (default: one per core)."""
    name = os.environ.get(CHOICE) or DEFAULT
    if name not in RUNNERS:
        raise InputError(f"{CHOICE}: unknown runner {name!r}; {describe_words(name, RUNNERS)}")
    return RUNNERS[name](threads)
