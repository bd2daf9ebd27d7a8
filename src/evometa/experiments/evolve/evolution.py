"""How far an evolution has come: all decks that there are, which of them may still be played, and what searches saw.

It is nothing but what follows from the steps that were taken, so that a run that goes on is where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from evometa.experiments.evolve.results import FoundAnswer
from evometa.experiments.evolve.steps import Met, Searched, Step
from evometa.games.decks.deck import Deck
from evometa.games.decks.space import DeckSpace
from evometa.input.short_repr import Short
from evometa.matches.inference import Counts, Floats
from evometa.metagame.decks.deck_names import name_deck
from evometa.metagame.decks.population import MatchUps
from evometa.search.decks.learner import Known

HOPELESS = 0.42  # against the equilibrium: nobody plays a deck that wins less, once it is two rounds old
TOLD_OF_CLASS = 3  # decks of each class that are told of, also if they are not played
EVEN = 0.5


@dataclass(frozen=True, eq=False)
class Member(Short):
    """A deck of the population."""

    deck: Deck
    counts: Counts  # [cards of its class]
    round: int  # in which it came; 0: it was there at the start


@dataclass(eq=False)
class Evolution(Short):
    """The population and what is known of it. A round is the searches of all classes, and then a meeting."""

    spaces: Mapping[str, DeckSpace]  # by class
    members: list[Member]
    round: int = 0
    answered: list[Searched] = field(default_factory=list)  # since the last meeting
    earlier: list[Searched] = field(default_factory=list)  # before it
    met: MatchUps = field(default_factory=lambda: MatchUps.none(0))
    shares: Floats = field(default_factory=lambda: np.zeros(0))  # [n]: in the equilibrium of the last meeting
    living: list[int] = field(default_factory=list)  # decks that may still be played
    joined: dict[int, int] = field(default_factory=dict)  # decks with the last round in which they were an answer
    search_games: int = 0  # of all steps
    equilibria: list[Floats] = field(default_factory=list)  # of all meetings
    answers_to: list[float] = field(default_factory=list)  # how often the best answer beat each but the last
    is_over: bool = False
    n_steps: int = 0
    n_last: int = 0  # answers of the last round that is finished

    def __post_init__(self) -> None:
        self.living = list(range(len(self.members)))

    @property
    def decks(self) -> list[Deck]:
        """All that there ever were."""
        return [each.deck for each in self.members]

    @property
    def played(self) -> list[int]:
        """The decks of the equilibrium, the most common one first."""
        order = np.argsort(-self.shares, kind="stable").tolist()
        return [place for place in order if self.shares[place] > 0]

    def list_latest(self) -> list[Member]:
        """For each class, until it has some decks that are played, the latest answers that it has found."""
        latest = list[Member]()
        for klass in self.spaces:
            n_played = sum(self.members[place].deck.klass == klass for place in self.played)
            latest += self._list_latest_of(klass)[: max(0, TOLD_OF_CLASS - n_played)]
        return latest

    def _list_latest_of(self, klass: str) -> list[Member]:
        """The answers of a class that are not played, the latest one first, each once."""
        known = {self.members[place].counts.tobytes() for place in self.played}
        found, space = list[Member](), self.spaces[klass]
        for number, each in reversed(list(enumerate(self.known_of(klass), start=1))):
            best = each.decks[each.best]
            if best.tobytes() not in known:
                known.add(best.tobytes())
                found.append(self.find(klass, best) or Member(self._name(space, best, found), best, number))
        return found

    def _name(self, space: DeckSpace, counts: Counts, more: Sequence[Member] = ()) -> Deck:
        """A deck under a name that tells it apart from all others, and from some that are about to have one."""
        every = (*self.members, *more)
        alike = [each.counts for each in every if each.deck.klass == space.klass]
        return space.decode(counts, name_deck(space, counts, [each.deck.name for each in every], alike))

    @property
    def chances(self) -> Floats:
        """[n]: the win rate of each deck that has met others against the equilibrium."""
        return np.asarray(self.met.estimate() @ self.shares)

    @property
    def has_met(self) -> bool:
        """Whether the decks have met that there were before the answers of this round."""
        return len(self.shares) > 0

    @property
    def last_answers(self) -> list[Searched]:
        """Those of the last round that is finished."""
        return self.earlier[len(self.earlier) - self.n_last :]

    def find(self, klass: str, counts: Counts) -> Member | None:
        """The deck of a class, if it is one of the population."""
        of_class = (each for each in self.members if each.deck.klass == klass)
        return next((each for each in of_class if (each.counts == counts).all()), None)

    def known_of(self, klass: str) -> list[Searched]:
        """What searches have seen of the decks of a class."""
        return [each for each in self.earlier if each.klass == klass]

    def best_of(self, klass: str, most: int) -> list[Counts]:
        """The decks of a class that win most against the equilibrium."""
        chances = self.chances
        of_class = [place for place in range(len(chances)) if self.members[place].deck.klass == klass]
        return [self.members[place].counts for place in sorted(of_class, key=lambda each: -chances[each])[:most]]

    def describe(self, found: Searched) -> FoundAnswer:
        """An answer, and the deck of the population that it is."""
        member = self.find(found.klass, found.decks[found.best])
        name = "" if member is None else member.deck.name
        return FoundAnswer(found.klass, name, found.expected, member is not None and member.round == self.round)

    # --- steps ---

    def take(self, step: Step) -> None:
        """Learn what a step has found; a `ValueError` if it cannot be one of this evolution."""
        self._check(step)
        self.n_steps += 1
        if step.searched is not None:
            self._take_search(step.searched)
        if step.met is not None:
            self._take_meeting(step.met)

    def _check(self, step: Step) -> None:
        """Whoever changed a stored step should not make others wonder."""
        if (found := step.searched) is not None:
            shape, places = (len(found.decks), len(found.opponents)), set(found.opponents)
            is_sound = (
                bool(self.spaces[found.klass].contains(found.decks).all())
                and found.wins.shape == found.games.shape == shape
                and bool(((found.wins >= 0) & (found.wins <= found.games)).all())
                and len(places) == shape[1]
                and places <= {*range(len(self.met.games))}
                and 0 <= found.best < shape[0]
            )
            if not is_sound:
                raise ValueError(f"search {self.n_steps + 1}: its decks, opponents and games do not fit together")
        if (met := step.met) is not None:
            known = self.met.grown(max(len(self.members), len(self.met.games)))
            is_alike = met.wins.shape == met.games.shape == known.games.shape
            if not (is_alike and (met.wins >= known.wins).all() and (met.wins + met.wins.T <= met.games).all()):
                raise ValueError(f"meeting {self.n_steps + 1}: its games do not fit together")

    def _take_search(self, found: Searched) -> None:
        if not self.answered:
            self.round += 1
        self.answered.append(found)
        self.search_games += int(found.games.sum())
        if found.expected > EVEN:
            self._let_join(self.spaces[found.klass], found.decks[found.best])

    def _let_join(self, space: DeckSpace, counts: Counts) -> None:
        """A deck that has become an answer joins, or comes back if nobody played it any more."""
        member = self.find(space.klass, counts)
        if member is None:
            member = Member(self._name(space, counts), counts, self.round)
            self.members.append(member)
        place = next(place for place, each in enumerate(self.members) if each is member)
        self.joined[place] = self.round
        if place not in self.living:
            self.living.append(place)

    def _take_meeting(self, found: Met) -> None:
        met = MatchUps(found.wins, found.games)
        self.search_games += met.n_games - self.met.n_games
        if self.answered:
            self.answers_to.append(max(each.expected for each in self.answered))
            self.n_last = len(self.answered)
        self.earlier, self.answered = [*self.earlier, *self.answered], []
        self.met, self.is_over = met, found.is_last
        self.shares = self.choose_equilibrium(met) if found.is_last else met.find_equilibrium(np.array(self.living))
        self.equilibria.append(self.shares)
        self.living = [place for place, chance in enumerate(self.chances) if self._may_live(place, chance)]

    def choose_equilibrium(self, met: MatchUps) -> Floats:
        """[n]: of all equilibria that were answered, the one against which answers and all decks of today do worst.

        The last one is of decks that nobody has had the time to answer, and may hold against those of before alone.
        """
        answered = [np.pad(each, (0, len(met.games) - len(each))) for each in self.equilibria[: len(self.answers_to)]]
        if not answered:
            return met.find_equilibrium(np.array(self.living))
        best_known = (met.estimate() @ np.stack(answered, axis=1)).max(axis=0)
        return answered[int(np.argmin(np.maximum(best_known, self.answers_to)))]

    def _may_live(self, place: int, chance: float) -> bool:
        is_young = self.joined.get(place, 0) >= self.round - 1
        return place in self.living and (self.shares[place] > 0 or chance > HOPELESS or is_young)


def gather_known(seen: Sequence[Searched], opponents: Sequence[int], most: int) -> tuple[list[int], Known | None]:
    """All opponents, those of now first; and what was seen of decks against them: of so many, those with most games."""
    columns = list(dict.fromkeys([*opponents, *(place for each in seen for place in each.opponents)]))
    if not seen:
        return columns, None
    rows = [(_spread(each.wins, each, columns), _spread(each.games, each, columns)) for each in seen]
    decks, place = np.unique(np.concatenate([each.decks for each in seen]), axis=0, return_inverse=True)
    wins, games = (np.zeros((len(decks), len(columns)), np.int64) for _ in range(2))
    np.add.at(wins, place.ravel(), np.concatenate([won for won, _ in rows]))
    np.add.at(games, place.ravel(), np.concatenate([played for _, played in rows]))
    kept = np.sort(np.argsort(-games.sum(axis=1), kind="stable")[:most])
    return columns, Known(decks[kept], wins[kept], games[kept])


def _spread(counts: Counts, found: Searched, columns: Sequence[int]) -> Counts:
    """[k, columns]: counts by the opponents of a search, as columns of all opponents."""
    wide = np.zeros((len(counts), len(columns)), np.int64)
    wide[:, [columns.index(place) for place in found.opponents]] = counts
    return wide
