"""Patches that grow by one small change after the other."""

import pytest

from evometa.games.game import HIGHEST_NUMBER
from evometa.games.hearthstone.cards.reading.loader import game_cards
from evometa.games.patches.parts import move_number, toggle_ban, toggle_keyword, toggle_limit
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError

CARDS = game_cards()
BOAR = CARDS["Stonetusk Boar"]
COST, HEALTH = f"{BOAR.id}.cost", f"{BOAR.id}.health"


def moved(address: str, *steps: int) -> Patch:
    patch = Patch()
    for by in steps:
        patch = move_number(patch, BOAR, address, by)
    return patch


def test_steps_add_up_and_a_number_that_is_back_leaves_the_patch() -> None:
    assert moved(COST, 1, 1).changes == {COST: 2}
    assert moved(COST, 1, -1) == Patch()


def test_steps_beyond_the_end_do_not_count() -> None:
    assert moved(COST, *[1] * 30, -1).changes == {COST: HIGHEST_NUMBER - BOAR.cost - 1}
    assert moved(HEALTH, -1, -1) == Patch()  # it has 1, which is the least


def test_a_printed_keyword_is_taken_and_another_given_and_both_can_be_undone() -> None:
    patch = toggle_keyword(toggle_keyword(Patch(), BOAR, "charge"), BOAR, "taunt")
    assert (patch.taken, patch.given) == ({BOAR.id: {"charge"}}, {BOAR.id: {"taunt"}})
    assert toggle_keyword(toggle_keyword(patch, BOAR, "charge"), BOAR, "taunt") == Patch()


def test_a_spell_has_no_taunt() -> None:
    with pytest.raises(InputError, match="no keyword of a spell: 'taunt'; allowed: lifesteal"):
        toggle_keyword(Patch(), CARDS["Fireball"], "taunt")


def test_a_card_is_banned_or_limited_but_not_both() -> None:
    banned = toggle_ban(toggle_limit(Patch(), BOAR), BOAR)
    assert banned == Patch(banned=frozenset([BOAR.id]))
    assert toggle_limit(banned, BOAR) == Patch(limited=frozenset([BOAR.id]))
    assert toggle_ban(banned, BOAR) == Patch()
