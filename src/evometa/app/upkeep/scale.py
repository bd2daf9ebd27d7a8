"""How the cost of a search grows: with more decks, and with more candidate patches that are played at once.

Each case is what a balance search does in one generation, from genomes to objectives: it makes the card tables of all
candidates, plays all match-ups with each, and counts. A case has a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from evometa.app.terminal.progress import say
from evometa.balance.evaluator import Evaluator
from evometa.balance.space_files import make_space
from evometa.games.compiled.cache_folders import cache_root
from evometa.games.registry import default_game
from evometa.matches.runners import Collect, Games, Outcome, Runner, ThreadRunner, count_cores
from evometa.matches.schedule import Chunk
from evometa.metagame.metagames import Metagame, load_metagame
from evometa.show.terminal.screen import echo

METAGAME, PLAYERS = "paper-six", "paper"
DECKS = (2, 6, 12, 60)
PATCHES = (1, 4, 16, 64, 256)
GAMES = 4_000  # of a case, at least: about a second; the largest has 906,240, one for each pair, seat and patch
CASE = "from evometa.app.upkeep.scale import print_case; print_case({decks}, {patches}, {seed})"


@dataclass(frozen=True)
class _Timed:
    """A runner that passes all chunks on, and adds up the CPU time of compiled games."""

    runner: Runner
    seconds: list[float]

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, as `Runner` says."""

        def collect_and_add(chunk: Chunk, outcome: Outcome) -> None:
            self.seconds.append(outcome.cpu_seconds)
            collect(chunk, outcome)

        self.runner.run(games, chunks, collect_and_add)


def measure_scale(seed: int) -> dict[str, Any]:
    """All cases, by the names that the JSON has."""
    cases = []
    for decks, patches in product(DECKS, PATCHES):
        say(f"{decks} decks, {patches} patches ...")
        code = CASE.format(decks=decks, patches=patches, seed=seed)
        cases.append(json.loads(run_python(code, str(cache_root()))))
    return {"threads": count_cores(), "players": PLAYERS, "cases": cases}


def run_python(code: str, cache: str) -> str:
    """Run Python code in a new process, with a folder for compiled code; returns what it prints.

    So what is measured there does not depend on what this process has done.
    """
    environment = {**os.environ, "EVOMETA_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def games_of(decks: int, patches: int) -> int:
    """Games per match-up of a case: an even number."""
    return 2 * -(-GAMES // (decks * (decks - 1) * patches))


def print_case(decks: int, patches: int, seed: int) -> None:
    """What the process of a case does: measure it, and print JSON."""
    default_game().prepare()
    echo(json.dumps(measure_case(many_decks(decks), patches, games_of(decks, patches), seed)))


def many_decks(n: int) -> Metagame:
    """A metagame with a number of decks: six real ones, again and again, each time under another name."""
    six = load_metagame(METAGAME).with_players(PLAYERS)
    places = [i % len(six.decks) for i in range(n)]
    decks = tuple(replace(six.decks[p], name=f"{six.decks[p].name} {i}") for i, p in enumerate(places))
    return replace(six, decks=decks, players=tuple(six.players[p] for p in places), shares=(1 / n,) * n)


def measure_case(metagame: Metagame, patches: int, games: int, seed: int) -> dict[str, Any]:
    """What it takes to evaluate random patches with a number of games per match-up."""
    space = make_space(metagame)
    genomes = np.random.default_rng(seed).integers(space.low, space.high + 1, (patches, len(space)))
    compiled: list[float] = []
    evaluator = Evaluator(metagame, space, ["f", "m"], games, seed, _Timed(ThreadRunner(), compiled))
    wall, cpu = time.perf_counter(), time.process_time()
    n_games = int(evaluator.evaluate(genomes, 0).counts.sum())
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "decks": len(metagame.decks),
        "patches": patches,
        "games": n_games,
        "games_per_second": round(n_games / wall, 1),
        "games_per_cpu_second": round(n_games / cpu, 1),
        "outside_share": round(max(0.0, 1 - sum(compiled) / cpu), 4),
        "megabytes": _peak_memory(),
    }


def _peak_memory() -> int | None:
    """The most memory that this process ever held, in megabytes; None where the system does not say."""
    status = Path("/proc/self/status")  # on Linux `ru_maxrss` may be that of the process which started this one
    if status.exists():
        lines = status.read_text(encoding="ascii").splitlines()
        return round(int(next(line.split()[1] for line in lines if "VmHWM" in line)) / 1024)
    try:
        import resource
    except ImportError:  # on Windows
        return None
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024))


# --- for people -----------------------------------------------------------------------------------

COLUMNS = {
    "decks": ("decks", "d"),
    "patches": ("patches", "d"),
    "games": ("games", ",d"),
    "games_per_second": ("games/s", ",.0f"),
    "games_per_cpu_second": ("games per second of CPU", ",.0f"),
    "outside_share": ("outside games", ".1%"),
    "megabytes": ("megabytes", ",d"),
}


def scale_table(figures: dict[str, Any]) -> Table:
    """A row for each case."""
    title = f"evaluating patches, {figures['players']} players, {figures['threads']} threads"
    table = Table(title=title, title_justify="left")
    for label, _ in COLUMNS.values():
        table.add_column(label, justify="right")
    for case in figures["cases"]:
        cells = ((case[name], form) for name, (_, form) in COLUMNS.items())
        table.add_row(*("?" if value is None else format(value, form) for value, form in cells))
    return table
