"""Cards shuffled into a deck lie at random places of it."""

from tests.rules.builder import ENEMY, ME, duel

from evometa.games.hearthstone.engine.kernel.hand import shuffle_in

CARDS = """
[[card]]
name = "Echo"
spell = { shuffle = "Echo", count = 2 }
[[card]]
name = "Curse"
battlecry = { shuffle = "Hex", whose = "opponent" }
[[card]]
name = "Library"
spell = { shuffle = ["Fireball", "Sap"], count = 1, for_each = "friendly minion" }
[[card]]
name = "Flood"
spell = { shuffle = "Wisp", count = 99 }
"""


def test_each_card_has_a_place_of_its_own() -> None:
    game = duel(cards=CARDS).set_deck(ME, ["Wisp", "Hex", "Sap"]).give(ME, "Echo")
    game.script(1, 0).play("Echo")  # one card lies above the first copy, none above the second
    assert game.me.deck == ["Echo", "Wisp", "Echo", "Hex", "Sap"]


def test_the_bottom_is_a_place_too_and_so_is_an_empty_deck() -> None:
    game = duel(cards=CARDS).set_deck(ME, []).give(ME, "Echo").script(0, 1).play("Echo")
    assert game.me.deck == ["Echo", "Echo"]
    game.set_deck(ENEMY, ["Wisp", "Sap"]).give(ME, "Curse").script(2).play("Curse")
    assert game.enemy.deck == ["Wisp", "Sap", "Hex"]


def test_the_number_can_be_multiplied_and_the_card_be_random() -> None:
    game = duel(cards=CARDS).set_deck(ME, []).give(ME, "Library")
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Wisp")
    assert game.script(1, 0, 0, 0).play("Library").me.deck == ["Fireball", "Sap"]


def test_a_full_deck_has_no_room() -> None:
    game = duel(cards=CARDS).seed(1).give(ME, "Flood").play("Flood")
    assert game.me.deck == ["Wisp"] * 60


def test_every_place_is_as_likely_as_the_others() -> None:
    game = duel(cards=CARDS).set_deck(ENEMY, ["Wisp", "Sap"])
    places = [0, 0, 0]
    for seed in range(300):
        game.seed(seed)
        shuffle_in(game.game, ENEMY, game.stepper.find_card("Hex"))
        places[game.enemy.deck.index("Hex")] += 1
        game.set_deck(ENEMY, ["Wisp", "Sap"])
    assert all(70 < n < 130 for n in places)
