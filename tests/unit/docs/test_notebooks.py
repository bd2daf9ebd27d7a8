"""The notebooks of the documentation: small, whole, and written with public names alone.

That they run is seen in `tests/science/test_notebooks.py`, each night.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import evometa

NOTEBOOKS = Path(__file__).parents[3] / "docs" / "notebooks"
PAGES = sorted(NOTEBOOKS.glob("*.ipynb"))
LARGEST = 300_000  # bytes
OTHER_MODULES = {"pandas", "pathlib"}

every_notebook = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def read_cells(page: Path, kind: str) -> list[dict[str, Any]]:
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == kind]


def read_code(page: Path) -> ast.Module:
    return ast.parse("\n".join("".join(cell["source"]) for cell in read_cells(page, "code")))


def test_the_four_are_there_and_in_the_list() -> None:
    assert [page.stem for page in PAGES] == ["balance", "decks", "measure", "what-if"]
    listed = (NOTEBOOKS / "index.md").read_text(encoding="utf-8")
    assert all(f"]({page.name})" in listed for page in PAGES)


@every_notebook
def test_they_use_public_names_alone(page: Path) -> None:
    tree = read_code(page)
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    imported += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert set(imported) <= {"evometa", *OTHER_MODULES}
    names = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "evometa"
    }
    assert names
    assert names <= set(evometa.__all__)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")]


@every_notebook
def test_they_show_what_came_out_without_errors_and_are_small(page: Path) -> None:
    assert page.stat().st_size <= LARGEST
    for number, cell in enumerate(read_cells(page, "code"), start=1):
        assert cell["execution_count"] == number  # all were run, in their order
        assert not [each for each in cell["outputs"] if each["output_type"] == "error"]
        assert not [each for each in cell["outputs"] if each.get("name") == "stderr"]


@every_notebook
def test_their_links_lead_somewhere(page: Path) -> None:
    text = "\n".join("".join(cell["source"]) for cell in read_cells(page, "markdown"))
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert links
    assert [link for link in links if not (NOTEBOOKS / link).is_file()] == []
