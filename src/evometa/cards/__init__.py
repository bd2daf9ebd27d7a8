"""Cards as data: the card language, card sets, and the tables of integers that the engine reads."""

from evometa.cards.compiler import CardTable, compile_table
from evometa.cards.errors import InputError
from evometa.cards.loader import load_cards
from evometa.cards.model import Card, CardSet
from evometa.cards.rules import Rules, load_rules

__all__ = ["Card", "CardSet", "CardTable", "InputError", "Rules", "compile_table", "load_cards", "load_rules"]
