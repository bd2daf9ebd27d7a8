"""Ctrl-C while the rules are being compiled."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest
from tests.parity.processes import start_python

from evometa.app.terminal.progress import COMPILING

COMMAND = "from evometa.app.main import start; start()"
ENDINGS = {
    "evometa: interrupted",
    "Interrupted before any games were finished: there is nothing to tell yet.",
}


def interrupt_compiling(cache: Path, seconds: float) -> None:
    """Start with an empty cache, and send Ctrl-C some seconds after compiling has begun."""
    arguments = ["-c", COMMAND, "meta", "paper-small", "--games", "2"]
    process = start_python(arguments, {"EVOMETA_CACHE": cache, "NUMBA_CACHE_DIR": ""})
    assert process.stderr is not None
    assert process.stderr.readline().strip() == COMPILING
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert len(told.splitlines()) == 1
    assert told.strip() in ENDINGS
    assert time.monotonic() - sent < 10
    assert list(cache.rglob("*.part")) == []


@pytest.mark.parametrize("seconds", [0, 3])
def test_ctrl_c_while_compiling(tmp_path: Path, seconds: float) -> None:
    interrupt_compiling(tmp_path / "cache", seconds)


@pytest.mark.nightly
def test_ctrl_c_at_any_moment_of_compiling(tmp_path: Path) -> None:
    draw = random.Random(9)
    for attempt in range(10):
        interrupt_compiling(tmp_path / str(attempt), draw.uniform(0, 30))
