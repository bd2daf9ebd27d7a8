"""The report of a run: one page that needs no other file, and its pictures as files beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from evometa.experiments.experiment import StoredRun
from evometa.experiments.settings import RunSettings
from evometa.report.pages.parts import Story, make_page
from evometa.report.pages.pieces import settings_table
from evometa.report.pages.reproduction import Reproduction, shown_settings
from evometa.report.pictures.figures import write_files
from evometa.report.words.players import tell_players
from evometa.store.results import Results

PAGE, FIGURES = "report.html", "figures"
UNFINISHED = {
    "running": "The run is still going on: this is what is finished by now. Write the report again at its end.",
    "interrupted": "The run was interrupted: this is what it had finished. Resume it, and write the report again.",
}

S = TypeVar("S", bound=RunSettings)
R = TypeVar("R", bound=Results)


@dataclass(frozen=True)
class Page(Generic[S, R]):
    """What the page of a kind of run says."""

    title: Callable[[StoredRun[S, R]], str]
    tell: Callable[[StoredRun[S, R], Story], None]
    tell_beside: Callable[[StoredRun[S, R], Story, Sequence[StoredRun[S, R]]], None] | None = None  # runs to compare


def write_page(
    run: StoredRun[S, R],
    page: Page[S, R],
    reproduction: Reproduction,
    target: Path | None = None,
    beside: Sequence[StoredRun[S, R]] = (),
) -> Path:
    """Write the report of a run, and return its path.

    It is `report.html` in the folder of the run, or the file `target`; its charts are in the folder `figures` beside
    it, as SVG. Other runs `beside` it are compared with it. A run that is not finished has a report, too.
    """
    (text, story), path = _tell(run, page, reproduction, beside), target or run.folder / PAGE
    figures = {path.parent / FIGURES / name: content for name, content in story.pictures.items()}
    write_files({path: text.encode(), **figures})
    return path


def format_page(run: StoredRun[S, R], page: Page[S, R], reproduction: Reproduction) -> str:
    """The report of a run, without writing it."""
    return _tell(run, page, reproduction, ())[0]


def _tell(
    run: StoredRun[S, R], page: Page[S, R], reproduction: Reproduction, beside: Sequence[StoredRun[S, R]]
) -> tuple[str, Story]:
    story = Story()
    if page.tell_beside is None:
        page.tell(run, story)
    else:
        page.tell_beside(run, story, beside)
    story.tell("settings", "Settings", settings_table(shown_settings(run.settings)))
    story.tell("reproduce", "How to reproduce it", reproduction.describe(run.versions))
    return _format_page(run, page.title(run), story), story


def _format_page(run: StoredRun[S, R], title: str, story: Story) -> str:
    started = f"Run {run.name}, started {run.created.replace('T', ' ')[:16]} (UTC)."
    subtitle = " ".join([started, *tell_players(run.players)])
    footer = f"Written by evometa from the run {run.name} of {run.versions}."
    if story.pictures:
        footer += f" The charts are in the folder {FIGURES} beside this page, too, each as an SVG file."
    return make_page(title, subtitle, UNFINISHED.get(run.status, ""), story.sections, footer, story.faces)
