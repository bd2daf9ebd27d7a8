"""Decks, players and matches for tests of whole games."""

from evometa.games.decks.space import class_spaces, draw_random_decks
from evometa.games.locm.game import LOCM
from evometa.matches.counting import play_games
from evometa.matches.results import BatchResult
from evometa.matches.schedule import Match

CARDS = LOCM.own_cards
TABLE = LOCM.compile(CARDS)
DECKS = draw_random_decks(4, 1, class_spaces(CARDS, LOCM.load_rules()))
PLAYERS = LOCM.players.builtin


def play_pair(games: int, names: tuple[str, str] = ("greedy", "random"), per_game: bool = False) -> BatchResult:
    """Games of the first deck against the second one, each with its player."""
    players = [PLAYERS[name] for name in names]
    return play_games(TABLE, DECKS, players, [Match((0, 1), (0, 1), games, seed=7)], per_game=per_game, check=True)
