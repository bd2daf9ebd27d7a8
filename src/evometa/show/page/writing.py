"""Reports of runs as files: one page that needs no other, and its charts beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evometa.input.writing import write_files
from evometa.show.page.voice import make_page
from evometa.story.blocks import Story
from evometa.story.kind import find_kind
from evometa.story.runs import FIGURES

PAGE = "report.html"


def write_report(folder: Path, target: Path | None = None, beside: Sequence[Path] = ()) -> Path:
    """Write the report of the run in a folder, and return its path; a run that is not finished has one, too.

    It is `report.html` in the folder of the run, or the file `target`. Other runs of the same kind `beside` it are
    compared with it.
    """
    kind = find_kind(folder)
    return write_page(
        kind.tell(kind.read(folder), [kind.read_beside(other) for other in beside]), target or folder / PAGE
    )


def format_report(folder: Path) -> str:
    """The same page as a text, which is not written."""
    kind = find_kind(folder)
    return make_page(kind.tell(kind.read(folder))).html


def write_page(story: Story, path: Path) -> Path:
    """Write the page of a story, and its charts as SVG in the folder `figures` beside it."""
    page = make_page(story)
    figures = {path.parent / FIGURES / name: content for name, content in page.pictures.items()}
    write_files({path: page.html.encode(), **figures})
    return path
