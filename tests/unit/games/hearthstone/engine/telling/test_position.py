"""Positions: set up, read, stepped, refused, printed, saved and loaded."""

import json
import random
import tomllib

import pytest
from tests.rules.builder import ENEMY, ME, card_table, duel

from evometa.games.decks.deck import load_deck
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.input import InputError

TABLE = card_table()


def begin(seed: int = 1, first: str = "exp1_hunter_aggro", second: str = "exp1_warlock_control") -> Position:
    decks = [load_deck(first), load_deck(second)]
    return Position.begin(TABLE, [deck.klass for deck in decks], [deck.cards for deck in decks], seed)


# --- setting up ---------------------------------------------------------------------------------------------------


def test_an_empty_position_has_two_heroes_and_nothing_else() -> None:
    game = Position.empty(TABLE, ("hunter", "HERO_08"))
    assert (game.me.hero.name, game.enemy.hero.name) == ("Rexxar", "Jaina Proudmoore")
    assert (game.me.health, game.me.mana, game.me.hand, game.me.deck, game.me.board) == (30, 0, [], [], [])
    assert (game.turn, game.current, game.over, game.winner) == (1, ME, False, None)


def test_a_minion_can_be_changed_as_it_is_set_up() -> None:
    game = Position.empty(TABLE)
    yeti = game.add_minion(
        ME, "Chillwind Yeti", attack=7, health=9, damage=2, keywords=["taunt", "frozen"], ready=False
    )
    assert (yeti.stats, yeti.max_health, yeti.keywords) == ((7, 7), 9, ("taunt", "frozen", "asleep"))


def test_a_silenced_minion_can_be_set_up() -> None:
    game = Position.empty(TABLE)
    game.add_minion(ME, "Raid Leader", silenced=True)
    assert game.add_minion(ME, "Wisp").attack == 1


def test_a_minion_object_follows_its_minion() -> None:
    game = Position.empty(TABLE)
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ME, "Wisp", position=1)
    assert (yeti.position, yeti.player, repr(yeti)) == (2, ME, "<Chillwind Yeti 4/5>")


def test_a_minion_object_knows_when_it_has_left() -> None:
    game = duel().give(ME, "Fireball")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.play("Fireball", target=yeti)
    assert repr(yeti) == "<Chillwind Yeti, not in play>"
    with pytest.raises(InputError, match="Chillwind Yeti is not in play any more"):
        _ = yeti.health


