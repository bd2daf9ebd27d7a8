"""The tests against reality: planted truths are found, chance is told as chance, and bad input has a message."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr
from tools.reality.__main__ import main
from tools.reality.arena import compare, correlate_orders, find_differences
from tools.reality.card_scores import CardScores, FoundDecks, count_copies, fit_ridge, read_found, regress_objective
from tools.reality.marked import Marks, ask, mark_changes, mark_retired
from tools.reality.matchups import Played, compare_match_ups, find_known, measure, rate_decks, read_played
from tools.reality.rank_statistics import correlate_ranks, measure_area, rank_within
from tools.reality.reference import read_changed_between, read_expert_values, read_match_ups

from evometa.input.errors import InputError
from evometa.metagame.changes.comparison import log_odds, logistic

CLASSES = ("neutral", "neutral", "druid", "mage")
CHANGES = """card,date,field,before,after,direction
Yeti,2016-10,cost,3,4,nerf
Ogre,2017-09,cost,5,6,nerf
Wisp,2018-02,cost,1,0,buff
Bear,2019-02,cost,1,2,nerf
Crab,2019-02,cost,3,2,buff
Crab,2019-02,attack,3,2,nerf
"""
POOL = """card,date,field,pool_is
Yeti,2016-10,cost,after
Ogre,2017-09,cost,after
Wisp,2018-02,cost,before
Bear,2019-02,cost,before
Crab,2019-02,cost,before
Crab,2019-02,attack,before
"""


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """A folder with small tables."""
    experts = "date,card,class,value\n2016-11,Yeti,druid,60\n2016-11,Yeti,mage,80\n2016-11,Bear,druid,10\n"
    files = {
        "blizzard_changes.csv": CHANGES,
        "pool_status.csv": POOL,
        "hall_of_fame.csv": "card,date\nOgre,2020-03\n",
        "arena_tiers.csv": experts,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def make_scores(values: dict[str, float]) -> CardScores:
    return CardScores("planted", values, {card: CLASSES[i % 4] for i, card in enumerate(values)})


# --- statistics -----------------------------------------------------------------------------------


def test_the_rank_correlation_is_that_of_spearman_and_its_interval_holds_the_truth() -> None:
    rng = np.random.default_rng(1)
    truth, held = 6 / np.pi * np.arcsin(0.6 / 2), []
    for seed in range(40):
        one = rng.normal(size=120)
        other = 0.6 * one + 0.8 * rng.normal(size=120)
        found = correlate_ranks(one, other, seed, samples=300)
        assert found.value == pytest.approx(spearmanr(one, other)[0])
        held.append(found.low <= truth <= found.high)
    assert np.mean(held) >= 0.85


def test_ranks_within_groups_do_not_see_how_groups_differ() -> None:
    ranks = rank_within([1.0, 2.0, 101.0, 102.0], ["a", "a", "b", "b"])
    assert ranks.tolist() == [0.25, 0.75, 0.25, 0.75]


def test_marked_cards_that_stand_above_their_own_class_are_found_though_classes_differ() -> None:
    rng, groups = np.random.default_rng(2), [f"class {i % 9}" for i in range(360)]
    marks = rng.random(360) < 0.08
    values = rng.normal(size=360) + 1.2 * marks + 10 * np.array([i % 9 for i in range(360)])
    found = measure_area(values, marks, groups, seed=1)
    assert found.n_marked == marks.sum()
    assert found.area.low > 0.5
    assert found.p_above < 0.01 < 0.9 < found.p_below
    assert found.chance[0] < 0.5 < found.chance[1] < found.area.value


def test_marks_at_random_are_told_as_chance() -> None:
    rng, groups = np.random.default_rng(3), ["a", "b", "c"] * 40
    below = [
        measure_area(rng.normal(size=120), rng.permutation(120) < 9, groups, seed, 200).p_above <= 0.2
        for seed in range(40)
    ]
    assert 0.05 <= np.mean(below) <= 0.4


def test_equal_numbers_are_even() -> None:
    found = measure_area(np.zeros(10), np.arange(10) < 3, ["a"] * 10, seed=1)
    assert (found.area.value, found.p_above, found.p_below) == (0.5, 1.0, 1.0)


def test_groups_without_marked_cards_do_not_count() -> None:
    found = measure_area([1, 2, 3, 50, 60], [False, False, True, False, False], [*"aaabb"], seed=1)
    assert (found.n_marked, found.area.value) == (1, 1.0)
    with pytest.raises(ValueError, match="no group"):
        measure_area([1, 2], [False, False], [*"aa"], seed=1)


# --- tests ----------------------------------------------------------------------------------------


def test_agreement_with_experts_is_told_for_all_kinds_of_cards() -> None:
    rng = np.random.default_rng(4)
    scores = make_scores({f"card {i}": float(rng.normal()) for i in range(200)})
    experts = {card: value + 0.2 * float(rng.normal()) for card, value in scores.scores.items()}
    del experts["card 7"]
    found = compare(scores, experts)
    assert found.n_cards == 199
    kinds = (found.all_cards, found.neutral, found.across_classes, found.within_classes)
    assert all(each.low > 0.9 for each in kinds)
    assert correlate_orders([scores, make_scores({c: -v for c, v in scores.scores.items()})])[0] == pytest.approx(
        [1, -1]
    )


def test_the_cards_that_differ_most_are_named() -> None:
    scores = make_scores({f"card {i}": float(i) for i in range(50)})
    experts = {**scores.scores, "card 3": 99.0, "card 40": -1.0}
    above, below = find_differences([scores, scores], experts, {"card 3"}, 2)
    assert above[0].card == "card 40"
    assert (below[0].card, below[0].is_changed, len(below[0].ranks)) == ("card 3", True, 2)
    assert below[0].expert_rank > 0.95 > 0.1 > below[0].ranks[0]


def test_cards_are_marked_by_what_happened_after_our_pool(reference: Path) -> None:
    nerfed, buffed, ever = mark_changes(reference)
    assert (nerfed.marked, nerfed.left_out) == ({"Bear"}, {"Wisp", "Crab"})
    assert (buffed.marked, buffed.left_out) == ({"Wisp"}, {"Bear", "Crab"})
    assert ever.marked == {"Yeti", "Ogre", "Bear", "Crab"}
    (retired,) = mark_retired(reference)
    assert retired.marked == {"Ogre"}
    assert read_changed_between(reference, "2016-11") == {"Ogre"}
    assert read_expert_values(reference / "arena_tiers.csv") == {"Yeti": 70, "Bear": 10}


def test_cards_that_are_left_out_do_not_count() -> None:
    scores = make_scores({f"card {i}": float(i % 10) for i in range(80)})
    high = frozenset({"card 9", "card 19"})
    asked = ask(scores, Marks("high", high, frozenset({"card 8"})))
    assert asked.area.area.value > 0.9
    assert set(asked.places) == high


def plant_search(rng: np.random.Generator, klass: str, good: str) -> FoundDecks:
    """Decks of ten cards, of which one wins games and the best decks have two."""
    cards = (*(f"neutral {i}" for i in range(6)), *(f"{klass} {i}" for i in range(4)))
    tried = rng.integers(0, 3, (400, 10)).astype(float)
    worth = np.array([2.0 if card == good else 0.0 for card in cards])
    best = np.where(worth > 0, 2.0, rng.integers(0, 2, (20, 10)))
    classes = tuple(card.split()[0] for card in cards)
    return FoundDecks(klass, cards, classes, tried, tried @ worth + rng.normal(size=400), best)


def test_a_card_that_wins_games_is_first_by_its_copies_and_by_regression() -> None:
    rng = np.random.default_rng(5)
    found = [plant_search(rng, klass, "mage 2") for klass in ("druid", "mage")]
    for scores in (count_copies(found), regress_objective(found)):
        assert max(scores.scores, key=lambda card: scores.scores[card]) == "mage 2"
        assert scores.classes["neutral 3"] == "neutral"
    assert len(scores.scores) == 6 + 2 * 4


def test_the_ridge_is_weak_where_games_are_clear_and_strong_where_they_are_not() -> None:
    rng = np.random.default_rng(6)
    copies, worths = rng.integers(0, 3, (500, 40)).astype(float), rng.normal(size=40)
    clear = fit_ridge(copies, copies @ worths + 0.1 * rng.normal(size=500))
    assert clear == pytest.approx(worths, abs=0.05)
    assert np.abs(fit_ridge(copies, rng.normal(size=500))).max() < 0.1


# --- input ----------------------------------------------------------------------------------------


def test_without_the_tables_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", str(tmp_path), "--reference", str(tmp_path / "nowhere")]) == 2
    assert "arena_tiers.csv: there is no such file; the tables are not part" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [("card,class\nYeti,druid\n", "there is no column value"), ("card,class,value\nYeti,druid,high\n", "line 2")],
)
def test_a_list_that_cannot_be_read_is_told_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_expert_values(tmp_path / "list.csv")


def test_searches_of_all_classes_are_asked_for() -> None:
    with pytest.raises(InputError, match="found 0 deck searches; allowed: one for each class, but there is none for"):
        read_found([])


# --- match-ups ------------------------------------------------------------------------------------

DECKS = tuple(f"deck {i}" for i in range(12))


def make_odds(seed: int) -> np.ndarray:
    """[12, 12]: log odds of decks against each other: some are stronger, and who meets whom counts, too."""
    rng = np.random.default_rng(seed)
    strengths, others = rng.normal(0, 0.4, 12), rng.normal(0, 0.4, (12, 12))
    return strengths[:, None] - strengths + others - others.T


def make_real(odds: np.ndarray) -> dict[tuple[str, str], float]:
    rates = logistic(odds)
    return {(DECKS[i], DECKS[j]): float(rates[i, j]) for i in range(12) for j in range(12) if i != j}


def test_match_ups_that_are_twice_as_lopsided_are_in_the_same_order() -> None:
    odds = make_odds(1)
    real, played = make_real(odds), Played("twice", DECKS, logistic(2 * odds))
    (found,) = compare_match_ups([played], real, list(real), samples=100)
    order, line, difference, spread, slope, side = found.statistics
    assert (order.value, slope.value, side.value) == pytest.approx((1, 0.5, 1))
    assert slope.low == pytest.approx(slope.high) == pytest.approx(0.5)
    assert 0.9 < line.value < 1
    assert difference.low > 0.05
    assert 1 < spread.low < spread.high < 2
    assert found.gain == (0, 0, 0)


def test_match_ups_that_nothing_connects_do_not_agree_and_the_first_is_told_apart() -> None:
    odds = make_odds(1)
    real = make_real(odds)
    played = [Played("other", DECKS, logistic(make_odds(2))), Played("same", DECKS, logistic(odds))]
    other, same = compare_match_ups(played, real, list(real), samples=300)
    assert other.statistics[0].low < 0 < other.statistics[0].high
    assert same.statistics[0].value == pytest.approx(1)
    assert same.gain.value == pytest.approx(1 - other.statistics[0].value)
    assert same.gain.low > 0.3


def test_intervals_know_that_match_ups_share_decks() -> None:
    """Strengths alone differ: as many match-ups tell less than as many numbers that have nothing in common."""
    rng, held, widths = np.random.default_rng(5), [], []
    for seed in range(30):
        theirs = rng.normal(0, 0.4, 12)
        ours = 0.5 * theirs + rng.normal(0, 0.4, 12)
        real = make_real(theirs[:, None] - theirs)
        played = Played("ours", DECKS, logistic(ours[:, None] - ours))
        line = compare_match_ups([played], real, list(real), seed, samples=200)[0].statistics[1]
        held.append(line.low <= 0.447 <= line.high)
        widths.append(line.high - line.low)
    assert np.mean(held) >= 0.8
    assert np.mean(widths) > 0.5  # that of 132 independent pairs would be 0.28


def test_too_few_or_equal_match_ups_say_nothing() -> None:
    assert np.isnan(measure(np.array([0.4, 0.6]), np.array([0.4, 0.6]))).all()
    assert np.isnan(measure(np.array([0.4, 0.6, 0.5]), np.array([0.5, 0.5, 0.5]))).all()


def test_decks_are_told_by_their_mean_over_the_known_opponents() -> None:
    real = {("deck 0", "deck 1"): 0.6, ("deck 0", "deck 2"): 0.7, ("deck 1", "deck 0"): 0.4}
    rates = np.full((12, 12), 0.5)
    rates[0, 1], rates[0, 2] = 0.9, 0.5
    first, second = rate_decks([Played("", DECKS, rates)], real, list(real))
    assert (first.deck, first.n_opponents, first.real, first.played) == ("deck 0", 2, pytest.approx(0.65), (0.7,))
    assert (second.deck, second.real, second.played) == ("deck 1", 0.4, (0.5,))


def write_matrix(file: Path) -> Path:
    wins = [[0, 8, 5], [5, 0, 6], [3, 2, 0]]  # of ten games each, the deck of the row starting
    losses = [[0, 2, 5], [5, 0, 4], [7, 8, 0]]
    games = [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    tree = {"decks": ["A", "B", "C"], "players": ["novice"] * 3, "games": games, "wins": wins, "losses": losses}
    file.write_text(json.dumps(tree), encoding="utf-8")
    return file


def test_a_matrix_is_read_with_the_games_of_both_seats(tmp_path: Path) -> None:
    played = read_played(write_matrix(tmp_path / "matrix.json"))
    assert (played.title, played.decks) == ("novice, 20 games", ("A", "B", "C"))
    assert played.rates[0, 1] == pytest.approx((8 + 5 + 0.5) / 21)
    assert log_odds(played.rates[0, 1]) == pytest.approx(-log_odds(played.rates[1, 0]))


def test_match_ups_are_compared_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, matrix = tmp_path / "classic_2021", write_matrix(tmp_path / "matrix.json")
    folder.mkdir()
    rows = "A,B,60\nB,A,40\nB,C,65\nC,B,35\nC,Other,70\n"
    (folder / "matchups.csv").write_text(f"deck,opponent,winrate_band_pct\n{rows}", encoding="utf-8")
    assert main(["matchups", str(matrix), "--reference", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "| novice, 20 games | 1.000 (" in out
    assert "| A | 1 | 60.0% | 64.3% |" in out
    assert "Other" not in out


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("A,B,sixty\n", "line 2: found 'sixty' as a win rate; allowed: percent"),
        ("A,B,100\n", "line 2: found 100; allowed: more than 0, below 100"),
        ("A,X,60\n", "0 of its 1 match-ups are between decks that were played; allowed: 3 or more"),
    ],
)
def test_match_ups_that_say_nothing_are_refused(tmp_path: Path, rows: str, problem: str) -> None:
    file = tmp_path / "matchups.csv"
    file.write_text(f"deck,opponent,winrate_band_pct\n{rows}", encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        find_known([read_played(write_matrix(tmp_path / "matrix.json"))], read_match_ups(file), file)


def test_what_is_no_matrix_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"decks": []}', encoding="utf-8")
    with pytest.raises(InputError, match="it is no matrix; allowed: what 'evometa meta classic-2014 --json' prints"):
        read_played(tmp_path / "other.json")
