"""The text of a game: what a player reads about an action."""

from collections.abc import Callable

from tests.rules.builder import ENEMY, ME, Duel, duel

from evometa.games.hearthstone.engine.state import journal
from evometa.games.hearthstone.engine.telling.narration import WIDTH, narrate, read_events, read_scene, summarize_board
from evometa.games.hearthstone.engine.telling.sentences import SENTENCES, count_words, join_words

LABELS = ("Mage", "Warrior")


def tell(game: Duel, act: Callable[[Duel], object]) -> list[str]:
    """The lines about one action."""
    game.game.journaling, game.game.n_journal = 1, 0
    scene = read_scene(game.game)
    act(game)
    return narrate(read_events(game.game), scene, game.stepper.table, LABELS)


def test_an_attack_on_the_hero_is_one_line() -> None:
    game = duel()
    game.add_minion(ME, "Wolfrider")
    assert tell(game, lambda g: g.attack("my Wolfrider", "enemy hero")) == [
        "  Wolfrider attacks the enemy hero: 3 damage (27 left)"
    ]


def test_a_fight_tells_both_damages_and_both_deaths() -> None:
    game = duel()
    game.add_minion(ME, "Wolfrider")
    game.add_minion(ENEMY, "Bloodfen Raptor")
    assert tell(game, lambda g: g.attack("my Wolfrider", "enemy Bloodfen Raptor")) == [
        "  Wolfrider attacks Bloodfen Raptor: 3 damage, takes 3",
        "    Bloodfen Raptor and Wolfrider die",
    ]


def test_a_divine_shield_breaks_in_a_fight() -> None:
    game = duel()
    game.add_minion(ME, "Silvermoon Guardian")
    game.add_minion(ENEMY, "Chillwind Yeti")
    assert tell(game, lambda g: g.attack("my Silvermoon Guardian", "enemy Chillwind Yeti")) == [
        "  Silvermoon Guardian attacks Chillwind Yeti: 3 damage (2 left), loses its own divine shield"
    ]


def test_a_trigger_is_told_by_what_it_does() -> None:
    game = duel()
    game.add_minion(ME, "Knife Juggler")
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.give(ME, "Wisp").script(1)
    assert tell(game, lambda g: g.play("Wisp")) == [
        "  plays Wisp (0 mana)",
        "    Knife Juggler hits Chillwind Yeti for 1 (4 left)",
    ]


def test_a_deathrattle_follows_the_death() -> None:
    game = duel()
    game.add_minion(ENEMY, "Leper Gnome")
    game.give(ME, "Fireball")
    assert tell(game, lambda g: g.play("Fireball", target="enemy Leper Gnome")) == [
        "  casts Fireball on Leper Gnome (4 mana)",
        "    Fireball hits Leper Gnome for 6",
        "    Leper Gnome dies",
        "    Leper Gnome hits Mage for 2 (28 left)",
    ]


def test_area_damage_is_one_sentence() -> None:
    game = duel()
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wolfrider")
    game.give(ME, "Consecration")
    lines = tell(game, lambda g: g.play("Consecration"))
    assert lines[1:] == [
        "    Consecration hits Warrior for 2 (28 left), Chillwind Yeti for 2 (3 left) and Wolfrider for 2",
        "    Wolfrider dies",
    ]


def test_missiles_add_up() -> None:
    game = duel()
    game.give(ME, "Arcane Missiles").script(0, 0, 0)
    lines = tell(game, lambda g: g.play("Arcane Missiles"))
    assert lines[1:] == ["    Arcane Missiles hits Warrior for 3 (27 left)"]


def test_a_battlecry_that_gives_more_than_one_thing() -> None:
    game = duel()
    for name in ("Wisp", "Chillwind Yeti"):
        game.add_minion(ME, name)
    game.give(ME, "Defender of Argus")
    lines = tell(game, lambda g: g.play("Defender of Argus", position=2))
    assert lines[1:] == ["    Defender of Argus gives Wisp and Chillwind Yeti +1/+1 and taunt"]


