"""Random legal decks of all classes, with cards of the whole pool: what a player or a card is worth beyond known decks.

A deck depends on the seed and its own number alone, so that the first decks are the same however many are drawn. Random
decks have few cards of some kinds, so that games with them tell little about these. Themed decks have more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.cards.decks.deck import DECK_CLASSES, Deck
from evometa.cards.decks.space import DeckSpace
from evometa.cards.decks.space_setup import make_deck_space
from evometa.cards.model import CardSet
from evometa.cards.patches.patch import Patch
from evometa.cards.rules import Rules

POOL = "all"

THEMES: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {  # kinds of cards that random decks have few of
    "weapons": lambda card: card["type"] == "weapon",
    "overload": lambda card: "overload" in card,
    "secrets": lambda card: "secret" in card,
}
THEME_SHARE = 0.2  # of the cards of a deck are drawn from its theme


def class_spaces(card_set: CardSet, rules: Rules, patch: Patch | None = None) -> tuple[DeckSpace, ...]:
    """The decks of each class, with all cards of the set that decks may hold."""
    return tuple(make_deck_space(klass, POOL, card_set, rules, patch) for klass in DECK_CLASSES)


def draw_random_decks(n_decks: int, seed: int, spaces: Sequence[DeckSpace]) -> tuple[Deck, ...]:
    """Decks of one space after the other: each has one uniformly random legal card after the other, and no style."""
    return tuple(_draw_deck(number, seed, spaces) for number in range(n_decks))


def draw_themed_decks(n_decks: int, seed: int, spaces: Sequence[DeckSpace]) -> tuple[Deck, ...]:
    """The same, but the second deck of a space has the first theme that there are cards for, and so on; after all of
    them comes a deck without a theme again."""
    return tuple(_draw_deck(number, seed, spaces, is_themed=True) for number in range(n_decks))


def _draw_deck(number: int, seed: int, spaces: Sequence[DeckSpace], is_themed: bool = False) -> Deck:
    space, nth = spaces[number % len(spaces)], number // len(spaces)
    theme = _find_theme(space, nth) if is_themed else ""
    chances = _weigh_theme(space, theme) if theme else None
    (counts,) = space.draw(1, np.random.default_rng([seed, number]), chances)
    return space.decode(counts, f"Random {space.klass} {nth + 1}" + (f" ({theme})" if theme else ""))


def _find_theme(space: DeckSpace, nth: int) -> str:
    """The theme of the nth deck of a space; empty if it has none."""
    themes = ["", *(name for name, is_of in THEMES.items() if any(is_of(card.tree) for card in space.cards))]
    return themes[nth % len(themes)]


def _weigh_theme(space: DeckSpace, theme: str) -> NDArray[np.float64]:
    """[n]: how likely each card of a space is drawn."""
    is_of = np.array([THEMES[theme](card.tree) for card in space.cards])
    return np.asarray(np.where(is_of, THEME_SHARE / is_of.sum(), (1 - THEME_SHARE) / max(1, (~is_of).sum())))
