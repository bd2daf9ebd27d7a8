"""Random effects: what may be picked."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Gift"
spell = { add = "random mage spell" }
[[card]]
name = "Beast Call"
spell = { summon = "random beast" }
[[card]]
name = "Brawl"
spell = { destroy = "all but one minions" }
[[card]]
name = "Fork"
spell = { damage = 2, up_to = 3, to = "any character" }
[[card]]
name = "Toss"
spell = { if = "chance", percent = 50, do = { draw = 1 } }
"""


def test_a_random_card_is_one_of_its_kind() -> None:
    game = duel(cards=CARDS).give(ME, "Gift").script(0).play("Gift")
    cards = game.stepper.table.record.cards
    card = cards[game.stepper.find_card(game.me.hand[0])]
    assert (card.type, card.klass) == (2, 3)  # a spell, of the mage


def test_a_random_minion_is_summoned() -> None:
    game = duel(cards=CARDS).give(ME, "Beast Call").script(1).play("Beast Call")
    card = game.stepper.table.record.cards[game.stepper.find_card(game.me.minions[0])]
    assert card.race == 1  # a beast


def test_a_companion_is_one_of_three() -> None:
    names = []
    for outcome in range(3):
        names += duel("hunter").give(ME, "Animal Companion").script(outcome).play("Animal Companion").me.minions
    assert names == ["Misha", "Leokk", "Huffer"]


def test_two_random_minions_are_different() -> None:
    game = duel("hunter").give(ME, "Multi-Shot").script(1, 1)
    for name in ("Wisp", "Chillwind Yeti", "Boulderfist Ogre"):
        game.add_minion(ENEMY, name)
    game.play("Multi-Shot")
    assert [m.health for m in game.enemy.board] == [1, 2, 4]


def test_missiles_leave_the_dying_alone() -> None:
    game = duel().give(ME, "Arcane Missiles").script(1, 1, 0)
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    game.play("Arcane Missiles")
    assert (game.enemy.minions, game.enemy.health) == ([], 29)


def test_random_damage_leaves_the_dying_alone() -> None:
    game = duel().give(ME, "Wisp").script(0)
    game.add_minion(ME, "Knife Juggler")
    game.play("Wisp")
    assert game.enemy.health == 29


def test_all_but_one() -> None:
    game = duel(cards=CARDS).give(ME, "Brawl").script(2)
    game.add_minion(ME, "Wisp")
    for name in ("Chillwind Yeti", "Boulderfist Ogre"):
        game.add_minion(ENEMY, name)
    game.play("Brawl")
    assert (game.me.minions, game.enemy.minions) == ([], ["Boulderfist Ogre"])


def test_damage_in_a_range() -> None:
    for outcome in (0, 1):
        game = duel(cards=CARDS).give(ME, "Fork").script(outcome).play("Fork", target="enemy hero")
        assert game.enemy.health == 28 - outcome


def test_a_chance() -> None:
    hands = [duel(cards=CARDS).give(ME, "Toss").script(n).play("Toss").me.hand for n in (49, 50)]
    assert hands == [["Wisp"], []]


def test_discarding_is_random() -> None:
    game = duel("warlock").give(ME, "Succubus", "Wisp", "Fireball").script(1).play("Succubus")
    assert game.me.hand == ["Wisp"]


def test_a_random_pick_without_candidates_does_nothing() -> None:
    game = duel()
    game.add_minion(ME, "Master Swordsmith")
    game.end_turn()
    assert game.enemy.board[0].attack == 1
