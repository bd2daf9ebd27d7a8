"""The overlay of June 2014: neutral cards, and what it changes in all."""

from functools import partial
from pathlib import Path

import pytest
from tests.rules.builder import ENEMY, ME, duel, printed_cards
from tests.rules.cards.scenario import scenario
from tests.rules.cards.test_completeness import named_cards

duel_2014 = partial(duel, overlay="classic_2014")


# --- all of it ---


def test_every_card_that_the_overlay_changes_has_a_scenario() -> None:
    pairs = zip(printed_cards(), printed_cards("classic_2014"), strict=True)
    changed = {now.name for now, then in pairs if now.tree != then.tree and now.is_collectible == then.is_collectible}
    files = Path(__file__).parent.glob("test_classic_2014_*.py")
    marked = {name for file in files for name in named_cards(file.read_text(encoding="utf-8"))}
    assert len(changed) == 31 + 1  # with the Treant of Force of Nature
    assert changed <= marked


def test_decks_cannot_hold_the_cards_of_2019() -> None:
    cards = printed_cards("classic_2014")
    added = [card for card in cards if card.tree["set"] == "classic (added June 2019)"]
    assert (len(added), sum(card.is_collectible for card in added)) == (14, 0)
    assert sum(card.is_collectible for card in cards) == 396 - 14


@scenario("Bane of Doom")
@pytest.mark.parametrize(("overlay", "comes"), [("", True), ("classic_2014", False)])
def test_effects_do_not_find_the_cards_of_2019(overlay: str, comes: bool) -> None:
    found = set()
    for seed in range(60):
        game = duel("warlock", overlay=overlay).give(ME, "Bane of Doom").seed(seed)
        game.add_minion(ENEMY, "Wisp")
        found.update(game.play("Bane of Doom", target="Wisp").me.minions)
    assert ("Felguard" in found, "Siegebreaker" in found) == (True, comes)


# --- one by one ---


@scenario("Abusive Sergeant")
def test_abusive_sergeant_had_two_attack() -> None:
    game = duel_2014().give(ME, "Abusive Sergeant")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Abusive Sergeant", target=yeti)
    assert (game.me.board[-1].stats, yeti.attack) == ((2, 1), 6)


@scenario("Arcane Golem")
def test_arcane_golem_charged_with_two_health() -> None:
    game = duel_2014().set_mana(ENEMY, 4).give(ME, "Arcane Golem").play("Arcane Golem")
    assert (game.me.board[0].stats, game.enemy.crystals, game.me.mana) == ((4, 2), 5, 7)
    assert game.attack("Arcane Golem", "enemy hero").enemy.health == 26


@scenario("Big Game Hunter")
def test_big_game_hunter_cost_three() -> None:
    game = duel_2014().give(ME, "Big Game Hunter")
    golem = game.add_minion(ENEMY, "War Golem")
    game.play("Big Game Hunter", target=golem)
    assert (golem.in_play, game.me.board[0].stats, game.me.mana) == (False, (4, 2), 7)


@scenario("Coldlight Seer")
@pytest.mark.parametrize(("overlay", "theirs"), [("", 1), ("classic_2014", 3)])
def test_coldlight_seer_toughened_enemy_murlocs_too(overlay: str, theirs: int) -> None:
    game = duel(overlay=overlay).give(ME, "Coldlight Seer")
    mine, enemy, wisp = (
        game.add_minion(player, name)
        for player, name in ((ME, "Murloc Raider"), (ENEMY, "Murloc Raider"), (ENEMY, "Wisp"))
    )
    game.play("Coldlight Seer")
    assert (mine.health, enemy.health, wisp.health, game.me.board[-1].stats) == (3, theirs, 1, (2, 3))


@scenario("Gadgetzan Auctioneer")
def test_gadgetzan_auctioneer_cost_five() -> None:
    game = duel_2014().give(ME, "Gadgetzan Auctioneer", "The Coin").play("Gadgetzan Auctioneer")
    assert (game.me.mana, game.me.board[0].stats) == (5, (4, 4))
    assert game.play("The Coin").me.hand == ["Wisp"]


