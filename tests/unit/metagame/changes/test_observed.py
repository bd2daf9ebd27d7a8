"""Games of people from a CSV, and a simulation beside them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.games.patches.files import parse_change
from evometa.input.errors import InputError
from evometa.metagame.changes.comparison import Comparison, anchor, log_odds
from evometa.metagame.changes.observed import Observed, read_observed
from evometa.metagame.changes.what_if import what_if
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import play

SIX = load_metagame("paper-six")
NAMES = [deck.name for deck in SIX.decks]
RANKED = np.clip(0.5 + 0.06 * (np.arange(6)[None, :] - np.arange(6)[:, None]), 0.05, 0.95)
HEADER = "deck,opponent,games,wins,share\n"


def write(path: Path, text: str) -> Path:
    file = path / "seen.csv"
    file.write_text(text, encoding="utf-8")
    return file


def draw_observed(rates: ArrayLike, games: int, seed: int) -> Observed:
    """Games of people whose true win rates are known."""
    random, chances = np.random.default_rng(seed), np.asarray(rates, dtype=float)
    wins = np.triu(random.binomial(games, chances), 1)
    wins += np.where(np.tri(len(wins), k=-1, dtype=bool), games - wins.T, 0)
    counts = np.where(np.eye(len(wins), dtype=bool), 0, games)
    return Observed(tuple(NAMES), counts, np.where(counts > 0, wins, 0))


# --- files ----------------------------------------------------------------------------------------


def test_a_file_tells_games_wins_and_shares(tmp_path: Path) -> None:
    shares = "".join(f"{name},,,,{1 / 6:.9f}\n" for name in NAMES)
    text = f"{HEADER}{NAMES[0]},{NAMES[1]},100,30,\n\n{NAMES[1].lower()},{NAMES[0]},100,70\n{shares}"
    found = read_observed(write(tmp_path, text), SIX)
    assert (found.games[0, 1], found.wins[0, 1], found.wins[1, 0], found.n_games) == (100, 30, 70, 100)
    assert found.shares == pytest.approx(np.full(6, 1 / 6))
    assert found.rates.value[0, 1] == 0.3
    assert np.isnan(found.rates.value[0, 2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deck,opponent,games\n", "the column 'wins' is missing"),
        ("deck,opponent,games,wins,shar\n", "unknown column 'shar'; did you mean 'share'?"),
        ("deck,deck,opponent,games,wins\n", "a column stands twice"),
        (HEADER, "there is no game in it"),
        (f"{HEADER}Exp1 Huntr,{NAMES[1]},1,1,\n", "line 2: the metagame 'paper-six' has no deck 'Exp1 Huntr'"),
        (f"{HEADER},{NAMES[1]},1,1,\n", "line 2: the deck is missing"),
        (f"{HEADER}{NAMES[0]},,,,\n", "line 2: it has neither an opponent nor a share"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},ten,1,\n", "line 2: games: found 'ten'; allowed: a whole number"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},10,11,\n", "line 2: found 11 wins in 10 games"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},-1,0,\n", "line 2: games: the number -1 is out of range"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},9,1,2\n", "line 2: share: the number 2.0 is out of range"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},9,1,0.5\n", f"there is no share of {NAMES[1]}"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},9,1,\n{NAMES[0]},{NAMES[1]},9,1,\n", "line 3: line 2 has the same match-up"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},9,1,\n{NAMES[1]},{NAMES[0]},9,1,\n", "line 3: found 1 wins in 9 games, but"),
        (f"{HEADER}{NAMES[0]},{NAMES[1]},9,1,0.1,x\n", "line 2 has 6 cells; allowed: 5"),
        (f'{HEADER}"{NAMES[0]}" x,{NAMES[1]},9,1,\n', "line 2 is no line of a CSV table"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_observed(write(tmp_path, text), SIX)
    assert message in str(error.value)


# --- beside each other ----------------------------------------------------------------------------


def test_a_planted_difference_is_found_and_nothing_else() -> None:
    """The simulation thinks the first deck much better against the third than people have found."""
    result = play(SIX, seed=1, games=4000, runner=PlantedRunner(RANKED))
    truth = result.evidence.win_rate.copy()
    truth[0, 2], truth[2, 0] = truth[0, 2] - 0.1, truth[2, 0] + 0.1
    found = Comparison(result, draw_observed(truth, 4000, seed=2))
    assert np.argwhere(np.triu(found.differs)).tolist() == [[0, 2]]
    assert found.difference.low[0, 2] > 0
    assert found.bias.low[0] > 0
    assert found.correlation > 0.8


def test_where_all_is_alike_few_files_show_a_difference() -> None:
    result = play(SIX, seed=1, games=4000, runner=PlantedRunner(RANKED))
    seen = [Comparison(result, draw_observed(true_rates(), 800, seed)).differs.any() for seed in range(200)]
    assert np.mean(seen) < 0.09  # 5% are expected, and twice the standard error on top


def true_rates() -> ArrayLike:
    """What the planted games have over both seats."""
    return np.asarray((RANKED + 1 - RANKED.T) / 2)


def test_intervals_from_the_observed_level_hold_the_truth() -> None:
    """People play at another level than the simulation; both change alike in log odds."""
    n_samples, held = 60, []
    observed_truth = np.clip(
        np.asarray(true_rates()) + 0.08 * np.sign(np.arange(6)[None] - np.arange(6)[:, None]), 0, 1
    )
    patch = parse_change("Consecration cost +1", SIX.patched_cards)
    for seed in range(n_samples):
        found = what_if(SIX, patch, games=400, seed=seed, runner=PlantedRunner(RANKED))
        anchored = anchor(draw_observed(observed_truth, 400, seed), found)
        inside = (anchored.after.low <= observed_truth) & (observed_truth <= anchored.after.high)
        held.append(inside[~np.eye(6, dtype=bool)].mean())
    assert 0.93 < np.mean(held) < 0.99


def test_the_simulation_moves_the_log_odds_of_what_was_observed() -> None:
    observed = draw_observed(np.full((6, 6), 0.3), 100_000, seed=1)
    found = what_if(
        SIX, parse_change("Wisp cost +1", SIX.patched_cards), games=400, seed=1, runner=PlantedRunner(RANKED)
    )
    anchored = anchor(observed, found)
    untouched = ~found.is_affected & ~np.eye(6, dtype=bool)
    assert untouched.any()
    assert anchored.change.value[untouched] == pytest.approx(0)
    assert anchored.after.value[untouched] == pytest.approx(anchored.before.value[untouched], abs=1e-4)
    moved = found.is_affected & ~np.eye(6, dtype=bool)
    before, after = (log_odds(side.evidence.smoothed_win_rate) for side in (found.before, found.after))
    shift = log_odds(anchored.after.value) - log_odds(anchored.before.value)
    assert shift[moved] == pytest.approx((after - before)[moved], abs=1e-3)
