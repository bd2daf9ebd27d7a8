"""The only way to the terminal: text is data there, and never markup.

A plain text is printed as it is, and what is hidden in it (control characters, marks of direction) is shown. Looks come
from `style` and from `Text`, never from words in brackets. Everything that prints in the commands goes through here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from evometa.input.shown_text import HIDDEN, show_lines, show_message, show_name

_PLAIN_WIDTH = 100  # characters


class Screen(Console):
    """A console to which text is data."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, markup=False, emoji=False, highlight=False)

    def render_str(self, text: str, **options: Any) -> Text:
        """Text as it is: no markup, no emoji, nothing hidden."""
        return super().render_str(show_lines(text), **{**options, "markup": False, "emoji": False})

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The last gate: whatever made it, text that reaches the terminal has nothing hidden in it."""
        for segment in super().render(renderable, options):
            is_clean = segment.control or segment.text == "\n" or not HIDDEN.search(segment.text)
            yield segment if is_clean else Segment(show_lines(segment.text), segment.style)


def open_screen(plain_width: int | None = _PLAIN_WIDTH) -> Screen:
    """Standard output. If no terminal says how wide it is, it is wide enough for all tables."""
    is_known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Screen(width=None if is_known else plain_width)


def open_error_screen() -> Screen:
    """Standard error, for what is said while a command works."""
    return Screen(stderr=True)


def name_text(name: str, style: str = "") -> Text:
    """A name as a cell or a part of a line: one line, nothing hidden, cut if it is long."""
    return Text(show_name(name), style=style)


def print_headed(screen: Screen, name: str, rest: str) -> None:
    """A line that begins with a name in bold."""
    screen.print(Text.assemble(name_text(name, "bold"), rest))


def print_heading(screen: Screen, title: str) -> None:
    """A heading, with an empty line above it."""
    screen.print(Text(f"\n{title}", style="bold"))


def echo(text: str, ends_line: bool = True) -> None:
    """Print on standard output for other programs: JSON, CSV, a path."""
    typer.echo(show_lines(text), nl=ends_line)


def complain(message: str) -> None:
    """Print what is wrong on standard error."""
    print(f"evometa: {show_message(message)}", file=sys.stderr)
