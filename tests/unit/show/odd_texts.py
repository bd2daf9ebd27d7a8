"""Texts that look like markup or hide something, and runs that are full of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evometa.store import create_run, open_run

ODD = """<script>"it's" &amp; & '><b onclick="x">"""
HIDDEN = "\x1b]0;evil\x07\u202e\x9b\ufffe$\\frac$ "  # no HTML, no XML and no math has these
SHOWN = r"\x1b]0;evil\x07\u202e\x9b\ufffe$\frac$ "
FILE = ODD.replace("/", "") + ".toml"  # a name that a file can have


def retell(folder: Path, target: Path, odd: str = ODD) -> Path:
    """The same run, and all that are inside of its folder, with odd names."""
    with open_run(folder) as run:
        file = {"metagame": FILE} if "metagame" in run.settings else {}
        with create_run(target, run.kind, {**make_odd(run.settings, odd), **file}) as other:
            other.save_checkpoint(0, b"", run.evaluations())
            other.save_results({name: make_odd(value, odd) for name, value in run.results().items()})
            other.finish()
    for part in folder.glob("*/run.sqlite"):
        retell(part.parent, target / part.parent.name, odd)
    return target


def make_odd(value: Any, odd: str = ODD) -> Any:
    """Results or settings with odd texts around all names in them, which have capital letters or spaces."""
    if isinstance(value, dict):
        return {make_odd(name, odd): make_odd(each, odd) for name, each in value.items()}
    if isinstance(value, list):
        return [make_odd(each, odd) for each in value]
    is_name = isinstance(value, str) and (" " in value or value != value.lower())
    return f"{odd}{value}{odd}" if is_name else value
