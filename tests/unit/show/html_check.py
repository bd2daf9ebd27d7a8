"""What is wrong with a page: tags, names, text alternatives, and requests to other files or hosts."""

from __future__ import annotations

import base64
import hashlib
import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from html.parser import HTMLParser

VOID = {"meta", "img", "br", "hr", "link", "input"}
ADDRESSES = {"src", "href", "srcset", "action", "data", "poster", "background", "xlink:href"}
SVG_START = "data:image/svg+xml;base64,"
IN_PARAGRAPHS = {"b", "small", "span", "code", "a", "img", "br", "em", "strong"}
MOST_BYTES = 2_000_000  # of a page


class PageCheck(HTMLParser):
    """Reads a page and notes its mistakes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = str(page)
        self.mistakes: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.pictures: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.style = ""
        self.scripts: list[str] = []
        self.feed(str(page))  # a part of a page would escape what the parser adds to it
        self.close()
        self._finish()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if "p" in self.open and tag not in IN_PARAGRAPHS:
            self.mistakes.append(f"<{tag}> inside a paragraph")
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attributes)
        self.attributes += [(name, value or "") for name, value in attributes]
        if len(found) < len(attributes):
            self.mistakes.append(f"<{tag}> has an attribute twice")
        self._note_names(tag, found)
        self._note_addresses(tag, found)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.mistakes.append(f"</{tag}> where {self.open[-1:]} is open")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.style += data
        elif self.open and self.open[-1] == "script":
            self.scripts.append(data)
        else:
            self.text += data

    def _note_names(self, tag: str, found: dict[str, str | None]) -> None:
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("aria-labelledby"):
            self.references.append(str(found["aria-labelledby"]))
        if tag == "img" and len(found.get("alt") or "") < 20:
            self.mistakes.append("a picture without a text that says what it shows")
        if tag == "th" and found.get("scope") not in ("row", "col"):
            self.mistakes.append("a heading of a table that does not say what it is for")

    def _note_addresses(self, tag: str, found: dict[str, str | None]) -> None:
        if tag in ("link", "iframe", "object", "base"):  # a script must be in the page, as its addresses tell
            self.mistakes.append(f"<{tag}> in a page that should need nothing else")
        for name in ADDRESSES & found.keys():
            address = found[name] or ""
            if address.startswith("#"):
                self.references.append(address[1:])
            elif address.startswith(SVG_START):
                self.pictures.append(base64.b64decode(address.removeprefix(SVG_START)).decode())
            else:
                self.mistakes.append(f"{name} leads to {address[:60]}")

    def _finish(self) -> None:
        if self.open:
            self.mistakes.append(f"not closed: {self.open}")
        self.mistakes += [f"the id {name} is there twice" for name in {x for x in self.ids if self.ids.count(x) > 1}]
        self.mistakes += [f"there is no id {name}" for name in sorted(set(self.references) - set(self.ids))]
        if re.search(r"url\(|@import", self.style):
            self.mistakes.append("the style asks for another file")
        for picture in self.pictures:
            self.mistakes += svg_mistakes(picture)
        if len(self.page.encode()) > MOST_BYTES:
            self.mistakes.append(f"the page has more than {MOST_BYTES:,} bytes")
        self._check_policy()

    def _check_policy(self) -> None:
        """Nothing may be loaded, and no script may run but the one of the page, which is named by its digest."""
        if not self.scripts:
            return
        digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in self.scripts]
        policies = [value for name, value in self.attributes if name == "content" and "default-src" in value]
        allowed = [f"script-src 'sha256-{digest}'" for digest in digests]
        if (
            len(policies) != 1
            or len(allowed) != 1
            or allowed[0] not in policies[0]
            or "default-src 'none'" not in policies[0]
        ):
            self.mistakes.append(f"the page does not refuse all scripts but its own: {policies}")


def words_of(page: str) -> str:
    """What a reader of a page sees, in one line; the page must be valid and show nothing of Python."""
    assert PageCheck(page).mistakes == []
    said = words_in(page)
    assert not re.search(r"\bnan\b|\bNone\b|\bTrue\b|\{'|\binf\b", said)
    return said


def words_in(html: str) -> str:
    """What a reader of a page, or of a part of one, sees in one line."""
    content = re.sub(r"<(style|script|title)>.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def charts_of(html: str) -> dict[str, str]:
    """All charts of a page, by their names."""
    found = re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL)
    return {re.findall(r' id="chart-([^"]*)"', chart)[0]: chart for chart in found}


def svg_mistakes(picture: str) -> list[str]:
    """What is wrong with an SVG: it must be XML, and must need nothing else."""
    mistakes = []
    for element in ElementTree.fromstring(picture).iter():
        for name, value in element.attrib.items():
            is_inside = value.startswith(("#", "data:"))
            if name.rpartition("}")[2] in ("href", "src") and not is_inside:
                mistakes.append(f"a picture leads to {value[:60]}")
            if "url(" in value and "url(#" not in value:
                mistakes.append(f"a picture asks for {value[:60]}")
    return mistakes
