"""Neutral cards of the Classic set: the dragons that fill no other page, and what they dream of."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Deathwing")
def test_deathwing_destroys_all_others_and_your_hand() -> None:
    game = duel().give(ME, "Deathwing", "Fireball", "Wisp").give(ENEMY, "Slam")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Sunwalker")  # its shield does not save it
    game.play("Deathwing")
    assert (game.me.minions, game.enemy.minions) == (["Deathwing"], [])
    assert (game.me.hand, game.enemy.hand, game.me.board[0].stats) == ([], ["Slam"], (12, 12))
    assert (game.me.health, game.enemy.health) == (30, 30)


@scenario("Deathwing")
@scenario("Loot Hoarder")
@scenario("Cairne Bloodhoof")
def test_deathwing_comes_before_the_deathrattles() -> None:
    game = duel().set_deck(ME, ["Polymorph"]).give(ME, "Deathwing", "Fireball")
    game.add_minion(ME, "Loot Hoarder")
    game.add_minion(ENEMY, "Cairne Bloodhoof")
    game.play("Deathwing")
    assert (game.me.hand, game.me.minions, game.enemy.minions) == (["Polymorph"], ["Deathwing"], ["Baine Bloodhoof"])


@scenario("Malygos")
def test_malygos_raises_spells_by_five() -> None:
    game = duel().give(ME, "Fireball", "Arcane Explosion").give(ENEMY, "Fireball")
    game.add_minion(ME, "Malygos")
    ogre = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Fireball", target="enemy hero").play("Arcane Explosion").use_power("enemy hero")
    assert (game.enemy.health, ogre.health) == (30 - 11 - 1, 7 - 6)
    game.end_turn().play("Fireball", target="enemy hero")
    assert game.enemy.health == 24


@scenario("Malygos")
@scenario("Ironbeak Owl")
def test_malygos_adds_five_missiles_until_silenced() -> None:
    game = duel().give(ME, "Arcane Missiles", "Arcane Missiles", "Ironbeak Owl").script(*[0] * 8)
    malygos = game.add_minion(ME, "Malygos")
    assert game.play("Arcane Missiles").enemy.health == 22
    game.play("Ironbeak Owl", target=malygos).script(0, 0, 0).play("Arcane Missiles")
    assert (game.enemy.health, malygos.stats) == (19, (4, 12))


@scenario("Nozdormu")
def test_nozdormu_is_a_dragon_without_hurry() -> None:
    game = duel().set_mana(ME, 9).give(ME, "Nozdormu").play("Nozdormu")
    nozdormu = game.me.board[0]
    pass_turn(game)
    assert (nozdormu.stats, nozdormu.keywords) == ((8, 8), ())
    assert game.attack(nozdormu, "enemy hero").enemy.health == 22


@scenario("Twilight Drake")
def test_twilight_drake_has_one_health_more_for_each_card_you_hold() -> None:
    game = duel().give(ME, "Twilight Drake", *["Fireball"] * 5).give(ENEMY, *["Wisp"] * 9).play("Twilight Drake")
    drake = game.me.board[0]
    assert (drake.stats, drake.max_health) == ((4, 6), 6)
    game.play("Fireball", target="enemy hero")
    assert drake.stats == (4, 6)


@scenario("Twilight Drake")
@scenario("Spellbreaker")
def test_twilight_drake_is_small_alone_and_when_silenced() -> None:
    game = duel().give(ME, "Twilight Drake", "Spellbreaker").play("Twilight Drake")
    assert game.me.board[0].stats == (4, 2)
    game.play("Spellbreaker", target="my 1")
    assert game.me.board[0].stats == (4, 1)
    assert game.give(ME, "Twilight Drake").set_mana(ME, 4).play("Twilight Drake").me.board[2].stats == (4, 1)


# --- Ysera and her dreams ---------------------------------------------------------------------------------------


@scenario("Ysera")
@pytest.mark.parametrize(
    ("outcome", "dream", "cost"),
    [
        (0, "Laughing Sister", 3),
        (1, "Ysera Awakens", 2),
        (2, "Emerald Drake", 4),
        (3, "Dream", 0),
        (4, "Nightmare", 0),
    ],
)
def test_ysera_brings_a_dream_at_the_end_of_your_turn(outcome: int, dream: str, cost: int) -> None:
    game = duel().give(ME, "Ysera").script(outcome).play("Ysera")
    assert (game.me.mana, game.me.board[0].stats, game.me.hand) == (1, (4, 12), [])
    game.end_turn()
    assert (game.enemy.hand, game.enemy.cost(dream)) == ([dream], cost)
    game.end_turn()
    assert (game.me.hand, game.enemy.hand) == ([dream, "Wisp"], ["Wisp"])  # nothing at the end of the opponent's turn


@scenario("Ysera")
@scenario("Ironbeak Owl")
def test_ysera_dreams_no_more_when_silenced_nor_into_a_full_hand() -> None:
    game = duel().give(ME, *["Wisp"] * 10).script(4).give(ENEMY, "Ironbeak Owl")
    ysera = game.add_minion(ME, "Ysera")
    game.end_turn()
    assert game.enemy.hand == ["Wisp"] * 10
    game.play("Ironbeak Owl", target=ysera).end_turn().play("Wisp").end_turn()
    assert "Nightmare" not in game.enemy.hand


@scenario("Emerald Drake")
def test_emerald_drake_is_a_large_dragon_without_an_ability() -> None:
    game = duel(cards='[[card]]\nname = "dragon hunter"\nbattlecry = { destroy = "any dragon" }')
    game.set_mana(ME, 4).give(ME, "Emerald Drake").play("Emerald Drake")
    drake = game.me.board[0]
    pass_turn(game)
    assert (drake.stats, drake.keywords) == ((7, 6), ())
    assert game.attack(drake, "enemy hero").enemy.health == 23
    assert game.give(ME, "dragon hunter").play("dragon hunter", target=drake).me.minions == ["dragon hunter"]


@scenario("Laughing Sister")
def test_laughing_sister_cannot_be_chosen_by_spells_or_hero_powers() -> None:
    game = duel().give(ME, "Fireball", "Elven Archer", "Laughing Sister").play("Laughing Sister")
    mine, theirs = game.me.board[0], game.add_minion(ENEMY, "Laughing Sister")
    for sister in (mine, theirs):
        with pytest.raises(InputError, match=r"legal targets: my hero, enemy hero$"):
            game.play("Fireball", target=sister)
        with pytest.raises(InputError, match=r"legal targets: my hero, enemy hero$"):
            game.use_power(sister)
    game.play("Elven Archer", target=theirs)
    assert (mine.stats, theirs.stats, game.me.mana) == ((3, 5), (3, 4), 6)


@scenario("Dream")
def test_dream_returns_any_minion_to_its_owners_hand() -> None:
    game = duel().give(ME, "Dream", "Dream")
    mine, theirs = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Chillwind Yeti", damage=3)
    with pytest.raises(InputError, match=r"legal targets: my Wisp, enemy Chillwind Yeti$"):
        game.play("Dream", target="enemy hero")
    game.play("Dream", target=theirs).play("Dream", target=mine)
    assert (game.me.hand, game.enemy.hand, game.me.mana) == (["Wisp"], ["Chillwind Yeti"], 10)
    assert (game.me.minions, game.enemy.minions) == ([], [])


@scenario("Dream")
@scenario("Leper Gnome")
def test_dream_of_a_full_hand_is_deadly() -> None:
    game = duel().give(ENEMY, *["Wisp"] * 10).give(ME, "Dream", "Dream")
    game.play("Dream", target=game.add_minion(ENEMY, "Leper Gnome"))
    assert (game.enemy.minions, len(game.enemy.hand), game.me.health) == ([], 10, 28)  # it died with its deathrattle
    game.play("Dream", target=game.add_minion(ME, "Leper Gnome"))
    assert (game.me.hand, game.enemy.health) == (["Leper Gnome"], 30)


@scenario("Nightmare")
def test_nightmare_lends_a_minion_strength_until_your_next_turn() -> None:
    game = duel().give(ME, "Nightmare")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Nightmare", target=yeti).attack(yeti, "enemy hero")
    assert (game.enemy.health, yeti.stats, game.me.mana) == (21, (9, 10), 10)
    game.end_turn()
    assert game.enemy.minions == ["Chillwind Yeti"]
    game.end_turn()
    assert game.me.minions == []


@scenario("Nightmare")
def test_nightmare_kills_an_enemy_at_the_start_of_the_dreamers_turn() -> None:
    game = duel().give(ME, "Nightmare")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Nightmare", target=yeti).end_turn()
    assert yeti.stats == (9, 10)
    assert game.end_turn().enemy.minions == []


@scenario("Nightmare")
@scenario("Ironbeak Owl")
def test_nightmare_ends_with_silence() -> None:
    game = duel().give(ME, "Nightmare", "Ironbeak Owl")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Nightmare", target=yeti).play("Ironbeak Owl", target=yeti)
    pass_turn(game)
    assert yeti.stats == (4, 5)


@scenario("Ysera Awakens")
def test_ysera_awakens_hits_everyone_but_ysera() -> None:
    game = duel().give(ME, "Ysera Awakens")
    mine, yeti = game.add_minion(ME, "Boulderfist Ogre"), game.add_minion(ME, "Chillwind Yeti")
    dragons = [game.add_minion(ME, "Ysera"), game.add_minion(ENEMY, "Ysera")]
    theirs = game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Ysera Awakens")
    assert (mine.health, theirs.health, yeti.in_play) == (2, 2, False)
    assert [dragon.health for dragon in dragons] == [12, 12]
    assert (game.me.health, game.enemy.health, game.me.mana) == (25, 25, 8)


@scenario("Ysera Awakens")
@scenario("Malygos")
def test_ysera_awakens_grows_with_malygos_and_spares_no_other_dragon() -> None:
    game = duel().give(ME, "Ysera Awakens")
    malygos, ysera = game.add_minion(ME, "Malygos"), game.add_minion(ME, "Ysera")
    game.play("Ysera Awakens")
    assert (malygos.health, ysera.health, game.me.health, game.enemy.health) == (2, 12, 20, 20)
