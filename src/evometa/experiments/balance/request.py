"""How a balance run is asked for: with a preset, then a file of settings, then single wishes, each over those before.

A file of settings has the fields of `BalanceSettings`, all of them optional, and two more:

    preset = "quick"                    # where to start from
    include = ["best_so_far.toml"]      # patch files for the initial population; relative to this file
    algorithm = "model"
    objectives = ["f", "m"]

    [learning]                          # of the algorithm model; [evolution] is for nsga2 and ga
    budgets = [12, 20, 28]

    [[target]]                          # how a match-up should go; or target = "matrix.csv"
    deck = "Hunter"
    against = "Paladin"
    rate = "60:40"

    [[observed]]                        # games of people, which say where a match-up stands
    deck = "Exp1 Hunter (Aggro)"
    opponent = "Exp1 Paladin (Control)"
    games = 1200
    wins = 430

    [space]                             # what may change, as docs/how-to/balance-a-metagame.md explains
    base = "gentle"
    lock = ["King Krush"]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import comb
from pathlib import Path
from typing import Any

from evometa.balance.objectives import TARGET
from evometa.balance.space_files import choose_space, make_space
from evometa.balance.target_files import read_target_file
from evometa.balance.targets import make_target
from evometa.experiments.balance.crew import add_weaker, load_crew
from evometa.experiments.balance.known_games import read_earlier
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.input.errors import InputError, Where
from evometa.input.fields import read_fields, read_text, read_texts
from evometa.input.reading import read_file, read_toml
from evometa.input.short_repr import short_repr
from evometa.metagame.metagames import Metagame
from evometa.metagame.observed import gather_rows, read_observed

QUICK = "quick"
OWN_READERS = {"preset": read_text, "include": read_texts}
FILE_FIELDS = [name for name in BalanceSettings.readers if name != "patches"]

Tree = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class BalanceRequest:
    """What is wished for. None: nothing."""

    metagame: str | None = None
    quick: bool = False
    preset: str | None = None
    settings: Path | None = None  # a file
    algorithm: str | None = None
    objectives: Sequence[str] | None = None
    max_m: int | None = None
    max_cards: int | None = None
    earlier: Path | None = None
    population: int | None = None
    generations: int | None = None
    games: int | None = None
    players: str | None = None
    space: str | None = None  # a name or a file
    target: Path | None = None
    observed: Path | None = None
    patches: Sequence[Sequence[str]] | None = None  # labels and texts
    guide: str | None = None
    guide_top: int | None = None
    again_games: int | None = None
    again_size: int | None = None
    audit_games: int | None = None
    audit_size: int | None = None
    explain_games: int | None = None
    pilot_games: int | None = None
    max_games: int | None = None
    seed: int | None = None

    __repr__ = short_repr

    def choose(self) -> tuple[BalanceSettings, Metagame]:
        """The settings that come of it, and their metagame; an `InputError` names the place of a mistake."""
        file = SettingsFile() if self.settings is None else SettingsFile.read(self.settings)
        preset = self.choose_preset() or file.preset
        chosen = BalanceSettings() if preset is None else find_preset(preset)
        chosen = chosen.change(file.fields, str(self.settings))
        chosen = chosen.change(self._fields(), source="")
        if self.observed is not None:
            metagame = load_crew(chosen.metagame, chosen.players)[0].metagame
            chosen = chosen.change({"observed": read_observed(self.observed, metagame).to_rows()}, source="")
        if self.max_cards is not None:
            chosen = replace(chosen, space={**chosen.space, "max_cards": self.max_cards})
        crew = load_crew(chosen.metagame, chosen.players)
        chosen = chosen.for_match_ups(comb(len(crew[0].metagame.decks), 2), {*file.fields, *self._fields()})
        make_space(crew[0].metagame, chosen.space, self._space_source())  # so that a mistake in it is known now
        if chosen.target:
            make_target(crew[0].metagame, chosen.target, self._target_source())
        if chosen.observed:
            gather_rows(chosen.observed, crew[0].metagame, f"{self.settings}, [[observed]]")
        if chosen.earlier is not None:
            read_earlier(Path(chosen.earlier), crew, add_weaker(crew, chosen.weaker_share))
        return chosen, crew[0].metagame

    def choose_preset(self) -> str | None:
        """The name of the settings to start from, if there are any."""
        if self.quick and self.preset not in (None, QUICK):
            raise InputError(f"quick and the preset {self.preset} cannot stand together: choose one")
        return QUICK if self.quick else self.preset

    def _fields(self) -> Tree:
        """The fields of the settings that are wished for."""
        tree = {name: getattr(self, name) for name in BalanceSettings.readers if hasattr(self, name)}
        tree |= {
            "objectives": None if self.objectives is None else list(self.objectives),
            "evolution": _asked({"population": self.population, "generations": self.generations}) or None,
            "space": None if self.space is None else choose_space(self.space),
            "patches": [list(each) for each in self.patches or ()] or None,
            "target": None if self.target is None else read_target_file(self.target),
            "earlier": None if self.earlier is None else str(self.earlier),
            "observed": None,  # it is about the decks of the metagame, which must be known first
        }
        return _with_objectives(_asked(tree))

    def _target_source(self) -> str:
        return f"{self.settings}, [[target]]" if self.target is None else str(self.target)

    def _space_source(self) -> str:
        if self.space is not None:
            return self.space
        return f"{self.settings}, [space]" if self.settings is not None else "balance space"


@dataclass(frozen=True)
class SettingsFile:
    """What a file of settings says."""

    preset: str | None = None
    fields: Tree = field(default_factory=dict)  # of the settings, with the patches that the file includes

    @classmethod
    def read(cls, path: Path) -> SettingsFile:
        """The content of a file; the fields of the settings are read by themselves."""
        where = Where(str(path))
        tree = read_toml(path, where)
        own = {"preset": None, "include": (), **read_fields(where, tree, OWN_READERS, FILE_FIELDS)}
        patches = [read_included(path.parent / name) for name in own["include"]]
        others = {name: value for name, value in tree.items() if name not in own}
        if isinstance(others.get("target"), str):
            others["target"] = read_target_file(path.parent / others["target"])
        return cls(own["preset"], _with_objectives({**others, **({"patches": patches} if patches else {})}))


def _asked(tree: Tree) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if value is not None}


def _with_objectives(tree: Tree) -> Tree:
    """A target is an objective, and the genetic algorithm has a single one, unless the wishes say otherwise."""
    goal = TARGET if "target" in tree else "f"
    if tree.get("algorithm") == "ga":
        return {"objectives": [goal], **tree}
    return {"objectives": [goal, "m"], **tree} if goal == TARGET else tree


def read_included(path: Path) -> list[str]:
    """A patch file: its label and its text."""
    return [path.stem, read_file(path, Where(str(path)))]
