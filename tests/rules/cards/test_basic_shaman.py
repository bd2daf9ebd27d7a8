"""The shaman's cards of the Basic set."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

TOTEMS = ["Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem"]


@scenario("Ancestral Healing")
def test_ancestral_healing_heals_fully_and_gives_taunt() -> None:
    game = duel("shaman").give(ME, "Ancestral Healing", "Ancestral Healing")
    ogre, yeti = game.add_minion(ME, "Boulderfist Ogre", damage=6), game.add_minion(ENEMY, "Chillwind Yeti", damage=1)
    game.play("Ancestral Healing", target=ogre)
    assert (ogre.stats, ogre.has("taunt"), yeti.health, game.me.mana) == ((6, 7), True, 4, 10)
    game.play("Ancestral Healing", target=yeti)
    assert (yeti.health, yeti.has("taunt")) == (5, True)
    with pytest.raises(InputError, match="cannot play Ancestral Healing on my hero"):
        game.give(ME, "Ancestral Healing").play("Ancestral Healing", target="my hero")


@scenario("Ancestral Healing")
def test_ancestral_healing_gives_taunt_to_the_healthy_and_draws_for_the_hurt() -> None:
    game = duel("shaman").give(ME, "Ancestral Healing", "Ancestral Healing")
    game.add_minion(ME, "Northshire Cleric")
    yeti, raptor = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Bloodfen Raptor", damage=1)
    game.play("Ancestral Healing", target=yeti)
    assert (yeti.stats, yeti.has("taunt"), len(game.me.hand)) == ((4, 5), True, 1)
    game.play("Ancestral Healing", target=raptor)
    assert (raptor.health, game.me.hand) == (2, ["Wisp"])


@scenario("Frost Shock")
def test_frost_shock_hurts_and_freezes_a_minion() -> None:
    game = duel("shaman").give(ME, "Frost Shock")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Frost Shock", target=yeti).end_turn()
    assert (yeti.health, yeti.has("frozen"), yeti.can_attack, game.enemy.mana) == (4, True, False, 9)
    pass_turn(game)
    assert yeti.can_attack


@scenario("Frost Shock")
def test_frost_shock_freezes_the_enemy_hero_but_no_friend() -> None:
    game = duel("shaman").equip(ENEMY, "Fiery War Axe").give(ME, "Frost Shock", "Frost Shock")
    game.add_minion(ME, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: enemy hero$"):
        game.play("Frost Shock", target="my Wisp")
    game.play("Frost Shock", target="enemy hero").end_turn()
    assert (game.me.health, game.me.attack, game.me.hero.can_attack) == (29, 3, False)


@scenario("Hex")
def test_hex_leaves_a_frog_and_nothing_of_the_minion() -> None:
    game = duel("shaman").give(ME, "Hex")
    game.add_minion(ENEMY, "Leper Gnome", attack=5, damage=0)
    game.play("Hex", target="Leper Gnome")
    frog = game.enemy.board[0]
    assert (frog.name, frog.stats, frog.has("taunt"), game.me.mana) == ("Frog", (0, 1), True, 6)
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=frog)
    assert (game.enemy.minions, game.me.health) == ([], 30)


@scenario("Hex")
def test_hex_may_hit_a_friend_but_no_hero() -> None:
    game = duel("shaman").give(ME, "Hex")
    game.add_minion(ME, "Wisp")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    with pytest.raises(InputError, match=r"legal targets: my Wisp, my Chillwind Yeti$"):
        game.play("Hex", target="enemy hero")
    assert game.play("Hex", target=yeti).me.minions == ["Wisp", "Frog"]


@scenario("Rockbiter Weapon")
def test_rockbiter_weapon_arms_hero_or_minion_for_one_turn() -> None:
    game = duel("shaman").give(ME, "Rockbiter Weapon", "Rockbiter Weapon", "Rockbiter Weapon")
    wisp, enemy = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Wisp")
    game.play("Rockbiter Weapon", target="my hero").play("Rockbiter Weapon", target=wisp)
    game.attack("my hero", "enemy hero").attack(wisp, "enemy hero")
    assert (game.enemy.health, game.me.mana) == (23, 6)
    with pytest.raises(InputError, match="cannot play Rockbiter Weapon on enemy Wisp"):
        game.play("Rockbiter Weapon", target=enemy)
    game.end_turn()
    assert (wisp.attack, game.enemy.attack) == (1, 0)


@scenario("Windfury")
def test_windfury_gives_a_second_attack_each_turn() -> None:
    game = duel("shaman").give(ME, "Windfury")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero").play("Windfury", target=yeti).attack(yeti, "enemy hero")
    assert (game.enemy.health, yeti.can_attack, game.me.mana) == (22, False, 8)
    pass_turn(game)
    game.attack(yeti, "enemy hero").attack(yeti, "enemy hero")
    assert (game.enemy.health, yeti.can_attack) == (14, False)


@scenario("Windfury")
def test_windfury_may_go_to_an_enemy_minion_but_to_no_hero() -> None:
    game = duel("shaman").give(ME, "Windfury")
    wisp = game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: enemy Wisp$"):
        game.play("Windfury", target="my hero")
    game.play("Windfury", target=wisp)
    assert wisp.has("windfury")


@pytest.mark.parametrize(
    ("outcome", "stats"),
    [(0, (0, 2)), (1, (1, 1)), (2, (0, 2)), (3, (0, 2))],
)
@scenario("Totemic Call")
def test_totemic_call_summons_one_of_four(outcome: int, stats: tuple[int, int]) -> None:
    game = duel("shaman").script(outcome).use_power()
    assert (game.me.minions, game.me.board[0].stats, game.me.mana) == ([TOTEMS[outcome]], stats, 8)


@scenario("Totemic Call")
def test_totemic_call_summons_a_totem_that_is_missing() -> None:
    game = duel("shaman").script(1)
    game.add_minion(ME, "Healing Totem")
    game.add_minion(ME, "Stoneclaw Totem")
    game.add_minion(ENEMY, "Wrath of Air Totem")
    assert game.use_power().me.minions[-1] == "Wrath of Air Totem"


@scenario("Totemic Call")
def test_totemic_call_needs_a_missing_totem() -> None:
    game = duel("shaman")
    for name in TOTEMS:
        game.add_minion(ME, name)
    with pytest.raises(InputError, match="cannot use Totemic Call"):
        game.use_power()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Healing Totem", marks=scenario("Healing Totem")),
        pytest.param("Searing Totem", marks=scenario("Searing Totem")),
        pytest.param("Stoneclaw Totem", marks=scenario("Stoneclaw Totem")),
        pytest.param("Wrath of Air Totem", marks=scenario("Wrath of Air Totem")),
    ],
)
def test_the_four_are_totems_of_cost_one(name: str) -> None:
    game = duel("shaman").give(ME, "Totemic Might")
    totem = game.add_minion(ME, name)
    before = totem.health
    game.play("Totemic Might")
    assert totem.health == before + 2
    game.give(ENEMY, "Sap").end_turn().play("Sap", target=totem)
    assert game.enemy.cost(name) == 1


@scenario("Healing Totem")
def test_healing_totem_heals_friendly_minions_at_the_end_of_the_own_turn() -> None:
    game = duel("shaman").set_health(ME, 20)
    totem, yeti = game.add_minion(ME, "Healing Totem", damage=1), game.add_minion(ME, "Chillwind Yeti", damage=3)
    enemy = game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    game.end_turn()
    assert (totem.stats, yeti.health, enemy.health, game.enemy.health) == ((0, 2), 3, 2, 20)
    game.end_turn()
    assert yeti.health == 3


@scenario("Searing Totem")
def test_searing_totem_fights_from_the_next_turn_on() -> None:
    game = duel("shaman").script(1).use_power()
    totem = game.me.board[0]
    assert (totem.stats, totem.can_attack) == ((1, 1), False)
    pass_turn(game)
    assert game.attack(totem, "enemy hero").enemy.health == 29


@scenario("Stoneclaw Totem")
def test_stoneclaw_totem_stands_in_the_way() -> None:
    game = duel("warrior", "shaman").equip(ME, "Fiery War Axe")
    totem = game.add_minion(ENEMY, "Stoneclaw Totem")
    assert (totem.stats, totem.can_attack) == ((0, 2), False)
    with pytest.raises(InputError, match="legal: attack enemy Stoneclaw Totem"):
        game.attack("my hero", "enemy hero")


@scenario("Wrath of Air Totem")
def test_wrath_of_air_totem_strengthens_spells() -> None:
    game = duel("shaman").give(ME, "Frost Shock", "Fireball").give(ENEMY, "Arcane Shot")
    totem = game.add_minion(ME, "Wrath of Air Totem")
    game.play("Frost Shock", target="enemy hero")
    assert (game.enemy.health, totem.stats) == (28, (0, 2))
    game.end_turn().play("Arcane Shot", target=totem)
    assert not totem.in_play
    game.end_turn().play("Fireball", target="enemy hero")
    assert game.enemy.health == 22


@scenario("Fire Elemental")
def test_fire_elemental_burns_for_three_whatever_the_spell_damage() -> None:
    game = duel("shaman").give(ME, "Fire Elemental")
    yeti, kobold = game.add_minion(ENEMY, "Chillwind Yeti"), game.add_minion(ME, "Kobold Geomancer")
    game.play("Fire Elemental", target=yeti)
    assert (yeti.health, kobold.health, game.me.board[1].stats, game.me.mana) == (2, 2, (6, 5), 4)


@scenario("Fire Elemental")
def test_fire_elemental_must_hit_someone_even_on_an_empty_board() -> None:
    game = duel("shaman").give(ME, "Fire Elemental")
    with pytest.raises(InputError, match=r"legal targets: my hero, enemy hero$"):
        game.play("Fire Elemental")
    assert game.play("Fire Elemental", target="enemy hero").enemy.health == 27


@scenario("Flametongue Totem")
def test_flametongue_totem_arms_its_neighbours_only() -> None:
    game = duel("shaman").give(ME, "Flametongue Totem")
    far, left, right = (game.add_minion(ME, name) for name in ("Wisp", "Wisp", "Chillwind Yeti"))
    enemy = game.add_minion(ENEMY, "Wisp")
    game.play("Flametongue Totem", position=3)
    totem = game.me.board[2]
    assert [m.stats for m in (far, left, totem, right, enemy)] == [(1, 1), (3, 1), (0, 3), (6, 5), (1, 1)]
    assert (game.me.mana, totem.can_attack) == (8, False)


@scenario("Flametongue Totem")
def test_flametongue_totem_follows_who_stands_beside_it() -> None:
    game = duel("shaman").give(ME, "Earth Shock")
    far, near = game.add_minion(ME, "Wisp"), game.add_minion(ME, "Wisp")
    totem = game.add_minion(ME, "Flametongue Totem")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.attack(near, "Boulderfist Ogre")
    assert (near.in_play, game.enemy.board[0].health, far.attack) == (False, 4, 3)
    game.play("Earth Shock", target=totem)
    assert (far.attack, totem.health) == (1, 2)


@scenario("Windspeaker")
def test_windspeaker_gives_windfury_to_another_friendly_minion() -> None:
    game = duel("shaman").give(ME, "Windspeaker")
    yeti, enemy = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ENEMY, "Wisp")
    with pytest.raises(InputError, match=r"legal targets: my Chillwind Yeti$"):
        game.play("Windspeaker", target=enemy)
    game.play("Windspeaker", target=yeti).attack(yeti, "enemy hero").attack(yeti, "enemy hero")
    assert (game.enemy.health, game.me.board[1].stats, game.me.mana) == (22, (3, 3), 6)


@scenario("Windspeaker")
def test_windspeaker_alone_keeps_nothing_for_itself() -> None:
    game = duel("shaman").give(ME, "Windspeaker").play("Windspeaker")
    assert not game.me.board[0].has("windfury")


@scenario("Bloodlust")
def test_bloodlust_arms_all_friendly_minions_for_the_turn() -> None:
    game = duel("shaman").give(ME, "Bloodlust", "Wisp")
    totem, yeti = game.add_minion(ME, "Healing Totem"), game.add_minion(ME, "Chillwind Yeti")
    enemy = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Bloodlust").play("Wisp")
    assert [m.attack for m in (totem, yeti, game.me.board[2], enemy)] == [3, 7, 1, 4]
    game.attack(totem, "enemy hero").attack(yeti, "enemy hero")
    assert (game.enemy.health, game.me.attack, game.me.mana) == (20, 0, 5)
    game.end_turn()
    assert (totem.attack, yeti.attack) == (0, 4)


@scenario("Totemic Might")
@scenario("Flametongue Totem")
def test_totemic_might_gives_health_to_own_totems_for_good() -> None:
    game = duel("shaman").give(ME, "Totemic Might")
    hurt, wisp = game.add_minion(ME, "Healing Totem", damage=1), game.add_minion(ME, "Wisp")
    flametongue, theirs = game.add_minion(ME, "Flametongue Totem"), game.add_minion(ENEMY, "Searing Totem")
    game.play("Totemic Might")
    assert [m.health for m in (hurt, wisp, flametongue, theirs)] == [3, 1, 5, 1]
    assert game.me.mana == 10
    game.end_turn()
    assert flametongue.stats == (0, 5)
