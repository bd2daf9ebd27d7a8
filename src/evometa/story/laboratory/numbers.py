"""The numbers of a metagame as it was played, for other programs: JSON, CSV and the frames of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.metagame.changes.comparison import Anchored
from evometa.metagame.changes.what_if import WhatIfResult
from evometa.metagame.evidence import Evidence, Floats
from evometa.metagame.measures import estimate_imbalance, estimate_ranking, split_imbalance
from evometa.metagame.playing import MetagameResult
from evometa.metagame.standing import FullStanding, Standing, estimate_nash, order_from_high
from evometa.story.blocks import Table
from evometa.story.laboratory.told import data_table, head_of, name_estimate, players_of
from evometa.story.words.names import label_decks

PAIR = ("deck", "opponent")


@dataclass(frozen=True)
class Played:
    """A metagame that was played, and how it stands; what takes long to compute is done when it is first asked for."""

    result: MetagameResult

    @property
    def evidence(self) -> Evidence:
        """What the games say."""
        return self.result.evidence

    @cached_property
    def standing(self) -> FullStanding:
        """How the metagame stands, with its equilibrium, which takes about a second."""
        return FullStanding.of_result(self.result)

    @cached_property
    def rates(self) -> Standing:
        """How it stands as far as that takes no time."""
        return Standing.of(self.evidence)

    @cached_property
    def labels(self) -> dict[int, str]:
        """What the decks are called in matrices, the strongest first, by their places."""
        order = self.rates.order
        return dict(zip(order, label_decks([self.evidence.decks[place] for place in order]), strict=True))


# --- JSON and CSV ---------------------------------------------------------------------------------


def metagame_data(played: Played) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each of `decks`; counts are of games that the row starts."""
    result = played.result
    return {
        **head_of(result),
        "imprecise": result.unsettled,
        "stopped": result.stopped,
        "decks": result.evidence.decks,
        "players": players_of(result.metagame),
        "shares": result.evidence.shares,
        **played.standing.to_json(),
        **_matrices(played.evidence),
        **name_estimate(played.evidence.strengths, "against_meta"),
    }


def _matrices(evidence: Evidence) -> dict[str, NDArray[Any]]:
    """All numbers of pairs of decks, by their names in JSON and in tables."""
    return {
        **{name: getattr(evidence, name) for name in ("games", "wins", "losses", "draws")},
        **name_estimate(evidence.rates, "win_rate", "low", "high"),
        "win_rate_starting": evidence.win_rate_starting,
        **name_estimate(evidence.seats, "seat_advantage"),
        **{name: getattr(evidence, name) for name in ("mean_turns", "draw_rate")},
    }


def pair_table(evidence: Evidence) -> Table:
    """A row for each ordered pair. Counts and `win_rate_starting` are of games that the first deck starts."""
    return data_table("match_ups", ordered_pairs(evidence) | _matrices(evidence))


def ordered_pairs(evidence: Evidence) -> dict[str, Any]:
    """The names of two decks, from the point of view of each."""
    return dict(zip(PAIR, zip(*product(evidence.decks, repeat=2), strict=True), strict=True))


# --- frames ---------------------------------------------------------------------------------------


def match_up_table(evidence: Evidence) -> Table:
    """A row for each match-up, mirrors too: its games, win rate, draws and length."""
    games = evidence.games + evidence.games.T
    np.fill_diagonal(games, evidence.games.diagonal())  # both seats of a mirror are the same games
    rates = name_estimate(evidence.rates, "win_rate", "low", "high")
    columns = {"games": games, **rates, "draw_rate": evidence.draw_rate, "turns": evidence.mean_turns}
    return _match_ups_of(evidence, "match_ups", columns)


def seat_table(evidence: Evidence) -> Table:
    """A row for each match-up, mirrors too: the first deck's win rate starting and going second, and the difference."""
    starting = evidence.win_rate_starting
    columns = {
        "starting": starting,
        "second": 1 - starting.T,
        **name_estimate(evidence.seats, "advantage", "low", "high"),
    }
    return _match_ups_of(evidence, "seats", columns)


