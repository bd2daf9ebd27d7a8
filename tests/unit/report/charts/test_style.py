"""The colours of charts: readable, equally strong on both sides, in light and in dark."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from tests.unit.report.html_check import svg_mistakes

from evometa.report.charts.mana_curve import draw_mana_curve
from evometa.report.charts.style import standalone, style_sheet

THEMES = ("light", "dark")


def colors(theme: str) -> dict[str, str]:
    """All colours of the sheet by name."""
    found = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", style_sheet())
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
    used = set(re.findall(r"var\(--([a-z-]+)\)", style_sheet())) - {"share", "look"}
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
@pytest.mark.parametrize("mark", ["mark", "before", "accent", "focus"])
def test_marks_stand_out(theme: str, mark: str) -> None:
    assert contrast(colors(theme)[mark], colors(theme)["paper"]) >= 3


def test_a_chart_can_be_a_file_of_its_own() -> None:
    picture = standalone(draw_mana_curve("curve", "Mana curve", (1,) * 8))
    assert svg_mistakes(picture) == []
    (style,) = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}style")
    assert style.text == style_sheet()
