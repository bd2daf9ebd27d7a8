"""The rogue's cards of June 2019."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, printed_cards
from tests.rules.cards.scenario import scenario

from evometa.input import InputError


@scenario("Plaguebringer")
def test_plaguebringer_makes_a_friend_poisonous() -> None:
    game = duel("rogue").give(ME, "Plaguebringer")
    wisp, ogre = game.add_minion(ME, "Wisp"), game.add_minion(ENEMY, "Boulderfist Ogre")
    with pytest.raises(InputError, match=r"legal targets: my Wisp$"):
        game.play("Plaguebringer", target=ogre)
    game.play("Plaguebringer", target=wisp)
    assert (game.me.board[1].stats, game.me.board[1].has("poisonous"), game.me.mana) == ((3, 3), False, 6)
    game.attack(wisp, ogre)
    assert (game.me.minions, game.enemy.minions) == (["Plaguebringer"], [])


@scenario("Plaguebringer")
def test_plaguebringer_comes_alone_without_a_friend() -> None:
    game = duel("rogue").give(ME, "Plaguebringer").play("Plaguebringer")
    assert not game.me.board[0].has("poisonous")


@scenario("Plaguebringer")
def test_plaguebringer_makes_a_wild_pyromancer_destroy_all_that_it_burns() -> None:
    game = duel("rogue").give(ME, "Plaguebringer", "The Coin")
    pyromancer = game.add_minion(ME, "Wild Pyromancer")
    game.add_minion(ENEMY, "Boulderfist Ogre")
    game.play("Plaguebringer", target=pyromancer).play("The Coin")
    assert (game.me.minions, game.enemy.minions) == ([], [])


@scenario("Pilfer")
def test_pilfer_adds_a_card_of_another_class() -> None:
    game = duel("rogue").give(ME, "Pilfer", "Wisp").script(0).play("Pilfer")
    assert (len(game.me.hand), len(game.me.deck), game.me.mana) == (2, 10, 9)
    assert printed_cards()[game.me.hand[1]].tree["class"] == "druid"


@scenario("Pilfer")
def test_pilfer_never_finds_neutral_cards_rogue_cards_or_tokens() -> None:
    games = [duel("rogue").give(ME, "Pilfer").seed(seed).play("Pilfer") for seed in range(60)]
    found = [printed_cards()[game.me.hand[0]].tree for game in games]
    assert all(card.get("collectible", True) for card in found)
    classes = ["druid", "hunter", "mage", "paladin", "priest", "shaman", "warlock", "warrior"]
    assert sorted({card["class"] for card in found}) == classes
