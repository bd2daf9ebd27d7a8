"""Changes to minions: lasting, for this turn, set, swapped, attached."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Tame"
spell = { set_attack = 1, to = "any minion" }
[[card]]
name = "Mark"
spell = { set_health = 1, to = "any minion" }
[[card]]
name = "Swap"
spell = { swap_stats = "any minion" }
[[card]]
name = "Wisdom"
spell = { attach = { whenever = { event = "this minion attacks", do = { draw = 1 } } }, to = "any minion" }
[[card]]
name = "Corruption"
spell = { attach = { whenever = { event = "your turn starts", do = { destroy = "this" } } }, to = "any enemy minion" }
[[card]]
name = "Weaken"
spell = { attack = -2, to = "any minion" }
"""


def test_a_lasting_change_lasts() -> None:
    game = duel().give(ME, "Blessing of Kings")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Blessing of Kings", target=wisp)
    pass_turn(game)
    assert wisp.stats == (5, 5)


def test_a_change_for_this_turn_ends_with_it() -> None:
    game = duel().give(ME, "Dark Iron Dwarf")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Dark Iron Dwarf", target=wisp)
    assert wisp.attack == 3
    game.end_turn()
    assert wisp.attack == 1


def test_more_health_is_also_more_current_health() -> None:
    game = duel().give(ME, "Power Word: Shield")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=3)
    game.play("Power Word: Shield", target=yeti)
    assert (yeti.health, yeti.max_health) == (4, 7)


def test_attack_never_shows_below_zero() -> None:
    game = duel(cards=CARDS).give(ME, "Weaken", "Blessing of Might")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Weaken", target=wisp)
    assert wisp.attack == 0


def test_a_set_attack_replaces_what_was_before() -> None:
    game = duel(cards=CARDS).give(ME, "Blessing of Might", "Rockbiter Weapon", "Tame")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Blessing of Might", target=yeti).play("Rockbiter Weapon", target=yeti).play("Tame", target=yeti)
    assert yeti.attack == 1


def test_what_comes_after_a_set_attack_counts() -> None:
    game = duel(cards=CARDS).give(ME, "Tame", "Blessing of Might")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Tame", target=yeti).play("Blessing of Might", target=yeti)
    assert yeti.attack == 4


def test_a_set_health_heals_up_to_it() -> None:
    game = duel(cards=CARDS).give(ME, "Mark", "Holy Light")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=2)
    game.play("Mark", target=ogre).play("Holy Light", target=ogre)
    assert (ogre.health, ogre.max_health) == (1, 1)


def test_swapped_numbers_count_damage_and_buffs() -> None:
    game = duel(cards=CARDS).give(ME, "Dark Iron Dwarf", "Swap")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=2)
    game.play("Dark Iron Dwarf", target=yeti).play("Swap", target=yeti)
    assert (yeti.stats, yeti.damage) == ((3, 6), 0)
    game.end_turn()
    assert yeti.stats == (3, 6)


def test_swapping_no_attack_kills() -> None:
    game = duel(cards=CARDS).give(ME, "Swap")
    game.add_minion(ENEMY, "Lorewalker Cho")
    game.play("Swap", target="enemy 1")
    assert game.enemy.minions == []


def test_swapped_numbers_get_auras_again() -> None:
    game = duel(cards=CARDS).give(ME, "Swap")
    game.add_minion(ME, "Stormwind Champion")
    minion = game.add_minion(ME, "Wolfrider")
    game.play("Swap", target=minion)
    assert minion.stats == (3, 5)


def test_an_attached_trigger_works_for_its_caster() -> None:
    game = duel(cards=CARDS).give(ME, "Wisdom", "Wisdom")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Wisdom", target=yeti).play("Wisdom", target=yeti).end_turn().attack(yeti, "enemy hero")
    assert (len(game.me.hand), len(game.enemy.hand)) == (1, 2)


def test_an_attached_turn_start_is_the_casters() -> None:
    game = duel(cards=CARDS).give(ME, "Corruption")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Corruption", target=yeti).end_turn()
    assert yeti.in_play
    game.end_turn()
    assert not yeti.in_play
