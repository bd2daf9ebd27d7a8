"""What a deck search finds: how it went, what its model or its map shows, the audits, and the best deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from math import isfinite

from evometa.experiments.pilots import Piloted
from evometa.input.stored import Record, ends
from evometa.matches.inference import Estimate
from evometa.metagame.evidence import Floats
from evometa.store.results import Results


class MapBatch(Record):
    """How far the map was after a batch of decks, as the search saw it."""

    generation: int  # the number of the batch
    evaluations: int  # decks up to this batch
    size: int  # cells along each measure
    elites: int
    best: float  # the objective of the best elite
    mean: float  # and of all elites on average


# --- the model -----------------------------------------------------------------------------------


class LearningRound(Record):
    """How far a search that learns was after a round, as its model saw it."""

    round: int
    decks: int  # that were played in it
    games: int  # of the search, up to here
    won: float  # of the games of this round
    best: Estimate = field(metadata=ends("low", "high"))  # the win rate of the best deck so far


class LearnedCard(Record):
    """What a copy of a card is worth, less that of cards on average, in win rate of an even game.

    That is the last copy that the best deck has, or the first one that it might have.
    """

    card: str
    copies: int  # in the best deck
    worth: Estimate = field(metadata=ends("low", "high"))
    games: int  # of all decks that had it


# --- the map --------------------------------------------------------------------------------------


class MeasureTitle(Record):
    """What a search looks at: the objective, or an axis of the map."""

    name: str
    title: str
    is_whole: bool = False  # whether it is a whole number


class Elite(Record):
    """The best deck of its cell."""

    cell: tuple[int, ...]  # along each measure
    number: int  # of its evaluation
    searched: float  # the objective as the search saw it
    again: float  # and as fresh games show it
    measures: tuple[float, ...]


class DeckMap(Record):
    """The best deck of every kind."""

    objective: MeasureTitle
    measures: tuple[MeasureTitle, ...]  # the axes
    boundaries: Floats  # [measures, size + 1]: of the cells along each measure
    elites: tuple[Elite, ...]

    @property
    def size(self) -> tuple[int, ...]:
        """The number of cells along each measure."""
        return tuple(len(each) - 1 for each in self.boundaries)


# --- the audits -----------------------------------------------------------------------------------


class MatchUp(Record):
    """How often a deck beats an opponent."""

    deck: str
    win_rate: Estimate = field(metadata=ends("low", "high"))


class DeckAudit(Record):
    """A deck that was played with many fresh games: one that was found, or one that was known before."""

    name: str
    klass: str
    style: str
    is_known: bool
    number: int | None  # of its evaluation, if it was found and played
    searched: float  # the objective as the search saw it; NaN for a known deck
    again: float  # the same from fresh games, before it was chosen
    objective: float  # as audited
    measures: tuple[float, ...]
    win_rate: Estimate = field(metadata=ends("low", "high"))
    opponents: tuple[MatchUp, ...]
    games: int
    cards: tuple[tuple[str, int], ...]  # names with their numbers of copies, the cheap ones of a found deck first
    curve: tuple[int, ...]  # the number of cards of each cost
    types: Mapping[str, int]  # the number of cards of each type
    dust: int
    toml: str
    is_other: bool = False  # whether it was looked for because it is unlike the best

    @property
    def strength(self) -> float:
        """The win rate, and 0 if it is not known, to compare decks by."""
        return self.win_rate.value if isfinite(self.win_rate.value) else 0.0

    def count_shared(self, other: DeckAudit) -> int:
        """How many cards two decks have in common, copies included."""
        copies = dict(other.cards)
        return sum(min(n, copies.get(name, 0)) for name, n in self.cards)


class PilotedDeck(Piloted):
    """A found deck in the hands of a pilot, beside the strongest known deck of its class in the same hands."""

    known: str = ""  # the name of that deck, whose win rate is the one before; without one, that is even


# --- all of it ------------------------------------------------------------------------------------


class DecksResults(Results):
    """All that a deck search has found out so far."""

    history: tuple[MapBatch, ...] = ()
    audits: tuple[DeckAudit, ...] = ()  # those of decks that were found first
    map: DeckMap | None = None  # at the end of a search for the best of every kind
    pilots: tuple[PilotedDeck, ...] = ()  # the best deck: with who plays it, and with others
    rounds: tuple[LearningRound, ...] = ()  # of a search that learns
    cards: tuple[LearnedCard, ...] = ()  # what that has learned, at its end: those that are worth most first

    @property
    def games_beside(self) -> int:
        """The games of the audits and of other pilots; elites that are measured again are evaluations."""
        return sum(audit.games for audit in self.audits) + sum(each.games for each in self.pilots)

    @property
    def found(self) -> list[DeckAudit]:
        """The audits of decks that the search has found."""
        return [audit for audit in self.audits if not audit.is_known]

    @property
    def known(self) -> list[DeckAudit]:
        """The audits of decks that were known before."""
        return [audit for audit in self.audits if audit.is_known]

    @property
    def best(self) -> DeckAudit | None:
        """The strongest deck that was found and is audited by now, with which the run ends."""
        return max(self.found, key=lambda audit: (audit.strength, -(audit.number or 0)), default=None)

    @property
    def strongest_known(self) -> DeckAudit | None:
        """The known deck that wins most."""
        decided = [audit for audit in self.known if audit.win_rate.is_known]
        return max(decided, key=lambda audit: audit.strength, default=None)
