"""Neutral cards of the Classic set: battlecries, and the cards that they bring about."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Alexstrasza")
def test_alexstrasza_brings_the_enemy_hero_down_to_fifteen() -> None:
    game = duel().set_health(ENEMY, 28, armor=6).give(ME, "Alexstrasza").play("Alexstrasza", target="enemy hero")
    assert (game.enemy.health, game.enemy.armor, game.me.board[0].stats) == (15, 6, (8, 8))


@scenario("Alexstrasza")
def test_alexstrasza_may_save_her_own_hero() -> None:
    game = duel().set_health(ME, 2).give(ME, "Alexstrasza")
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match="legal targets: my hero, enemy hero"):
        game.play("Alexstrasza", target="enemy Wisp")
    game.play("Alexstrasza", target="my hero")
    assert (game.me.health, game.enemy.health) == (15, 30)


@scenario("Alexstrasza")
def test_alexstrasza_leaves_room_for_healing() -> None:
    game = duel("priest").set_mana(ME, 11).give(ME, "Alexstrasza")
    game.play("Alexstrasza", target="my hero").use_power("my hero")
    assert game.me.health == 17


@scenario("Arcane Golem")
def test_arcane_golem_gives_the_opponent_a_crystal() -> None:
    game = duel().set_mana(ME, 4).set_mana(ENEMY, 4).give(ME, "Arcane Golem").play("Arcane Golem")
    assert (game.me.crystals, game.enemy.crystals) == (4, 5)
    game.end_turn()
    assert (game.me.mana, game.me.crystals) == (6, 6)


@scenario("Arcane Golem")
def test_arcane_golem_does_not_exceed_ten_crystals_and_has_no_charge() -> None:
    game = duel().set_mana(ENEMY, 9).give(ME, "Arcane Golem", "Arcane Golem").play("Arcane Golem")
    assert (game.enemy.crystals, game.me.board[0].can_attack) == (10, False)
    game.play("Arcane Golem")
    assert game.enemy.crystals == 10


@scenario("Blood Knight")
def test_blood_knight_takes_the_shields_of_both_sides() -> None:
    game = duel().give(ME, "Blood Knight", "Blood Knight")
    mine, theirs = game.add_minion(ME, "Scarlet Crusader"), game.add_minion(ENEMY, "Sunwalker")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Blood Knight")
    assert game.me.board[-1].stats == (9, 9)
    assert not mine.has("divine shield")
    assert theirs.keywords == ("taunt",)
    game.play("Blood Knight")
    assert game.me.board[-1].stats == (3, 3)


@scenario("Bloodsail Corsair")
def test_bloodsail_corsair_wears_out_the_enemy_weapon() -> None:
    game = duel().give(ME, *["Bloodsail Corsair"] * 3).equip(ENEMY, "Fiery War Axe")
    game.equip(ME, "Light's Justice").play("Bloodsail Corsair")
    assert (game.enemy.weapon.durability, game.me.weapon.durability) == (1, 4)
    game.play("Bloodsail Corsair")
    assert game.enemy.weapon is None
    game.play("Bloodsail Corsair")
    assert (len(game.me.minions), game.me.weapon.durability) == (3, 4)


@scenario("Bloodsail Raider")
def test_bloodsail_raider_has_the_attack_of_the_weapon_on_top() -> None:
    game = duel("warrior").give(ME, "Bloodsail Raider").equip(ME, "Fiery War Axe").equip(ENEMY, "Light's Justice")
    game.play("Bloodsail Raider")
    assert game.me.board[0].stats == (5, 3)


@scenario("Bloodsail Raider")
def test_bloodsail_raider_looks_at_the_weapon_not_at_the_hero() -> None:
    game = duel("warrior").give(ME, "Heroic Strike", "Bloodsail Raider", "Bloodsail Raider", "Fiery War Axe")
    game.play("Heroic Strike").play("Bloodsail Raider").play("Fiery War Axe").play("Bloodsail Raider")
    assert game.me.attack == 7
    assert [m.stats for m in game.me.board] == [(2, 3), (5, 3)]


@scenario("Coldlight Seer")
def test_coldlight_seer_toughens_its_other_murlocs() -> None:
    game = duel().give(ME, "Coldlight Seer")
    raider, wisp = game.add_minion(ME, "Murloc Raider"), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Murloc Raider")
    game.play("Coldlight Seer")
    assert (raider.stats, wisp.stats, theirs.stats) == ((2, 3), (1, 1), (2, 1))
    assert game.me.board[-1].stats == (2, 3)


@scenario("Dark Iron Dwarf")
def test_dark_iron_dwarf_lends_two_attack_for_the_turn() -> None:
    game = duel().give(ME, "Dark Iron Dwarf")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Dark Iron Dwarf", target=yeti).attack(yeti, "enemy hero")
    assert game.enemy.health == 24
    game.end_turn()
    assert yeti.stats == (4, 5)


@scenario("Dark Iron Dwarf")
def test_dark_iron_dwarf_may_choose_an_enemy_but_no_hero() -> None:
    game = duel().give(ME, "Dark Iron Dwarf")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match="legal targets: enemy Chillwind Yeti"):
        game.play("Dark Iron Dwarf", target="my hero")
    game.play("Dark Iron Dwarf", target=theirs)
    assert theirs.attack == 6


@scenario("Defender of Argus")
def test_defender_of_argus_strengthens_both_neighbours() -> None:
    game = duel().give(ME, "Defender of Argus")
    left, right, far = (game.add_minion(ME, "Bloodfen Raptor") for _ in range(3))
    game.play("Defender of Argus", position=2)
    assert [m.stats for m in (left, right, far)] == [(4, 3), (4, 3), (3, 2)]
    assert [m.has("taunt") for m in game.me.board] == [True, False, True, False]


@scenario("Earthen Ring Farseer")
def test_earthen_ring_farseer_restores_three_health_to_anyone() -> None:
    game = duel().set_health(ENEMY, 20).give(ME, "Earthen Ring Farseer", "Earthen Ring Farseer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=4)
    game.play("Earthen Ring Farseer", target=yeti).play("Earthen Ring Farseer", target="enemy hero")
    assert (yeti.health, game.enemy.health) == (4, 23)


@scenario("Earthen Ring Farseer")
def test_earthen_ring_farseer_does_not_heal_above_the_maximum() -> None:
    game = duel().set_health(ME, 28).give(ME, "Earthen Ring Farseer")
    game.play("Earthen Ring Farseer", target="my hero")
    assert game.me.health == 30


@scenario("Hungry Crab")
def test_hungry_crab_eats_a_murloc_and_grows() -> None:
    game = duel().give(ME, "Hungry Crab")
    murloc = game.add_minion(ENEMY, "Murloc Warleader")
    game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match="legal targets: enemy Murloc Warleader"):
        game.play("Hungry Crab", target="enemy Wisp")
    game.play("Hungry Crab", target=murloc)
    assert (game.enemy.minions, game.me.board[0].stats) == (["Wisp"], (3, 4))


@scenario("Hungry Crab")
def test_hungry_crab_may_eat_its_own_side() -> None:
    game = duel().give(ME, "Hungry Crab")
    game.play("Hungry Crab", target=game.add_minion(ME, "Murloc Raider"))
    assert (game.me.minions, game.me.board[0].stats) == (["Hungry Crab"], (3, 4))


@scenario("Hungry Crab")
def test_hungry_crab_stays_small_without_a_murloc() -> None:
    game = duel().give(ME, "Hungry Crab", "Hungry Crab").play("Hungry Crab")
    assert game.me.board[0].stats == (1, 2)
    game.play("Hungry Crab", target=game.add_minion(ENEMY, "Murloc Raider"))
    assert [m.stats for m in game.me.board] == [(1, 2), (3, 4)]


@scenario("Injured Blademaster")
def test_injured_blademaster_comes_hurt_and_can_be_healed() -> None:
    game = duel("priest").give(ME, "Injured Blademaster", "Holy Light").play("Injured Blademaster")
    blademaster = game.me.board[0]
    assert blademaster.stats == (4, 3)
    game.play("Holy Light", target=blademaster)
    assert blademaster.stats == (4, 7)


@scenario("King Mukla")
@scenario("Bananas")
def test_king_mukla_gives_the_opponent_two_bananas() -> None:
    game = duel().give(ME, "King Mukla").play("King Mukla")
    mukla = game.me.board[0]
    assert (mukla.stats, game.me.hand, game.enemy.hand) == ((5, 5), [], ["Bananas", "Bananas"])
    wisp = game.add_minion(ENEMY, "Wisp")
    game.end_turn().play("Bananas", target=wisp).play("Bananas", target=mukla)
    assert (wisp.stats, mukla.stats, game.me.mana) == ((2, 2), (6, 6), 8)


@scenario("King Mukla")
def test_king_mukla_cannot_fill_a_hand_beyond_ten() -> None:
    game = duel().give(ENEMY, *["Wisp"] * 9).give(ME, "King Mukla").play("King Mukla")
    assert game.enemy.hand == ["Wisp"] * 9 + ["Bananas"]


@scenario("Bananas")
def test_bananas_stay_on_the_minion() -> None:
    game = duel().give(ME, "Bananas")
    wisp = game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="legal targets: my Wisp"):
        game.play("Bananas", target="my hero")
    game.play("Bananas", target=wisp)
    pass_turn(game)
    assert wisp.stats == (2, 2)


@scenario("Millhouse Manastorm")
def test_millhouse_manastorm_makes_enemy_spells_free_for_their_next_turn() -> None:
    game = duel().give(ME, "Millhouse Manastorm", "Fireball").give(ENEMY, "Fireball", "Hellfire", "Chillwind Yeti")
    game.play("Millhouse Manastorm")
    assert game.me.cost("Fireball") == 4
    game.end_turn().play("Fireball", target="enemy hero")
    assert (game.me.mana, game.me.cost("Hellfire"), game.me.cost("Chillwind Yeti")) == (10, 0, 4)
    pass_turn(game)
    assert game.me.cost("Hellfire") == 4


@scenario("Millhouse Manastorm")
def test_millhouse_manastorm_is_not_undone_by_his_death() -> None:
    game = duel().give(ME, "Millhouse Manastorm").give(ENEMY, "Fireball", "Fireball").play("Millhouse Manastorm")
    game.end_turn().play("Fireball", target="Millhouse Manastorm")
    assert (game.enemy.minions, game.me.cost("Fireball")) == ([], 0)


@scenario("Mind Control Tech")
def test_mind_control_tech_takes_one_of_four() -> None:
    game = duel().give(ME, "Mind Control Tech").script(2)
    for name in ("Wisp", "Bloodfen Raptor", "Chillwind Yeti", "Wisp"):
        game.add_minion(ENEMY, name)
    game.play("Mind Control Tech")
    assert game.me.minions == ["Mind Control Tech", "Chillwind Yeti"]
    assert game.enemy.minions == ["Wisp", "Bloodfen Raptor", "Wisp"]


@scenario("Mind Control Tech")
def test_mind_control_tech_takes_none_of_three() -> None:
    game = duel().give(ME, "Mind Control Tech", "Mind Control Tech")
    for name in ("Wisp", "Bloodfen Raptor", "Chillwind Yeti"):
        game.add_minion(ENEMY, name)
    game.play("Mind Control Tech")
    assert (len(game.me.minions), len(game.enemy.minions)) == (1, 3)
    game.add_minion(ENEMY, "Wisp")
    game.script(0).play("Mind Control Tech")
    assert (len(game.me.minions), game.enemy.minions) == (3, ["Bloodfen Raptor", "Chillwind Yeti", "Wisp"])


@scenario("Onyxia")
@scenario("Whelp")
def test_onyxia_fills_the_board_with_whelps() -> None:
    game = duel().give(ME, "Onyxia")
    game.add_minion(ME, "Chillwind Yeti")
    game.play("Onyxia")
    whelps = [m for m in game.me.board if m.name == "Whelp"]
    assert [m.stats for m in whelps] == [(1, 1)] * 5
    assert (len(game.me.board), game.enemy.minions) == (7, [])


@scenario("Priestess of Elune")
def test_priestess_of_elune_heals_her_own_hero() -> None:
    game = duel().set_health(ME, 20).set_health(ENEMY, 20).give(ME, "Priestess of Elune")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=4)
    game.play("Priestess of Elune")
    assert (game.me.health, game.enemy.health, yeti.health) == (24, 20, 1)


@scenario("Stampeding Kodo")
def test_stampeding_kodo_tramples_one_weak_enemy() -> None:
    game = duel().give(ME, "Stampeding Kodo").script(1)
    game.add_minion(ME, "Wisp")
    for name in ("Wisp", "Bloodfen Raptor", "River Crocolisk"):
        game.add_minion(ENEMY, name)
    game.play("Stampeding Kodo")
    assert game.enemy.minions == ["Wisp", "Bloodfen Raptor"]
    assert game.me.minions == ["Wisp", "Stampeding Kodo"]


@scenario("Stampeding Kodo")
def test_stampeding_kodo_looks_at_the_attack_as_it_is_now() -> None:
    game = duel().give(ME, "Stampeding Kodo", "Stampeding Kodo").script(0)
    game.add_minion(ENEMY, "Wisp", attack=3)
    game.add_minion(ENEMY, "Bloodfen Raptor", attack=2)
    game.play("Stampeding Kodo").play("Stampeding Kodo")
    assert game.enemy.minions == ["Wisp"]


@scenario("Sunfury Protector")
def test_sunfury_protector_gives_taunt_to_both_neighbours() -> None:
    game = duel().give(ME, "Sunfury Protector")
    left, right, far = (game.add_minion(ME, "Wisp") for _ in range(3))
    game.play("Sunfury Protector", position=2)
    assert [m.has("taunt") for m in game.me.board] == [True, False, True, False]
    assert [m.stats for m in (left, right, far)] == [(1, 1)] * 3


@scenario("The Black Knight")
def test_the_black_knight_destroys_an_enemy_with_taunt() -> None:
    game = duel().give(ME, "The Black Knight")
    game.add_minion(ME, "Sen'jin Shieldmasta")
    game.add_minion(ENEMY, "Chillwind Yeti")
    walker = game.add_minion(ENEMY, "Sunwalker")
    with pytest.raises(InputError, match=r"legal targets: enemy Sunwalker$"):
        game.play("The Black Knight", target="enemy Chillwind Yeti")
    game.play("The Black Knight", target=walker)
    assert game.enemy.minions == ["Chillwind Yeti"]


@scenario("The Black Knight")
def test_the_black_knight_comes_alone_if_no_enemy_has_taunt() -> None:
    game = duel().set_mana(ME, 12).give(ME, "The Black Knight", "The Black Knight")
    game.add_minion(ME, "Sen'jin Shieldmasta")
    game.add_minion(ENEMY, "Sunwalker", silenced=True)
    game.play("The Black Knight")
    game.play("The Black Knight", target=game.add_minion(ENEMY, "Wisp", keywords=["taunt"]))
    assert game.me.minions == ["Sen'jin Shieldmasta", "The Black Knight", "The Black Knight"]
    assert game.enemy.minions == ["Sunwalker"]


@scenario("Youthful Brewmaster")
def test_youthful_brewmaster_takes_a_friend_back_to_the_hand() -> None:
    game = duel().give(ME, "Youthful Brewmaster")
    game.add_minion(ENEMY, "Wisp")
    yeti = game.add_minion(ME, "Chillwind Yeti", attack=9, damage=4)
    with pytest.raises(InputError, match="legal targets: my Chillwind Yeti"):
        game.play("Youthful Brewmaster", target="enemy Wisp")
    game.play("Youthful Brewmaster", target=yeti)
    assert (game.me.minions, game.me.hand) == (["Youthful Brewmaster"], ["Chillwind Yeti"])
    game.play("Chillwind Yeti")
    assert game.me.board[-1].stats == (4, 5)


@scenario("Youthful Brewmaster")
def test_youthful_brewmaster_lets_a_battlecry_happen_again() -> None:
    game = duel().give(ME, "Elven Archer", "Youthful Brewmaster").play("Elven Archer", target="enemy hero")
    game.play("Youthful Brewmaster", target="my 1").play("Elven Archer", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (28, 6)


@scenario("Youthful Brewmaster")
def test_youthful_brewmaster_comes_alone_on_an_empty_board() -> None:
    game = duel().give(ME, "Youthful Brewmaster", "Youthful Brewmaster").play("Youthful Brewmaster")
    assert (game.me.board[0].stats, game.me.hand) == ((3, 2), ["Youthful Brewmaster"])
    game.play("Youthful Brewmaster", target="my 1")
    assert (game.me.minions, game.me.hand) == (["Youthful Brewmaster"], ["Youthful Brewmaster"])


@scenario("Ancient Mage")
def test_ancient_mage_gives_spell_damage_to_both_neighbours() -> None:
    game = duel().set_mana(ME, 20).give(ME, "Ancient Mage", "Fireball", "Fireball").give(ENEMY, "Fireball")
    left, _right, _far = (game.add_minion(ME, "Wisp") for _ in range(3))
    game.play("Ancient Mage", position=2).play("Fireball", target="enemy hero")
    assert game.enemy.health == 30 - 8
    game.use_power(left).play("Fireball", target="enemy hero")
    assert game.enemy.health == 22 - 7
    assert game.end_turn().play("Fireball", target="enemy hero").enemy.health == 30 - 6


@scenario("Ancient Mage")
def test_ancient_mage_has_no_spell_damage_of_its_own() -> None:
    game = duel().give(ME, "Ancient Mage", "Fireball").play("Ancient Mage").play("Fireball", target="enemy hero")
    assert game.enemy.health == 24


@scenario("Captain Greenskin")
def test_captain_greenskin_improves_your_weapon() -> None:
    game = duel("warrior").equip(ME, "Fiery War Axe").equip(ENEMY, "Fiery War Axe").give(ME, "Captain Greenskin")
    game.play("Captain Greenskin")
    assert (game.me.weapon.attack, game.me.weapon.durability, game.me.attack) == (4, 3, 4)
    assert (game.enemy.weapon.attack, game.enemy.weapon.durability) == (3, 2)


@scenario("Captain Greenskin")
def test_captain_greenskin_cannot_improve_a_weapon_that_comes_later() -> None:
    game = duel("warrior").give(ME, "Captain Greenskin", "Fiery War Axe")
    game.play("Captain Greenskin").play("Fiery War Axe")
    assert (game.me.weapon.attack, game.me.weapon.durability) == (3, 2)


@scenario("Coldlight Oracle")
def test_coldlight_oracle_lets_each_player_draw_two() -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Wisp"]).set_deck(ENEMY, ["Slam", "Execute", "Wisp"])
    game.give(ME, "Coldlight Oracle").play("Coldlight Oracle")
    assert (game.me.hand, game.me.deck) == (["Fireball", "Polymorph"], ["Wisp"])
    assert (game.enemy.hand, game.enemy.deck) == (["Slam", "Execute"], ["Wisp"])


@scenario("Coldlight Oracle")
def test_coldlight_oracle_burns_what_a_full_hand_cannot_hold() -> None:
    game = duel().set_deck(ENEMY, ["Slam", "Execute", "Wisp"]).give(ENEMY, *["Wisp"] * 9).give(ME, "Coldlight Oracle")
    game.play("Coldlight Oracle")
    assert (game.enemy.hand[9:], game.enemy.deck) == (["Slam"], ["Wisp"])


@scenario("Coldlight Oracle")
def test_coldlight_oracle_may_kill_both_heroes_by_fatigue() -> None:
    game = duel().set_deck(ME, []).set_deck(ENEMY, []).set_health(ME, 3).set_health(ENEMY, 3)
    game.give(ME, "Coldlight Oracle").play("Coldlight Oracle")
    assert (game.me.fatigue, game.enemy.fatigue) == (2, 2)
    assert game.winner == 2


@scenario("Coldlight Oracle")
@scenario("Youthful Brewmaster")
def test_coldlight_oracle_comes_again_with_youthful_brewmaster() -> None:
    game = duel().set_deck(ENEMY, ["Slam"]).give(ME, "Coldlight Oracle", "Youthful Brewmaster")
    game.play("Coldlight Oracle").play("Youthful Brewmaster", target="my 1").play("Coldlight Oracle")
    assert (game.me.hand, game.enemy.hand) == (["Wisp"] * 4, ["Slam"])
    assert game.enemy.health == 30 - 1 - 2 - 3


@scenario("Harrison Jones")
def test_harrison_jones_draws_for_the_durability_of_the_weapon_that_he_destroys() -> None:
    game = duel("mage", "paladin").equip(ME, "Fiery War Axe").equip(ENEMY, "Light's Justice", durability=3)
    game.set_deck(ME, ["Fireball", "Polymorph", "Blizzard", "Wisp"]).give(ME, "Harrison Jones").play("Harrison Jones")
    assert (game.enemy.weapon, game.me.weapon.name) == (None, "Fiery War Axe")
    assert (game.me.hand, game.enemy.hand) == (["Fireball", "Polymorph", "Blizzard"], [])


@scenario("Harrison Jones")
def test_harrison_jones_draws_nothing_without_an_enemy_weapon() -> None:
    game = duel().equip(ME, "Fiery War Axe").give(ME, "Harrison Jones").play("Harrison Jones")
    assert (game.me.hand, game.me.weapon.durability, game.me.minions) == ([], 2, ["Harrison Jones"])


@scenario("Leeroy Jenkins")
@scenario("Whelp")
def test_leeroy_jenkins_charges_and_brings_the_opponent_two_whelps() -> None:
    game = duel().give(ME, "Leeroy Jenkins").play("Leeroy Jenkins").attack("Leeroy Jenkins", "enemy hero")
    assert (game.enemy.health, game.me.mana, game.me.minions) == (24, 5, ["Leeroy Jenkins"])
    assert [(whelp.name, whelp.stats) for whelp in game.enemy.board] == [("Whelp", (1, 1))] * 2


@scenario("Leeroy Jenkins")
def test_leeroy_jenkins_finds_room_for_one_whelp_only() -> None:
    game = duel().give(ME, "Leeroy Jenkins")
    for _ in range(6):
        game.add_minion(ENEMY, "Wisp")
    assert game.play("Leeroy Jenkins").enemy.minions == ["Wisp"] * 6 + ["Whelp"]


@scenario("Mad Bomber")
def test_mad_bomber_hits_anyone_but_himself() -> None:
    game = duel().give(ME, "Mad Bomber").script(0, 2, 3)
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ME, "Dalaran Mage")  # a battlecry is no spell
    game.play("Mad Bomber", position=1)
    assert (game.me.health, mine.health, theirs.health, game.enemy.health) == (29, 5, 5, 29)
    assert [minion.health for minion in game.me.board] == [2, 5, 3]


@scenario("Mad Bomber")
def test_mad_bomber_does_not_bomb_the_dead() -> None:
    game = duel().give(ME, "Mad Bomber").script(2, 2, 0)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Mad Bomber")
    assert (game.me.health, game.enemy.minions, game.me.minions) == (29, [], ["Mad Bomber"])


@scenario("Silver Hand Knight")
@scenario("Squire")
def test_silver_hand_knight_brings_a_squire() -> None:
    game = duel().give(ME, "Silver Hand Knight")
    game.add_minion(ME, "Wisp")
    game.play("Silver Hand Knight", position=1)
    assert game.me.minions == ["Silver Hand Knight", "Squire", "Wisp"]
    assert [minion.stats for minion in game.me.board[:2]] == [(4, 4), (2, 2)]


@scenario("Silver Hand Knight")
def test_silver_hand_knight_finds_no_room_for_a_squire() -> None:
    game = duel().give(ME, "Silver Hand Knight")
    for _ in range(6):
        game.add_minion(ME, "Wisp")
    assert game.play("Silver Hand Knight").me.minions == ["Wisp"] * 6 + ["Silver Hand Knight"]


@scenario("Tinkmaster Overspark")
@scenario("Devilsaur")
@scenario("Squirrel")
@pytest.mark.parametrize(("outcome", "name", "stats"), [(0, "Devilsaur", (5, 5)), (1, "Squirrel", (1, 1))])
def test_tinkmaster_overspark_transforms_a_random_minion(outcome: int, name: str, stats: tuple[int, int]) -> None:
    game = duel().give(ME, "Tinkmaster Overspark").script(1, outcome)
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "The Beast", damage=3)
    game.play("Tinkmaster Overspark")
    assert (game.me.minions, game.enemy.minions) == (["Wisp", "Tinkmaster Overspark"], [name])
    assert (game.enemy.board[0].stats, game.enemy.board[0].max_health) == (stats, stats[1])


@scenario("Tinkmaster Overspark")
def test_tinkmaster_overspark_may_spoil_a_friend_but_not_himself() -> None:
    game = duel().give(ME, "Tinkmaster Overspark", "Tinkmaster Overspark").play("Tinkmaster Overspark")
    assert game.me.minions == ["Tinkmaster Overspark"]
    game.script(0, 1).play("Tinkmaster Overspark")
    assert game.me.minions == ["Squirrel", "Tinkmaster Overspark"]
