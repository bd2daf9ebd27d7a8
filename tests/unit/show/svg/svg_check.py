"""What every chart must be: XML that needs nothing else, with a title that names it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from tests.unit.show.html_check import svg_mistakes

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {
    *(
        "svg",
        "g",
        "a",
        "title",
        "text",
        "tspan",
        "rect",
        "circle",
        "line",
        "path",
        "polyline",
        "linearGradient",
        "stop",
    ),
}
ODD = """<script>alert("it's")</script> & \x1b\u202e"""


def read_chart(svg: str) -> ElementTree.Element:
    """A chart as a tree; it must be valid, have a name, and consist of shapes and texts alone."""
    assert svg_mistakes(svg) == []
    tree = ElementTree.fromstring(svg)
    assert {each.tag.removeprefix(SVG) for each in tree.iter()} <= TAGS
    assert not [name for each in tree.iter() for name in each.attrib if name.startswith("on")]
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert tree.get("aria-labelledby") in ids
    return tree


def texts_of(tree: ElementTree.Element) -> list[str]:
    """All that is written in a chart; hover texts are not."""
    return ["".join(each.itertext()) for each in tree.iter(f"{SVG}text")]


def hover_texts(tree: ElementTree.Element) -> list[str]:
    """What appears on hover."""
    return [each.text or "" for each in tree.iter(f"{SVG}title")]


def marks_of(tree: ElementTree.Element) -> list[ElementTree.Element]:
    """The parts that stand for something and can be touched."""
    return [each for each in tree.iter() if each.get("data-key")]


def name_of(mark: ElementTree.Element) -> str:
    """The accessible name of a part: that of its own title."""
    (title,) = mark.findall(f"{SVG}title")
    return title.text or ""
