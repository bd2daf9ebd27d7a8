"""What a balance run is asked with: a preset, then a file of settings, then options, each over the ones before.

A file of settings has the fields of `BalanceSettings`, all of them optional, and two more:

    preset = "quick"                    # where to start from
    include = ["best_so_far.toml"]      # patch files for the initial population; relative to this file
    algorithm = "nsga2"
    objectives = ["f", "m"]
    games = 100

    [evolution]
    population = 100
    generations = 12

    [space]                             # what may change, as docs/how-to/balance-a-metagame.md explains
    lock = ["King Krush"]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from evometa.app.laboratory.options import METAGAME_HELP, MOST_GAMES, MOST_SEED
from evometa.balance.objectives import OBJECTIVES
from evometa.balance.space_files import make_space
from evometa.experiments.balance.settings import PRESETS, BalanceSettings, find_preset
from evometa.experiments.runs import load_played
from evometa.input.errors import Where
from evometa.input.fields import read_text, wrong_type
from evometa.input.reading import read_file, read_toml
from evometa.metagame.metagames import Metagame

OWN_FIELDS = ("preset", "include")
FILE_FIELDS = (*OWN_FIELDS, *(each.name for each in fields(BalanceSettings) if each.name != "patches"))
SINGLE_OBJECTIVE = ("f",)  # of the genetic algorithm, which can have one only

Tree = Mapping[str, Any]


# --- options ------------------------------------------------------------------------------------

MetagameArgument = Annotated[
    str | None,
    typer.Argument(metavar="METAGAME", help=METAGAME_HELP, show_default="paper-small, or as --settings says"),
]
QuickOption = Annotated[bool, typer.Option("--quick", help="About a minute's worth; the same as --preset quick.")]
PresetOption = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help=f"Start from these settings: {', '.join(PRESETS)}.")
]
SettingsOption = Annotated[
    Path | None, typer.Option("--settings", metavar="FILE", help="A TOML file of settings; options count more.")
]
AlgorithmOption = Annotated[
    str | None,
    typer.Option("--algorithm", metavar="ga|nsga2", help="Genetic algorithm (one objective), or NSGA-II (several)."),
]
ObjectivesOption = Annotated[
    str | None,
    typer.Option(
        "--objectives", metavar="LIST", help=f"What to make low, as in f,m. There are {', '.join(OBJECTIVES)}."
    ),
]
PopulationOption = Annotated[int | None, typer.Option("--population", min=2, help="Patches in a generation.")]
GenerationsOption = Annotated[
    int | None, typer.Option("--generations", min=1, help="Generations after the initial one.")
]
GamesOption = Annotated[
    int | None,
    typer.Option("--games", min=2, max=MOST_GAMES, help="Games per match-up for each patch: an even number."),
]
SpaceOption = Annotated[
    Path | None,
    typer.Option("--space", metavar="FILE", help="A TOML file that says what may change; without: all cards."),
]
IncludeOption = Annotated[
    list[Path] | None,
    typer.Option("--include", metavar="PATCH", help="A patch file for the initial population; may be repeated."),
]
GuideOption = Annotated[
    str | None, typer.Option("--guide", metavar="wrd|wrp|wrn", help="Prefer cards that this statistic points at.")
]
TopOption = Annotated[int | None, typer.Option("--top", min=1, help="With --guide: only so many cards may change.")]
AgainGamesOption = Annotated[
    int | None,
    typer.Option("--again-games", min=2, max=MOST_GAMES, help="Games per match-up when many of the best are measured."),
]
AgainSizeOption = Annotated[
    int | None, typer.Option("--again-size", min=1, help="How many of the search's best are measured again.")
]
AuditGamesOption = Annotated[
    int | None,
    typer.Option("--audit-games", min=2, max=MOST_GAMES, help="Games per match-up when the best of them are audited."),
]
AuditSizeOption = Annotated[
    int | None,
    typer.Option("--audit-size", min=2, help="How many patches are audited, the empty one among them."),
]
SeedOption = Annotated[int | None, typer.Option("--seed", min=0, max=MOST_SEED, help="Another seed gives another run.")]


# --- settings -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wishes:
    """What the user asks for. None, or nothing in a list: not asked for."""

    preset: str | None = None
    settings_file: Path | None = None
    space_file: Path | None = None
    include: Sequence[Path] = ()
    fields: Tree = field(default_factory=dict)  # of the settings
    evolution: Tree = field(default_factory=dict)

    def settings(self) -> tuple[BalanceSettings, Metagame]:
        """The settings that come of it, and their metagame; an `InputError` that names the place of a mistake."""
        tree = {} if self.settings_file is None else read_settings(self.settings_file)
        settings = BalanceSettings()
        if preset := self.preset or tree.get("preset"):
            settings = find_preset(preset)
        if self.settings_file is not None:
            settings = settings.change(_file_fields(tree, self.settings_file), str(self.settings_file))
        settings = settings.change(self._option_fields(), source="")
        metagame = load_played(settings.metagame, settings.players)
        make_space(metagame, settings.space, self._space_source())  # so that a mistake in it is known now
        return settings, metagame

    def _option_fields(self) -> Tree:
        tree = {name: value for name, value in self.fields.items() if value is not None}
        evolution = {name: value for name, value in self.evolution.items() if value is not None}
        if evolution:
            tree["evolution"] = evolution
        if self.space_file is not None:
            tree["space"] = read_toml(self.space_file, Where(str(self.space_file)))
        if self.include:
            tree["patches"] = [read_included(path) for path in self.include]
        return _with_objectives(tree)

    def _space_source(self) -> str:
        if self.space_file is not None:
            return str(self.space_file)
        return f"{self.settings_file}, [space]" if self.settings_file is not None else "balance space"


def read_settings(path: Path) -> Tree:
    """A file of settings, whose fields are known and whose preset is a text."""
    where = Where(str(path))
    tree = read_toml(path, where)
    for name in tree:
        if name not in FILE_FIELDS:
            raise where.unknown("field", name, FILE_FIELDS)
    if "preset" in tree:
        read_text(where / "preset", tree["preset"])
    return tree


def _file_fields(tree: Tree, path: Path) -> Tree:
    """The fields of the settings, with the patches that the file includes."""
    found = {name: value for name, value in tree.items() if name not in OWN_FIELDS}
    if "include" in tree:
        where, names = Where(str(path)) / "include", tree["include"]
        if not isinstance(names, list):
            raise wrong_type(where, names, "a list of patch files")
        files = [path.parent / read_text(where / i, name) for i, name in enumerate(names)]
        found["patches"] = [read_included(file) for file in files]
    return _with_objectives(found)


def _with_objectives(tree: Tree) -> Tree:
    """A wish for the genetic algorithm is one for a single objective, unless it says otherwise."""
    return {"objectives": SINGLE_OBJECTIVE, **tree} if tree.get("algorithm") == "ga" else tree


def read_included(path: Path) -> list[str]:
    """A patch file: its label and its text."""
    return [path.stem, read_file(path, Where(str(path)))]
