"""Steps about hands, decks, crystals and secrets."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Peek"
spell = { copy_from_hand = 1 }
[[card]]
name = "Steal"
spell = { copy_from_deck = 2 }
[[card]]
name = "Games"
spell = { summon_from_deck = "minion", else_summon = "Boar" }
[[card]]
name = "Call Demons"
spell = { draw_race = "demon", count = 2, else_add = "Bananas" }
[[card]]
name = "Boomerang"
spell = { damage = 1, to = "the enemy hero" }
combo = [{ damage = 2, to = "the enemy hero" }, { return_later = true }]
[[card]]
name = "Grave Caller"
battlecry = { summon_dead = true }
[[card]]
name = "Alarm"
health = 3
whenever = { event = "your turn starts", do = { swap_with_hand = true } }
[[card]]
name = "Flare"
spell = { destroy_secrets = "opponent" }
[[card]]
name = "Eater"
battlecry = { destroy_secrets = "opponent", count = 1 }
[[card]]
name = "Nourish"
spell = { gain_crystals = 2, filled = true }
[[card]]
name = "Fel"
battlecry = { gain_crystals = -1 }
[[card]]
name = "Divine"
spell = { draw = 1, for_each = "card your opponent holds more" }
[[card]]
name = "Wish"
spell = [{ draw = 1 }, { damage = 1, to = "the enemy hero", for_each = "cost of the drawn card" }]
[[card]]
name = "Gift"
spell = { draw = 1, whose = "each player" }
"""


def test_a_copy_from_the_enemy_hand() -> None:
    game = duel(cards=CARDS).give(ME, "Peek").give(ENEMY, "Wisp", "Fireball").script(1).play("Peek")
    assert (game.me.hand, game.enemy.hand) == (["Fireball"], ["Wisp", "Fireball"])


def test_copies_from_the_enemy_deck_are_of_two_different_cards() -> None:
    game = duel(cards=CARDS).give(ME, "Steal").set_deck(ENEMY, ["Hex", "Sap", "Wisp"]).script(0, 0).play("Steal")
    assert (len(game.enemy.deck), game.me.hand) == (3, ["Wisp", "Sap"])


def test_a_copy_of_a_minion_of_the_enemy_deck() -> None:
    game = duel(cards=CARDS).give(ME, "Games", "Games").set_deck(ENEMY, ["Hex", "Chillwind Yeti"]).script(0)
    game.play("Games").set_deck(ENEMY, ["Hex"]).play("Games")
    assert game.me.minions == ["Chillwind Yeti", "Boar"]


def test_drawing_a_race() -> None:
    game = duel(cards=CARDS).give(ME, "Call Demons").set_deck(ME, ["Wisp", "Voidwalker", "Wisp"]).script(0)
    game.play("Call Demons")
    assert (game.me.hand, game.me.deck) == (["Voidwalker", "Bananas"], ["Wisp", "Wisp"])


def test_a_spell_that_comes_back_next_turn() -> None:
    game = duel(cards=CARDS).give(ME, "The Coin", "Boomerang").play("The Coin").play("Boomerang")
    assert (game.enemy.health, game.me.hand) == (28, [])
    pass_turn(game)
    assert game.me.hand == ["Boomerang", "Wisp"]


def test_all_that_died_this_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Arcane Shot", "Grave Caller")
    wisp = game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    game.play("Arcane Shot", target=wisp).play("Grave Caller")
    assert game.me.minions == ["Grave Caller", "Wisp"]


def test_a_minion_that_swaps_with_the_hand() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball", "Chillwind Yeti").script(0)
    game.add_minion(ME, "Wisp")
    game.add_minion(ME, "Alarm")
    pass_turn(game)
    assert (game.me.minions, game.me.hand) == (["Wisp", "Chillwind Yeti"], ["Fireball", "Alarm", "Wisp"])


def test_secrets_can_be_destroyed() -> None:
    game = (
        duel(cards=CARDS).add_secret(ENEMY, "Snake Trap").add_secret(ENEMY, "Eye for an Eye").give(ME, "Flare", "Eater")
    )
    other = game.copy()
    assert game.play("Flare").enemy.secrets == []
    assert other.script(0).play("Eater").enemy.secrets == ["Eye for an Eye"]


def test_crystals_may_come_filled_or_empty() -> None:
    game = duel("druid", cards=CARDS).set_mana(ME, 4).give(ME, "Nourish", "Wild Growth").play("Nourish")
    assert (game.me.mana, game.me.crystals) == (6, 6)
    game.play("Wild Growth")
    assert (game.me.mana, game.me.crystals) == (4, 7)


def test_a_crystal_above_the_limit_is_another_card() -> None:
    game = duel("druid").give(ME, "Wild Growth").play("Wild Growth").play("Excess Mana")
    assert (game.me.crystals, game.me.hand) == (10, ["Wisp"])


def test_a_crystal_can_be_destroyed() -> None:
    game = duel(cards=CARDS).set_mana(ME, 5).give(ME, "Fel").play("Fel")
    assert (game.me.crystals, game.me.mana) == (4, 4)


def test_a_crystal_for_the_enemy_is_ready_in_its_turn() -> None:
    game = duel().set_mana(ENEMY, 2).give(ME, "Arcane Golem").play("Arcane Golem").end_turn()
    assert (game.me.mana, game.me.crystals) == (4, 4)


def test_drawing_up_to_the_enemys_hand() -> None:
    game = duel(cards=CARDS).give(ME, "Divine").give(ENEMY, "Wisp", "Wisp", "Wisp").play("Divine")
    assert len(game.me.hand) == 3


def test_damage_by_the_cost_of_the_drawn_card() -> None:
    game = duel(cards=CARDS).give(ME, "Wish").set_deck(ME, ["Fireball"]).play("Wish")
    assert game.enemy.health == 26


def test_each_player_draws() -> None:
    game = duel(cards=CARDS).give(ME, "Gift").play("Gift")
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], ["Wisp"])


def test_cards_given_to_a_full_hand_are_lost() -> None:
    game = duel().give(ME, "King Mukla").give(ENEMY, *["Wisp"] * 9).play("King Mukla")
    assert game.enemy.hand == ["Wisp"] * 9 + ["Bananas"]


def test_discarding_the_whole_hand() -> None:
    cards = """
    [[card]]
    name = "Aspect"
    battlecry = { discard = "all" }
    """
    game = duel(cards=cards).give(ME, "Aspect", "Wisp", "Fireball").play("Aspect")
    assert game.me.hand == []
