"""Games on a terminal: the lines of a story with colours, and plain when the output goes elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.text import Text

from evometa.app.terminal.screen import Screen
from evometa.input.shown_text import show_line

# What gets which colour; later ones win.
STYLES: tuple[tuple[str, str], ...] = (
    (r"\(\d+ mana\)", "blue"),
    (r"\d+ damage|(?<=takes )\d+|(?<=for )\d+(?= \(| and|,|$)", "red"),
    (r"(?<=by )\d+(?= \()|\(now \d+\)", "green"),
    (r"\(\d+ left\)", "dim"),
    (r"[+]\d+/[+]\d+|[+-]\d+ (?:attack|health|durability)", "green"),
    (r"\b(?:dies|die|destroyed|silenced|frozen|countered)$", "red"),
    (r"secret: .+!$", "bold yellow"),
    (r"^ +\|", "dim"),
    (r"^Turn \d+.*", "bold"),
    (r"^.+ wins\.$|^The game ends in a draw\.$", "bold green"),
)
LABEL_STYLES = ("bold cyan", "bold magenta")


def style_line(line: str, labels: tuple[str, str] = ("", "")) -> Text:
    """A line of a story with its colours; each player has one."""
    line = show_line(line)
    text = Text(line)
    for pattern, style in STYLES:
        text.highlight_regex(pattern, style)
    for label, style in zip(labels, LABEL_STYLES, strict=True):
        for start, end in find_label(line, label):
            text.stylize(style, start, end)
    return text


def find_label(line: str, label: str) -> Iterator[tuple[int, int]]:
    """Where a player is named; a card such as Razorfen Hunter or Hunter's Mark does not name the Hunter."""
    if label:
        for match in re.finditer(rf"(?:\b[A-Z][\w'-]* )?\b{re.escape(label)}\b(?!'s [A-Z])", line):
            if match[0] == label:
                yield match.span()


def print_lines(console: Screen, lines: Iterable[str], labels: tuple[str, str] = ("", "")) -> None:
    """Print lines as they are: no wrapping, no markup."""
    for line in lines:
        console.print(style_line(line, labels), soft_wrap=True)