@scenario("Grimscale Oracle")
@pytest.mark.parametrize(("overlay", "theirs"), [("", 2), ("classic_2014", 3)])
def test_grimscale_oracle_strengthened_enemy_murlocs_too(overlay: str, theirs: int) -> None:
    game = duel(overlay=overlay)
    mine, enemy = game.add_minion(ME, "Murloc Raider"), game.add_minion(ENEMY, "Murloc Raider")
    oracle = game.add_minion(ME, "Grimscale Oracle")
    assert (mine.attack, enemy.attack, oracle.attack) == (3, theirs, 1)


@scenario("Ironbeak Owl")
def test_ironbeak_owl_cost_two() -> None:
    game = duel_2014().give(ME, "Ironbeak Owl")
    footman = game.add_minion(ENEMY, "Goldshire Footman")
    game.play("Ironbeak Owl", target=footman)
    assert (footman.has("taunt"), game.me.mana) == (False, 8)


@scenario("Knife Juggler")
def test_knife_juggler_had_three_attack() -> None:
    game = duel_2014().give(ME, "Knife Juggler", "Wisp").script(0).play("Knife Juggler").play("Wisp")
    assert (game.me.board[0].stats, game.enemy.health) == ((3, 2), 29)


@scenario("Leeroy Jenkins")
def test_leeroy_jenkins_cost_four() -> None:
    game = duel_2014().give(ME, "Leeroy Jenkins").play("Leeroy Jenkins")
    assert (game.me.mana, game.enemy.minions) == (6, ["Whelp"] * 2)
    assert game.attack("Leeroy Jenkins", "enemy hero").enemy.health == 24


@scenario("Leper Gnome")
def test_leper_gnome_had_two_attack() -> None:
    game = duel_2014()
    gnome, ogre = game.add_minion(ME, "Leper Gnome"), game.add_minion(ENEMY, "Boulderfist Ogre")
    assert gnome.stats == (2, 1)
    game.attack(gnome, ogre)
    assert (ogre.health, game.enemy.health) == (5, 28)


@scenario("Molten Giant")
@pytest.mark.parametrize(("health", "cost"), [(30, 20), (20, 10), (10, 0), (1, 0)])
def test_molten_giant_was_free_at_ten_health(health: int, cost: int) -> None:
    game = duel_2014().set_health(ME, health).give(ME, "Molten Giant")
    assert game.me.cost("Molten Giant") == cost


@scenario("Murloc Tidecaller")
@pytest.mark.parametrize(("overlay", "attack"), [("", 3), ("classic_2014", 4)])
def test_murloc_tidecaller_heard_the_opponents_murlocs_too(overlay: str, attack: int) -> None:
    game = duel(overlay=overlay).give(ME, "Murloc Tidehunter", "Wisp").give(ENEMY, "Murloc Raider", "Wisp")
    caller = game.add_minion(ME, "Murloc Tidecaller")
    game.play("Murloc Tidehunter").play("Wisp").end_turn().play("Murloc Raider").play("Wisp")
    assert caller.stats == (attack, 2)


@scenario("Murloc Warleader")
@pytest.mark.parametrize(("overlay", "mine", "theirs"), [("", (4, 1), (2, 1)), ("classic_2014", (4, 2), (4, 2))])
def test_murloc_warleader_led_all_murlocs(overlay: str, mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    game = duel(overlay=overlay).give(ME, "Fireball")
    raider, enemy = game.add_minion(ME, "Murloc Raider"), game.add_minion(ENEMY, "Murloc Raider")
    leader = game.add_minion(ME, "Murloc Warleader")
    assert (raider.stats, enemy.stats, leader.stats) == (mine, theirs, (3, 3))
    game.play("Fireball", target=leader)
    assert (raider.stats, enemy.stats) == ((2, 1), (2, 1))


@scenario("Old Murk-Eye")
@scenario("Murloc Warleader")
def test_old_murk_eye_counted_murlocs_of_both_players_as_he_still_does() -> None:
    game = duel_2014()
    for player in (ME, ENEMY, ENEMY):
        game.add_minion(player, "Murloc Raider")
    game.add_minion(ENEMY, "Murloc Warleader")
    eye = game.add_minion(ME, "Old Murk-Eye")
    assert (eye.stats, eye.can_attack) == ((2 + 4 + 2, 5), True)
