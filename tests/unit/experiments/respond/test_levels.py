"""Tables of rounds where people stand: who is met how often, and new decks."""

from __future__ import annotations

import numpy as np
import pytest

from evometa.experiments.respond.rounds import recount, stand_on_levels
from evometa.metagame.changes.observed import Observed
from evometa.metagame.evidence import Evidence
from evometa.metagame.standing import Standing

DECKS, GAMES = ("Hunter", "Paladin", "Warlock"), 4000
SHARES = (0.8, 0.1, 0.1)
RATES = np.array([[0.5, 0.9, 0.4], [0.1, 0.5, 0.5], [0.6, 0.5, 0.5]])
STILL = np.zeros((3, 3), bool)


def make_table(rates: np.ndarray, shares: tuple[float, ...]) -> Standing:
    games = np.where(np.eye(len(rates), dtype=bool), 0, GAMES // 2)
    wins, nothing = np.rint(rates * games).astype(np.int64), np.zeros_like(games)
    names = (*DECKS, "Answer")[: len(rates)]
    return Standing.of(Evidence(names, np.array(shares), games, wins, games - wins, nothing, nothing))


def observe(rates: np.ndarray) -> Observed:
    games = np.where(np.eye(3, dtype=bool), 0, GAMES)
    return Observed(DECKS, games, np.rint(rates * games).astype(np.int64))


def test_decks_are_met_as_often_as_their_shares_say() -> None:
    table = make_table(RATES, SHARES)
    found = stand_on_levels(observe(RATES), table, table, STILL, GAMES, SHARES)
    assert found.win_rate.value == pytest.approx(table.win_rate.value, abs=0.001)
    assert found.against_meta.value == pytest.approx(table.against_meta.value, abs=0.001)
    assert found.against_meta.value == pytest.approx(RATES @ SHARES, abs=0.001)


def test_new_decks_have_their_share_too() -> None:
    before, shares = make_table(RATES, SHARES), (0.4, 0.1, 0.1, 0.4)
    answered = np.full((4, 4), 0.5)
    answered[:3, :3] = RATES
    answered[3, :3], answered[:3, 3] = 0.7, 0.3
    people = (RATES + 0.5) / 2
    found = stand_on_levels(observe(people), before, make_table(answered, shares), STILL, GAMES, shares)
    expected = answered.copy()
    expected[:3, :3] = people
    assert found.win_rate.value == pytest.approx(expected, abs=0.001)
    assert found.against_meta.value == pytest.approx(expected @ shares, abs=0.001)


def test_a_table_is_counted_from_its_win_rates() -> None:
    assert recount(make_table(RATES, SHARES), GAMES).win_rate == pytest.approx(RATES, abs=0.001)
