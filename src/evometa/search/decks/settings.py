"""How a deck search that learns spends its games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from evometa.input.errors import InputError
from evometa.input.fields import Limits
from evometa.input.settings import Settings

MOST_DECKS = 1200  # that it learns from before it races: more take the model too long, so that each gets more games
USUAL_GAMES = 30_000  # for which the scales are meant
Part = Annotated[float, Limits(range=(0, 1))]


@dataclass(frozen=True)
class DeckSearchSettings(Settings):
    """Games are counted over all opponents and seats."""

    games: int = 30_000  # in all
    deck_games: int = 24  # of a deck, at least, while the search learns
    first: Part = 0.1  # of the games: those of random decks
    racing: Part = 0.3  # of the games: those of races
    rounds: int = 24  # in which it asks for the best decks of samples
    bold: Part = 0.4  # of the rounds: those that ask for what could be best; later ones for what is probably good
    bold_scale: float = 1.0  # how far samples are from the mean; where games are few, nearer: see `nearness`
    late_scale: float = 0.65
    races: tuple[int, ...] = (30, 10, 4)  # so many decks share a part of the games of races
    joining: int = 20  # of the first race: new decks near the mean
    joining_scale: float = 0.25

    @property
    def nearness(self) -> float:
        """By how much samples are nearer to the mean: few games do not repay what is learned far from it."""
        return min(1.0, math.sqrt(self.games / USUAL_GAMES))


class Plan(NamedTuple):
    """How many games a deck gets while the search learns, how many decks come first, and how many rounds follow."""

    learning: int  # games before the races
    deck_games: int
    n_first: int
    n_rounds: int  # of the search before the races, the first one too


def make_plan(settings: DeckSearchSettings, n_given: int, unit: int) -> Plan:
    """The plan of a search that starts with some given decks; `unit` divides the games of a deck."""
    learning = settings.games - int(settings.games * settings.racing)
    deck_games = unit * math.ceil(max(settings.deck_games, learning / MOST_DECKS) / unit)
    n_decks = learning // deck_games
    n_first = max(int(settings.first * settings.games / deck_games), n_given, 2)
    if n_decks <= n_first:
        least = math.ceil((n_first + 1) * deck_games / (1 - settings.racing)) + 1
        raise InputError(f"found {settings.games:,} games, of which no deck search learns; allowed: {least:,} or more")
    return Plan(learning, deck_games, n_first, 1 + min(settings.rounds, n_decks - n_first))
