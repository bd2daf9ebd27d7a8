"""The known flaws of the recorder: each explains what it says, and nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest
from tools.replay.differences import LEGAL, STATE, Difference
from tools.replay.flaws import Change, find_flaw

NAMES = {"CS2_182": "Chillwind Yeti", "CS2_231": "Wisp", "CS2_142": "Kobold Geomancer"}


def minion(card: str, **changes: Any) -> dict[str, Any]:
    """A recorded minion."""
    plain = {"hp": 5, "max_hp": 5, "flags": [], "buffs": [], "exhausted": True, "attacks": 0, "spellpower": 0}
    return {"id": card, **plain, **changes}


def change(before: tuple[list[Any], list[Any]], after: tuple[list[Any], list[Any]]) -> Change:
    """An action of the first player, between two pairs of boards."""
    states = ({"cur": 0, "p": [{"field": board} for board in boards]} for boards in (before, after))
    return Change(*states, NAMES)


def explain(found: Change, field: str, recorded: Any, own: Any, kind: str = STATE) -> str | None:
    """The name of the flaw that explains a difference."""
    flaw = find_flaw(found, Difference(kind, field, recorded, own))
    return flaw.name if flaw else None


def test_a_minion_from_the_hand_that_may_attack_at_once() -> None:
    entered = change(([], []), ([minion("CS2_182", exhausted=False, attacks=1)], []))
    assert explain(entered, "p0.field.0.can_attack", True, False) == "awake at once"
    assert explain(entered, "p0.field.0.attacks", 1, 0) == "awake at once"
    assert explain(entered, "p0.field.0.flags", "taunt", "stealthed, taunt") == "awake at once"
    assert explain(entered, "p0.field.0.can_attack", False, True) is None
    assert explain(entered, "p0.field.0.atk", 4, 5) is None
    assert explain(entered, "p0.field.0.flags", "nothing", "taunt") is None


def test_a_minion_that_was_there_before_is_not_explained() -> None:
    yeti = [minion("CS2_182", exhausted=False)]
    assert explain(change((yeti, []), (yeti, [])), "p0.field.0.can_attack", True, False) is None


def test_a_stolen_minion_that_is_healed_and_stands_elsewhere() -> None:
    yeti, wisp = minion("CS2_182"), minion("CS2_231")
    stolen = change(([wisp], [yeti]), ([yeti, wisp], []))
    assert (
        explain(stolen, "p0.field", "Chillwind Yeti 4/5, Wisp 1/1", "Wisp 1/1, Chillwind Yeti 4/2")
        == "stolen and healed"
    )
    assert explain(stolen, "p0.field.0.hp", 5, 2) == "stolen and healed"
    assert explain(stolen, "p0.field", "Chillwind Yeti 4/5, Wisp 1/1", "Chillwind Yeti 4/5") is None
    assert explain(stolen, "p0.field.1.hp", 1, 2) is None


@pytest.mark.parametrize(("buff", "expected"), [("CS2_038e", "resummoned for the caster"), ("CS2_087e", None)])
def test_a_resummoned_minion_on_the_other_side(buff: str, expected: str | None) -> None:
    dead = change(([minion("CS2_182", buffs=[buff])], []), ([], [minion("CS2_182")]))
    assert explain(dead, "p0.field", "nothing", "Chillwind Yeti 4/5") == expected
    assert explain(dead, "p0.field", "nothing", "Wisp 1/1") is None


def test_the_place_of_a_minion_that_the_enemy_brought() -> None:
    brought = change(([], [minion("CS2_182")]), ([], [minion("CS2_231"), minion("CS2_182")]))
    boards = ("Wisp 1/1, Chillwind Yeti 4/5", "Chillwind Yeti 4/5, Wisp 1/1")
    assert explain(brought, "p1.field", *boards) == "place of a new minion"
    own = change(([minion("CS2_182")], []), ([minion("CS2_231"), minion("CS2_182")], []))
    assert explain(own, "p0.field", *boards) is None


def test_the_spell_damage_of_a_silenced_minion() -> None:
    geomancer = minion("CS2_142", spellpower=1, flags=["silenced"])
    silenced = change(([geomancer], []), ([geomancer], []))
    assert explain(silenced, "p0.spellpower", 1, 0) == "silenced spell damage"
    assert explain(silenced, "p0.spellpower", 0, 1) is None


def test_legal_actions_are_never_explained() -> None:
    entered = change(([], []), ([minion("CS2_182", exhausted=False)], []))
    assert explain(entered, "p0.field.0.can_attack", True, False, LEGAL) is None
