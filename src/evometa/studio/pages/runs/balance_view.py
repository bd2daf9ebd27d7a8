"""What a balance run has found by now: its front grows, each point has its patch notes, and can go to the bench."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from pathlib import Path

from nicegui import ui

from evometa.balance.objectives import label_objective
from evometa.experiments.balance.crew import split_players
from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.report.charts.frame import Touch
from evometa.report.charts.plot import draw_plot
from evometa.report.pages.balance.run import BalanceRun
from evometa.report.words.levels import tell_levels
from evometa.report.words.numbers import count, join_notes
from evometa.studio.fronts import (
    BalanceSubject,
    FrontPoint,
    audit_key,
    draw_front,
    draw_history,
    list_points,
    show_value,
)
from evometa.studio.pages.live_chart import LiveChart
from evometa.studio.pages.parts import PlainButton, Words, named
from evometa.studio.run_words import tell_question
from evometa.studio.state import Studio

TELL_KEY = "(event) => { const mark = event.target.closest('[data-key]'); if (mark) emit(mark.dataset.key); }"
MOST_ROWS = 24  # of the list of patches


class BalanceView:
    """The front of a run, and beside it the patch that is chosen."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.subject: BalanceSubject | None = None
        self.run: BalanceRun | None = None
        self.points: dict[str, FrontPoint] = {}
        self.rows: list[_PatchRow] = []
        self.chosen = ""
        self.question = Words(tag="p", classes="faint")
        with ui.element("div").classes("front"):
            with ui.element("div"):
                self.chart = LiveChart()
                self.chart.on("click", lambda event: self.choose(str(event.args)), js_handler=TELL_KEY)
                self.note = Words(tag="p", classes="faint")
            with named(ui.element("section").props("aria-live=polite"), "The chosen patch"):
                self.patch = ui.element("div").classes("notes")
        self.list = ui.element("div").classes("wide")
        self.history = LiveChart().classes("beside")

    async def show(self, run: BalanceRun) -> None:
        """Show what the run has found by now."""
        self.question.say(tell_question(run.settings))
        try:
            if self.subject is None:
                self.subject = await to_thread(BalanceSubject.of, run.settings)
            found = await to_thread(list_points, run, self.subject)
        except InputError as error:
            self.note.say(f"Its patches cannot be shown: {show_message(str(error))}")
            return
        self.run, self.points = run, {point.key: point for point in found}
        plot = draw_front(run, found)
        self.chart.show(draw_plot(plot, Touch.BUTTONS) if plot else "")
        told = _explain(len(run.evaluations)) if found else ""
        self.note.say(f"{told} {tell_levels(run.results.observed)}".strip())
        self.history.show("".join(draw_plot(each) for each in draw_history(run)))
        self._list(found[:MOST_ROWS])
        if self.chosen not in self.points:
            best = run.results.recommended
            self.choose(audit_key(best) if best else next(iter(self.points), ""))

    def choose(self, key: str) -> None:
        """Show a patch beside the front."""
        point = self.points.get(key)
        if point is None:
            return
        self.chosen = key
        self.chart.choose(key)
        self.patch.clear()
        with self.patch:
            name, _, known = point.title.partition(": ")
            Words(name, "h3")
            Words(known, "p", "faint")
            for note in point.notes:
                Words(note, "p")
            PlainButton("Put it on the bench", "Put it on the bench", lambda: self.put_on_bench(point))

    def put_on_bench(self, point: FrontPoint) -> None:
        """A new bench with this patch."""
        assert self.run is not None
        settings = self.run.settings
        players = None if settings.players is None else next(iter(split_players(settings.players)))
        bench = self.studio.start_bench(_reference(settings.metagame, self.studio.folder.root), players)
        bench.put(point.patch)
        ui.navigate.to(f"/bench?bench={bench.key}")

    def _list(self, points: list[FrontPoint]) -> None:
        """The same as a table, for those who cannot see the chart. Its rows stay, and so does the focus."""
        assert self.run is not None
        if points and not self.rows:
            heads = ["patch", *(label_objective(name) for name in self.run.settings.objectives), "changes"]
            with self.list:
                self.rows = _add_rows(heads, self.choose)
        for place, row in enumerate(self.rows):
            row.show(points[place] if place < len(points) else None)


def _add_rows(heads: list[str], choose: Callable[[str], None]) -> list[_PatchRow]:
    with ui.element("table").classes("rows patches"):
        Words("Patches", "caption")
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                Words(head, "th").props["scope"] = "col"
        with ui.element("tbody"):
            return [_PatchRow(len(heads) - 2, choose) for _ in range(MOST_ROWS)]


class _PatchRow:
    """A patch in the table, or nothing."""

    def __init__(self, n_values: int, choose: Callable[[str], None]) -> None:
        self.key = ""
        with ui.element("tr") as self.row:
            with ui.element("th").props("scope=row"):
                self.name = PlainButton("", "", lambda: choose(self.key))
            self.values = [Words(tag="td", classes="number") for _ in range(n_values)]
            self.changes = Words(tag="td")

    def show(self, point: FrontPoint | None) -> None:
        """Show another patch, or nothing."""
        self.row.set_visibility(point is not None)
        if point is None:
            return
        self.key, name = point.key, point.title.partition(":")[0]
        self.name.rename(name, f"Show {name}")
        for cell, value in zip(self.values, point.values, strict=True):
            cell.say(show_value(value))
        self.changes.say("; ".join(f"{card}: {changes}" for card, changes in join_notes(point.notes)))


def _explain(n_evaluations: int) -> str:
    return (
        f"{count(n_evaluations, 'evaluation')} by now. Lower and further left is better. Filled points were played "
        "again on fresh seeds; hollow ones are the search's own, which luck makes too good."
    )


def _reference(metagame: str, root: Path) -> str:
    """A metagame as the studio knows it: one of its files by its path inside the folder."""
    path = Path(metagame)
    return path.relative_to(root).as_posix() if path.is_absolute() and path.is_relative_to(root) else metagame
