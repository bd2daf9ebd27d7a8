"""Results without games: planted strengths, for pictures and tables."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from tests.unit.metagame.planted_games import PlantedRunner, make_metagame

from evometa.games.patches.files import parse_changes
from evometa.matches.inference import Estimates
from evometa.metagame.cards.card_statistics import CardStatistics, Seat
from evometa.metagame.changes.what_if import WhatIfResult, what_if
from evometa.metagame.metagames import Metagame
from evometa.metagame.playing import MetagameResult, play

BUILTIN = ("exp1_hunter_aggro", "exp1_paladin_aggro", "exp1_warlock_aggro")
LONG = "A deck with a remarkably long name that somebody really gave it"


@lru_cache(maxsize=4)
def make_decks(*names: str) -> Metagame:
    """Decks of these names; their cards are those of three built-in ones, in turn."""
    metagame = make_metagame(*BUILTIN)
    decks = tuple(replace(metagame.decks[i % 3], name=name) for i, name in enumerate(names))
    shares = tuple(1 / len(names) for _ in names)
    return replace(metagame, name="made up", decks=decks, players=(metagame.players[0],) * len(names), shares=shares)


def starting_rates(n_decks: int, seat: float = 0.06) -> NDArray[np.float64]:
    """[n, n]: the last deck is the strongest, with some noise that makes cycles, and starting helps."""
    rng = np.random.default_rng(5)
    strengths = np.linspace(-0.6, 0.6, n_decks)
    noise = np.triu(rng.normal(0, 0.35, (n_decks, n_decks)), 1)
    return np.asarray(np.clip(expit(strengths[:, None] - strengths + noise - noise.T) + seat, 0.01, 0.99))


@lru_cache(maxsize=8)
def make_result(*names: str, games: int = 400) -> MetagameResult:
    """So many made-up games for each match-up."""
    return play(make_decks(*names), seed=3, games=games, runner=PlantedRunner(starting_rates(len(names))))


@lru_cache(maxsize=8)
def make_what_if(*names: str, games: int = 400) -> WhatIfResult:
    """Life Tap costs more, which makes every third deck worse."""
    before = starting_rates(len(names))
    weaker = np.array([0.08 if i % 3 == 2 else 0.0 for i in range(len(names))])
    after = np.clip(before - weaker[:, None] + weaker, 0.01, 0.99)
    metagame = make_decks(*names)
    patch = parse_changes(["Life Tap cost +1"], metagame.patched_cards)
    return what_if(metagame, patch, games=games, seed=3, runner=PlantedRunner([before, after]))


def estimate(values: ArrayLike, margin: float = 0.05) -> Estimates:
    """Numbers with intervals of the same width; without a number, of all that is possible."""
    value = np.asarray(values, dtype=float)
    known = np.isfinite(value)
    return Estimates(value, np.where(known, value - margin, -1), np.where(known, value + margin, 1))


def make_statistics(*cards: str) -> CardStatistics:
    """The first card is the worst when drawn, the last the best; the first is never played."""
    k = len(cards)
    rising = np.linspace(0.4, 0.6, k)
    counts = np.full(k, 1000)
    return CardStatistics(
        cards=cards,
        seat=Seat.BOTH,
        games=2000,
        win_rate=estimate(0.52, 0.01),
        drawn=counts,
        drawn_won=(counts * rising).astype(int),
        played=np.where(np.arange(k) > 0, 600, 0),
        played_won=np.where(np.arange(k) > 0, 300, 0),
        wrd=estimate(rising),
        wrp=estimate(np.where(np.arange(k) > 0, rising + 0.05, np.nan)),
        play_rate=estimate(np.linspace(0, 0.95, k), 0.02),
        turn_drawn=np.full(k, 3.5),
        turn_played=np.where(np.arange(k) > 0, 5.5, np.nan),
        compared=counts,
        draw_effect=estimate(0.3 * (rising - 0.5), 0.02),
    )
