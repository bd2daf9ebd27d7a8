"""What a balance run finds: the metagame as it is, how the search went, the audits, and what it recommends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Self

from evometa.balance.explaining import Explanation
from evometa.balance.targets import Aim
from evometa.experiments.nerfs.results import ScannedCard
from evometa.experiments.pilots import Piloted, change_between
from evometa.experiments.runs import read_players
from evometa.input.stored import Record, ends
from evometa.matches.inference import UNKNOWN, Estimate
from evometa.metagame.changes.observed import Observed
from evometa.metagame.diversity import Worth
from evometa.metagame.standing import Standing
from evometa.search.contract import Ints
from evometa.store import Run
from evometa.store.results import Results

UNCHANGED = "unchanged"  # the label of the metagame as it is


class DeckCards(Record):
    """The cards of a deck with their statistics."""

    deck: str
    win_rate: float
    cards: tuple[ScannedCard, ...]


class Guide(Record):
    """What tells a search which cards to prefer."""

    by: str  # the statistic
    games: int  # that were played for it
    decks: tuple[DeckCards, ...]


class Generation(Record):
    """The individuals of a generation, as the search saw them; the values are by objective."""

    generation: int
    evaluations: int  # up to this generation
    games: int  # up to this generation
    min: Mapping[str, float]
    mean: Mapping[str, float]
    max: Mapping[str, float]


class BestSoFar(Record):
    """The best patch for a budget, by the model and all games so far."""

    budget: int  # of its size
    most_cards: int  # that may change
    size: float
    cards_changed: int
    value: Estimate  # of what is minimised
    games: int  # per match-up


class LearningRound(Record):
    """A round of a search that learns, and what is best after it."""

    round: int
    evaluations: int  # up to this round
    games: int  # up to this round
    best: tuple[BestSoFar, ...]


class KnownGames(Record):
    """Games from before the search: those of the metagame as it is, and those of an earlier run. R rows, g genes."""

    genes: tuple[str, ...]  # their addresses
    genomes: Ints  # [k, g]
    wins: Ints  # [k, R]
    decided: Ints  # [k, R]: games that somebody won
    games: Ints  # [k, R]
    next_number: int = 0  # of an evaluation, so that none has the games of an earlier one


class MeasuredAgain(Record):
    """What fresh games say of one of the search's best."""

    number: int  # of its evaluation
    values: Mapping[str, float]  # by objective
    f: float  # as measured
    games: int


class AuditedObjective(Record):
    """An objective of the run: as searched, measured again, and audited. What is not known is NaN."""

    searched: float
    search_noise_floor: float  # what it would be on average with the search's games if all were even
    again: float
    audited: Estimate
    noise_floor: float  # the same with the audit's games

    @property
    def is_noise(self) -> bool:
        """Whether the search claims less than its number of games can tell."""
        return self.searched < self.search_noise_floor