def test_the_weapon_and_the_turn_can_be_set() -> None:
    game = Position.empty(TABLE).equip(ENEMY, "Fiery War Axe", attack=5, durability=1).set_turn(ENEMY)
    assert (game.current, game.turn, game.me.attack, game.me.weapon.durability) == (ENEMY, 2, 5, 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: Position.empty(TABLE, ("hunter", "wizard")), "there is no hero or class 'wizard'"),
        (lambda p: p.add_minion(ME, "Fireball"), "Fireball is not a minion"),
        (lambda p: p.add_minion(ME, "Chillwind Yetti"), "did you mean 'Chillwind Yeti'"),
        (
            lambda p: p.add_minion(ME, "Wisp", health_bonus=3),
            "unknown change 'health_bonus'; .*allowed: attack, health",
        ),
        (lambda p: p.add_minion(ME, "Wisp", keywords="tount"), "there is no keyword 'tount'; allowed: taunt"),
        (lambda p: p.equip(ME, "Wisp"), "Wisp is not a weapon"),
        (lambda p: p.add_secret(ME, "Fireball"), "Fireball is not a secret"),
        (lambda p: p.give(ME, *["Wisp"] * 11), "a hand has room for 10, not 11"),
        (lambda p: p.set_deck(ME, ["Wisp"] * 61), "a deck has room for 60, not 61"),
        (lambda p: [p.add_minion(ME, "Wisp") for _ in range(8)], "the board has room for 7, not 8"),
    ],
)
def test_a_wrong_set_up_is_refused(make, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make(Position.empty(TABLE))


# --- actions ------------------------------------------------------------------------------------------------------


def test_actions_read_like_sentences() -> None:
    game = Position.empty(TABLE, ("mage", "hunter")).set_mana(ME, 4).give(ME, "Fireball")
    game.add_minion(ME, "Wisp")
    game.add_minion(ENEMY, "Chillwind Yeti")
    assert [str(action) for action in game.actions()] == [
        "end turn",
        "play Fireball on my hero",
        "play Fireball on enemy hero",
        "play Fireball on my Wisp",
        "play Fireball on enemy Chillwind Yeti",
        "attack enemy Chillwind Yeti with my Wisp",
        "attack enemy hero with my Wisp",
        "use Fireblast on my hero",
        "use Fireblast on enemy hero",
        "use Fireblast on my Wisp",
        "use Fireblast on enemy Chillwind Yeti",
    ]


def test_an_action_says_what_it_is_made_of() -> None:
    game = duel().give(ME, "Wisp", "Wisp").play("Wisp")
    action = game.actions()[1]
    assert (action.kind, action.source, action.position, action.target, action.option) == ("play", 0, 1, None, 0)
    assert action.text == "play Wisp at position 1"
    game.do(action)
    assert game.me.minions == ["Wisp", "Wisp"]


def test_characters_have_many_names() -> None:
    for name in ("enemy 2", "Chillwind Yeti", "enemy Chillwind Yeti", "enemy 2 (Chillwind Yeti)"):
        game = duel().give(ME, "Arcane Shot")
        game.add_minion(ENEMY, "Wisp")
        yeti = game.add_minion(ENEMY, "Chillwind Yeti")
        game.play("Arcane Shot", target=name)
        assert yeti.health == 3


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda p: p.play("Pyroclasm"), "there is no card 'Pyroclasm'"),
        (lambda p: p.play("Sap"), "cannot play Sap: it is not in hand; legal: end turn"),
        (lambda p: p.play("Fireball"), "cannot play Fireball without a target; legal targets: my hero, enemy hero"),
        (lambda p: p.play("Fireball", target="Wisp"), "'Wisp' can mean several characters; it may be: enemy 1 .Wisp."),
        (lambda p: p.play("Fireball", target="my 3"), "there is no character 'my 3' in play; there are: my hero"),
        (lambda p: p.play("Assassinate", target="my hero"), "on my hero; legal targets: enemy 1 .Wisp., enemy 2"),
        (lambda p: p.play("Chillwind Yeti", position=5), "cannot play Chillwind Yeti at position 5; legal: play"),
        (lambda p: p.play("War Golem"), "cannot play War Golem: it costs 7, and there is 6 mana"),
        (lambda p: p.attack("my hero", "enemy hero"), "cannot attack enemy hero with my hero; legal: end turn"),
        (lambda p: p.use_power(), "cannot use Fireblast without a target; legal targets: my hero"),
        (lambda p: p.choose("Wisp"), "cannot choose Wisp; legal: end turn"),
        (lambda p: p.do(12345), "cannot do '12345'; legal: end turn"),
    ],
)
def test_an_illegal_action_is_refused_with_what_is_legal(act, message: str) -> None:
    game = duel().set_mana(ME, 6).give(ME, "Fireball", "Assassinate", "Chillwind Yeti", "War Golem")
    game.add_minion(ENEMY, "Wisp")
    game.add_minion(ENEMY, "Wisp")
    before = game.hash()
    with pytest.raises(InputError, match=message):
        act(game)
    assert game.hash() == before


# --- scripted randomness ------------------------------------------------------------------------------------------


def missiles(*outcomes: int) -> Position:
    return Position.empty(TABLE).set_mana(ME, 1).give(ME, "Arcane Missiles").script(*outcomes)


def test_a_script_must_be_long_enough() -> None:
    with pytest.raises(InputError, match="an effect asked for a random outcome, but the script has none left"):
        missiles(0, 0).play("Arcane Missiles")


def test_a_script_must_be_used_up() -> None:
    game = missiles(0, 0, 0, 1, 2).play("Arcane Missiles")
    with pytest.raises(InputError, match="random outcomes of the script are left over: 1, 2"):
        game.check_script()


def test_an_outcome_must_be_possible() -> None:
    with pytest.raises(InputError, match="an outcome of the script is too large"):
        missiles(0, 1, 0).play("Arcane Missiles")


def test_a_seed_replaces_the_script() -> None:
    first, second = missiles().seed(7).play("Arcane Missiles"), missiles().seed(7).play("Arcane Missiles")
    assert first.enemy.health == 27
    assert first.hash() == second.hash()


# --- whole games --------------------------------------------------------------------------------------------------


def test_a_game_begins_the_same_for_the_same_seed() -> None:
    assert begin(5).text() == begin(5).text()
    assert begin(5).text() != begin(6).text()


def test_a_game_begins_with_hands_and_the_first_turn() -> None:
    game = begin()
    assert (len(game.me.hand), len(game.enemy.hand), game.enemy.hand[-1]) == (4, 5, "The Coin")
    assert (game.me.mana, game.turn, game.current) == (1, 1, ME)


def test_a_copy_plays_on_alone() -> None:
    game = begin()
    copy = game.copy()
    before = game.hash()
    copy.end_turn()
    assert (game.hash(), copy.hash() != before) == (before, True)
    assert game.end_turn().hash() == copy.hash()


