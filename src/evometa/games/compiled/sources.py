"""The sources that compiled code is made from, and the name of the code that follows from them.

numba notices an edit in the file of a cached function, but not one in a file that it calls. So the folder of compiled
code is named by a hash of all compiled sources, and of the versions and the CPU that it was compiled for.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np
from numba.core import config

PACKAGE = Path(__file__).resolve().parents[2]

# Modules without compiled functions whose constants, records and decorators are part of compiled code.
CONSTANTS = (
    "games/hearthstone/cards/language/codes.py",
    "games/hearthstone/cards/compiling/sizes.py",
    "games/hearthstone/cards/compiling/table.py",
    "games/compiled/compiling.py",
    "games/compiled/records.py",
    "games/hearthstone/engine/state/records.py",
    "games/hearthstone/players/records.py",
    "games/hearthstone/players/workspace.py",
    "games/records.py",
    "games/sizes.py",
)
ADDED: dict[str, Path] = {}  # files of compiled code that somebody has registered, by what it is called


def source_files() -> list[Path]:
    """Every source file that compiled code is made from."""
    files = list((PACKAGE / "games").rglob("*.py"))
    functions = [path for path in files if "evometa.games.compiled.compiling" in path.read_text(encoding="utf-8")]
    return sorted({*functions, *(PACKAGE / name for name in CONSTANTS)})


@cache
def sources_hash() -> str:
    """A name for the compiled code, which is another one when a source, numba or the CPU changes."""
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(added_code())
    parts = (numba.__version__, np.__version__, sys.version, llvmlite.binding.get_host_cpu_name(), config.BOUNDSCHECK)
    digest.update(repr(parts).encode())
    return digest.hexdigest()[:20]


def added_code() -> bytes:
    """What the registered files say, with what they are for."""
    return b"".join(name.encode() + ADDED[name].read_bytes() for name in sorted(ADDED))
