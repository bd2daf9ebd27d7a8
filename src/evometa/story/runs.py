"""The story of a run of any kind: what its kind has to say, then its settings and how to do it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import RunSettings
from evometa.games.registry import DEFAULT, options_for
from evometa.input.errors import InputError
from evometa.store.results import Results
from evometa.story.blocks import Block, Code, Column, Fold, Level, Story, Table, Teller, Words
from evometa.story.reproduction import Reproduction, reproduce_run, without_folders
from evometa.story.words.names import tell_players

FIGURES = "figures"  # the folder of the charts beside a page
_LONG_VALUE = 90  # characters of a setting that a table still shows
_UNFINISHED = {
    "running": "The run is still going on: this is what is finished by now. Write the report again at its end.",
    "interrupted": "The run was interrupted: this is what it had finished. Resume it, and write the report again.",
}

S = TypeVar("S", bound=RunSettings)
R = TypeVar("R", bound=Results)


def all_results(run: StoredRun[Any, Any]) -> dict[str, Any]:
    """All results of a run, and where it is."""
    return {"run": str(run.folder), **run.results.to_json()}


def not_yet(run: StoredRun[Any, Any], what: str) -> InputError:
    """What is said to those who ask for a table that a run has not come to."""
    return InputError(f"{run.folder}: {what} yet; 'evometa resume {run.folder}' goes on with it")


@dataclass(frozen=True)
class RunStory(Generic[S, R]):
    """What there is to say about a kind of run. `tell` adds its sections; other runs of the kind may stand beside."""

    title: Callable[[StoredRun[S, R]], str]
    tell: Callable[[StoredRun[S, R], Teller, Sequence[StoredRun[S, R]]], None]
    best: Callable[[StoredRun[S, R]], str]  # the best so far, in a few words
    reproduce: Callable[[StoredRun[S, R]], Reproduction] = reproduce_run
    final: Callable[[StoredRun[S, R]], dict[str, Any]] = all_results  # what `--json` prints
    tables: Mapping[str, Callable[[StoredRun[S, R]], Table]] = field(default_factory=dict)  # for other programs
    exported: str = ""  # the one of them that `export` writes
    made: Callable[[Any], str] | None = None  # what there is to say about the files that it leaves in its folder
    can_compare: bool = False  # whether other runs can stand beside it

    def of(self, run: StoredRun[S, R], beside: Sequence[StoredRun[S, R]] = ()) -> Story:
        """The whole story of a run."""
        teller = Teller()
        self.tell(run, teller, beside)
        teller.tell("settings", "Settings", *_tell_settings(without_folders(run.settings).to_json()), level=Level.FULL)
        teller.tell("reproduce", "How to reproduce it", *_tell_again(self.reproduce(run), run), level=Level.FULL)
        of = "" if run.versions.game == DEFAULT else f" of the game {run.versions.game}"
        started = f"Run {run.name}{of}, started {run.created.replace('T', ' ')[:16]} (UTC)."
        return Story(
            self.title(run),
            tuple(teller.sections),
            subtitle=" ".join([started, *tell_players(run.players)]),
            notice=_UNFINISHED.get(run.status, ""),
            footer=f"Written by evometa from the run {run.name} of {run.versions}. The charts are in the folder "
            f"{FIGURES} beside this page, too, each as an SVG file.",
        )


def _tell_settings(settings: Mapping[str, Any]) -> Iterator[Block]:
    """All settings of a run; long ones below the table."""
    shown = [(name.replace("_", " "), _show_value(value)) for name, value in _flatten(settings)]
    columns = (Column("setting", lambda row: row[0]), Column("value", lambda row: row[1]))
    yield Table("settings", columns, [pair for pair in shown if len(pair[1]) <= _LONG_VALUE])
    yield from (Fold(name, (Code(text),)) for name, text in shown if len(text) > _LONG_VALUE)


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All values of nested tables by their dotted names."""
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _show_value(value: Any) -> str:
    """A value of JSON as a person would write it."""
    if value is None or value in ({}, []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        return ", ".join(map(_show_value, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _tell_again(reproduction: Reproduction, run: StoredRun[Any, Any]) -> Iterator[Block]:
    """What to type, with which files, and what it takes to get the same numbers."""
    versions = run.versions
    yield Code(reproduction.with_options(options_for(versions.game)).command)
    yield from (Fold(f"The file {name}", (Code(text),), is_file=True) for name, text in reproduction.files.items())
    yield Words(
        f"With evometa {versions.code} (rules version {versions.rules}) and the same cards and decks this gives the "
        "same games and the same numbers, on any number of threads."
    )
