"""All that a balance run needs, as data that can be stored, compared and read again; and settings with a name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from evometa.balance.objectives import CEILING, CLASSES, OBJECTIVES, TARGET, Objective, choose_objectives
from evometa.balance.space import BASES, GENTLE
from evometa.balance.space_files import MOST_CHANGED
from evometa.balance.targets import NOTHING_DRAWN, read_wishes
from evometa.experiments.settings import GAMES, METAGAME, OBSERVED_HELP, PILOT_GAMES, PLAYERS, SEED, RunSettings
from evometa.input.errors import InputError, Where, describe_words
from evometa.input.fields import list_of, read_any_text, read_table
from evometa.input.reading import read_toml
from evometa.input.settings import Setting
from evometa.metagame.changes.observed import read_rows
from evometa.metagame.limits import MOST_GAMES, MOST_PILOTS
from evometa.search.algorithms import MODEL, algorithm_names, find_algorithm
from evometa.search.learning.settings import MOST_BUDGET, MOST_IN_ALL, LearningSettings, find_row_factor, scale_games
from evometa.search.settings import EvolutionSettings

FILE = Path(__file__).parent / "presets.toml"
OBSERVED = Setting(metavar="FILE", asked_as=Path, reader=read_rows)
GUIDES = ("wrd", "wrp", "wrn")
ABOUT_EXPLAINED = 10  # times that the games of a match-up are played to explain a patch
MOST_CHOSEN = 100_000  # cards or patches
MOST_PLAYERS = 8  # who play at once
LATER_GAMES = ("audit_games", "explain_games", "pilot_games")  # those that come after the search
WEAKER_PART = 0.5  # of the games of an evaluation, for who plays a rung below
LEAST_SHARED = 4  # games of an evaluation, of which half are an even number, too


def _describe_objectives() -> str:
    return f"What to make low, as in f,m. There are {', '.join(OBJECTIVES)}."


def _read_space(where: Where, value: object) -> dict[str, Any]:
    """What may change: a table, or the name of a space that is known."""
    return {"base": value} if isinstance(value, str) else read_table(where, value)


_read_objectives = list_of(read_any_text, "a list of objectives")  # each must be one of `OBJECTIVES`
_read_patches = list_of(list_of(read_any_text, least=2, most=2), "a list of labels and patches", most=1_000)


@dataclass(frozen=True)
class BalanceSettings(RunSettings):
    """A balance run. The same settings give the same run, on any number of threads."""

    is_usual_shown: ClassVar[bool] = False  # it depends on the preset, and on the number of match-ups

    metagame: Annotated[str, replace(METAGAME, is_argument=True, usual="paper-small, or as --settings says")] = (
        "paper-small"
    )
    algorithm: Annotated[
        str,
        Setting(
            "A model that learns from every game, NSGA-II (several objectives), or a genetic algorithm (one).",
            words=algorithm_names,
        ),
    ] = MODEL
    objectives: Annotated[
        tuple[str, ...], Setting(_describe_objectives, metavar="LIST", has_commas=True, reader=_read_objectives)
    ] = ("f_meta", "m")
    max_m: Annotated[
        int | None, Setting("The best patch of at most this magnitude.", range=(1, MOST_BUDGET), label="M at most")
    ] = None
    earlier: Annotated[
        str | None,
        Setting(
            "Start with all games of an earlier run on the same metagame.", flag="--from", metavar="RUN", names="folder"
        ),
    ] = None
    learning: LearningSettings = field(default_factory=LearningSettings)  # of the algorithm that learns
    evolution: Annotated[
        EvolutionSettings,
        Setting(
            inside={
                "population": Setting("Patches in a generation, of nsga2 and ga.", label="Patches in a generation"),
                "generations": Setting("Generations after the initial one, of nsga2 and ga.", label="Generations"),
            }
        ),
    ] = field(default_factory=EvolutionSettings)  # of those that evolve
    games: Annotated[
        int,
        GAMES.says("Games per match-up for each patch, of nsga2 and ga: an even number.", label="Games per match-up"),
    ] = 100
    common_seeds: bool = False  # whether all genomes are played with the same games
    players: Annotated[str | None, PLAYERS] = None
    weaker: Annotated[float, Setting(range=(0, 1))] = 0.25  # how much the rung below counts for `model`; 0: not at all
    space: Annotated[
        Mapping[str, Any],
        Setting(
            "What may change: small changes that a designer would ship, all cards, or as a TOML file says.",
            metavar="|".join((*BASES, "FILE")),
            asked_as=str,
            reader=_read_space,
        ),
    ] = field(default_factory=lambda: {"base": GENTLE})  # as `balance.space_files` reads it
    target: Annotated[
        tuple[Mapping[str, Any], ...],
        Setting(
            "A matrix as CSV that says how match-ups should go, instead of even.",
            metavar="FILE",
            asked_as=Path,
            reader=read_wishes,
        ),
    ] = ()
    ceiling: Annotated[
        float | None, Setting("No deck may win more than so many percent against the metagame.", range=(50, 100))
    ] = None
    classes_within: Annotated[
        float | None,
        Setting("Every class should have a deck within so many points of 50% against the metagame.", range=(0, 50)),
    ] = None
    observed: Annotated[
        tuple[Mapping[str, Any], ...],
        OBSERVED.says(f"Start from what was observed: the simulation says how far a patch moves it. {OBSERVED_HELP}"),
    ] = ()
    unchanged: bool = True  # whether the metagame as it is belongs to the initial population
    # Label and TOML of patches that also belong to it.
    patches: Annotated[tuple[tuple[str, str], ...], Setting(reader=_read_patches)] = ()
    guide: Annotated[str | None, Setting("Prefer cards that this statistic points at.", words=GUIDES)] = None
    guide_top: Annotated[  # None: all, but those preferred more often
        int | None, Setting("With --guide: only this number of cards may change.", flag="--top", range=(1, MOST_CHOSEN))
    ] = None
    guide_games: Annotated[int, GAMES.says("")] = 1000  # per match-up and card, for wrn; the others need none
    again_games: Annotated[int, GAMES.says("Games per match-up when many of the best are measured.")] = 400
    again_size: Annotated[int, Setting("How many of the search's best are measured again.", range=(1, MOST_CHOSEN))] = (
        100
    )
    audit_games: Annotated[
        int, GAMES.says("Games per match-up when the best of them are audited.", label="Games of the audit")
    ] = 4000
    audit_size: Annotated[  # the best as searched comes on top
        int, Setting("How many patches are audited, the empty one among them.", range=(2, MOST_CHOSEN))
    ] = 12
    explain_games: Annotated[
        int,
        GAMES.says("Games per match-up with each change of the patch put back; 0 to skip this.", range=(0, MOST_GAMES)),
    ] = 600
    pilot_games: Annotated[int, replace(PILOT_GAMES, label="Games of other players")] = 1000
    max_games: Annotated[
        int | None,
        Setting(
            "Games of the search in all, races included; audits and what follows them come on top.",
            range=(1, MOST_IN_ALL),
            label="Games of the search",
        ),
    ] = None
    seed: Annotated[int, SEED.says("Another seed gives another run.")] = 1

    def check(self) -> None:
        """Refuse settings that do not go together."""
        if TARGET in self.objectives and not self.target:
            raise InputError(NOTHING_DRAWN)
        for name, value in ((CEILING, self.ceiling), (CLASSES, self.classes_within)):
            if value is not None and name not in self.objectives:
                raise InputError(f"objectives: found {', '.join(self.objectives)}, but {value:g} is asked for '{name}'")
        if self.guide_top is not None and self.guide is None:
            raise InputError(f"guide_top: found {self.guide_top} without a guide; give one of: {', '.join(GUIDES)}")
        if self.algorithm == MODEL:
            self._check_model()
        else:
            self._check_evolution()

    def _check_evolution(self) -> None:
        find_algorithm(self.algorithm).check(len(choose_objectives(self.objectives)), self.evolution)
        if self.players is not None and len(split_players(self.players)) > 1:
            raise InputError(f"players: found {self.players!r}; several at once are for the algorithm '{MODEL}'")
        if self.earlier is not None:
            raise InputError(f"earlier: only the algorithm '{MODEL}' can go on from the games of another run")
        if self.observed:
            raise InputError(
                f"observed: only the algorithm '{MODEL}' can start from what was observed; leave observed out, "
                f"or the algorithm {self.algorithm}"
            )

    def _check_model(self) -> None:
        self.choose_goals()
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

    def choose_goals(self) -> tuple[Objective, ...]:
        """What the model minimises: the objective that games measure, or the sum of several about strength."""
        measured = tuple(each for each in choose_objectives(self.objectives) if not each.is_exact)
        refused = [each for each in measured if each.loss_of is None]
        able = ", ".join(name for name, each in OBJECTIVES.items() if each.loss_of is not None)
        if refused:
            other = "nsga2" if len(self.objectives) > 1 else "nsga2 or ga"
            raise InputError(
                f"objectives: the algorithm '{MODEL}' cannot minimise {refused[0].name!r}, which is no smooth function "
                f"of the win rates; it can do {able}. Take the algorithm {other} for this one"
            )
        if not measured or (len(measured) > 1 and not all(each.is_of_strength for each in measured)):
            found = ", ".join(each.name for each in measured) or "none"
            strengths = ", ".join(name for name, each in OBJECTIVES.items() if each.loss_of and each.is_of_strength)
            raise InputError(
                f"objectives: the algorithm '{MODEL}' minimises one objective that games measure ({able}), or several "
                f"about strength ({strengths}), beside the size of the patch; found {found}. Take the algorithm nsga2 "
                "for several"
            )
        return measured

    @property
    def goal(self) -> str:
        """The name of what patches are compared by: the first objective that games measure, or F."""
        return next((each.name for each in choose_objectives(self.objectives) if not each.is_exact), "f")

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

    def plan_within(self, n_match_ups: int, n_players: int, n_weaker: int) -> LearningSettings:
        """How the model learns from match-ups of those who play, and of those a rung below, within `max_games`."""
        plan, n_given = self.plan_learning().for_rows(n_match_ups * n_players), len(self.patches)
        if self.max_games is None:
            _check_enough("learning.most_games", plan.most_games, plan.count_needed(n_given), " per match-up")
            return replace(plan, most_games=plan.most_games or plan.count_usual(n_given))
        n_counted = n_match_ups * (n_players + n_weaker * (WEAKER_PART if plan.least_asked >= LEAST_SHARED else 1))
        _check_enough("max_games", self.max_games, ceil(plan.thinnest.count_needed(n_given) * n_counted))
        return plan.fit_games(int(self.max_games / n_counted), n_given)

    @property
    def reserve_again(self) -> int:
        """How many games per match-up of an algorithm that evolves are kept for measuring its best again."""
        return self.again_size * self.again_games

    @property
    def reserve_explained(self) -> int:
        """How many games per match-up are kept for what each change of a patch buys."""
        return ABOUT_EXPLAINED * self.explain_games

    @property
    def weaker_share(self) -> float:
        """How much the player of the rung below counts: a target is drawn for those who play, and for nobody else."""
        is_asked = self.algorithm == MODEL and TARGET not in self.objectives and not self.observed
        return self.weaker if is_asked else 0.0

    def games_left(self, generation: int, n_match_ups: int) -> int:
        """About how many games are left after a generation (-1: before the first), those after the search included."""
        if self.algorithm == MODEL:
            search = self.plan_learning().for_rows(n_match_ups).count_games(max(generation, 0)) * n_match_ups
            n_audits = 1 + min(self.audit_size - 1, self.plan_learning().n_goals) + bool(self.explain_games)
            later = n_audits * self.audit_games + self.count_later_games() + self.reserve_explained
            return self._limit(search) + later * n_match_ups
        evolution = self.evolution
        changed = 1 - (1 - evolution.crossover_rate) * (1 - evolution.mutation_rate)
        generations = evolution.generations - max(generation, 0)
        evaluations = evolution.population * (changed * generations + (generation < 0))
        search = int((evaluations * self.games + self.reserve_again) * n_match_ups)
        return self._limit(search) + self.count_audit_games() * n_match_ups

    def _limit(self, games: int) -> int:
        """So many games of a search, or as many as it may play."""
        return games if self.max_games is None else min(games, self.max_games)

    def count_audit_games(self) -> int:
        """About how many games per match-up the audits of a run that evolves take, and all that follows them."""
        return (self.audit_size + 1) * self.audit_games + self.count_later_games()

    def count_later_games(self) -> int:
        """About how many games per match-up those take that explain the chosen patch and play it again."""
        return 2 * MOST_PILOTS * self.pilot_games + self.reserve_explained


def _check_enough(name: str, found: int | None, needed: int, each: str = "") -> None:
    """Refuse so few games that the best patches could not have enough of them."""
    if found is not None and found < needed:
        raise InputError(
            f"{name}: found {found:,}{each}, but {needed:,} are needed so that the best patches have enough; "
            "allow more, or take smaller settings such as the preset quick"
        )


# --- who plays ------------------------------------------------------------------------------------


def split_players(players: str) -> dict[str, float]:
    """Who plays, and how much each counts."""
    found: dict[str, float] = {}
    for part in players.split(","):
        name, share = _read_share(part.strip())
        if not name or name in found:
            raise InputError(f"players: found {players!r}; allowed: players such as skilled,expert, each once")
        found[name] = share
    if len(found) > MOST_PLAYERS:
        raise InputError(f"players: found {len(found)} of them; allowed: at most {MOST_PLAYERS} at once")
    return found


def _read_share(part: str) -> tuple[str, float]:
    name, colon, number = part.rpartition(":")
    try:
        share = float(number) if colon else 1.0
    except ValueError:
        return part, 1.0  # a file may have a colon in its name
    if not colon:
        return part, share
    if not 0 < share <= 1000:
        raise InputError(f"players: {name} counts {number}; allowed: above 0, up to 1000")
    return name, share


# --- settings with a name -------------------------------------------------------------------------

PRESETS: Mapping[str, Any] = read_toml(FILE, Where(FILE.name))  # what is not as usual, as a file of settings says it


def find_preset(name: str) -> BalanceSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise InputError(f"unknown preset {name!r}; {describe_words(name, PRESETS)}")
    tree = dict(PRESETS[name])
    start = find_preset(tree.pop("preset")) if "preset" in tree else BalanceSettings()
    return start.change(tree, FILE.name)


@dataclass(frozen=True)
class BalanceStart:
    """What a balance run takes beside its settings: where they start from, and what belongs to one."""

    quick: Annotated[bool, Setting("About a minute's worth; the same as --preset quick.")] = False
    preset: Annotated[str | None, Setting(f"Start from these settings: {', '.join(PRESETS)}.", metavar="NAME")] = None
    settings: Annotated[Path | None, Setting("A TOML file of settings; options count more.", metavar="FILE")] = None
    include: Annotated[
        tuple[Path, ...], Setting("A patch file for the initial population; may be repeated.", metavar="PATCH")
    ] = ()
    max_cards: Annotated[int | None, Setting("Change at most so many cards.", range=(1, MOST_CHANGED))] = (
        None  # of the space
    )
