"""Where runs go if nobody says otherwise, and how their folders are named."""

from __future__ import annotations

import re
from pathlib import Path

DEFAULT_ROOT = Path("runs")
MOST_LETTERS = 60  # of the name of a folder without its number: no file system has room for more than 255


def next_folder(stem: str, root: Path = DEFAULT_ROOT) -> Path:
    """The first number after all that are taken."""
    numbers = [path.name.removeprefix(f"{stem}-") for path in root.glob(f"{stem}-*")]
    taken = [int(number) for number in numbers if number.isdecimal()]
    return root / f"{stem}-{max(taken, default=0) + 1}"


def in_letters(name: str) -> str:
    """A name as part of a folder's: small letters, digits and `-`, and not too many of them."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:MOST_LETTERS].rstrip("-")
