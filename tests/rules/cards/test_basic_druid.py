"""The druid's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Claw")
def test_claw_arms_the_hero_for_one_turn() -> None:
    game = duel("druid").give(ME, "Claw").play("Claw")
    assert (game.me.attack, game.me.armor, game.me.mana) == (2, 2, 9)
    game.attack("my hero", "enemy hero")
    assert game.enemy.health == 28
    pass_turn(game)
    assert (game.me.attack, game.me.armor) == (0, 2)


@scenario("Healing Touch")
def test_healing_touch_heals_eight_but_not_beyond_full_health() -> None:
    game = duel("druid").set_health(ME, 15).give(ME, "Healing Touch", "Healing Touch", "Healing Touch")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=6)
    game.play("Healing Touch", target="my hero").play("Healing Touch", target=ogre)
    assert (game.me.health, ogre.health, game.me.mana) == (23, 7, 4)
    game.play("Healing Touch", target="my hero")
    assert game.me.health == 30


@scenario("Innervate")
def test_innervate_lends_one_mana_for_this_turn() -> None:
    game = duel("druid").set_mana(ME, 3).give(ME, "Innervate", "Chillwind Yeti")
    game.play("Innervate")
    assert (game.me.mana, game.me.crystals) == (4, 3)
    game.play("Chillwind Yeti")
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (4, 4)


@scenario("Innervate")
def test_innervate_is_wasted_on_ten_mana() -> None:
    assert duel("druid").give(ME, "Innervate").play("Innervate").me.mana == 10


@scenario("Mark of the Wild")
def test_mark_of_the_wild_makes_a_bigger_taunt_minion() -> None:
    game = duel("druid").give(ME, "Mark of the Wild", "Mark of the Wild")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti", damage=2), game.add_minion(ENEMY, "Wisp")
    game.play("Mark of the Wild", target=mine).play("Mark of the Wild", target=theirs)
    assert (mine.stats, mine.has("taunt")) == ((6, 5), True)
    assert (theirs.stats, theirs.has("taunt")) == ((3, 3), True)
    assert game.me.mana == 6
    with pytest.raises(InputError, match="cannot play Mark of the Wild on"):
        game.give(ME, "Mark of the Wild").play("Mark of the Wild", target="my hero")


@scenario("Wild Growth")
def test_wild_growth_gains_an_empty_crystal() -> None:
    game = duel("druid").set_mana(ME, 5).give(ME, "Wild Growth").play("Wild Growth")
    assert (game.me.mana, game.me.crystals, game.me.hand) == (3, 6, [])
    pass_turn(game)
    assert (game.me.mana, game.me.crystals) == (7, 7)


@scenario("Wild Growth")
@scenario("Excess Mana")
def test_wild_growth_at_ten_crystals_gives_a_card_instead() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex"]).give(ME, "Wild Growth").play("Wild Growth")
    assert (game.me.mana, game.me.crystals, game.me.hand) == (8, 10, ["Excess Mana"])
    game.play("Excess Mana")
    assert (game.me.mana, game.me.hand) == (8, ["Sap"])


@scenario("Shapeshift")
def test_shapeshift_gives_attack_for_the_turn_and_armor() -> None:
    game = duel("druid").use_power()
    assert (game.me.attack, game.me.armor, game.me.mana) == (1, 1, 8)
    game.attack("my hero", "enemy hero")
    assert game.enemy.health == 29
    pass_turn(game)
    assert (game.me.attack, game.me.armor) == (0, 1)


@scenario("Ironbark Protector")
def test_ironbark_protector_stands_in_the_way() -> None:
    game = duel("druid").give(ME, "Ironbark Protector").play("Ironbark Protector")
    protector = game.me.board[0]
    assert (protector.stats, protector.can_attack, game.me.mana) == ((8, 8), False, 2)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    with pytest.raises(InputError, match="legal: attack enemy Ironbark Protector"):
        game.attack("Chillwind Yeti", "enemy hero")
    game.end_turn().attack(protector, "enemy hero")
    assert game.enemy.health == 22


@scenario("Moonfire")
def test_moonfire_deals_one_to_anyone_for_nothing() -> None:
    game = duel("druid").give(ME, "Moonfire", "Moonfire", "Moonfire")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Moonfire", target=mine).play("Moonfire", target=theirs).play("Moonfire", target="enemy hero")
    assert (mine.health, theirs.in_play, game.enemy.health, game.me.mana) == (4, False, 29, 10)


@scenario("Moonfire")
def test_moonfire_profits_from_spell_damage() -> None:
    game = duel("druid").give(ME, "Moonfire")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Moonfire", target="enemy hero")
    assert game.enemy.health == 28


@scenario("Savage Roar")
def test_savage_roar_lets_everyone_of_mine_hit_harder_this_turn() -> None:
    game = duel("druid").give(ME, "Savage Roar")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Savage Roar")
    assert (mine.stats, theirs.stats, game.me.attack, game.enemy.attack) == ((6, 5), (4, 5), 2, 0)
    game.attack(mine, "enemy hero").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.mana) == (22, 7)
    pass_turn(game)
    assert (mine.attack, game.me.attack) == (4, 0)


@scenario("Savage Roar")
def test_savage_roar_helps_nobody_who_comes_later() -> None:
    game = duel("druid").give(ME, "Savage Roar", "Bluegill Warrior").play("Savage Roar").play("Bluegill Warrior")
    assert game.me.board[0].attack == 2


@scenario("Starfire")
def test_starfire_deals_five_and_draws() -> None:
    game = duel("druid").set_deck(ME, ["Sap", "Hex"]).give(ME, "Starfire")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Starfire", target=ogre)
    assert (ogre.health, game.me.hand, game.me.deck, game.me.mana) == (2, ["Sap"], ["Hex"], 4)


@scenario("Starfire")
def test_starfire_at_a_hero_profits_from_spell_damage_and_may_tire_the_druid() -> None:
    game = duel("druid").set_deck(ME, []).give(ME, "Starfire")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Starfire", target="enemy hero")
    assert (game.enemy.health, game.me.health, game.me.fatigue) == (24, 29, 1)


@scenario("Malfurion Stormrage")
def test_malfurion_stormrage_has_thirty_health_and_shapeshift() -> None:
    game = duel("Malfurion Stormrage")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Shapeshift", 2)


@scenario("Swipe")
def test_swipe_hits_one_enemy_hard_and_all_others_a_little() -> None:
    game = duel("druid").give(ME, "Swipe")
    mine = game.add_minion(ME, "Wisp")
    yeti, ogre = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Swipe", target=yeti)
    assert (yeti.health, ogre.health, game.enemy.health) == (1, 6, 29)
    assert (mine.in_play, game.me.health, game.me.mana) == (True, 30, 6)


@scenario("Swipe")
def test_swipe_at_the_hero_scratches_the_minions_also_hidden_ones() -> None:
    game = duel("druid").give(ME, "Swipe")
    yeti, worgen = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Swipe", target="enemy hero")
    assert (game.enemy.health, yeti.health, worgen.in_play) == (26, 4, False)


@scenario("Swipe")
def test_swipe_adds_spell_damage_to_both_and_chooses_enemies_only() -> None:
    game = duel("druid").give(ME, "Swipe")
    game.add_minion(ME, "Kobold Geomancer")
    yeti, ogre = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"targets: enemy hero, enemy Chillwind Yeti, enemy Boulderfist Ogre$"):
        game.play("Swipe", target="my hero")
    game.play("Swipe", target=yeti)
    assert (yeti.in_play, ogre.health, game.enemy.health) == (False, 5, 28)