class Audit(Record):
    """A patch, or the metagame as it is, played again with many fresh games."""

    number: int  # of its evaluation
    label: str
    objectives: Mapping[str, AuditedObjective]  # those of the run, by name
    standing: Standing  # where several play, with the first of them
    searched_f: float  # F as the search's games showed it, whether or not it is an objective
    search_noise_floor: float  # what F would be on average with the search's games if all were even
    again_f: float  # F when it was measured again, before it was chosen
    magnitude: int
    magnitude_unweighted: int
    cards_changed: int
    notes: tuple[str, ...]
    patch: str  # as TOML
    games: int
    jolt: float
    by_player: Mapping[str, Standing] = field(default_factory=dict)  # where several play, with each of them
    goal_by_player: Mapping[str, AuditedObjective] = field(default_factory=dict)  # what is minimised, the same way
    simulated: Standing | None = None  # where the levels were observed: as it was played, without them
    worth: Worth | None = None  # how many decks and classes are worth playing

    @property
    def played(self) -> Standing:
        """How it stands by the simulated games alone."""
        return self.simulated or self.standing

    @property
    def is_unchanged(self) -> bool:
        """Whether this is the metagame as it is."""
        return self.label == UNCHANGED

    def played_by(self, names: Iterable[str]) -> list[Standing]:
        """How it stands with each of these by its simulated games, as far as they have played; or with who has."""
        return [self.by_player[name] for name in names if name in self.by_player] or [self.played]

    def led_by(self, player: str) -> Audit:
        """The same, where several play, with that one before the others."""
        ordered = sorted(self.by_player, key=lambda name: name != player)
        return replace(self, by_player={name: self.by_player[name] for name in ordered})

    def value_of(self, goal: str, player: str = "") -> Estimate:
        """What was minimised, as audited; where several play, with one of them or with whom it is worst."""
        if player in self.by_player:
            is_kept = player in self.goal_by_player
            return self.goal_by_player[player].audited if is_kept else self.by_player[player].f_corrected
        return self.objectives[goal].audited if goal != "f" and goal in self.objectives else self.f

    @property
    def f(self) -> Estimate:
        """F without the share of chance; where several play, with whom it is highest."""
        standings = tuple(self.by_player.values()) or (self.standing,)
        return max((each.f_corrected for each in standings), key=lambda f: f.value)

    @property
    def is_noise(self) -> bool:
        """Whether the F that the search saw is less than its number of games can tell."""
        return self.searched_f < self.search_noise_floor


class PilotedPatch(Piloted):
    """What a pilot's games say of a patch: of what the run minimised."""

    objective: str = "f"


class FrontPatch(Record):
    """An audited patch among the others, from the smallest to the largest."""

    label: str
    magnitude: int
    cards_changed: int
    searched_f: float  # what the search expected of it; of a model, by all its games
    audited_f: Estimate = field(metadata=ends("audited_low", "audited_high"))
    games: int  # of the audit
    is_better: bool  # than all smaller ones, by the intervals of what was minimised
    jolt: float
    goal: Estimate = UNKNOWN  # what was minimised, as audited


def order_audits(audits: Iterable[Audit], goal: str) -> list[Audit]:
    """From the smallest patch to the largest, and of one size from the best."""
    return sorted(audits, key=lambda audit: (audit.magnitude, audit.value_of(goal).value))


def list_front(audits: Sequence[Audit], goal: str) -> tuple[FrontPatch, ...]:
    """The audits from the smallest patch to the largest, and whether each is surely better than all smaller ones."""
    front: list[FrontPatch] = []
    lowest: Estimate | None = None
    for audit in order_audits(audits, goal):
        searched = audit.objectives["f"].searched if "f" in audit.objectives else audit.searched_f
        value, sizes = audit.value_of(goal), (audit.magnitude, audit.cards_changed)
        is_better = lowest is None or change_between(lowest, value).high < 0
        front.append(FrontPatch(audit.label, *sizes, searched, audit.f, audit.games, is_better, audit.jolt, value))
        if lowest is None or value.value < lowest.value:
            lowest = value
    return tuple(front)


