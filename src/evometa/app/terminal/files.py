"""Single files that commands write: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from evometa.input.errors import InputError


def write_file(path: Path, text: str, option: str = "--out") -> None:
    """Write a text, in the place of what was there. `option` names the wish in messages."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise InputError(
            f"{option} {path}: cannot be written ({error.strerror}); name a file in a folder that is there"
        ) from None
