"""The warlock's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Succubus")
def test_succubus_discards_a_random_card() -> None:
    game = duel("warlock").give(ME, "Wisp", "Succubus", "Hex", "Sap").give(ENEMY, "Wisp").script(1).play("Succubus")
    assert (game.me.hand, game.enemy.hand, len(game.me.deck)) == (["Wisp", "Sap"], ["Wisp"], 10)
    assert (game.me.board[0].stats, game.me.mana) == ((4, 3), 8)


@scenario("Succubus")
def test_succubus_is_harmless_as_the_last_card() -> None:
    game = duel("warlock").give(ME, "Succubus").play("Succubus")
    assert (game.me.minions, game.me.hand, len(game.me.deck)) == (["Succubus"], [], 10)


@scenario("Voidwalker")
def test_voidwalker_stands_in_the_way() -> None:
    game = duel("warlock").give(ME, "Voidwalker").play("Voidwalker")
    walker = game.me.board[0]
    assert (walker.stats, walker.can_attack, game.me.mana) == ((1, 3), False, 9)
    game.add_minion(ENEMY, "Bloodfen Raptor")
    with pytest.raises(InputError, match=r"legal: attack enemy Voidwalker with my Bloodfen Raptor$"):
        game.end_turn().attack("Bloodfen Raptor", "enemy hero")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Dread Infernal", marks=scenario("Dread Infernal")),
        pytest.param("Succubus", marks=scenario("Succubus")),
        pytest.param("Voidwalker", marks=scenario("Voidwalker")),
    ],
)
def test_a_demon_can_be_sacrificed(name: str) -> None:
    game = duel("warlock").give(ME, "Sacrificial Pact")
    game.add_minion(ME, name)
    game.play("Sacrificial Pact", target=name)
    assert game.me.minions == []


@scenario("Drain Life")
def test_drain_life_hurts_anyone_and_heals_the_hero() -> None:
    game = duel("warlock").set_health(ME, 20).give(ME, "Drain Life", "Drain Life")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Drain Life", target=yeti)
    assert (yeti.health, game.me.health, game.me.mana) == (3, 22, 7)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Drain Life", target="enemy hero")
    assert (game.enemy.health, game.me.health) == (27, 24)


@scenario("Drain Life")
def test_drain_life_on_the_own_hero_hurts_and_heals_before_it_could_die() -> None:
    game = duel("warlock").set_health(ME, 2).give(ME, "Drain Life").play("Drain Life", target="my hero")
    assert (game.over, game.me.health) == (False, 2)


@scenario("Hellfire")
def test_hellfire_burns_everybody() -> None:
    game = duel("warlock").give(ME, "Hellfire")
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Wisp")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Hellfire")
    assert (yeti.health, wisp.in_play, ogre.health) == (2, False, 4)
    assert (game.me.health, game.enemy.health, game.me.mana) == (27, 27, 6)


@scenario("Hellfire")
def test_hellfire_can_end_the_game_in_a_draw() -> None:
    game = duel("warlock").set_health(ME, 3).set_health(ENEMY, 3).give(ME, "Hellfire").play("Hellfire")
    assert (game.over, game.winner) == (True, 2)


@scenario("Mortal Coil")
def test_mortal_coil_draws_for_a_kill() -> None:
    game = duel("warlock").set_deck(ME, ["Sap", "Hex"]).give(ME, "Mortal Coil")
    game.add_minion(ENEMY, "Chillwind Yeti", damage=4)
    game.play("Mortal Coil", target="Chillwind Yeti")
    assert (game.enemy.minions, game.me.hand, game.me.mana) == ([], ["Sap"], 9)


@scenario("Mortal Coil")
@pytest.mark.parametrize("survivor", ["Bloodfen Raptor", "Scarlet Crusader"])
def test_mortal_coil_draws_nothing_for_a_survivor(survivor: str) -> None:
    game = duel("warlock").give(ME, "Mortal Coil", "Mortal Coil")
    minion = game.add_minion(ENEMY, survivor)
    game.play("Mortal Coil", target=minion)
    assert (minion.in_play, game.me.hand) == (True, ["Mortal Coil"])
    with pytest.raises(InputError, match="cannot play Mortal Coil on enemy hero"):
        game.play("Mortal Coil", target="enemy hero")


@scenario("Shadow Bolt")
def test_shadow_bolt_deals_four_to_a_minion_only() -> None:
    game = duel("warlock").give(ME, "Shadow Bolt", "Shadow Bolt")
    yeti, ogre = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ME, "Boulderfist Ogre")
    game.play("Shadow Bolt", target=yeti)
    assert (yeti.health, game.me.mana) == (1, 7)
    with pytest.raises(InputError, match=r"legal targets: my Boulderfist Ogre, enemy Chillwind Yeti$"):
        game.play("Shadow Bolt", target="enemy hero")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Shadow Bolt", target=ogre)
    assert ogre.health == 2


@scenario("Life Tap")
def test_life_tap_draws_a_card_for_two_health() -> None:
    game = duel("warlock").set_deck(ME, ["Sap"]).set_health(ME, 30, armor=1)
    game.add_minion(ME, "Kobold Geomancer")
    game.use_power()
    assert (game.me.hand, game.me.health, game.me.armor, game.me.mana) == (["Sap"], 29, 0, 8)
    pass_turn(game)
    assert (game.me.health, game.me.fatigue) == (28, 1)
    game.use_power()
    assert (game.me.health, game.me.fatigue) == (24, 2)


@scenario("Life Tap")
def test_life_tap_can_kill() -> None:
    game = duel("warlock").set_health(ME, 2).use_power()
    assert (game.over, game.winner) == (True, ENEMY)


@scenario("Dread Infernal")
def test_dread_infernal_burns_everybody_else() -> None:
    game = duel("warlock").give(ME, "Dread Infernal")
    mine, theirs = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Chillwind Yeti")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Dread Infernal", position=1)
    assert (game.me.minions, game.me.board[0].stats) == (["Dread Infernal", "Chillwind Yeti"], (6, 6))
    assert (mine.health, theirs.health, wisp.in_play) == (4, 4, False)
    assert (game.me.health, game.enemy.health, game.me.mana) == (29, 29, 4)


@scenario("Corruption")
def test_corruption_kills_at_the_start_of_the_next_own_turn() -> None:
    game = duel("warlock").give(ME, "Corruption").set_deck(ME, ["Sap"])
    mine, ogre = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal targets: enemy Boulderfist Ogre$"):
        game.play("Corruption", target=mine)
    game.play("Corruption", target=ogre).end_turn()
    assert (ogre.stats, ogre.can_attack, game.enemy.mana) == ((6, 7), True, 9)
    game.attack(ogre, "enemy hero").end_turn()
    assert (ogre.in_play, game.me.health, game.me.hand) == (False, 24, ["Sap"])


@scenario("Corruption")
def test_corruption_is_lost_with_silence_or_a_way_back_to_the_hand() -> None:
    game = duel("warlock", "rogue").give(ME, "Corruption", "Corruption", "Ironbeak Owl")
    yeti, wisp = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    game.play("Corruption", target=yeti).play("Corruption", target=wisp).play("Ironbeak Owl", target=yeti)
    game.give(ENEMY, "Shadowstep").end_turn().play("Shadowstep", target=wisp).play("Wisp").end_turn()
    assert game.enemy.minions == ["Chillwind Yeti", "Wisp"]


@scenario("Corruption")
def test_corruption_stays_with_a_minion_that_its_caster_takes_over() -> None:
    game = duel("warlock").give(ME, "Corruption", "Mind Control").set_mana(ME, 20)
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Corruption", target=yeti).play("Mind Control", target=yeti).end_turn()
    assert game.enemy.minions == ["Chillwind Yeti"]
    assert game.end_turn().me.minions == []


@scenario("Sacrificial Pact")
def test_sacrificial_pact_destroys_a_demon_and_heals_the_hero() -> None:
    game = duel("warlock").set_health(ME, 20).give(ME, "Sacrificial Pact")
    game.add_minion(ME, "Wisp")
    walker = game.add_minion(ME, "Voidwalker")
    game.play("Sacrificial Pact", target=walker)
    assert (game.me.minions, game.me.health, game.enemy.health, game.me.mana) == (["Wisp"], 25, 30, 10)


@scenario("Sacrificial Pact")
def test_sacrificial_pact_takes_demons_of_both_sides_and_nothing_else() -> None:
    game = duel("warlock").set_health(ME, 27).give(ME, "Sacrificial Pact", "Sacrificial Pact")
    game.add_minion(ME, "Chillwind Yeti")
    with pytest.raises(InputError, match="cannot play Sacrificial Pact now"):
        game.play("Sacrificial Pact", target="Chillwind Yeti")
    game.add_minion(ME, "Flame Imp")
    game.add_minion(ENEMY, "Pit Lord")
    with pytest.raises(InputError, match=r"legal targets: my Flame Imp, enemy Pit Lord$"):
        game.play("Sacrificial Pact", target="my hero")
    game.play("Sacrificial Pact", target="Pit Lord")
    assert (game.enemy.minions, game.me.health) == ([], 30)


@scenario("Sacrificial Pact")
def test_sacrificial_pact_hurts_under_auchenai_soulpriest() -> None:
    game = duel("warlock").give(ME, "Sacrificial Pact")
    game.add_minion(ME, "Auchenai Soulpriest")
    game.add_minion(ENEMY, "Dread Infernal", keywords=["divine shield"])
    game.play("Sacrificial Pact", target="Dread Infernal")
    assert (game.enemy.minions, game.me.health) == ([], 25)


@scenario("Sacrificial Pact")
def test_sacrificial_pact_destroys_lord_jaraxxus_as_a_hero() -> None:
    game = duel("warlock", "EX1_323h").give(ME, "Sacrificial Pact").play("Sacrificial Pact", target="enemy hero")
    assert (game.over, game.winner) == (True, ME)


@scenario("Soulfire")
def test_soulfire_deals_four_to_anyone_and_costs_a_card() -> None:
    game = duel("warlock").give(ME, "Wisp", "Soulfire", "Hex", "Sap").give(ENEMY, "Wisp").script(1)
    game.add_minion(ENEMY, "Boulderfist Ogre", damage=3)
    game.play("Soulfire", target="Boulderfist Ogre")
    assert (game.enemy.minions, game.me.hand, game.enemy.hand, game.me.mana) == ([], ["Wisp", "Sap"], ["Wisp"], 9)


@scenario("Soulfire")
def test_soulfire_as_the_last_card_costs_nothing_more() -> None:
    game = duel("warlock").give(ME, "Soulfire")
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Soulfire", target="enemy hero")
    assert (game.enemy.health, game.me.hand, len(game.me.deck)) == (25, [], 10)
