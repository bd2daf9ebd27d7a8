"""Heat maps as HTML tables, for notebooks: the same cells as in the pictures."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.input.small_html import NO_MATH
from evometa.report.pages.rendering import render
from evometa.report.pictures.cells import FAINT, Cells


def html_table(title: str, lines: Sequence[str], names: Sequence[str], parts: Sequence[tuple[str, Cells]]) -> str:
    """A table with a row for each name; each part has a column for each name, or a single one under its own heading."""
    columns = [name for heading, _ in parts for name in ([heading] if heading else names)]
    cells = [each for _, each in parts]
    return render(
        "notebook.html.j2",
        title=title,
        lines=lines,
        columns=columns,
        names=names,
        parts=cells,
        faint=FAINT,
        no_math=NO_MATH,
    )
