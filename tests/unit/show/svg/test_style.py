"""The colours of charts: readable, equally strong on both sides, in light and in dark."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from tests.unit.show.svg.svg_check import SVG

from evometa.show.svg.plain import make_plain, mix, style_sheet
from evometa.story.charts.data import KINDS

THEMES = ("light", "dark")


def colors(theme: str) -> dict[str, str]:
    """All colours of the sheet by name."""
    found = re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", style_sheet())
    return {name: (light, dark)[THEMES.index(theme)] for name, light, dark in found}


def luminance(color: str) -> float:
    """As the guidelines for readable pages define it."""
    parts = [part / 255 for part in bytes.fromhex(color.removeprefix("#"))]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_that_is_used_is_defined(theme: str) -> None:
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", style_sheet())) - {"share"}
    assert used <= colors(theme).keys()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("paper", ["paper", "wash", "chosen", "notice"])
@pytest.mark.parametrize("ink", ["ink", "faint", "link"])
def test_text_can_be_read(theme: str, ink: str, paper: str) -> None:
    found = colors(theme)
    assert contrast(found[ink], found[paper]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("fill", ["heat-low", "heat-middle", "heat-high"])
def test_numbers_can_be_read_on_every_cell(theme: str, fill: str) -> None:
    found = colors(theme)
    assert contrast(found["heat-ink"], found[fill]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_low_is_as_strong_as_high(theme: str) -> None:
    found = colors(theme)
    low, high = (contrast(found[end], found["heat-middle"]) for end in ("heat-low", "heat-high"))
    assert low == pytest.approx(high, rel=0.1)
    assert low > 1.8


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mark", ["mark", "before", "accent", "focus", *KINDS])
def test_marks_stand_out(theme: str, mark: str) -> None:
    assert contrast(colors(theme)[mark], colors(theme)["paper"]) >= 3


# --- files of their own ---------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["heat-low", "heat-high"])
def test_numbers_can_be_read_on_what_lies_between(end: str) -> None:
    found = colors("light")
    shades = [mix(found["heat-middle"], found[end], share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert (shades[0], shades[-1]) == (found["heat-middle"], found[end])
    assert all(contrast(found["heat-ink"], shade) >= 4.5 for shade in shades)
    brightness = [luminance(shade) for shade in shades]
    assert brightness == sorted(brightness, reverse=True)


def test_colours_are_mixed_as_browsers_do() -> None:
    assert mix("#f7f7f7", "#5b9ee0", 0.25) == "#d0e1f1"  # what browsers make of color-mix(in srgb, ...)


PLAIN = """<svg xmlns="http://www.w3.org/2000/svg" class="chart" id="chart-a">
<g class="cell is-fixed" role="button" tabindex="0" data-key="k">
<rect class="low" style="--share:40%"/><text>1</text></g>
<g class="look-accent"><circle class="filled"/></g><text class="small faint" text-anchor="end">2</text></svg>"""


def test_a_file_has_its_style_as_attributes() -> None:
    tree = ElementTree.fromstring(make_plain(PLAIN))
    rect, circle = tree.find(f".//{SVG}rect"), tree.find(f".//{SVG}circle")
    inside, faint = tree.iter(f"{SVG}text")
    light = colors("light")
    assert rect is not None
    assert circle is not None
    assert rect.attrib == {"fill": mix(light["heat-middle"], light["heat-low"], 0.4)}
    assert (inside.get("fill"), inside.get("text-anchor")) == (light["faint"], "middle")
    assert faint.attrib == {"fill": light["faint"], "font-size": "10.5px", "text-anchor": "end"}
    assert [each.get("color") for each in tree.iter(f"{SVG}g")] == [None, light["accent"]]
    assert circle.get("fill") == "currentColor"
    assert not {"class", "style", "id", "role", "tabindex", "data-key"} & {
        name for each in tree.iter() if each is not tree for name in each.attrib
    }
