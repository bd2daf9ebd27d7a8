"""Games among players that tuning compares, and what they say as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import nan

import numpy as np

from evometa.experiments.tune.results import INCUMBENT, Contender, FittedWeights, Opponent, Rung
from evometa.metagame.evidence import Estimated
from evometa.metagame.ladder import LadderResult
from evometa.metagame.weight_fits import Fit
from evometa.players.styles import Player

DIGITS = 6  # of what is stored: beyond them numbers may depend on the machine
UNKNOWN = Estimated(nan, nan, nan)


def is_same(one: Player, other: Player) -> bool:
    """Whether two players differ in their names at most."""
    return replace(one, name=other.name) == other


def keep_fit(fit: Fit) -> FittedWeights:
    """A fit as it is stored, with a name for the candidate."""
    name = f"ridge {fit.ridge:g}, {fit.n_features} features"
    return FittedWeights(name, fit.ridge, round(fit.loss, DIGITS), fit.weights)


def list_contenders(
    played: LadderResult, entrants: Mapping[str, Player], fits: Mapping[str, FittedWeights]
) -> tuple[Contender, ...]:
    """The players of a ladder whose first one is the incumbent; the strongest first."""
    found = []
    for i, (name, player) in enumerate(entrants.items()):
        fit = fits.get(name)
        found.append(
            Contender(
                name=name,
                elo=elo_of(played, i),
                win_rate=rounded(played.win_rate(i, 0)) if i else UNKNOWN,
                nodes_per_game=nodes_of(played, i),
                ridge=fit.ridge if fit else nan,
                loss=fit.loss if fit else nan,
                weights=player.weights,
            )
        )
    return tuple(found[i] for i in played.order())


def unopposed(player: Player) -> Contender:
    """An incumbent without games, because all candidates are the same as it."""
    return Contender(INCUMBENT, UNKNOWN, UNKNOWN, nan, weights=player.weights)


def list_rungs(played: LadderResult) -> tuple[Rung, ...]:
    """The players of a ladder."""
    return tuple(Rung(name, elo_of(played, i), nodes_of(played, i)) for i, name in enumerate(played.ladder.names))


def describe_opponent(played: LadderResult, tuned: int, other: int) -> Opponent:
    """How often the tuned player beats another one."""
    lowest = played.lowest_deck(tuned, other)
    return Opponent(
        name=played.ladder.names[other],
        games=int(played.outcomes[:, tuned, other].sum()),
        win_rate=rounded(played.win_rate(tuned, other)),
        lowest_deck=played.ladder.metagame.decks[lowest].name,
        lowest=rounded(played.win_rates_by_deck(tuned, other)[lowest]),
    )


def elo_of(played: LadderResult, place: int) -> Estimated:
    """The rating of a player, as it is stored."""
    return rounded(Estimated(*(float(np.asarray(part)[place]) for part in played.elo)))


def nodes_of(played: LadderResult, place: int) -> float:
    """The nodes of a player, as they are stored."""
    return round(played.alone[place].nodes_per_game, DIGITS)


def rounded(found: Estimated) -> Estimated:
    """A number as it is stored."""
    return Estimated(*(round(part, DIGITS) for part in found))


def count_games(played: LadderResult) -> int:
    """All games of a ladder, those of players against themselves too."""
    return played.games + sum(each.games for each in played.alone)
