"""The numbers of a result as pandas tables, with the names of decks and cards on their rows."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pandas as pd

from evometa.matches.schedule import seed_for
from evometa.metagame.card_statistics import CardStatistics, Seat, card_statistics
from evometa.metagame.comparison import Anchored
from evometa.metagame.equilibrium import nash, nash_interval
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.measures import estimate_imbalance, estimate_ranking
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import order_from_high, order_of_strength
from evometa.metagame.what_if import WhatIfResult


def square_frame(evidence: Evidence, values: Floats) -> pd.DataFrame:
    """A row and a column for each deck, in the order of the metagame."""
    names = list(evidence.decks)
    frame = pd.DataFrame(values, index=pd.Index(names, name="deck"), columns=pd.Index(names, name="opponent"))
    return _with_plain_zeros(frame)


def strength_frame(evidence: Evidence) -> pd.DataFrame:
    """A row for each deck, the strongest first: its share, and its win rate against the metagame."""
    columns = {
        "share": evidence.shares,
        "win_rate": evidence.against_meta,
        "low": evidence.strengths.low,
        "high": evidence.strengths.high,
    }
    return _deck_frame(evidence, columns).iloc[order_of_strength(evidence)]


def match_up_frame(evidence: Evidence) -> pd.DataFrame:
    """A row for each match-up, mirrors too: its games, win rate, draws and length."""
    games = evidence.games + evidence.games.T
    columns = {
        "games": games.astype(float),
        "win_rate": evidence.win_rate,
        "low": evidence.rates.low,
        "high": evidence.rates.high,
        "draw_rate": evidence.draw_rate,
        "turns": evidence.mean_turns,
    }
    frame = _pair_frame(evidence, columns)
    mirrors = frame.index.get_level_values("deck") == frame.index.get_level_values("opponent")
    frame.loc[mirrors, "games"] /= 2  # both seats of a mirror are the same games
    return frame.astype({"games": int})


def seat_frame(evidence: Evidence) -> pd.DataFrame:
    """A row for each match-up, mirrors too: the first deck's win rate starting and going second, and the difference."""
    columns = {
        "starting": evidence.win_rate_starting,
        "second": 1 - evidence.win_rate_starting.T,
        "advantage": evidence.seat_advantage,
        "low": evidence.seats.low,
        "high": evidence.seats.high,
    }
    return _pair_frame(evidence, columns)


def anchored_frame(result: WhatIfResult, anchored: Anchored) -> pd.DataFrame:
    """A row for each match-up that was observed: as people have it, as it would be, and the change."""
    sides = {"observed": anchored.before, "after": anchored.after, "change": anchored.change}
    columns = {
        f"{side}{end}": part
        for side, found in sides.items()
        for end, part in zip(("", "_low", "_high"), found, strict=True)
    }
    frame = _pair_frame(result.before.evidence, columns).dropna()
    return frame[frame.index.get_level_values("deck") != frame.index.get_level_values("opponent")]


def nash_frame(result: MetagameResult) -> pd.DataFrame:
    """A row for each deck: its share if everybody chose as well as possible, the highest first."""
    shares = nash(result.evidence.win_rate)
    interval = nash_interval(result.evidence, seed=seed_for(result.seed, "nash"))
    columns = {"share": shares, "low": interval.low, "high": interval.high}
    return _deck_frame(result.evidence, columns).iloc[order_from_high(shares)]


def balance_series(evidence: Evidence) -> pd.Series[float]:
    """How balanced the metagame is: F and intransitivity, with what chance alone would show."""
    found, ranking = estimate_imbalance(evidence), estimate_ranking(evidence)
    return pd.Series(
        {
            "f": found.f,
            "f_noise_floor": found.noise_floor,
            "f_corrected": found.corrected,
            "f_low": found.low,
            "f_high": found.high,
            "intransitivity": ranking.intransitivity,
            "intransitivity_noise_floor": ranking.noise_floor,
        },
        name="balance",
    )


def statistics_of(result: MetagameResult, deck: str, seat: Seat) -> CardStatistics:
    """The statistics of a deck's cards, which have their names."""
    place = result.metagame.index_of(deck)
    names = [result.metagame.card_set[card].name for card in result.cards[place]]
    return card_statistics(result.sums, place, names, result.metagame.shares, seat)


def card_frame(statistics: CardStatistics) -> pd.DataFrame:
    """A row for each card, the highest draw effect first."""
    frame = _with_plain_zeros(pd.DataFrame(statistics.columns())).set_index("name").rename_axis("card")
    return frame.iloc[order_from_high(statistics.draw_effect.value)]


def change_frame(result: WhatIfResult) -> pd.DataFrame:
    """A row for each deck, the strongest before first: its win rate against the metagame before and after a patch."""
    before, after, change = result.before.evidence, result.after.evidence, result.change_against_meta
    columns = {
        "before": before.against_meta,
        "after": after.against_meta,
        "change": change.value,
        "low": change.low,
        "high": change.high,
    }
    return _deck_frame(before, columns).iloc[order_of_strength(before)]


def _deck_frame(evidence: Evidence, columns: dict[str, Floats]) -> pd.DataFrame:
    return _with_plain_zeros(pd.DataFrame(columns, index=pd.Index(evidence.decks, name="deck")))


def _pair_frame(evidence: Evidence, columns: dict[str, Floats]) -> pd.DataFrame:
    pairs = list(combinations_with_replacement(range(len(evidence.decks)), 2))
    names = [(evidence.decks[one], evidence.decks[other]) for one, other in pairs]
    values = {name: [float(matrix[pair]) for pair in pairs] for name, matrix in columns.items()}
    return _with_plain_zeros(pd.DataFrame(values, index=pd.MultiIndex.from_tuples(names, names=["deck", "opponent"])))


def _with_plain_zeros(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table, in which negative zeros are zeros."""
    for name in frame.select_dtypes("float"):
        frame[name] = frame[name] + 0.0
    return frame
