"""evometa: measure the balance of a collectible card game's metagame, and find the smallest patch that evens it out.

    import evometa

    metagame = evometa.load("paper-six")
    result = evometa.play(metagame, games=1000)
    result.matrix  # a pandas table; `result` itself shows it in colour, `result.plot()` draws it
    evometa.what_if(metagame, ["Consecration cost +1"], games=500)

    run = evometa.balance("paper-small", quick=True)
    run.patch, run.front  # what it recommends, and all that it audited; `run.frames.front` is a pandas table

All of it is in `evometa.report.notebook`, of which each module is imported when the first of its names is used.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evometa.cards.patches.patch import Patch
    from evometa.input.errors import InputError
    from evometa.metagame.metagames import Metagame
    from evometa.report.notebook.balance_run import BalanceRun
    from evometa.report.notebook.decks_run import DecksRun
    from evometa.report.notebook.explained import Explained, explain
    from evometa.report.notebook.laboratory import Result, WhatIf, load, play, what_if
    from evometa.report.notebook.missing_parts import MissingPartError
    from evometa.report.notebook.nerfs_run import NerfsRun
    from evometa.report.notebook.opening import open_run
    from evometa.report.notebook.other_runs import PaperRun, TableRun, TiersRun, TuneRun
    from evometa.report.notebook.respond_run import RespondRun
    from evometa.report.notebook.starting import balance, decks, nerfs, respond
    from evometa.report.notebook.stored_runs import Run

__version__ = "0.2.0"
__all__ = [
    "__version__",
    # measure
    "load",
    "play",
    "what_if",
    "explain",
    "Result",
    "WhatIf",
    "Explained",
    # runs
    "balance",
    "nerfs",
    "decks",
    "respond",
    "open_run",
    "Run",
    "BalanceRun",
    "NerfsRun",
    "DecksRun",
    "RespondRun",
    "TableRun",
    "TiersRun",
    "TuneRun",
    "PaperRun",
    # what they take, and what they raise
    "Metagame",
    "Patch",
    "InputError",
    "MissingPartError",
]

_NOTEBOOK = "evometa.report.notebook"
_MODULES = {
    f"{_NOTEBOOK}.laboratory": ("load", "play", "what_if", "Result", "WhatIf"),
    f"{_NOTEBOOK}.explained": ("explain", "Explained"),
    f"{_NOTEBOOK}.starting": ("balance", "nerfs", "decks", "respond"),
    f"{_NOTEBOOK}.opening": ("open_run",),
    f"{_NOTEBOOK}.stored_runs": ("Run",),
    f"{_NOTEBOOK}.missing_parts": ("MissingPartError",),
    f"{_NOTEBOOK}.balance_run": ("BalanceRun",),
    f"{_NOTEBOOK}.nerfs_run": ("NerfsRun",),
    f"{_NOTEBOOK}.decks_run": ("DecksRun",),
    f"{_NOTEBOOK}.respond_run": ("RespondRun",),
    f"{_NOTEBOOK}.other_runs": ("TableRun", "TiersRun", "TuneRun", "PaperRun"),
    "evometa.metagame.metagames": ("Metagame",),
    "evometa.cards.patches.patch": ("Patch",),
    "evometa.input.errors": ("InputError",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import these names when they are first used, so that `import evometa` takes no time."""
    if name not in _HOMES:
        raise AttributeError(f"module 'evometa' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _FrontDoor(ModuleType):
    """This module. A function has the name of the package `evometa.balance`, which importing would put in its place."""

    @property
    def balance(self) -> Any:
        return __getattr__("balance")

    @balance.setter
    def balance(self, package: ModuleType) -> None:
        """`from evometa.balance.objectives import ...` needs no attribute, so the function stays."""


sys.modules[__name__].__class__ = _FrontDoor
