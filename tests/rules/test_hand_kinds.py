"""Cards in hand by kind, as a number of an effect or of a cost."""

from tests.rules.builder import ME, duel

CARDS = """
[[card]]
name = "Archivist"
battlecry = { armor = 1, for_each = "spell in your hand" }
[[card]]
name = "Recruiter"
battlecry = { armor = 1, for_each = "minion in your hand" }
[[card]]
name = "Armorer"
battlecry = { armor = 1, for_each = "weapon in your hand" }
[[card]]
name = "Spy"
battlecry = { armor = 1, for_each = "secret in your hand" }
[[card]]
name = "Hunter"
battlecry = { armor = 1, for_each = "beast in your hand" }
[[card]]
name = "Tome Giant"
cost = 9
own_cost = { cost = -1, for_each = "spell in your hand" }
[[card]]
name = "Herd"
cost = 9
own_cost = { cost = -1, for_each = "other minion in your hand" }
"""
HAND = ("Fireball", "Sap", "Wisp", "Timber Wolf", "Arcanite Reaper", "Counterspell")


def armor_of(name: str) -> int:
    return duel(cards=CARDS).give(ME, *HAND, name).play(name).me.armor


def test_cards_are_counted_by_what_they_are() -> None:
    assert [armor_of(name) for name in ("Archivist", "Recruiter", "Armorer", "Spy", "Hunter")] == [3, 2, 1, 1, 1]


def test_a_cost_can_depend_on_them() -> None:
    game = duel(cards=CARDS).give(ME, *HAND, "Tome Giant", "Herd")
    costs = {card.name: card.cost for card in game.me.cards}
    assert (costs["Tome Giant"], costs["Herd"]) == (6, 6)  # the herd does not count itself, but it counts the giant
