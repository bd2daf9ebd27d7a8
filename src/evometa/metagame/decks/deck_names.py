"""Names for decks that a search has found: the class, and what the deck is about."""

from __future__ import annotations

from collections.abc import Collection
from statistics import mean

from evometa.games.decks.space import DeckSpace
from evometa.matches.inference import Counts

FAST, SLOW = 0.85, 1.1  # mean cost of a deck's cards, as a share of that of all cards that it could have
LEAST_OF_THEME = 6  # cards that make a deck one of a theme


def name_deck(space: DeckSpace, counts: Counts, taken: Collection[str] = ()) -> str:
    """Such as `Fast Paladin`, `Slow Warrior (weapons)`, `Midrange Mage 2` if there are others of that name."""
    words = [_name_pace(space, counts), space.klass.title() or "deck", *_name_themes(space, counts)]
    name, names = " ".join(words), {each.casefold() for each in taken}
    numbered = (name, *(f"{name} {number}" for number in range(2, len(names) + 3)))
    return next(each for each in numbered if each.casefold() not in names)


def _name_pace(space: DeckSpace, counts: Counts) -> str:
    of_deck = float(sum(n * card.cost for n, card in zip(counts, space.cards, strict=True)) / max(1, counts.sum()))
    usual = mean(card.cost for card in space.cards)
    if of_deck < FAST * usual:
        return "Fast"
    return "Slow" if of_deck > SLOW * usual else "Midrange"


def _name_themes(space: DeckSpace, counts: Counts) -> list[str]:
    """The theme of which the deck has most cards, if it has enough."""
    themes = space.card_set.game.themes
    found = {
        name: sum(int(n) for n, card in zip(counts, space.cards, strict=True) if is_of(card.tree))
        for name, is_of in themes.items()
    }
    most = max(found, key=lambda name: found[name], default="")
    return [f"({most})"] if found.get(most, 0) >= LEAST_OF_THEME else []
