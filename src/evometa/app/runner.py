"""The one place where commands get the runner that plays their games.

Another way to run games is one more entry of `RUNNERS`; EVOMETA_RUNNER chooses it for all commands. The option
`--cluster` names a Dask cluster.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable

from evometa.input.errors import InputError, describe_words
from evometa.matches.clusters import connect_cluster
from evometa.matches.executors import on_processes
from evometa.matches.runners import Runner, ThreadRunner

CHOICE = "EVOMETA_RUNNER"  # the variable of the environment
DEFAULT = "threads"

# Each is given the number of threads, or of what it has instead.
RUNNERS: dict[str, Callable[[int | None], Runner]] = {DEFAULT: ThreadRunner, "processes": on_processes}


def make_runner(threads: int | None = None, cluster: str | None = None) -> Runner:
    """The runner that the user has chosen: a cluster, or this machine with some threads (default: one per core)."""
    if cluster is not None:
        return join_cluster(cluster, threads)
    name = os.environ.get(CHOICE) or DEFAULT
    if name not in RUNNERS:
        raise InputError(f"{CHOICE}: unknown runner {name!r}; {describe_words(name, RUNNERS)}")
    return RUNNERS[name](threads)


def join_cluster(address: str, threads: int | None) -> Runner:
    """The runner for a cluster; what goes wrong there is told by one message of evometa, not by the log of Dask."""
    if threads is not None:
        raise InputError(
            "--cluster and --threads cannot stand together: the workers of a cluster say how many they have"
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return connect_cluster(address)
