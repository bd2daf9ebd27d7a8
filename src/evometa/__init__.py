"""evometa: measure the balance of a collectible card game's metagame, and find the smallest patch that evens it out.

    import evometa

    metagame = evometa.load("paper-six")
    result = evometa.play(metagame, games=1000)
    result.matrix  # a pandas table; `result` itself shows it in colour, `result.plot()` draws it
    evometa.what_if(metagame, ["Consecration cost +1"], games=500)

    run = evometa.balance("paper-small", quick=True)
    run.patch, run.front  # what it recommends, and all that it audited; `run.frames.front` is a pandas table

All of it is in `evometa.notebook`, of which each module is imported when the first of its names is used.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evometa.games.patches.patch import Patch
    from evometa.input.errors import InputError
    from evometa.metagame.metagames import Metagame
    from evometa.notebook.laboratory import explain, load, play, what_if
    from evometa.notebook.played import Explained, Result, WhatIf
    from evometa.notebook.registering import Algorithm, Kind, Objective, PlayerKind, RunnerKind, register
    from evometa.notebook.run import MissingPartError, Run, open_run
    from evometa.notebook.runs import (
        BalanceRun,
        DecksRun,
        EvolveRun,
        NerfsRun,
        PaperRun,
        RespondRun,
        TableRun,
        TiersRun,
        TuneRun,
    )
    from evometa.notebook.starting import balance, decks, evolve, nerfs, respond

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
    "evolve",
    "open_run",
    "Run",
    "BalanceRun",
    "NerfsRun",
    "DecksRun",
    "RespondRun",
    "EvolveRun",
    "TableRun",
    "TiersRun",
    "TuneRun",
    "PaperRun",
    # extend
    "register",
    "Algorithm",
    "Objective",
    "PlayerKind",
    "RunnerKind",
    "Kind",
    # what they take, and what they raise
    "Metagame",
    "Patch",
    "InputError",
    "MissingPartError",
]

_NOTEBOOK = "evometa.notebook"
_MODULES = {
    f"{_NOTEBOOK}.laboratory": ("load", "play", "what_if", "explain"),
    f"{_NOTEBOOK}.played": ("Result", "WhatIf", "Explained"),
    f"{_NOTEBOOK}.starting": ("balance", "nerfs", "decks", "respond", "evolve"),
    f"{_NOTEBOOK}.run": ("Run", "MissingPartError", "open_run"),
    f"{_NOTEBOOK}.runs": (
        *("BalanceRun", "NerfsRun", "DecksRun", "RespondRun", "EvolveRun"),
        *("TableRun", "TiersRun", "TuneRun", "PaperRun"),
    ),
    f"{_NOTEBOOK}.registering": ("register", "Algorithm", "Objective", "PlayerKind", "RunnerKind", "Kind"),
    "evometa.metagame.metagames": ("Metagame",),
    "evometa.games.patches.patch": ("Patch",),
    "evometa.input.errors": ("InputError",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import these names when they are first used, so that `import evometa` takes no time."""
    if name not in _HOMES:
        raise AttributeError(f"module 'evometa' has no attribute {name!r}")
    from importlib import import_module

    from evometa.input.extensions import load_extensions

    load_extensions()
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
