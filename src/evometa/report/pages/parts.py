"""The parts that pages are built from: sections, tables and figures, and the page that holds them.

A page is one file that needs no other: its style and its pictures are inside. What the parts look like is in the folder
`templates`, which also escapes every text that is not `Html`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from evometa.report.pages.rendering import render, render_part

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture

Html = Markup  # text that is HTML already, because a template has made it


@dataclass(frozen=True)
class Section:
    """A part of a page, with a heading that can be linked to; it may have parts itself."""

    anchor: str
    title: str
    body: Html
    parts: tuple[Section, ...] = ()


@dataclass
class Story:
    """The sections of a page in the making, and its pictures as files by name.

    What is told within another story has a prefix, so that its anchors and pictures have names of their own.
    """

    prefix: str = ""
    sections: list[Section] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def tell(self, anchor: str, title: str, *body: Html, parts: Sequence[Section] = ()) -> None:
        """Add a section."""
        self.sections.append(Section(self.prefix + anchor, title, join(body), tuple(parts)))

    def show(self, name: str, picture: Picture, alternative: str) -> Html:
        """A picture as part of the page; the text is for those who do not see it."""
        name = self.prefix + name
        self.pictures |= {f"{name}.{kind}": picture.to_bytes(kind) for kind in ("png", "svg")}
        svg = base64.b64encode(self.pictures[f"{name}.svg"]).decode()
        return render_part("figure", name, svg, alternative)


def make_page(title: str, subtitle: str, notice: str, sections: Sequence[Section], footer: str) -> str:
    """A whole page. The notice, if there is one, comes before everything else."""
    return render("report.html.j2", title=title, subtitle=subtitle, notice=notice, sections=sections, footer=footer)


# --- parts ----------------------------------------------------------------------------------------


def join(parts: Iterable[Html]) -> Html:
    """Pieces of HTML one after the other; a text that is not HTML is escaped."""
    return Html("\n").join(part for part in parts if part)


def paragraph(text: str, kind: str = "") -> Html:
    """A paragraph, or nothing if there is no text."""
    return render_part("paragraph", text, kind) if text else Html("")


def tiles(facts: Iterable[tuple[str, str, str]]) -> Html:
    """The few numbers that matter most: what each is, the number, and a remark about it, which may be empty."""
    return render_part("tiles", facts)


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1, marked: Iterable[int] = ()
) -> Html:
    """A table; the first cell of a row is its name, and rows can be marked by their number.

    `texts` is the number of columns on the left that hold texts; all others hold numbers.
    """
    return render_part("table", caption, heads, rows, texts, frozenset(marked))


def sortable_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> Html:
    """A table that a reader can sort by any column; without scripts it is a table like others."""
    return render_part("sortable_table", caption, heads, rows, texts)


def folded(summary: str, content: Html, is_file: bool = False) -> Html:
    """What only some readers want to see. On paper all of it is shown, except for files, which want a computer."""
    return render_part("details", summary, content, is_file)


def preformatted(text: str) -> Html:
    """Text of a file or a command, as it is."""
    return render_part("preformatted", text)


def beside(*parts: Html) -> Html:
    """Parts beside each other, if the screen is wide enough."""
    return render_part("beside", parts)