def test_what_lasts_for_a_turn_says_so() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    game.give(ME, "Dark Iron Dwarf")
    lines = tell(game, lambda g: g.play("Dark Iron Dwarf", target="my Wisp"))
    assert lines[1:] == ["    Dark Iron Dwarf gives Wisp +2 attack this turn"]


def test_a_minion_that_hurts_itself() -> None:
    game = duel()
    game.give(ME, "Injured Blademaster")
    lines = tell(game, lambda g: g.play("Injured Blademaster"))
    assert lines[1:] == ["    Injured Blademaster hits itself for 4 (3 left)"]


def test_a_secret_is_revealed_before_it_acts() -> None:
    game = duel("hunter", "hunter")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Wisp")
    game.add_secret(ENEMY, "Snake Trap")
    assert tell(game, lambda g: g.attack("my Chillwind Yeti", "enemy Wisp")) == [
        "  Chillwind Yeti attacks Wisp",
        "    Warrior's secret: Snake Trap!",
        "    Snake Trap summons 3x Snake",
        "    Wisp takes 4 and Chillwind Yeti takes 1 (4 left)",
        "    Wisp dies",
    ]


def test_a_played_secret_is_called_one() -> None:
    game = duel("hunter")
    game.give(ME, "Snake Trap")
    assert tell(game, lambda g: g.play("Snake Trap")) == ["  plays the secret Snake Trap (2 mana)"]


def test_a_new_turn_has_a_heading_and_its_draw() -> None:
    game = duel()
    assert tell(game, Duel.end_turn) == ["", "Turn 2 - Warrior (10 mana)", "  draws Wisp"]


def test_effects_at_the_end_of_a_turn_stand_before_the_next_heading() -> None:
    game = duel()
    game.add_minion(ME, "Young Priestess")
    game.add_minion(ME, "Wisp")
    lines = tell(game.script(0), Duel.end_turn)
    assert lines[:3] == ["  ends the turn", "    Young Priestess gives Wisp +1 health", ""]


def test_an_empty_deck_tires() -> None:
    game = duel().set_deck(ENEMY, [])
    assert tell(game, Duel.end_turn)[-1] == "  has no card left to draw: fatigue for 1 (29 left)"


def test_a_full_hand_loses_the_card() -> None:
    game = duel().give(ENEMY, *["Wisp"] * 10)
    assert tell(game, Duel.end_turn)[-1] == "  has no room in hand: Wisp is lost"


def test_the_other_player_is_named() -> None:
    game = duel()
    game.add_minion(ENEMY, "Loot Hoarder")
    game.give(ME, "Fireball", "King Mukla")
    lines = tell(game, lambda g: g.play("Fireball", target="enemy Loot Hoarder"))
    assert lines[-1] == "    Warrior draws Wisp (Loot Hoarder)"
    assert tell(game, lambda g: g.play("King Mukla"))[-1] == "    Warrior gets 2x Bananas from King Mukla"


def test_an_enemy_of_the_same_name_is_called_enemy() -> None:
    game = duel()
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    assert tell(game, lambda g: g.attack("my Wisp", "enemy Wisp")) == [
        "  Wisp attacks the enemy Wisp: 1 damage, takes 1",
        "    the enemy Wisp and Wisp die",
    ]


def test_healing_says_what_it_comes_to() -> None:
    game = duel().set_health(ME, 20)
    game.give(ME, "Voodoo Doctor")
    lines = tell(game, lambda g: g.play("Voodoo Doctor", target="my hero"))
    assert lines[1:] == ["    Voodoo Doctor heals Mage by 2 (now 22)"]