def _match_ups_of(evidence: Evidence, name: str, matrices: Mapping[str, NDArray[Any]]) -> Table:
    """A row for each match-up, from matrices [n, n]."""
    pairs = list(combinations_with_replacement(range(len(evidence.decks)), 2))
    names = {side: [evidence.decks[pair[place]] for pair in pairs] for place, side in enumerate(PAIR)}
    numbers = {key: [matrix[pair].item() for pair in pairs] for key, matrix in matrices.items()}
    return data_table(name, names | numbers, PAIR)


def strength_table(evidence: Evidence) -> Table:
    """A row for each deck, the strongest first: its share, and its win rate against the metagame."""
    rates = name_estimate(evidence.strengths, "win_rate", "low", "high")
    return decks_of(
        evidence, "against_meta", {"share": evidence.shares, **rates}, order_from_high(evidence.strengths.value)
    )


def nash_table(result: MetagameResult) -> Table:
    """A row for each deck: its share if everybody chose as well as possible, the highest first."""
    shares = estimate_nash(result.evidence, result.seed)
    columns = name_estimate(shares, "share", "low", "high")
    return decks_of(result.evidence, "nash", columns, order_from_high(shares.value))


def decks_of(evidence: Evidence, name: str, columns: Mapping[str, NDArray[Any]], order: list[int]) -> Table:
    """A row for each deck in this order, from arrays [n]."""
    names = {"deck": [evidence.decks[place] for place in order]}
    return data_table(name, names | {key: cells[order] for key, cells in columns.items()}, "deck")


def balance_numbers(evidence: Evidence) -> dict[str, float]:
    """How balanced the metagame is: F and intransitivity, with what chance alone would show."""
    found, ranking = estimate_imbalance(evidence), estimate_ranking(evidence)
    strength, cycles = split_imbalance(evidence)
    return {
        "f": found.f,
        "f_noise_floor": found.noise_floor,
        **dict(zip(("f_corrected", "f_low", "f_high"), found.corrected, strict=True)),
        **dict(zip(("f_strength", "f_strength_low", "f_strength_high"), strength, strict=True)),
        **dict(zip(("f_cycles", "f_cycles_low", "f_cycles_high"), cycles, strict=True)),
        "intransitivity": ranking.intransitivity,
        "intransitivity_noise_floor": ranking.noise_floor,
    }


# --- before and after a patch ---------------------------------------------------------------------


def spared_pairs(result: WhatIfResult) -> list[tuple[int, int]]:
    """The match-ups that were not played again."""
    n_decks = len(result.is_affected)
    return [(i, j) for i in range(n_decks) for j in range(i, n_decks) if not result.is_affected[i, j]]


def anchored_data(anchored: Anchored) -> dict[str, Any]:
    """Win rates as they were observed, as they would be, and the change; null where nothing was observed."""
    sides = {"before": anchored.before, "after": anchored.after, "change": anchored.change}
    return {name: part for side, found in sides.items() for name, part in name_estimate(found, side).items()}


def change_pair_table(result: WhatIfResult) -> Table:
    """A row for each two decks, from the point of view of each."""
    rates = _sides(result, lambda evidence: name_estimate(evidence.rates, "win_rate", "low", "high"))
    pairs = ordered_pairs(result.before.evidence) | {"is_affected": result.is_affected}
    return data_table("match_ups", pairs | rates | name_estimate(result.change, "change"))


def change_deck_table(result: WhatIfResult) -> Table:
    """A row for each deck."""
    evidence = result.before.evidence
    rates = _sides(result, lambda side: name_estimate(side.strengths, "against_meta"))
    change = name_estimate(result.change_against_meta, "change")
    return data_table("decks", {"deck": evidence.decks, "share": evidence.shares, **rates, **change})


def _sides(result: WhatIfResult, read: Callable[[Evidence], dict[str, Floats]]) -> dict[str, Floats]:
    """What is read from the evidence before and after, with the side behind each name."""
    sides = {"before": result.before.evidence, "after": result.after.evidence}
    return {f"{name}_{side}": part for side, evidence in sides.items() for name, part in read(evidence).items()}
