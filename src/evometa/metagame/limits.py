"""What can be asked for: which metagames, how many games, from which seats. Options know it without waiting."""

from __future__ import annotations

from evometa.games.game import Game
from evometa.games.registry import default_game

MOST_GAMES = 1_000_000_000  # of a match-up
MOST_PILOTS = 2  # who play again what was found, each with all decks of a metagame
MOST_DECKS = 30_000  # that are played at once: a job names a deck with 16 bits
SEATS = {"both": (0, 1), "first": (0,)}  # the seats of a deck; in seat 0 it starts
ANY_STYLE = "any"  # instead of a style: whoever plays


def builtin_metagames(game: Game | None = None) -> tuple[str, ...]:
    """The names of the metagames that come with a game (default: the usual one)."""
    folder = (game or default_game()).metagame_folder
    return tuple(sorted(path.stem for path in folder.glob("*.toml"))) if folder else ()
