"""Five cards as a designer writes them from the docs, in a file of their own: they play as they say."""

from pathlib import Path

import pytest
from tests.rules.builder import ENEMY, ME

from evometa.games.hearthstone.cards import CardSet, compile_table
from evometa.games.hearthstone.cards.wording.rules_text import rules_text
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.game import HEARTHSTONE

FILE = """
[[card]]
id = "MY_001"
name = "Bitter Scholar"
class = "neutral"
set = "Summer Term"
type = "minion"
rarity = "rare"
cost = 4
attack = 3
health = 3
deathrattle = { repeat = 1, for_each = "spell in your hand", do = { damage = 2, to = "random enemy minion" } }

[[card]]
id = "MY_002"
name = "Thirsty Tutor"
class = "neutral"
set = "Summer Term"
type = "minion"
rarity = "common"
cost = 3
attack = 2
health = 4
keywords = ["lifesteal"]

[[card]]
id = "MY_003"
name = "Librarian"
class = "neutral"
set = "Summer Term"
type = "minion"
rarity = "common"
cost = 2
attack = 1
health = 2
battlecry = { discover = "spell" }

[[card]]
id = "MY_004"
name = "Homework"
class = "neutral"
set = "Summer Term"
type = "spell"
rarity = "common"
cost = 1
spell = { shuffle = "Homework", count = 2 }

[[card]]
id = "MY_005"
name = "Eager Student"
class = "neutral"
set = "Summer Term"
type = "minion"
rarity = "epic"
cost = 2
attack = 2
health = 2
whenever = { event = "after you use your hero power", do = { draw = 1 } }
"""
TEXTS = {
    "Bitter Scholar": "Deathrattle: For each spell in your hand, deal 2 damage to a random enemy minion.",
    "Thirsty Tutor": "Lifesteal.",
    "Librarian": "Battlecry: Discover a spell.",
    "Homework": "Shuffle two Homeworks into your deck.",
    "Eager Student": "After you use your Hero Power, draw a card.",
}


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    file: Path = tmp_path_factory.mktemp("cards") / "summer.toml"
    file.write_text(FILE, encoding="utf-8")
    return HEARTHSTONE.load_cards([file])


@pytest.fixture
def game(cards: CardSet) -> Position:
    """My turn, with mana; both have a deck."""
    position = Position.empty(compile_table(cards), ("mage", "warrior"))
    for player in (ME, ENEMY):
        position.set_mana(player, 10).set_deck(player, ["Wisp"] * 5)
    return position


def test_their_texts_say_it(cards: CardSet) -> None:
    assert {name: rules_text(cards[name], cards) for name in TEXTS} == TEXTS


def test_two_damage_for_each_spell_in_hand(game: Position) -> None:
    game.give(ME, "Fireball", "Frostbolt", "Sap", "Wisp")
    scholar = game.add_minion(ME, "Bitter Scholar")
    yetis = [game.add_minion(ENEMY, "Chillwind Yeti") for _ in range(2)]
    game.script(0, 1).play("Fireball", target=scholar)
    assert [yeti.health for yeti in yetis] == [3, 3]


def test_lifesteal(game: Position) -> None:
    game.set_health(ME, 20).add_minion(ME, "Thirsty Tutor")
    assert game.attack("Thirsty Tutor", "enemy hero").me.health == 22


def test_discover_a_spell(game: Position, cards: CardSet) -> None:
    game.seed(5).give(ME, "Librarian").play("Librarian")
    assert len(set(game.choices)) == 3
    assert {cards[name].tree["type"] for name in game.choices} == {"spell"}
    chosen = game.choices[1]
    assert game.choose(chosen).me.hand == [chosen]


def test_shuffle_two_copies_of_this(game: Position) -> None:
    game.script(0, 3).give(ME, "Homework").play("Homework")
    assert game.me.deck == ["Homework", "Wisp", "Wisp", "Homework", "Wisp", "Wisp", "Wisp"]


def test_after_you_use_your_hero_power(game: Position) -> None:
    game.add_minion(ME, "Eager Student")
    game.use_power("enemy hero")
    assert (game.me.hand, game.enemy.health) == (["Wisp"], 29)
