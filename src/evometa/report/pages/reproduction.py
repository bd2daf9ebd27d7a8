"""How to do a run again: the command, and the files that it wants."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evometa.cards.patches.files import quote_text
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings, named_searches
from evometa.experiments.experiment import StoredRun
from evometa.experiments.nerfs.results import NerfsResults
from evometa.experiments.nerfs.work import NerfsSettings
from evometa.experiments.paper.results import PaperResults
from evometa.experiments.paper.work import PaperSettings
from evometa.experiments.respond.results import RespondResults
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.settings import RunSettings
from evometa.experiments.table.results import TableResults
from evometa.experiments.table.work import TableSettings, seed_of_table
from evometa.experiments.tiers.settings import TiersSettings
from evometa.experiments.tiers.work import TiersRun
from evometa.experiments.tune.work import TuneRun
from evometa.metagame.observed import format_rows
from evometa.report.pages.parts import Html, folded, join, paragraph, preformatted
from evometa.store import Versions

SETTINGS_FILE = "settings.toml"
OBSERVED_FILE = "seen.csv"
DECKS_OPTIONS = {"klass": "class", "metagame": "against", "given": "start-from", "locked": "lock", "banned": "ban"}
ALWAYS_TOLD = ("klass", "player", "metagame")  # of a deck search
RESPOND_OPTIONS = {"classes": "class", "styles": "style"}
# The settings that can name files.
FILE_FIELDS = ("metagame", "small", "player", "players", "given", "styles", "cards", "decks", "start")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

Tree = dict[str, Any]


@dataclass(frozen=True)
class Reproduction:
    """What to type, and the files that it wants, by their names."""

    words: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command line."""
        return shlex.join(["evometa", *self.words])

    def describe(self, versions: Versions) -> Html:
        """What to type, with which files, and what it takes to get the same numbers."""
        return join(
            [
                preformatted(self.command),
                *(folded(f"The file {name}", preformatted(text), True) for name, text in self.files.items()),
                paragraph(
                    f"With evometa {versions.code} (rules version {versions.rules}) and the same cards and decks this "
                    "gives the same games and the same numbers, on any number of threads."
                ),
            ]
        )


# --- by kind --------------------------------------------------------------------------------------


def reproduce_balance(run: StoredRun[BalanceSettings, BalanceResults]) -> Reproduction:
    """A balance run takes a file of settings, and the patches that were given to it."""
    settings = shown_settings(run.settings)
    patches = settings.pop("patches")
    files = {file_of_patch(label): text for label, text in patches}
    written = format_toml({"include": list(files), **settings} if files else settings)
    return Reproduction(("balance", "--settings", SETTINGS_FILE), {SETTINGS_FILE: written, **files})


def reproduce_nerfs(run: StoredRun[NerfsSettings, NerfsResults]) -> Reproduction:
    """A card scan takes options alone."""
    settings = shown_settings(run.settings)
    words = ["nerfs", settings.pop("deck"), "--in", settings.pop("metagame")]
    return Reproduction((*words, *options_of(settings)))


def reproduce_decks(run: StoredRun[DecksSettings, DecksResults]) -> Reproduction:
    """A deck search takes its preset, or options for all that is not as usual."""
    settings = DecksSettings.from_json(shown_settings(run.settings))
    for name, search in named_searches().items():
        if search == settings:
            return Reproduction(("decks", "--preset", name))
    ours, usual = (_flat_options(each) for each in (settings, DecksSettings(settings.klass)))
    told = [*ALWAYS_TOLD, *(name for name in ours if name not in ALWAYS_TOLD and ours[name] != usual[name])]
    return Reproduction(("decks", *options_of({DECKS_OPTIONS.get(name, name): ours[name] for name in told})))


def _flat_options(settings: DecksSettings) -> Tree:
    """The values of all options of a deck search, those of its map among them."""
    tree = settings.to_json()
    of_map = tree.pop("map")
    return {**tree, **of_map, "measures": ",".join(settings.measures)}