def test_search_hashes_ignore_what_a_player_cannot_use() -> None:
    game = duel().give(ME, "Fireball", "Wisp")
    other = duel().give(ME, "Wisp", "Fireball").seed(99)
    assert (game.search_hash() == other.search_hash(), game.hash() == other.hash()) == (True, False)
    assert other.set_mana(ME, 9).search_hash() != game.search_hash()


def test_any_position_of_a_game_can_be_saved_and_loaded() -> None:
    rng, game = random.Random(3), begin(3)
    for _ in range(40):
        if game.over:
            game = begin(rng.randrange(1000))
        again = Position.load(TABLE, json.loads(json.dumps(game.save())))
        assert (again.text(), again.save()) == (game.text(), game.save())
        assert [a.code for a in again.actions()] == [a.code for a in game.actions()]
        action = rng.choice(game.actions())
        assert again.do(action).text() == game.do(action).text()


def test_a_changed_minion_can_be_saved_and_loaded() -> None:
    cards = """
    [[card]]
    name = "Soul"
    spell = { attach = { deathrattle = { summon = "Boar" } }, to = "any minion" }
    """
    game = duel(cards=cards).equip(ME, "Fiery War Axe", attack=9).add_secret(ENEMY, "Snake Trap").give(ME, "Soul")
    game.add_minion(ME, "Raid Leader", silenced=True, damage=1)
    game.add_minion(ENEMY, "Chillwind Yeti", attack=9, keywords="taunt", turn_attack=2)
    game.play("Soul", target="Chillwind Yeti").script(4, 2)
    again = Position.load(card_table(cards), game.save())
    assert (again.text(), again.hash()) == (game.text(), game.hash())
    again.give(ME, "Assassinate").set_mana(ME, 10).play("Assassinate", target="enemy 1")
    assert again.enemy.minions == ["Boar"]


def test_changed_costs_can_be_saved_and_loaded() -> None:
    cards = """
    [[card]]
    name = "Sale"
    spell = [{ next_cost = -2, of = "minion" }, { next_cost = 3, of = "card", whose = "opponent" }]
    """
    game = duel(cards=cards).give(ME, "Sale", "Chillwind Yeti").give(ENEMY, "Wisp", "Counterspell").play("Sale")
    again = Position.load(card_table(cards), game.save())
    assert (again.me.cost("Chillwind Yeti"), again.hash()) == (2, game.hash())
    assert [card.cost for card in again.end_turn().me.cards[:2]] == [3, 6]


def test_a_position_can_be_written_by_hand() -> None:
    text = """
    [[sides]]
    hero = "Rexxar"
    mana = 5
    hand = ["Arcane Shot", { card = "Chillwind Yeti", cost = -1 }]
    [[sides]]
    hero = "mage"
    board = ["Wisp", { card = "Chillwind Yeti", damage = 2, keywords = ["taunt", "frozen"] }]
    secrets = ["Snake Trap"]
    weapon = "Fiery War Axe"
    """
    game = Position.load(TABLE, tomllib.loads(text))
    assert [card.cost for card in game.me.cards] == [1, 3]
    assert (game.enemy.board[1].stats, game.enemy.board[1].keywords) == ((4, 3), ("taunt", "frozen"))
    assert (game.enemy.secrets, game.enemy.weapon.durability) == (["Snake Trap"], 2)


# --- text ---------------------------------------------------------------------------------------------------------


def test_the_text_shows_everything() -> None:
    game = duel("mage", "warrior").set_health(ENEMY, 21, armor=2).equip(ENEMY, "Fiery War Axe")
    game.add_secret(ENEMY, "Snake Trap").give(ME, "Fireball", "Wisp").use_power("enemy hero")
    game.add_minion(ENEMY, "Frostwolf Grunt", damage=1)
    game.add_minion(ME, "Chillwind Yeti")
    assert game.text() == (
        "Turn 1, first player to act\n"
        "\n"
        "Second player: Garrosh Hellscream, 21 health, 1 armor, Fiery War Axe 3/2\n"
        "  Mana 10/10, Armor Up! (2), 10 cards in the deck\n"
        "  Secrets: Snake Trap\n"
        "  Board:\n"
        "    1. Frostwolf Grunt 2/1 (1 damage, taunt)\n"
        "  Hand: empty\n"
        "\n"
        "First player: Jaina Proudmoore, 30 health\n"
        "  Mana 8/10, Fireblast (used), 10 cards in the deck\n"
        "  Board:\n"
        "    1. Chillwind Yeti 4/5 (can attack)\n"
        "  Hand: Fireball (4), Wisp (0)\n"
    )


def test_the_text_says_who_won() -> None:
    game = duel().set_health(ENEMY, 1).use_power("enemy hero")
    assert str(game).startswith("The game is over: first player wins\n")
