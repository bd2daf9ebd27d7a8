"""Inputs that failed, as files: each is named by its target, the seed and its number. Runs are large and packed."""

from __future__ import annotations

import gzip
from pathlib import Path

from tools.fuzz_input.attempt import Input
from tools.fuzz_input.forms import RUN
from tools.fuzz_input.targets import TARGETS

from evometa.input.errors import InputError, describe_words
from evometa.input.writing import make_folder, write_file

FOLDER = Path("fuzz-input")  # where inputs that fail are kept
CORPUS = Path(__file__).parents[2] / "tests" / "fixtures" / "fuzz_input"  # those that must never fail again
PACKED = ".gz"
REASON = ".why"  # ending of the file that says why


def write_kept(item: Input, folder: Path, seed: int, number: int, reason: str) -> Path:
    """Write an input that failed, and beside it why it did."""
    make_folder(folder)
    is_packed = item.target.form is RUN
    path = folder / f"{item.target.name}.{seed}.{number}{item.target.form.ending}{PACKED if is_packed else ''}"
    write_file(path, gzip.compress(item.content, mtime=0) if is_packed else item.content)
    write_file(path.with_name(f"{path.name}{REASON}"), reason.encode("utf-8", "backslashreplace"))
    return path


def read_kept(path: Path) -> Input:
    """An input that was kept."""
    name = path.name.partition(".")[0]
    if name not in TARGETS:
        raise InputError(f"{path}: there is no target {name!r}; {describe_words(name, TARGETS)}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    return Input(TARGETS[name], gzip.decompress(content) if path.suffix == PACKED else content)
