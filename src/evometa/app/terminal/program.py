"""The name of the program as a user can type it here, for commands that are printed to be copied."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "evometa"


def program() -> str:
    """`evometa` if the shell would find this one under that name, and else the way to it, such as `.venv/bin/evometa`.

    A program that was not started by its own command (a notebook, a test) says `evometa`.
    """
    called = Path(sys.argv[0])
    if called.stem != NAME or not called.exists():
        return NAME
    found = shutil.which(NAME)
    if found is not None and os.path.samefile(found, called):
        return NAME
    absolute, relative = os.path.abspath(called), os.path.relpath(called)
    return shlex.quote(absolute if relative.startswith(os.pardir) else relative)
