"""Silence: back to the printed numbers, without text; against every kind of change."""

import pytest
from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Hush"
spell = { silence = "any minion" }
[[card]]
name = "Tame"
spell = { set_attack = 1, to = "any minion" }
[[card]]
name = "Mark"
spell = { set_health = 1, to = "any minion" }
[[card]]
name = "Swap"
spell = { swap_stats = "any minion" }
[[card]]
name = "Soul"
spell = { attach = { deathrattle = { summon = "Boar" } }, to = "any minion" }
[[card]]
name = "Frost"
spell = { freeze = "any minion" }
[[card]]
name = "Doom"
spell = { give = "dies at end of turn", to = "any minion" }
"""


def after(target: str, *spells: str, **changes):
    """A minion of mine after some spells on it and then silence."""
    game = duel(cards=CARDS)
    minion = game.add_minion(ME, target, **changes)
    for spell in (*spells, "Hush"):
        game.set_mana(ME, 10).give(ME, spell).play(spell, target=minion)
    return game, minion


def test_a_lasting_buff_goes() -> None:
    _, yeti = after("Chillwind Yeti", "Blessing of Kings")
    assert yeti.stats == (4, 5)


def test_health_above_the_new_maximum_goes_and_damage_below_it_stays() -> None:
    _, nearly_dead = after("Chillwind Yeti", "Blessing of Kings", damage=0)
    assert nearly_dead.damage == 0
    game = duel(cards=CARDS).give(ME, "Blessing of Kings", "Fireball", "Hush").set_mana(ME, 20)
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Blessing of Kings", target=yeti).play("Fireball", target=yeti)
    assert yeti.health == 3
    game.play("Hush", target=yeti)
    assert yeti.stats == (4, 3)


def test_silence_never_kills_what_its_card_gives_health() -> None:
    game = duel(cards=CARDS).give(ME, "Blessing of Kings", "Shadow Bolt", "Hush")
    wisp = game.add_minion(ME, "Wisp")
    game.play("Blessing of Kings", target=wisp).play("Shadow Bolt", target=wisp).play("Hush", target=wisp)
    assert wisp.stats == (1, 1)


def test_a_buff_for_this_turn_goes() -> None:
    _, yeti = after("Chillwind Yeti", "Rockbiter Weapon")
    assert yeti.attack == 4


def test_an_aura_on_it_stays() -> None:
    game = duel(cards=CARDS).give(ME, "Hush")
    game.add_minion(ME, "Stormwind Champion")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Hush", target=yeti)
    assert yeti.stats == (5, 6)


def test_its_own_aura_ends() -> None:
    game = duel(cards=CARDS).give(ME, "Hush")
    champion, yeti = game.add_minion(ME, "Stormwind Champion"), game.add_minion(ME, "Chillwind Yeti")
    game.play("Hush", target=champion)
    assert (champion.stats, yeti.stats) == ((6, 6), (4, 5))


def test_set_attack_goes() -> None:
    _, yeti = after("Chillwind Yeti", "Tame")
    assert yeti.attack == 4


def test_set_health_goes() -> None:
    _, yeti = after("Chillwind Yeti", "Mark")
    assert yeti.health == 5


def test_swapped_numbers_swap_back() -> None:
    _, yeti = after("Chillwind Yeti", "Swap")
    assert yeti.stats == (4, 5)


@pytest.mark.parametrize(
    ("spell", "word"),
    [("Hand of Protection", "divine shield"), ("Mark of the Wild", "taunt"), ("Windfury", "windfury")],
)
def test_a_given_keyword_goes(spell: str, word: str) -> None:
    _, yeti = after("Chillwind Yeti", spell)
    assert not yeti.has(word)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Frostwolf Grunt", "taunt"),
        ("Wolfrider", "charge"),
        ("Silvermoon Guardian", "divine shield"),
        ("Worgen Infiltrator", "stealth"),
        ("Thrallmar Farseer", "windfury"),
    ],
)
def test_a_printed_keyword_goes(name: str, word: str) -> None:
    _, minion = after(name)
    assert not minion.has(word)


def test_enrage_ends() -> None:
    game = duel(cards=CARDS).give(ME, "Hush")
    berserker = game.add_minion(ME, "Amani Berserker", damage=1)
    assert berserker.attack == 5
    game.play("Hush", target=berserker)
    assert berserker.stats == (2, 2)


def test_a_printed_deathrattle_goes() -> None:
    game, gnome = after("Leper Gnome")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=gnome)
    assert game.enemy.health == 30


def test_a_given_deathrattle_goes() -> None:
    game, wisp = after("Wisp", "Soul")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=wisp)
    assert game.me.minions == []


def test_a_trigger_goes() -> None:
    game, berserker = after("Gurubashi Berserker")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target=berserker)
    assert berserker.attack == 2


def test_a_trigger_that_waits_for_the_turn_end_goes() -> None:
    game, _ = after("Baron Geddon")
    game.end_turn()
    assert game.me.health == 30


def test_spell_damage_goes() -> None:
    game, _ = after("Kobold Geomancer")
    game.give(ME, "Arcane Shot").play("Arcane Shot", target="enemy hero")
    assert game.enemy.health == 28


def test_a_frozen_minion_thaws() -> None:
    _, yeti = after("Chillwind Yeti", "Frost")
    assert yeti.can_attack


def test_a_minion_that_would_die_at_the_end_of_the_turn_lives() -> None:
    game, yeti = after("Chillwind Yeti", "Doom")
    game.end_turn()
    assert yeti.in_play


def test_a_cost_aura_ends() -> None:
    game = duel(cards=CARDS).give(ME, "Hush", "Chillwind Yeti")
    mercenary = game.add_minion(ME, "Venture Co. Mercenary")
    assert game.me.cost("Chillwind Yeti") == 7
    game.play("Hush", target=mercenary)
    assert game.me.cost("Chillwind Yeti") == 4


def test_what_comes_after_silence_counts() -> None:
    game, yeti = after("Chillwind Yeti")
    game.give(ME, "Blessing of Kings").play("Blessing of Kings", target=yeti)
    assert yeti.stats == (8, 9)


def test_silence_does_not_wake_a_minion() -> None:
    _, wolfrider = after("Wolfrider", ready=False)
    assert not wolfrider.can_attack


def test_attacks_made_are_not_forgotten() -> None:
    game = duel(cards=CARDS).give(ME, "Hush")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.attack(yeti, "enemy hero").play("Hush", target=yeti)
    assert not yeti.can_attack


def test_a_silenced_enemy_taunt_protects_nobody() -> None:
    game = duel(cards=CARDS).give(ME, "Hush")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Frostwolf Grunt")
    game.play("Hush", target="enemy 1").attack("my 1", "enemy hero")
    assert game.enemy.health == 29
