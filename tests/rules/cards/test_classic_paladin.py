"""The paladin's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.cards import InputError


@scenario("Tirion Fordring")
def test_tirion_fordring_guards_behind_a_shield() -> None:
    game = duel("paladin").give(ME, "Tirion Fordring").play("Tirion Fordring")
    tirion = game.me.board[0]
    assert (tirion.stats, tirion.can_attack, game.me.mana) == ((6, 6), False, 2)
    game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal: attack enemy Tirion Fordring with my Boulderfist Ogre$"):
        game.end_turn().attack("Boulderfist Ogre", "enemy hero")
    game.attack("Boulderfist Ogre", tirion)
    assert (tirion.health, tirion.has("divine shield")) == (6, False)


@scenario("Tirion Fordring")
@scenario("Ashbringer")
def test_tirion_fordring_leaves_the_ashbringer_to_his_owner() -> None:
    game = duel("rogue", "paladin").equip(ENEMY, "Light's Justice").give(ME, "Assassinate")
    game.add_minion(ENEMY, "Tirion Fordring")
    game.play("Assassinate", target="Tirion Fordring")
    assert (game.me.weapon, game.enemy.weapon.name) == (None, "Ashbringer")
    game.end_turn().attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability) == (25, 5, 2)


@scenario("Tirion Fordring")
def test_a_silenced_tirion_fordring_leaves_nothing() -> None:
    game = duel("rogue", "paladin").give(ME, "Assassinate")
    tirion = game.add_minion(ENEMY, "Tirion Fordring", silenced=True)
    assert (tirion.has("taunt"), tirion.has("divine shield")) == (False, False)
    assert game.play("Assassinate", target=tirion).enemy.weapon is None


@scenario("Avenging Wrath")
def test_avenging_wrath_splits_eight_damage_among_the_enemies() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(0, 1, 1, 2, 0, 1, 0, 1)
    mine = game.add_minion(ME, "Wisp")
    yeti, wisp = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Avenging Wrath")
    assert (game.enemy.health, yeti.health, wisp.in_play) == (27, 1, False)
    assert (mine.in_play, game.me.health, game.me.mana) == (True, 30, 4)


@scenario("Avenging Wrath")
def test_avenging_wrath_has_one_more_missile_with_spell_damage() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(*[0] * 9)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Avenging Wrath").enemy.health == 21


@scenario("Avenging Wrath")
def test_avenging_wrath_leaves_dying_minions_alone() -> None:
    game = duel("paladin").give(ME, "Avenging Wrath").script(1, *[0] * 7)
    game.add_minion(ENEMY, "Leper Gnome")
    game.play("Avenging Wrath")
    assert (game.enemy.minions, game.enemy.health, game.me.health) == ([], 23, 28)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_returns_the_damage_of_an_attack() -> None:
    game = duel("paladin").give(ME, "Eye for an Eye").play("Eye for an Eye")
    assert (game.me.secrets, game.me.mana) == (["Eye for an Eye"], 9)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn().attack(yeti, "enemy hero")
    assert (game.side(ME).health, game.side(ENEMY).health, game.side(ME).secrets) == (26, 26, [])
    assert yeti.health == 5


@scenario("Eye for an Eye")
def test_eye_for_an_eye_counts_what_armor_took() -> None:
    game = duel("mage", "paladin").set_health(ENEMY, 30, armor=4).add_secret(ENEMY, "Eye for an Eye")
    game.give(ME, "Fireball").play("Fireball", target="enemy hero")
    assert (game.enemy.health, game.enemy.armor, game.me.health) == (28, 0, 24)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_answers_a_fatal_blow_too() -> None:
    game = duel("mage", "paladin").set_health(ME, 5).set_health(ENEMY, 5).add_secret(ENEMY, "Eye for an Eye")
    game.give(ME, "Fireball").play("Fireball", target="enemy hero")
    assert (game.over, game.winner) == (True, 2)


@scenario("Eye for an Eye")
def test_eye_for_an_eye_needs_damage_to_the_hero() -> None:
    game = duel("mage", "paladin").add_secret(ENEMY, "Eye for an Eye").give(ME, "Arcane Shot")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Shot", target="enemy 1")
    assert (game.enemy.secrets, game.me.health) == (["Eye for an Eye"], 30)


@scenario("Lay on Hands")
def test_lay_on_hands_heals_eight_and_draws_three() -> None:
    game = duel("paladin").set_health(ME, 10).set_deck(ME, ["Sap", "Hex", "Claw", "Wisp"]).give(ME, "Lay on Hands")
    game.play("Lay on Hands", target="my hero")
    assert (game.me.health, game.me.hand, game.me.mana) == (18, ["Sap", "Hex", "Claw"], 2)


@scenario("Lay on Hands")
def test_lay_on_hands_may_heal_a_minion() -> None:
    game = duel("paladin").give(ME, "Lay on Hands")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    game.play("Lay on Hands", target=yeti)
    pass_turn(game)
    assert (yeti.stats, len(game.me.hand)) == ((4, 5), 4)
