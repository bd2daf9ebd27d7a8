"""All that a balance run needs, as data that can be stored, compared and read again; and settings with a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from evometa.balance.objectives import choose_objectives
from evometa.experiments.experiment import RunSettings
from evometa.input.errors import InputError, Where, describe_words, errors_at
from evometa.input.fields import wrong_type
from evometa.metagame.playing import check_games
from evometa.search.algorithms import find_algorithm
from evometa.search.evolution import Evolution
from evometa.search.settings import EvolutionSettings

SHORT_NAMES = {"ga": "genetic", "nsga2": "nsga2"}  # of algorithms
GUIDES = ("wrd", "wrp", "wrn")
MOST_SEED = (1 << 64) - 1


@dataclass(frozen=True)
class BalanceSettings(RunSettings):
    """A balance run. The same settings give the same run, on any number of threads."""

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
    guide_top: int | None = None  # only so many cards may change; None: all, but those preferred more often
    guide_games: int = 1000  # per match-up and card, for the guide wrn; the others need no games of their own
    again_games: int = 400  # per match-up, when the search's best are measured again
    again_size: int = 100  # how many of them are
    audit_games: int = 10_000  # per match-up
    audit_size: int = 12  # genomes that are audited, the unchanged one among them; the best as searched comes on top

    def __post_init__(self) -> None:
        self.algorithm_type.check_setup(len(choose_objectives(self.objectives)), self.evolution)
        check_games(self.games)
        check_games(self.again_games)
        check_games(self.audit_games)
        check_games(self.guide_games)
        if self.guide is not None and self.guide not in GUIDES:
            raise InputError(f"guide: unknown statistic {self.guide!r}; {describe_words(self.guide, GUIDES)}")
        if self.guide_top is not None and self.guide is None:
            raise InputError(f"guide_top: found {self.guide_top} without a guide; give one of: {', '.join(GUIDES)}")
        _check_least("guide_top", 1 if self.guide_top is None else self.guide_top, 1)
        _check_least("again_size", self.again_size, 1)
        _check_least("audit_size", self.audit_size, 2)
        if not 0 <= self.seed <= MOST_SEED:
            raise InputError(f"seed: found {self.seed}; allowed: from 0 to {MOST_SEED}")

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
        audits = self.again_size * self.again_games + (self.audit_size + 1) * self.audit_games
        return int((evaluations * self.games + audits) * n_match_ups)

    def to_json(self) -> dict[str, Any]:
        """As JSON can say it."""
        return {
            **asdict(self),
            "objectives": list(self.objectives),
            "patches": [list(each) for each in self.patches],
            "space": dict(self.space),
        }

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], source: str = "settings") -> BalanceSettings:
        """From what `to_json` gives, or a part of it: the rest is as it is without."""
        return BalanceSettings().change(tree, source)

    def change(self, tree: Mapping[str, Any], source: str = "settings") -> BalanceSettings:
        """The same with some fields changed, as they stand in TOML or JSON; `source` names them in messages."""
        where, known = Where(source), {each.name for each in fields(self)}
        changes: dict[str, Any] = {}
        for name, value in tree.items():
            if name not in known:
                raise where.unknown("field", name, known)
            changes[name] = self._read_field(where / name, name, value)
        with errors_at(where):
            return replace(self, **changes)

    def _read_field(self, where: Where, name: str, value: object) -> object:
        if name == "evolution":
            return self._read_evolution(where, value)
        if name in ("objectives", "patches"):
            if not isinstance(value, list | tuple):
                raise wrong_type(where, value, "a list")
            return tuple(tuple(each) if isinstance(each, list) else each for each in value)
        if value is None and name in ("players", "guide", "guide_top"):
            return None
        kind, words = _KINDS[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise wrong_type(where, value, words)
        return value

    def _read_evolution(self, where: Where, value: object) -> EvolutionSettings:
        if not isinstance(value, Mapping):
            raise wrong_type(where, value, "a table such as { population = 100, generations = 12 }")
        known = {each.name for each in fields(EvolutionSettings)}
        for name in value:
            if name not in known:
                raise where.unknown("field", name, known)
        return replace(self.evolution, **value)


_TEXT, _NUMBER = (str, "a text"), (int, "a whole number")
_KINDS: dict[str, tuple[Any, str]] = {
    **dict.fromkeys(("metagame", "players", "algorithm", "guide"), _TEXT),
    **dict.fromkeys(("games", "seed", "guide_top", "guide_games"), _NUMBER),
    **dict.fromkeys(("again_games", "again_size", "audit_games", "audit_size"), _NUMBER),
    **dict.fromkeys(("common_seeds", "unchanged"), (bool, "true or false")),
    "space": (Mapping, "a table"),
}


def _check_least(name: str, found: int, least: int) -> None:
    if found < least:
        raise InputError(f"{name}: found {found}; allowed: {least} or more")


# --- settings with a name -------------------------------------------------------------------------

_PAPER = BalanceSettings(players="paper", space={"allow_zero": True})
_FEW_CARDS = {"max_cards": 8}  # patches that people can read, and a space that a short search gets to know
PRESETS = {
    "paper-1": replace(_PAPER, algorithm="ga", objectives=("f",), unchanged=False, audit_size=6),
    "paper-2": replace(_PAPER, evolution=EvolutionSettings(generations=32)),
    "quick": BalanceSettings(
        evolution=EvolutionSettings(population=40, generations=12),
        games=40,
        space=_FEW_CARDS,
        again_games=160,
        again_size=40,
        audit_games=2000,
        audit_size=5,
    ),
    "demo": BalanceSettings(
        evolution=EvolutionSettings(population=40, generations=16),
        games=50,
        space=_FEW_CARDS,
        again_games=200,
        again_size=40,
        audit_games=3000,
        audit_size=6,
    ),
}


def find_preset(name: str) -> BalanceSettings:
    """The settings of that name."""
    if name not in PRESETS:
        raise InputError(f"unknown preset {name!r}; {describe_words(name, PRESETS)}")
    return PRESETS[name]
