"""All kinds of run. A `Kind` says all that belongs to one; a new kind is one more entry of `KINDS`.

The name of a kind is that of its command, and the same in all layers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from evometa.app.terminal.screen import Screen
from evometa.app.views.balance import final_balance, show_balance
from evometa.app.views.decks import describe_deck_files, final_decks, show_decks
from evometa.app.views.nerfs import show_nerfs
from evometa.app.views.paper import show_paper
from evometa.app.views.respond import show_respond
from evometa.app.views.table import show_table
from evometa.app.views.tiers import final_tiers, show_tiers
from evometa.app.views.tune import final_tune, show_tune
from evometa.experiments.balance.audited_work import PATCH_FILE
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.experiment import Experiment, StoredRun
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.paper.work import PAPER
from evometa.experiments.progress import OnProgress
from evometa.experiments.respond.work import RESPOND
from evometa.experiments.settings import RunSettings
from evometa.experiments.table.work import TABLE
from evometa.experiments.tiers.work import TIERS
from evometa.experiments.tune.work import PLAYER_FILE, TUNE
from evometa.input.errors import InputError, describe_words
from evometa.matches.runners import Runner
from evometa.report.exports.balance import balance_frame
from evometa.report.exports.decks import decks_frame
from evometa.report.exports.nerfs import nerfs_frame
from evometa.report.exports.table import table_frame
from evometa.report.exports.tiers import tiers_frame
from evometa.report.exports.tune import tune_frame
from evometa.report.pages.balance import tell_balance, title_balance
from evometa.report.pages.decks import tell_decks, title_decks
from evometa.report.pages.nerfs import tell_nerfs, title_nerfs
from evometa.report.pages.paper import tell_paper, title_paper
from evometa.report.pages.reproduction import (
    Reproduction,
    reproduce_balance,
    reproduce_decks,
    reproduce_nerfs,
    reproduce_paper,
    reproduce_respond,
    reproduce_table,
    reproduce_tiers,
    reproduce_tune,
)
from evometa.report.pages.respond import tell_respond, title_respond
from evometa.report.pages.table import tell_table, title_table
from evometa.report.pages.tiers import tell_tiers, title_tiers
from evometa.report.pages.tune import tell_tune, title_tune
from evometa.report.pages.writing import Page, format_page, write_page
from evometa.store import RunError, list_runs, open_run, refuse_misfits
from evometa.store.results import Results

if TYPE_CHECKING:
    import pandas as pd

S = TypeVar("S", bound=RunSettings)
R = TypeVar("R", bound=Results)


@dataclass(frozen=True)
class Kind(Generic[S, R]):
    """All that belongs to a kind of run."""

    experiment: Experiment[S, R]  # its settings, its results, its work and the stages of that
    show: Callable[[Screen, StoredRun[S, R]], None]  # on a terminal
    final: Callable[[StoredRun[S, R]], dict[str, Any]]  # what `--json` prints
    page: Page[S, R]
    export: Callable[[StoredRun[S, R]], pd.DataFrame]
    reproduce: Callable[[StoredRun[S, R]], Reproduction]
    made: Callable[[Path], str] | None = None  # what there is to say about the files that it leaves in its folder

    def read(self, folder: Path) -> StoredRun[S, R]:
        """The run in a folder."""
        return self.experiment.read(folder)

    def resume(self, folder: Path, runner: Runner, progress: OnProgress) -> R:
        """Go on with the run in a folder to its end."""
        return self.experiment.resume(folder, None, runner, progress)

    def write_page(self, folder: Path, target: Path | None = None, beside: Sequence[Path] = ()) -> Path:
        """Write the report of the run in a folder, other runs of this kind beside it."""
        run, others = self.read(folder), [self._read_beside(other) for other in beside]
        with refuse_misfits(folder):
            return write_page(run, self.page, self.reproduce(run), target, others)

    def format_page(self, folder: Path) -> str:
        """The same page as a text, which is not written."""
        run = self.read(folder)
        with refuse_misfits(folder):
            return format_page(run, self.page, self.reproduce(run))

    def _read_beside(self, folder: Path) -> StoredRun[S, R]:
        other = find_kind(folder)
        if self.page.tell_beside is None or other is not self:
            raise InputError(
                f"{folder}: a run of the kind '{other.experiment.name}' cannot stand beside one of the kind "
                f"'{self.experiment.name}'; only balance runs can be compared"
            )
        return self.read(folder)


def all_results(run: StoredRun[Any, Any]) -> dict[str, Any]:
    """All results of a run, and where it is."""
    return {"run": str(run.folder), **run.results.to_json()}


def refuse_export(run: StoredRun[Any, Any]) -> pd.DataFrame:
    """A run of several parts has no table of its own."""
    parts = [str(info.folder) for info in list_runs(run.folder) if info.folder != run.folder]
    raise InputError(
        f"{run.folder}: a run of the kind '{run.kind}' has no table of its own; export one of its parts: "
        f"{', '.join(parts) or 'there is none yet'}"
    )


def describe_patch_file(folder: Path) -> str:
    """Where the patch is."""
    return f"Patch: {folder / PATCH_FILE}"


def describe_player_file(folder: Path) -> str:
    """Where the player is."""
    return f"Player: {folder / PLAYER_FILE}"


KINDS: dict[str, Kind[Any, Any]] = {
    kind.experiment.name: kind
    for kind in (
        Kind(
            BALANCE,
            show_balance,
            final_balance,
            Page(title_balance, tell_balance, tell_balance),
            balance_frame,
            reproduce_balance,
            describe_patch_file,
        ),
        Kind(NERFS, show_nerfs, all_results, Page(title_nerfs, tell_nerfs), nerfs_frame, reproduce_nerfs),
        Kind(
            DECKS,
            show_decks,
            final_decks,
            Page(title_decks, tell_decks),
            decks_frame,
            reproduce_decks,
            describe_deck_files,
        ),
        Kind(RESPOND, show_respond, all_results, Page(title_respond, tell_respond), refuse_export, reproduce_respond),
        Kind(PAPER, show_paper, all_results, Page(title_paper, tell_paper), refuse_export, reproduce_paper),
        Kind(TIERS, show_tiers, final_tiers, Page(title_tiers, tell_tiers), tiers_frame, reproduce_tiers),
        Kind(
            TUNE,
            show_tune,
            final_tune,
            Page(title_tune, tell_tune),
            tune_frame,
            reproduce_tune,
            describe_player_file,
        ),
        Kind(TABLE, show_table, all_results, Page(title_table, tell_table), table_frame, reproduce_table),
    )
}


def find_kind(folder: Path) -> Kind[Any, Any]:
    """The kind of the run in a folder; an error for one that only another version may know."""
    with open_run(folder) as run:
        name = run.kind
    if name not in KINDS:
        raise RunError(f"{folder}: unknown kind of run {name!r}; {describe_words(name, KINDS)}")
    return KINDS[name]
