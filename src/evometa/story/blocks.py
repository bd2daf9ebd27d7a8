"""The blocks that a story is made of: what there is to say, typed, and nothing about how it looks.

A story is told once, by a module of this package for each kind of result. The voices in `show/` turn its blocks into a
terminal, a page, a notebook, a table for other programs. They know these blocks, and no kind of result.

Not every voice says everything: `Level` of a block, or of a column, says how much patience a reader needs for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeAlias

from evometa.games.cards import CardSet
from evometa.games.decks.deck import Deck
from evometa.games.decks.formats import format_code
from evometa.input.errors import InputError
from evometa.story.cards import CardName
from evometa.story.charts.data import CostCurve, DeckGrid, DotPlot, Plot
from evometa.story.charts.heat_map import HeatMap
from evometa.story.formats import TEXT, Format
from evometa.story.words.numbers import join_notes

Chart: TypeAlias = DeckGrid | DotPlot | HeatMap | CostCurve | Plot


class Level(IntEnum):
    """How much a reader wants to know; a voice says everything up to its own level."""

    BRIEF = 1  # a notebook, and everybody else
    MAIN = 2  # a terminal
    FULL = 3  # a page: it has room for everything
    DATA = 4  # nobody reads it: columns for other programs


# --- words ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Headline:
    """The sentence that says what came out, and a remark for those who want the number behind it."""

    text: str
    remark: str = ""
    level: Level = Level.BRIEF


@dataclass(frozen=True)
class Warned:
    """What must be said before everything else, because it casts doubt on it; nothing if the text is empty."""

    text: str
    level: Level = Level.BRIEF


@dataclass(frozen=True)
class Words:
    """A paragraph; a faint one says how to read something. Nothing if the text is empty."""

    text: str
    is_faint: bool = False
    level: Level = Level.BRIEF


@dataclass(frozen=True)
class Code:
    """A file or a command, as it is."""

    text: str
    level: Level = Level.FULL


@dataclass(frozen=True)
class DeckCode:
    """A deck code that can be copied."""

    code: str
    label: str  # for those who do not see it
    level: Level = Level.FULL

    @classmethod
    def of(cls, deck: Deck, cards: CardSet) -> DeckCode | None:
        """That of a deck; none if a card has no number, as one of the user's own: its list says what a code says."""
        try:
            return cls(format_code(deck, cards).strip(), f"Copy the code of {deck.name}")
        except InputError:
            return None


# --- numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """A number that matters, what it is, and a remark about it."""

    name: str
    value: str
    remark: str = ""


@dataclass(frozen=True)
class Facts:
    """The few numbers that it comes to."""

    facts: tuple[Fact, ...]
    title: str = ""
    level: Level = Level.MAIN


@dataclass(frozen=True)
class Column:
    """A column: its heading, the value of a row in it, and how values are written.

    A value is a text, a number, a truth value, a card, several cards, or a number with its interval. The last has a
    second column for the interval, or carries it behind ±, as the voice has room for.
    """

    heading: str
    value: Callable[[Any], Any]
    format: Format = TEXT
    key: str = ""  # its name in CSV and pandas; without one it is only for people
    level: Level = Level.BRIEF
    is_expendable: bool = False  # goes first where there is no room
    is_bare: bool = False  # shows a number without its interval
    is_short: bool = False  # where there is little room, carries the interval behind ±

    @property
    def title(self) -> str:
        """The heading with the unit."""
        return f"{self.heading}, {self.format.unit}" if self.format.unit and self.heading else self.heading


def alike(
    headings: Sequence[str], value: Callable[[Any, int], Any], written: Format = TEXT, key: str = "", **others: Any
) -> tuple[Column, ...]:
    """A column for each of several things: `value` is told a row and the place of the thing, `key` has its heading."""

    def column(place: int, heading: str) -> Column:
        return Column(heading, lambda row: value(row, place), written, key.format(heading), **others)

    return tuple(column(place, heading) for place, heading in enumerate(headings))


@dataclass(frozen=True)
class Table:
    """Rows of anything, and columns that say what to show of them; the first column names the row.

    A voice that has little room says the first `most` rows.
    """

    name: str  # of its file and of its frame
    columns: tuple[Column, ...]
    rows: Sequence[Any]
    title: str = ""
    note: str = ""  # how to read it
    marked: Callable[[Any], bool] | None = None  # rows that stand out
    most: int | None = None
    is_matrix: bool = False  # its columns are all alike: what there is no room for stands below
    level: Level = Level.BRIEF
    coloured: str = ""  # what it means that a number is coloured: `above or below 50%`
    record: type[Any] | None = None  # what the rows are, if their own fields are columns for other programs
    index: str | tuple[str, ...] = ""  # the key of the column, or of the columns, that name the rows of a frame
    axis: str = ""  # what the frame calls that column, if it is another word
    bulk: Mapping[str, Any] = field(default_factory=dict)  # further columns for programs, as arrays
    without: tuple[str, ...] = ()  # fields of the record that no program wants

    def is_marked(self, row: Any) -> bool:
        """Whether a row stands out."""
        return self.marked is not None and self.marked(row)


