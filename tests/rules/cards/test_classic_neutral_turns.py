"""Neutral cards of the Classic set: what happens at the start or the end of a turn."""

import pytest
from tests.rules.builder import ENEMY, ME, duel, pass_turn
from tests.rules.cards.scenario import scenario


@scenario("Baron Geddon")
def test_baron_geddon_burns_all_others_at_the_end_of_your_turn() -> None:
    game = duel()
    geddon, mine = game.add_minion(ME, "Baron Geddon"), game.add_minion(ME, "Chillwind Yeti")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    assert (geddon.health, mine.health, theirs.health) == (5, 3, 3)
    assert (game.side(ME).health, game.side(ENEMY).health) == (28, 28)
    game.end_turn()
    assert (mine.health, game.side(ENEMY).health) == (3, 28)


@scenario("Demolisher")
@pytest.mark.parametrize(("outcome", "hero", "yeti"), [(0, 28, 5), (1, 30, 3)])
def test_demolisher_hits_a_random_enemy_at_the_start_of_your_turn(outcome: int, hero: int, yeti: int) -> None:
    game = duel().script(outcome)
    game.add_minion(ME, "Demolisher")
    game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Chillwind Yeti")
    game.end_turn()
    assert (game.me.health, theirs.health) == (30, 5)
    game.end_turn()
    assert (game.enemy.health, theirs.health, game.me.health) == (hero, yeti, 30)


@scenario("Imp Master")
@scenario("Imp")
def test_imp_master_pays_one_health_for_an_imp() -> None:
    game = duel()
    master = game.add_minion(ME, "Imp Master")
    pass_turn(game)
    assert (game.me.minions, master.stats, game.me.board[1].stats) == (["Imp Master", "Imp"], (1, 4), (1, 1))
    pass_turn(game)
    assert (len(game.me.minions), master.stats) == (3, (1, 3))


@scenario("Imp Master")
def test_imp_master_leaves_an_imp_when_she_dies_of_it() -> None:
    game = duel()
    game.add_minion(ME, "Imp Master", damage=4)
    game.end_turn()
    assert game.enemy.minions == ["Imp"]


@scenario("Master Swordsmith")
def test_master_swordsmith_arms_a_random_friend_for_good() -> None:
    game = duel().script(1)
    smith, first, second = (game.add_minion(ME, name) for name in ("Master Swordsmith", "Wisp", "Wisp"))
    theirs = game.add_minion(ENEMY, "Wisp")
    pass_turn(game)
    assert [m.stats for m in (smith, first, second, theirs)] == [(1, 3), (1, 1), (2, 1), (1, 1)]


@scenario("Master Swordsmith")
def test_master_swordsmith_does_not_arm_himself() -> None:
    game = duel()
    smith = game.add_minion(ME, "Master Swordsmith")
    pass_turn(game)
    wisp = game.add_minion(ME, "Wisp")
    game.script(0).end_turn()
    assert (smith.stats, wisp.stats) == ((1, 3), (2, 1))


@scenario("Young Priestess")
def test_young_priestess_toughens_a_random_friend() -> None:
    game = duel().script(1)
    priestess, first, second = (game.add_minion(ME, name) for name in ("Young Priestess", "Wisp", "Wisp"))
    theirs = game.add_minion(ENEMY, "Wisp")
    pass_turn(game)
    assert [m.stats for m in (priestess, first, second, theirs)] == [(2, 1), (1, 1), (1, 2), (1, 1)]


@scenario("Young Priestess")
def test_young_priestess_adds_to_the_maximum_and_does_not_heal() -> None:
    game = duel().script(0)
    game.add_minion(ME, "Young Priestess")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=3)
    game.end_turn()
    assert (yeti.health, yeti.max_health) == (3, 6)


