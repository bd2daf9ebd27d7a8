"""The parts that pages are built from: sections, tables and figures, and the page that holds them.

A page is one file that needs no other: its style and its pictures are inside. All text is escaped where it becomes
HTML, in this module; functions that return HTML say so in their names or return `Html`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from evometa.report.pictures.canvas import Picture

Html = NewType("Html", str)  # text that is HTML already

STYLE = """
:root { color-scheme: light; --ink: #1a1a1a; --faint: #5f5f5f; --rule: #d5d5d5; --wash: #f5f6f8; --blue: #124a86; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: white;
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", Verdana, Arial, sans-serif; }
header, main, footer { max-width: 1232px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 28px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 1.35rem; margin: 44px 0 8px; padding-top: 12px; border-top: 2px solid var(--blue); }
h3 { font-size: 1.1rem; margin: 28px 0 6px; }
p { margin: 8px 0 12px; max-width: 76ch; }
.faint, caption, figcaption { color: var(--faint); font-size: 0.875rem; }
.notice { background: #fff4df; border-left: 4px solid #c77700; padding: 8px 14px; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; margin: 14px 0 0; }
a { color: var(--blue); }
.tiles { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; padding: 0; list-style: none; }
.tiles li { background: var(--wash); padding: 10px 16px; flex: 1 1 180px; }
.tiles b { display: block; font-size: 1.55rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.beside { display: flex; flex-wrap: wrap; gap: 16px 32px; align-items: flex-start; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; margin: 8px 0 14px; }
caption { text-align: left; padding: 0 0 6px; }
caption b { color: var(--ink); font-size: 1rem; }
th, td { padding: 4px 10px; text-align: left; vertical-align: top; }
thead th { vertical-align: bottom; border-bottom: 2px solid var(--rule); font-weight: 600; }
tbody th { font-weight: 600; }
.rows tbody th { white-space: nowrap; }
.rows tbody tr { border-bottom: 1px solid var(--rule); }
.number { text-align: right; white-space: nowrap; }
.marked { background: #e8f0f9; }
.cells { border-collapse: separate; border-spacing: 2px; }
.cells th { font-weight: normal; max-width: 8em; padding: 3px 6px; }
.cells thead th { text-align: center; border: 0; font-size: 0.8rem; max-width: 7em; }
.cells tbody th { text-align: right; vertical-align: middle; }
.cells td { text-align: center; padding: 3px 6px; min-width: 3.6em; line-height: 1.25; vertical-align: middle; }
.cells small { display: block; font-size: 0.75rem; }
figure { margin: 14px 0 20px; }
figure img { display: block; max-width: 100%; height: auto; }
details { margin: 6px 0; }
summary { cursor: pointer; color: var(--blue); }
pre { background: var(--wash); padding: 10px 14px; overflow-x: auto; font-size: 0.82rem; line-height: 1.4; }
code { font-size: 0.9em; }
footer { color: var(--faint); font-size: 0.85rem; margin-top: 40px; padding-bottom: 40px; }
@page { margin: 14mm; }
@media print {
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding: 0; }
  nav { display: none; }
  h2, h3, caption { break-after: avoid; }
  figure, tr, .tiles, .cells { break-inside: avoid; }
  thead { display: table-header-group; }
  th, td { padding: 2px 6px; }
  h2 + p, h3 + p { break-after: avoid; }
  .beside { gap: 8px; }
  .cells { font-size: 8pt; }
  .cells thead th { font-size: 7pt; max-width: 6em; }
  .cells td { min-width: 2.6em; padding: 2px 3px; }
  .wide { overflow: visible; }
  pre { white-space: pre-wrap; }
  details.file { display: none; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  td, .tiles li, .notice, .marked { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""


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

    def tell(self, anchor: str, title: str, *body: str, parts: Sequence[Section] = ()) -> None:
        """Add a section."""
        self.sections.append(Section(self.prefix + anchor, title, join(body), tuple(parts)))

    def show(self, name: str, picture: Picture, alternative: str) -> Html:
        """A picture as part of the page; the text is for those who do not see it."""
        name = self.prefix + name
        self.pictures |= {f"{name}.{kind}": picture.to_bytes(kind) for kind in ("png", "svg")}
        content = base64.b64encode(self.pictures[f"{name}.svg"]).decode()
        files = f"figures/{name}.png and .svg"
        return Html(
            f'<figure><img src="data:image/svg+xml;base64,{content}" alt="{escape(alternative)}">'
            f"<figcaption>As files: {escape(files)}</figcaption></figure>"
        )


def make_page(title: str, subtitle: str, notice: str, sections: Sequence[Section], footer: str) -> Html:
    """A whole page. The notice, if there is one, comes before everything else."""
    links = "".join(f'<li><a href="#{each.anchor}">{escape(each.title)}</a></li>' for each in sections)
    warned = f'<p class="notice" role="note">{escape(notice)}</p>' if notice else ""
    return Html(
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{escape(title)}</h1>\n<p class="faint">{escape(subtitle)}</p>\n{warned}'
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n</header>\n'
        f"<main>\n{join(_section(each, 2) for each in sections)}\n</main>\n"
        f"<footer>{escape(footer)}</footer>\n</body>\n</html>\n"
    )


def _section(section: Section, level: int) -> Html:
    anchor, inner = section.anchor, join(_section(part, level + 1) for part in section.parts)
    heading = f'<h{level} id="{anchor}">{escape(section.title)}</h{level}>'
    return Html(f'<section aria-labelledby="{anchor}">\n{heading}\n{section.body}{inner}\n</section>')


# --- parts ----------------------------------------------------------------------------------------


def join(parts: Iterable[str]) -> Html:
    """Pieces of HTML one after the other."""
    return Html("\n".join(part for part in parts if part))


def paragraph(text: str, kind: str = "") -> Html:
    """A paragraph, or nothing if there is no text."""
    style = f' class="{kind}"' if kind else ""
    return Html(f"<p{style}>{escape(text)}</p>" if text else "")


def tiles(facts: Iterable[tuple[str, str, str]]) -> Html:
    """The few numbers that matter most: what it is, the number, and what is to be said about it."""
    items = (
        f"<li>{escape(name)}<b>{escape(number)}</b>"
        + (f'<span class="faint">{escape(remark)}</span></li>' if remark else "</li>")
        for name, number, remark in facts
    )
    return Html(f'<ul class="tiles">{"".join(items)}</ul>')


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1, marked: Iterable[int] = ()
) -> Html:
    """A table whose first columns, so many, are texts, the first one the name of the row; the others are numbers."""
    head = "".join(_cell("th", text, column >= texts, 'scope="col"') for column, text in enumerate(heads))
    special = set(marked)
    body = "".join(_row(row, texts, number in special) for number, row in enumerate(rows))
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return Html(
        f'<div class="wide"><table class="rows">{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _row(row: Sequence[str], texts: int, is_marked: bool) -> str:
    first = _cell("th", row[0], texts == 0, 'scope="row"')
    others = "".join(_cell("td", text, column >= texts) for column, text in enumerate(row[1:], start=1))
    style = ' class="marked"' if is_marked else ""
    return f"<tr{style}>{first}{others}</tr>"


def _cell(tag: str, text: str, is_number: bool, attributes: str = "") -> str:
    style = 'class="number"' if is_number else ""
    return f"<{' '.join(part for part in (tag, attributes, style) if part)}>{escape(text)}</{tag}>"


def folded(summary: str, content: Html, is_file: bool = False) -> Html:
    """What only some readers want to see. On paper all of it is shown, except for files, which want a computer."""
    style = ' class="file"' if is_file else ""
    return Html(f"<details{style}><summary>{escape(summary)}</summary>{content}</details>")


def preformatted(text: str) -> Html:
    """Text of a file or a command, as it is."""
    return Html(f"<pre><code>{escape(text)}</code></pre>")


def beside(*parts: Html) -> Html:
    """Parts beside each other, if the screen is wide enough."""
    return Html(f'<div class="beside">{"".join(f"<div>{part}</div>" for part in parts)}</div>')
