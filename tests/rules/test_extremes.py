"""Cards and rules at the ends of what is allowed: no health, no durability, numbers as large as can be."""

import pytest
from tests.rules.builder import ENEMY, ME, Duel, card_table, duel, pass_turn, patched

from evometa.games.hearthstone.cards import Rules
from evometa.games.hearthstone.cards.compiling.sizes import MAX_STAT
from evometa.games.hearthstone.engine.state.invariants import find_broken

CARDS = """
[[card]]
name = "Hush"
spell = { silence = "any minion" }
[[card]]
name = "Frail Ghost"
attack = 3
health = 0
[[card]]
name = "Wither"
spell = [{ set_health = 0, to = "any minion" }, { damage = 1, to = "target" }]
[[card]]
name = "Undead"
type = "hero"
health = 0
hero_power = "Fireblast"
[[card]]
name = "Grudge"
health = 2
aura = { health = 2, to = "all other friendly minions", while = "this is damaged" }
[[card]]
name = "Swap"
spell = { swap_stats = "any minion" }
"""


def assert_sound(game: Duel) -> None:
    assert find_broken(game.game, game.stepper.table.record) == 0


# --- without health ---------------------------------------------------------------------------------------------------


def test_a_minion_that_lives_by_its_own_bonus_dies_when_it_is_silenced() -> None:
    game = duel("priest", patch=patched("Ancient of War health = 0")).give(ME, "Silence")
    ancient = game.add_minion(ENEMY, "Ancient of War", health=5)
    game.play("Silence", target=ancient)
    assert not ancient.in_play
    assert_sound(game)


def test_all_that_live_by_a_bonus_die_when_they_are_silenced_together() -> None:
    game = duel("priest", patch=patched("Twilight Drake health = 0")).give(ME, "Mass Dispel")
    game.add_minion(ENEMY, "Twilight Drake", health=3)
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Twilight Drake", health=6, damage=2)
    game.play("Mass Dispel")
    assert game.enemy.minions == ["Chillwind Yeti"]
    assert_sound(game)


def test_a_played_minion_lives_by_its_battlecry() -> None:
    game = duel(patch=patched("Twilight Drake health = 0")).give(ME, "Wisp", "Wisp", "Twilight Drake")
    game.play("Twilight Drake")
    assert game.me.board[0].stats == (4, 2)
    assert_sound(game)


def test_an_aura_keeps_a_silenced_minion_alive_as_long_as_it_is_there() -> None:
    game = duel(cards=CARDS).give(ME, "Hush", "Hush")
    lord = game.add_minion(ME, "Stormwind Champion")
    ghost = game.add_minion(ME, "Frail Ghost", health=2)
    game.play("Hush", target=ghost)
    assert ghost.stats == (4, 1)
    game.play("Hush", target=lord)
    assert not ghost.in_play
    assert_sound(game)


def test_what_keeps_alive_does_not_bring_back_to_life() -> None:
    game = duel("warrior", cards=CARDS).give(ME, "Commanding Shout", "Wither")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Commanding Shout").play("Wither", target=yeti)
    assert not yeti.in_play
    assert_sound(game)


def test_auras_that_end_one_after_the_other_are_settled_before_the_death_step() -> None:
    game = duel("warlock", cards=CARDS).give(ME, "Hush")
    lord = game.add_minion(ME, "Stormwind Champion")
    grudge = game.add_minion(ME, "Grudge", damage=1)
    ghost = game.add_minion(ME, "Frail Ghost")
    assert ghost.health == 3
    game.play("Hush", target=lord)
    assert (grudge.damage, ghost.in_play) == (0, False)
    assert_sound(game)


def test_a_minion_may_come_back_without_health_and_dies_again() -> None:
    game = duel("mage", "paladin", patch=patched("Redemption secret.do.health = 0"))
    game.give(ME, "Fireball").add_secret(ENEMY, "Redemption")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Fireball", target=yeti)
    assert (game.enemy.minions, game.enemy.secrets) == ([], [])
    assert_sound(game)


def test_no_secret_is_not_every_secret() -> None:
    game = duel("mage", "paladin", patch=patched("SI:7 Infiltrator battlecry.count = 0"))
    game.give(ME, "SI:7 Infiltrator").add_secret(ENEMY, "Redemption").add_secret(ENEMY, "Noble Sacrifice").play(
        "SI:7 Infiltrator"
    )
    assert len(game.enemy.secrets) == 2


# --- heroes -----------------------------------------------------------------------------------------------------------


def test_a_hero_that_takes_ones_place_without_health_dies() -> None:
    game = duel("warlock", patch=patched("EX1_323h.health = 0")).give(ME, "EX1_323").play("EX1_323")
    assert game.over
    assert game.winner == ENEMY


@pytest.mark.parametrize(("heroes", "winner"), [(("Undead", "mage"), ENEMY), (("mage", "Undead"), ME)])
def test_a_hero_without_health_loses_before_the_first_action(heroes: tuple[str, str], winner: int) -> None:
    game = Duel.begin(card_table(CARDS), heroes, [["Wisp"] * 30] * 2, seed=1)
    assert (game.over, game.winner) == (True, winner)
    assert_sound(game)


@pytest.mark.parametrize(("deck", "winner"), [(3, ENEMY), (4, None)])
def test_an_opening_hand_from_an_empty_deck_can_kill(deck: int, winner: int | None) -> None:
    rules = Rules(first_fatigue=99, first_cards=3, second_cards=3)
    game = Duel.begin(card_table(rules=rules), ("mage", "mage"), [["Wisp"] * deck, ["Wisp"] * 30], seed=1)
    assert (game.over, game.winner if game.over else None) == (winner is not None, winner)
    assert_sound(game)


# --- as large as can be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spell", ["Inner Fire", "Swap"])
def test_attack_and_health_stop_at_a_limit_whatever_they_are_set_to(spell: str) -> None:
    game = duel("priest", cards=CARDS, patch=patched("Inner Fire spell.set_attack = 10")).give(ME, spell)
    game.add_minion(ME, "Stormwind Champion")
    giant = game.add_minion(ME, "Wisp", health=MAX_STAT)
    game.play(spell, target=giant)
    assert giant.attack == MAX_STAT + 1  # one by the aura
    assert_sound(game)


def test_the_order_of_play_is_counted_anew_before_its_numbers_become_too_large() -> None:
    game = duel()
    game.game.next_order = 30_000
    game.add_minion(ENEMY, "Wisp")
    game.equip(ME, "Light's Justice")
    game.add_minion(ME, "Chillwind Yeti", position=1)
    pass_turn(game)
    me, enemy = game.game.players
    assert (enemy.order[1], me.weapon.order, me.order[1], game.game.next_order) == (1, 2, 3, 4)
    assert_sound(game)
