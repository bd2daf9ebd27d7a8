"""The mage's card of the Hall of Fame."""

from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario


@scenario("Ice Lance")
def test_ice_lance_freezes_a_character_without_hurting_it() -> None:
    game = duel().give(ME, "Ice Lance", "Ice Lance")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Ice Lance", target=yeti).play("Ice Lance", target="enemy hero")
    assert (yeti.health, yeti.has("frozen"), game.enemy.health, game.enemy.hero.has("frozen")) == (5, True, 30, True)
    assert game.me.mana == 8
    game.end_turn()
    assert not yeti.can_attack


@scenario("Ice Lance")
def test_a_second_ice_lance_deals_four() -> None:
    game = duel().give(ME, "Ice Lance", "Ice Lance", "Ice Lance").play("Ice Lance", target="enemy hero")
    game.play("Ice Lance", target="enemy hero")
    assert (game.enemy.health, game.enemy.hero.has("frozen")) == (26, True)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Ice Lance", target="enemy hero")
    assert game.enemy.health == 21


@scenario("Ice Lance")
def test_ice_lance_finishes_what_a_frostbolt_froze() -> None:
    game = duel().give(ME, "Frostbolt", "Ice Lance")
    golem = game.add_minion(ENEMY, "War Golem")
    game.play("Frostbolt", target=golem).play("Ice Lance", target=golem)
    assert (golem.in_play, game.me.mana) == (False, 7)


@scenario("Ice Lance")
def test_ice_lance_breaks_the_divine_shield_of_a_frozen_minion() -> None:
    game = duel().give(ME, "Frost Nova", "Ice Lance", "Ice Lance")
    crusader = game.add_minion(ENEMY, "Scarlet Crusader")
    game.play("Frost Nova").play("Ice Lance", target=crusader)
    assert (crusader.stats, crusader.has("divine shield")) == ((3, 1), False)
    game.play("Ice Lance", target=crusader)
    assert not crusader.in_play
