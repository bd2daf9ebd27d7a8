"""Items of three colours."""

import pytest
from tests.rules.locm.scene import ENEMY, LEFT, ME, RIGHT, Scene, item

from evometa.games.locm.records import ATTACK, USE


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_green_ones_are_for_own_creatures(scene: Scene) -> None:
    mine = scene.put(ME, LEFT, 2, 2)
    scene.put(ENEMY, RIGHT, 2, 2)
    assert scene.actions(USE, scene.hold("Protein")) == [mine + 1]


def test_red_ones_are_for_enemy_creatures(scene: Scene) -> None:
    scene.put(ME, LEFT, 2, 2)
    other = scene.put(ENEMY, RIGHT, 2, 2, "guard")
    assert scene.actions(USE, scene.hold("Rune Axe")) == [other + 1]


def test_blue_ones_are_for_enemy_creatures_or_nobody(scene: Scene) -> None:
    scene.put(ME, LEFT, 2, 2)
    other = scene.put(ENEMY, RIGHT, 2, 2)
    assert scene.actions(USE, scene.hold("Healing Potion")) == [0, other + 1]


def test_items_cost_mana_and_leave_the_hand(scene: Scene) -> None:
    mine = scene.put(ME, LEFT, 2, 2)
    scene.use("Imperial Armour", mine)
    assert (scene.at(ME, mine), scene.of(ME, "mana"), scene.of(ME, "n_hand")) == ((7, 7), 6, 0)
    assert scene.actions(USE, scene.hold("Mighty Throwing Axe")) == []


def test_green_ones_give_keywords_for_good(scene: Scene) -> None:
    mine = scene.put(ME, LEFT, 2, 2, "drain")
    scene.use("Protein", mine)
    scene.pass_turn(2)
    assert scene.at(ME, mine) == (3, 3, "breakthrough", "drain")


def test_given_charge_lets_a_new_creature_attack_at_once(scene: Scene) -> None:
    scene.summon("Beavrat", LEFT)
    assert scene.actions(ATTACK, 0) == []
    scene.use("Grow Wings", 0)
    assert scene.actions(ATTACK, 0) == [0]


def test_given_charge_is_no_second_attack(scene: Scene) -> None:
    mine = scene.put(ME, LEFT, 2, 2)
    scene.attack(mine)
    scene.use("Grow Wings", mine)
    assert scene.actions(ATTACK, mine) == []


def test_a_given_guard_guards(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 2, 2), scene.put(ENEMY, LEFT, 1, 1)
    scene.use("Grow Horns", mine)
    scene.pass_turn()
    assert scene.actions(ATTACK, other) == [mine + 1]


def test_red_ones_take_keywords(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 2, 2), scene.put(ENEMY, LEFT, 3, 3, "guard", "lethal")
    scene.use("Pierce Armour", other)
    assert scene.at(ENEMY, other) == (3, 3, "lethal")
    assert scene.actions(ATTACK, mine) == [0, other + 1]


def test_ward_stops_the_damage_of_an_item_but_not_its_attack(scene: Scene) -> None:
    other = scene.put(ENEMY, LEFT, 5, 5, "ward")
    scene.use("Cursed Sword", other)
    assert scene.at(ENEMY, other) == (3, 5)


def test_ward_that_is_taken_stops_nothing(scene: Scene) -> None:
    other = scene.put(ENEMY, LEFT, 5, 5, "ward")
    scene.use("Helm Crusher", other)
    assert scene.at(ENEMY, other) == (5, 3)


def test_ward_stays_where_an_item_deals_no_damage(scene: Scene) -> None:
    other = scene.put(ENEMY, LEFT, 5, 5, "ward")
    scene.use(item("red", attack=-1), other)
    assert scene.at(ENEMY, other) == (4, 5, "ward")


def test_attack_does_not_fall_below_zero(scene: Scene) -> None:
    other = scene.put(ENEMY, LEFT, 1, 5)
    scene.use("Cursed Sword", other)
    assert scene.at(ENEMY, other) == (0, 3)


def test_without_defence_a_creature_is_gone(scene: Scene) -> None:
    other = scene.put(ENEMY, LEFT, 9, 60, "ward")
    scene.use("Decimate", other)
    assert scene.at(ENEMY, other) is None


def test_blue_ones_hurt_creatures_as_red_ones_do(scene: Scene) -> None:
    other, warded = scene.put(ENEMY, LEFT, 2, 4), scene.put(ENEMY, LEFT, 2, 4, "ward")
    scene.use("Scroll of Firebolt", other)
    scene.use("Tome of Thunder", warded)
    assert (scene.at(ENEMY, other), scene.at(ENEMY, warded), scene.health(ENEMY)) == ((2, 1), (2, 4), 29)


def test_blue_ones_on_nobody_hurt_the_hero(scene: Scene) -> None:
    scene.use("Scroll of Firebolt")
    assert scene.health(ENEMY) == 26


def test_items_change_the_health_of_both_heroes(scene: Scene) -> None:
    scene.use("Major Life Steal Potion")
    assert (scene.health(ME), scene.health(ENEMY)) == (33, 27)


def test_cards_of_an_item_come_in_the_next_turn(scene: Scene) -> None:
    scene.use("Poison")
    assert (scene.of(ME, "n_hand"), scene.of(ME, "draws")) == (0, 2)
    scene.pass_turn(2)
    assert (scene.of(ME, "n_hand"), scene.of(ME, "draws")) == (2, 1)


def test_an_item_can_win(scene: Scene) -> None:
    scene.game.players[ENEMY].health, scene.game.players[ENEMY].runes = 4, 0
    scene.use("Tome of Thunder")
    assert (scene.game.over, scene.game.winner) == (1, ME)
