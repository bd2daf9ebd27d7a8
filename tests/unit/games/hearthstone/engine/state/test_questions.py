"""A script that runs out says what is asked: the kind, whose cards are meant, and what each outcome means."""

import pytest
from tests.rules.builder import ENEMY, ME, Duel, duel

from evometa.games.hearthstone.engine.state import chances as r
from evometa.input.errors import InputError

CARDS = """
[[card]]
name = "Fork"
spell = { damage = 2, up_to = 4, to = "any character" }
[[card]]
name = "Toss"
spell = { if = "chance", percent = 25, do = { draw = 1 } }
"""


def ask(game: Duel, name: str, **how: object) -> tuple[int, int]:
    """Play a card without an outcome for it: what is asked, and whose cards are meant."""
    with pytest.raises(InputError, match="the script has none left"):
        game.give(ME, name).play(name, **how)
    return int(game.game.asked), int(game.game.asked_player)


def offers(game: Duel) -> list[tuple[int, str]]:
    """What each outcome means: a number, and the name of a card."""
    n = int(game.game.n_offered)
    pairs = zip(game.game.offered[:n], game.game.offered_cards[:n], strict=True)
    return [(int(what), game.stepper.name(int(card)) if card else "") for what, card in pairs]


def test_a_character() -> None:
    game = duel()
    game.add_minion(ENEMY, "Wisp")
    assert ask(game, "Arcane Missiles") == (r.ASK_CHARACTER, 0)
    assert offers(game) == [(8, "Garrosh Hellscream"), (9, "Wisp")]


def test_the_first_open_question_is_told() -> None:
    game = duel().script(1)
    game.add_minion(ENEMY, "Wisp")
    ask(game, "Arcane Missiles")
    assert offers(game) == [(8, "Garrosh Hellscream")]


def test_a_card_of_a_pool() -> None:
    game = duel("hunter")
    assert ask(game, "Animal Companion")[0] == r.ASK_CARD
    assert [card for _, card in offers(game)] == ["Misha", "Leokk", "Huffer"]


def test_a_card_of_a_pool_that_is_not_there_yet() -> None:
    game = duel("shaman")
    game.add_minion(ME, "Searing Totem")
    with pytest.raises(InputError, match="the script has none left"):
        game.use_power()
    assert [card for _, card in offers(game)] == ["Healing Totem", "Stoneclaw Totem", "Wrath of Air Totem"]


def test_a_card_in_hand() -> None:
    game = duel("warlock").give(ME, "Wisp", "Fireball")
    assert ask(game, "Succubus") == (r.ASK_HAND, ME)
    assert offers(game) == [(0, "Wisp"), (1, "Fireball")]


def test_a_card_in_the_deck_from_the_top() -> None:
    game = duel("priest").set_deck(ENEMY, ["Fireball", "Wisp", "Chillwind Yeti"])
    assert ask(game, "Mindgames") == (r.ASK_DECK, ENEMY)
    assert sorted(offers(game)) == [(1, "Wisp"), (2, "Chillwind Yeti")]


def test_a_number() -> None:
    game = duel(cards=CARDS)
    assert ask(game, "Fork", target="enemy hero")[0] == r.ASK_NUMBER
    assert offers(game) == [(2, ""), (3, ""), (4, "")]


def test_a_chance() -> None:
    game = duel(cards=CARDS)
    assert ask(game, "Toss")[0] == r.ASK_CHANCE
    assert [what for what, _ in offers(game)] == [1] * 25 + [0] * 75


def test_games_without_a_script_are_not_asked() -> None:
    game = duel().seed(1).give(ME, "Arcane Missiles").play("Arcane Missiles")
    assert (int(game.game.asked), int(game.game.n_offered)) == (r.ASK_NOTHING, 0)
