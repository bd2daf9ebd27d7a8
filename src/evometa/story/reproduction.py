"""How to do a run again: the command, and the files that it wants."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import OF_MAP, DecksSettings, named_searches
from evometa.experiments.experiment import StoredRun
from evometa.experiments.respond.results import RespondResults
from evometa.experiments.respond.settings import RespondSettings
from evometa.experiments.settings import RunSettings
from evometa.experiments.table.work import TableResults, TableSettings, seed_of_table
from evometa.input.errors import InputError
from evometa.input.settings import Option, options_of
from evometa.input.toml_text import format_field, format_key
from evometa.metagame.changes.observed import format_rows
from evometa.metagame.metagames import find_pool_of

SETTINGS_FILE = "settings.toml"
_OBSERVED_FILE = "seen.csv"

S = TypeVar("S", bound=RunSettings)


@dataclass(frozen=True)
class Reproduction:
    """What to type, and the files that it wants, by their names."""

    words: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command line."""
        return shlex.join(["evometa", *self.words])

    def with_options(self, options: Iterable[str]) -> Reproduction:
        """The same, typed with more options."""
        return replace(self, words=(*self.words, *options))


# --- by kind --------------------------------------------------------------------------------------


def reproduce_run(run: StoredRun[Any, Any]) -> Reproduction:
    """Most runs take options alone, for all that is not as usual."""
    return Reproduction((run.kind, *words_of(run.settings)))


def reproduce_balance(run: StoredRun[BalanceSettings, BalanceResults]) -> Reproduction:
    """A balance run takes a file of settings, and the patches that were given to it."""
    settings = without_folders(run.settings).to_json()
    patches = settings.pop("patches")
    files = {_file_of_patch(label): text for label, text in patches}
    written = format_toml({"include": list(files), **settings} if files else settings)
    return Reproduction(("balance", "--settings", SETTINGS_FILE), {SETTINGS_FILE: written, **files})


def reproduce_decks(run: StoredRun[DecksSettings, DecksResults]) -> Reproduction:
    """A deck search takes its preset, or options for all that is not as usual."""
    for name, search in named_searches().items():
        if search == without_folders(run.settings):
            return Reproduction(("decks", "--preset", name))
    usual = {} if run.settings.learns else OF_MAP
    return Reproduction((run.kind, *words_of(run.settings, {**usual, "pool": _usual_pool(run.settings.metagame)})))


def _usual_pool(metagame: str) -> str | None:
    """The cards that decks against a metagame may hold where nothing is said; None if it is not there any more."""
    try:
        return find_pool_of(metagame)
    except InputError:
        return None


def reproduce_respond(run: StoredRun[RespondSettings, RespondResults]) -> Reproduction:
    """Patch and answer take the patch as a file, and options for all that is not as usual."""
    settings = run.settings
    patch = {_file_of_patch(settings.patch_label.removesuffix(".toml")): settings.patch} if settings.patch else {}
    seen = {_OBSERVED_FILE: format_rows(settings.observed)} if settings.observed else {}
    files = (*(word for name in patch for word in ("--patch", name)), *(("--observed", _OBSERVED_FILE) if seen else ()))
    metagame, *options = words_of(settings)
    return Reproduction(("respond", metagame, *files, *options), patch | seen)


def reproduce_table(run: StoredRun[TableSettings, TableResults]) -> Reproduction:
    """A table is the same games as those of the laboratory with the seed that the table made of its own."""
    return Reproduction(("meta", *words_of(replace(run.settings, seed=seed_of_table(run.settings)))))


# --- settings -------------------------------------------------------------------------------------


def without_folders(settings: S) -> S:
    """The settings as the user gave them; a file without its folder, which is another one elsewhere."""
    named = [option for option in options_of(type(settings)) if option.setting.names in ("file", "player")]
    return replace(settings, **{option.name: _without_folder(option.find(settings)) for option in named})  # type: ignore[type-var]


def _without_folder(value: Any) -> Any:
    """A file, or each of several, by its name alone; what is not a file as it is."""
    if isinstance(value, tuple):
        return tuple(_without_folder(each) for each in value)
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def words_of(settings: RunSettings, usual: Mapping[str, Any] | None = None) -> list[str]:
    """What to type for settings: the arguments of their command, and options for all that is not as usual.

    That is what the options say by themselves, or what others of the settings make usual.
    """
    known = usual or {}
    shown = without_folders(settings)
    asked = [option for option in options_of(type(settings)) if option.setting.asked_as is None]
    asked.sort(key=lambda option: not option.setting.is_argument)
    return [
        word
        for option in asked
        for word in _words_of(option, option.find(shown), known.get(option.name, option.default))
    ]


def _words_of(option: Option, value: Any, usual: Any) -> list[str]:
    """The words for an option, as often as it has values; nothing for what is not set."""
    if option.setting.is_argument:
        return [str(value)]
    if value is None or (value == usual and not option.setting.always):
        return []
    if isinstance(value, bool):
        return [option.flag]
    if option.setting.has_commas:
        return [option.flag, ",".join(value)]
    return [word for each in (value if isinstance(value, tuple) else (value,)) for word in (option.flag, str(each))]


def _file_of_patch(label: str) -> str:
    """The name of a patch file."""
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '-', label)}.toml"


# --- TOML -----------------------------------------------------------------------------------------


def format_toml(tree: Mapping[str, Any]) -> str:
    """A TOML file with these values; what is None is left out, which means the same."""
    known = {name: value for name, value in tree.items() if value is not None}
    tables = {name: value for name, value in known.items() if isinstance(value, Mapping)}
    lines = [format_field(name, value) for name, value in known.items() if name not in tables]
    for name, table in tables.items():
        inside = {key: value for key, value in table.items() if value is not None}
        lines += ["", f"[{format_key(name)}]", *(format_field(key, value) for key, value in inside.items())]
    return "\n".join(lines) + "\n"
