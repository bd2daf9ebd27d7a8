"""The model: it finds planted weights, says how sure it is, and solves row by row what could be solved at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.search.learning.made_up_task import Truth, make_task

from evometa.search.contract import Ints
from evometa.search.learning.design import Priors
from evometa.search.learning.judging import GenomeGames
from evometa.search.learning.model import Posterior, fit

PRIORS = Priors()
TASK = make_task(n_groups=6)
DESIGN = TASK.design


def draw_genomes(n: int, seed: int) -> Ints:
    return np.random.default_rng(seed).integers(-1, 2, (n, DESIGN.n_genes))


def learn(truth: Truth, n: int, games: int = 200, seed: int = 1) -> Posterior:
    genomes = draw_genomes(n, seed)
    return fit(DESIGN, PRIORS, genomes, *truth.play(genomes, np.full(n, games), first=0))


def test_without_games_it_says_what_is_expected() -> None:
    nothing = np.zeros((0, 3), np.int64)
    posterior = fit(DESIGN, PRIORS, np.zeros((0, DESIGN.n_genes), np.int64), nothing, nothing)
    dearer = np.zeros((1, DESIGN.n_genes), np.int64)
    dearer[0, 0] = 1  # the cost of the first card, of which the first deck has two, the third one
    predicted = posterior.expect().predict(DESIGN.make_features(dearer))[0, 0]
    assert predicted == pytest.approx([-0.16, -0.08, 0.08])


def test_it_predicts_what_it_has_not_seen() -> None:
    truth, unseen = Truth.plant(TASK, seed=5), draw_genomes(200, seed=9)
    errors = []
    for n in (5, 40, 300):
        predicted = learn(truth, n).expect().predict(DESIGN.make_features(unseen))[0]
        errors.append(np.sqrt(np.mean((predicted - truth.logits(unseen)) ** 2)))
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.05


def test_its_samples_are_as_far_apart_as_it_is_wrong() -> None:
    unseen, off = draw_genomes(100, seed=9), []
    for seed in range(8):
        truth = Truth.plant(TASK, seed)
        samples = (
            learn(truth, 40, seed=seed).draw(np.random.default_rng(seed), 200).predict(DESIGN.make_features(unseen))
        )
        off.append((truth.logits(unseen) - samples.mean(axis=0)) / samples.std(axis=0))
    assert 0.6 < np.sqrt(np.mean(np.square(off))) < 1.3


def test_a_smaller_scale_draws_nearer_to_the_mean() -> None:
    posterior, features = learn(Truth.plant(TASK, 1), 40), DESIGN.make_features(draw_genomes(20, seed=9))
    mean = posterior.expect().predict(features)
    far, near = (
        np.abs(posterior.draw(np.random.default_rng(1), 50, scale).predict(features) - mean).mean()
        for scale in (1, 0.3)
    )
    assert near == pytest.approx(0.3 * far, rel=0.01)


def test_rows_one_by_one_are_the_same_as_all_at_once() -> None:
    """The last step, solved as one dense system of all weights."""
    truth, genomes = Truth.plant(TASK, seed=3), draw_genomes(30, seed=2)
    posterior = fit(DESIGN, PRIORS, genomes, *truth.play(genomes, np.full(30, 5000), first=0))
    features, blocks, spreads, expected = DESIGN.make_features(genomes), [], [], []
    for place, row in enumerate(DESIGN.rows):
        block = np.zeros((len(genomes), DESIGN.n_shared + sum(1 + len(each.local) for each in DESIGN.rows)))
        block[:, row.shared] = features @ row.to_shared
        start = DESIGN.n_shared + sum(1 + len(each.local) for each in DESIGN.rows[:place])
        block[:, start] = 1
        block[:, start + 1 : start + 1 + len(row.local)] = genomes[:, row.local] * row.scale
        blocks.append(block)
        spreads += [PRIORS.intercept, *[PRIORS.local] * len(row.local)]
    spread = np.concatenate([DESIGN.spread_shared(PRIORS), spreads])
    expected = np.concatenate([DESIGN.expect_shared(), np.zeros(len(spreads))])
    rate = 1 / (1 + np.exp(-posterior.own))
    information = 5000 * rate * (1 - rate)
    weights = information / (1 + PRIORS.residual**2 * information)
    seen = posterior.logits + (posterior.own - posterior.logits) / posterior.shrink
    left, right = np.diag(spread**-2.0), spread**-2.0 * expected
    for place, block in enumerate(blocks):
        left += block.T @ (block * weights[:, place, None])
        right += block.T @ (weights[:, place] * seen[:, place])
    solution = np.linalg.solve(left, right)
    at_once = np.stack([block @ solution for block in blocks], axis=1)
    assert posterior.logits == pytest.approx(at_once, abs=2e-4)


def test_what_own_games_say_beyond_the_features_counts_the_more_games_there_are() -> None:
    truth, genomes = Truth.plant(TASK, seed=3), draw_genomes(60, seed=2)
    wins, games = truth.play(genomes, np.full(60, 100), first=0)
    for n, shrink in ((50, 0.11), (2000, 0.83)):
        wins[0], games[0] = round(0.7 * n), n  # far from what the features say
        posterior = fit(DESIGN, PRIORS, genomes, wins, games)
        assert posterior.shrink[0].mean() == pytest.approx(shrink, abs=0.02)
        assert posterior.noise[0] == pytest.approx(PRIORS.residual * np.sqrt(1 - posterior.shrink[0]))


def test_games_of_one_player_teach_about_the_same_decks_with_another() -> None:
    """Two rows that are alike, of which the second has few games: what is learnt of the first counts."""
    twice = replace(
        DESIGN,
        copies=np.tile(DESIGN.copies, (2, 1)),
        is_there=np.tile(DESIGN.is_there, (2, 1)),
        kin_of=np.tile(np.arange(3), 2),
    )
    truth, genomes, unseen = Truth.plant(TASK, seed=4), draw_genomes(120, seed=2), draw_genomes(100, seed=9)
    wins, games = truth.play(genomes, np.full(120, 400), first=0)
    few = np.where(np.arange(120)[:, None] < 4, games, 0)  # of the second player only four genomes were seen
    both = np.hstack([wins, np.minimum(wins, few)]), np.hstack([games, few])
    errors = []
    for design in (twice, replace(twice, kin_of=None)):
        predicted = fit(design, PRIORS, genomes, *both).expect().predict(DESIGN.make_features(unseen))[0, :, 3:]
        errors.append(np.sqrt(np.mean((predicted - truth.logits(unseen)) ** 2)))
    assert errors[0] < 0.95 * errors[1]


def test_games_of_the_same_genome_are_pooled() -> None:
    evidence = GenomeGames(2, 3)
    decided = [[5, 5, 5], [9, 9, 9], [2, 2, 2]]
    evidence.add([[1, 0], [0, 0], [1, 0]], [[1, 2, 3], [4, 4, 4], [1, 1, 1]], decided, decided)
    evidence.add([[0, 0]], [[1, 0, 0]], [[2, 2, 2]], [[3, 2, 2]])
    assert evidence.genomes.tolist() == [[1, 0], [0, 0]]
    assert (evidence.wins.tolist(), evidence.decided.tolist()) == ([[2, 3, 4], [5, 4, 4]], [[7, 7, 7], [11, 11, 11]])
    assert evidence.games.tolist() == [[7, 7, 7], [12, 11, 11]]
    assert not evidence.counts_of(np.array([7, 7])).any()
