"""Cards as data: the card language, card sets, and the tables of integers that the engine reads."""

from evometa.cards.compiling.compiler import CardTable, compile_table
from evometa.cards.model import Card, CardSet
from evometa.cards.reading.loader import load_cards
from evometa.cards.rules import Rules, load_rules

__all__ = ["Card", "CardSet", "CardTable", "Rules", "compile_table", "load_cards", "load_rules"]
