"""The overlay of the engine behind the paper: each of its cards beside the printed one."""

from collections.abc import Callable
from functools import partial

import pytest
from tests.rules.builder import ENEMY, ME, Duel, duel, pass_turn
from tests.rules.cards.scenario import scenario

Start = Callable[..., Duel]
overlaid = partial(duel, overlay="paper_engine")


@scenario("Sea Giant")
@pytest.mark.parametrize(("start", "cost"), [(duel, 7), (overlaid, 9)])
def test_sea_giant_counts_its_owners_minions_only(start: Start, cost: int) -> None:
    game = start().give(ME, "Sea Giant")
    for player in (ME, ENEMY, ENEMY):
        game.add_minion(player, "Wisp")
    assert game.me.cost("Sea Giant") == cost


@scenario("Pint-Sized Summoner")
@pytest.mark.parametrize(("start", "costs"), [(duel, [3, 4, 3]), (overlaid, [3, 3, 2])])
def test_pint_sized_summoner_makes_every_card_cheaper(start: Start, costs: list[int]) -> None:
    game = start("warrior").give(ME, "Chillwind Yeti", "Fireball", "Fiery War Axe", "Wisp").give(ENEMY, "Fireball")
    game.add_minion(ME, "Pint-Sized Summoner")
    assert [card.cost for card in game.me.cards] == [*costs, 0]
    assert (game.enemy.cost("Fireball"), game.me.power_cost) == (4, 2)


@scenario("Pint-Sized Summoner")
def test_pint_sized_summoner_does_so_until_a_minion_is_played() -> None:
    game = overlaid().give(ME, "Arcane Missiles", "Fireball", "Wisp").script(0, 0, 0)
    game.add_minion(ME, "Pint-Sized Summoner")
    game.play("Arcane Missiles")
    assert (game.me.mana, game.me.cost("Fireball")) == (10, 3)
    game.play("Wisp")
    assert game.me.cost("Fireball") == 4
    pass_turn(game)
    assert game.me.cost("Fireball") == 3


@scenario("Pint-Sized Summoner")
def test_two_pint_sized_summoners_add_up() -> None:
    game = overlaid().give(ME, "Fireball")
    game.add_minion(ME, "Pint-Sized Summoner")
    game.add_minion(ME, "Pint-Sized Summoner")
    assert game.me.cost("Fireball") == 2


@scenario("Venture Co. Mercenary")
@pytest.mark.parametrize(("start", "costs"), [(duel, [7, 4, 3]), (overlaid, [7, 7, 6])])
def test_venture_co_mercenary_makes_every_card_dearer(start: Start, costs: list[int]) -> None:
    game = start("warrior").give(ME, "Chillwind Yeti", "Fireball", "Fiery War Axe").give(ENEMY, "Fireball")
    game.add_minion(ME, "Venture Co. Mercenary")
    assert [card.cost for card in game.me.cards] == costs
    assert (game.enemy.cost("Fireball"), game.me.power_cost) == (4, 2)


@scenario("Coldlight Seer")
@pytest.mark.parametrize(("start", "stats"), [(duel, (2, 3)), (overlaid, (2, 5))])
def test_coldlight_seer_toughens_itself_too(start: Start, stats: tuple[int, int]) -> None:
    game = start().give(ME, "Coldlight Seer")
    raider, wisp = game.add_minion(ME, "Murloc Raider"), game.add_minion(ME, "Wisp")
    theirs = game.add_minion(ENEMY, "Murloc Raider")
    game.play("Coldlight Seer")
    assert game.me.board[-1].stats == stats
    assert (raider.stats, wisp.stats, theirs.stats) == ((2, 3), (1, 1), (2, 1))


@scenario("Truesilver Champion")
@pytest.mark.parametrize(("start", "health"), [(duel, 26), (overlaid, 28)])
def test_truesilver_champion_heals_after_the_attack(start: Start, health: int) -> None:
    game = start("paladin").equip(ME, "Truesilver Champion")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    game.attack("my hero", yeti)
    assert (yeti.health, game.me.health) == (1, health)


@scenario("Millhouse Manastorm")
@pytest.mark.parametrize(("start", "cost"), [(duel, 0), (overlaid, 4)])
def test_millhouse_manastorms_discount_needs_him_in_play(start: Start, cost: int) -> None:
    game = start().give(ME, "Millhouse Manastorm").give(ENEMY, "Fireball", "Fireball").play("Millhouse Manastorm")
    game.end_turn().play("Fireball", target="Millhouse Manastorm")
    assert (game.me.mana, game.me.cost("Fireball")) == (10, cost)


@scenario("Millhouse Manastorm")
def test_millhouse_manastorms_discount_lasts_one_turn_while_he_stays() -> None:
    game = overlaid().give(ME, "Millhouse Manastorm", "Fireball").give(ENEMY, "Fireball").play("Millhouse Manastorm")
    assert game.me.cost("Fireball") == 4
    game.end_turn()
    assert game.me.cost("Fireball") == 0
    pass_turn(game)
    assert (game.enemy.minions, game.me.cost("Fireball")) == (["Millhouse Manastorm"], 4)
