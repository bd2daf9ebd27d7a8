"""A story as a page for a browser: one file that needs no other, with all that there is to say.

The templates are in the folder `templates`, and so are the style sheet and the scripts; those of charts are in theirs.
They escape all text that they are given, except for what is `Markup`: HTML that a template has made, or the SVG of a
chart. Jinja is imported when the first template is used.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from evometa.input.shown_text import show_lines
from evometa.show.grids import BEHIND, Cell, lay_out
from evometa.show.svg.draw import draw_chart
from evometa.show.svg.frame import Touch
from evometa.show.svg.plain import make_plain
from evometa.story import blocks
from evometa.story.cards import CardName, ShownCard
from evometa.story.words.numbers import ARROW

if TYPE_CHECKING:
    from jinja2 import Environment

PARTS = "parts.html.j2"


@dataclass(frozen=True)
class Page:
    """A page, and its charts as files that can lie beside it."""

    html: str
    pictures: dict[str, bytes]


def make_page(story: blocks.Story) -> Page:
    """The page of a story."""
    voice = PageVoice()
    sections = [voice.section(each) for each in story.sections]
    told = {"title": story.title, "subtitle": story.subtitle, "notice": story.notice, "footer": story.footer}
    return Page(render("report.html.j2", sections=sections, faces=voice.faces, **told), voice.pictures)


@dataclass
class PageVoice:
    """Turns blocks into HTML, and remembers the charts that it drew and the cards that it named."""

    level: blocks.Level = blocks.Level.FULL
    has_faces: bool = True  # whether the names of cards lead to their faces
    faces: dict[str, ShownCard] = field(default_factory=dict)  # by the anchor of each
    pictures: dict[str, bytes] = field(default_factory=dict)  # by the name of the file
    heading: str = ""  # of the section, which a table need not say again

    def section(self, section: blocks.Section) -> dict[str, Any]:
        """A section and its parts, whose blocks are HTML, for the template."""
        self.heading = section.title
        body = self.tell(section.blocks)
        parts = [self.section(each) for each in section.parts]
        return {"anchor": section.anchor, "title": section.title, "body": body, "parts": parts}

    def tell(self, several: Iterable[blocks.Block]) -> Markup:
        """Blocks one below the other."""
        return _join(self.block(each) for each in several if each.level <= self.level)

    def block(self, block: blocks.Block) -> Markup:
        """A block of any kind."""
        match block:
            case blocks.Headline():
                return _render_part("headline", block.text, block.remark) if block.text else Markup("")
            case blocks.Warned():
                return _paragraph(block.text, "notice")
            case blocks.Words():
                return _paragraph(block.text, "faint" if block.is_faint else "")
            case blocks.Code():
                return _render_part("preformatted", block.text)
            case blocks.DeckCode():
                return _render_part("deck_code", block.code, block.label)
            case blocks.Facts():
                return _render_part("tiles", [(each.name, each.value, each.remark) for each in block.facts])
            case blocks.Table():
                return self.table(block)
            case blocks.Figure():
                return self.figure(block)
            case blocks.PatchNotes():
                return self.patch(block)
            case blocks.CardList():
                return _render_part("card_list", [(copies, self.card(card)) for copies, card in block.entries])
            case blocks.Fold():
                return _render_part("details", block.title, self.tell(block.blocks), block.is_file)
            case blocks.Beside():
                inside = [self.block(each) for each in block.blocks]
                return _render_part("curves" if block.are_narrow else "beside", inside)
            case blocks.Choices():
                return self.choices(block)

    # --- charts ---

    def figure(self, figure: blocks.Figure) -> Markup:
        """Charts as part of the page, and as files beside it."""
        drawn = [draw_chart(chart, Touch.LINKS if figure.is_linked else Touch.NONE) for chart in figure.charts]
        self.pictures |= {
            f"{chart.name}.svg": make_plain(svg).encode() for chart, svg in zip(figure.charts, drawn, strict=True)
        }
        if not figure.others:
            return _render_part("figure", drawn[0], figure.caption)
        inside = _render_part("beside", [_render_part("figure", svg, "") for svg in drawn])
        return _join([inside, _paragraph(figure.caption, "faint")])

    def choices(self, block: blocks.Choices) -> Markup:
        """A chart, and beside it what its points stand for."""
        choices = [{"key": each.key, "title": each.title, "body": self.tell(each.blocks)} for each in block.choices]
        return _render_part("touch", self.figure(replace(block.figure, is_linked=True)), choices, block.first)

    # --- cards ---

    def card(self, card: CardName) -> Markup | str:
        """The name of a card, which leads to its face."""
        if card.shown is None or not self.has_faces:
            return card.name
        self.faces.setdefault(card.shown.anchor, card.shown)
        return _render_part("card_link", card.name, card.shown.anchor)

    def patch(self, block: blocks.PatchNotes) -> Markup:
        """A row for each card, with all its changes from old to new."""
        rows = [[self.card(card), changes.replace("->", ARROW)] for card, changes in block.by_card]
        notes = _render_part("table", "", ["card", "change"], rows, [False, False], frozenset())
        if not block.file:
            return notes
        file = _render_part("details", "The patch as a file", _render_part("preformatted", block.file), True)
        return _join([notes, file])

    # --- tables ---

    def table(self, table: blocks.Table) -> Markup:
        """A table that readers can sort; nothing if it has no rows."""
        if not table.rows:
            return Markup("")
        grid = lay_out(table, self.level, is_narrow=table.is_matrix)
        heads, numbers = [head.title for head in grid.heads], [head.is_number for head in grid.heads]
        rows = [[self.cell(cell) for cell in row] for row in grid.rows]
        caption = "" if table.title == self.heading else table.title
        shown = _render_part("table", caption, heads, rows, numbers, grid.marked)
        note = " ".join(filter(None, (table.note, BEHIND if grid.has_margins else "")))
        return _join([shown, _paragraph(note, "faint")])

    def cell(self, cell: Cell) -> Markup | str:
        """What stands in a cell."""
        match cell.content:
            case CardName() as card:
                return self.card(card)
            case blocks.CardList() as cards:
                return self.block(cards)
            case tuple() as several:
                shown = [self.card(each) if isinstance(each, CardName) else each for each in several]
                return _render_part("in_line", shown)
            case text:
                return f"{text} {cell.margin}" if cell.margin else text


def _paragraph(text: str, kind: str) -> Markup:
    return _render_part("paragraph", text, kind) if text else Markup("")


def _join(parts: Iterable[Markup]) -> Markup:
    """Pieces of HTML one below the other."""
    return Markup("\n").join(part for part in parts if part)


# --- templates --------------------------------------------------------------------------------------


def render(template: str, **values: object) -> str:
    """The HTML of a whole template, which no other template takes."""
    return _environment().get_template(template).render(values)


def _render_part(name: str, *values: object) -> Markup:
    """The HTML of a part: what the macro of this name makes of the values."""
    macro: Callable[..., Markup] = getattr(_environment().get_template(PARTS).module, name)
    return macro(*values)


def _show_hidden(value: object) -> object:
    """What is hidden in a text is shown; HTML that a template has made has been through here already."""
    return value if hasattr(value, "__html__") or not isinstance(value, str) else show_lines(value)


def _digest(script: str) -> str:
    """The name by which a page allows this script and no other."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _environment() -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=ChoiceLoader([PackageLoader(__package__), PackageLoader("evometa.show.svg")]),
        autoescape=True,
        finalize=_show_hidden,
        undefined=StrictUndefined,  # a value that is missing is a mistake, not an empty text
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["digest"] = _digest
    return made
