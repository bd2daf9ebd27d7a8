"""The notebooks of the documentation run from beginning to end."""

from __future__ import annotations

import pytest
from tools.notebooks import NOTEBOOKS, run


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["measure", "what-if", "balance", "decks"])
def test_a_notebook_runs(name: str) -> None:
    book = run(NOTEBOOKS / f"{name}.ipynb")
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    assert not [output for cell in code for output in cell.outputs if output.output_type == "error"]
