"""The priest's card of June 2019."""

from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario


@scenario("Radiance")
def test_radiance_heals_its_own_hero() -> None:
    game = duel("priest").set_health(ME, 20).set_health(ENEMY, 20).give(ME, "Radiance", "Radiance")
    yeti = game.add_minion(ME, "Chillwind Yeti", damage=3)
    game.play("Radiance")
    assert (game.me.health, game.enemy.health, yeti.health, game.me.mana) == (25, 20, 2, 9)
    assert game.set_health(ME, 28).play("Radiance").me.health == 30


@scenario("Radiance")
def test_radiance_hurts_its_hero_beside_an_auchenai_soulpriest() -> None:
    game = duel("priest").give(ME, "Radiance")
    game.add_minion(ME, "Auchenai Soulpriest")
    assert game.play("Radiance").me.health == 25