@dataclass(frozen=True)
class Figure:
    """A chart with its caption, and perhaps others that belong to it; where nothing can be drawn, some are tables."""

    chart: Chart
    caption: str = ""
    level: Level = Level.FULL
    is_linked: bool = False  # its points lead to what their keys say, such as the face of a card
    others: tuple[Chart, ...] = ()  # which stand beside it
    file: str = ""  # the name of its file, if it is another than that of the chart

    @property
    def charts(self) -> tuple[Chart, ...]:
        """All charts."""
        return (self.chart, *self.others)

    @property
    def name(self) -> str:
        """What it is called in files and by `plot`."""
        return self.file or self.chart.name


# --- cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PatchNotes:
    """A patch as players read it, and as the file that other commands take."""

    notes: Sequence[str]
    card: Callable[[str], CardName]  # a card by its name, with its face before and after
    file: str = ""
    level: Level = Level.BRIEF

    @property
    def by_card(self) -> list[tuple[CardName, str]]:
        """Each card with all its changes."""
        return [(self.card(name), changes) for name, changes in join_notes(self.notes)]


@dataclass(frozen=True)
class CardList:
    """Cards with their copies, in a line."""

    entries: tuple[tuple[str, CardName], ...]
    level: Level = Level.FULL


# --- blocks of blocks -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Fold:
    """What only some readers want to see. On paper it is shown, except for files, which want a computer."""

    title: str
    blocks: tuple[Block, ...]
    is_file: bool = False
    level: Level = Level.FULL


@dataclass(frozen=True)
class Beside:
    """Blocks beside each other, where there is room; narrow ones as many as fit."""

    blocks: tuple[Block, ...]
    are_narrow: bool = False
    level: Level = Level.FULL

    @classmethod
    def of(cls, charts: Iterable[Chart]) -> Beside:
        """Charts without captions."""
        return cls(tuple(map(Figure, charts)))


@dataclass(frozen=True)
class Choice:
    """What a point of a chart stands for; its key is that of the point."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Choices:
    """A chart whose points can be chosen, and what they stand for."""

    figure: Figure
    choices: tuple[Choice, ...]
    first: str = ""  # the key of the one that is chosen at the start
    level: Level = Level.FULL


@dataclass(frozen=True)
class Section:
    """Blocks under a heading that can be linked to; a section may have parts of its own."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Section, ...] = ()
    level: Level = Level.BRIEF


Block: TypeAlias = (
    Headline
    | Warned
    | Words
    | Code
    | DeckCode
    | Facts
    | Table
    | Figure
    | PatchNotes
    | CardList
    | Fold
    | Beside
    | Choices
)


@dataclass(frozen=True)
class Story:
    """All that there is to say about a result."""

    title: str
    sections: tuple[Section, ...]
    subtitle: str = ""
    notice: str = ""  # that this is not all yet
    footer: str = ""

    def table(self, name: str) -> Table | None:
        """The table of a name, wherever it stands."""
        tables = (block for block in walk(self.sections) if isinstance(block, Table))
        return next((table for table in tables if table.name == name), None)

    def figures(self) -> Iterator[Figure]:
        """Every chart."""
        return (block for block in walk(self.sections) if isinstance(block, Figure))


def walk(sections: Iterable[Section]) -> Iterator[Block]:
    """All blocks of some sections, also those inside of others."""
    for section in sections:
        yield from _walk_blocks(section.blocks)
        yield from walk(section.parts)


def _walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        match block:
            case Fold() | Beside():
                yield from _walk_blocks(block.blocks)
            case Choices():
                yield block.figure
                for choice in block.choices:
                    yield from _walk_blocks(choice.blocks)


@dataclass
class Teller:
    """Sections in the making. What is told within another story has a prefix, so that all names on a page differ."""

    prefix: str = ""
    sections: list[Section] = field(default_factory=list)

    def inside(self, prefix: str) -> Teller:
        """For a story within this one."""
        return Teller(self.prefix + prefix)

    def id(self, name: str) -> str:
        """The name of a chart or an anchor."""
        return self.prefix + name

    def tell(
        self,
        anchor: str,
        title: str,
        *blocks: Block | None,
        parts: Sequence[Section] = (),
        level: Level = Level.BRIEF,
    ) -> None:
        """Add a section; None is left out."""
        said = tuple(block for block in blocks if block is not None)
        self.sections.append(Section(self.prefix + anchor, title, said, tuple(parts), level))
