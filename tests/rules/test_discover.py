"""Discover: choose one of three random cards, which comes to hand."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Scout"
battlecry = { discover = ["Fireball", "Hex", "Sap", "Wisp"] }
[[card]]
name = "Scholar"
battlecry = { discover = "spell" }
[[card]]
name = "Copycat"
spell = { discover = "spell" }
class = "paladin"
[[card]]
name = "Mentor"
battlecry = { discover = "warrior weapon" }
[[card]]
name = "Legacy"
deathrattle = { discover = ["Fireball", "Hex"] }
[[card]]
name = "Double"
spell = { repeat = 2, do = { discover = ["Fireball", "Hex", "Sap", "Wisp"] } }
[[card]]
name = "Dreamer"
whenever = { event = "your turn ends", do = { discover = ["Fireball", "Hex", "Sap"] } }
[[card]]
name = "Riser"
whenever = { event = "your turn starts", do = { discover = ["Fireball", "Hex", "Sap"] } }
[[card]]
name = "Deep Look"
spell = [{ discover = ["Hex", "Sap"] }, { look_at = 2 }]
"""


def test_the_chosen_card_comes_to_hand_and_the_others_are_nobodys() -> None:
    game = duel(cards=CARDS).give(ME, "Scout").script(3, 0, 1).play("Scout")
    assert game.choices == ["Wisp", "Fireball", "Sap"]  # each is taken out of those left
    game.choose("Fireball")
    assert (game.me.hand, len(game.me.deck), game.choices) == (["Fireball"], 10, [])


def test_nothing_else_can_be_done_before_the_choice() -> None:
    game = duel(cards=CARDS).give(ME, "Scout").script(0, 0, 0).play("Scout")
    assert [str(action) for action in game.actions()] == ["choose Fireball", "choose Hex", "choose Sap"]


def test_without_a_class_the_cards_are_neutral_or_of_the_own_class() -> None:
    game = duel("mage", cards=CARDS).seed(3).give(ME, "Scholar").play("Scholar")
    cards = game.stepper.table.roster.cards
    classes = {cards[game.stepper.find_card(name) - 1].tree["class"] for name in game.choices}
    assert len(game.choices) == 3
    assert classes <= {"mage", "neutral"}


def test_a_card_does_not_discover_itself() -> None:
    found = set()
    for seed in range(12):
        found |= {*duel("paladin", cards=CARDS).seed(seed).give(ME, "Copycat").play("Copycat").choices}
    assert "Consecration" in found
    assert "Copycat" not in found


def test_a_named_class_is_the_only_one() -> None:
    game = duel("mage", cards=CARDS).seed(1).give(ME, "Mentor").play("Mentor")
    assert {*game.choices} <= {"Arcanite Reaper", "Fiery War Axe", "Gorehowl"}


def test_a_card_chosen_into_a_full_hand_is_lost() -> None:
    game = duel(cards=CARDS).give(ME, "Scout", *["Wisp"] * 9).script(0, 0, 0).play("Scout").give(ME, "Wisp")
    assert game.choose("Hex").me.hand == ["Wisp"] * 10


def test_in_the_enemys_turn_the_choice_is_random() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball")
    legacy = game.add_minion(ENEMY, "Legacy")
    game.script(1).play("Fireball", target=legacy)
    assert (game.enemy.hand, game.choices) == (["Hex"], [])


def test_of_two_choices_at_once_the_second_is_random() -> None:
    game = duel(cards=CARDS).give(ME, "Double").script(0, 0, 0, 3).play("Double")
    assert (game.choices, game.me.hand) == (["Fireball", "Hex", "Sap"], ["Wisp"])
    assert game.choose("Sap").me.hand == ["Wisp", "Sap"]


def test_a_choice_that_is_open_when_the_turn_ends_is_made_at_random() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ME, "Dreamer")
    game.script(0, 0, 0, 2).end_turn()
    assert (game.enemy.hand, game.choices) == (["Sap"], [])


def test_so_is_one_that_the_last_deaths_of_the_turn_open() -> None:
    game = duel(cards=CARDS).give(ME, "Power Overwhelming")
    legacy = game.add_minion(ME, "Legacy")
    game.play("Power Overwhelming", target=legacy).script(0, 0, 1).end_turn()
    assert (game.enemy.hand, game.choices, game.current) == (["Hex"], [], ENEMY)


def test_at_the_start_of_the_turn_there_is_a_choice() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ENEMY, "Riser")
    game.script(0, 0, 0).end_turn()
    assert (game.choices, game.current) == (["Fireball", "Hex", "Sap"], ENEMY)
    assert game.choose("Hex").me.hand == ["Wisp", "Hex"]  # the card of the turn came first


def test_nobody_looks_at_the_deck_while_another_choice_is_open() -> None:
    game = duel(cards=CARDS).give(ME, "Deep Look").script(0, 0).play("Deep Look")
    assert (game.choices, len(game.me.deck)) == (["Hex", "Sap"], 10)
