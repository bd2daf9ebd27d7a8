"""The paladin's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Blessing of Kings")
def test_blessing_of_kings_lasts() -> None:
    game = duel("paladin").give(ME, "Blessing of Kings")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Blessing of Kings", target=wisp)
    assert (wisp.stats, game.me.mana) == ((5, 5), 6)
    pass_turn(game)
    game.attack(wisp, "enemy hero")
    assert (game.enemy.health, wisp.stats) == (25, (5, 5))


@scenario("Blessing of Kings")
def test_blessing_of_kings_is_for_any_minion_but_no_hero() -> None:
    game = duel("paladin").give(ME, "Blessing of Kings", "Blessing of Kings")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=1)
    game.play("Blessing of Kings", target=yeti)
    assert yeti.stats == (8, 8)
    with pytest.raises(InputError, match="cannot play Blessing of Kings on"):
        game.play("Blessing of Kings", target="my hero")


@scenario("Blessing of Might")
def test_blessing_of_might_gives_attack_only() -> None:
    game = duel("paladin").give(ME, "Blessing of Might")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Blessing of Might", target=yeti)
    assert (yeti.stats, game.me.mana) == ((7, 5), 9)
    pass_turn(game)
    assert yeti.attack == 7
    with pytest.raises(InputError, match="cannot play Blessing of Might on"):
        game.give(ME, "Blessing of Might").play("Blessing of Might", target="my hero")


@scenario("Consecration")
def test_consecration_burns_all_enemies_and_no_friend() -> None:
    game = duel("paladin").give(ME, "Consecration")
    mine = game.add_minion(ME, "Wisp")
    yeti, raptor = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Consecration")
    assert (game.enemy.health, yeti.health, raptor.in_play) == (28, 3, False)
    assert (mine.in_play, game.me.health, game.me.mana) == (True, 30, 6)


@scenario("Consecration")
def test_consecration_grows_with_spell_damage() -> None:
    game = duel("paladin").give(ME, "Consecration")
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Consecration")
    assert (game.enemy.health, yeti.health) == (27, 2)


@scenario("Hammer of Wrath")
def test_hammer_of_wrath_deals_three_and_draws() -> None:
    game = duel("paladin").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Hammer of Wrath", "Hammer of Wrath")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Hammer of Wrath", target=yeti).play("Hammer of Wrath", target="enemy hero")
    assert (yeti.health, game.enemy.health) == (2, 27)
    assert (game.me.hand, game.me.mana) == (["Sap", "Hex"], 2)


@scenario("Hand of Protection")
def test_hand_of_protection_takes_one_blow() -> None:
    game = duel("paladin").give(ME, "Hand of Protection", "Fireball", "Arcane Shot")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti$"):
        game.play("Hand of Protection", target="my hero")
    game.play("Hand of Protection", target=yeti)
    assert (yeti.has("divine shield"), game.me.mana) == (True, 9)
    game.play("Fireball", target=yeti)
    assert (yeti.health, yeti.has("divine shield")) == (5, False)
    game.play("Arcane Shot", target=yeti)
    assert yeti.health == 3


@scenario("Holy Light")
def test_holy_light_heals_six() -> None:
    game = duel("paladin").set_health(ME, 20).give(ME, "Holy Light", "Holy Light")
    game.add_minion(ME, "Kobold Geomancer")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", damage=4)
    game.play("Holy Light", target="my hero").play("Holy Light", target=yeti)
    assert (game.me.health, yeti.health, game.me.mana) == (26, 5, 6)


@scenario("Light's Justice")
def test_lights_justice_strikes_four_times() -> None:
    game = duel("paladin").give(ME, "Light's Justice").play("Light's Justice")
    assert game.me.mana == 9
    for blow in range(1, 5):
        assert game.me.weapon.attack == 1
        game.attack("my hero", "enemy hero")
        assert game.enemy.health == 30 - blow
        pass_turn(game)
    assert game.me.weapon is None


@scenario("Truesilver Champion")
def test_truesilver_champion_heals_its_bearer_at_each_attack() -> None:
    game = duel("paladin").set_health(ME, 20).give(ME, "Truesilver Champion").play("Truesilver Champion")
    game.attack("my hero", "enemy hero")
    assert (game.me.health, game.enemy.health, game.me.mana) == (22, 26, 6)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    pass_turn(game)
    game.attack("my hero", "enemy 1")
    assert (game.me.health, game.enemy.minions, game.me.weapon) == (21, [], None)


@scenario("Truesilver Champion")
def test_truesilver_champion_heals_before_the_blows_fall() -> None:
    game = duel("paladin").set_health(ME, 4).equip(ME, "Truesilver Champion")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", "enemy 1")
    assert (game.over, game.me.health) == (False, 2)
    game = duel("paladin").equip(ME, "Truesilver Champion")
    game.add_minion(ENEMY, "Chillwind Yeti")
    assert game.attack("my hero", "enemy 1").me.health == 26


@scenario("Truesilver Champion")
def test_truesilver_champion_ignores_other_attackers() -> None:
    game = duel("paladin").set_health(ME, 20).equip(ME, "Truesilver Champion")
    game.add_minion(ME, "Wisp")
    game.equip(ENEMY, "Fiery War Axe").attack("my 1", "enemy hero").end_turn()
    game.attack("my hero", "enemy hero")
    assert game.side(ME).health == 17


@scenario("Reinforce")
@scenario("Silver Hand Recruit")
def test_reinforce_calls_a_recruit() -> None:
    game = duel("paladin").use_power()
    assert (game.me.minions, game.me.board[0].stats, game.me.mana) == (["Silver Hand Recruit"], (1, 1), 8)
    assert not game.me.board[0].can_attack
    pass_turn(game)
    game.attack("Silver Hand Recruit", "enemy hero").use_power()
    assert (game.enemy.health, len(game.me.board)) == (29, 2)


@scenario("Reinforce")
def test_reinforce_needs_room() -> None:
    game = duel("paladin")
    for _ in range(7):
        game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match="cannot use Reinforce"):
        game.use_power()


@scenario("Guardian of Kings")
def test_guardian_of_kings_heals_its_hero() -> None:
    game = duel("paladin").set_health(ME, 10).set_health(ENEMY, 10).give(ME, "Guardian of Kings")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=4)
    game.play("Guardian of Kings")
    guardian = game.me.board[1]
    assert (game.me.health, game.enemy.health, yeti.health) == (16, 10, 1)
    assert (guardian.stats, guardian.can_attack, game.me.mana) == ((5, 6), False, 3)


@scenario("Humility")
def test_humility_sets_the_attack_of_any_minion_to_one() -> None:
    game = duel("paladin").give(ME, "Humility", "Humility", "Humility")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre", damage=2, turn_attack=2)
    totem = game.add_minion(ME, "Lightwell")
    game.play("Humility", target=ogre).play("Humility", target=totem)
    assert (ogre.stats, totem.stats, game.me.mana) == ((1, 5), (1, 5), 8)
    with pytest.raises(InputError, match="cannot play Humility on enemy hero"):
        game.play("Humility", target="enemy hero")


@scenario("Humility")
def test_humility_lasts_but_auras_and_later_gifts_count() -> None:
    game = duel("paladin").give(ME, "Humility", "Blessing of Might")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.add_minion(ENEMY, "Raid Leader")
    game.play("Humility", target=ogre)
    assert ogre.attack == 2
    game.play("Blessing of Might", target=ogre)
    pass_turn(game)
    assert ogre.attack == 5


@scenario("Uther Lightbringer")
def test_uther_lightbringer_has_thirty_health_and_reinforce() -> None:
    game = duel("Uther Lightbringer")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Reinforce", 2)


@scenario("Silver Hand Recruit")
def test_silver_hand_recruit_is_a_card_of_one_mana_in_hand() -> None:
    game = duel("rogue", "paladin").give(ME, "Sap")
    game.add_minion(ENEMY, "Silver Hand Recruit")
    assert game.play("Sap", target="enemy 1").enemy.cost("Silver Hand Recruit") == 1
