"""Short labels of decks: few letters, all different."""

import pytest

from evometa.story.words.names import label_decks


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Exp1 Hunter (Aggro)", "Exp1 Hunter (Control)", "Exp1 Paladin (Aggro)"], ["HA", "HC", "PA"]),
        (["Starter Mage", "Starter Warlock", "Starter Warrior"], ["Mage", "Warl", "Warr"]),
        (["Exp1 Hunter (Aggro)", "Exp2 Hunter (Aggro)", "Exp2 Mage (Aggro)"], ["1H", "2H", "2M"]),
        (["Mine"], ["M"]),
        (["Deck", "deck of cards"], ["D", "DOC"]),
        (["A very long name of a deck", "A very long name of a dream"], ["De", "Dr"]),
        (["Same words", "words Same"], ["SW", "WS"]),
        (["!", "?"], ["1", "2"]),
        (["Warlockish one", "Warlocks one"], ["1", "2"]),
    ],
)
def test_labels(names: list[str], labels: list[str]) -> None:
    assert label_decks(names) == labels
