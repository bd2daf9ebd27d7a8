"""What rounds of patch and answer find: the answers, the metagame before and after them, and the cards that are new."""

from __future__ import annotations

from dataclasses import dataclass, field

from evometa.experiments.decks.results import MatchUp, PilotedDeck
from evometa.games.decks.replacing import Replacement
from evometa.input.stored import Stored, ends
from evometa.matches.inference import Estimate
from evometa.metagame.changes.observed import Observed
from evometa.metagame.evidence import Counts, Floats
from evometa.metagame.standing import Standing, order_from_high
from evometa.store.results import Results


@dataclass(frozen=True, eq=False)
class RoundPatch(Stored):
    """The patch that a round starts with."""

    notes: tuple[str, ...]
    toml: str
    replaced: tuple[Replacement, ...] = ()  # what decks play instead of what it bans or limits


@dataclass(frozen=True, eq=False)
class Nearest(Stored):
    """The deck of the metagame with which an answer has most cards in common."""

    deck: str
    shared: int  # cards


@dataclass(frozen=True, eq=False)
class Answer(Stored):
    """The best deck of a search: how good it is, and how it differs from what there was."""

    name: str
    klass: str
    style: str
    player: str
    win_rate: Estimate = field(metadata=ends("low", "high"))  # against the metagame before the answers
    opponents: tuple[MatchUp, ...]
    enters: bool  # whether it belongs to the metagame from now on
    nearest: Nearest
    new_cards: tuple[str, ...]  # that no deck of the metagame had
    changed_cards: tuple[str, ...]  # that the patch changes
    cards: tuple[tuple[str, int], ...]  # with their numbers of copies
    curve: tuple[int, ...]
    toml: str
    folder: str  # of the search, in that of the run
    pilots: tuple[PilotedDeck, ...] = ()  # with who plays it, and with others


@dataclass(frozen=True, eq=False)
class BetterPiloted(Stored):
    """A deck of the metagame before the answers: how often it beats that as it is, and with a better pilot."""

    deck: str
    before: Estimate  # with its own player, its mirror counted; simulated, as the next one
    after: Estimate  # with the better pilot, who alone is better
    change: Estimate


@dataclass(frozen=True, eq=False)
class BetterPilot(Stored):
    """The same decks with a better pilot, in the metagame of a round: what skill wins without any new deck."""

    round: int  # its number
    pilot: str
    decks: tuple[BetterPiloted, ...]
    games: int

    @property
    def ranked(self) -> list[BetterPiloted]:
        """The decks, those first that win most in better hands."""
        return [self.decks[place] for place in order_from_high([each.after.value for each in self.decks])]


@dataclass(frozen=True, eq=False)
class NewCard(Stored):
    """A card of answers that entered, which no deck of the metagame had before."""

    card: str
    decks: tuple[str, ...]  # the answers that have it
    is_changed: bool  # whether the patch changes it


@dataclass(frozen=True, eq=False)
class RoundStanding(Standing):
    """How a metagame stands before or after the answers: its equilibrium, too, and how different its decks are."""

    nash: Floats  # [n]: the shares in the equilibrium
    distances: Counts  # [n, n]: how many cards of a deck must be replaced to get the other
    viable: int | None  # decks that win about half of their games; None: not known
    viable_in_nash: int | None  # decks that have a share in the equilibrium


@dataclass(frozen=True, eq=False)
class Round(Stored):
    """A round of patch and answer."""

    round: int  # its number
    patch: RoundPatch | None  # None: the metagame is answered as it is
    before: RoundStanding
    answers: tuple[Answer, ...]
    after: RoundStanding  # the decks before the answers come first
    newly_played: tuple[NewCard, ...]
    games: int  # of all its parts
    search_games: int  # those in which searches looked for answers

    @property
    def ranked(self) -> list[Answer]:
        """The answers by their win rate, the strongest first."""
        return [self.answers[place] for place in order_from_high([each.win_rate.value for each in self.answers])]

    @property
    def entered(self) -> list[Answer]:
        """The answers that enter the metagame, the strongest first."""
        return [answer for answer in self.ranked if answer.enters]

    @property
    def nash_of_answers(self) -> float:
        """The shares of the answers in the equilibrium, together."""
        shares = dict(zip(self.after.decks, self.after.nash.tolist(), strict=True))
        return float(sum(shares[answer.name] for answer in self.answers if answer.enters))


class RespondResults(Results):
    """The rounds that are finished, in their order."""

    rounds: tuple[Round, ...] = ()
    observed: Observed | None = None  # games of people that say where known match-ups stand; None: as simulated
    better_pilots: tuple[BetterPilot, ...] = ()  # one for each round, if anybody plays better than its players

    @property
    def search_games(self) -> int:
        """The games in which searches looked for answers; their audits are not among them."""
        return sum(each.search_games for each in self.rounds)

    @property
    def games_beside(self) -> int:
        """All games, as they belong to the parts of the rounds or to better pilots."""
        return sum(each.games for each in self.rounds) + sum(each.games for each in self.better_pilots)

    def better_pilot_of(self, number: int) -> BetterPilot | None:
        """Who plays better than the players of a round, and what that wins; None if nobody has played yet."""
        return next((each for each in self.better_pilots if each.round == number), None)
