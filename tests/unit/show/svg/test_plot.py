"""Plots of fronts and of progress: what is on them, what they say, and how large they get."""

from __future__ import annotations

from itertools import pairwise
from math import nan

import numpy as np
from tests.unit.show.svg.svg_check import ODD, SVG, hover_texts, marks_of, read_chart, texts_of

from evometa.input.shown_text import show_lines
from evometa.matches.inference import Estimate
from evometa.show.svg.frame import Touch
from evometa.show.svg.plot import draw_plot
from evometa.story.charts.data import Axis, Band, Cloud, Dots, Level, Line, Plot, Point

POINTS = (
    Point("unchanged: F 0.780", Estimate.exactly(0), Estimate(0.78, 0.76, 0.8), tag="unchanged"),
    Point(f"{ODD}: F 0.310", Estimate.exactly(12), Estimate(0.31, 0.29, 0.33), key="patch-7"),
    Point("not known", Estimate.exactly(20), Estimate(nan, nan, nan), key="patch-8"),
)
X = np.array([0.0, 12.0, 30.0])
FRONT = Plot(
    "front",
    "F against M",
    Axis("M, the size of the patch", 0),
    Axis("F", 0),
    (
        Cloud("all individuals", np.array([[1.0, 0.6], [1.0, 0.6], [nan, 0.3], [30.0, 0.2]])),
        Line("front", X, np.array([0.7, 0.3, 0.1]), is_steps=True),
        Dots("as audited", POINTS),
        Band(X, X / 100, X / 50),
        Level("before any change", 0.78),
    ),
)


def test_axes_and_legend_say_what_is_shown() -> None:
    texts = set(texts_of(read_chart(draw_plot(FRONT))))
    assert {"M, the size of the patch", "F", "all individuals", "as audited", "before any change", "unchanged"} <= texts


def test_known_points_with_a_key_can_be_touched() -> None:
    tree = read_chart(draw_plot(FRONT, Touch.BUTTONS))
    assert [each.get("data-key") for each in marks_of(tree)] == ["patch-7"]
    assert f"{show_lines(ODD)}: F 0.310" in hover_texts(tree)


def test_a_front_goes_down_in_steps() -> None:
    line = next(
        each for each in read_chart(draw_plot(FRONT)).iter(f"{SVG}polyline") if each.get("class", "")[:4] == "line"
    )
    corners = [tuple(map(float, place.split(","))) for place in line.get("points", "").split()]
    assert len(corners) == 5
    assert all(one[0] == other[0] or one[1] == other[1] for one, other in pairwise(corners))


def test_a_cloud_of_many_stays_small() -> None:
    values = np.random.default_rng(2).uniform(size=(50_000, 2))
    assert len(draw_plot(Plot("many", "Many", Axis("x"), Axis("y"), (Cloud("all", values),)))) < 800_000


def test_points_of_a_cloud_on_one_spot_are_one() -> None:
    cloud = next(each for each in read_chart(draw_plot(FRONT)).iter(f"{SVG}path") if "cloud" in each.get("class", ""))
    assert cloud.get("d", "").count("M") == 2


def test_a_plot_without_numbers_is_a_plot() -> None:
    read_chart(draw_plot(Plot("none", "Nothing yet", Axis("x"), Axis("y"), (Dots("found", ()),))))
