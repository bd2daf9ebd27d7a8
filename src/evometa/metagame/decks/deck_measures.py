"""What a deck search can look at: numbers of a deck and of its games, to be an axis of the map or the objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evometa.games.hearthstone.cards.decks.deck import DUST
from evometa.games.hearthstone.cards.decks.space import DeckSpace
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

    def sum_of_cards(self, values: Iterable[float]) -> Floats:
        """[k]: the sum over all copies of a number that each card has."""
        return np.asarray(self.counts @ np.array(list(values), float))

    def number_of_type(self, kind: str) -> Floats:
        """[k]: cards of a type."""
        return self.sum_of_cards(card.tree["type"] == kind for card in self.space.cards)


@dataclass(frozen=True)
class _DeckMeasure(Short):
    """A number of a deck or of its games; as an objective, the higher the better."""

    name: str
    title: str
    measure: Callable[[PlayedDecks], Floats]


def _sum_of_costs(played: PlayedDecks) -> Floats:
    return played.sum_of_cards(card.cost for card in played.space.cards)


def _variance_of_costs(played: PlayedDecks) -> Floats:
    size = played.counts.sum(axis=1)
    mean = _sum_of_costs(played) / size
    return np.asarray(played.sum_of_cards(card.cost**2 for card in played.space.cards) / size - mean**2)


MEASURES = {
    measure.name: measure
    for measure in (
        _DeckMeasure("cost", "sum of the cards' mana costs", _sum_of_costs),
        _DeckMeasure("cost_variance", "variance of the cards' mana costs", _variance_of_costs),
        _DeckMeasure("minions", "number of minions", lambda played: played.number_of_type("minion")),
        _DeckMeasure("spells", "number of spells", lambda played: played.number_of_type("spell")),
        _DeckMeasure("weapons", "number of weapons", lambda played: played.number_of_type("weapon")),
        _DeckMeasure(
            "dust",
            "dust to craft the deck",
            lambda played: played.sum_of_cards(DUST[card.tree.get("rarity", "invalid")] for card in played.space.cards),
        ),
        _DeckMeasure(
            "turns", "turns of a game, of both players", lambda played: played.result.mean(played.result.turns)
        ),
        _DeckMeasure("drawn", "cards drawn in a game", lambda played: played.result.mean(played.result.drawn)),
        _DeckMeasure("mana", "mana spent in a game", lambda played: played.result.mean(played.result.mana)),
        _DeckMeasure(
            "health", "final health less the opponent's", lambda played: played.result.mean(played.result.health)
        ),
        _DeckMeasure("wins", "win rate", lambda played: played.result.win_rate),
    )
}


def find_measure(name: str, what: str = "measure") -> _DeckMeasure:
    """The measure of a name; `what` says in messages what it is wanted for."""
    if name not in MEASURES:
        raise InputError(f"unknown {what} {name!r}; {describe_words(name, MEASURES)}")
    return MEASURES[name]


def measure_decks(names: Iterable[str], played: PlayedDecks) -> NDArray[np.float64]:
    """[k, m]: some measures of decks."""
    return np.stack([find_measure(name).measure(played) for name in names], axis=-1)
