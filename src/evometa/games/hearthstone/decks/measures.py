"""Numbers of a deck that Hearthstone has besides those of every game."""

from __future__ import annotations

from evometa.games.decks.measures import DeckMeasure, measure_costs, measure_type, sum_of_cards

MEASURES = (
    *measure_costs("mana costs"),
    *(measure_type(kind, f"{kind}s") for kind in ("minion", "spell", "weapon")),
    DeckMeasure(
        "dust",
        "dust to craft the deck",
        lambda space, counts: sum_of_cards(
            space,
            counts,
            (card.game.crafting[card.tree.get("rarity", card.game.no_rarity)] for card in space.cards),
        ),
    ),
)
