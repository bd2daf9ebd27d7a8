"""The evaluator: which games it plays, what comes out of them, and that nothing but seed and number matters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isnan
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import META, WOLF, PlantedCards
from tests.unit.metagame.planted_games import make_metagame

from evometa.balance import evaluator as evaluators
from evometa.balance.evaluator import Evaluator, win_rates_of
from evometa.balance.objectives import imbalance_of_meta
from evometa.balance.space import Ints
from evometa.balance.space_files import make_space
from evometa.games.decks.space import count_shared_cards
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.counting import play_games
from evometa.matches.runners import ThreadRunner
from evometa.matches.schedule import ordered_pairs, seed_for
from evometa.metagame.measures import estimate_imbalance

SPACE = make_space(META)
WOLF_COST = SPACE.addresses.index(f"{WOLF}.cost")


def evaluator_of(runner: Any = None, games: int = 200, objectives: Any = ("f", "m"), **options: Any) -> Evaluator:
    return Evaluator(META, SPACE, objectives, games, 3, runner or PlantedCards(), **options)


def wolves(*costs: int) -> Ints:
    """Genomes that change nothing but the cost of the wolf."""
    genomes = np.zeros((len(costs), len(SPACE)), np.int64)
    genomes[:, WOLF_COST] = costs
    return genomes


# --- what comes out -------------------------------------------------------------------------------


def test_objectives_follow_the_planted_truth() -> None:
    evaluator = evaluator_of(games=20_000)
    values = evaluator.evaluate(wolves(0, 1, 3), first=0).values
    assert values[:, 1].tolist() == [0, 2, 6]
    assert values[:, 0] == pytest.approx([2 * np.sqrt(2 / 3) * edge for edge in (0.3, 0.2, 0.0)], abs=0.02)


def test_each_genome_has_its_own_cards() -> None:
    alone = [evaluator_of().evaluate(wolves(cost), first=i).values[0].tolist() for i, cost in enumerate((3, 0, -3))]
    assert evaluator_of().evaluate(wolves(3, 0, -3), first=0).values.tolist() == alone


def test_there_is_a_value_for_each_genome_and_objective() -> None:
    evaluator = evaluator_of(objectives=["f", "f_meta", "nash_evenness", "m", "cards"])
    assert evaluator.evaluate(wolves(0, 1), first=0).values.shape == (2, 5)
    assert evaluator.evaluate(np.zeros((0, len(SPACE)), int), first=2).values.shape == (0, 5)


def test_objectives_weigh_decks_by_the_shares_that_they_are_given() -> None:
    rates, unchanged = np.array([[0.5, 0.8, 0.5], [0.2, 0.5, 0.5], [0.5, 0.5, 0.5]]), wolves(0)[0]
    shares = np.array([0.1, 0.8, 0.1])
    usual, asked = evaluator_of(objectives=["f_meta"]), evaluator_of(objectives=["f_meta"], shares=shares)
    assert usual.measure(unchanged, rates)[0] == imbalance_of_meta(rates, META.shares)
    assert asked.measure(unchanged, rates)[0] == imbalance_of_meta(rates, shares)
    assert asked.noise_floors()["f_meta"] != usual.noise_floors()["f_meta"]


def test_games_are_kept_for_the_store() -> None:
    evaluator = evaluator_of(PlantedCards(draws=0.1))
    last = evaluator.evaluate(wolves(0, 2), first=40)
    assert last.counts.sum() == 2 * 3 * 200
    assert last.counts.sum(axis=-1).tolist() == [[[0, 100, 100], [100, 0, 100], [100, 100, 0]]] * 2
    assert last.counts[..., 2].sum() > 50
    wins, losses, _ = last.counts[0, 0, 1]
    assert wins / (wins + losses) == pytest.approx(0.8, abs=0.1)
    win_rates = win_rates_of(last.counts)
    assert win_rates == pytest.approx(1 - np.swapaxes(win_rates, 1, 2))


def test_win_rates_are_the_mean_of_both_seats() -> None:
    counts = np.zeros((2, 2, 3), np.int64)
    counts[0, 1], counts[1, 0] = (3, 1, 4), (5, 5, 0)
    assert win_rates_of(counts).tolist() == [[0.5, 0.625], [0.375, 0.5]]
    assert win_rates_of(np.zeros((2, 2, 3), np.int64)).tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_diversity_follows_the_planted_truth() -> None:
    # Against all three decks the hunter wins 70% and the others 40% at first; with a dearer wolf all of them 50%.
    evaluator = evaluator_of(games=20_000, objectives=["unviable", "unplayed", "sameness"])
    values = evaluator.evaluate(wolves(0, 3), first=0).values
    assert values[0].tolist() == pytest.approx([1, 2 / 3, 1])
    assert values[1, 0] == 0
    assert 1 / 3 < values[1, 2] <= 1


def test_what_decks_have_in_common_is_part_of_their_cards() -> None:
    evaluator = evaluator_of(PlantedCards(edge=0.0, draws=1.0), games=2, objectives=["sameness"])
    shared = [count_shared_cards(one, other, META.card_set) for one in META.decks for other in META.decks]
    assert evaluator.evaluate(wolves(0), first=0).values[0, 0] == pytest.approx(sum(shared) / 30 / 9)


# --- which games ----------------------------------------------------------------------------------


def games_of(runner: PlantedCards) -> list[tuple[int, int]]:
    """Seed and number of every game."""
    return [(int(job.seed), int(job.first) + i) for job in runner.jobs for i in range(int(job.games))]


def test_every_match_up_is_played_from_both_seats_and_no_mirror() -> None:
    runner = PlantedCards()
    evaluator_of(runner, games=40).evaluate(wolves(0, 1), first=0)
    by_pair: Counter[tuple[int, ...]] = Counter()
    for job in runner.jobs:
        by_pair[(int(job.table), *job.decks.tolist())] += int(job.games)
        assert job.players.tolist() == job.decks.tolist()
    pairs = [(i, j) for i in range(3) for j in range(3) if i != j]
    assert by_pair == {(table, *pair): 20 for table in range(2) for pair in pairs}


def test_no_game_is_played_twice_in_a_run() -> None:
    runner = PlantedCards()
    evaluator = evaluator_of(runner, games=20)
    evaluator.evaluate(wolves(0, 0), first=0)
    evaluator.evaluate(wolves(0, 0), first=2)
    games = games_of(runner)
    assert len(set(games)) == len(games) == 4 * 3 * 20


def test_common_seeds_give_all_genomes_the_same_games() -> None:
    runner = PlantedCards()
    evaluator = evaluator_of(runner, games=20, common_seeds=True)
    values = evaluator.evaluate(wolves(1, 1), first=5).values
    assert values[0].tolist() == values[1].tolist() == evaluator.evaluate(wolves(1), first=0).values[0].tolist()
    assert len(set(games_of(runner))) == 3 * 20


def test_an_evaluation_depends_on_its_number_and_not_on_its_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    genomes = np.random.default_rng(1).integers(SPACE.low, SPACE.high + 1, (5, len(SPACE)))
    together = evaluator_of().evaluate(genomes, first=10).values
    apart = [evaluator_of().evaluate(genomes[part], first) for part, first in ((slice(2), 10), (slice(2, 5), 12))]
    assert together.tolist() == np.concatenate([each.values for each in apart]).tolist()
    assert together.tolist() != evaluator_of().evaluate(genomes, first=11).values.tolist()
    monkeypatch.setattr(evaluators, "MOST_TABLES", 2)
    assert together.tolist() == evaluator_of().evaluate(genomes, first=10).values.tolist()


def test_another_seed_gives_other_games() -> None:
    other = Evaluator(META, SPACE, ["f"], 200, 4, PlantedCards())
    found, others = (each.evaluate(wolves(0), 0).values for each in (evaluator_of(objectives=["f"]), other))
    assert found.tolist() != others.tolist()


# --- audits and floors ----------------------------------------------------------------------------


def test_a_genome_can_be_played_again_with_other_games() -> None:
    runner = PlantedCards()
    evaluator = evaluator_of(runner, games=20)
    evaluator.evaluate(wolves(2), first=0)
    searched = set(games_of(runner))
    runner.jobs.clear()
    result = evaluator.play_again(wolves(2)[0], games=4000, seed=3)
    assert result.evidence.games.tolist() == [[0, 2000, 2000], [2000, 0, 2000], [2000, 2000, 0]]
    assert not searched & set(games_of(runner))
    audited = estimate_imbalance(result.evidence).corrected
    assert audited.low < 2 * np.sqrt(2 / 3) * 0.1 < audited.high
    assert result.metagame.patch == SPACE.to_patch(wolves(2)[0])


def test_noise_floors_are_those_of_its_games() -> None:
    floors = evaluator_of(games=100).noise_floors()
    assert floors["f"] == pytest.approx(0.092, abs=0.001)
    assert isnan(floors["m"])
    floors = evaluator_of(objectives=["unviable", "unplayed", "sameness"]).noise_floors()
    assert 0 <= floors["unviable"] < 0.05
    assert floors["unplayed"] == pytest.approx(0.5, abs=0.08)
    assert 1 / 3 < floors["sameness"] < 1


# --- real games -----------------------------------------------------------------------------------


def test_real_games_are_those_of_the_patched_metagame() -> None:
    metagame = make_metagame("exp1_hunter_aggro", "exp1_paladin_aggro")
    metagame = replace(metagame, rules=replace(metagame.rules, hero_health=6))
    space = make_space(metagame, {"effects": True})
    genomes = np.random.default_rng(2).integers(space.low, space.high + 1, (2, len(space)))
    one, two = (Evaluator(metagame, space, ["f"], 4, 1, ThreadRunner(threads)) for threads in (1, 2))
    found, same = (each.evaluate(genomes, first=6) for each in (one, two))
    assert found.values.tolist() == same.values.tolist()
    assert found.counts.tolist() == same.counts.tolist()
    patched = metagame.with_patch(space.to_patch(genomes[1]))
    schedule = ordered_pairs([deck.name for deck in metagame.decks], 2, seed_for(1, "evaluation", 7))
    expected = play_games(patched.table(), patched.decks, patched.players, schedule, threads=1)
    assert found.counts[1, [0, 1], [1, 0]].tolist() == expected.sums["wins"][[1, 2]].tolist()


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, 7, -2])
def test_games_that_cannot_be_split_are_refused(games: int) -> None:
    with pytest.raises(InputError, match=rf"found {games} games per match-up; allowed: an even number"):
        evaluator_of(games=games)


def test_a_single_deck_cannot_be_balanced() -> None:
    metagame = make_metagame("exp1_hunter_aggro")
    with pytest.raises(InputError, match="has one deck only; a balance needs two or more"):
        Evaluator(metagame, make_space(metagame), ["f"], 2, 1, PlantedCards())


def test_genomes_must_fit_the_space() -> None:
    with pytest.raises(ValueError, match="a genome"):
        evaluator_of().evaluate(np.zeros((2, 3), int), first=0)


def test_a_space_of_the_cards_of_another_metagame_is_refused() -> None:
    other = META.with_patch(Patch(changes={"CS2_231.attack": 1}))
    with pytest.raises(ValueError, match="not one of the metagame 'test'"):
        Evaluator(other, SPACE, ("f",), 2, 1)
