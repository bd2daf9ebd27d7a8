"""Numbers of a deck that Hearthstone has besides those of every game."""

from __future__ import annotations

from evometa.games.decks.measures import DeckMeasure, measure_costs, measure_type, sum_of_cards


def measures_of(word: str) -> tuple[DeckMeasure, ...]:
    """The measures; a word for what crafting costs, if it costs anything."""
    kinds = (measure_type(kind, f"{kind}s") for kind in ("minion", "spell", "weapon"))
    return (*measure_costs("mana costs"), *kinds, *([_measure_crafting(word)] if word else []))


def _measure_crafting(word: str) -> DeckMeasure:
    return DeckMeasure(
        word,
        f"{word} to craft the deck",
        lambda space, counts: sum_of_cards(
            space, counts, (card.game.crafting[card.tree.get("rarity", card.game.no_rarity)] for card in space.cards)
        ),
    )
