"""Audits: F without bias, claims below the noise floor, and what is worth an audit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import CARDS, META, WOLF, PlantedCards
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.balance.evaluator import Evaluator
from evometa.balance.space_files import make_space
from evometa.cards.patches.files import parse_patch
from evometa.experiments.balance.audit import (
    Claim,
    choose_audit,
    describe_audit,
    find_changes,
    play_baseline,
    play_claim,
    to_numbers,
)
from evometa.search.problem import Evaluated

SPACE = make_space(META, {"only": ["cost"]})
WOLF_COST = SPACE.addresses.index(f"{WOLF}.cost")


def claim_of(cost: int, number: int = 0, games: int = 100) -> Claim:
    """What a search with the planted wolf says of a change of its cost."""
    genome = SPACE.unchanged()
    genome[WOLF_COST] = cost
    evaluator = Evaluator(META, SPACE, ["f"], games, 5, PlantedCards())
    values = evaluator.evaluate(genome[None], number)
    assert evaluator.last is not None
    return Claim("best 1", number, genome, {"f": float(values[0, 0])}, evaluator.last.counts[0])


def audit_of(claim: Claim, games: int, seed: int, runner: Any = None) -> dict[str, Any]:
    evaluator = Evaluator(META, SPACE, ["f"], 100, 5, runner or PlantedCards())
    return describe_audit(claim, SPACE, play_claim(evaluator, claim, games, seed).evidence, "A patch")


@pytest.mark.parametrize("cost", [0, 2, 3])
def test_the_unbiased_f_covers_the_truth(cost: int) -> None:
    truth = 2 * np.sqrt(2 / 3) * abs(0.3 - 0.1 * cost)
    audits = [audit_of(claim_of(cost), 1000, seed, PlantedCards(draws=0.05)) for seed in range(25)]
    covered = [audit["f_low"] <= truth <= audit["f_high"] for audit in audits]
    assert sum(covered) >= 22
    squared = np.mean([audit["f"] ** 2 for audit in audits])
    assert squared == pytest.approx(truth**2, abs=0.002)


def test_an_audit_plays_games_that_the_search_has_not_seen() -> None:
    runner = PlantedCards()
    evaluator = Evaluator(META, SPACE, ["f"], 100, 5, runner)
    evaluator.evaluate(claim_of(1).genome[None], 0)
    seen = {int(job.seed) for job in runner.jobs}
    runner.jobs.clear()
    play_claim(evaluator, claim_of(1, 0), 200, 5)
    play_claim(evaluator, claim_of(1, 1), 200, 5)
    play_baseline(evaluator, 200, 5)
    seeds = [int(job.seed) for job in runner.jobs if job.first == 0]
    assert not seen & set(seeds)
    assert len(set(seeds)) == len(seeds) == 3 * 6


def test_a_claim_below_the_noise_floor_is_marked() -> None:
    even = [claim_of(3, number, games=20) for number in range(30)]
    lucky = min(even, key=lambda claim: claim.searched_f)
    assert lucky.searched_f < lucky.noise_floor == pytest.approx(0.92 / np.sqrt(20), abs=0.002)
    assert audit_of(lucky, 400, 1)["is_noise"]
    assert not audit_of(claim_of(0, games=20), 400, 1)["is_noise"]


def test_an_audit_tells_the_patch() -> None:
    audit = audit_of(claim_of(2), 400, 1)
    assert audit["notes"] == ["Timber Wolf: cost 1 -> 3"]
    assert (audit["magnitude"], audit["magnitude_unweighted"], audit["cards_changed"]) == (4, 2, 1)
    assert parse_patch(audit["patch"], CARDS) == replace(SPACE.to_patch(claim_of(2).genome), name="A patch")
    assert audit["games"] == 1200


def test_an_interrupted_audit_is_no_audit() -> None:
    runner = PlantedRunner(np.full((3, 3), 0.5), interrupt_after=0)
    with pytest.raises(KeyboardInterrupt):
        play_baseline(Evaluator(META, SPACE, ["f"], 100, 5, runner), 200, 5)


def test_the_changes_are_different_cards_and_none_unchanged() -> None:
    genomes = np.zeros((5, len(SPACE)), np.int64)
    genomes[:, WOLF_COST] = [2, 0, 1, 2, 3]
    values = np.array([[0.2], [0.0], [0.5], [0.1], [0.1]])
    found = find_changes(Evaluated(genomes, values, np.arange(5)), SPACE)
    assert found.numbers.tolist() == [3, 4, 2], "of the two that make the same cards, the better one"
    assert found.genomes[:, WOLF_COST].tolist() == [2, 3, 1]
    assert len(find_changes(Evaluated(genomes[:0], values[:0], np.arange(0)), SPACE).numbers) == 0


def made_up(number: int, f: float | None, high: float, size: int) -> dict[str, Any]:
    return {"number": number, "f": f, "f_high": high, "magnitude": size}


def test_the_smallest_patch_is_chosen_of_those_that_may_be_the_most_even() -> None:
    audits = [made_up(0, 0.7, 0.72, 0), made_up(1, 0.02, 0.05, 90), made_up(2, 0.04, 0.07, 60)]
    assert choose_audit(audits)["number"] == 2
    assert choose_audit([*audits, made_up(3, 0.06, 0.08, 10), made_up(4, None, 1.0, 1)])["number"] == 2
    assert choose_audit([made_up(0, 0.01, 0.03, 0), made_up(1, 0.0, 0.02, 9)])["number"] == 0, "even as it is"


def test_unknown_numbers_become_null() -> None:
    assert to_numbers(np.array([[0.5, np.nan]])) == [[0.5, None]]
