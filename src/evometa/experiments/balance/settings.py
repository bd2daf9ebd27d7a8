"""All that a balance run needs, as data that can be stored, compared and read again; and settings with a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from evometa.balance.objectives import choose_objectives
from evometa.experiments.pilots import check_pilot_games
from evometa.experiments.settings import Nested, RunSettings, check_range
from evometa.input.errors import InputError, Where, describe_words
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
from evometa.metagame.pilots import MOST_PILOTS
from evometa.metagame.playing import check_games, read_games
from evometa.search.algorithms import find_algorithm
from evometa.search.evolution import Evolution
from evometa.search.settings import RANGES, EvolutionSettings

SHORT_NAMES = {"ga": "genetic", "nsga2": "nsga2"}  # of algorithms
GUIDES = ("wrd", "wrp", "wrn")
MOST_CHOSEN = 100_000  # cards or patches
EVOLUTION_READERS: Readers = {
    **{name: whole_number(highest=most) for name, (_, most) in RANGES.items()},
    **dict.fromkeys(("crossover_rate", "mutation_rate", "gene_rate"), number()),
}


def _read_space(where: Where, value: object) -> dict[str, Any]:
    """What may change: a table, or the name of a space that is known."""
    return {"base": value} if isinstance(value, str) else read_table(where, value)


@dataclass(frozen=True)
class BalanceSettings(RunSettings):
    """A balance run. The same settings give the same run, on any number of threads."""

    readers: ClassVar[Readers] = {
        **dict.fromkeys(("metagame", "algorithm"), read_text),
        **dict.fromkeys(("players", "guide"), maybe(read_text)),
        "evolution": Nested(EvolutionSettings, EVOLUTION_READERS),
        "objectives": list_of(read_any_text, "a list of objectives"),  # each must be one of `OBJECTIVES`
        **dict.fromkeys(("games", "again_games", "audit_games", "guide_games", "pilot_games"), read_games),
        **dict.fromkeys(("again_size", "audit_size"), whole_number(highest=MOST_CHOSEN)),
        "guide_top": maybe(whole_number(highest=MOST_CHOSEN)),
        **dict.fromkeys(("common_seeds", "unchanged"), read_yes_or_no),
        "seed": read_seed,
        "space": _read_space,
        "patches": list_of(list_of(read_any_text, least=2, most=2), "a list of labels and patches", most=1_000),
    }

    metagame: str = "paper-small"  # a built-in one, or a file
    players: str | None = None  # who plays all decks; None: the metagame's own players
    algorithm: str = "nsga2"  # or ga
    evolution: EvolutionSettings = field(default_factory=EvolutionSettings)
    objectives: tuple[str, ...] = ("f", "m")
    games: int = 100  # per match-up and evaluation
    common_seeds: bool = False  # whether all genomes are played with the same games
    seed: int = 1
    space: Mapping[str, Any] = field(default_factory=dict)  # what may change, as `balance.space_files` reads it
    unchanged: bool = True  # whether the metagame as it is belongs to the initial population
    patches: tuple[tuple[str, str], ...] = ()  # label and TOML of patches that also belong to it
    guide: str | None = None  # the statistic that says which cards to prefer: wrd, wrp or wrn
    guide_top: int | None = None  # only this number of cards may change; None: all, but those preferred more often
    guide_games: int = 1000  # per match-up and card, for the guide wrn; the others need no games of their own
    again_games: int = 400  # per match-up, when the search's best are measured again
    again_size: int = 100  # how many of them are
    audit_games: int = 10_000  # per match-up
    audit_size: int = 12  # genomes that are audited, the unchanged one among them; the best as searched comes on top
    pilot_games: int = 2000  # per match-up, when others play the patch again, before it and after; 0: nobody else does

    def __post_init__(self) -> None:
        self.algorithm_type.check_setup(len(choose_objectives(self.objectives)), self.evolution)
        check_games(self.games)
        check_games(self.again_games)
        check_games(self.audit_games)
        check_games(self.guide_games)
        check_pilot_games(self.pilot_games)
        if self.guide is not None and self.guide not in GUIDES:
            raise InputError(f"guide: unknown statistic {self.guide!r}; {describe_words(self.guide, GUIDES)}")
        if self.guide_top is not None and self.guide is None:
            raise InputError(f"guide_top: found {self.guide_top} without a guide; give one of: {', '.join(GUIDES)}")
        check_range("guide_top", 1 if self.guide_top is None else self.guide_top, 1, MOST_CHOSEN)
        check_range("again_size", self.again_size, 1, MOST_CHOSEN)
        check_range("audit_size", self.audit_size, 2, MOST_CHOSEN)

    @property
    def algorithm_type(self) -> type[Evolution]:
        """The algorithm itself."""
        if self.algorithm not in SHORT_NAMES:
            raise InputError(f"unknown algorithm {self.algorithm!r}; {describe_words(self.algorithm, SHORT_NAMES)}")
        return find_algorithm(SHORT_NAMES[self.algorithm])

    def games_left(self, generation: int, n_match_ups: int) -> int:
        """About how many games are left after a generation (-1: before the first), those after the search included."""
        evolution = self.evolution
        changed = 1 - (1 - evolution.crossover_rate) * (1 - evolution.mutation_rate)
        generations = evolution.generations - max(generation, 0)
        evaluations = evolution.population * (changed * generations + (generation < 0))
        later = self.again_size * self.again_games + self.count_audit_games()
        return int((evaluations * self.games + later) * n_match_ups)

    def count_audit_games(self) -> int:
        """About how many games per match-up the audits take, and those who play the chosen patch again."""
        return (self.audit_size + 1) * self.audit_games + 2 * MOST_PILOTS * self.pilot_games


# --- settings with a name -------------------------------------------------------------------------

_PAPER = BalanceSettings(players="paper", space={"allow_zero": True}, pilot_games=0)  # as the paper did it
_FEW_CARDS = {"max_cards": 8}  # patches that people can read, and a space that a short search gets to know
_QUICK = BalanceSettings(
    evolution=EvolutionSettings(population=40, generations=12),
    games=40,
    space=_FEW_CARDS,
    again_games=160,
    again_size=40,
    audit_games=2000,
    audit_size=5,
    pilot_games=1000,
)
PRESETS = {
    "paper-1": replace(_PAPER, algorithm="ga", objectives=("f",), unchanged=False, audit_size=6),
    "paper-2": replace(_PAPER, evolution=EvolutionSettings(generations=32)),
    "quick": _QUICK,
    "demo": replace(
        _QUICK,
        evolution=EvolutionSettings(population=40, generations=16),
        games=50,
        again_games=200,
        audit_games=3000,
        audit_size=6,
    ),
}


def find_preset(name: str) -> BalanceSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise InputError(f"unknown preset {name!r}; {describe_words(name, PRESETS)}")
    return PRESETS[name]
