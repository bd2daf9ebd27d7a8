"""The small parts that pages are made of. Texts are never markup, and what is hidden in them is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from nicegui import ui

from evometa.input.errors import InputError
from evometa.input.shown_text import show_lines, show_message
from evometa.matches.inference import Estimate, Estimates
from evometa.show.page.voice import PageVoice
from evometa.story.blocks import Block, Level

E = TypeVar("E", bound=ui.element)

_CHART_SCRIPT = Path(__file__).parents[1] / "static" / "chart.js"
# What a click in a chart is about; the script of the charts makes Enter and Space clicks, too.
_TELL_KEY = "(event) => { const mark = event.target.closest('[data-key]'); if (mark) emit(mark.dataset.key); }"


def _set_prop(element: ui.element, name: str, value: object) -> None:
    """Set a property of an element; nothing is sent if it is the same."""
    if element.props.get(name) != value:
        element.props[name] = value


def named(element: E, name: str) -> E:
    """An element with the name that a screen reader reads out."""
    element.props["aria-label"] = show_lines(name)
    return element


def field(element: E, name: str, look: str = "outlined dense options-dense") -> E:
    """A field of a form, in the look of all of them, with the name that a screen reader reads out."""
    element.props(look)
    return named(element, name)


class Words(ui.element):
    """A text in an element of any kind, such as a heading or a cell of a table."""

    def __init__(self, text: str = "", tag: str = "span", classes: str = "") -> None:
        super().__init__(tag)
        self.classes(classes)
        self.text = ""
        self.say(text)

    def say(self, text: str) -> None:
        """Show another text; nothing is sent if it is the same."""
        if (shown := show_lines(text)) != self.text:
            self.text = self._text = shown
            self.update()


class Problem(Words):
    """What is wrong, in a box that is there while something is."""

    def __init__(self, problem: str = "") -> None:
        super().__init__(tag="p", classes="problem")
        self.tell(problem)

    def tell(self, problem: str) -> None:
        """Show what is wrong, or that nothing is."""
        self.say(show_message(problem))
        self.set_visibility(bool(problem))


def focus(element: ui.element) -> None:
    """Have the page go to an element that has just appeared, as if somebody had gone there by keyboard."""
    element.props["tabindex"] = -1
    ui.run_javascript(f"requestAnimationFrame(() => getHtmlElement({element.id})?.focus())")


class PlainButton(Words):
    """A small button of the browser itself: a page with many of them stays fast."""

    def __init__(self, text: str, name: str, on_click: Callable[[], None], classes: str = "") -> None:
        super().__init__(text, "button", f"plain {classes}")
        self.props["type"] = "button"
        named(self, name)
        self.on("click", lambda: tell_problems(on_click))

    def rename(self, text: str, name: str) -> None:
        """Show another text, and have another name."""
        self.say(text)
        _set_prop(self, "aria-label", show_lines(name))

    def enable(self, can_be_pressed: bool) -> None:
        """Whether it can be pressed. It stays where the keyboard finds it."""
        _set_prop(self, "aria-disabled", "false" if can_be_pressed else "true")

    def press(self, is_pressed: bool) -> None:
        """Show whether what it stands for is on."""
        _set_prop(self, "aria-pressed", "true" if is_pressed else "false")


class Slider(ui.element):
    """A slider of the browser itself, so that its name and its keys are where the focus is."""

    def __init__(self, name: str, most: int, on_move: Callable[[int], None]) -> None:
        super().__init__("input")
        self.props(f"type=range min=0 max={most} step=1")
        named(self, name)
        self.on("input", lambda event: on_move(int(event.args)), js_handler="(event) => emit(event.target.value)")
        self.go_to(0)

    def go_to(self, value: int) -> None:
        """Move to another value."""
        _set_prop(self, "value", value)


def tell_problems(do: Callable[[], None]) -> None:
    """Do something; if that goes wrong, show why for a while."""
    try:
        do()
    except InputError as error:
        ui.notify(show_message(str(error)), type="warning", timeout=8_000, close_button="OK")


@contextmanager
def table_frame(caption: str, heads: Sequence[str], classes: str = "", looks: Sequence[str] = ()) -> Iterator[None]:
    """For `with`: a table with its caption, if it has one, and its heads. What is made inside are its rows."""
    with ui.element("table").classes(f"rows {classes}"):
        if caption:
            Words(caption, "caption")
        with ui.element("thead"), ui.element("tr"):
            for head, look in zip(heads, looks or [""] * len(heads), strict=True):
                Words(head, "th", look).props["scope"] = "col"
        with ui.element("tbody"):
            yield


class Table:
    """A table whose cells are updated. Its first column names rows; `texts` columns are words, others numbers."""

    def __init__(self, caption: str, heads: Sequence[str], n_rows: int, texts: int = 1) -> None:
        self.looks = ["word"] * texts + ["number"] * (len(heads) - texts)
        with ui.element("div").classes("wide"), table_frame(caption, heads, looks=self.looks):
            self.cells = [self._add_row() for _ in range(n_rows)]

    def _add_row(self) -> list[Words]:
        with ui.element("tr"):
            first = Words(tag="th")
            first.props["scope"] = "row"
            return [first, *(Words(tag="td", classes=look) for look in self.looks[1:])]

    def show(self, rows: Sequence[Sequence[str]]) -> None:
        """Show other rows, as many as there are."""
        for cells, texts in zip(self.cells, rows, strict=True):
            for cell, text in zip(cells, texts, strict=True):
                cell.say(text)


class LiveChart(ui.html, component=_CHART_SCRIPT):
    """A chart of `show.svg`, or nothing yet; one of its parts may be chosen.

    What has not changed when it is updated stays where it is, and so does the focus.
    """

    def __init__(self) -> None:
        super().__init__(sanitize=False)  # what charts are made of escapes all texts
        self.classes("wide")

    def show(self, chart: str) -> None:
        """Show another chart, or nothing."""
        self.set_content(chart)

    def on_choice(self, choose: Callable[[str], None]) -> None:
        """Have a function called with the key of a part that somebody chooses."""
        self.on("click", lambda event: choose(str(event.args)), js_handler=_TELL_KEY)

    def choose(self, key: str) -> None:
        """Mark the part of this key, which need not be there."""
        if self.props.get("chosen", "") != key:
            self.props["chosen"] = key


def show_blocks(*blocks: Block, level: Level = Level.FULL) -> None:
    """Add blocks of a story as a report shows them, with the names of cards as they are."""
    ui.html(PageVoice(level, has_faces=False).tell(blocks), sanitize=False)  # it has escaped all that is text


def estimated(estimate: Estimates, place: int | tuple[int, int]) -> Estimate:
    """One of many numbers."""
    return Estimate(*(float(part[place]) for part in estimate))
