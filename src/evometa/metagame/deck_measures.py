"""What a deck search can look at: numbers of a deck and of its games, to be an axis of the map or the objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evometa.cards.decks.space import DeckSpace
from evometa.cards.decks.summary import DUST
from evometa.input.errors import InputError, describe_words
from evometa.input.short_repr import short_repr
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.gauntlet import GauntletResult


@dataclass(frozen=True, eq=False)
class PlayedDecks:
    """Decks [k, n] of a space, and their games."""

    space: DeckSpace
    counts: Counts
    result: GauntletResult

    __repr__ = short_repr

    def sum_of_cards(self, values: Iterable[float]) -> Floats:
        """[k]: the sum over all copies of a number that each card has."""
        return np.asarray(self.counts @ np.array(list(values), float))

    def number_of_type(self, kind: str) -> Floats:
        """[k]: cards of a type."""
        return self.sum_of_cards(card.tree["type"] == kind for card in self.space.cards)


@dataclass(frozen=True)
class DeckMeasure:
    """A number of a deck or of its games; as an objective, the higher the better."""

    name: str
    title: str
    measure: Callable[[PlayedDecks], Floats]

    __repr__ = short_repr


def _sum_of_costs(played: PlayedDecks) -> Floats:
    return played.sum_of_cards(card.cost for card in played.space.cards)


def _variance_of_costs(played: PlayedDecks) -> Floats:
    size = played.counts.sum(axis=1)
    mean = _sum_of_costs(played) / size
    return np.asarray(played.sum_of_cards(card.cost**2 for card in played.space.cards) / size - mean**2)


def _dust(played: PlayedDecks) -> Floats:
    return played.sum_of_cards(DUST[card.tree.get("rarity", "invalid")] for card in played.space.cards)


MEASURES = {
    measure.name: measure
    for measure in (
        DeckMeasure("cost", "sum of the cards' mana costs", _sum_of_costs),
        DeckMeasure("cost_variance", "variance of the cards' mana costs", _variance_of_costs),
        DeckMeasure("minions", "number of minions", lambda played: played.number_of_type("minion")),
        DeckMeasure("spells", "number of spells", lambda played: played.number_of_type("spell")),
        DeckMeasure("weapons", "number of weapons", lambda played: played.number_of_type("weapon")),
        DeckMeasure("dust", "dust to craft the deck", _dust),
        DeckMeasure(
            "turns", "turns of a game, of both players", lambda played: played.result.mean(played.result.turns)
        ),
        DeckMeasure("drawn", "cards drawn in a game", lambda played: played.result.mean(played.result.drawn)),
        DeckMeasure("mana", "mana spent in a game", lambda played: played.result.mean(played.result.mana)),
        DeckMeasure(
            "health", "final health less the opponent's", lambda played: played.result.mean(played.result.health)
        ),
        DeckMeasure("wins", "win rate", lambda played: played.result.win_rate),
    )
}


def find_measure(name: str, what: str = "measure") -> DeckMeasure:
    """The measure of a name; `what` says in messages what it is wanted for."""
    if name not in MEASURES:
        raise InputError(f"unknown {what} {name!r}; {describe_words(name, MEASURES)}")
    return MEASURES[name]


def measure_decks(names: Iterable[str], played: PlayedDecks) -> NDArray[np.float64]:
    """[k, m]: some measures of decks."""
    return np.stack([find_measure(name).measure(played) for name in names], axis=-1)
