"""The paladin's card of June 2019."""

from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario


@scenario("Righteousness")
def test_righteousness_shields_all_own_minions() -> None:
    game = duel("paladin").give(ME, "Righteousness", "Fireball")
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti"), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Wisp")
    game.play("Righteousness")
    assert [m.has("divine shield") for m in (yeti, wisp, theirs)] == [True, True, False]
    assert game.me.mana == 5
    game.play("Fireball", target=yeti)
    assert (yeti.health, yeti.has("divine shield"), wisp.has("divine shield")) == (5, False, True)


@scenario("Righteousness")
def test_righteousness_does_not_reach_later_minions_and_leaves_with_silence() -> None:
    game = duel("paladin").give(ME, "Righteousness", "Silence", "Wisp")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Righteousness").play("Wisp").play("Silence", target=yeti)
    assert [m.has("divine shield") for m in game.me.board] == [False, False]
