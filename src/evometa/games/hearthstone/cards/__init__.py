"""Cards as data: the card language, card sets, and the tables of integers that the engine reads."""

from typing import TYPE_CHECKING, Any

from evometa.games.cards import Card, CardSet
from evometa.games.hearthstone.cards.reading.loader import load_cards
from evometa.games.hearthstone.cards.rules import Rules, load_rules

if TYPE_CHECKING:
    from evometa.games.hearthstone.cards.compiling.compiler import compile_table
    from evometa.games.tables import CardTable

__all__ = ["Card", "CardSet", "CardTable", "Rules", "compile_table", "load_cards", "load_rules"]


def __getattr__(name: str) -> Any:
    """What needs NumPy is imported when it is used, because commands that only show cards do not need it."""
    if name not in __all__:
        raise AttributeError(f"module 'evometa.games.hearthstone.cards' has no attribute {name!r}")
    from evometa.games.hearthstone.cards.compiling import compiler

    return getattr(compiler, name)
