"""`python -m tools.notebooks`: run the notebooks of the documentation and write what they show into them.

What is written depends on evometa alone: no times, no folders of this machine, no progress bars.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
MOST_SECONDS = 1800  # of a cell
KEPT = ("kernelspec", "language_info")  # of the notebook's own data
KEPT_OF_LANGUAGE = ("name",)
PNG, SVG = "image/png", "image/svg+xml"


def main(names: Sequence[str]) -> None:
    """Run the notebooks of these names, or all of them."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        if not names or path.stem in names:
            print(path.name, flush=True)
            write(clean(run(path)), path)


def run(path: Path) -> Any:
    """A notebook with what its cells show, run in an empty folder; an error in a cell is an error."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory(prefix="evometa-") as folder:
        NotebookClient(book, timeout=MOST_SECONDS, resources={"metadata": {"path": folder}}).execute()
    return book


def clean(book: Any) -> Any:
    """The same without what differs from run to run."""
    book.metadata = {name: book.metadata[name] for name in KEPT}
    book.metadata["language_info"] = {name: book.metadata["language_info"][name] for name in KEPT_OF_LANGUAGE}
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [shrink(output) for output in cell.outputs if not is_empty(output)]
    return book


def shrink(output: Any) -> Any:
    """An output without its picture in dots, if it has it as SVG, too, which is smaller."""
    if SVG in output.get("data", {}):
        for part in (output.data, output.metadata):
            part.pop(PNG, None)
    return output


def is_empty(output: Any) -> bool:
    """Whether an output shows nothing any more, as a progress bar at its end."""
    return bool(output.output_type == "display_data" and output.data.get("text/html") == "")


def write(book: Any, path: Path) -> None:
    """Write a notebook with a line end."""
    import nbformat

    path.write_text(nbformat.writes(book) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
