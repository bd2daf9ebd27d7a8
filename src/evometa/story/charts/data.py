"""What charts show, as typed data without any drawing."""

from __future__ import annotations

from dataclasses import dataclass, field

from evometa.games.decks.summary import CURVE_END
from evometa.matches.inference import Estimate
from evometa.metagame.evidence import Floats

_LEAST_RANGE = 4.0  # that the axis spans, if it is about percent
FILLED = "Filled dots: the interval leaves {line} out."


@dataclass(frozen=True)
class DotRow:
    """A number of something, and perhaps what it was before."""

    label: str
    found: Estimate
    before: Estimate | None = None
    key: str = ""  # for scripts and links
    remark: str = ""  # a text at the right end


@dataclass(frozen=True)
class DotPlot:
    """Rows in the order in which they are drawn."""

    name: str
    title: str
    unit: str  # what the axis shows
    rows: tuple[DotRow, ...]
    line: float | None = None  # what the numbers are compared with
    decimals: int = 1
    is_signed: bool = False  # for changes, which show a plus
    least_range: float = _LEAST_RANGE
    names: tuple[str, str] = field(default=("before", "after"))  # of the two dots of a row, if it has two


# --- two axes with layers on them: points with intervals, lines, bands, levels, clouds of many points


SHAPES = ("circle", "square", "triangle", "diamond", "wedge", "cross")
KINDS = tuple(f"kind-{place}" for place in range(1, 8))  # looks for many lines, which any colour vision can tell apart


@dataclass(frozen=True)
class Point:
    """Something with two numbers. What it is appears on hover; a tag is written beside it."""

    label: str
    x: Estimate
    y: Estimate
    key: str = ""
    tag: str = ""


@dataclass(frozen=True)
class Dots:
    """Points with lines for their intervals.

    A look is a colour: `mark`, `soft`, `before`, `accent`, or one of `KINDS`.
    """

    legend: str
    points: tuple[Point, ...]
    look: str = "mark"
    shape: str = "circle"  # or another of `SHAPES`
    is_filled: bool = True


@dataclass(frozen=True, eq=False)
class Cloud:
    """Many points of which none matters by itself."""

    legend: str
    values: Floats  # [k, 2]: x and y
    look: str = "soft"


@dataclass(frozen=True, eq=False)
class Line:
    """A line from left to right, in steps if nothing lies between its points."""

    legend: str
    x: Floats
    y: Floats
    look: str = "mark"
    dash: str = ""  # as SVG writes it: "6 4"
    is_steps: bool = False
    name: str = ""  # that stands at its end, instead of a legend


@dataclass(frozen=True, eq=False)
class Band:
    """What lies between two lines."""

    x: Floats
    low: Floats
    high: Floats
    look: str = "soft"


@dataclass(frozen=True)
class Level:
    """A number that all others are compared with."""

    legend: str
    y: float
    look: str = "accent"
    dash: str = "6 4"


Layer = Dots | Cloud | Line | Band | Level


@dataclass(frozen=True)
class Axis:
    """What an axis shows, with its unit.

    It begins at `start` and reaches at least as far as `end`, if these are given; one of whole numbers has no ticks
    between them. Places that have names show these instead of numbers: the first is 0, the next one 1.
    """

    label: str
    start: float | None = None
    end: float | None = None
    is_whole: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plot:
    """Layers over each other, the first one below all others."""

    name: str
    title: str
    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    width: float = 430.0  # of its panel, in pixels
    height: float = 300.0


# --- the map of a deck search: a cell for each kind of deck, with the boundaries at the axes ------


@dataclass(frozen=True)
class MapCell:
    """The elite of a cell, which is counted from the left and from below; or a known deck where no elite is."""

    column: int
    row: int
    value: float  # of the objective; NaN without an elite
    text: str  # the same, as it is shown
    label: str  # what appears on hover
    key: str = ""
    sign: str = ""  # of an audited deck that lies here


@dataclass(frozen=True)
class MapAxis:
    """A measure with the boundaries of its cells, as text; there is one boundary more than cells."""

    label: str
    boundaries: tuple[str, ...]

    @property
    def n_cells(self) -> int:
        """How many cells there are along it."""
        return max(len(self.boundaries) - 1, 1)


@dataclass(frozen=True)
class DeckGrid:
    """The elites along one or two measures. A map of one measure is one cell high, and its y has no boundaries."""

    name: str
    title: str
    unit: str  # of the objective
    x: MapAxis
    y: MapAxis
    cells: tuple[MapCell, ...]
    middle: float | None  # the value that is neither good nor bad, if there is one
    least_spread: float = 5.0  # from the middle to the strongest colour: a smaller one would dress up noise


# --- how many cards a deck has of each cost -------------------------------------------------------


CURVE_LABELS = (*map(str, range(CURVE_END)), f"{CURVE_END}+")


@dataclass(frozen=True)
class CostCurve:
    """The curve of a deck; several of them are to the same scale if all are told the highest number of any."""

    name: str
    title: str
    counts: tuple[int, ...]  # by cost, as `CURVE_LABELS` has them
    highest: int = 0
    look: str = "mark"
    cards: tuple[tuple[str, ...], ...] = ()  # by cost, for voices that write them beside the bars
