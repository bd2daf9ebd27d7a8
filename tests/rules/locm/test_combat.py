"""Attacks: who may, on whom, and what keywords do to each other."""

import pytest
from tests.rules.locm.scene import ENEMY, LEFT, ME, RIGHT, Scene, creature

from evometa.games.locm.records import ATTACK


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_both_creatures_take_damage(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 2, 5), scene.put(ENEMY, LEFT, 3, 4)
    scene.attack(mine, other)
    assert (scene.at(ME, mine), scene.at(ENEMY, other)) == ((2, 2), (3, 2))


def test_a_creature_attacks_once_and_in_its_lane_alone(scene: Scene) -> None:
    mine, same, far = scene.put(ME, LEFT, 1, 9), scene.put(ENEMY, LEFT, 1, 9), scene.put(ENEMY, RIGHT, 1, 9)
    assert scene.actions(ATTACK, mine) == [0, same + 1]
    assert far + 1 not in scene.actions(ATTACK, mine)
    scene.attack(mine, same)
    assert scene.actions(ATTACK, mine) == []


def test_a_summoned_creature_waits_for_a_turn_unless_it_has_charge(scene: Scene) -> None:
    scene.summon(creature(1, 1), LEFT)
    scene.summon(creature(2, 1, "charge"), LEFT)
    assert scene.actions(ATTACK, 0) == []
    assert scene.actions(ATTACK, 1) == [0]
    scene.pass_turn(2)
    assert scene.actions(ATTACK, 0) == [0]


def test_guards_of_the_lane_come_first(scene: Scene) -> None:
    left, right = scene.put(ME, LEFT, 1, 1), scene.put(ME, RIGHT, 1, 1)
    scene.put(ENEMY, LEFT, 1, 1)
    guard = scene.put(ENEMY, LEFT, 1, 1, "guard")
    assert scene.actions(ATTACK, left) == [guard + 1]
    assert scene.actions(ATTACK, right) == [0]


def test_ward_stops_the_first_damage(scene: Scene) -> None:
    mine, second, other = scene.put(ME, LEFT, 9, 9), scene.put(ME, LEFT, 2, 9), scene.put(ENEMY, LEFT, 1, 3, "ward")
    scene.attack(mine, other)
    assert scene.at(ENEMY, other) == (1, 3)
    scene.attack(second, other)
    assert scene.at(ENEMY, other) == (1, 1)


def test_an_attack_of_zero_leaves_the_ward(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 0, 9, "lethal"), scene.put(ENEMY, LEFT, 0, 3, "ward")
    scene.attack(mine, other)
    assert scene.at(ENEMY, other) == (0, 3, "ward")


def test_ward_of_the_attacker_stops_the_answer(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 1, 1, "ward"), scene.put(ENEMY, LEFT, 5, 5, "lethal")
    scene.attack(mine, other)
    assert (scene.at(ME, mine), scene.at(ENEMY, other)) == ((1, 1), (5, 4, "lethal"))


def test_lethal_destroys_what_it_damages_in_both_directions(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 1, 9), scene.put(ENEMY, LEFT, 1, 9, "lethal")
    scene.attack(mine, other)
    assert (scene.at(ME, mine), scene.at(ENEMY, other)) == (None, (1, 8, "lethal"))


def test_lethal_without_damage_does_nothing(scene: Scene) -> None:
    mine, warded = scene.put(ME, LEFT, 3, 3, "lethal"), scene.put(ENEMY, LEFT, 0, 2, "ward")
    weak, other = scene.put(ME, RIGHT, 0, 3, "lethal"), scene.put(ENEMY, RIGHT, 0, 2)
    scene.attack(mine, warded)
    scene.attack(weak, other)
    assert (scene.at(ENEMY, warded), scene.at(ENEMY, other)) == ((0, 2), (0, 2))


def test_breakthrough_passes_on_what_is_left(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 7, 9, "breakthrough"), scene.put(ENEMY, LEFT, 1, 3)
    scene.attack(mine, other)
    assert (scene.at(ENEMY, other), scene.health(ENEMY)) == (None, 26)


def test_breakthrough_of_a_lethal_creature_counts_its_attack(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 2, 9, "breakthrough", "lethal"), scene.put(ENEMY, LEFT, 1, 8)
    scene.attack(mine, other)
    assert (scene.at(ENEMY, other), scene.health(ENEMY)) == (None, 30)


def test_ward_stops_breakthrough_and_drain(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 7, 9, "breakthrough", "drain"), scene.put(ENEMY, LEFT, 1, 3, "ward")
    scene.attack(mine, other)
    assert (scene.at(ENEMY, other), scene.health(ENEMY), scene.health(ME)) == ((1, 3), 30, 30)


def test_drain_heals_by_all_damage_beyond_the_start(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 6, 9, "drain"), scene.put(ENEMY, LEFT, 1, 2)
    second = scene.put(ME, LEFT, 3, 1, "drain")
    scene.attack(mine, other)
    scene.attack(second)
    assert (scene.health(ME), scene.health(ENEMY)) == (39, 27)


def test_drain_does_not_work_in_defence(scene: Scene) -> None:
    mine, other = scene.put(ME, LEFT, 1, 9), scene.put(ENEMY, LEFT, 4, 9, "drain", "breakthrough")
    scene.attack(mine, other)
    assert (scene.health(ME), scene.health(ENEMY)) == (30, 30)


def test_no_room_in_a_full_lane(scene: Scene) -> None:
    for _ in range(3):
        scene.put(ME, LEFT, 1, 1)
    place = scene.hold(creature(1, 1))
    assert [action & 15 for action in scene.stepper.actions() if action >> 4 == 1 << 4 | place] == [RIGHT]


def test_a_dead_creature_leaves_room(scene: Scene) -> None:
    slots = [scene.put(ME, LEFT, 1, 1) for _ in range(3)]
    other = scene.put(ENEMY, LEFT, 5, 5)
    scene.attack(slots[1], other)
    scene.summon(creature(4, 4), LEFT)
    assert scene.at(ME, slots[1]) == (4, 4)


def test_a_dead_enemy_wins_before_the_own_death(scene: Scene) -> None:
    scene.game.players[ME].health = scene.game.players[ENEMY].health = 2
    scene.game.players[ME].runes = scene.game.players[ENEMY].runes = 0
    scene.summon(creature(1, 1, own_health=-2, enemy_health=-2), LEFT)
    assert (scene.game.over, scene.game.winner) == (1, ME)


def test_who_kills_itself_loses(scene: Scene) -> None:
    scene.game.players[ME].health, scene.game.players[ME].runes = 3, 0
    scene.summon("Night Howler", LEFT)
    assert (scene.game.over, scene.game.winner) == (1, ENEMY)
