"""How an evolution spends its games: few on the first rounds, whose decks nobody plays for long, and ever more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from evometa.search.decks.settings import DeckSearchSettings

FIRST_GAMES = 5_000  # of a search in the first round, if there are enough
FEWEST_GAMES = 1_000  # and if there are not
FEWEST_ROUNDS = 8  # if there are games for them
GROWTH = 1.03  # of the games of a search, from round to round
FIRST_MEETING = 40  # games of each match-up with a new deck
LEVELS = (100, 200, 400)  # games of match-ups on which the equilibrium rests: it is found again after each level
LAST_LEVELS = (400, 1_000)  # and in the end
CLOSE = 0.46  # win rate against the equilibrium from which on a deck might belong to it
MEETINGS = 0.2  # of all games, about: those of meetings
LAST = 0.02  # of all games, at most: those of the last meeting
FIRST_OF_LATER = 0.03  # of the games of a search with earlier ones: those of random and given decks
ROUNDS = 14  # of such a search: each takes the model some time, and it begins with what it knows
KEPT = 400  # decks of earlier rounds that the model of a class takes into account
GIVEN = 6  # decks of a class with which its search begins


@dataclass(frozen=True)
class Plan:
    """Games in all, and how many classes share them."""

    max_games: int
    n_classes: int

    @cached_property
    def _first_games(self) -> float:
        """Games of a search in the first round, so that the last round ends where the games do."""
        of_searches = self.max_games * (1 - MEETINGS - LAST) / self.n_classes
        rounds = FEWEST_ROUNDS
        while FIRST_GAMES * _sum_growth(rounds + 1) <= of_searches:
            rounds += 1
        return max(FEWEST_GAMES, of_searches / _sum_growth(rounds))

    def search_games(self, number: int) -> int:
        """Games of the search of a class in a round."""
        return int(self._first_games * GROWTH ** (number - 1))

    def has_room(self, number: int, spent: int) -> bool:
        """Whether there are games for another round."""
        return spent + self.n_classes * self.search_games(number) <= self.max_games * (1 - LAST)

    def search(self, number: int, *, is_new: bool) -> DeckSearchSettings:
        """How the search of a class spends them: where games are known, few random decks tell anything new."""
        games = self.search_games(number)
        return DeckSearchSettings(games) if is_new else DeckSearchSettings(games, first=FIRST_OF_LATER, rounds=ROUNDS)


def _sum_growth(rounds: int) -> float:
    """The games of so many rounds, for one in the first."""
    return (GROWTH**rounds - 1) / (GROWTH - 1)
