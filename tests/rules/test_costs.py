"""Costs: what changes them, and in which order."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Apprentice"
aura = { cost = -1, of = "your spells" }
[[card]]
name = "Portal"
aura = { cost = -2, of = "your minions", floor = 1 }
[[card]]
name = "Tax"
aura = { cost = 1, of = "all minions" }
[[card]]
name = "Plan"
spell = { next_cost = -3, of = "spell" }
[[card]]
name = "Tutor"
battlecry = { next_cost = "free", of = "secret" }
[[card]]
name = "Foresight"
spell = { draw = 1, cost = -3 }
[[card]]
name = "Bounce"
spell = { return = "any minion", cost = 2 }
[[card]]
name = "Mountain"
cost = 12
own_cost = { cost = -1, for_each = "other card in your hand" }
[[card]]
name = "Molten"
cost = 20
own_cost = { cost = -1, for_each = "damage on your hero" }
"""


def test_a_cost_aura_lasts_as_long_as_its_minion() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball", "Arcane Shot")
    apprentice = game.add_minion(ME, "Apprentice")
    assert game.me.cost("Fireball") == 3
    game.play("Arcane Shot", target=apprentice)
    assert (game.me.mana, game.me.cost("Fireball")) == (10, 4)


def test_no_card_costs_less_than_nothing() -> None:
    game = duel(cards=CARDS).give(ME, "The Coin", "Arcane Shot")
    game.add_minion(ME, "Apprentice")
    game.add_minion(ME, "Apprentice")
    assert (game.me.cost("The Coin"), game.me.cost("Arcane Shot")) == (0, 0)


def test_a_discount_may_have_a_floor() -> None:
    game = duel(cards=CARDS).give(ME, "Chillwind Yeti", "Bloodfen Raptor", "Wisp")
    game.add_minion(ME, "Portal")
    assert [card.cost for card in game.me.cards] == [2, 1, 0]


def test_a_cost_aura_may_reach_both_players() -> None:
    game = duel(cards=CARDS).give(ME, "Wisp").give(ENEMY, "Wisp")
    game.add_minion(ME, "Tax")
    assert (game.me.cost("Wisp"), game.enemy.cost("Wisp")) == (1, 1)


def test_auras_on_minions_leave_spells_alone() -> None:
    game = duel().give(ME, "Chillwind Yeti", "Fireball")
    game.add_minion(ME, "Venture Co. Mercenary")
    assert [card.cost for card in game.me.cards] == [7, 4]


def test_the_first_minion_of_the_turn() -> None:
    game = duel().give(ME, "Chillwind Yeti", "Wisp")
    game.add_minion(ME, "Pint-Sized Summoner")
    assert game.me.cost("Chillwind Yeti") == 3
    game.play("Wisp")
    assert game.me.cost("Chillwind Yeti") == 4
    pass_turn(game)
    assert game.me.cost("Chillwind Yeti") == 3


def test_the_next_spell_is_cheaper_once() -> None:
    game = duel(cards=CARDS).give(ME, "Plan", "Fireball", "Fireball").play("Plan")
    assert game.me.cost("Fireball") == 1
    game.play("Fireball", target="enemy hero")
    assert game.me.cost("Fireball") == 4


def test_the_next_spell_must_come_this_turn() -> None:
    game = duel(cards=CARDS).give(ME, "Plan", "Fireball").play("Plan")
    pass_turn(game)
    assert game.me.cost("Fireball") == 4


def test_the_next_secret_is_free_but_other_spells_are_not() -> None:
    game = duel(cards=CARDS).give(ME, "Tutor", "Snake Trap", "Fireball").play("Tutor")
    assert (game.me.cost("Snake Trap"), game.me.cost("Fireball")) == (0, 4)
    game.play("Snake Trap").give(ME, "Eye for an Eye")
    assert game.me.cost("Eye for an Eye") == 1


def test_all_spells_of_the_enemys_next_turn_are_free() -> None:
    game = duel().give(ME, "Millhouse Manastorm", "Fireball").give(ENEMY, "Fireball", "Chillwind Yeti")
    game.play("Millhouse Manastorm")
    assert game.me.cost("Fireball") == 4
    game.end_turn()
    assert (game.me.cost("Fireball"), game.me.cost("Chillwind Yeti")) == (0, 4)
    pass_turn(game)
    assert game.me.cost("Fireball") == 4


def test_a_drawn_card_may_be_cheaper_for_good() -> None:
    game = duel(cards=CARDS).set_deck(ME, ["Fireball"]).give(ME, "Foresight").play("Foresight")
    assert game.me.cost("Fireball") == 1
    game.end_turn()
    assert game.enemy.cost("Fireball") == 1


def test_a_returned_card_may_cost_more() -> None:
    game = duel(cards=CARDS).give(ME, "Bounce")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Bounce", target="enemy 1")
    assert game.enemy.cost("Chillwind Yeti") == 6


def test_a_card_may_change_its_own_cost() -> None:
    game = duel(cards=CARDS).give(ME, "Mountain", "Wisp", "Wisp", "Sea Giant", "Molten").set_health(ME, 12)
    for player in (ME, ME, ENEMY):
        game.add_minion(player, "Wisp")
    assert [game.me.cost(name) for name in ("Mountain", "Sea Giant", "Molten")] == [8, 7, 2]
