"""Python processes of their own, with their own settings."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]  # where `tests` can be imported
PATIENCE = 300  # seconds: other tests may have the cores


def start_python(arguments: Iterable[str], settings: Mapping[str, str | Path]) -> subprocess.Popen[str]:
    """Start Python with some environment variables changed; an empty text takes one away."""
    environment = {**os.environ, **{name: str(value) for name, value in settings.items()}}
    environment = {name: value for name, value in environment.items() if value or name not in settings}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, text=True, **pipes)


def finish(process: subprocess.Popen[str], text: str = "") -> str:
    """Give a process its input and wait for it; returns what it printed, and fails with its errors if it does."""
    out, errors = process.communicate(text)
    assert process.returncode == 0, errors
    return out


def run_python(code: str, **settings: str | Path) -> str:
    """Run Python code to its end; returns what it printed."""
    return finish(start_python(["-c", code], settings))


def interrupt(process: subprocess.Popen[str]) -> tuple[int, str, float]:
    """Send Ctrl-C, and wait; returns exit code, errors, and the CPU seconds of the end: others may have the cores."""
    worked, reaped = sum(psutil.Process(process.pid).cpu_times()[:2]), _count_children()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    return process.returncode, told, _count_children() - reaped - worked


def _count_children() -> float:
    """The CPU seconds of all processes that were started here and have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
