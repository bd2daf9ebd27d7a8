"""A balance run: search for patches that make a metagame even, and play the best again with many more games.

Its settings come from a preset, then a file, then single options; what comes later counts more.

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

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from math import comb
from pathlib import Path
from typing import Any

from evometa.balance.objectives import CEILING, CLASSES, OBJECTIVES, TARGET
from evometa.balance.space_files import choose_space, make_space
from evometa.balance.targets import make_target, read_target_file
from evometa.experiments.balance.audited_work import AuditedWork
from evometa.experiments.balance.known_games import read_earlier
from evometa.experiments.balance.learning import LearningWork
from evometa.experiments.balance.players import add_weaker, load_players
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.searching import SearchingWork
from evometa.experiments.balance.settings import BalanceSettings, find_preset
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.progress import Tracker
from evometa.games.patches.files import format_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError, Where
from evometa.input.fields import read_fields, read_text, read_texts
from evometa.input.reading import read_file, read_toml
from evometa.input.settings import gather
from evometa.metagame.changes.observed import gather_rows, read_observed
from evometa.metagame.metagames import Metagame
from evometa.search.algorithms import MODEL

QUICK = "quick"
GOAL_FIELDS = {CEILING: "ceiling", CLASSES: "classes_within"}  # of the settings, which say more of these objectives

Tree = Mapping[str, Any]


def _prepare_balance(settings: BalanceSettings, tracker: Tracker) -> AuditedWork:
    """The work of a balance run, by its algorithm."""
    kind = LearningWork if settings.algorithm == MODEL else SearchingWork
    return kind(settings, tracker)


BalanceRun = StoredRun[BalanceSettings, BalanceResults]
BALANCE = Experiment("balance", BalanceSettings, BalanceResults, _prepare_balance)  # it ends with the file `patch.toml`


# --- what is asked for ----------------------------------------------------------------------------


def choose_balance(asked: Tree) -> tuple[BalanceSettings, str]:
    """The settings that somebody asks for, by the names of options, and the name of their metagame.

    The options are those of `BalanceSettings` and `BalanceStart`. An `InputError` names the place of a mistake.
    """
    file, wanted = _read_settings(asked.get("settings")), _read_wanted(asked)
    of_file = file.pop("preset", None)
    preset = _choose_preset(asked) or of_file
    chosen = BalanceSettings() if preset is None else find_preset(preset)
    chosen = chosen.change(_with_objectives(file, chosen), str(asked.get("settings")))
    chosen = chosen.change(_with_objectives(wanted, chosen))
    players = load_players(chosen.metagame, chosen.players)
    chosen = _fit_metagame(chosen, players[0].metagame, asked)
    chosen = chosen.for_match_ups(comb(len(players[0].metagame.decks), 2), {*file, *wanted})
    if chosen.earlier is not None:
        read_earlier(Path(chosen.earlier), players, add_weaker(players, chosen.weaker_share))
    return chosen, players[0].metagame.name


def _fit_metagame(chosen: BalanceSettings, metagame: Metagame, asked: Tree) -> BalanceSettings:
    """The settings with what is about the cards and decks of their metagame; a mistake in these is known now."""
    if asked.get("observed") is not None:
        chosen = replace(chosen, observed=read_observed(Path(asked["observed"]), metagame).to_rows())
    if asked.get("max_cards") is not None:
        chosen = replace(chosen, space={**chosen.space, "max_cards": asked["max_cards"]})
    make_space(metagame, chosen.space, _source(asked, "space", "[space]", "balance space"))
    if chosen.target:
        make_target(metagame, chosen.target, _source(asked, "target", "[[target]]"))
    if chosen.observed:
        gather_rows(chosen.observed, metagame, _source(asked, "observed", "[[observed]]"))
    return chosen


def _choose_preset(asked: Tree) -> str | None:
    """The name of the settings to start from, if there are any."""
    quick, preset = asked.get("quick"), asked.get("preset")
    if quick and preset not in (None, QUICK):
        raise InputError(f"quick and the preset {preset} cannot stand together: choose one")
    return QUICK if quick else preset


def _read_wanted(asked: Tree) -> dict[str, Any]:
    """The fields of the settings that are asked for, with what is in the files that are named."""
    tree = gather(BalanceSettings, asked)
    tree.pop("observed", None)  # it is about the decks of the metagame, which must be known first
    if "space" in tree:
        tree["space"] = choose_space(tree["space"])
    if "target" in tree:
        tree["target"] = read_target_file(Path(tree["target"]))
    if patches := _read_patches(asked.get("include") or ()):
        tree["patches"] = patches
    return tree


def _source(asked: Tree, name: str, table: str, otherwise: str = "") -> str:
    """Where something comes from that is asked for by a name, or stands in a table of the file of settings."""
    if asked.get(name) is not None:
        return str(asked[name])
    return f"{asked['settings']}, {table}" if asked.get("settings") is not None else otherwise


def _read_patches(given: Iterable[Patch | Path | str]) -> list[list[str]]:
    """Patches, or files of them: their labels and texts."""
    found = []
    for number, each in enumerate(given, start=1):
        if isinstance(each, Patch):
            found.append([each.name or f"given {number}", format_patch(each)])
        else:
            path = Path(each)
            found.append([path.stem, read_file(path, Where(str(path)))])
    return found


def _read_settings(path: Path | str | None) -> dict[str, Any]:
    """What a file of settings says: its preset, and fields of the settings, which are still to be read."""
    if path is None:
        return {}
    where, folder = Where(str(path)), Path(path).parent
    tree = read_toml(Path(path), where)
    known = [each.name for each in fields(BalanceSettings) if each.name != "patches"]
    own = read_fields(where, tree, {"preset": read_text, "include": read_texts}, known)
    others = {name: value for name, value in tree.items() if name != "include"}
    if patches := _read_patches(folder / name for name in own.get("include", ())):
        others["patches"] = patches
    if isinstance(others.get("target"), str):
        others["target"] = read_target_file(folder / others["target"])
    return others


def _with_objectives(tree: dict[str, Any], chosen: BalanceSettings) -> dict[str, Any]:
    """What is drawn, a ceiling and classes are objectives, and the genetic algorithm has a single one.

    Those that the wishes name stay beside a ceiling and classes, and so does what was wished for before.
    """
    if not isinstance(tree.get("objectives", []), list | tuple):
        return tree  # which is refused with its place
    limits = [name for name, field in GOAL_FIELDS.items() if tree.get(field, getattr(chosen, field)) is not None]
    is_aimed = any(name in chosen.objectives for name in (*GOAL_FIELDS, TARGET))
    usual = [TARGET, "m"] if "target" in tree else list(chosen.objectives) if is_aimed or not limits else ["m"]
    named = list(tree.get("objectives", usual))
    goals = [*(name for name in limits if name not in named), *named]
    if tree.get("algorithm", chosen.algorithm) == "ga" and "objectives" not in tree:
        goals = [name for name in goals if not OBJECTIVES[name].is_exact] or goals
    return {**tree, "objectives": goals}
