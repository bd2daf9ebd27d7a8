"""evometa: measure the balance of a collectible card game's metagame, and find the smallest patch that evens it out.

    import evometa

    metagame = evometa.load("paper-six")
    result = evometa.play(metagame, games=1000)
    result.matrix  # a pandas table; `result` itself shows it in colour, `result.plot()` draws it
    evometa.what_if(metagame, ["Consecration cost +1"], games=500)

These are in `evometa.report.notebook.laboratory`, which is imported when the first of them is used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evometa.report.notebook.laboratory import Result, WhatIf, load, play, what_if

__version__ = "0.2.0.dev0"
__all__ = ["Result", "WhatIf", "__version__", "load", "play", "what_if"]


def __getattr__(name: str) -> Any:
    """Import these names when they are first used, so that `import evometa` takes no time."""
    if name not in __all__:
        raise AttributeError(f"module 'evometa' has no attribute {name!r}")
    from evometa.report.notebook import laboratory as notebook

    return getattr(notebook, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
