"""Reports of runs as readers see them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.unit.show.html_check import PageCheck


def read(page: Path) -> str:
    """The page as HTML, which must be valid."""
    html = page.read_text(encoding="utf-8")
    assert PageCheck(html).mistakes == []
    return html


def text_of(page: Path) -> str:
    """What a reader sees, without tags."""
    return words_in(read(page))


def words_in(html: str) -> str:
    """What a reader of a page or a part of one sees."""
    content = re.sub(r"<(style|script|title)>.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def charts_of(html: str) -> dict[str, str]:
    """All charts of a page, by their names."""
    found = re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL)
    return {re.findall(r' id="chart-([^"]*)"', chart)[0]: chart for chart in found}


def texts_in(chart: str) -> set[str]:
    """All texts of a chart; what appears on hover is none."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", chart)
    return {" ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for text in texts}


def hovered_in(chart: str) -> set[str]:
    """What appears on hover."""
    return {unescape(text) for text in re.findall(r"<title>(.*?)</title>", chart)}


def rows_of(html: str, section: str) -> dict[str, list[str]]:
    """The tables of a section: by what stands in the first column of each row, its other cells."""
    (content,) = re.findall(rf'<h2 id="{section}"(.*?)</section>', html, flags=re.DOTALL)
    rows = re.findall(r"<tr[^>]*>\s*<th[^>]*>(.*?)</th>(.*?)</tr>", content, flags=re.DOTALL)
    cells = {words_in(name): re.findall(r"<td[^>]*>(.*?)</td>", row, flags=re.DOTALL) for name, row in rows}
    return {name: [words_in(cell) for cell in row] for name, row in cells.items() if row}