class BalanceResults(Results):
    """All that a balance run has found out so far."""

    first_games: int = 0  # of the first look at the metagame as it is
    cards: tuple[DeckCards, ...] = ()  # of the metagame as it is
    deck_classes: tuple[str, ...] = ()  # the class of each deck
    known: KnownGames | None = None  # from before the search, if it is one that learns
    observed: Observed | None = None  # games of people, if the levels are theirs
    games_of_earlier: int = 0  # of the audit of the metagame as it is, if an earlier run has played it
    guide: Guide | None = None
    history: tuple[Generation, ...] = ()
    rounds: tuple[LearningRound, ...] = ()
    again: tuple[MeasuredAgain, ...] = ()
    audits: tuple[Audit, ...] = ()  # the first is the metagame as it is
    chosen: int | None = None  # the number of the audit that the run ends with
    pruned: int | None = None  # the number of the first choice, when all of its changes were looked at
    aims: tuple[Aim, ...] = ()  # how far each match-up is from what was drawn, with the chosen patch
    explanations: tuple[Explanation, ...] = ()  # of the first choice, and of what is left without idle changes
    pilots: tuple[PilotedPatch, ...] = ()  # without the chosen patch and with it: with who plays, and with others

    @property
    def games_beside(self) -> int:
        """The games that belong to no evaluation: those of the search, the audits and what follows them."""
        later = sum(audit.games for audit in self.audits)
        later += sum(each.games for each in self.explanations) + sum(each.games for each in self.pilots)
        return self.search_games_beside + later - self.games_of_earlier

    @property
    def search_games_beside(self) -> int:
        """Those of the search: of the first look, of the guide, and of measuring the best again."""
        guide = 0 if self.guide is None else self.guide.games
        return self.first_games + guide + sum(each.games for each in self.again)

    @property
    def baseline(self) -> Standing | None:
        """How the metagame as it is stands, once it was played."""
        return self.audits[0].standing if self.audits else None

    @property
    def players(self) -> tuple[str, ...]:
        """Where several play, the names of all of them; one alone is named by the settings of the run."""
        names = self.audits[0].by_player if self.audits else ()
        return tuple(dict.fromkeys(name for each in names for name in each.split(", ")))

    @property
    def first_player(self) -> str:
        """Where several play, the first of them, with whom standings, aims and explanations are; else nothing."""
        return next(iter(self.audits[0].by_player), "") if self.audits else ""

    @property
    def f_before(self) -> Estimate:
        """F of the metagame as it is, without the share of chance; where several play, with whom it is highest."""
        return self.audits[0].f if self.audits else UNKNOWN

    def compare_by_player(self, audit: Audit, goal: str) -> dict[str, tuple[Estimate, Estimate]]:
        """Where several play, what was minimised without a patch and with it, with each of them."""
        names = [name for name in audit.by_player if name in self.audits[0].by_player]
        return {name: (self.audits[0].value_of(goal, name), audit.value_of(goal, name)) for name in names}

    @property
    def chosen_audit(self) -> Audit | None:
        """The audit of what the run ends with, if it has come that far."""
        return next((audit for audit in self.audits if audit.number == self.chosen), None)

    @property
    def explanation(self) -> Explanation | None:
        """What each change of the chosen patch buys, if that is known."""
        chosen = self.chosen_audit
        found = [each for each in self.explanations if chosen is not None and each.notes == chosen.notes]
        return found[-1] if found else None

    @property
    def dropped(self) -> tuple[str, ...]:
        """The changes of the first choice that were taken out because they buy nothing, as patch notes."""
        chosen = self.chosen_audit
        if chosen is None or not self.explanations:
            return ()
        return tuple(note for note in self.explanations[0].notes if note not in chosen.notes)

    @property
    def known_audits(self) -> list[Audit]:
        """All audits whose F is known."""
        return [audit for audit in self.audits if audit.f.is_known]

    @property
    def patches(self) -> list[Audit]:
        """All audited patches whose F is known."""
        return [audit for audit in self.known_audits if not audit.is_unchanged]

    @property
    def recommended(self) -> Audit | None:
        """The patch that the run ends with, None if that is none; while it has not said, its most even one."""
        chosen = self.chosen_audit
        if chosen is not None and chosen.f.is_known:
            return None if chosen.is_unchanged else chosen
        return min(self.patches, key=lambda audit: audit.f.value, default=None)

    @classmethod
    def read(cls, run: Run) -> Self:
        """What a run has stored. Where several play, they are stored by name, and the first comes first again."""
        found, first = super().read(run), ", ".join(read_players(run, None))
        return replace(found, audits=tuple(audit.led_by(first) for audit in found.audits))
