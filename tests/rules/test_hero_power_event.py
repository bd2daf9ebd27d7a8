"""After a hero power was used."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Inspired"
whenever = { event = "after you use your hero power", do = { draw = 1 } }
[[card]]
name = "Envious"
whenever = { event = "after your opponent uses their hero power", do = { armor = 1 } }
[[card]]
name = "Judge"
whenever = { event = "after a player uses their hero power", do = { armor = 2 } }
[[card]]
name = "Avenger"
health = 1
whenever = { event = "after you use your hero power", do = { damage = 3, to = "the enemy hero" } }
[[card]]
name = "Trap"
secret = { event = "after your opponent uses their hero power", do = { damage = 2, to = "the enemy hero" } }
[[card]]
name = "Prompter"
whenever = { event = "after you use your hero power", do = { damage = 1, to = "random enemy minion" } }
[[card]]
name = "Inspiring Blade"
type = "weapon"
whenever = { event = "after you use your hero power", do = { armor = 1 } }
"""


def test_using_it_is_heard_by_those_whom_it_concerns() -> None:
    game = duel("warrior", cards=CARDS)
    game.add_minion(ME, "Inspired")
    game.add_minion(ENEMY, "Inspired")
    game.add_minion(ENEMY, "Envious")
    game.add_minion(ME, "Judge")
    game.use_power()
    assert (game.me.hand, game.enemy.hand) == (["Wisp"], [])
    assert (game.me.armor, game.enemy.armor) == (4, 1)


def test_it_comes_behind_the_effect_and_its_deaths() -> None:
    game = duel("mage", cards=CARDS)
    avenger = game.add_minion(ME, "Avenger")
    game.use_power(avenger)  # which kills it
    assert (game.me.minions, game.enemy.health) == ([], 30)


def test_deaths_follow_it() -> None:
    game = duel("warrior", cards=CARDS)
    game.add_minion(ME, "Prompter")
    game.add_minion(ENEMY, "Wisp")
    assert game.script(0).use_power().enemy.minions == []


def test_secrets_answer_it() -> None:
    game = duel("warrior", cards=CARDS).add_secret(ENEMY, "Trap")
    game.use_power()
    assert (game.me.health, game.me.armor) == (30, 0)


def test_weapons_hear_it() -> None:
    assert duel("warrior", cards=CARDS).equip(ME, "Inspiring Blade").use_power().me.armor == 3


def test_a_spell_is_no_hero_power() -> None:
    game = duel(cards=CARDS).give(ME, "Fireball")
    game.add_minion(ME, "Inspired")
    assert game.play("Fireball", target="enemy hero").me.hand == []
