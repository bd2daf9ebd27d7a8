"""Reports of runs as readers see them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from tests.unit.report.html_check import PageCheck

from evometa.app.kinds import find_kind


def write_report(folder: Path, target: Path | None = None, beside: Sequence[Path] = ()) -> Path:
    """Write the report of the run in a folder."""
    return find_kind(folder).write_page(folder, target, beside)


def read(page: Path) -> str:
    """The page as HTML, which must be valid."""
    html = page.read_text(encoding="utf-8")
    assert PageCheck(html).mistakes == []
    return html


def text_of(page: Path) -> str:
    """What a reader sees, without tags."""
    content = re.sub(r"<style>.*?</style>", "", read(page), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def texts_in(picture: str) -> set[str]:
    """All texts of an SVG."""
    return {unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", picture)}


def rows_of(html: str, section: str) -> dict[str, list[str]]:
    """The tables of a section: by what stands in the first column of each row, its other cells."""
    (content,) = re.findall(rf'<h2 id="{section}"(.*?)</section>', html, flags=re.DOTALL)
    rows = re.findall(r"<tr[^>]*>\s*<th[^>]*>([^<]*)</th>(.*?)</tr>", content, flags=re.DOTALL)
    cells = {name: re.findall(r"<td[^>]*>([^<]*)", row) for name, row in rows}
    return {unescape(name): [unescape(cell) for cell in row] for name, row in cells.items() if row}
