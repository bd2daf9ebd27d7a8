"""Tribes of one's own are tribes like the others."""

from tests.rules.builder import ENEMY, ME, duel

CARDS = """
[[card]]
name = "Tide Witch"
race = "naga"
[[card]]
name = "Sea Queen"
race = "naga"
aura = { attack = 1, to = "all other friendly nagas" }
[[card]]
name = "Harpoon"
spell = { destroy = "any naga" }
[[card]]
name = "Call"
spell = [{ draw_race = "naga" }, { armor = 1, for_each = "naga in your hand" }]
[[card]]
name = "Lure"
spell = { summon = "random naga" }
"""


def test_auras_selectors_pools_and_hands_know_it() -> None:
    game = duel(cards=CARDS).set_deck(ME, ["Wisp", "Tide Witch", "Wisp"]).give(ME, "Harpoon", "Call", "Lure")
    game.add_minion(ME, "Sea Queen")
    witch, wisp = game.add_minion(ME, "Tide Witch"), game.add_minion(ME, "Wisp")
    enemy = game.add_minion(ENEMY, "Tide Witch")
    assert (witch.attack, wisp.attack, enemy.attack) == (2, 1, 1)
    game.script(0, 1).play("Call").play("Lure")
    assert (game.me.armor, game.me.minions[-1]) == (1, "Sea Queen")
    assert not game.play("Harpoon", target=enemy).enemy.minions
