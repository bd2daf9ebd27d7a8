"""What a deck search can look at: numbers of a deck and of its games, to be an axis of the map or the objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evometa.games.decks.space import DeckSpace
from evometa.games.game import Game
from evometa.input.errors import InputError, describe_words
from evometa.input.short_repr import Short
from evometa.matches.inference import Counts, Floats

if TYPE_CHECKING:
    from evometa.metagame.decks.gauntlet import GauntletResult


@dataclass(frozen=True, eq=False)
class PlayedDecks(Short):
    """Decks [k, n] of a space, and their games."""

    space: DeckSpace
    counts: Counts
    result: GauntletResult


@dataclass(frozen=True)
class Measure(Short):
    """A number of a deck or of its games; as an objective, the higher the better."""

    name: str
    title: str
    measure: Callable[[PlayedDecks], Floats]
    is_whole: bool = False


@cache
def measures_of(game: Game) -> Mapping[str, Measure]:
    """All measures that decks of a game have, by name: its own, and those of the games that were played."""
    own = (
        Measure(each.name, each.title, lambda played, of=each.measure: of(played.space, played.counts), each.is_whole)  # type: ignore[misc]
        for each in game.deck_measures
    )
    words = game.words
    spent = words.cost if words.cost != "cost" else "spent"
    of_games = {
        "turns": Measure(
            "turns", "turns of a game, of both players", lambda played: played.result.mean(played.result.turns)
        ),
        "drawn": Measure("drawn", "cards drawn in a game", lambda played: played.result.mean(played.result.drawn)),
        "spent": Measure(
            spent, f"{words.cost} spent in a game", lambda played: played.result.mean(played.result.spent)
        ),
        "health": Measure(
            "health",
            f"final {words.health} less the opponent's",
            lambda played: played.result.mean(played.result.health),
        ),
    }
    wins = Measure("wins", "win rate", lambda played: played.result.win_rate)
    return {measure.name: measure for measure in (*own, *(of_games[each] for each in game.counted), wins)}


def find_measure(name: str, game: Game, what: str = "measure") -> Measure:
    """The measure of a name; `what` says in messages what it is wanted for."""
    measures = measures_of(game)
    if name not in measures:
        raise InputError(f"unknown {what} {name!r}; {describe_words(name, measures)}")
    return measures[name]


def describe_decks(names: Sequence[str], space: DeckSpace) -> Callable[[Counts], Floats]:
    """What gives some measures [k, m] of decks [k, n] before any game; those that only games show are refused."""
    known = {each.name: each.measure for each in space.card_set.game.deck_measures}
    for name in names:
        if name not in known:
            raise InputError(f"measures: {name!r} is known when games have been played; {describe_words(name, known)}")
    return lambda counts: np.stack([np.asarray(known[name](space, counts), float) for name in names], axis=-1)


def measure_decks(names: Iterable[str], played: PlayedDecks) -> NDArray[np.float64]:
    """[k, m]: some measures of decks."""
    game = played.space.card_set.game
    return np.stack([find_measure(name, game).measure(played) for name in names], axis=-1)
