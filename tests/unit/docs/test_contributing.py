"""The steps of the Makefile stand as commands in CONTRIBUTING.md, for those without make."""

from __future__ import annotations

import re

import pytest
from tests.unit.docs.pages import PROJECT, read_blocks

MAKEFILE = (PROJECT / "Makefile").read_text(encoding="utf-8")
STEPS = "\n".join(block.text for block in read_blocks(PROJECT / "CONTRIBUTING.md") if block.language == "sh")
# What a target does, by what is surely in it.
CORES = [
    *(" ".join(folders.split()) for folders in re.findall(r"_TESTS := \$\(wildcard ([\w/ ]+)\)", MAKEFILE)),
    *re.findall(r"\$\(BIN\)/((?:ruff|mypy|lint-imports)[\w .-]*)$", MAKEFILE, re.MULTILINE),
    *re.findall(r"\$\(BIN\)/(python -m (?:pytest|tools)[\w. /-]*\w)", MAKEFILE),
    *("--editable '.[dev]'", "python -m tools.docs", "sphinx-build -q -W --keep-going -b html docs build/site"),
]


def test_the_makefile_was_read() -> None:
    assert len(CORES) > 12
    assert "tests/unit tests/rules tests/properties tests/golden" in CORES


@pytest.mark.parametrize("core", [core for core in CORES if not core.startswith(("ruff format .", "ruff check --fix"))])
def test_a_step_of_the_makefile_is_told_as_a_command(core: str) -> None:
    assert core in STEPS
