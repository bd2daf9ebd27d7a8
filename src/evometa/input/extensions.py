"""What other packages add to evometa: searches, objectives, kinds of player, runners, kinds of run.

A package says so in its `pyproject.toml`, and whatever it names is called once, before anything is played or shown:

    [project.entry-points."evometa"]
    my-search = "my_package:register"

Code is loaded because somebody has installed it, never because a file or a run names it. What is added goes into
registries: plain dicts by name that take further entries while the program runs.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import MutableMapping
from importlib.metadata import entry_points
from typing import TypeVar

from evometa.input.errors import InputError, Notice

_GROUP = "evometa"
NAME = re.compile(r"[a-z][a-z0-9_-]*")  # names stand in lists with commas, in TOML and in the names of files
T = TypeVar("T")

_is_loaded = False


def load_extensions() -> None:
    """Let every installed package register what it adds. One that cannot is left out, with a line that says so."""
    global _is_loaded
    if _is_loaded:
        return
    _is_loaded = True  # before anything is loaded: what registers may ask for this again
    for each in sorted(entry_points(group=_GROUP), key=lambda each: each.name):
        try:
            each.load()()
        except Exception as error:  # whatever is wrong with a package of somebody else, the rest must work
            package = each.dist.name if each.dist is not None else "an unknown package"
            problem = f"the extension '{each.name}' of the package {package} cannot be used, and is left out: {error}"
            warnings.warn(problem, Notice, stacklevel=2)


def add_entry(registry: MutableMapping[str, T], what: str, name: str, entry: T) -> None:
    """Add an entry; an `InputError` if its name is taken or cannot be one. `what` says what is registered."""
    if not NAME.fullmatch(name):
        raise InputError(f"{what} {name!r}: allowed in a name: small letters, digits, _ and -, a letter first")
    if name in registry:
        raise InputError(f"{what} {name!r}: this name is taken; choose another. Taken are: {', '.join(registry)}")
    registry[name] = entry
