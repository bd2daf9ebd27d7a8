"""How far the patches of several runs agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.experiments.balance.made_up_audits import make_audit

from evometa.games.registry import default_game
from evometa.story.kinds.balance.others import compare_patches, list_cards, read_changes

ONE = {("Wisp", "attack"): 2, ("Wisp", "health"): 1, ("Fireball", "cost"): 1, ("Ysera", "cost"): -1}
OTHER = {("Wisp", "attack"): 1, ("Wisp", "health"): -1, ("Fireball", "spell.damage"): -1}


def test_patches_are_read_number_by_number() -> None:
    text = 'name = "x"\n[change]\n"Wisp" = { attack = 2, cost = -1 }\n"Fireball" = { spell.damage = -1 }\n'
    audit = replace(make_audit("front 1", 1, 0.1, 6), patch=text)
    assert read_changes(audit) == {("Wisp", "attack"): 2, ("Wisp", "cost"): -1, ("Fireball", "spell.damage"): -1}
    assert read_changes(replace(audit, patch="")) == {}


def test_two_patches_have_cards_changes_and_contradictions_in_common() -> None:
    (found,) = compare_patches({"seed 1": ONE, "seed 2": OTHER}, default_game())
    assert (found.cards, found.changes, found.contradictions) == (2, 1, 1)
    assert found.share == pytest.approx(2 * 1 / (7 + 3))


def test_a_patch_agrees_with_itself_and_an_empty_one_with_nothing() -> None:
    same, nothing, _ = compare_patches({"a": ONE, "b": ONE, "c": {}}, default_game())
    assert (same.share, nothing.share) == (1, 0)


def test_cards_that_most_patches_change_come_first() -> None:
    rows = list_cards({"seed 1": ONE, "seed 2": OTHER})
    assert [card for card, _ in rows] == ["Wisp", "Fireball", "Ysera"]
    assert rows[0][1] == ["attack +2, health +1", "attack +1, health \N{MINUS SIGN}1"]
    assert rows[2][1] == ["cost \N{MINUS SIGN}1", ""]
