"""A process that carries out runs in many lives: each is killed at a random moment, and the next goes on.

Run as a script with the kind of run, a folder that has the metagame, how often to kill, the seed of the moments, and
how many seconds the longest life may last. A life is a child process, so that not each of them loads all cards. The
same run is made again and again (0/run, 1/run, ...) until there were enough kills. Prints how each life ended.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from tests.unit.balance.planted_cards import PlantedCards
from tests.unit.experiments.planted_meta import FILE, LEARNING, SMALL
from tests.unit.experiments.planted_searches import SMALL_LEARNING, SMALL_MODEL_MAP, SMALL_SEARCH
from tests.unit.metagame.planted_decks import PlantedDecks

from evometa.experiments import runs
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.metagame.metagames import load_metagame
from evometa.search.maps.map_elites import MapElites  # noqa: F401  # once, because it takes longer than a life

LOAD = lru_cache(load_metagame)  # once, before the first life
vars(runs)["load_metagame"] = LOAD


def carry_on_balance(folder: Path, metagame: Path) -> None:
    """Go on with a balance run."""
    BALANCE.carry_on(folder, replace(SMALL, metagame=str(metagame)), PlantedCards())


def carry_on_decks(folder: Path, metagame: Path) -> None:
    """Go on with a deck search."""
    DECKS.carry_on(folder, replace(SMALL_SEARCH, metagame=str(metagame)), PlantedDecks())


def carry_on_learning(folder: Path, metagame: Path) -> None:
    """Go on with a balance run that learns."""
    BALANCE.carry_on(folder, replace(LEARNING, metagame=str(metagame)), PlantedCards())


def carry_on_learning_decks(folder: Path, metagame: Path) -> None:
    """Go on with a deck search that learns."""
    DECKS.carry_on(folder, replace(SMALL_LEARNING, metagame=str(metagame)), PlantedDecks())


def carry_on_model_map(folder: Path, metagame: Path) -> None:
    """Go on with a deck search whose model fills a map."""
    DECKS.carry_on(folder, replace(SMALL_MODEL_MAP, metagame=str(metagame)), PlantedDecks())


KINDS = {
    "model map": carry_on_model_map,
    "learning decks": carry_on_learning_decks,
    BALANCE.name: carry_on_balance,
    "learning": carry_on_learning,
    DECKS.name: carry_on_decks,
}


def live(work: Callable[[], None], seconds: float | None) -> str:
    """Work for a while, or to the end; say how the process ended."""
    child = os.fork()
    if not child:
        work()
        os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed"
    return "finished" if os.WEXITSTATUS(status) == 0 else "failed"


def main(kind: str, root: Path, kills: int, seed: int, longest: float) -> None:
    """Make runs until so many lives were cut short, and finish the last one."""
    metagame = root / FILE
    LOAD(str(metagame))
    draw = random.Random(seed)
    n_runs = n_killed = 0
    while n_killed < kills:
        end = live(partial(KINDS[kind], root / str(n_runs) / "run", metagame), draw.uniform(0, longest))
        print(end, flush=True)
        n_killed += end == "killed"
        n_runs += end == "finished"
    print(live(partial(KINDS[kind], root / str(n_runs) / "run", metagame), None), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
