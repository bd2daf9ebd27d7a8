"""docs/rules.md names the test that holds each line: those tests must exist, and no line may go without one."""

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

from evometa.games.hearthstone.engine.kernel.sequences import ORDER

FOLDER = Path(__file__).parent
PAGE = (FOLDER.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)))


@lru_cache
def names_in(file: str) -> set[str]:
    """The tests in a file of this folder."""
    tree = ast.parse((FOLDER / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_a_named_test_exists(file: str, test: str) -> None:
    assert test in names_in(file)


def test_every_line_names_a_test() -> None:
    lines = re.findall(r"^(?:- |\d+\. )(?:.|\n(?! *-| *\d+\.|\n|#))*", PAGE, flags=re.MULTILINE)
    assert len(lines) > 90
    assert [line for line in lines if "::test_" not in line] == []


def test_every_sequence_has_its_chapter() -> None:
    chapters = {heading.lower() for heading in re.findall(r"^## (.+)$", PAGE, flags=re.MULTILINE)}
    assert set(ORDER) <= chapters
