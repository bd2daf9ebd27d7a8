"""Python processes of their own, with their own settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # where `tests` can be imported


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
