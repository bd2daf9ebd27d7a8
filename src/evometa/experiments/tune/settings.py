"""What tuning a player needs, as data that can be stored, compared and read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from evometa.experiments.settings import RunSettings, check_range
from evometa.input.errors import InputError
from evometa.input.fields import Readers, read_seed, read_text, whole_number

MOST_ROUNDS = 100
MOST_SELF_GAMES = 50_000  # whose positions find room in memory
MOST_GAMES = 1_000_000
FEWEST_GAMES = 2


@dataclass(frozen=True)
class TuneSettings(RunSettings):
    """A player and how it is tuned. The same settings give the same player, on any number of threads."""

    readers: ClassVar[Readers] = {
        **dict.fromkeys(("decks", "start"), read_text),
        "games": whole_number(FEWEST_GAMES, MOST_SELF_GAMES),
        "rounds": whole_number(1, MOST_ROUNDS),
        **dict.fromkeys(("compare_games", "audit_games"), whole_number(FEWEST_GAMES, MOST_GAMES)),
        "seed": read_seed,
    }
    references: ClassVar[tuple[str, ...]] = ("decks",)
    player_references: ClassVar[tuple[str, ...]] = ("start",)

    decks: str = "themed:90"  # a metagame, `builtin`, or so many random decks, with or without themes
    start: str = "random"  # the player to begin with, or a preset by its player for control decks
    games: int = 24_000  # of the player against itself, in each round
    rounds: int = 3
    compare_games: int = 4_000  # between every two candidates of a round
    audit_games: int = 4_000  # at the end, between every two players
    seed: int = 1

    def __post_init__(self) -> None:
        check_range("rounds", self.rounds, 1, MOST_ROUNDS)
        limits = {"games": MOST_SELF_GAMES, "compare_games": MOST_GAMES, "audit_games": MOST_GAMES}
        for name, most in limits.items():
            found = getattr(self, name)
            check_range(name, found, FEWEST_GAMES, most)
            if found % 2:
                raise InputError(f"{name}: found {found}; allowed: an even number, half of the games from each seat")
