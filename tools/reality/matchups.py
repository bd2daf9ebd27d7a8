"""Do played match-ups agree with those of people? With intervals that know that match-ups share decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.reality.rank_statistics import SAMPLES, spearman

from evometa.input.errors import InputError, Where
from evometa.input.reading import read_json
from evometa.matches.inference import Estimate, smooth_rate, tails
from evometa.metagame.changes.comparison import log_odds
from evometa.metagame.evidence import Floats

FEWEST = 3  # match-ups that say anything
SEED = 1  # of the bootstrap
STATISTICS = (
    "Spearman",
    "Pearson",
    "mean difference",  # of win rates, whichever is higher
    "spread, times people's",  # how far win rates are from even
    "people's log odds for each of ours",
    "same side favoured",  # of the match-ups that are not even with people
)
PARTS = ("decks", "players", "games", "wins", "losses")  # of what `evometa meta --json` prints

Real = Mapping[tuple[str, str], float]  # deck and opponent -> win rate


@dataclass(frozen=True, eq=False)
class Played:
    """A matrix of win rates; draws do not count, and no rate is 0 or 1."""

    title: str
    decks: tuple[str, ...]
    rates: Floats  # [n, n]


@dataclass(frozen=True, eq=False)
class MatchUpAgreement:
    """How well a matrix agrees with people's: each statistic, and by how much it differs from the first matrix."""

    title: str
    statistics: tuple[Estimate, ...]
    gain: Estimate  # in Spearman's correlation


@dataclass(frozen=True)
class DeckRate:
    """How a deck fared on average over the match-ups that are known."""

    deck: str
    n_opponents: int
    real: float
    played: tuple[float, ...]  # in each matrix


def read_played(file: Path) -> Played:
    """What `evometa meta --json` printed."""
    tree = read_json(file, Where(str(file)))
    if not isinstance(tree, dict) or any(name not in tree for name in PARTS):
        raise InputError(f"{file}: it is no matrix; allowed: what 'evometa meta classic-2014 --json' prints")
    wins, losses = (np.array(tree[name], np.int64) for name in ("wins", "losses"))
    wins, losses = wins + losses.T, losses + wins.T  # of both seats
    apart = ~np.eye(len(wins), dtype=bool)
    games = int(np.array(tree["games"])[apart].min()) * 2
    players = ", ".join(dict.fromkeys(tree["players"]))
    return Played(f"{players}, {games:,} games", tuple(tree["decks"]), smooth_rate(wins, wins + losses))


def find_known(played: Sequence[Played], real: Real, source: Path) -> list[tuple[str, str]]:
    """The match-ups of people whose decks are in all matrices."""
    decks = set.intersection(*({*each.decks} for each in played))
    known = [pair for pair in real if decks.issuperset(pair)]
    if len(known) < FEWEST:
        raise InputError(
            f"{source}: {len(known)} of its {len(real)} match-ups are between decks that were played; allowed: "
            f"{FEWEST} or more, so play the metagame with the decks that it names"
        )
    return known


def compare_match_ups(
    played: Sequence[Played], real: Real, known: Sequence[tuple[str, str]], seed: int = SEED, samples: int = SAMPLES
) -> list[MatchUpAgreement]:
    """How well matrices agree with people's match-ups; the intervals are a bootstrap over decks, the same for all."""
    theirs = np.array([real[pair] for pair in known])
    rates = [_pick(each, known) for each in played]
    drawn = _draw_match_ups(known, seed, samples)
    found = [measure(ours, theirs) for ours in rates]
    draws = [np.array([measure(ours[rows], theirs[rows]) for rows in drawn]) for ours in rates]
    return [
        MatchUpAgreement(
            each.title,
            tuple(_estimate(value[k], draw[:, k]) for k in range(len(STATISTICS))),
            _estimate(value[0] - found[0][0], draw[:, 0] - draws[0][:, 0]),
        )
        for each, value, draw in zip(played, found, draws, strict=True)
    ]


def rate_decks(played: Sequence[Played], real: Real, known: Sequence[tuple[str, str]]) -> list[DeckRate]:
    """The mean win rate of each deck over the opponents that are known, with people and in each matrix; best first."""
    rates = [dict(zip(known, _pick(each, known).tolist(), strict=True)) for each in played]
    rows = []
    for deck in dict.fromkeys(deck for deck, _ in known):
        pairs = [pair for pair in known if pair[0] == deck]
        means = [float(np.mean([each[pair] for pair in pairs])) for each in (real, *rates)]
        rows.append(DeckRate(deck, len(pairs), means[0], tuple(means[1:])))
    return sorted(rows, key=lambda row: -row.real)


def measure(ours: Floats, theirs: Floats) -> Floats:
    """[6]: the statistics of match-ups that are told from both sides; NaN if they are too few, or all alike."""
    if len(ours) < FEWEST or np.ptp(ours) == 0 or np.ptp(theirs) == 0:
        return np.full(len(STATISTICS), np.nan)
    pairs, decided = np.stack([ours, theirs]), theirs != 0.5
    odds, real_odds = log_odds(ours), log_odds(theirs)
    same_side = (ours[decided] > 0.5) == (theirs[decided] > 0.5)
    return np.array(
        [
            spearman(pairs),
            float(np.asarray(np.corrcoef(pairs))[0, 1]),
            float(np.abs(ours - theirs).mean()),
            _spread(ours) / _spread(theirs),
            float(np.sum(odds * real_odds) / np.sum(odds**2)),
            float(same_side.mean()),
        ]
    )


def _spread(rates: Floats) -> float:
    """How far match-ups are from even."""
    return float(np.sqrt(np.mean((rates - 0.5) ** 2)))


def _pick(played: Played, known: Sequence[tuple[str, str]]) -> Floats:
    """[k]: the win rates of some match-ups."""
    places = [(played.decks.index(deck), played.decks.index(opponent)) for deck, opponent in known]
    return np.array([played.rates[place] for place in places])


def _draw_match_ups(known: Sequence[tuple[str, str]], seed: int, samples: int) -> list[NDArray[np.int64]]:
    """The rows of match-ups in each sample of decks: a match-up is there as often as its decks meet in the sample."""
    decks = sorted({deck for pair in known for deck in pair})
    places = np.array([[decks.index(deck) for deck in pair] for pair in known])
    rng, rows = np.random.default_rng(seed), np.arange(len(known))
    drawn = []
    for _ in range(samples):
        copies = np.bincount(rng.integers(len(decks), size=len(decks)), minlength=len(decks))
        drawn.append(np.repeat(rows, copies[places].prod(axis=1)))
    return drawn


def _estimate(value: float, draws: Floats) -> Estimate:
    return Estimate(float(value), *(float(end) for end in np.nanquantile(draws, tails())))
