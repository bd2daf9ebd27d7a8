"""The search that learns: its rounds, its champions, what it makes of earlier games, and settings that it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.unit.search.learning.made_up_task import Truth, make_task

from evometa.input.errors import InputError
from evometa.search.contract import Ints, Told
from evometa.search.learning.judging import GenomeGames, Goal, Judged
from evometa.search.learning.learner import Learner
from evometa.search.learning.loss import Loss
from evometa.search.learning.settings import LearningSettings

TASK = make_task(n_groups=4)
SMALL = LearningSettings(
    budgets=(3, 6),
    first_games=400,
    explore_rounds=2,
    explore_size=5,
    explore_games=60,
    exploit_rounds=1,
    exploit_scales=(0.5,),
    exploit_games=100,
    races=((3, 400), (1, 1500)),
    kicks=1,
    exploit_kicks=1,
)


def step(learner: Learner, truth: Truth, number: int = 0) -> tuple[Ints, Ints]:
    asked = learner.ask()
    assert asked.games is not None
    learner.tell(truth.tell(asked, number + learner.n_evaluations))
    return asked.genomes, asked.games


def run(learner: Learner, truth: Truth, number: int = 0) -> list[tuple[Ints, Ints]]:
    rounds = []
    while not learner.is_done:
        rounds.append(step(learner, truth, number))
    return rounds


def test_it_begins_with_what_changes_nothing_and_ends_with_races() -> None:
    learner = Learner(TASK, SMALL, seed=1)
    rounds = run(learner, Truth.plant(TASK, 1))
    assert [part.tolist() for part in rounds[0]] == [[[0] * 8], [400]]
    assert [len(genomes) <= 5 and set(games) == {60} for genomes, games in rounds[1:3]] == [True, True]
    assert set(rounds[3][1].tolist()) == {100}
    assert len(rounds) == 6
    assert all(games % 2 == 0 for _, round_games in rounds for games in round_games.tolist())


def test_neighbours_of_the_best_join_the_races_but_the_last() -> None:
    wide = make_task(n_groups=6)
    learner = Learner(wide, replace(SMALL, races=((2, 200), (2, 600), (1, 1500))), seed=1)
    truth, seen = Truth.plant(wide, 3), set[bytes]()
    fresh = []
    while not learner.is_done:
        genomes, _ = step(learner, truth)
        fresh.append(sum(genome.tobytes() not in seen for genome in genomes))
        seen |= {genome.tobytes() for genome in genomes}
    assert 0 < fresh[-3] <= len(SMALL.budgets) * len(SMALL.polish_scales)
    assert fresh[-1] == 0, "the last race is for what was seen"


def test_a_race_is_for_what_may_be_best_and_the_best_is_what_is_expected_to_be() -> None:
    """The first is surely good; the second one may be better or much worse; the third one is surely worse."""
    draws = np.stack([np.full(9, 0.17), np.linspace(0.02, 0.40, 9), np.full(9, 0.19)], axis=1)
    sizes, ones = np.array([1.0, 1.0, 2.0]), np.ones(3, np.int64)
    judged = Judged(np.eye(3, dtype=np.int64), np.arange(3), sizes, ones, 900 * ones, draws, draws)
    assert judged.best_for(Goal(3, 1)).tolist() == [0, 2, 1]
    assert judged.contenders_for(Goal(3, 1)).tolist() == [0, 1]
    assert judged.best_for(Goal(1, 1)).tolist() == [0, 1]
    assert judged.contenders_for(Goal(0.5, 1)).tolist() == []


def test_with_luck_new_genomes_are_tried_before_known_ones() -> None:
    """A search that is sure of its model asks for the same genomes again and again, unless it counts on luck."""
    wide = make_task(n_groups=6, reach=2)
    sure = replace(SMALL, budgets=(8, 16), explore_size=30, explore_games=2000)
    fresh = {}
    for luck in (0.0, 1.0):
        asked = replace(sure, exploit_rounds=6, exploit_scales=(0.0, 0.0), exploit_kicks=20, luck=luck)
        learner, truth = Learner(wide, asked, seed=1), Truth.plant(wide, 3)
        seen, counts = set[bytes](), []
        while not learner.is_done:
            genomes, _ = step(learner, truth)
            counts.append(sum(genome.tobytes() not in seen for genome in genomes))
            seen |= {genome.tobytes() for genome in genomes}
        fresh[luck] = counts[3:9]  # of the rounds that exploit
    assert sum(fresh[1.0]) > 2 * sum(fresh[0.0])


def test_what_is_told_can_leave_rows_out_that_count_in_the_search() -> None:
    """The last row counts, but is not told: the value is that of the others, and so are the games."""
    shown = Loss(np.eye(3), np.ones(3), np.array([0.5, 0.5, 0.0]))
    task = replace(TASK, shown=shown)
    truth, learner = Truth.plant(task, 2), Learner(task, SMALL, seed=1)
    while not learner.is_done:
        asked = learner.ask()
        told = truth.tell(asked, learner.n_evaluations)
        half = np.where(np.arange(3) == 2, told.games // 2, told.games)  # so many of the last row
        learner.tell(replace(told, wins=np.minimum(told.wins, half), decided=half, games=half))
    for champion in learner.champions:
        rates = 1 / (1 + np.exp(-truth.logits(champion.genome[None])))
        assert champion.value == pytest.approx(shown(rates)[0], abs=0.05)
        assert champion.games >= SMALL.least_games


def test_genomes_that_were_seen_are_compared_by_what_judges_them() -> None:
    """The loss is low where all rows are even, but judged is the first one alone."""
    judged = Loss(np.eye(3), np.ones(3), np.array([1.0, 0.0, 0.0]))
    truth = Truth.plant(TASK, 2, strength=2.0)
    by_loss, by_row = Learner(TASK, SMALL, seed=1), Learner(replace(TASK, judged=judged), SMALL, seed=1)
    for learner in (by_loss, by_row):
        run(learner, truth)
    rates = [1 / (1 + np.exp(-truth.logits(learner.champions[-1].genome[None]))) for learner in (by_loss, by_row)]
    assert judged(rates[1])[0] < judged(rates[0])[0] - 0.02
    assert TASK.loss(rates[1])[0] > TASK.loss(rates[0])[0]
    assert by_row.champions[-1].value == pytest.approx(judged(rates[1])[0], abs=0.05)


def test_champions_fit_their_goals_and_have_had_enough_games() -> None:
    learner = Learner(TASK, replace(SMALL, groups=(1,)), seed=1)
    truth = Truth.plant(TASK, 1)
    run(learner, truth)
    assert [champion.goal for champion in learner.champions] == [Goal(3, 4), Goal(6, 4), Goal(6, 1)]
    for champion in learner.champions:
        choice = TASK.choices.to_choice(champion.genome)
        assert choice is not None
        assert champion.size == TASK.choices.sizes[choice].sum() <= champion.goal.budget
        assert champion.n_groups <= champion.goal.groups
        assert champion.games >= SMALL.least_games
        assert champion.low <= champion.value <= champion.high
        assert champion.low - 0.02 <= truth.loss(champion.genome)[0] <= champion.high + 0.02
    sizes = [champion.size for champion in learner.front]
    assert sizes == sorted(sizes)


def test_it_finds_patches_that_are_better_than_none() -> None:
    truth = Truth.plant(TASK, 2, strength=2.0)
    learner = Learner(TASK, replace(SMALL, explore_size=20, explore_games=300), seed=2)
    run(learner, truth)
    unchanged = truth.loss(np.zeros(8, np.int64))[0]
    losses = [truth.loss(champion.genome)[0] for champion in learner.champions]
    assert losses[1] < losses[0] < unchanged


@pytest.mark.parametrize("share", [1.0, 1.1, 1.3])
def test_it_keeps_within_the_games_that_it_may_ask_for(share: float) -> None:
    """With as few as it needs, the best still have enough; with more, it uses what it has."""
    wide = make_task(n_groups=6)
    greedy = replace(SMALL, races=((8, 400), (6, 800), (5, 3000)))
    most = int(share * greedy.count_needed())
    free = Learner(wide, greedy, seed=1)
    assert sum(int(games.sum()) for _, games in run(free, Truth.plant(wide, 3))) > 1.3 * greedy.count_needed()
    learner = Learner(wide, replace(greedy, most_games=most), seed=1)
    asked = sum(int(games.sum()) for _, games in run(learner, Truth.plant(wide, 3)))
    assert 0.7 * most <= asked == learner.n_games <= most
    assert min(champion.games for champion in learner.champions) >= greedy.least_games


@pytest.mark.parametrize("share", [0.15, 0.5, 0.9])
def test_with_too_few_games_for_its_plan_it_asks_for_less(share: float) -> None:
    plan = replace(SMALL, races=((8, 400), (5, 3000)))
    most = int(share * plan.count_needed())
    fitted = plan.fit_games(most)
    assert fitted.count_needed() <= most == fitted.most_games
    assert fitted.count_needed() < plan.count_needed()
    learner = Learner(TASK, fitted, seed=1)
    asked = sum(int(games.sum()) for _, games in run(learner, Truth.plant(TASK, 3)))
    assert 0.3 * most <= asked == learner.n_games <= most
    assert {each.goal.budget for each in learner.champions} == {3, 6}
    assert min(each.games for each in learner.champions) >= fitted.least_games


def test_a_search_that_goes_on_knows_what_it_has_asked_for() -> None:
    truth, settings = Truth.plant(TASK, 1), replace(SMALL, most_games=SMALL.count_needed())
    first, second = Learner(TASK, settings, seed=1), Learner(TASK, settings, seed=1)
    told = [(*step(first, truth), first) for _ in range(3)]
    genomes = np.concatenate([genomes for genomes, _, _ in told])
    games = np.concatenate([games for _, games, _ in told])
    counts = first.counts_of(np.zeros(8, np.int64))
    assert counts[2].min() >= settings.first_games
    counts = np.tile(games[:, None], (1, 3))
    second.restore(first.get_state(), Told(genomes, np.zeros((len(genomes), 1)), counts, counts, counts))
    assert second.n_games == first.n_games == games.sum()


def test_given_genomes_are_asked_for_first_and_must_be_legal() -> None:
    given = [[1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0]]
    learner = Learner(TASK, SMALL, 1, given)
    assert learner.ask().genomes[1:].tolist() == given
    with pytest.raises(InputError, match="not legal"):
        Learner(TASK, SMALL, 1, [[3, 0, 0, 0, 0, 0, 0, 0]])


def test_earlier_games_count_and_what_is_known_is_not_asked_again() -> None:
    truth = Truth.plant(TASK, 1)
    first = Learner(TASK, SMALL, 1)
    run(first, truth)
    earlier = GenomeGames(8, 3)
    for genome in [champion.genome for champion in first.champions] + [np.zeros(8, np.int64)]:
        earlier.add(genome[None], *first.counts_of(genome)[:, None])
    second = Learner(TASK, SMALL, 2, earlier=earlier)
    assert [each.value for each in second.champions] == pytest.approx(
        [each.value for each in first.champions], abs=0.02
    )
    rounds = run(second, truth, number=10_000)
    assert len(rounds) == SMALL.n_rounds  # without the first look
    assert all(genome.any() for genomes, _ in rounds[:1] for genome in genomes)


def test_genes_that_may_no_longer_change_still_teach() -> None:
    """The design knows a card that the choices do not have; a genome that changed it is never a champion."""
    wide, narrow = make_task(n_groups=4), make_task(n_groups=3)
    task = replace(narrow, design=wide.design)
    truth, genomes = Truth.plant(wide, 1), np.eye(8, dtype=np.int64)
    earlier = GenomeGames(8, 3)
    wins, games = truth.play(genomes, np.full(8, 2000), first=0)
    earlier.add(genomes, wins, games, games)
    learner = Learner(task, SMALL, 1, earlier=earlier)
    assert learner.ask().genomes.shape[1] == 6
    assert all(champion.genome.shape == (6,) for champion in learner.champions)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"budgets": ()}, "there are no budgets"),
        ({"budgets": (6, 3)}, "must rise"),
        ({"explore_games": 41}, "found 41; allowed: an even number from 2"),
        ({"races": ((3, 400),)}, "the best must have had 1,500 games"),
        ({"explore_size": 0}, "explore_size: the number 0 is out of range; allowed: a whole number from 1"),
        ({"price": -1}, "from 0 to 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(SMALL, **wrong)


def test_settings_can_be_scaled_and_bounded() -> None:
    half = LearningSettings().scale(0.5)
    assert (half.explore_games, half.races[-1], half.least_games) == (20, (3, 2000), 750)
    assert LearningSettings(budgets=(10, 20, 30)).within(25).budgets == (10, 20, 25)
    assert LearningSettings(budgets=(10, 20, 30)).within(90).budgets == (30, 60, 90)
    assert LearningSettings(budgets=(10, 20, 30)).within(22).budgets == (10, 22), "20 is as good as 22"
    far = LearningSettings(budgets=(10, 20, 30), explore_rounds=3).far(90)
    assert (far.budgets, far.explore_rounds, far.races[:3]) == ((45, 68, 90), 12, ((20, 200), (20, 200), (10, 600)))
    assert far.filled == 1.0
    assert LearningSettings().count_games(0) > LearningSettings().count_games(5) > 0
    assert LearningSettings().count_games(99) == 0


def test_more_rows_need_fewer_games_of_each_and_more_to_choose_from() -> None:
    many = replace(LearningSettings(), least_games=800).for_rows(12)
    assert (many.explore_size, many.explore_games) == (120, 20)
    assert (many.exploit_rounds, many.exploit_games) == (14, 50)
    assert many.races == ((20, 100), (10, 300), (5, 800), (3, 1000)), "in the last one as many games as three rows have"
    assert many.exploit_kicks == 16 * LearningSettings().exploit_kicks
    assert LearningSettings().for_rows(1) == LearningSettings().for_rows(3) == LearningSettings()


def test_with_many_rows_the_best_still_gets_enough_games() -> None:
    many, most = LearningSettings().for_rows(60), LearningSettings().for_rows(300)
    assert most.races[-1] == (3, LearningSettings().least_games)
    assert (most.luck, LearningSettings().for_rows(6).luck) == (1.0, 0.0)
    assert (many.exploit_rounds, many.exploit_kicks) == (14, 25)
    assert (most.exploit_rounds, most.exploit_kicks) == (14, LearningSettings().exploit_kicks)
    assert LearningSettings(exploit_kicks=150).for_rows(300).exploit_kicks == 150
