"""Mage cards of the basic set, one by one."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Arcane Explosion")
def test_arcane_explosion_hits_all_enemy_minions_and_nobody_else() -> None:
    game = duel().give(ME, "Arcane Explosion")
    mine = game.add_minion(ME, "Wisp")
    yeti, stealthy = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Arcane Explosion")
    assert (yeti.health, stealthy.in_play) == (4, False)
    assert (mine.health, game.me.health, game.enemy.health) == (1, 30, 30)
    assert game.me.mana == 8


@scenario("Arcane Explosion")
def test_arcane_explosion_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Arcane Explosion")
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Explosion")
    assert yeti.health == 3


@scenario("Arcane Intellect")
def test_arcane_intellect_draws_two_cards() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Wisp"]).give(ME, "Arcane Intellect")
    game.play("Arcane Intellect")
    assert (game.me.hand, game.me.deck) == (["Fireball", "Polymorph"], ["Wisp"])
    assert (game.me.mana, game.enemy.hand) == (7, [])


@scenario("Arcane Missiles")
def test_arcane_missiles_split_three_damage_among_enemies() -> None:
    game = duel().give(ME, "Arcane Missiles")
    mine, ogre = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.script(0, 1, 1).play("Arcane Missiles")
    assert (game.enemy.health, ogre.health) == (29, 5)
    assert (game.me.health, mine.health, game.me.mana) == (30, 1, 9)


@scenario("Arcane Missiles")
def test_arcane_missiles_do_not_hit_what_is_already_dying() -> None:
    game = duel().give(ME, "Arcane Missiles")
    game.add_minion(ENEMY, "Wisp")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(1, 1, 0).play("Arcane Missiles")  # the Wisp; then the Yeti is next to the hero
    assert (game.enemy.minions, yeti.health, game.enemy.health) == (["Chillwind Yeti"], 4, 29)


@scenario("Arcane Missiles")
def test_arcane_missiles_become_more_with_spell_damage() -> None:
    game = duel().give(ME, "Arcane Missiles").script(0, 0, 0, 0)
    game.add_minion(ME, "Kobold Geomancer")
    assert game.play("Arcane Missiles").enemy.health == 26


@scenario("Fireball")
def test_fireball_deals_six_damage_to_any_character() -> None:
    game = duel().set_mana(ME, 16)
    mine, foe = game.add_minion(ME, "Boulderfist Ogre"), game.add_minion(ENEMY, "War Golem")
    for target in ("my hero", "enemy hero", mine, foe):
        game.give(ME, "Fireball").play("Fireball", target=target)
    assert (game.me.health, game.enemy.health) == (24, 24)
    assert (mine.health, foe.health, game.me.mana) == (1, 1, 0)


@scenario("Fireball")
def test_fireball_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Fireball")
    game.add_minion(ME, "Ogre Magi")
    golem = game.add_minion(ENEMY, "War Golem")
    game.play("Fireball", target=golem)
    assert not golem.in_play


@scenario("Polymorph")
def test_polymorph_leaves_nothing_but_a_sheep() -> None:
    game = duel().give(ME, "Polymorph")
    game.add_minion(ENEMY, "Wisp")
    lord = game.add_minion(ENEMY, "Lord of the Arena", attack=9, damage=3)
    game.play("Polymorph", target=lord)
    sheep = game.enemy.board[1]
    assert (sheep.name, sheep.stats, sheep.has("taunt")) == ("Sheep", (1, 1), False)
    assert game.me.mana == 6


@scenario("Polymorph")
def test_polymorph_kills_nobody_and_wakes_no_deathrattle() -> None:
    game = duel().give(ME, "Polymorph", "Polymorph")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Leper Gnome")
    with pytest.raises(InputError, match=r"legal targets: my Wisp, enemy Leper Gnome$"):
        game.play("Polymorph", target="enemy hero")
    game.play("Polymorph", target="enemy 1").play("Polymorph", target="my 1")
    assert (game.me.minions, game.enemy.minions, game.me.health) == (["Sheep"], ["Sheep"], 30)


@scenario("Jaina Proudmoore")
def test_jaina_proudmoore_has_thirty_health_and_fireblast() -> None:
    game = duel("Jaina Proudmoore")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Fireblast", 2)


@scenario("Fireblast")
def test_fireblast_deals_one_damage_to_any_character() -> None:
    game = duel("mage")
    mine, foe = game.add_minion(ME, "Kobold Geomancer"), game.add_minion(ENEMY, "Chillwind Yeti")
    for target in ("my hero", "enemy hero", mine, foe):
        game.use_power(target)
        assert game.me.mana == 8  # spell damage does not raise it
        pass_turn(game)
    assert (game.me.health, game.enemy.health, mine.health, foe.health) == (29, 29, 1, 4)


@scenario("Fireblast")
def test_fireblast_cannot_choose_an_elusive_minion() -> None:
    game = duel("mage")
    game.add_minion(ENEMY, "Faerie Dragon")
    with pytest.raises(InputError, match=r"legal targets: my hero, enemy hero$"):
        game.use_power("enemy 1")


@scenario("Water Elemental")
def test_water_elemental_freezes_whom_it_attacks() -> None:
    game = duel().give(ME, "Water Elemental").play("Water Elemental")
    elemental = game.me.board[0]
    assert (elemental.stats, elemental.can_attack, game.me.mana) == ((3, 6), False, 6)
    game.equip(ENEMY, "Fiery War Axe")
    pass_turn(game)
    game.attack(elemental, "enemy hero").end_turn()
    assert (game.me.health, game.me.attack, game.me.hero.has("frozen"), game.me.hero.can_attack) == (27, 3, True, False)


@scenario("Water Elemental")
def test_water_elemental_freezes_who_attacks_it() -> None:
    game = duel("warrior", "mage").equip(ME, "Fiery War Axe")
    elemental, yeti = game.add_minion(ENEMY, "Water Elemental"), game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, elemental)
    assert (yeti.stats, yeti.has("frozen"), elemental.stats, elemental.has("frozen")) == ((4, 2), True, (3, 2), False)


@scenario("Water Elemental")
def test_water_elemental_freezes_nobody_whom_it_does_not_damage() -> None:
    game = duel().give(ME, "Silence")
    elemental, crusader = game.add_minion(ME, "Water Elemental"), game.add_minion(ENEMY, "Scarlet Crusader")
    game.attack(elemental, crusader)
    assert (crusader.has("divine shield"), crusader.has("frozen")) == (False, False)
    pass_turn(game)
    game.play("Silence", target=elemental).attack(elemental, "enemy hero")
    assert (game.enemy.health, game.enemy.hero.has("frozen")) == (27, False)


@scenario("Flamestrike")
def test_flamestrike_burns_all_enemy_minions_and_nobody_else() -> None:
    game = duel().give(ME, "Flamestrike")
    mine = game.add_minion(ME, "Chillwind Yeti")
    yeti, tiger = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Worgen Infiltrator")
    game.play("Flamestrike")
    assert (yeti.health, tiger.in_play, mine.health) == (1, False, 5)
    assert (game.me.health, game.enemy.health, game.me.mana) == (30, 30, 3)


@scenario("Flamestrike")
def test_flamestrike_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Flamestrike")
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ENEMY, "Chillwind Yeti")
    assert game.play("Flamestrike").enemy.minions == []


@scenario("Frost Nova")
def test_frost_nova_freezes_all_enemy_minions_and_nobody_else() -> None:
    game = duel().give(ME, "Frost Nova")
    mine = game.add_minion(ME, "Chillwind Yeti")
    foes = [game.add_minion(ENEMY, name) for name in ("Chillwind Yeti", "Worgen Infiltrator")]
    game.play("Frost Nova")
    assert [(foe.has("frozen"), foe.damage) for foe in foes] == [(True, 0), (True, 0)]
    assert (mine.has("frozen"), game.enemy.hero.has("frozen"), game.me.mana) == (False, False, 7)
    game.end_turn()
    assert [foe.can_attack for foe in foes] == [False, False]
    pass_turn(game)
    assert [foe.can_attack for foe in foes] == [True, True]


@scenario("Frostbolt")
def test_frostbolt_deals_three_and_freezes() -> None:
    game = duel().give(ME, "Frostbolt", "Frostbolt")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Frostbolt", target=yeti).play("Frostbolt", target="enemy hero")
    assert (yeti.health, yeti.has("frozen"), game.enemy.health, game.enemy.hero.has("frozen")) == (2, True, 27, True)
    assert game.me.mana == 6


@scenario("Frostbolt")
def test_frostbolt_freezes_through_a_divine_shield_and_profits_from_spell_damage() -> None:
    game = duel().give(ME, "Frostbolt", "Frostbolt")
    crusader, yeti = game.add_minion(ENEMY, "Scarlet Crusader"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Frostbolt", target=crusader).play("Frostbolt", target=yeti)
    assert (crusader.stats, crusader.has("frozen"), yeti.health) == ((3, 1), True, 1)


@scenario("Mirror Image")
def test_mirror_image_puts_two_in_the_way() -> None:
    game = duel().give(ME, "Mirror Image").play("Mirror Image")
    assert (game.me.minions, [m.stats for m in game.me.board]) == (["Mirror Image"] * 2, [(0, 2), (0, 2)])
    assert game.me.mana == 9
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    with pytest.raises(InputError, match=r"legal: attack enemy 1 \(Mirror Image\).* enemy 2 \(Mirror Image\)"):
        game.attack("Chillwind Yeti", "enemy hero")


@scenario("Mirror Image")
def test_mirror_image_needs_room_for_one() -> None:
    game = duel().give(ME, "Mirror Image", "Mirror Image")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    game.play("Mirror Image")
    assert (game.me.minions, game.me.mana) == (["Wisp"] * 6 + ["Mirror Image"], 9)
    with pytest.raises(InputError, match="cannot play Mirror Image now"):
        game.play("Mirror Image")
