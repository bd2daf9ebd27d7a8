"""Cards by word, in which states, moves and waivers speak.

A card's word is its name; of several cards with a name, only the one that goes into decks has it, and the others have
their ids. `Stepper.find_card` understands all words.
"""

from __future__ import annotations

from evometa.games.tables import CardTable

# The recorder's hero powers have later ids than the cards.
POWER_IDS = {
    "HERO_01bp": "CS2_102",
    "HERO_02bp": "CS2_049",
    "HERO_03bp": "CS2_083b",
    "HERO_04bp": "CS2_101",
    "HERO_05bp": "DS1h_292",
    "HERO_06bp": "CS2_017",
    "HERO_07bp": "CS2_056",
    "HERO_08bp": "CS2_034",
    "HERO_09bp": "CS1h_001",
}


class CardWords:
    """The word of each card of a table, by its index and by its id."""

    def __init__(self, table: CardTable) -> None:
        self.by_index = [table.ids[0], *(_word(table, index) for index in range(1, len(table.ids)))]
        self.by_id = dict(zip(table.ids, self.by_index, strict=True))
        self.by_id |= {later: self.by_id[id_] for later, id_ in POWER_IDS.items() if id_ in self.by_id}


def _word(table: CardTable, index: int) -> str:
    name = table.names[index]
    same = table.roster.indices_by_name[name]
    collectible = [i for i in same if table.roster.definitions[i - 1].collectible]
    return name if list(same) == [index] or collectible == [index] else table.ids[index]
