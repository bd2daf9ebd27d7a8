"""Markdown for the generated pages of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def section(title: str, *parts: str, level: int = 2) -> str:
    """A heading and what stands under it, each part with an empty line before it."""
    return "\n".join([f"{'#' * level} {title}\n", *(part.rstrip("\n") + "\n" for part in parts)])


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a cell may hold any text of one line."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
