"""Audits: every objective of the run with its interval and noise floor, and what is worth an audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import CARDS, META, WOLF, PlantedCards
from tests.unit.experiments.balance.made_up_audits import make_audit
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.balance.evaluator import Evaluator
from evometa.balance.objectives import OBJECTIVES, choose_objectives
from evometa.balance.space_files import make_space
from evometa.experiments.balance.audit import Auditor, Claim, choose_audit, find_changes
from evometa.experiments.balance.results import Audit, AuditedObjective
from evometa.games.patches.files import parse_patch
from evometa.matches.inference import Estimate
from evometa.store import Evaluations

SPACE = make_space(META, {"only": ["cost"]})
WOLF_COST = SPACE.addresses.index(f"{WOLF}.cost")


def make_auditor(games: int, seed: int, runner: Any = None, objectives: Any = ("f",), searched: int = 100) -> Auditor:
    evaluator = Evaluator(META, SPACE, objectives, searched, 5, runner or PlantedCards())
    return Auditor(evaluator, games, seed, "A patch")


def claim_of(cost: int, number: int = 0, games: int = 100, objectives: Any = ("f",)) -> Claim:
    """What a search with the planted wolf says of a change of its cost."""
    genome = SPACE.unchanged()
    genome[WOLF_COST] = cost
    evaluator = Evaluator(META, SPACE, objectives, games, 5, PlantedCards())
    played = evaluator.evaluate(genome[None], number)
    searched = {name: float(value) for name, value in zip(objectives, played.values[0], strict=True)}
    return Claim("best 1", number, genome, searched, played.counts[0])


def audit_of(claim: Claim, auditor: Auditor) -> Audit:
    return auditor.audit(claim, auditor.play(claim).evidence)


# --- what an audit says ---------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [0, 2, 3])
def test_the_unbiased_f_covers_the_truth(cost: int) -> None:
    truth = 2 * np.sqrt(2 / 3) * abs(0.3 - 0.1 * cost)
    claim = claim_of(cost)
    audits = [audit_of(claim, make_auditor(1000, seed, PlantedCards(draws=0.05))) for seed in range(25)]
    assert sum(audit.f.low <= truth <= audit.f.high for audit in audits) >= 22
    assert np.mean([audit.f.value**2 for audit in audits]) == pytest.approx(truth**2, abs=0.002)


@pytest.mark.parametrize("cost", [0, 2, 3])
def test_the_interval_of_another_objective_covers_the_truth(cost: int) -> None:
    truth = 8 / 9 * abs(0.3 - 0.1 * cost)  # the hunter is two thirds of its edge above one half, the others one third
    claim = claim_of(cost, objectives=("f_meta",))
    audits = [audit_of(claim, make_auditor(1000, seed, objectives=("f_meta",))) for seed in range(40)]
    found = [audit.objectives["f_meta"].audited for audit in audits]
    assert sum(each.low <= truth + 1e-9 and truth <= each.high for each in found) >= 36
    assert np.mean([each.high - each.low for each in found]) < 0.06


def test_every_objective_of_the_run_is_audited_on_the_fresh_games() -> None:
    names = tuple(OBJECTIVES)
    claim, auditor = claim_of(2, objectives=names), make_auditor(400, 1, objectives=names)
    audit = audit_of(claim, auditor)
    assert list(audit.objectives) == list(names)
    for name, found in audit.objectives.items():
        objective, audited = OBJECTIVES[name], found.audited
        assert found.searched == claim.searched[name]
        assert audited.low <= audited.value <= audited.high
        assert (audited.low == audited.high == audited.value) or not objective.is_exact
        assert isnan(found.noise_floor) == isnan(found.search_noise_floor) == objective.is_exact
    assert [audit.objectives[name].audited.value for name in ("m", "m_unweighted", "cards")] == [4, 2, 1]
    assert audit.objectives["f"].audited == audit.f
    assert audit.objectives["f"].noise_floor == pytest.approx(0.046, abs=0.001) == audit.standing.f_noise_floor
    assert audit.objectives["f"].search_noise_floor == pytest.approx(0.092, abs=0.001) == audit.search_noise_floor
    assert audit.objectives["nash_evenness"].audited == (1, 1, 1), "the hunter beats both others"
    values = {name: found.audited.value for name, found in audit.objectives.items()}
    fresh = auditor.play(claim).evidence
    assert values["f_meta"] == pytest.approx(2 * np.mean(np.abs(fresh.strengths.value - 0.5)))
    assert values["f_meta"] != claim.searched["f_meta"]


def test_an_audit_is_the_same_when_it_is_made_again() -> None:
    claim = claim_of(2, objectives=("f_meta", "unviable"))
    one, other = (audit_of(claim, make_auditor(200, 1, objectives=("f_meta", "unviable"))) for _ in range(2))
    assert one.to_json() == other.to_json() == Audit.from_json(one.to_json()).to_json()


def test_an_audit_plays_games_that_the_search_has_not_seen() -> None:
    runner = PlantedCards()
    auditor = make_auditor(200, 5, runner)
    auditor.evaluator.evaluate(claim_of(1).genome[None], 0)
    seen = {int(job.seed) for job in runner.jobs}
    runner.jobs.clear()
    auditor.play(claim_of(1, 0))
    auditor.play(claim_of(1, 1))
    auditor.play_baseline()
    seeds = {int(job.seed) for job in runner.jobs}
    assert not seen & seeds
    assert len(seeds) == 3 * 6


def test_a_claim_below_the_noise_floor_is_marked() -> None:
    even = [claim_of(3, number, games=20) for number in range(30)]
    lucky = min(even, key=lambda claim: claim.searched_f)
    assert lucky.searched_f < lucky.noise_floor == pytest.approx(0.92 / np.sqrt(20), abs=0.002)
    auditor = make_auditor(400, 1, searched=20)
    for claim, is_noise in ((lucky, True), (claim_of(0, games=20), False)):
        audit = audit_of(claim, auditor)
        assert audit.is_noise == audit.objectives["f"].is_noise == is_noise


def test_an_audit_tells_the_patch() -> None:
    audit = audit_of(claim_of(2), make_auditor(400, 1))
    assert audit.notes == ("Timber Wolf: cost 1 -> 3",)
    assert (audit.magnitude, audit.magnitude_unweighted, audit.cards_changed) == (4, 2, 1)
    assert parse_patch(audit.patch, CARDS) == replace(SPACE.to_patch(claim_of(2).genome), name="A patch")
    assert audit.games == audit.standing.games_played == 1200


def test_an_interrupted_audit_is_no_audit() -> None:
    runner = PlantedRunner(np.full((3, 3), 0.5), interrupt_after=0)
    with pytest.raises(KeyboardInterrupt):
        make_auditor(200, 5, runner).play_baseline()


# --- what is worth an audit, and what is worth having ---------------------------------------------


def test_the_changes_are_different_cards_and_none_unchanged() -> None:
    genomes = np.zeros((5, len(SPACE)), np.int64)
    genomes[:, WOLF_COST] = [2, 0, 1, 2, 3]
    values = np.array([[0.2], [0.0], [0.5], [0.1], [0.1]])
    nothing = np.zeros((5, 1), np.int64)
    evaluations = Evaluations.of_generation(0, 0, genomes, values, nothing, nothing)
    found = find_changes(evaluations, SPACE)
    assert found.tolist() == [3, 4, 2], "of the two that make the same cards, the better one"
    assert genomes[found, WOLF_COST].tolist() == [2, 3, 1]
    assert find_changes(evaluations.take(found[:0]), SPACE).tolist() == []


def audited(number: int, magnitude: int, **values: float | tuple[float, float]) -> Audit:
    """An audit of which only the objectives count: their values, and how far their intervals reach up."""
    found = {}
    for name, value in values.items():
        here, high = value if isinstance(value, tuple) else (value, value)
        found[name] = AuditedObjective(nan, nan, nan, Estimate(here, nan if isnan(high) else 0.0, high), nan)
    return replace(make_audit(f"front {number}", number, 0.1, magnitude), objectives=found)


def choose(objectives: Sequence[str], *audits: Audit) -> int:
    return choose_audit(audits, choose_objectives(objectives)).number


def test_the_smallest_patch_is_chosen_of_those_that_may_be_the_most_even() -> None:
    def made_up(number: int, f: float, high: float, size: int) -> Audit:
        return audited(number, size, f=(f, high), m=size)

    front = [made_up(0, 0.7, 0.72, 0), made_up(1, 0.02, 0.05, 90), made_up(2, 0.04, 0.07, 60)]
    assert choose("fm", *front) == 2
    assert choose("fm", *front, made_up(3, 0.06, 0.08, 10), made_up(4, nan, 1.0, 1)) == 2
    assert choose("fm", made_up(0, 0.01, 0.03, 0), made_up(1, 0.0, 0.02, 9)) == 0, "even as it is"
    assert choose("f", *front) == 2, "the size of the patch counts whatever the objectives are"


def test_a_run_chooses_by_its_own_objectives() -> None:
    narrow = audited(1, 40, f=(0.1, 0.12), f_meta=(0.3, 0.32), m=40, cards=9)
    wide = audited(2, 60, f=(0.5, 0.52), f_meta=(0.01, 0.03), m=60, cards=2)
    wider = audited(3, 50, f=(0.6, 0.62), f_meta=(0.02, 0.04), m=50, cards=3)
    assert choose(["f", "m"], narrow, wide, wider) == 1
    assert choose(["f_meta", "m"], narrow, wide, wider) == choose(["m", "f_meta"], narrow, wide, wider) == 3
    assert choose(["f_meta", "cards"], narrow, wide, wider) == 2
    assert choose(["f_meta", "f", "m"], narrow, wide, wider) == 2, "one after the other"


def test_what_is_not_known_is_never_chosen_and_a_lost_interval_holds_nothing_else() -> None:
    known, unknown = audited(1, 90, f=(0.5, 0.52), m=90), audited(2, 1, f=(nan, nan), m=1)
    assert choose("fm", unknown, known) == 1
    assert choose("fm", unknown, audited(3, 0, f=(nan, nan), m=0)) == 3, "nothing is known of either"
    assert choose("fm", audited(1, 9, f=(nan, 1.0), m=9), audited(2, 2, f=(nan, 1.0), m=2)) == 2, "all of 0 to 1"
    assert choose("fm", audited(1, 9, f=(0.1, nan), m=9), audited(2, 1, f=(0.2, nan), m=1)) == 1
