"""The small parts that pages are made of. Texts are texts: nothing in them is markup, and nothing hidden stays so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from nicegui import ui

from evometa.input.errors import InputError
from evometa.input.shown_text import show_lines, show_message
from evometa.metagame.evidence import Estimate, Estimated
from evometa.studio.folder import UserFile

E = TypeVar("E", bound=ui.element)


def named(element: E, name: str) -> E:
    """An element with the name that a screen reader says."""
    element.props["aria-label"] = show_lines(name)
    return element


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


def focus(element: ui.element) -> None:
    """Have the page go to an element that has just appeared, as if somebody had gone there by keyboard."""
    element.props["tabindex"] = -1
    ui.run_javascript(f"requestAnimationFrame(() => getHtmlElement({element.id})?.focus())")


class PlainButton(Words):
    """A small button of the browser's own kind: many of them on a page stay quick."""

    def __init__(self, text: str, name: str, on_click: Callable[[], None], classes: str = "") -> None:
        super().__init__(text, "button", f"plain {classes}")
        self.props["type"] = "button"
        named(self, name)
        self.on("click", lambda: tell_problems(on_click))

    def rename(self, text: str, name: str) -> None:
        """Show another text, and have another name."""
        self.say(text)
        if self.props.get("aria-label") != show_lines(name):
            named(self, name)

    def enable(self, can_be_pressed: bool) -> None:
        """Whether it can be pressed. It stays where the keyboard finds it."""
        state = "false" if can_be_pressed else "true"
        if self.props.get("aria-disabled") != state:
            self.props["aria-disabled"] = state

    def press(self, is_pressed: bool) -> None:
        """Show whether what it stands for is on."""
        state = "true" if is_pressed else "false"
        if self.props.get("aria-pressed") != state:
            self.props["aria-pressed"] = state


class Slider(ui.element):
    """A slider of the browser's own kind, which has its name and its keys where the focus is."""

    def __init__(self, name: str, most: int, on_move: Callable[[int], None]) -> None:
        super().__init__("input")
        self.props(f"type=range min=0 max={most} step=1")
        named(self, name)
        self.on("input", lambda event: on_move(int(event.args)), js_handler="(event) => emit(event.target.value)")
        self.go_to(0)

    def go_to(self, value: int) -> None:
        """Be at another place."""
        if self.props.get("value") != value:
            self.props["value"] = value


def tell_problems(do: Callable[[], None]) -> None:
    """Do something; what is wrong with it is shown for a while."""
    try:
        do()
    except InputError as error:
        ui.notify(show_message(str(error)), type="warning", timeout=8_000, close_button="OK")


def tell_saved(file: UserFile) -> None:
    """Say where something was saved, and whether it took the place of what was there."""
    ui.notify(f"saved as {file.reference}{', in place of the old one' if file.is_replaced else ''}")


class Table:
    """A table whose cells are updated. Its first column names rows; `texts` columns are words, others numbers."""

    def __init__(self, caption: str, heads: Sequence[str], n_rows: int, texts: int = 1) -> None:
        self.looks = ["word"] * texts + ["number"] * (len(heads) - texts)
        with ui.element("div").classes("wide"), ui.element("table").classes("rows"):
            Words(caption, "caption")
            with ui.element("thead"), ui.element("tr"):
                for head, look in zip(heads, self.looks, strict=True):
                    Words(head, "th", look).props["scope"] = "col"
            with ui.element("tbody"):
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


def estimated(estimate: Estimate, place: int | tuple[int, int]) -> Estimated:
    """One of many numbers."""
    return Estimated(*(float(part[place]) for part in estimate))
