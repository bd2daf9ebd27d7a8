"""Positions from games of a player against itself: what there was at the end of each turn, and who won in the end.

All games are mirrors, so that no deck is better than the other: otherwise the strength of decks would be mistaken for
that of positions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evometa.input.short_repr import short_repr
from evometa.matches.batches import Batch, Samples
from evometa.matches.records import WON
from evometa.matches.runners import Games, Runner
from evometa.matches.schedule import Match, deal_rounds, pack_matches, seed_for
from evometa.metagame.ladder import share_games
from evometa.metagame.metagames import Metagame
from evometa.players.records import FEATURES, Weights, put_weight
from evometa.players.styles import Player

HIDDEN = ("enemy_hand_cost",)  # features that a fair player cannot know


@dataclass(frozen=True, eq=False)
class Positions:
    """Ends of turns, as the player saw them who had ended the turn."""

    features: tuple[str, ...]
    values: NDArray[np.int32]  # [positions, features]
    won: NDArray[np.bool_]  # [positions]: whether this player won
    seats: NDArray[np.int8]  # [positions]: 0 if this player had started, else 1
    games: int

    __repr__ = short_repr


def sample_positions(player: Player, metagame: Metagame, games: int, seed: int, runner: Runner) -> Positions:
    """Let a player play mirrors of all decks, so many games or a few more; games that were drawn have no positions."""
    features = tuple(name for name in FEATURES if player.knowledge != "fair" or name not in HIDDEN)
    packed = Games.pack([metagame.table()], metagame.decks, [player])
    per_deck = 2 * share_games(games, len(metagame.decks))
    matches = [
        Match((i, i), (0, 0), per_deck, seed_for(seed, "self-play", deck.name), cell=0)
        for i, deck in enumerate(metagame.decks)
    ]
    batch = Batch(
        replace(packed, probes=make_probes(features)), deal_rounds(pack_matches(matches)), columns=("games", "wins")
    )
    samples = Samples()
    batch.play(runner, samples.collect)
    found = samples.join()
    values, won, seats = found["values"][:, : len(features)], found["outcome"] == WON, found["player"].astype(np.int8)
    return Positions(features, values, won, seats, batch.n_games)


def make_probes(features: tuple[str, ...]) -> NDArray[Any]:
    """For each feature, weights with which a score is its value."""
    probes = np.zeros(len(features), Weights)
    for probe, name in zip(probes, features, strict=True):
        put_weight(probe, name, 1)
    return probes
