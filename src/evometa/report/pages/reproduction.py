"""How to do a run again: the command, and the files that it wants."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evometa.experiments.decks.settings import DeckSearchSettings, named_searches
from evometa.experiments.respond.settings import ResponseSettings
from evometa.experiments.runs import FINGERPRINT
from evometa.experiments.table.work import TableSettings
from evometa.report.pages.parts import Html, folded, join, paragraph, preformatted
from evometa.report.run_record import RunRecord

SETTINGS_FILE = "settings.toml"
PAPER_OPTIONS = ("scale", "seed")
TABLE_GAMES = TableSettings().games  # of the programme at the scale 1
DECK_OPTIONS = {"klass": "class", "metagame": "against", "given": "start-from", "locked": "lock", "banned": "ban"}
ALWAYS_TOLD = ("klass", "player", "metagame")  # of a deck search
RESPONSE_OPTIONS = {"classes": "class", "styles": "style"}
FILE_FIELDS = {"player", "players", "given", "styles"}  # settings that can name files, besides the metagame
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def describe_reproduction(record: RunRecord) -> Html:
    """What to type, with which files, and what it takes to get the same numbers."""
    versions = record.versions
    return join(
        [
            preformatted(command_of(record)),
            *(folded(f"The file {name}", preformatted(text), True) for name, text in needed_files(record)),
            paragraph(
                f"With evometa {versions.code} (rules version {versions.rules}) and the same cards and decks this "
                "gives the same games and the same numbers, on any number of threads."
            ),
        ]
    )


def command_of(record: RunRecord) -> str:
    """The command line of a run."""
    settings = shown_settings(record)
    if record.kind == "balance":
        words = ["balance", "--settings", SETTINGS_FILE]
    elif record.kind == "nerfs":
        words = ["nerfs", str(settings.pop("deck")), "--in", str(settings.pop("metagame"))]
        words += [word for name, value in settings.items() for word in _option(name, value)]
    elif record.kind == "decks":
        words = ["decks", *_deck_options(settings)]
    elif record.kind == "response":
        words = ["respond", str(settings["metagame"]), *_response_options(settings)]
    else:
        if record.kind == "table":  # a part of the programme
            settings["scale"] = settings.get("games", TABLE_GAMES) / TABLE_GAMES
        words = ["paper", *(word for name in PAPER_OPTIONS for word in _option(name, settings.get(name)))]
    return shlex.join(["evometa", *words])


def _deck_options(settings: dict[str, Any]) -> list[str]:
    """The options of a deck search: its preset, or all that is not as usual."""
    klass = settings.pop("class")
    wanted = DeckSearchSettings.from_json({"klass": klass, **settings})
    for name, search in named_searches().items():
        if search == wanted:
            return ["--preset", name]
    ours, usual = (_flat_options(each) for each in (wanted, DeckSearchSettings(klass)))
    told = [*ALWAYS_TOLD, *(name for name in ours if name not in ALWAYS_TOLD and ours[name] != usual[name])]
    return [word for name in told for word in _option(DECK_OPTIONS.get(name, name), ours[name])]


def _response_options(settings: dict[str, Any]) -> list[str]:
    """The options of a run of patch and answer: its patch, and all that is not as usual."""
    patch = ["--patch", _file_of(settings["patch_label"])] if settings["patch"] else []
    ours, usual = (each.to_json() for each in (ResponseSettings.from_json(settings), ResponseSettings()))
    told = [name for name in ours if ours[name] != usual[name] and name not in ("metagame", "patch", "patch_label")]
    return [*patch, *(word for name in told for word in _option(RESPONSE_OPTIONS.get(name, name), ours[name]))]


def _file_of(label: str) -> str:
    """The name of a patch file."""
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '-', label.removesuffix('.toml'))}.toml"


def _flat_options(settings: DeckSearchSettings) -> dict[str, Any]:
    """The values of all options of a deck search, those of its map among them."""
    tree = settings.to_json()
    of_map = tree.pop("map")
    return {**tree, **of_map, "measures": ",".join(settings.measures)}


def _option(name: str, value: Any) -> list[str]:
    """An option of the command line, as often as it has values; nothing for what is not set."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option] if value else []
    if isinstance(value, list | tuple):
        return [word for each in value for word in (option, str(each))]
    return [] if value is None else [option, str(value)]


def needed_files(record: RunRecord) -> Iterator[tuple[str, str]]:
    """The name and text of each file that the command wants."""
    settings = shown_settings(record)
    if record.kind == "response" and settings["patch"]:
        yield _file_of(settings["patch_label"]), settings["patch"]
    if record.kind != "balance":
        return
    patches = settings.pop("patches", [])
    files = {f"{re.sub(r'[^A-Za-z0-9_-]+', '-', label)}.toml": text for label, text in patches}
    yield SETTINGS_FILE, format_toml({"include": list(files), **settings} if files else settings)
    yield from files.items()


def shown_settings(record: RunRecord) -> dict[str, Any]:
    """The settings as the user gave them; a file without its folder, which is another one elsewhere."""
    settings = {name: value for name, value in record.settings.items() if name != FINGERPRINT}
    if "metagame" in settings:
        settings["metagame"] = Path(settings["metagame"]).name
    if record.kind == "decks":
        settings = {"class": settings.pop("klass"), **settings}
    for name in FILE_FIELDS & settings.keys():
        settings[name] = _without_folder(settings[name])
    return settings


def _without_folder(value: Any) -> Any:
    """A file, or each of several, by its name alone; what is not a file as it is."""
    if isinstance(value, list):
        return [_without_folder(each) for each in value]
    return Path(value).name if value is not None and Path(value).is_absolute() else value


# --- TOML -----------------------------------------------------------------------------------------


def format_toml(tree: Mapping[str, Any]) -> str:
    """A TOML file with these values; what is None is left out, as it is without."""
    known = {name: value for name, value in tree.items() if value is not None}
    tables = {name: value for name, value in known.items() if isinstance(value, Mapping)}
    lines = [f"{_key(name)} = {_value(value)}" for name, value in known.items() if name not in tables]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]", *(f"{_key(key)} = {_value(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
