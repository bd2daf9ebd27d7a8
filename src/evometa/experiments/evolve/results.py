"""What the evolution of a metagame finds: its decks with their shares, how it came to them, and how finished it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from math import exp, log

from evometa.input.stored import Record, ends
from evometa.matches.inference import UNKNOWN, Estimate
from evometa.store.results import Results

WIN_RATE = ends("low", "high")


class DeckShare(Record):
    """How common a deck is."""

    deck: str
    klass: str
    share: float


class FoundAnswer(Record):
    """The best deck of a class against the equilibrium of the round before."""

    klass: str
    deck: str  # what it is called; if it was there before, by its name of then
    expected: float  # its win rate, as the search saw it
    is_new: bool  # whether it joined


class EvolvedRound(Record):
    """A round: answers of all classes, and the equilibrium with them. The first one, without answers, is the start."""

    round: int
    answers: tuple[FoundAnswer, ...]  # the strongest first
    shares: tuple[DeckShare, ...]  # of the equilibrium, the most common deck first
    decks: int  # that there ever were
    living: int  # of which some might still be played
    games: int  # of searches and match-ups, up to here

    @property
    def classes(self) -> dict[str, float]:
        """The share of each class that is played, the most common one first."""
        return sum_shares((each.klass, each.share) for each in self.shares)

    @property
    def by_deck(self) -> dict[str, float]:
        """The share of each deck that is played, the most common one first."""
        return sum_shares((each.deck, each.share) for each in self.shares)

    @property
    def best_answer(self) -> FoundAnswer | None:
        """The strongest one; none at the start."""
        return self.answers[0] if self.answers else None


class EvolvedDeck(Record):
    """A deck of the metagame in the end; without a share it is one of the latest answers of its class."""

    name: str
    klass: str
    share: float
    win_rate: Estimate = field(metadata=WIN_RATE)  # against the metagame, if it is played
    round: int  # in which it came
    cards: tuple[tuple[str, int], ...]  # with their copies
    curve: tuple[int, ...]
    toml: str


class LastAnswer(Record):
    """The best answer of a class to the metagame in the end, found by a search that knew nothing of those before."""

    klass: str
    name: str
    win_rate: Estimate = field(metadata=WIN_RATE)  # on fresh games
    cards: tuple[tuple[str, int], ...]
    toml: str
    nearest: str  # the deck of the metagame with which it has most cards in common
    shared: int  # how many these are
    search_games: int
    games: int  # the fresh ones
    curve: tuple[int, ...] = ()  # unknown if empty


class EvolveResults(Results):
    """All that an evolution has found out so far."""

    player: str | None = None
    rounds: tuple[EvolvedRound, ...] = ()
    decks: tuple[EvolvedDeck, ...] = ()  # in the end, the most common first; and the latest of each class
    classes: tuple[LastAnswer, ...] = ()  # the best answers to these, the strongest first
    search_games: int = 0  # of all rounds

    @property
    def games_beside(self) -> int:
        """All games, as there are no evaluations."""
        return self.search_games + sum(each.search_games + each.games for each in self.classes)

    @property
    def players(self) -> tuple[str, ...]:
        """Who played."""
        return (self.player,) if self.player else ()

    @property
    def played(self) -> list[EvolvedDeck]:
        """The decks that are played in the end, the most common first."""
        return [each for each in self.decks if each.share > 0]

    @property
    def class_shares(self) -> dict[str, float]:
        """The share of each class in the end, the most common one first."""
        return sum_shares((each.klass, each.share) for each in self.played)

    @property
    def has_classes(self) -> bool:
        """Whether it is a game with classes."""
        return any(each.klass for found in self.rounds for each in found.shares)

    @property
    def effective_decks(self) -> float:
        """How many decks are worth playing: as many as, equally common, would be as hard to foresee."""
        return exp(-sum(each.share * log(each.share) for each in self.played))

    @property
    def best_answer(self) -> LastAnswer | None:
        """What exploits the metagame most, as far as searches can tell."""
        return self.classes[0] if self.classes else None

    @property
    def exploitability(self) -> Estimate:
        """How often that wins: one number for how finished the metagame is, 50% where nobody has an answer."""
        return UNKNOWN if self.best_answer is None else self.best_answer.win_rate


def sum_shares(shares: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Shares of the same thing together, the most common first."""
    total = dict[str, float]()
    for name, share in shares:
        total[name] = total.get(name, 0.0) + share
    return dict(sorted(total.items(), key=lambda entry: -entry[1]))
