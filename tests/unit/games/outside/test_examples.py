"""The examples are what the documentation shows, and as short as it says."""

from __future__ import annotations

from tests.unit.docs.pages import DOCS, read_blocks
from tests.unit.games.outside.conftest import EXAMPLES


def test_the_page_shows_the_example() -> None:
    shown = {block.note: block.text for block in read_blocks(DOCS / "how-to/your-own-game.md")}
    example = (EXAMPLES / "duel.py").read_text(encoding="utf-8")
    assert shown["file: duel.py"] == example
    lines = example[example.index("class Duel") :].splitlines()
    assert len([line for line in lines if line.strip()]) <= 45
