"""evometa needs nothing that only Linux and macOS have: every module can be imported where that is missing."""

from __future__ import annotations

import subprocess
import sys

POSIX_MODULES = ("fcntl", "grp", "posix", "pwd", "resource", "termios", "tty")
POSIX_NAMES = (
    *("getuid", "geteuid", "getpgid", "killpg", "fork", "mkfifo", "sched_getaffinity", "uname"),
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK"),
)
# What evometa is built on is imported first: it knows by itself what a system has.
PROGRAM = f"""
import os, pkgutil, importlib, sys
import deap.tools, nicegui, numba, pandas, pyarrow, ribs.archives, rich, scipy.linalg, typer, vl_convert
import distributed
for name in {POSIX_MODULES}:
    sys.modules[name] = None
for name in {POSIX_NAMES}:
    delattr(os, name)
import evometa
modules = [each.name for each in pkgutil.walk_packages(evometa.__path__, "evometa.")]
for name in modules:
    importlib.import_module(name)
print(len(modules))
"""


def test_every_module_can_be_imported_without_what_only_posix_has() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300
