"""All that a balance run needs, as data that can be stored, compared and read again; and settings with a name."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any, ClassVar, Self

from evometa.balance.objectives import OBJECTIVES, TARGET, Objective, choose_objectives
from evometa.balance.space_files import GENTLE
from evometa.balance.targets import NOTHING_DRAWN, read_wishes
from evometa.experiments.balance.crew import split_players
from evometa.experiments.pilots import check_pilot_games
from evometa.experiments.settings import Nested, RunSettings, check_range
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import (
    Readers,
    list_of,
    maybe,
    number,
    read_any_text,
    read_seed,
    read_table,
    read_text,
    read_yes_or_no,
    whole_number,
)
from evometa.metagame.observed import read_rows
from evometa.metagame.pilots import MOST_PILOTS
from evometa.metagame.playing import check_games, read_games
from evometa.search.algorithms import find_algorithm
from evometa.search.evolution import Evolution
from evometa.search.learning.settings import MOST_BUDGET, LearningSettings, find_row_factor, scale_games
from evometa.search.settings import RANGES, EvolutionSettings

MODEL = "model"  # the algorithm that learns from every game
SHORT_NAMES = {"ga": "genetic", "nsga2": "nsga2"}  # of the algorithms that evolve
ALGORITHMS = (MODEL, *SHORT_NAMES)
GUIDES = ("wrd", "wrp", "wrn")
ABOUT_EXPLAINED = 10  # times that the games of a match-up are played to explain a patch
MOST_CHOSEN = 100_000  # cards or patches
MOST_IN_ALL = 1_000_000_000  # games per match-up
LATER_GAMES = ("audit_games", "explain_games", "pilot_games")  # those that come after the search
WEAKER_PART = 0.5  # of the games of an evaluation, for who plays a rung below
EVOLUTION_READERS: Readers = {
    **{name: whole_number(highest=most) for name, (_, most) in RANGES.items()},
    **dict.fromkeys(("crossover_rate", "mutation_rate", "gene_rate"), number()),
}
_whole = whole_number(highest=MOST_BUDGET)
LEARNING_READERS: Readers = {
    **dict.fromkeys(("budgets", "groups"), list_of(_whole, "a list of whole numbers")),
    **dict.fromkeys(
        (
            *("explore_rounds", "explore_size", "exploit_rounds", "kicks", "exploit_kicks", "least_games"),
            *("first_games", "explore_games", "exploit_games"),
        ),
        _whole,
    ),
    **dict.fromkeys(("exploit_scales", "polish_scales"), list_of(number(), "a list of numbers")),
    "most_games": maybe(whole_number(highest=MOST_IN_ALL)),
    "races": list_of(list_of(_whole, "two whole numbers", least=2, most=2), "a list of sizes and games"),
    **dict.fromkeys(("price", "filled", "luck"), number()),
}


def _read_space(where: Where, value: object) -> dict[str, Any]:
    """What may change: a table, or the name of a space that is known."""
    return {"base": value} if isinstance(value, str) else read_table(where, value)


@dataclass(frozen=True)
class BalanceSettings(RunSettings):
    """A balance run. The same settings give the same run, on any number of threads."""

    former: ClassVar[Mapping[str, Any]] = {
        **RunSettings.former,
        "learning": json.loads(json.dumps(asdict(LearningSettings()))),
        "max_m": None,
        "earlier": None,
        "target": [],
        "observed": [],
        "explain_games": 0,
        "weaker": 0.0,
        "max_games": None,
    }
    readers: ClassVar[Readers] = {
        **dict.fromkeys(("metagame", "algorithm"), read_text),
        **dict.fromkeys(("players", "guide"), maybe(read_text)),
        "evolution": Nested(EvolutionSettings, EVOLUTION_READERS),
        "learning": Nested(LearningSettings, LEARNING_READERS),
        "max_m": maybe(whole_number(highest=MOST_BUDGET)),
        "earlier": maybe(read_text),
        "objectives": list_of(read_any_text, "a list of objectives"),  # each must be one of `OBJECTIVES`
        **dict.fromkeys(("games", "again_games", "audit_games", "guide_games", "pilot_games"), read_games),
        "explain_games": read_games,
        "weaker": number(0, 1),
        "max_games": maybe(whole_number(highest=MOST_IN_ALL)),
        "target": read_wishes,
        "observed": read_rows,
        **dict.fromkeys(("again_size", "audit_size"), whole_number(highest=MOST_CHOSEN)),
        "guide_top": maybe(whole_number(highest=MOST_CHOSEN)),
        **dict.fromkeys(("common_seeds", "unchanged"), read_yes_or_no),
        "seed": read_seed,
        "space": _read_space,
        "patches": list_of(list_of(read_any_text, least=2, most=2), "a list of labels and patches", most=1_000),
    }

    metagame: str = "paper-small"  # a built-in one, or a file
    players: str | None = None  # who plays all decks; None: the metagame's own players
    algorithm: str = MODEL  # or nsga2, or ga
    learning: LearningSettings = field(default_factory=LearningSettings)  # of the algorithm that learns
    evolution: EvolutionSettings = field(default_factory=EvolutionSettings)  # of those that evolve
    objectives: tuple[str, ...] = ("f", "m")
    target: tuple[Mapping[str, Any], ...] = ()  # how match-ups should go, as `balance.targets` reads it
    observed: tuple[Mapping[str, Any], ...] = ()  # games of people, as `metagame.observed` reads them
    max_m: int | None = None  # the magnitude of the patch that the run ends with, at most
    earlier: str | None = None  # the folder of a run whose games are known from the start
    weaker: float = 0.25  # how much the player of the rung below counts in a search with a model; 0: not at all
    games: int = 100  # per match-up and evaluation, of those that evolve
    common_seeds: bool = False  # whether all genomes are played with the same games
    seed: int = 1
    space: Mapping[str, Any] = field(default_factory=lambda: {"base": GENTLE})  # as `balance.space_files` reads it
    unchanged: bool = True  # whether the metagame as it is belongs to the initial population
    patches: tuple[tuple[str, str], ...] = ()  # label and TOML of patches that also belong to it
    guide: str | None = None  # the statistic that says which cards to prefer: wrd, wrp or wrn
    guide_top: int | None = None  # only this number of cards may change; None: all, but those preferred more often
    guide_games: int = 1000  # per match-up and card, for the guide wrn; the others need no games of their own
    again_games: int = 400  # per match-up, when the search's best are measured again
    again_size: int = 100  # how many of them are
    audit_games: int = 4000  # per match-up
    audit_size: int = 12  # genomes that are audited, the unchanged one among them; the best as searched comes on top
    explain_games: int = 600  # per match-up, with each change of the patch put back; 0: nobody asks what they buy
    pilot_games: int = 1000  # per match-up, when others play the patch again, before it and after; 0: nobody else does
    max_games: int | None = None  # per match-up, in a whole run with a model; None: as the other numbers say

    def __post_init__(self) -> None:
        check_games(self.games)
        check_games(self.again_games)
        check_games(self.audit_games)
        check_games(self.guide_games)
        check_pilot_games(self.pilot_games)
        if self.explain_games:
            with errors_at(Where("explain_games")):
                check_games(self.explain_games)
        if TARGET in self.objectives and not self.target:
            raise InputError(NOTHING_DRAWN)
        if self.guide is not None and self.guide not in GUIDES:
            raise InputError(f"guide: unknown statistic {self.guide!r}; {describe_words(self.guide, GUIDES)}")
        if self.guide_top is not None and self.guide is None:
            raise InputError(f"guide_top: found {self.guide_top} without a guide; give one of: {', '.join(GUIDES)}")
        check_range("guide_top", 1 if self.guide_top is None else self.guide_top, 1, MOST_CHOSEN)
        check_range("again_size", self.again_size, 1, MOST_CHOSEN)
        check_range("audit_size", self.audit_size, 2, MOST_CHOSEN)
        if self.algorithm == MODEL:
            self._check_model()
        else:
            self._check_evolution()

    def _check_evolution(self) -> None:
        self.algorithm_type.check_setup(len(choose_objectives(self.objectives)), self.evolution)
        if self.players is not None and len(split_players(self.players)) > 1:
            raise InputError(f"players: found {self.players!r}; several at once are for the algorithm '{MODEL}'")
        if self.earlier is not None:
            raise InputError(f"earlier: only the algorithm '{MODEL}' can go on from the games of another run")
        if self.max_games is not None:
            raise InputError(
                f"max_games: only the algorithm '{MODEL}' keeps to a number of games; give the algorithm "
                f"{self.algorithm} a population, generations and games"
            )
        if self.observed:
            raise InputError(
                f"observed: only the algorithm '{MODEL}' can start from what was observed; leave observed out, "
                f"or the algorithm {self.algorithm}"
            )

    def _check_model(self) -> None:
        self.choose_goal()
        if self.guide is not None:
            raise InputError(
                f"guide: the algorithm '{MODEL}' learns which cards matter; leave the guide out, or take nsga2"
            )
        if self.players is not None and len(split_players(self.players)) > 1 and self.observed:
            raise InputError(
                f"observed: what people have won says where one metagame stands, but {self.players!r} are several; "
                "give one player, who says how far a patch moves it"
            )
        self.plan_learning()

    def for_match_ups(self, n_match_ups: int, given: Collection[str]) -> Self:
        """The same for a metagame of this size: more match-ups need fewer games of each, unless these were given.

        What is said of a patch comes from all of them together. An algorithm that evolves has its own numbers.
        """
        factor = find_row_factor(n_match_ups) if self.algorithm == MODEL else 1.0
        usual = {name: getattr(self, name) for name in LATER_GAMES if name not in given}
        return self.change({name: scale_games(games, factor) for name, games in usual.items() if games})

    def choose_goal(self) -> Objective:
        """The objective that the model minimises: the one that games measure."""
        measured = [each for each in choose_objectives(self.objectives) if not each.is_exact]
        refused = [each for each in measured if each.loss_of is None]
        able = ", ".join(name for name, each in OBJECTIVES.items() if each.loss_of is not None)
        if refused:
            other = "nsga2" if len(self.objectives) > 1 else "nsga2 or ga"
            raise InputError(
                f"objectives: the algorithm '{MODEL}' cannot minimise {refused[0].name!r}, which is no smooth function "
                f"of the win rates; it can do {able}. Take the algorithm {other} for this one"
            )
        if len(measured) != 1:
            found = ", ".join(each.name for each in measured) or "none"
            raise InputError(
                f"objectives: the algorithm '{MODEL}' minimises one objective that games measure ({able}), beside the "
                f"size of the patch; found {found}. Take the algorithm nsga2 for several"
            )
        return measured[0]

    def choose_size(self) -> Objective:
        """The objective that says how large a patch is: the first that is known without games, or M."""
        exact = [each for each in choose_objectives(self.objectives) if each.is_exact]
        return exact[0] if exact else OBJECTIVES["m"]

    def plan_learning(self) -> LearningSettings:
        """How the model learns, within the largest magnitude that was asked for, or far beyond all for a target."""
        if self.max_m is None or self.choose_size().name != "m":
            return self.learning
        if TARGET in self.objectives and self.max_m > self.learning.budgets[-1]:
            return self.learning.far(self.max_m)
        return self.learning.within(self.max_m)

    def plan_within(self, n_match_ups: int, n_crew: int, n_weaker: int) -> LearningSettings:
        """How the model learns from match-ups of those who play, and of those a rung below, within `max_games`."""
        plan = self.plan_learning().for_rows(n_match_ups * n_crew)
        given = len(self.patches) * plan.exploit_games
        needed, usual = plan.needed_games + given, plan.usual_games + given
        if self.max_games is None:
            _check_enough("learning.most_games", plan.most_games, needed)
            return replace(plan, most_games=plan.most_games or usual)
        later, n_players = self.reserve_later(n_crew, n_weaker), n_crew + WEAKER_PART * n_weaker
        _check_enough("max_games", self.max_games, ceil(needed * n_players) + later)
        return replace(plan, most_games=int((self.max_games - later) / n_players))

    def reserve_later(self, n_crew: int, n_weaker: int) -> int:
        """How many games per match-up are kept for all that is no search."""
        n_audits = 1 + min(self.audit_size - 1, self.plan_learning().n_goals) + bool(self.explain_games)
        audits = n_audits * self.audit_games * n_crew
        return audits + self.reserve_pilots(n_weaker) + 2 * self.reserve_explained

    def reserve_pilots(self, n_weaker: int) -> int:
        """At most how many games per match-up others play with the chosen patch."""
        return 2 * (MOST_PILOTS + n_weaker) * self.pilot_games

    @property
    def reserve_explained(self) -> int:
        """How many games per match-up are kept for what each change of a patch buys."""
        return ABOUT_EXPLAINED * self.explain_games

    @property
    def weaker_share(self) -> float:
        """How much the player of the rung below counts: a target is drawn for those who play, and for nobody else."""
        is_asked = self.algorithm == MODEL and TARGET not in self.objectives and not self.observed
        return self.weaker if is_asked else 0.0

    @property
    def algorithm_type(self) -> type[Evolution]:
        """The evolutionary algorithm itself."""
        if self.algorithm not in SHORT_NAMES:
            raise InputError(f"unknown algorithm {self.algorithm!r}; {describe_words(self.algorithm, ALGORITHMS)}")
        return find_algorithm(SHORT_NAMES[self.algorithm])

    def located(self) -> Self:
        """The same with every file by its whole path, the earlier run too."""
        found = super().located()
        return found if found.earlier is None else replace(found, earlier=str(Path(found.earlier).resolve()))

    def games_left(self, generation: int, n_match_ups: int) -> int:
        """About how many games are left after a generation (-1: before the first), those after the search included."""
        if self.algorithm == MODEL:
            search = self.plan_learning().for_rows(n_match_ups).count_games(max(generation, 0))
            later = self.reserve_later(1, 0)
            allowed = search if self.max_games is None else max(0, self.max_games - later)
            return (min(search, allowed) + later) * n_match_ups
        evolution = self.evolution
        changed = 1 - (1 - evolution.crossover_rate) * (1 - evolution.mutation_rate)
        generations = evolution.generations - max(generation, 0)
        evaluations = evolution.population * (changed * generations + (generation < 0))
        later = self.again_size * self.again_games + self.count_audit_games()
        return int((evaluations * self.games + later) * n_match_ups)

    def count_audit_games(self) -> int:
        """About how many games per match-up the audits of a run that evolves take, and all that follows them."""
        return (self.audit_size + 1) * self.audit_games + self.count_later_games()

    def count_later_games(self) -> int:
        """About how many games per match-up those take that explain the chosen patch and play it again."""
        return self.reserve_pilots(0) + self.reserve_explained


def _check_enough(name: str, found: int | None, needed: int) -> None:
    """Refuse so few games that the best patches could not have enough of them."""
    if found is not None and found < needed:
        raise InputError(
            f"{name}: found {found:,} per match-up, but {needed:,} are needed so that the best patches have enough; "
            "allow more, or take smaller settings such as the preset quick"
        )


# --- settings with a name -------------------------------------------------------------------------

_PAPER = BalanceSettings(  # as the paper did it
    players="paper", algorithm="nsga2", space={"allow_zero": True}, audit_games=10_000, explain_games=0, pilot_games=0
)
_QUICK = BalanceSettings(
    learning=LearningSettings(
        budgets=(8, 14, 20, 30),
        explore_rounds=3,
        explore_size=26,
        exploit_rounds=4,
        exploit_scales=(0.7, 0.35, 0.0),
        exploit_games=80,
        races=((5, 200), (2, 600), (1, 1500)),
        polish_scales=(0.0, 0.35),
    ),
    evolution=EvolutionSettings(population=40, generations=12),
    games=40,
    again_games=160,
    again_size=40,
    audit_games=1200,
    audit_size=5,
    explain_games=160,
    pilot_games=250,
)
PRESETS = {
    "paper-1": replace(_PAPER, algorithm="ga", objectives=("f",), unchanged=False, audit_size=6),
    "paper-2": replace(_PAPER, evolution=EvolutionSettings(generations=32)),
    "quick": _QUICK,
    "demo": replace(_QUICK, audit_games=3000, explain_games=500, pilot_games=1000),
}


def find_preset(name: str) -> BalanceSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise InputError(f"unknown preset {name!r}; {describe_words(name, PRESETS)}")
    return PRESETS[name]
