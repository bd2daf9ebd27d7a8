"""The mage's cards of June 2019."""

import pytest
from tests.rules.builder import ENEMY, ME, duel
from tests.rules.cards.scenario import scenario

from evometa.input import InputError

MAGE_SPELLS = {
    *("Arcane Explosion", "Arcane Intellect", "Arcane Missiles", "Fireball", "Flamestrike", "Frost Nova", "Frostbolt"),
    *("Mirror Image", "Polymorph", "Blizzard", "Cone of Cold", "Counterspell", "Ice Barrier", "Ice Block"),
    *("Mirror Entity", "Pyroblast", "Spellbender", "Vaporize", "Icicle", "Tome of Intellect", "Ice Lance"),
}


@scenario("Icicle")
def test_icicle_deals_two_to_a_minion() -> None:
    game = duel().give(ME, "Icicle")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti")
    with pytest.raises(InputError, match=r"legal targets: enemy Chillwind Yeti$"):
        game.play("Icicle", target="enemy hero")
    game.play("Icicle", target=yeti)
    assert (yeti.health, yeti.has("frozen"), game.me.hand, game.me.mana) == (3, False, [], 8)


@scenario("Icicle")
def test_icicle_draws_a_card_if_the_minion_is_frozen_even_if_it_dies() -> None:
    game = duel().set_deck(ME, ["Sap", "Hex", "Claw"]).give(ME, "Icicle", "Icicle")
    yeti = game.add_minion(ENEMY, "Chillwind Yeti", keywords=["frozen"])
    wisp = game.add_minion(ENEMY, "Wisp", keywords=["frozen"])
    game.play("Icicle", target=yeti).play("Icicle", target=wisp)
    assert (yeti.health, wisp.in_play, game.me.hand) == (3, False, ["Sap", "Hex"])


@scenario("Tome of Intellect")
def test_tome_of_intellect_holds_every_mage_spell() -> None:
    found = set()
    for page in range(len(MAGE_SPELLS)):
        game = duel().give(ME, "Tome of Intellect").script(page).play("Tome of Intellect")
        assert (len(game.me.hand), game.me.mana, len(game.me.deck)) == (1, 9, 10)
        found |= set(game.me.hand)
    assert found == MAGE_SPELLS


@scenario("Tome of Intellect")
def test_tome_of_intellect_leaves_room_for_its_spell_in_a_full_hand() -> None:
    game = duel().give(ME, "Tome of Intellect", *["Wisp"] * 9).script(0).play("Tome of Intellect")
    assert len(game.me.hand) == 10
