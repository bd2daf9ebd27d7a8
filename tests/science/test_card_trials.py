"""A card in place of another: nothing changes if it is the same card, and much if it is far too strong."""

from evometa.games.cards import Card
from evometa.matches.runners import ThreadRunner
from evometa.metagame.changes.what_if import CardTrial
from evometa.metagame.metagames import load_metagame

OGRE = {
    "id": "MY_1",
    "name": "Free Ogre",
    "class": "neutral",
    "set": "custom",
    "type": "minion",
    "rarity": "common",
    "cost": 0,
    "attack": 12,
    "health": 12,
    "keywords": ["charge"],
}


def test_the_same_card_under_another_name_changes_no_game() -> None:
    metagame = load_metagame("paper-small")
    old = metagame.patched_cards["Fen Creeper"]
    same = {name: value for name, value in old.tree.items() if name != "dbf_id"} | {"id": "MY_1", "name": "Fen Dweller"}
    result = CardTrial.of(metagame, 0, old, Card.from_tree(same)).grow(1).play_up_to(40, ThreadRunner(1))
    assert result.change.value[0, 1] == 0
    assert result.before.evidence.rates.value[0, 1] == result.after.evidence.rates.value[0, 1]


def test_a_card_that_is_far_too_strong_is_seen_in_few_games() -> None:
    metagame = load_metagame("paper-small")
    trial = CardTrial.of(metagame, 0, metagame.patched_cards["Fen Creeper"], Card.from_tree(OGRE))
    result = trial.grow(1).play_up_to(100, ThreadRunner(1))
    assert result.change_against_meta.low[0] > 0.05
    assert result.after.evidence.games[1, 2] == 0  # match-ups of other decks are not played
