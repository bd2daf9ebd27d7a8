"""Python in processes of their own, with a cache of their own: for what must not be measured in this one."""

from __future__ import annotations

import os
import subprocess
import sys


def run_python(code: str, cache: str) -> str:
    """Run Python code in a new process, with a folder for compiled code; returns what it prints."""
    environment = {**os.environ, "EVOMETA_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout
