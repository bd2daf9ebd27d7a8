"""Triggers: who hears what, in which order."""

from tests.rules.builder import ENEMY, ME, duel, pass_turn

CARDS = """
[[card]]
name = "Dusk Coin"
whenever = { event = "your turn ends", do = { add = "The Coin" } }
[[card]]
name = "Dusk Fruit"
whenever = { event = "your turn ends", do = { add = "Bananas" } }
[[card]]
name = "Any Dusk"
whenever = { event = "a turn ends", do = { add = "Bananas" } }
[[card]]
name = "Brood"
whenever = { event = "your turn ends", do = { summon = "Dusk Coin" } }
[[card]]
name = "Novice"
whenever = { event = "your turn ends", do = { add = "The Coin", if = "this is new" } }
[[card]]
name = "Dawn"
whenever = { event = "your turn starts", do = { add = "The Coin" } }
[[card]]
name = "Envoy"
attack = 2
whenever = { event = "another friendly minion is summoned", do = { attack = 1, to = "it" } }
[[card]]
name = "Tamer"
whenever = { event = "another friendly minion is summoned", attack_at_most = 3, do = { give = "charge", to = "it" } }
[[card]]
name = "Mourner"
whenever = { event = "another minion dies", attack_at_least = 4, do = { add = "Bananas" } }
[[card]]
name = "Ditch"
secret = { event = "an enemy minion attacks", attack_at_least = 4, do = { destroy = "it" } }
[[card]]
name = "Echo"
battlecry = { attack = 1, to = "this", for_each = "its attack" }
"""


def test_triggers_answer_in_the_order_of_play() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ME, "Dusk Coin")
    game.add_minion(ME, "Dusk Fruit", position=1)
    game.end_turn()
    assert game.enemy.hand == ["The Coin", "Bananas"]


def test_a_trigger_may_ask_for_the_attack_of_its_subject() -> None:
    game = duel(cards=CARDS).give(ME, "Bloodfen Raptor", "Chillwind Yeti")
    game.add_minion(ME, "Tamer")
    game.play("Bloodfen Raptor").play("Chillwind Yeti")
    assert [minion.has("charge") for minion in game.me.board] == [False, True, False]


def test_a_trigger_asks_for_the_attack_that_the_dead_had() -> None:
    game = duel(cards=CARDS).give(ME, "Shadow Word: Pain", "Shadow Word: Death", "Blessing of Kings")
    game.add_minion(ME, "Mourner")
    raptor, ogre = game.add_minion(ENEMY, "Bloodfen Raptor"), game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Shadow Word: Pain", target=raptor)
    assert "Bananas" not in game.me.hand
    game.play("Shadow Word: Death", target=ogre)
    assert "Bananas" in game.me.hand


def test_a_secret_may_ask_for_the_attack_of_its_subject() -> None:
    game = duel(cards=CARDS).add_secret(ENEMY, "Ditch")
    raptor, yeti = game.add_minion(ME, "Bloodfen Raptor"), game.add_minion(ME, "Chillwind Yeti")
    game.attack(raptor, "enemy hero").attack(yeti, "enemy hero")
    assert (game.enemy.health, game.me.minions, game.enemy.secrets) == (27, ["Bloodfen Raptor"], [])


def test_a_trigger_may_ask_whether_its_minion_is_new() -> None:
    game = duel(cards=CARDS).give(ME, "Novice").play("Novice")
    game.add_minion(ME, "Novice", ready=True)
    game.end_turn()
    assert game.enemy.hand == ["The Coin"]
    game.end_turn().end_turn()
    assert game.enemy.hand.count("The Coin") == 1


def test_a_turn_may_be_anyones() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ME, "Any Dusk")
    pass_turn(game)
    assert game.me.hand == ["Bananas", "Bananas", "Wisp"]


def test_a_turn_starts_before_its_card_is_drawn() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ENEMY, "Dawn")
    game.end_turn()
    assert game.me.hand == ["The Coin", "Wisp"]


def test_a_minion_that_enters_during_an_event_does_not_hear_it() -> None:
    game = duel(cards=CARDS)
    game.add_minion(ME, "Brood")
    game.end_turn()
    assert (game.enemy.minions, game.enemy.hand) == (["Brood", "Dusk Coin"], [])


def test_area_damage_reaches_all_before_any_trigger() -> None:
    cards = """
    [[card]]
    name = "Healer"
    health = 5
    whenever = { event = "this minion takes damage", do = { heal = 5, to = "all friendly minions" } }
    """
    game = duel(cards=cards).give(ME, "Hellfire")
    healer, yeti = game.add_minion(ENEMY, "Healer"), game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Hellfire")
    assert (healer.damage, yeti.damage) == (0, 0)


def test_each_damage_is_heard() -> None:
    game = duel().give(ME, "Arcane Missiles").script(1, 1, 0)
    berserker = game.add_minion(ENEMY, "Gurubashi Berserker")
    game.play("Arcane Missiles")
    assert berserker.stats == (8, 5)


def test_damage_is_heard_in_attack_and_defence() -> None:
    game = duel()
    mine, theirs = game.add_minion(ME, "Gurubashi Berserker"), game.add_minion(ENEMY, "Gurubashi Berserker")
    game.attack(mine, theirs)
    assert (mine.stats, theirs.stats) == ((5, 5), (5, 5))


def test_whenever_summoned_comes_before_the_battlecry() -> None:
    game = duel(cards=CARDS).give(ME, "Echo")
    game.add_minion(ME, "Envoy")
    game.play("Echo")
    assert game.me.board[-1].attack == 4


def test_after_summoned_comes_behind_the_battlecry() -> None:
    game = duel().give(ME, "Elven Archer").script(0)
    game.add_minion(ME, "Knife Juggler")
    yeti = game.add_minion(ENEMY, "Wisp")
    game.play("Elven Archer", target=yeti)
    assert (game.enemy.minions, game.enemy.health) == ([], 29)


def test_a_summoned_token_is_heard_before_the_minion_that_called_it() -> None:
    game = duel().give(ME, "Murloc Tidehunter").script(0, 0)
    game.add_minion(ME, "Knife Juggler")
    caller = game.add_minion(ME, "Murloc Tidecaller")
    game.play("Murloc Tidehunter")
    assert (game.enemy.health, caller.attack) == (28, 3)


def test_a_minion_does_not_hear_itself_being_played() -> None:
    game = duel().give(ME, "Questing Adventurer", "Wisp").play("Questing Adventurer")
    adventurer = game.me.board[0]
    assert adventurer.stats == (2, 2)
    game.play("Wisp")
    assert adventurer.stats == (3, 3)


def test_a_spell_is_heard_before_its_effect() -> None:
    game = duel().give(ME, "Shadow Bolt")
    adventurer = game.add_minion(ME, "Questing Adventurer", health=4)
    game.play("Shadow Bolt", target=adventurer)
    assert adventurer.stats == (3, 1)


def test_after_a_spell_comes_behind_its_deaths() -> None:
    game = duel().give(ME, "Arcane Shot")
    game.add_minion(ME, "Wild Pyromancer")
    game.add_minion(ENEMY, "The Beast", damage=5)
    game.play("Arcane Shot", target="enemy 1")
    assert [m.stats for m in game.me.board] == [(3, 1), (3, 2)]


def test_only_your_own_spells_are_yours() -> None:
    game = duel().give(ENEMY, "The Coin")
    addict = game.add_minion(ME, "Mana Addict")
    game.end_turn().play("The Coin")
    assert addict.attack == 1


def test_a_weapon_is_a_played_card() -> None:
    game = duel("warrior").give(ME, "Fiery War Axe")
    adventurer = game.add_minion(ME, "Questing Adventurer")
    game.play("Fiery War Axe")
    assert adventurer.stats == (3, 3)


def test_the_hero_power_is_not_a_played_card() -> None:
    game = duel("warrior")
    adventurer = game.add_minion(ME, "Questing Adventurer")
    game.use_power()
    assert adventurer.stats == (2, 2)


def test_a_spell_copied_by_a_trigger_goes_to_the_other_player() -> None:
    game = duel().give(ME, "The Coin")
    game.add_minion(ME, "Lorewalker Cho")
    game.play("The Coin")
    assert game.enemy.hand == ["The Coin"]


def test_healing_that_heals_nothing_is_not_heard() -> None:
    game = duel("priest")
    warden = game.add_minion(ME, "Lightwarden")
    game.use_power("my hero")
    assert warden.attack == 1


def test_each_healed_character_is_heard() -> None:
    game = duel().give(ME, "Darkscale Healer").set_health(ME, 20)
    warden = game.add_minion(ME, "Lightwarden", damage=1)
    game.play("Darkscale Healer")
    assert warden.stats == (5, 2)


def test_what_lasts_until_the_end_of_the_turn_outlasts_the_end_of_turn_triggers() -> None:
    cards = """
    [[card]]
    name = "Dusk Blade"
    health = 5
    whenever.event = "your turn ends"
    whenever.do = { damage = 1, to = "the enemy hero", for_each = "attack of your hero" }
    """
    game = duel("warrior", cards=cards).give(ME, "Heroic Strike").play("Heroic Strike")
    game.add_minion(ME, "Dusk Blade")
    game.end_turn()
    assert (game.me.health, game.enemy.attack) == (26, 0)


def test_simultaneous_damage_is_heard_in_the_order_of_play() -> None:
    cards = """
    [[card]]
    name = "Hothead"
    health = 9
    whenever = { event = "this minion takes damage", do = { silence = "all other minions" } }
    """
    game = duel(cards=cards).give(ME, "Hellfire")
    first, second = game.add_minion(ENEMY, "Hothead"), game.add_minion(ME, "Hothead")
    game.play("Hellfire")
    assert (first.has("silenced"), second.has("silenced")) == (False, True)


def test_deaths_by_triggers_on_a_played_minion_come_before_its_battlecry() -> None:
    cards = """
    [[card]]
    name = "Grinder"
    health = 9
    whenever = { event = "you play a card", do = { damage = 1, to = "all other minions" } }
    """
    game = duel(cards=cards).give(ME, "Elven Archer")
    game.add_minion(ME, "Grinder")
    game.play("Elven Archer", target="enemy hero")
    assert (game.me.minions, game.enemy.health) == (["Grinder"], 30)


def test_deaths_by_triggers_on_a_cast_spell_come_before_its_effect() -> None:
    cards = """
    [[card]]
    name = "Grinder"
    health = 9
    whenever = { event = "you cast a spell", do = { damage = 1, to = "all other minions" } }
    """
    game = duel("hunter", cards=cards).give(ME, "Unleash the Hounds")
    game.add_minion(ME, "Grinder")
    for _ in range(3):
        game.add_minion(ENEMY, "Wisp")
    game.play("Unleash the Hounds")
    assert game.me.minions == ["Grinder"]


def test_the_seventh_minion_is_heard_like_any_other() -> None:
    game = duel()
    for _ in range(6):
        game.add_minion(ENEMY, "Wisp")
    theirs, mine = game.add_minion(ENEMY, "Gurubashi Berserker"), game.add_minion(ME, "Gurubashi Berserker")
    game.attack(mine, theirs)
    assert (mine.stats, theirs.stats) == ((5, 5), (5, 5))


def test_after_summoned_comes_before_the_secrets() -> None:
    cards = """
    [[card]]
    name = "Nurse"
    whenever = { event = "after another friendly minion is summoned", do = { health = 5, to = "it" } }
    [[card]]
    name = "Snipe"
    secret = { event = "your opponent plays a minion", do = { damage = 4, to = "it" } }
    """
    game = duel(cards=cards).add_secret(ENEMY, "Snipe").give(ME, "Wisp")
    game.add_minion(ME, "Nurse")
    game.play("Wisp")
    assert game.me.board[-1].stats == (1, 2)


def test_deaths_by_the_battlecry_come_before_after_summoned() -> None:
    game = duel().give(ME, "Elven Archer")
    juggler = game.add_minion(ME, "Knife Juggler", damage=1)
    game.play("Elven Archer", target=juggler)
    assert (game.me.minions, game.enemy.health) == (["Elven Archer"], 30)


def test_whenever_played_comes_before_whenever_summoned() -> None:
    cards = """
    [[card]]
    name = "Summon Hearer"
    whenever = { event = "another friendly minion is summoned", do = { add = "The Coin" } }
    [[card]]
    name = "Play Hearer"
    whenever = { event = "you play a card", do = { add = "Bananas" } }
    """
    game = duel(cards=cards).give(ME, "Wisp")
    game.add_minion(ME, "Summon Hearer")
    game.add_minion(ME, "Play Hearer")
    game.play("Wisp")
    assert game.me.hand == ["Bananas", "The Coin"]
