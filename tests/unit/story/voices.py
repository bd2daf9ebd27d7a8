"""A story as readers get it: on a terminal, on a page, in a notebook, and cell by cell."""

from __future__ import annotations

import io

from tests.unit.show.html_check import words_in, words_of

from evometa.show.grids import Cell, lay_out
from evometa.show.notebook import format_story
from evometa.show.page.voice import make_page
from evometa.show.terminal.screen import Screen
from evometa.show.terminal.voice import tell_story
from evometa.story.blocks import CardList, Chart, Headline, Level, Story, walk


def on_terminal(story: Story, width: int = 100, *, is_headed: bool = False) -> str:
    """What a terminal shows, with which no line is longer than the terminal is wide."""
    text = io.StringIO()
    tell_story(Screen(file=text, width=width), story, is_headed=is_headed)
    assert max(map(len, text.getvalue().splitlines()), default=0) <= width
    return text.getvalue()


def page_of(story: Story) -> str:
    """The page as HTML, which must be valid."""
    html = make_page(story).html
    assert words_of(html)
    return html


def on_page(story: Story) -> str:
    """What a reader of the page sees."""
    return words_in(page_of(story))


def in_notebook(story: Story) -> str:
    """What a notebook shows."""
    return words_in(format_story(story))


def joined(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def headline_of(story: Story) -> str:
    """What a story says first."""
    return next(block.text for block in walk(story.sections) if isinstance(block, Headline))


def charts_of(story: Story) -> dict[str, Chart]:
    """All charts by their names."""
    return {chart.name: chart for figure in story.figures() for chart in figure.charts}


def cells_of(story: Story, name: str, level: Level = Level.FULL) -> dict[str, list[str]]:
    """A table as a voice of a level shows it: by the first cell of each row, the others."""
    table = story.table(name)
    assert table is not None
    rows = ([_text(cell) for cell in row] for row in lay_out(table, level).rows)
    return {first: rest for first, *rest in rows}


def _text(cell: Cell) -> str:
    match cell.content:
        case CardList(entries=entries):
            return ", ".join(f"{copies} {card}" for copies, card in entries)
        case tuple() as several:
            return ", ".join(map(str, several))
        case content:
            return str(content)
