"""The hunter's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Houndmaster")
def test_houndmaster_trains_a_beast() -> None:
    game = duel("hunter").give(ME, "Houndmaster")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.play("Houndmaster", target=raptor)
    assert (raptor.stats, raptor.has("taunt")) == ((5, 4), True)
    assert (game.me.board[1].stats, game.me.board[1].has("taunt"), game.me.mana) == ((4, 3), False, 6)


@scenario("Houndmaster")
def test_houndmaster_has_no_use_for_other_minions() -> None:
    game = duel("hunter").give(ME, "Houndmaster")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Houndmaster")
    assert [m.stats for m in (*game.me.board, *game.enemy.board)] == [(4, 5), (4, 3), (3, 2)]


@scenario("Houndmaster")
def test_houndmaster_must_train_a_beast_that_is_there() -> None:
    game = duel("hunter").give(ME, "Houndmaster")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Snake", keywords=["stealth"])
    with pytest.raises(InputError, match=r"legal targets: my Snake$"):
        game.play("Houndmaster")


@scenario("Timber Wolf")
def test_timber_wolf_leads_the_other_beasts() -> None:
    game = duel("hunter").give(ME, "Timber Wolf", "Arcane Shot")
    raptor, yeti = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ME, "Chillwind Yeti")
    enemy = game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Timber Wolf")
    assert (game.me.board[2].stats, game.me.mana) == ((1, 1), 9)
    assert (raptor.attack, yeti.attack, enemy.attack) == (4, 4, 3)
    game.play("Arcane Shot", target="Timber Wolf")
    assert raptor.attack == 3


@scenario("Timber Wolf")
def test_two_timber_wolves_lead_each_other() -> None:
    game = duel("hunter").give(ME, "Timber Wolf", "Timber Wolf").play("Timber Wolf").play("Timber Wolf")
    assert [m.attack for m in game.me.board] == [2, 2]


@scenario("Timber Wolf")
def test_a_silenced_timber_wolf_leads_nobody() -> None:
    game = duel("hunter")
    raptor = game.add_minion(ME, "Bloodfen Raptor")
    game.add_minion(ME, "Timber Wolf")
    assert raptor.attack == 4
    game.add_minion(ME, "Timber Wolf", silenced=True)
    assert raptor.attack == 4


@scenario("Tundra Rhino")
def test_tundra_rhino_lets_beasts_attack_at_once() -> None:
    game = duel("hunter").give(ME, "Tundra Rhino", "Bloodfen Raptor", "Wisp")
    game.play("Tundra Rhino").play("Bloodfen Raptor").play("Wisp")
    assert (game.me.board[0].stats, game.me.mana) == ((2, 5), 3)
    game.attack("Tundra Rhino", "enemy hero").attack("Bloodfen Raptor", "enemy hero")
    assert (game.enemy.health, game.me.board[2].can_attack) == (25, False)
    assert not game.add_minion(ENEMY, "Bloodfen Raptor").has("charge")


@scenario("Tundra Rhino")
def test_without_the_tundra_rhino_a_new_beast_has_to_wait() -> None:
    game = duel("hunter").give(ME, "Bloodfen Raptor", "Fireball")
    rhino = game.add_minion(ME, "Tundra Rhino")
    game.play("Bloodfen Raptor").play("Fireball", target=rhino)
    assert not game.me.board[0].can_attack


@pytest.mark.parametrize(
    ("outcome", "name", "stats"),
    [
        pytest.param(0, "Misha", (4, 4), marks=scenario("Misha")),
        pytest.param(1, "Leokk", (2, 4), marks=scenario("Leokk")),
        pytest.param(2, "Huffer", (4, 2), marks=scenario("Huffer")),
    ],
)
@scenario("Animal Companion")
def test_animal_companion_calls_one_of_three(outcome: int, name: str, stats: tuple[int, int]) -> None:
    game = duel("hunter").give(ME, "Animal Companion").script(outcome).play("Animal Companion")
    assert (game.me.minions, game.me.board[0].stats, game.me.mana) == ([name], stats, 7)
    game.give(ME, "Houndmaster").play("Houndmaster", target="my 1")  # which takes beasts only
    assert game.me.board[0].health == stats[1] + 2


@scenario("Misha")
def test_misha_stands_in_the_way() -> None:
    game = duel("warrior", "hunter").equip(ME, "Fiery War Axe")
    misha = game.add_minion(ENEMY, "Misha")
    with pytest.raises(InputError, match="legal: attack enemy Misha"):
        game.attack("my hero", "enemy hero")
    game.attack("my hero", misha)
    assert (misha.stats, game.me.health) == ((4, 1), 26)


@scenario("Leokk")
def test_leokk_leads_all_the_other_minions() -> None:
    game = duel("hunter").give(ME, "Fireball")
    leokk, yeti = game.add_minion(ME, "Leokk"), game.add_minion(ME, "Chillwind Yeti")
    enemy = game.add_minion(ENEMY, "Chillwind Yeti")
    assert (leokk.stats, yeti.stats, enemy.attack, game.me.attack) == ((2, 4), (5, 5), 4, 0)
    game.play("Fireball", target=leokk)
    assert yeti.attack == 4


@scenario("Huffer")
def test_huffer_charges() -> None:
    game = duel("hunter").give(ME, "Animal Companion").script(2).play("Animal Companion")
    game.attack("Huffer", "enemy hero")
    assert game.enemy.health == 26


@scenario("Arcane Shot")
def test_arcane_shot_deals_two_to_anyone() -> None:
    game = duel("hunter").give(ME, "Arcane Shot", "Arcane Shot")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Arcane Shot", target=yeti)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Arcane Shot", target="enemy hero")
    assert (yeti.health, game.enemy.health, game.me.mana) == (3, 27, 8)


@scenario("Multi-Shot")
def test_multi_shot_hits_two_different_enemy_minions() -> None:
    game = duel("hunter").give(ME, "Multi-Shot").script(0, 1)
    mine = game.add_minion(ME, "Boulderfist Ogre")
    yeti, wisp, ogre = (game.add_minion(ENEMY, name) for name in ("Chillwind Yeti", "Wisp", "Boulderfist Ogre"))
    game.play("Multi-Shot")
    assert (yeti.health, wisp.in_play, ogre.health) == (2, True, 4)
    assert (mine.health, game.enemy.health, game.me.mana) == (7, 30, 6)


@scenario("Multi-Shot")
def test_multi_shot_needs_an_enemy_minion_and_hits_a_single_one() -> None:
    game = duel("hunter").give(ME, "Multi-Shot")
    game.add_minion(ME, "Chillwind Yeti")
    with pytest.raises(InputError, match="cannot play Multi-Shot now"):
        game.play("Multi-Shot")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.script(0).play("Multi-Shot")
    assert [m.stats for m in game.enemy.board] == [(4, 2)]


@scenario("Tracking")
def test_tracking_keeps_one_of_the_top_three() -> None:
    game = duel("hunter").set_deck(ME, ["Wisp", "Hex", "Sap", "Claw"]).give(ME, "Tracking").play("Tracking")
    assert (game.choices, game.me.mana) == (["Wisp", "Hex", "Sap"], 9)
    game.choose("Sap")
    assert (game.me.hand, game.me.deck) == (["Sap"], ["Claw"])


@scenario("Steady Shot")
def test_steady_shot_deals_two_to_the_enemy_hero() -> None:
    game = duel("hunter").set_health(ENEMY, 30, armor=1)
    game.add_minion(ME, "Kobold Geomancer")
    game.add_minion(ENEMY, "Misha")
    game.use_power()
    assert (game.enemy.health, game.enemy.armor, game.enemy.board[0].health, game.me.mana) == (29, 0, 4, 8)
    with pytest.raises(InputError, match="cannot use Steady Shot"):
        game.use_power()
    pass_turn(game)
    assert game.use_power().enemy.health == 27


@scenario("Starving Buzzard")
def test_starving_buzzard_draws_for_each_friendly_beast() -> None:
    game = duel("hunter").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Starving Buzzard", "Bloodfen Raptor")
    game.play("Starving Buzzard")
    assert (game.me.board[0].stats, game.me.mana, game.me.hand) == ((3, 2), 5, ["Bloodfen Raptor"])
    game.play("Bloodfen Raptor")
    assert game.me.hand == ["Sap"]
    game.add_minion(ME, "Timber Wolf")
    assert game.me.board[0].attack == 4, "it is a beast itself"


@scenario("Starving Buzzard")
def test_starving_buzzard_feeds_on_summoned_beasts_too() -> None:
    game = duel("hunter").set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Starving Buzzard")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    assert game.play("Unleash the Hounds").me.hand == ["Sap", "Hex"]


@scenario("Starving Buzzard")
def test_starving_buzzard_ignores_enemy_beasts_and_other_minions() -> None:
    game = duel("hunter", "hunter").give(ME, "Wisp").give(ENEMY, "Bloodfen Raptor")
    game.add_minion(ME, "Starving Buzzard")
    assert game.play("Wisp").me.hand == []
    game.end_turn().play("Bloodfen Raptor")
    assert game.enemy.hand == []


@scenario("Hunter's Mark")
def test_hunters_mark_leaves_one_health() -> None:
    game = duel("hunter").give(ME, "Hunter's Mark", "Hunter's Mark")
    golem, mine = game.add_minion(ENEMY, "War Golem", damage=2), game.add_minion(ME, "Chillwind Yeti", health=9)
    game.play("Hunter's Mark", target=golem).play("Hunter's Mark", target=mine)
    assert (golem.stats, golem.damage, mine.stats, game.me.mana) == ((7, 1), 0, (4, 1), 8)


@scenario("Hunter's Mark")
def test_hunters_mark_is_no_damage_and_not_for_heroes() -> None:
    game = duel("hunter").give(ME, "Hunter's Mark")
    squire = game.add_minion(ENEMY, "Scarlet Crusader")
    with pytest.raises(InputError, match=r"legal targets: enemy Scarlet Crusader$"):
        game.play("Hunter's Mark", target="enemy hero")
    game.play("Hunter's Mark", target=squire)
    assert (squire.stats, squire.has("divine shield")) == ((3, 1), True)


@scenario("Hunter's Mark")
def test_hunters_mark_does_not_reach_health_from_an_aura() -> None:
    game = duel("hunter").give(ME, "Hunter's Mark")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Stormwind Champion")
    game.play("Hunter's Mark", target=yeti)
    assert yeti.stats == (5, 2)


@scenario("Kill Command")
def test_kill_command_deals_three_without_a_beast() -> None:
    game = duel("hunter").give(ME, "Kill Command")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    game.play("Kill Command", target="enemy hero")
    assert (game.enemy.health, game.me.mana) == (27, 7)


@scenario("Kill Command")
def test_kill_command_deals_five_with_a_beast() -> None:
    game = duel("hunter").give(ME, "Kill Command", "Kill Command")
    game.add_minion(ME, "Bloodfen Raptor", keywords=["stealth"])
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Kill Command", target=ogre)
    game.add_minion(ME, "Kobold Geomancer")
    game.play("Kill Command", target="enemy hero")
    assert (ogre.health, game.enemy.health) == (2, 24)


@scenario("Rexxar")
def test_rexxar_has_thirty_health_and_steady_shot() -> None:
    game = duel("Rexxar")
    assert (game.me.health, game.me.attack, game.me.power, game.me.power_cost) == (30, 0, "Steady Shot", 2)
