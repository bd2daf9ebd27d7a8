"""Which audited patches are worth considering, and which individuals are the front."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np
import pytest
from tests.unit.experiments.balance.made_up_audits import BEFORE, make_audit, make_audits

from evometa.experiments.balance.results import UNCHANGED, Audit
from evometa.matches.inference import Estimate
from evometa.search.front import is_dominated
from evometa.story.charts.fronts import front_of
from evometa.story.words.front_choice import Trade, audited_objective, choose_patches, value_of

F_AND_M = Trade("f", "m")
WITHOUT = make_audit(UNCHANGED, 0, BEFORE, 0)


def reasons_of(
    *audits: Audit, chosen: Audit | None = None, trade: Trade = F_AND_M, before: Audit = WITHOUT
) -> dict[str, str]:
    return {worth.audit.label: worth.reason for worth in choose_patches(before, audits, trade, chosen)}


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


def test_a_run_with_other_objectives_trades_these() -> None:
    def around(value: float) -> Estimate:
        return Estimate(value, value - 0.01, value + 0.01)

    trade = Trade.of(["f_meta", "cards"])
    assert trade.labels == ("f meta", "cards changed")
    even_but_weak = make_audit("even", 1, 0.01, 20, f_meta=around(0.29), cards=Estimate.exactly(10))
    better = make_audit("better", 2, BEFORE, 30, f_meta=around(0.1), cards=Estimate.exactly(4))
    unchanged = make_audit(UNCHANGED, 0, BEFORE, 0, f_meta=around(0.3), cards=Estimate.exactly(0))
    reasons = reasons_of(even_but_weak, better, trade=trade, before=unchanged)
    assert list(reasons) == ["better"]
    assert "halves f meta with the least change" in reasons["better"]
    assert "the lowest f meta" in reasons["better"]


@pytest.mark.parametrize(
    ("objectives", "trade"),
    [
        (("f", "m"), ("f", "m")),
        (("m_unweighted", "nash_evenness", "m", "f"), ("nash_evenness", "m_unweighted")),
        (("f_meta",), ("f_meta", "m")),
        (("cards",), ("f", "cards")),
        (("luck", "m"), ("luck", "m")),
    ],
)
def test_what_is_traded_are_the_first_measured_and_the_first_exact_objective(
    objectives: tuple[str, ...], trade: tuple[str, str]
) -> None:
    assert Trade.of(objectives) == trade


def test_a_goal_that_is_not_known_is_not_worth_considering() -> None:
    unknown = make_audit("unknown", 1, 0.1, 20, f_meta=Estimate(nan, nan, nan))
    before = make_audit(UNCHANGED, 0, BEFORE, 0, f_meta=Estimate(0.3, 0.29, 0.31))
    assert reasons_of(unknown, trade=Trade("f_meta", "m"), before=before) == {}


def test_f_and_the_size_of_a_patch_are_known_of_every_audit() -> None:
    audit = replace(make_audit("front 1", 1, 0.1, 21), objectives={})
    assert value_of(audit, "f") == audit.f
    assert [value_of(audit, name).value for name in ("m", "m_unweighted", "cards")] == [21, 10, 10]
    f = audited_objective(audit, "f")
    assert (f.searched, f.again, f.audited, f.noise_floor) == (audit.searched_f, audit.again_f, audit.f, 0.009)


def test_the_front_is_what_nothing_dominates() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        values = rng.integers(0, 12, (60, 2)).astype(float)  # with many ties
        assert (front_of(values) == ~is_dominated(values)).all()
    assert front_of(np.zeros((0, 2))).tolist() == []
