"""The map of a deck search as a picture: a cell for each kind of deck, as wide and high as its boundaries are apart.

Boundaries slide to where decks are, so that some cells are very small: a second picture draws all equally large.
Colours are those of other heat maps: orange below the middle of the objective, and blue above. Each side has a scale of
its own, as most elites of a map lie on one side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from evometa.experiments.decks.results import DeckAudit, DeckMap
from evometa.input.shown_text import show_name
from evometa.metagame.evidence import Floats
from evometa.report.pictures.canvas import POINTS, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import COLORS, FAINT, INK
from evometa.report.pictures.deck_quantities import Quantity
from evometa.report.words.numbers import number, rate

MAP_WIDTH, MAP_HEIGHT, STRIP_HEIGHT = 6.6, 4.8, 1.1  # inches
BAR_GAP, BAR_WIDTH, LEAST_BAR = 0.25, 0.16, 1.8
KEY_GAP, KEY_LINE = 1.1, 0.24
MOST_LEVEL = 13  # boundaries whose numbers fit below the map side by side
ROOM = 0.02  # beside the outermost cell or mark, as a part of the width or height
SLIVER = 0.01  # the width of a cell whose boundaries are the same, as a part of the whole
LEAST_SPREAD = 5.0  # from the middle to each end of the colours: a smaller one would dress up noise
LABEL_GAP = 15.0  # points from one label to the next
RINGS, DIRECTIONS = (17.0, 29.0, 41.0, 53.0), 12  # where a label may stand beside its point, in points
EMPTY_COLOR, EMPTY_RULE = "#f1f1f1", "#dcdcdc"
SIGN: dict[str, Any] = {"fontsize": 8, "fontweight": "bold"}
LEADER = {"arrowstyle": "-", "color": INK, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}  # from a sign to its point
FOUND_LOOK = {"color": "white", "bbox": {"boxstyle": "circle,pad=0.22", "facecolor": INK, "edgecolor": "white"}}
KNOWN_LOOK = {"color": INK, "bbox": {"boxstyle": "square,pad=0.3", "facecolor": "white", "edgecolor": INK}}


@dataclass(frozen=True)
class Landmark:
    """A deck on the map: its sign, where it lies, and what is said about it."""

    sign: str
    name: str
    is_known: bool
    place: tuple[float, float]
    win_rate: float  # as audited


@dataclass(frozen=True, eq=False)
class ShownMap:
    """The elites along one or two measures, in the units that are shown. One measure makes a map that is one cell high.

    A cell holds what lies above its lower boundary, up to its upper one.
    """

    objective: Quantity
    measures: tuple[Quantity, ...]  # the shown ones
    n_hidden: int  # measures that are not shown: of all their elites, a cell shows the best
    edges: tuple[Floats, Floats]  # of the cells, along x and y
    boundaries: tuple[list[str], ...]  # of the cells along each shown measure, as text
    elites: dict[tuple[int, int], float]  # the objective, measured again, by cell

    @property
    def n_cells(self) -> int:
        return (len(self.edges[0]) - 1) * (len(self.edges[1]) - 1)

    @property
    def is_strip(self) -> bool:
        return len(self.measures) == 1


def lay_out(deck_map: DeckMap) -> ShownMap:
    """The map of a run as it is shown; of more than two measures, the first two."""
    quantities = [Quantity(each.name, each.title) for each in deck_map.measures]
    shown = quantities[:2]
    ends = list(zip(shown, deck_map.boundaries, strict=False))
    objective = Quantity(deck_map.objective.name, deck_map.objective.title)
    elites: dict[tuple[int, int], float] = {}
    for elite in deck_map.elites:
        x, y = (*elite.cell, 0)[:2]
        elites[x, y] = max(float(objective.scale(elite.again)), elites.get((x, y), -np.inf))
    across, up = [*(edges_of(each.scale(found), each.is_whole) for each, found in ends), np.array([0.0, 1.0])][:2]
    boundaries = tuple([each.show(end) for end in found] for each, found in ends)
    return ShownMap(objective, tuple(shown), len(quantities) - len(shown), (across, up), boundaries, elites)


def edges_of(boundaries: Floats, is_whole: bool) -> Floats:
    """Where the cells between boundaries are drawn: for whole numbers half a step on, so that each is inside its cell.

    The lowest cell also holds what lies on its lower boundary. So it can be full though both its boundaries are the
    same, and is drawn with some width.
    """
    edges = boundaries + 0.5 * is_whole
    edges[0] = boundaries[0] - 0.5 * is_whole
    if edges[0] == edges[1]:
        edges[0] -= SLIVER * (edges[-1] - edges[0]) or 0.5
    return edges


def landmarks_of(shown: ShownMap, deck_map: DeckMap, audits: Sequence[DeckAudit]) -> list[Landmark]:
    """All audited decks: those that were found have numbers and lie where the map has them, known ones have letters."""
    found, known = ([audit for audit in audits if audit.is_known == side] for side in (False, True))
    signs = [*(str(i + 1) for i in range(len(found))), *map(_letter, range(len(known)))]
    mapped: dict[int | None, tuple[float, ...]] = {elite.number: elite.measures for elite in deck_map.elites}
    places = [_place_in(shown, mapped.get(each.number, each.measures)) for each in (*found, *known)]
    return [
        Landmark(sign, each.name, each.is_known, place, each.win_rate.value)
        for sign, each, place in zip(signs, (*found, *known), places, strict=True)
    ]


def _place_in(shown: ShownMap, measures: Sequence[float]) -> tuple[float, float]:
    scaled = [float(each.scale(value)) for each, value in zip(shown.measures, measures, strict=False)]
    x, y = [*scaled, 0.5][:2]
    return x, y


def _letter(place: int) -> str:
    round_, letter = divmod(place, 26)
    return chr(ord("A") + letter) + (str(round_) if round_ else "")


# --- the picture ----------------------------------------------------------------------------------


@in_plain_style
def draw_map(shown: ShownMap, marks: Sequence[Landmark], title: str) -> Picture:
    """The map on real axes with its colours, the audited decks on it, and who they are."""
    picture = new_picture()
    panel = _draw_panel(picture, shown, marks)
    panel.tick_params(length=3, color=FAINT)
    add_title(picture, title, explain_map(shown, marks))
    return picture


@in_plain_style
def draw_equal_map(shown: ShownMap, marks: Sequence[Landmark], title: str) -> Picture:
    """The same with all cells equally large, and every deck in the same part of its cell."""
    ranks = [np.arange(len(edges), dtype=float) for edges in shown.edges]
    places = [[float(np.interp(mark.place[axis], shown.edges[axis], ranks[axis])) for axis in (0, 1)] for mark in marks]
    moved = [replace(mark, place=(x, y)) for mark, (x, y) in zip(marks, places, strict=True)]
    picture = new_picture()
    panel = _draw_panel(picture, replace(shown, edges=(ranks[0], ranks[1])), moved)
    panel.set_xticks(ranks[0], shown.boundaries[0], rotation=90 if len(ranks[0]) > MOST_LEVEL else 0)
    if not shown.is_strip:
        panel.set_yticks(ranks[1], shown.boundaries[1])
    add_title(
        picture,
        title,
        "The numbers at the axes are the boundaries; a deck on a boundary belongs to the lower cell, and decks beyond "
        "the outermost stand at the edge.",
    )
    return picture


def _draw_panel(picture: Picture, shown: ShownMap, marks: Sequence[Landmark]) -> Axes:
    """All but the ticks and the title."""
    panel = add_panel(picture, 0, MAP_WIDTH, STRIP_HEIGHT if shown.is_strip else MAP_HEIGHT)
    colors = colors_for(shown.objective, list(shown.elites.values()))
    _draw_cells(panel, shown, colors)
    _set_axes(panel, shown, marks)
    _draw_marks(panel, marks)
    _draw_scale(picture, shown, colors)
    _draw_key(picture, marks)
    return panel


def colors_for(objective: Quantity, values: ArrayLike) -> ScalarMappable:
    """The colour of each value of the objective: orange below its middle, and blue above, or if it has none."""
    middle, low, high = objective.middle, float(np.floor(np.min(values))), float(np.ceil(np.max(values)))
    if middle is not None and low < middle < high:
        ends = min(low, middle - LEAST_SPREAD), max(high, middle + LEAST_SPREAD)
        return ScalarMappable(TwoSlopeNorm(middle, *ends), LinearSegmentedColormap.from_list("both", COLORS))
    is_below = middle is not None and high <= middle
    colors = LinearSegmentedColormap.from_list("one", COLORS[:3] if is_below else COLORS[2:])
    return ScalarMappable(Normalize(low, max(high, low + 1)), colors)


def _draw_cells(panel: Axes, shown: ShownMap, colors: ScalarMappable) -> None:
    """All cells: hatched where there is no elite."""
    across, up = shown.edges
    for x in range(len(across) - 1):
        for y in range(len(up) - 1):
            corner, size = (across[x], up[y]), (across[x + 1] - across[x], up[y + 1] - up[y])
            if (x, y) in shown.elites:
                color = colors.to_rgba(np.asarray(shown.elites[x, y]))
                panel.add_patch(Rectangle(corner, *size, facecolor=color, edgecolor="white", linewidth=0.3, zorder=2))
            elif min(size) > 0:
                panel.add_patch(Rectangle(corner, *size, facecolor=EMPTY_COLOR, edgecolor=EMPTY_RULE, linewidth=0.5))
                panel.add_patch(Rectangle(corner, *size, fill=False, hatch="////", linewidth=0))


def _set_axes(panel: Axes, shown: ShownMap, marks: Sequence[Landmark]) -> None:
    """Real axes, far enough for all cells and all decks."""
    limits = [find_limits([*edges, *(mark.place[axis] for mark in marks)]) for axis, edges in enumerate(shown.edges)]
    panel.set(xlim=limits[0], ylim=limits[1], xlabel=shown.measures[0].label)
    if shown.is_strip:
        panel.set_yticks([])
    else:
        panel.set_ylabel(shown.measures[1].label)


def find_limits(found: Sequence[float]) -> tuple[float, float]:
    """From where to where an axis shows all of these."""
    room = ROOM * (max(found) - min(found))
    return min(found) - room, max(found) + room


def _draw_marks(panel: Axes, marks: Sequence[Landmark]) -> None:
    """A sign for each deck, on its point, or beside it with a line to it if another sign is there."""
    dots = POINTS / panel.figure.dpi
    points = [panel.transData.transform(mark.place) * dots for mark in marks]
    for mark, point, stand in zip(marks, points, spread_labels(points), strict=True):
        offset: dict[str, Any] = {"xytext": tuple(stand - point), "textcoords": "offset points"}
        panel.plot(*mark.place, marker="o", markersize=3.5, color=INK, markeredgecolor="white", zorder=3)
        panel.annotate("", mark.place, zorder=4, arrowprops=LEADER, **offset)
        panel.annotate(mark.sign, mark.place, zorder=5, ha="center", va="center", **offset, **SIGN, **look_of(mark))


def look_of(mark: Landmark) -> dict[str, Any]:
    """How the sign of a deck looks: round and dark, or square and white if the deck was known before."""
    return KNOWN_LOOK if mark.is_known else FOUND_LOOK


def spread_labels(points: Sequence[Floats]) -> list[Floats]:
    """Where the labels of points stand: on them, or in the nearest place beside them that is free."""
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    rings = [radius * np.array([np.sin(angle), np.cos(angle)]) for radius in RINGS for angle in angles]
    placed: list[Floats] = []
    for point in points:
        stands = (point + move for move in (np.zeros(2), *rings))
        free = (stand for stand in stands if all(np.hypot(*(stand - other)) >= LABEL_GAP for other in placed))
        placed.append(next(free, point))
    return placed


def _draw_scale(picture: Picture, shown: ShownMap, colors: ScalarMappable) -> None:
    """What the colours mean."""
    height = LEAST_BAR if shown.is_strip else MAP_HEIGHT
    panel = add_panel(picture, MAP_WIDTH + BAR_GAP, BAR_WIDTH, height)
    bar = picture.colorbar(colors, cax=panel)
    norm = colors.norm
    if isinstance(norm, TwoSlopeNorm):
        ticks = norm.inverse(np.linspace(0, 1, 5)).tolist()  # the middle and both ends, and halfway to them
        bar.set_ticks(ticks, labels=[number(tick, 1) for tick in ticks])
    bar.set_label(shown.objective.label, color=FAINT)
    bar.outline.set_visible(False)
    panel.tick_params(length=0)


def _draw_key(picture: Picture, marks: Sequence[Landmark]) -> None:
    """Which sign is which deck, with its audited win rate."""
    if not marks:
        return
    panel = add_panel(picture, MAP_WIDTH + BAR_GAP + KEY_GAP, 2.4, KEY_LINE * (len(marks) + 1))
    panel.set(xlim=(0, 1), ylim=(len(marks) + 0.5, -0.5), xticks=[], yticks=[])
    panel.text(0, 0, "audited decks, win rate in %", color=FAINT, va="center")
    for row, mark in enumerate(marks, start=1):
        panel.text(0.04, row, mark.sign, ha="center", va="center", **SIGN, **look_of(mark))
        panel.text(0.12, row, f"{show_name(mark.name)}, {rate(mark.win_rate)}", fontsize=8.5, va="center")


def explain_map(shown: ShownMap, marks: Sequence[Landmark]) -> str:
    """How to read the picture."""
    told = [
        f"Colour: {shown.objective.label}, of each cell's elite, the best deck of its kind, measured again with "
        "fresh games. Boundaries slid to where the decks were, so cells are of unequal size."
    ]
    if len(shown.elites) < shown.n_cells:
        told.append("Hatched cells are empty.")
    if shown.n_hidden:
        told.append(
            f"The search had {shown.n_hidden + len(shown.measures)} measures: this shows the first two, and in "
            "each cell the best elite of all others."
        )
    if any(not mark.is_known for mark in marks):
        told.append("Numbers: the finalists.")
    if any(mark.is_known for mark in marks):
        told.append("Letters: decks of the class that were known before.")
    return " ".join(told)