def test_a_weapon_is_played_used_and_gone() -> None:
    game = duel("warrior").set_health(ENEMY, 20)
    game.give(ME, "Fiery War Axe")
    assert tell(game, lambda g: g.play("Fiery War Axe")) == ["  plays Fiery War Axe (3 mana)"]
    game.game.players[ME].weapon.durability = 1
    assert tell(game, lambda g: g.attack("my hero", "enemy hero")) == [
        "  Mage attacks the enemy hero: 3 damage (17 left)",
        "    Fiery War Axe is gone",
    ]


def test_the_hero_power_and_its_armor() -> None:
    assert tell(duel("warrior"), lambda g: g.use_power()) == ["  uses Armor Up! (2 mana)", "    gains 2 armor"]


def test_changes_of_a_minion() -> None:
    game = duel()
    game.add_minion(ENEMY, "Chillwind Yeti")
    game.give(ME, "Polymorph", "Sap", "Ancestral Healing")
    lines = tell(game, lambda g: g.play("Polymorph", target="enemy Chillwind Yeti"))
    assert lines[1:] == ["    Chillwind Yeti becomes Sheep"]
    lines = tell(game, lambda g: g.play("Ancestral Healing", target="enemy Sheep"))
    assert lines[1:] == ["    Ancestral Healing gives Sheep taunt"]
    lines = tell(game, lambda g: g.play("Sap", target="enemy Sheep"))
    assert lines[1:] == ["    Sheep returns to the hand of Warrior"]


def test_a_choice_is_told_with_what_is_lost() -> None:
    game = duel("hunter").set_deck(ME, ["Wisp", "Fireball", "Wolfrider"]).give(ME, "Tracking")
    assert tell(game, lambda g: g.play("Tracking"))[1:] == ["    looks at the top 3 cards"]
    assert tell(game, lambda g: g.choose("Fireball")) == ["  chooses Fireball", "    discards Wisp and Wolfrider"]


def test_the_winner_has_the_last_word() -> None:
    game = duel().set_health(ENEMY, 3)
    game.add_minion(ME, "Wolfrider")
    assert tell(game, lambda g: g.attack("my Wolfrider", "enemy hero"))[-2:] == ["", "Mage wins."]


def test_the_board_at_a_glance() -> None:
    game = duel("hunter").set_health(ENEMY, 28, armor=3)
    game.add_minion(ENEMY, "Sen'jin Shieldmasta", damage=1)
    game.equip(ME, "Eaglehorn Bow").add_secret(ME, "Snake Trap").give(ME, "Wisp")
    assert summarize_board((game.side(0), game.side(1)), ("Hunter", "Warrior")) == [
        "    | Hunter   30 health, Eaglehorn Bow 3/2, secret: Snake Trap, 1 card, 10 in the deck",
        "    |   no minions",
        "    | Warrior  28 health, 3 armor, 0 cards, 10 in the deck",
        "    |   Sen'jin Shieldmasta 3/4 (taunt)",
    ]


def test_a_full_board_fits_the_width_and_no_name_is_broken() -> None:
    game = duel()
    for _ in range(7):
        game.add_minion(ME, "Sen'jin Shieldmasta")
    lines = summarize_board((game.side(0), game.side(1)), LABELS)
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("Sen'jin Shieldmasta 3/5 (taunt)") for line in lines) == 7


def test_long_sentences_are_wrapped() -> None:
    game = duel()
    for _ in range(7):
        game.add_minion(ENEMY, "Sen'jin Shieldmasta")
    game.give(ME, "Consecration")
    lines = tell(game, lambda g: g.play("Consecration"))
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.count("Sen'jin Shieldmasta") for line in lines) == 7


def test_every_kind_of_entry_has_a_sentence() -> None:
    kinds = {value: name for name, value in vars(journal).items() if name.startswith("J_")}
    silent = {journal.J_TRIGGER}  # told by what it does
    assert {name for kind, name in kinds.items() if kind not in SENTENCES and kind not in silent} == set()


def test_lists_of_words() -> None:
    assert join_words([]) == ""
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert count_words(["Hound", "Wisp", "Hound"]) == ["2x Hound", "Wisp"]
