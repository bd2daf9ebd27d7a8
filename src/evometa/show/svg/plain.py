"""Charts without a style sheet: each element has its light colours as attributes.

So a chart is the same in a file, in a notebook (whose page a style sheet would change) and for programs that draw SVG
without knowing all of CSS. The style is read from the same sheets that pages have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from evometa.input.errors import Where
from evometa.input.reading import read_file

SPACE = "http://www.w3.org/2000/svg"
KEPT = {
    *("color", "fill", "fill-opacity", "paint-order", "stop-color", "stroke", "stroke-dasharray", "stroke-linecap"),
    *("stroke-linejoin", "stroke-opacity", "stroke-width", "font-family", "font-size", "font-weight", "text-anchor"),
}
_FOR_SCRIPTS = {"class", "style", "role", "tabindex", "data-key", "data-row", "data-column", "aria-labelledby"}
RULE, SELECTOR = re.compile(r"([^{}]+)\{([^{}]*)\}"), re.compile(r"[\w. -]+")
_COLOR = re.compile(r"--([\w-]+):\s*light-dark\((#\w+),")
_MIXED = re.compile(r"color-mix\(in srgb, (#\w+) var\(--share\), (#\w+)\)")

Look = tuple[str, frozenset[str]]  # the tag of an element and its classes


class _Rule(NamedTuple):
    """What a part of the sheet says about an element within others."""

    path: tuple[Look, ...]
    declared: dict[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        """Which of two rules counts: the one with more classes, or else with more tags."""
        return sum(len(classes) for _, classes in self.path), sum(bool(tag) for tag, _ in self.path)

    def fits(self, path: tuple[Look, ...]) -> bool:
        """Whether it is about the last element of a path from the outermost one on."""
        wanted = list(self.path)
        if not _matches(wanted.pop(), path[-1]):
            return False
        for look in reversed(path[:-1]):
            if wanted and _matches(wanted[-1], look):
                wanted.pop()
        return not wanted


def make_plain(svg: str) -> str:
    """The same chart without classes; what is for scripts alone is gone."""
    ElementTree.register_namespace("", SPACE)
    root = ElementTree.fromstring(svg)
    _settle(root, ())
    root.set("role", "img")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _settle(element: Element, around: tuple[Look, ...]) -> None:
    look = element.tag.removeprefix(f"{{{SPACE}}}"), frozenset(element.get("class", "").split())
    share = re.search(r"--share:(\d+)%", element.get("style", ""))
    for name, value in _declared((*around, look)).items():
        element.set(name, _mix(value, int(share[1]) / 100 if share else 0.0))
    for name in _FOR_SCRIPTS & element.attrib.keys():
        del element.attrib[name]
    if look[0] != "linearGradient":
        element.attrib.pop("id", None)  # a notebook may show the same chart twice
    for inner in element:
        _settle(inner, (*around, look))


def _mix(value: str, share: float) -> str:
    found = _MIXED.fullmatch(value)
    return mix(found[2], found[1], share) if found else value


@cache
def _declared(path: tuple[Look, ...]) -> dict[str, str]:
    """What the sheet says about an element, by the name of each attribute."""
    fitting = sorted((rule for rule in _rules() if rule.fits(path)), key=lambda rule: rule.weight)
    return {name: value for rule in fitting for name, value in rule.declared.items()}


@cache
def _rules() -> tuple[_Rule, ...]:
    sheet = re.sub(r"/\*.*?\*/", "", style_sheet(), flags=re.DOTALL).partition("@media")[0]
    colors = dict(_COLOR.findall(sheet))
    lit = re.sub(r"var\(--([\w-]+)\)", lambda found: colors.get(found[1], found[0]), sheet)
    return tuple(_read_rules(lit))


def _read_rules(sheet: str) -> Iterator[_Rule]:
    for selectors, body in RULE.findall(sheet):
        pairs = (part.partition(":") for part in body.split(";"))
        declared = {name.strip(): value.strip() for name, _, value in pairs if name.strip() in KEPT}
        for selector in map(str.strip, selectors.split(",")):
            if SELECTOR.fullmatch(selector):
                yield _Rule(tuple(map(_read_look, selector.split())), declared)


def _read_look(text: str) -> Look:
    tag, *classes = text.split(".")
    return tag, frozenset(classes)


def _matches(wanted: Look, look: Look) -> bool:
    return wanted[0] in ("", look[0]) and wanted[1] <= look[1]


def mix(start: str, end: str, share: float) -> str:
    """The colour that lies a share of the way from one `#rrggbb` to another, as browsers mix them in sRGB."""
    parts = zip(*(bytes.fromhex(color.removeprefix("#")) for color in (start, end)), strict=True)
    return "#" + bytes(round(low + share * (high - low)) for low, high in parts).hex()


# --- the style sheet and the script of all charts, the same for pages and studio ------------------


FOLDER = "templates"


@cache
def style_sheet() -> str:
    """The colours of light and dark, as CSS variables, and how charts look with them."""
    return _read("colors.css") + _read("charts.css")


@cache
def touch_script() -> str:
    """Arrow keys between the parts of a chart, and Enter and Space on those that are buttons.

    It listens at the document, so that charts may come and go.
    """
    return _read("touch.js")


def _read(name: str) -> str:
    return read_file(files(__package__) / FOLDER / name, Where(name))
