"""The names of Hearthstone's cards, which no other game shows."""

import re

from evometa.games.hearthstone.game import HEARTHSTONE

NAMES = {card.name for card in HEARTHSTONE.own_cards}
# Words of the language that are also names of cards.
COMMON = {"Charge", "Silence", "Windfury", "Execute", "Dream"}


def foreign_names(text: str) -> set[str]:
    """The names of Hearthstone's cards that a text has."""
    words = " ".join(text.split())
    return {name for name in NAMES - COMMON if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words)}
