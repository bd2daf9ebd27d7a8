"""The parts that pages are built from: sections, tables and figures, and the page that holds them.

A page is one file that needs no other: its style, its script and its charts are inside. What the parts look like is in
the folder `templates`, which also escapes every text that is not `Html`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from evometa.report.charts.style import standalone
from evometa.report.pages.rendering import render, render_part

Html = Markup  # text that is HTML already, because a template has made it


@dataclass(frozen=True)
class Section:
    """A part of a page, with a heading that can be linked to; it may have parts itself."""

    anchor: str
    title: str
    body: Html
    parts: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Face:
    """What is on a card."""

    name: str
    cost: str = ""
    kind: str = ""
    text: str = ""
    stats: str = ""


@dataclass(frozen=True)
class ShownCard:
    """A card that a page mentions, and what a patch makes of it, if it changes it."""

    before: Face
    after: Face | None = None


@dataclass(frozen=True)
class Choice:
    """What a point of a chart stands for; its key is that of the point."""

    key: str
    title: str
    body: Html


@dataclass
class Story:
    """The sections of a page in the making, its charts as files by name, and the cards that it mentions.

    What is told within another story has a prefix, so that its anchors and charts have names of their own.
    """

    prefix: str = ""
    sections: list[Section] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    faces: dict[str, ShownCard] = field(default_factory=dict)  # by the anchor of each

    def inside(self, prefix: str) -> Story:
        """A story within this one: its sections are its own, its charts and cards are those of the page."""
        return Story(self.prefix + prefix, [], self.pictures, self.faces)

    def id(self, name: str) -> str:
        """The name of a chart or an anchor on this page."""
        return self.prefix + name

    def tell(self, anchor: str, title: str, *body: Html, parts: Sequence[Section] = ()) -> None:
        """Add a section."""
        self.sections.append(Section(self.prefix + anchor, title, join(body), tuple(parts)))

    def show(self, name: str, chart: Html, caption: str = "") -> Html:
        """A chart as part of the page, and as a file beside it; `name` is what `id` gave the chart."""
        self.pictures[f"{name}.svg"] = standalone(chart).encode()
        return render_part("figure", chart, caption)


NO_FACES: Mapping[str, ShownCard] = {}


def make_page(
    title: str,
    subtitle: str,
    notice: str,
    sections: Sequence[Section],
    footer: str,
    faces: Mapping[str, ShownCard] = NO_FACES,
) -> str:
    """A whole page. The notice, if there is one, comes before everything else; the faces of cards are at its end."""
    told = {"title": title, "subtitle": subtitle, "notice": notice, "footer": footer}
    return render("report.html.j2", sections=sections, faces=faces, **told)


# --- parts ----------------------------------------------------------------------------------------


def join(parts: Iterable[Html]) -> Html:
    """Pieces of HTML one after the other; a text that is not HTML is escaped."""
    return Html("\n").join(part for part in parts if part)


def paragraph(text: str, kind: str = "") -> Html:
    """A paragraph, or nothing if there is no text."""
    return render_part("paragraph", text, kind) if text else Html("")


def headline(text: str, remark: str = "") -> Html:
    """The sentence that a page begins with, and a small remark for those who want the number behind it."""
    return render_part("headline", text, remark)


def tiles(facts: Iterable[tuple[str, str, str]]) -> Html:
    """The few numbers that matter most: what each is, the number, and a remark about it, which may be empty."""
    return render_part("tiles", facts)


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1, marked: Iterable[int] = ()
) -> Html:
    """A table; the first cell of a row is its name, and rows can be marked by their number.

    `texts` is the number of columns on the left that hold texts; all others hold numbers. Readers can sort it by any
    column; without scripts it stays as it is.
    """
    return render_part("table", caption, heads, rows, texts, frozenset(marked))


def folded(summary: str, content: Html, is_file: bool = False) -> Html:
    """What only some readers want to see. On paper all of it is shown, except for files, which want a computer."""
    return render_part("details", summary, content, is_file)


def preformatted(text: str) -> Html:
    """Text of a file or a command, as it is."""
    return render_part("preformatted", text)


def beside(*parts: Html) -> Html:
    """Parts beside each other, if the screen is wide enough."""
    return render_part("beside", parts)


def curves(charts: Iterable[Html]) -> Html:
    """Small charts, as many beside each other as there is room for."""
    return render_part("curves", list(charts))


def touch(chart: Html, choices: Sequence[Choice], first: str = "") -> Html:
    """A chart whose points can be chosen, and beside it what they stand for; the one with the key `first` is chosen."""
    return render_part("touch", chart, choices, first)


def deck_code(code: str, label: str) -> Html:
    """A deck code that can be copied; the label is for those who do not see it."""
    return render_part("deck_code", code, label)


def card_list(entries: Iterable[tuple[int | str, str]]) -> Html:
    """Cards with their copies, in a line."""
    return render_part("card_list", list(entries))


def card_link(name: str, anchor: str) -> Html:
    """The name of a card, whose face appears beside it."""
    return render_part("card_link", name, anchor)


def in_line(texts: Iterable[str]) -> Html:
    """Texts with commas between them."""
    return render_part("in_line", list(texts))
