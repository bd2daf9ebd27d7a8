"""The warrior's cards of the Classic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

# --- minions ----------------------------------------------------------------------------------------------------


@scenario("Arathi Weaponsmith")
@scenario("Battle Axe")
def test_arathi_weaponsmith_equips_a_battle_axe_in_place_of_any_weapon() -> None:
    game = duel("warrior").equip(ME, "Arcanite Reaper").give(ME, "Arathi Weaponsmith").play("Arathi Weaponsmith")
    weapon = game.me.weapon
    assert (weapon.name, weapon.attack, weapon.durability) == ("Battle Axe", 2, 2)
    assert (game.me.board[0].stats, game.me.mana) == ((3, 3), 6)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.durability) == (28, 1)


@scenario("Arathi Weaponsmith")
def test_arathi_weaponsmith_brings_no_axe_when_summoned() -> None:
    game = duel("warrior").give(ME, "Ancestral Spirit", "Execute")
    smith = game.add_minion(ENEMY, "Arathi Weaponsmith", damage=1)
    game.play("Ancestral Spirit", target=smith).play("Execute", target=smith)
    assert (game.enemy.minions, game.enemy.weapon) == (["Arathi Weaponsmith"], None)


@scenario("Armorsmith")
def test_armorsmith_gains_armor_for_each_hurt_friend() -> None:
    game = duel("warrior").give(ME, "Armorsmith", "Whirlwind").play("Armorsmith")
    smith = game.me.board[0]
    assert (smith.stats, game.me.mana) == ((1, 4), 8)
    for name in ("Wisp", "Chillwind Yeti", "Argent Squire"):
        game.add_minion(ME, name)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Whirlwind")
    assert (smith.health, game.me.armor, game.enemy.armor) == (3, 3, 0)


@scenario("Armorsmith")
def test_armorsmith_counts_each_hit_once_and_her_own_death() -> None:
    game = duel("warrior").give(ME, "Fireball").set_health(ME, 20)
    smith, yeti = game.add_minion(ME, "Armorsmith"), game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wisp")
    game.attack(yeti, "enemy Wisp").play("Fireball", target=smith)
    assert (smith.in_play, game.me.armor, game.me.health) == (False, 2, 20)


@scenario("Cruel Taskmaster")
def test_cruel_taskmaster_whips_any_other_minion() -> None:
    game = duel("warrior").give(ME, "Cruel Taskmaster", "Cruel Taskmaster")
    yeti, gnome = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Leper Gnome")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Cruel Taskmaster", target=yeti)
    assert (yeti.stats, game.me.board[2].stats, game.me.mana) == ((6, 4), (2, 2), 8)
    with pytest.raises(InputError, match="cannot play Cruel Taskmaster on enemy hero"):
        game.play("Cruel Taskmaster", target="enemy hero")
    game.play("Cruel Taskmaster", target=gnome)
    assert (game.enemy.minions, game.me.health) == ([], 28)


@scenario("Cruel Taskmaster")
def test_cruel_taskmaster_alone_whips_nobody() -> None:
    game = duel("warrior").give(ME, "Cruel Taskmaster").play("Cruel Taskmaster")
    assert game.me.board[0].stats == (2, 2)


@scenario("Frothing Berserker")
def test_frothing_berserker_grows_with_every_hurt_minion() -> None:
    game = duel("warrior").give(ME, "Frothing Berserker", "Whirlwind").play("Frothing Berserker")
    berserker = game.me.board[0]
    assert (berserker.stats, game.me.mana) == ((2, 4), 7)
    for player, name in ((ME, "Wisp"), (ENEMY, "Wisp"), (ENEMY, "Chillwind Yeti"), (ENEMY, "Argent Squire")):
        game.add_minion(player, name)
    game.play("Whirlwind")
    assert berserker.stats == (2 + 4, 3)


@scenario("Frothing Berserker")
def test_frothing_berserker_does_not_care_for_heroes() -> None:
    game = duel("warrior")
    berserker, yeti = game.add_minion(ME, "Frothing Berserker"), game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.attack(yeti, "enemy hero")
    assert berserker.attack == 2
    game.attack(berserker, "Bloodfen Raptor")
    assert berserker.stats == (4, 1)
    pass_turn(game)
    assert berserker.attack == 4


@scenario("Grommash Hellscream")
def test_grommash_charges_and_rages_when_hurt() -> None:
    game = duel("warrior").give(ME, "Grommash Hellscream", "Inner Rage").play("Grommash Hellscream")
    grommash = game.me.board[0]
    assert (grommash.stats, grommash.can_attack, game.me.mana) == ((4, 9), True, 2)
    game.play("Inner Rage", target=grommash).attack(grommash, "enemy hero")
    assert (grommash.stats, game.enemy.health) == ((4 + 2 + 6, 8), 18)


@scenario("Grommash Hellscream")
def test_grommash_calms_down_when_healed_or_silenced() -> None:
    game = duel("warrior").give(ME, "Ancestral Healing", "Ironbeak Owl")
    healed, silenced = (game.add_minion(ME, "Grommash Hellscream", damage=3) for _ in range(2))
    assert (healed.attack, silenced.attack) == (10, 10)
    game.play("Ancestral Healing", target=healed).play("Ironbeak Owl", target=silenced)
    assert (healed.stats, silenced.stats) == ((4, 9), (4, 6))


# --- spells -----------------------------------------------------------------------------------------------------


@scenario("Battle Rage")
def test_battle_rage_draws_for_each_hurt_friend_and_the_hurt_hero() -> None:
    game = duel("warrior").set_health(ME, 29).set_health(ENEMY, 5).give(ME, "Battle Rage")
    for player, damage in ((ME, 1), (ME, 3), (ME, 0), (ENEMY, 1)):
        game.add_minion(player, "Chillwind Yeti", damage=damage)
    game.play("Battle Rage")
    assert (game.me.hand, game.me.mana) == (["Wisp"] * 3, 8)


@scenario("Battle Rage")
def test_battle_rage_draws_nothing_when_all_are_whole() -> None:
    game = duel("warrior").set_health(ME, 30, armor=3).give(ME, "Battle Rage")
    game.add_minion(ME, "Chillwind Yeti")
    assert game.play("Battle Rage").me.hand == []


@scenario("Brawl")
@pytest.mark.parametrize(("outcome", "mine", "theirs"), [(0, ["Wisp"], []), (1, ["Sunwalker"], []), (2, [], ["Imp"])])
def test_brawl_leaves_a_random_one(outcome: int, mine: list[str], theirs: list[str]) -> None:
    game = duel("warrior").give(ME, "Brawl").script(outcome)
    for player, name in ((ME, "Wisp"), (ME, "Sunwalker"), (ENEMY, "Imp")):
        game.add_minion(player, name)
    game.play("Brawl")
    assert (game.me.minions, game.enemy.minions, game.me.mana) == (mine, theirs, 5)


@scenario("Brawl")
def test_brawl_needs_two_minions_and_sets_off_deathrattles() -> None:
    game = duel("warrior").give(ME, "Brawl")
    game.add_minion(ENEMY, "Harvest Golem")
    with pytest.raises(InputError, match="cannot play Brawl now"):
        game.play("Brawl")
    game.add_minion(ENEMY, "Wisp")
    assert game.script(1).play("Brawl").enemy.minions == ["Damaged Golem", "Wisp"]


@scenario("Commanding Shout")
def test_commanding_shout_keeps_own_minions_at_one_health_this_turn() -> None:
    game = duel("warrior").set_deck(ME, ["Sap", "Hex"]).give(ME, "Commanding Shout", "Hellfire")
    game.play("Commanding Shout")
    assert (game.me.hand, game.me.mana) == (["Hellfire", "Sap"], 8)
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti", damage=3), game.add_minion(ENEMY, "Wisp")
    game.give(ME, "Commanding Shout").play("Commanding Shout").attack(yeti, wisp).play("Hellfire")
    assert (yeti.health, wisp.in_play, game.enemy.minions) == (1, False, [])
    game.give(ENEMY, "Arcane Shot").end_turn().play("Arcane Shot", target=yeti)
    assert not yeti.in_play


@scenario("Commanding Shout")
def test_commanding_shout_does_not_stop_destruction() -> None:
    game = duel("warrior").give(ME, "Commanding Shout", "Brawl").script(0)
    for _ in range(2):
        game.add_minion(ME, "Wisp")
    assert game.play("Commanding Shout").play("Brawl").me.minions == ["Wisp"]


@scenario("Commanding Shout")
def test_commanding_shout_covers_minions_that_come_later_in_the_turn() -> None:
    game = duel("warrior").give(ME, "Commanding Shout", "Wisp", "Whirlwind")
    assert game.play("Commanding Shout").play("Wisp").play("Whirlwind").me.minions == ["Wisp"]


@scenario("Inner Rage")
def test_inner_rage_hurts_and_strengthens_any_minion() -> None:
    game = duel("warrior").give(ME, *["Inner Rage"] * 3)
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Argent Squire")
    game.play("Inner Rage", target=mine).play("Inner Rage", target=theirs)
    assert (mine.stats, theirs.stats, theirs.has("divine shield"), game.me.mana) == ((6, 4), (3, 1), False, 10)
    pass_turn(game)
    assert mine.attack == 6
    with pytest.raises(InputError, match="cannot play Inner Rage on my hero"):
        game.play("Inner Rage", target="my hero")


@scenario("Mortal Strike")
@pytest.mark.parametrize(("health", "dealt"), [(13, 4), (12, 6), (1, 6)])
def test_mortal_strike_is_stronger_at_twelve_health(health: int, dealt: int) -> None:
    game = duel("warrior").set_health(ME, health, armor=9).set_health(ENEMY, 20).give(ME, "Mortal Strike")
    game.play("Mortal Strike", target="enemy hero")
    assert (game.enemy.health, game.me.health, game.me.mana) == (20 - dealt, health, 6)


@scenario("Mortal Strike")
def test_mortal_strike_hits_minions_too_and_gets_spell_damage() -> None:
    game = duel("warrior").give(ME, "Mortal Strike")
    game.add_minion(ME, "Kobold Geomancer")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Mortal Strike", target=ogre)
    assert ogre.health == 2


@scenario("Rampage")
def test_rampage_strengthens_a_damaged_minion_of_either_side() -> None:
    game = duel("warrior").give(ME, "Rampage")
    whole, hurt = game.add_minion(ME, "Wisp"), game.add_minion(ME, "Chillwind Yeti", damage=4)
    game.add_minion(ENEMY, "Boulderfist Ogre", damage=1)
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti, enemy Boulderfist Ogre$"):
        game.play("Rampage", target=whole)
    game.play("Rampage", target=hurt).end_turn()
    assert (hurt.stats, hurt.max_health, game.enemy.mana) == ((7, 4), 8, 8)


@scenario("Shield Slam")
def test_shield_slam_deals_the_own_armor_and_keeps_it() -> None:
    game = duel("warrior").set_health(ME, 30, armor=5).set_health(ENEMY, 30, armor=2).give(ME, *["Shield Slam"] * 2)
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Shield Slam", target=ogre)
    assert (ogre.health, game.me.armor, game.me.mana) == (2, 5, 9)
    with pytest.raises(InputError, match="cannot play Shield Slam on enemy hero"):
        game.play("Shield Slam", target="enemy hero")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Shield Slam", target=ogre)
    assert not ogre.in_play


@scenario("Shield Slam")
def test_shield_slam_without_armor_does_nothing() -> None:
    game = duel("warrior").set_health(ENEMY, 30, armor=8).give(ME, "Shield Slam")
    squire = game.add_minion(ENEMY, "Argent Squire")
    game.play("Shield Slam", target=squire)
    assert (squire.has("divine shield"), game.me.hand) == (True, [])


@scenario("Slam")
def test_slam_draws_for_a_survivor_only() -> None:
    game = duel("warrior").give(ME, "Slam", "Slam", "Slam").set_deck(ME, ["Sap", "Hex"])
    yeti, raptor = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ME, "Bloodfen Raptor")
    game.play("Slam", target=raptor)
    assert (raptor.in_play, game.me.hand, game.me.mana) == (False, ["Slam", "Slam"], 8)
    game.play("Slam", target=yeti)
    assert (yeti.health, game.me.hand) == (3, ["Slam", "Sap"])
    with pytest.raises(InputError, match="cannot play Slam on enemy hero"):
        game.play("Slam", target="enemy hero")


@scenario("Slam")
def test_slam_draws_for_a_shield_that_held() -> None:
    game = duel("warrior").give(ME, "Slam").set_deck(ME, ["Sap"])
    game.add_minion(ENEMY, "Argent Squire")
    game.play("Slam", target="Argent Squire")
    assert (game.enemy.minions, game.me.hand) == (["Argent Squire"], ["Sap"])


@scenario("Upgrade!")
@scenario("Heavy Axe")
def test_upgrade_improves_a_weapon_or_brings_an_axe() -> None:
    game = duel("warrior").equip(ENEMY, "Fiery War Axe").give(ME, "Upgrade!", "Upgrade!").play("Upgrade!")
    assert (game.me.weapon.name, game.me.weapon.attack, game.me.weapon.durability) == ("Heavy Axe", 1, 3)
    game.play("Upgrade!").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability, game.me.mana) == (28, 2, 3, 8)
    assert (game.enemy.weapon.attack, game.enemy.weapon.durability) == (3, 2)


# --- weapons ----------------------------------------------------------------------------------------------------


@scenario("Gorehowl")
def test_gorehowl_loses_attack_on_minions_and_breaks_on_a_hero() -> None:
    game = duel("warrior").give(ME, "Gorehowl").play("Gorehowl")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack("my hero", "Boulderfist Ogre")
    assert (game.enemy.minions, game.me.health, game.me.mana) == ([], 24, 3)
    assert (game.me.weapon.attack, game.me.weapon.durability, game.me.hero.can_attack) == (6, 1, False)
    pass_turn(game)
    game.attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon) == (24, None)


@scenario("Gorehowl")
def test_gorehowl_breaks_when_its_attack_is_used_up() -> None:
    game = duel("warrior").equip(ME, "Gorehowl", attack=1)
    wisp = game.add_minion(ENEMY, "Wisp")
    game.attack("my hero", wisp)
    assert (wisp.in_play, game.me.weapon) == (False, None)


@scenario("Gorehowl")
def test_gorehowl_can_be_upgraded_to_strike_a_hero_twice() -> None:
    game = duel("warrior").equip(ME, "Gorehowl").give(ME, "Upgrade!").play("Upgrade!").attack("my hero", "enemy hero")
    assert (game.enemy.health, game.me.weapon.attack, game.me.weapon.durability) == (22, 8, 1)
