"""Other processes that use a run."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]


@contextmanager
def writer(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that is about to write a run, and is killed in the end."""
    process = start("-m", "tests.unit.store.writer", str(folder))
    try:
        assert read_line(process) == "ready"
        yield process
    finally:
        process.kill()
        process.communicate()


def start(*arguments: str) -> subprocess.Popen[str]:
    """A Python process that finds evometa and its tests."""
    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        text=True,
    )


def read_line(process: subprocess.Popen[str]) -> str:
    """The next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()
