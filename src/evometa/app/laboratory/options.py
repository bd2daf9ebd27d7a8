"""What the commands of the laboratory have in common: how they are asked, how they play, and what they hand out.

That is a story on the terminal, JSON or CSV, and a folder of files. A folder is written beside its place first and then
moved there as a whole, so that nobody finds half of it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import exists, isdir  # whose counterparts of `Path` raise an error if a name is too long
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy as np
import typer

from evometa.app.ctrl_c import INTERRUPTED
from evometa.app.terminal.options import OutOption, PlaceOptions, PlayersOption, SeedOption
from evometa.app.terminal.own_cards import OwnCardOptions
from evometa.app.terminal.progress import game_meter, say
from evometa.input.errors import InputError
from evometa.input.shown_text import write_halves
from evometa.input.writing import draft_of
from evometa.matches.interrupts import until_interrupted
from evometa.show.data import as_csv, as_json
from evometa.show.frames import columns_of
from evometa.show.page.voice import make_page
from evometa.show.page.writing import PAGE
from evometa.show.svg.draw import save_pictures
from evometa.show.terminal.screen import echo, open_screen
from evometa.show.terminal.voice import tell_story
from evometa.story.laboratory.told import Told

T = TypeVar("T")

_PARTIAL_NOTE = "PARTIAL.txt"


@dataclass(frozen=True, kw_only=True)
class PlayingOptions(PlaceOptions):
    """What all commands of the laboratory are asked with."""

    seed: SeedOption = 1
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead, with all numbers.")] = False
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead.")] = False
    out: OutOption = None

    def play(self, label: str, work: Callable[..., T]) -> T:
        """What comes of games, which are played with a bar; Ctrl-C ends with those that are finished.

        `work` is told the `seed`, the `runner` and what its `progress` is told to. What cannot be handed out is
        refused before.
        """
        if self.as_json and self.as_csv:
            raise InputError("--json and --csv cannot stand together: choose one")
        if self.out is not None:
            _check_folder(self.out)
        runner = self.make_runner()
        with game_meter(label) as progress:
            return until_interrupted(lambda: work(seed=self.seed, runner=runner, progress=progress))

    def publish(self, told: Told) -> None:
        """Print what was found and write its folder; ends with exit code 130 if it was interrupted."""
        if told.n_games or not told.is_partial:
            _print_told(told, self.as_json, self.as_csv)
            if self.out is not None:
                _write_folder(told, self.out)
        if told.is_partial:
            if told.n_games:
                say(f"Interrupted: this is partial, from the {told.n_games:,} games that were finished.")
            else:
                say("Interrupted before any games were finished: there is nothing to tell yet.")
            raise typer.Exit(INTERRUPTED)


@dataclass(frozen=True, kw_only=True)
class LaboratoryOptions(PlayingOptions, OwnCardOptions):
    """What those are asked with that play the decks of a metagame, all with the same player if that is wanted."""

    players: PlayersOption = None


# --- what they hand out -------------------------------------------------------------------------


def _print_told(told: Told, is_json: bool, is_csv: bool) -> None:
    """On the terminal: as JSON, as CSV or for people."""
    if is_json:
        echo(as_json(told.data))
    elif is_csv:
        echo(as_csv(columns_of(next(iter(told.tables.values())))), ends_line=False)
    else:
        tell_story(open_screen(), told.story, is_headed=True)


def _check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or that has files already."""
    if not isdir(folder.parent):
        raise InputError(f"--out {folder}: there is no folder {folder.parent}; make it first, or name another one")
    if exists(folder) and not isdir(folder):
        raise InputError(f"--out {folder}: this is a file; allowed: a folder that is new or empty")
    if exists(folder) and any(folder.iterdir()):
        raise InputError(f"--out {folder}: there are files in it already; allowed: a folder that is new or empty")
    with _new_folder(folder, keep=False):
        pass  # so that a folder that may not be written is known now


@contextmanager
def _new_folder(folder: Path, keep: bool = True) -> Iterator[Path]:
    """A folder to fill, which takes the place of `folder` when all went well."""
    draft = draft_of(folder)
    try:
        draft.mkdir()
        try:
            yield draft
            if keep:
                draft.replace(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)  # it is gone already if it was moved
    except OSError as error:
        raise InputError(f"--out {folder}: cannot be written ({error.strerror})") from None


def _write_folder(told: Told, folder: Path) -> None:
    """Write all files into a folder, and say so."""
    with _new_folder(folder) as draft:
        write_files(told, draft)
    say(f"Wrote {folder}")


def write_files(told: Told, folder: Path) -> None:
    """JSON, tables, pictures and the page."""
    import pandas

    (folder / "result.json").write_text(as_json(told.data) + "\n", encoding="utf-8")
    for name, table in told.tables.items():
        columns = columns_of(table)
        (folder / f"{name}.csv").write_text(as_csv(columns), encoding="utf-8")
        frame = pandas.DataFrame({column: _cells(values) for column, values in columns.items()})
        (folder / f"{name}.parquet").write_bytes(frame.to_parquet(engine="pyarrow", index=False))
    save_pictures(told.story, folder)
    (folder / PAGE).write_text(make_page(told.story).html, encoding="utf-8")
    if told.is_partial:
        note = f"Interrupted: these numbers are from the {told.n_games:,} games that were finished.\n"
        (folder / _PARTIAL_NOTE).write_text(note, encoding="utf-8")


def _cells(values: Sequence[Any]) -> list[Any]:
    """The values with all their digits, but no negative zero."""
    array = np.asarray(values)
    return [write_halves(value) for value in (array + 0.0 if array.dtype.kind == "f" else array).tolist()]
