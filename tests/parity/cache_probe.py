"""A copy of the package with two small compiled functions in it, and a cache of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.parity.processes import finish, run_python, start_python

import evometa

# The function that Python calls is in another file than the one that computes.
INNER = """
from evometa.games.compiled.compiling import compiled

@compiled
def compute(n):
    return n + 1
"""
OUTER = """
from evometa.games.compiled.compiling import entry
from evometa.games.hearthstone.engine.probe_inner import compute

@entry
def ask(n):
    return compute(n) * 10
"""
# What a process prints: the answer, and how often it was loaded from the cache instead of compiled.
ASK = """
from evometa.games.hearthstone.engine.probe_outer import ask
print(ask(3), sum(ask.stats.cache_hits.values()))
"""


class Probe:
    """A copy of the package with the two functions in it, and a cache folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.sources, self.cache = folder / "src", folder / "cache"
        package = self.sources / "evometa"
        shutil.copytree(Path(evometa.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
        self.inner = package / "games" / "hearthstone" / "engine" / "probe_inner.py"
        self.inner.write_text(INNER)
        self.inner.with_name("probe_outer.py").write_text(OUTER)
        self.settings = {"PYTHONPATH": self.sources, "EVOMETA_CACHE": self.cache, "NUMBA_CACHE_DIR": ""}

    def ask(self, code: str = ASK, **settings: str | Path) -> tuple[int, int]:
        """The answer of a new process, and how much of it was cached."""
        answer, hits = self.run(code, **settings)[-1].split()
        return int(answer), int(hits)

    def ask_at_once(self, n: int) -> list[str]:
        """What some processes print that start together."""
        processes = [start_python(["-c", ASK], self.settings) for _ in range(n)]
        return [finish(process).strip() for process in processes]

    def run(self, code: str, **settings: str | Path) -> list[str]:
        """The lines that a new process prints."""
        return run_python(code, **{**self.settings, **settings}).splitlines()

    def folders(self) -> set[Path]:
        return set(self.cache.iterdir())