def reproduce_respond(run: StoredRun[RespondSettings, RespondResults]) -> Reproduction:
    """Patch and answer take the patch as a file, and options for all that is not as usual."""
    ours, usual = shown_settings(run.settings), RespondSettings().to_json()
    metagame, patch, label, rows = (ours.pop(name) for name in ("metagame", "patch", "patch_label", "observed"))
    files = {file_of_patch(label.removesuffix(".toml")): patch} if patch else {}
    seen = {OBSERVED_FILE: format_rows(rows)} if rows else {}
    told = {RESPOND_OPTIONS.get(name, name): value for name, value in ours.items() if value != usual[name]}
    patched = [word for name in files for word in ("--patch", name)]
    observed = [word for name in seen for word in ("--observed", name)]
    return Reproduction(("respond", metagame, *patched, *observed, *options_of(told)), files | seen)


def reproduce_paper(run: StoredRun[PaperSettings, PaperResults]) -> Reproduction:
    """The paper's programme takes options for all that is not as usual."""
    ours, usual = shown_settings(run.settings), PaperSettings().to_json()
    always = {name: ours[name] for name in ("scale", "seed")}
    return Reproduction(("paper", *options_of(always | {k: v for k, v in ours.items() if v != usual[k]})))


def reproduce_table(run: StoredRun[TableSettings, TableResults]) -> Reproduction:
    """A table is the same games as those of the laboratory with the seed that the table made of its own."""
    settings = shown_settings(run.settings) | {"seed": seed_of_table(run.settings)}
    return Reproduction(("meta", settings.pop("metagame"), *options_of(settings)))


def reproduce_tiers(run: TiersRun) -> Reproduction:
    """The worths of cards take options alone, and the card files."""
    ours, usual = shown_settings(run.settings), TiersSettings().to_json()
    always = {name: ours[name] for name in ("players", "games", "seed")}
    return Reproduction(("tiers", *options_of(always | {k: v for k, v in ours.items() if v != usual[k]})))


def reproduce_tune(run: TuneRun) -> Reproduction:
    """Tuning takes options alone, and the files of decks and of the player to begin with."""
    return Reproduction(("tune", *options_of(shown_settings(run.settings))))


# --- settings -------------------------------------------------------------------------------------


def shown_settings(settings: RunSettings) -> Tree:
    """The settings as the user gave them; a file without its folder, which is another one elsewhere."""
    tree = settings.to_json()
    return tree | {name: _without_folder(tree[name]) for name in FILE_FIELDS if name in tree}


def _without_folder(value: Any) -> Any:
    """A file, or each of several, by its name alone; what is not a file as it is."""
    if isinstance(value, list):
        return [_without_folder(each) for each in value]
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def options_of(settings: Mapping[str, Any]) -> list[str]:
    """Options of the command line, each as often as it has values; nothing for what is not set."""
    return [word for name, value in settings.items() for word in _option(f"--{name.replace('_', '-')}", value)]


def _option(option: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [option] if value else []
    if isinstance(value, list | tuple):
        return [word for each in value for word in (option, str(each))]
    return [] if value is None else [option, str(value)]


def file_of_patch(label: str) -> str:
    """The name of a patch file."""
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '-', label)}.toml"


# --- TOML -----------------------------------------------------------------------------------------


def format_toml(tree: Mapping[str, Any]) -> str:
    """A TOML file with these values; what is None is left out, which means the same."""
    known = {name: value for name, value in tree.items() if value is not None}
    tables = {name: value for name, value in known.items() if isinstance(value, Mapping)}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in known.items() if name not in tables]
    for name, table in tables.items():
        inside = {key: value for key, value in table.items() if value is not None}
        lines += ["", f"[{_key(name)}]", *(f"{_key(key)} = {_value(value)}" for key, value in inside.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else quote_text(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return quote_text(value) if isinstance(value, str) else json.dumps(value)
