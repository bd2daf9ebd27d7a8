"""What tuning a player needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from evometa.experiments.settings import GAME, GAMES, METAGAME, PLAYERS, SEED, RunSettings
from evometa.games.registry import DEFAULT
from evometa.input.settings import Setting

MOST_ROUNDS = 100
_MOST_SELF_GAMES = 50_000  # whose positions find room in memory
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class TuneSettings(RunSettings):
    """A player and how it is tuned. The same settings give the same player, on any number of threads."""

    decks: Annotated[
        str,
        METAGAME.says(
            "With which decks it plays, each of them against itself: those of a metagame, all that come with "
            "evometa, or N random legal decks of all classes, drawn by the seed; some of the themed ones have many "
            "cards of a rare kind.",
            metavar="METAGAME|builtin|random:N|themed:N",
            always=True,
        ),
    ] = "themed:90"
    start: Annotated[
        str,
        PLAYERS.says(
            "The player to begin with: a player, a preset or a file. All but its weights stays as it is.", always=True
        ),
    ] = "random"  # a preset means its player for control decks
    games: Annotated[
        int,
        GAMES.says(
            "Games of the player against itself in each round: an even number.",
            range=(2, _MOST_SELF_GAMES),
            always=True,
        ),
    ] = 24_000
    rounds: Annotated[int, Setting("How often to play, fit and choose.", range=(1, MOST_ROUNDS), always=True)] = 3
    compare_games: Annotated[
        int, GAMES.says("Games between every two candidates of a round: an even number.", range=(2, MOST_GAMES))
    ] = 4_000
    audit_games: Annotated[
        int,
        GAMES.says("Games between every two players with new decks at the end: an even number.", range=(2, MOST_GAMES)),
    ] = 4_000
    seed: Annotated[int, SEED] = 1
    game: Annotated[str, GAME] = DEFAULT
