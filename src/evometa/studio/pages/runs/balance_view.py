"""What a balance run has found by now: its front grows, each point has its patch notes, and can go to the bench."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from pathlib import Path

from nicegui import ui

from evometa.balance.objectives import label_objective
from evometa.balance.space import FREE, BalanceSpace
from evometa.experiments.balance.settings import BalanceSettings, split_players
from evometa.experiments.balance.work import BalanceRun
from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.show.svg.frame import Touch
from evometa.show.svg.plot import draw_plot
from evometa.story.words.levels import tell_levels
from evometa.story.words.numbers import count, join_notes, listed
from evometa.studio.pages.parts import LiveChart, PlainButton, Words, named, table_frame
from evometa.studio.pages.runs.fronts import (
    FrontPoint,
    audit_key,
    draw_front,
    draw_history,
    list_points,
    load_space,
    show_value,
)
from evometa.studio.state import Studio

MOST_ROWS = 24  # of the list of patches
EXPLAINED = (
    "Lower and further left is better. Filled points were played again on fresh seeds; hollow ones are the search's "
    "own, which luck makes too good."
)


class BalanceView:
    """The front of a run, and beside it the patch that is chosen."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.space: BalanceSpace | None = None
        self.run: BalanceRun | None = None
        self.points: dict[str, FrontPoint] = {}
        self.rows: list[_PatchRow] = []
        self.chosen = ""
        self.question = Words(tag="p", classes="faint")
        with ui.element("div").classes("front"):
            with ui.element("div"):
                self.chart = LiveChart()
                self.chart.on_choice(self.choose)
                self.note = Words(tag="p", classes="faint")
            with named(ui.element("section").props("aria-live=polite"), "The chosen patch"):
                self.patch = ui.element("div").classes("notes")
        self.list = ui.element("div").classes("wide")
        self.history = LiveChart().classes("beside")

    async def show(self, run: BalanceRun) -> None:
        """Show what the run has found by now."""
        self.question.say(_tell_question(run.settings))
        try:
            if self.space is None:
                self.space = await to_thread(load_space, run.settings)
            found = await to_thread(list_points, run, self.space)
        except InputError as error:
            self.note.say(f"Its patches cannot be shown: {show_message(str(error))}")
            return
        self.run, self.points = run, {point.key: point for point in found}
        plot = draw_front(run, found)
        self.chart.show(draw_plot(plot, Touch.BUTTONS) if plot else "")
        told = f"{count(len(run.evaluations), 'evaluation')} by now. {EXPLAINED}" if found else ""
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
            PlainButton("Put it on the bench", "Put it on the bench", lambda: self._put_on_bench(point))

    def _put_on_bench(self, point: FrontPoint) -> None:
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
            with self.list, table_frame("Patches", heads, "patches"):
                self.rows = [_PatchRow(len(heads) - 2, self.choose) for _ in range(MOST_ROWS)]
        for place, row in enumerate(self.rows):
            row.show(points[place] if place < len(points) else None)


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


def _tell_question(settings: BalanceSettings) -> str:
    """What a balance run is asked: the metagame and its players, what may change, and what is to be low."""
    players = f" played by {settings.players}" if settings.players else ""
    space = settings.space.get("base", FREE)
    low = listed([label_objective(name) for name in settings.objectives])
    return (
        f"{Path(settings.metagame).name}{players}; what may change: {space}; as low as possible: {low}; "
        f"search: {settings.algorithm}; seed {settings.seed}."
    )


def _reference(metagame: str, root: Path) -> str:
    """A metagame as the studio knows it: one of its files by its path inside the folder."""
    path = Path(metagame)
    return path.relative_to(root).as_posix() if path.is_absolute() and path.is_relative_to(root) else metagame
