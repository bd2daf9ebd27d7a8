"""Which audited patches are worth considering, and which individuals are the front."""

from __future__ import annotations

import numpy as np
from tests.unit.report.made_up_runs import BEFORE, describe_games, make_audit, make_audits

from evometa.report.pictures.run_figures import front_of
from evometa.report.words.front_choice import choose_patches
from evometa.search.front import is_dominated

BASELINE = describe_games(BEFORE)


def reasons_of(*audits: dict[str, object], chosen: dict[str, object] | None = None) -> dict[str, str]:
    return {worth.audit["label"]: worth.reason for worth in choose_patches(BASELINE, audits, chosen)}


def test_few_patches_are_chosen_each_with_its_reason() -> None:
    patches = make_audits()[1:]
    reasons = reasons_of(*patches, chosen=patches[4])
    assert list(reasons) == ["front 1", "front 3", "front 4", "front 5", "front 6"]
    assert "surely better" in reasons["front 1"]
    assert "halves F" in reasons["front 3"]
    assert "bend" in reasons["front 4"]
    assert reasons["front 5"] == "recommended above"
    assert reasons["front 6"] == "the most even"


def test_one_patch_may_be_all_of_it() -> None:
    (reason,) = reasons_of(make_audit("only", 1, 0.05, 20)).values()
    assert "surely better" in reason
    assert "the most even" in reason
    assert "bend" not in reason


def test_what_another_patch_beats_is_not_worth_considering() -> None:
    assert "worse" not in reasons_of(make_audit("better", 1, 0.1, 20), make_audit("worse", 2, 0.2, 30))


def test_what_may_be_chance_is_not_worth_considering() -> None:
    assert reasons_of(make_audit("hardly", 1, BEFORE - 0.002, 20)) == {}
    assert reasons_of() == {}


def test_the_front_is_what_nothing_dominates() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        values = rng.integers(0, 12, (60, 2)).astype(float)  # with many ties
        assert (front_of(values) == ~is_dominated(values)).all()
    assert front_of(np.zeros((0, 2))).tolist() == []
