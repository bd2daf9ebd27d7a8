"""A story on a terminal: words, tables and patch notes one below the other; charts only where they are tables."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from rich.text import Text

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL
from evometa.show.grids import BEHIND, Cell, Grid, lay_out, table_of_curve
from evometa.show.terminal.screen import Screen, name_text, print_headed, print_heading
from evometa.show.terminal.tables import FittingTable, fact_table, new_table, print_notes, print_table
from evometa.story import blocks
from evometa.story.cards import CardName
from evometa.story.charts.data import CostCurve
from evometa.story.charts.heat_map import Cells, HeatMap
from evometa.story.words.names import describe_labels, label_decks
from evometa.story.words.numbers import UNKNOWN, number

STYLES = {1: "bold bright_blue", -1: "bold dark_orange", 0: ""}  # which the colour-blind can tell apart
SIDES = {"▲": 1, "▼": -1, "": 0}  # of the marks of a cell
_LONGEST_NAME = 30  # letters of a name in a table
SHORT = 18  # letters of a text that is not broken into lines
_SHORT_NAME = 12  # letters of names that head the columns of a matrix as they are
_SAME = "=: cannot change."
_UNDER = f"Under each number: how far its {INTERVAL} reaches."


def tell_story(screen: Screen, story: blocks.Story, *, is_headed: bool = False) -> None:
    """All of a story that a terminal has room for, under its title if nobody has told that yet."""
    if is_headed:
        print_headed(screen, story.title, f"  {story.subtitle}")
    if story.notice:
        screen.print(Text(story.notice, style="bold red"))
    for section in story.sections:
        _tell_section(screen, section, is_first=section is story.sections[0])


def _tell_block(screen: Screen, block: blocks.Block, title: str = "") -> None:
    """A block under a title, if it has one; a block that has a title of its own keeps that."""
    match block:
        case blocks.Table():
            _tell_table(screen, block, block.title or title)
        case blocks.Facts():
            facts = {each.name: "; ".join(filter(None, (each.value, each.remark))) for each in block.facts}
            print_table(screen, block.title or title, fact_table(facts))
        case blocks.PatchNotes():
            print_notes(screen, [f"{card}: {changes}" for card, changes in block.by_card])
        case blocks.Figure(chart=HeatMap() as chart):
            _tell_heat_map(screen, chart)
        case blocks.Figure(chart=CostCurve() as curve):
            _tell_table(screen, table_of_curve(curve), curve.title)
        case blocks.Beside() if len(charts := _heat_maps(block)) > 1:
            for chart in charts:
                _tell_heat_map(screen, chart, has_margins=False)  # of several that would be too much
        case blocks.Beside() | blocks.Fold():
            _tell_blocks(screen, block.blocks, block.title if isinstance(block, blocks.Fold) else title)
        case blocks.Figure() | blocks.Choices():
            return  # which a terminal cannot draw
        case _:
            if title:
                print_heading(screen, title)
            _tell_words(screen, block)


def _tell_section(screen: Screen, section: blocks.Section, is_first: bool) -> None:
    if section.level <= blocks.Level.MAIN:
        _tell_blocks(screen, section.blocks, "" if is_first else section.title)
        for part in section.parts:
            _tell_section(screen, part, is_first=False)


def _tell_blocks(screen: Screen, several: Iterable[blocks.Block], title: str) -> None:
    """Blocks, the first of which has the title of all."""
    for block in several:
        if block.level <= blocks.Level.MAIN and _says_something(block):
            _tell_block(screen, block, title)
            title = ""


def _says_something(block: blocks.Block) -> bool:
    match block:
        case blocks.Words(text=text) | blocks.Warned(text=text) | blocks.Headline(text=text):
            return bool(text)
        case blocks.Table():
            return bool(block.rows)
        case blocks.Figure():
            return isinstance(block.chart, HeatMap | CostCurve)
    return not isinstance(block, blocks.Choices)


# --- words ----------------------------------------------------------------------------------------


def _tell_words(screen: Screen, block: blocks.Block) -> None:
    match block:
        case blocks.Headline():
            remark = f"  {block.remark}" if block.remark else ""
            screen.print(Text.assemble(("\n" + block.text, "bold"), (remark, "dim")))
        case blocks.Warned():
            screen.print(Text("\n" + block.text, style="bold red"))
        case blocks.Words():
            screen.print(Text("\n" + block.text, style="dim" if block.is_faint else ""))
        case blocks.Code():
            screen.print(Text(block.text))
        case blocks.DeckCode():
            screen.print(Text(block.code))
        case blocks.CardList():
            screen.print(Text(_list_cards(block.entries)))


# --- tables ---------------------------------------------------------------------------------------


def _tell_table(screen: Screen, table: blocks.Table, title: str) -> None:
    grid = lay_out(table, blocks.Level.MAIN, table.most, is_narrow=True)
    more = f" (the first {len(grid.rows)} of {grid.n_rows}; the report has all)" if grid.is_cut else ""
    margins = (_UNDER if table.is_matrix else BEHIND) if grid.has_margins else ""
    note = " ".join(filter(None, (table.note, margins)))
    print_table(screen, title + more, _draw_grid(grid, table.is_matrix), note, table.coloured)


def _draw_grid(grid: Grid, is_matrix: bool) -> FittingTable:
    drawn = new_table(expendable=[head.title for head in grid.heads if head.is_expendable], is_matrix=is_matrix)
    for place, head in enumerate(grid.heads):
        if head.is_number:
            drawn.add_column(head.title, justify="right", no_wrap=True)
        elif not head.is_cut:
            drawn.add_column(head.title)
        elif place == 0 or _is_short(grid, place):
            drawn.add_column(head.title, overflow="ellipsis", no_wrap=True, max_width=_LONGEST_NAME)
        else:
            drawn.add_column(head.title, overflow="fold")
    for place, row in enumerate(grid.rows):
        cells = [_draw_cell(cell, "\n" if is_matrix else " ") for cell in row]
        drawn.add_row(*cells, style="bold" if place in grid.marked else "")
    return drawn


def _is_short(grid: Grid, column: int) -> bool:
    """Whether all texts of a column are worth a line each."""
    texts = [row[column].content for row in grid.rows]
    return all(isinstance(text, str) and len(text) <= SHORT for text in texts)


def _draw_cell(cell: Cell, before_margin: str) -> Text:
    match cell.content:
        case blocks.CardList(entries=entries):
            return Text(_list_cards(entries))
        case tuple() as several:
            return Text(", ".join(show_name(str(each)) for each in several))
    shown = name_text(str(cell.content), STYLES[cell.side])
    return Text.assemble(shown, (f"{before_margin}{cell.margin}", "dim")) if cell.margin else shown


def _list_cards(entries: Iterable[tuple[str, CardName]]) -> str:
    return ", ".join(f"{copies} {show_name(card.name)}" for copies, card in entries)


# --- who beats whom -------------------------------------------------------------------------------


def _heat_maps(block: blocks.Beside) -> list[HeatMap]:
    figures = [each for each in block.blocks if isinstance(each, blocks.Figure)]
    return [figure.chart for figure in figures if isinstance(figure.chart, HeatMap)]


def _tell_heat_map(screen: Screen, chart: HeatMap, has_margins: bool = True) -> None:
    """The cells of a heat map as numbers, under names that are explained below if they had to be shortened."""
    is_short = all(len(name) <= _SHORT_NAME for name in chart.columns)
    labels = list(chart.columns) if is_short else label_decks(chart.columns)
    is_square = chart.columns == chart.rows
    drawn = new_table(is_matrix=True)
    drawn.add_column("" if is_square else "deck", no_wrap=True, overflow="ellipsis")
    for label in [*labels, *(["all"] if chart.totals else [])]:
        drawn.add_column(name_text(label), justify="right", min_width=6 if has_margins else None)
    for i, name in enumerate(chart.rows):
        cells = [_heat_cell(part, i, j, has_margins) for part, columns in chart.parts for j in range(len(columns))]
        drawn.add_row(name_text(labels[i] if is_square else name), *cells)
    explained = "" if is_short else f"{describe_labels(labels, chart.columns)}."
    has_same = is_square and bool((chart.cells.fixed & ~np.eye(len(chart.rows), dtype=bool)).any())
    note = " ".join(filter(None, (explained, _UNDER if has_margins else "", _SAME if has_same else "")))
    even = "above or below 50%" if chart.cells.middle else "not 0"
    print_table(screen, f"{chart.title}: {chart.unit}", drawn, note, even)


def _heat_cell(cells: Cells, row: int, column: int, has_margins: bool) -> Text:
    """A number with a digit after the point, however sure it is, because it may be compared with others."""
    if cells.hidden[row, column]:
        return Text()
    if cells.fixed[row, column]:
        return Text("·" if row == column else "=", style="dim")
    if cells.unknown[row, column]:
        return Text(UNKNOWN, style="dim")
    shown = number(cells.estimate.value[row, column], 1, signed=cells.middle == 0)
    margin = f"\n±{number(cells.margin[row, column], 1)}" if has_margins and cells.margin_text(row, column) else ""
    return Text.assemble((shown, STYLES[SIDES[cells.mark(row, column)]]), (margin, "dim"))
