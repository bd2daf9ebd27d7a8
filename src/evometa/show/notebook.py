"""A story in a notebook: its first words and its small tables. A notebook has no style sheet, so looks are inline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evometa.input.small_html import small_table, stack
from evometa.show.grids import Cell, lay_out, table_of_curve
from evometa.show.svg.draw import draw_chart
from evometa.show.svg.plain import make_plain
from evometa.story import blocks
from evometa.story.charts.data import CostCurve
from evometa.story.charts.heat_map import HeatMap

MOST_ROWS = 12


def format_story(story: blocks.Story, facts: str = "") -> str:
    """The brief form of a story as HTML; `facts` stand below the title."""
    head = small_table(story.title, [story.notice, facts or story.subtitle], (), ())
    several = [(section, block) for section in _brief(story.sections) for block in _brief_blocks(section.blocks)]
    lines = [block.text for _, block in several if isinstance(block, blocks.Headline | blocks.Warned | blocks.Words)]
    return stack(head, lines, filter(None, (_format(block, section.title) for section, block in several)))


def _brief(sections: Iterable[blocks.Section]) -> Iterator[blocks.Section]:
    """The sections that a notebook shows, each before its parts."""
    for section in sections:
        if section.level <= blocks.Level.BRIEF:
            yield section
            yield from _brief(section.parts)


def _brief_blocks(several: Iterable[blocks.Block]) -> Iterator[blocks.Block]:
    """What a notebook shows, one below the other."""
    for block in several:
        if block.level <= blocks.Level.BRIEF:
            match block:
                case blocks.Beside():
                    yield from _brief_blocks(block.blocks)
                case _:
                    yield block


def _format(block: blocks.Block, title: str) -> str:
    """What is not words, under the title of its section if it has none of its own; nothing if it cannot be shown."""
    match block:
        case blocks.PatchNotes():
            return small_table("Patch notes", (), ("card", "change"), block.by_card)
        case blocks.Table(rows=[_, *_]):
            return _format_table(block, block.title or title)
        case blocks.Figure(chart=CostCurve() as curve):
            return _format_table(table_of_curve(curve), curve.title)
        case blocks.Figure(chart=HeatMap() as chart):
            return make_plain(draw_chart(chart))
    return ""


def _format_table(table: blocks.Table, title: str) -> str:
    grid = lay_out(table, blocks.Level.BRIEF, table.most or MOST_ROWS)
    rows = [[_write(cell) for cell in row] for row in grid.rows]
    more = f" (the first {len(rows)} of {grid.n_rows})" if grid.is_cut else ""
    return small_table(title + more, (), [head.title for head in grid.heads], rows)


def _write(cell: Cell) -> str:
    match cell.content:
        case blocks.CardList(entries=entries):
            return ", ".join(f"{copies} {card}" for copies, card in entries)
        case tuple() as several:
            return ", ".join(map(str, several))
        case content:
            return str(content)
