"""The druid's card of June 2019."""

from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario


@scenario("Gift of the Wild")
def test_gift_of_the_wild_makes_all_my_minions_bigger_taunts() -> None:
    game = duel("druid").give(ME, "Gift of the Wild")
    yeti, wisp = game.add_minion(ME, "Chillwind Yeti", damage=3), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Wisp")
    game.play("Gift of the Wild")
    assert [(m.stats, m.has("taunt")) for m in (yeti, wisp)] == [((6, 4), True), ((3, 3), True)]
    assert (theirs.stats, theirs.has("taunt"), game.me.mana) == ((1, 1), False, 2)
    assert game.me.hero.stats == (0, 30)


@scenario("Gift of the Wild")
def test_gift_of_the_wild_goes_with_silence_and_skips_later_minions() -> None:
    game = duel("druid").give(ME, "Gift of the Wild", "Silence", "Wisp")
    yeti = game.add_minion(ME, "Chillwind Yeti")
    game.play("Gift of the Wild").play("Wisp").play("Silence", target=yeti)
    assert [(m.stats, m.has("taunt")) for m in game.me.board] == [((4, 5), False), ((1, 1), False)]