@scenario("Alarm-o-Bot")
def test_alarm_o_bot_swaps_places_with_a_random_minion_of_your_hand() -> None:
    game = duel().give(ME, "Fireball", "Nightblade", "Chillwind Yeti").script(1)
    for name in ("Wisp", "Alarm-o-Bot", "Wisp"):
        game.add_minion(ME, name)
    pass_turn(game)
    assert game.me.minions == ["Wisp", "Chillwind Yeti", "Wisp"]
    assert sorted(game.me.hand) == ["Alarm-o-Bot", "Fireball", "Nightblade", "Wisp"]  # the last one was drawn
    assert (game.me.board[1].stats, game.me.board[1].can_attack, game.me.cost("Alarm-o-Bot")) == ((4, 5), False, 3)


@scenario("Alarm-o-Bot")
def test_alarm_o_bot_wakes_no_battlecry_and_needs_a_minion() -> None:
    game = duel().give(ME, "Fireball").set_deck(ME, ["Nightblade", "Fireball"])
    bot = game.add_minion(ME, "Alarm-o-Bot", damage=1)
    pass_turn(game)
    assert (game.me.minions, bot.health) == (["Alarm-o-Bot"], 2)
    game.script(0).end_turn()
    assert game.me.minions == []
    game.end_turn()
    assert (game.me.minions, game.enemy.health) == (["Nightblade"], 30)


@scenario("Doomsayer")
def test_doomsayer_destroys_everything_at_the_start_of_your_turn() -> None:
    game = duel().give(ME, "Doomsayer").play("Doomsayer")
    game.add_minion(ME, "Chillwind Yeti")
    game.add_minion(ENEMY, "Sunwalker")
    game.end_turn()
    assert (len(game.me.minions), len(game.enemy.minions)) == (1, 2)
    game.end_turn()
    assert (game.me.minions, game.enemy.minions, game.me.health, game.enemy.health) == ([], [], 30, 30)


@scenario("Doomsayer")
def test_doomsayer_can_be_stopped_in_time() -> None:
    game = duel().give(ENEMY, "Ironbeak Owl")
    doomsayer = game.add_minion(ME, "Doomsayer")
    game.add_minion(ME, "Harvest Golem")
    game.end_turn().play("Ironbeak Owl", target=doomsayer).end_turn()
    assert (game.me.minions, game.enemy.minions) == (["Doomsayer", "Harvest Golem"], ["Ironbeak Owl"])


@scenario("Gruul")
def test_gruul_grows_at_the_end_of_each_turn() -> None:
    game = duel()
    gruul, wisp = game.add_minion(ME, "Gruul", damage=2), game.add_minion(ME, "Wisp")
    game.end_turn()
    assert (gruul.stats, gruul.max_health, wisp.stats) == ((8, 6), 8, (1, 1))
    game.end_turn()
    assert gruul.stats == (9, 7)


@scenario("Hogger")
@scenario("Gnoll")
def test_hogger_calls_a_gnoll_with_taunt_at_the_end_of_your_turn() -> None:
    game = duel()
    game.add_minion(ME, "Hogger")
    game.add_minion(ME, "Wisp")
    pass_turn(game)
    assert game.me.minions == ["Hogger", "Gnoll", "Wisp"]
    assert (game.me.board[1].stats, game.me.board[1].keywords) == ((2, 2), ("taunt",))


@scenario("Hogger")
def test_hogger_calls_no_gnoll_to_a_full_board() -> None:
    game = duel()
    for name in ["Hogger"] + ["Wisp"] * 5:
        game.add_minion(ME, name)
    pass_turn(game)
    pass_turn(game)
    assert sorted(game.me.minions) == ["Gnoll", "Hogger", *["Wisp"] * 5]


@scenario("Nat Pagle")
@pytest.mark.parametrize(("outcome", "hand"), [(49, ["Fireball", "Polymorph"]), (50, ["Fireball"])])
def test_nat_pagle_draws_one_more_card_every_other_turn(outcome: int, hand: list[str]) -> None:
    game = duel().set_deck(ME, ["Fireball", "Polymorph", "Wisp"]).script(outcome)
    game.add_minion(ME, "Nat Pagle")
    game.end_turn()
    assert len(game.me.hand) == 1
    game.end_turn()
    assert game.me.hand == hand
