"""Games of all kinds, for a run with bounds checks on."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from tests.science.random_decks import random_decks
from tools.fuzz.variants import PRINTED, draw_variant

from evometa.games.compiled.compiling import entry
from evometa.games.decks.deck import builtin_decks
from evometa.games.hearthstone.engine.state.records import Game
from evometa.games.players import builtin_players
from evometa.matches.counting import play_games
from evometa.matches.schedule import Match

GAMES = 20  # of each match
VARIANTS = 12  # random patches and rules, which must not take long


@entry
def read_far_outside(games, n):  # type: ignore[no-untyped-def]
    return games[0].players[n].board[n].card


def checksum_of_games() -> str:
    """Play all kinds of decks and players, with all checks; returns a checksum of what came out."""
    source = random.Random(1)
    variants = [variant for variant in (draw_variant(source) for _ in range(VARIANTS)) if not variant.is_long]
    tables = [variant.table for variant in (PRINTED, replace(PRINTED, overlays=("paper_engine",)), *variants)]
    decks = [*builtin_decks().values(), *random_decks(60, seed=1)]
    players = list(builtin_players().values())
    matches = [
        Match((k, (k * 7 + 3) % len(decks)), (k % len(players), k // 5 % len(players)), GAMES, k, k % len(tables))
        for k in range(len(decks))
    ]
    return play_games(tables, decks, players, matches, check=True).checksum()


def main() -> None:
    """Make sure that the checks are on, then print the checksum."""
    try:
        read_far_outside(np.zeros(1, Game), 2)
    except IndexError:
        print(checksum_of_games())
    else:
        raise SystemExit("bounds checks are off")
