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
name = "Recruit"
spell = { next_cost = -2, of = "minion" }
[[card]]
name = "Smith"
spell = { next_cost = "free", of = "weapon" }
[[card]]
name = "Haste"
spell = { next_cost = -1, of = "card" }
[[card]]
name = "Ambush"
spell = { next_cost = -2, of = "secret" }
[[card]]
name = "Trance"
spell = { next_cost = -1, of = "spell", for_each = "card in your hand" }
[[card]]
name = "Gift"
deathrattle = { next_cost = -3, of = "spell" }
[[card]]
name = "Toll"
spell = { next_cost = 2, of = "spell", whose = "opponent" }
[[card]]
name = "Blockade"
spell = { next_cost = 3, of = "card", whose = "opponent" }
[[card]]
name = "Watch"
spell = { next_cost = 1, of = "secret", whose = "opponent" }
[[card]]
name = "Amnesty"
spell = { next_cost = "free", of = "minion", whose = "opponent" }
[[card]]
name = "Truce"
spell = { next_cost = 1, of = "minion", whose = "each player" }
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


def test_the_next_card_of_a_kind_is_cheaper_once() -> None:
    game = duel(cards=CARDS).give(ME, "Recruit", "Chillwind Yeti", "Fireball", "Arcanite Reaper").play("Recruit")
    assert [card.cost for card in game.me.cards] == [2, 4, 5]
    game.play("Chillwind Yeti").give(ME, "Chillwind Yeti")
    assert game.me.cost("Chillwind Yeti") == 4


def test_the_next_weapon_may_be_free() -> None:
    game = duel(cards=CARDS).give(ME, "Smith", "Arcanite Reaper", "Fireball").play("Smith")
    assert [card.cost for card in game.me.cards] == [0, 4]
    game.play("Arcanite Reaper").give(ME, "Arcanite Reaper")
    assert game.me.cost("Arcanite Reaper") == 5


def test_the_next_card_may_be_any() -> None:
    game = duel(cards=CARDS).give(ME, "Haste", "Chillwind Yeti", "Fireball", "Arcanite Reaper").play("Haste")
    assert [card.cost for card in game.me.cards] == [3, 3, 4]
    game.play("Fireball", target="enemy hero")
    assert [card.cost for card in game.me.cards] == [4, 5]


def test_the_next_secret_may_be_cheaper() -> None:
    game = duel(cards=CARDS).give(ME, "Ambush", "Counterspell", "Vaporize", "Fireball").play("Ambush")
    assert [card.cost for card in game.me.cards] == [1, 1, 4]
    assert game.play("Vaporize").me.cost("Counterspell") == 3


def test_changes_of_the_next_card_add_up_and_may_be_multiplied() -> None:
    game = duel(cards=CARDS).give(ME, "Trance", "Plan", "Pyroblast", "Wisp").play("Trance")
    assert game.me.cost("Pyroblast") == 7
    assert game.me.cost("Plan") == 0
    game.give(ME, "Haste")
    assert game.play("Haste").me.cost("Pyroblast") == 9  # a spell too, which has used up what Trance said


def test_the_next_card_of_this_turn_cannot_be_one_of_a_later_turn() -> None:
    game = duel(cards=CARDS).give(ENEMY, "Fireball").give(ME, "Fireball")
    gift = game.add_minion(ENEMY, "Gift")
    game.play("Fireball", target=gift).end_turn()
    assert game.me.cost("Fireball") == 4


def test_spells_of_the_enemys_next_turn_may_cost_more() -> None:
    game = duel(cards=CARDS).give(ME, "Toll", "Toll", "Fireball").give(ENEMY, "Fireball", "Arcane Shot", "Wisp")
    game.play("Toll").play("Toll")
    assert game.me.cost("Fireball") == 4
    game.end_turn()
    assert [card.cost for card in game.me.cards[:3]] == [8, 5, 0]
    game.play("Arcane Shot", target="enemy hero")
    assert game.me.cost("Fireball") == 8  # all of them, not only the next
    pass_turn(game)
    assert game.me.cost("Fireball") == 4


def test_cards_of_every_kind_may_cost_the_enemy_more() -> None:
    game = duel(cards=CARDS).give(ME, "Blockade").give(ENEMY, "Wisp", "The Coin", "Arcanite Reaper", "Counterspell")
    game.play("Blockade").end_turn()
    assert [card.cost for card in game.me.cards[:4]] == [3, 3, 8, 6]


def test_secrets_or_minions_alone_may_cost_the_enemy_more_or_nothing() -> None:
    game = duel(cards=CARDS).give(ME, "Watch", "Amnesty").give(ENEMY, "Counterspell", "Fireball", "Chillwind Yeti")
    game.play("Watch").play("Amnesty").end_turn()
    assert [card.cost for card in game.me.cards[:3]] == [4, 4, 0]


def test_what_is_free_stays_free() -> None:
    game = duel(cards=CARDS).give(ME, "Toll", "Millhouse Manastorm", "Toll").give(ENEMY, "Fireball")
    game.play("Toll").play("Millhouse Manastorm").play("Toll").end_turn()
    assert game.me.cost("Fireball") == 0


def test_both_players_cards_may_cost_more() -> None:
    game = duel(cards=CARDS).give(ME, "Truce", "Wisp", "Wisp").give(ENEMY, "Wisp", "Wisp").play("Truce")
    assert game.play("Wisp").me.cost("Wisp") == 0  # the first one cost 1
    assert game.me.mana == 9
    game.end_turn()
    assert game.play("Wisp").me.cost("Wisp") == 1


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
