"""The runs of the folder: all of them as a list, and one of them with all that there is to see and do.

The address says which: `?run=NAME`. The report of a run has an address of its own, `/report?run=NAME`.
"""

from __future__ import annotations

from asyncio import to_thread
from urllib.parse import urlencode

from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from nicegui import app as nicegui_app
from nicegui import ui

from evometa.input.errors import InputError
from evometa.input.shown_text import show_line, show_message, show_name
from evometa.show.page.writing import format_report
from evometa.studio.pages.page import Arguments, StudioPage
from evometa.studio.pages.parts import Words, table_frame
from evometa.studio.pages.runs.run_view import RunView
from evometa.studio.runs import RunEntry
from evometa.studio.state import Studio

_LIST_SECONDS = 2.0  # between two looks at the list
HEADS = ("run", "state", "best", "games", "begun (UTC)", "kind")


async def _build(studio: Studio, arguments: Arguments) -> None:
    """The list, or the page of a run."""
    if "run" not in arguments:
        await _RunList(studio).look()
        return
    ui.link("All runs", PATH)
    await RunView(studio, await to_thread(studio.runs.entry, arguments["run"])).begin()


class _RunList:
    """The runs, looked at again every few seconds. Rows stay, and so does the focus, until runs come or go."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.rows: dict[str, _Row] | None = None
        self.place = ui.element("div").classes("wide")
        ui.timer(_LIST_SECONDS, self.look, immediate=False)

    async def look(self) -> None:
        """Show what has changed."""
        found = await to_thread(self.studio.runs.list)
        if self.rows is None or [entry.name for entry in found] != list(self.rows):
            self.place.clear()
            with self.place:
                self.rows = _draw_list(found)
        for entry in found:
            self.rows[entry.name].show(entry)


def _draw_list(entries: list[RunEntry]) -> dict[str, _Row]:
    if not entries:
        Words("There is no run in the folder yet.", "p")
        ui.link("Balance a metagame", "/balance")
        return {}
    with table_frame("", HEADS, "runs", ["number" if head == "games" else "word" for head in HEADS]):
        return {entry.name: _Row(entry.name) for entry in entries}


class _Row:
    """A run in the list."""

    def __init__(self, name: str) -> None:
        with ui.element("tr"):
            with ui.element("th").props("scope=row"):
                ui.link(show_line(name), f"{PATH}?{urlencode({'run': name})}")
            self.cells = [Words(tag="td") for _ in HEADS[1:]]
            self.cells[HEADS.index("games") - 1].classes("number")

    def show(self, entry: RunEntry) -> None:
        """Show how far the run is."""
        info = entry.info
        games = f"{info.games:,}" if info.games else ""
        begun = info.created[:16].replace("T", " ")
        texts = (entry.state, entry.said or entry.best, games, begun, show_name(info.kind))
        for cell, text in zip(self.cells, texts, strict=True):
            cell.say(text)


def add_report(studio: Studio) -> None:
    """Give reports their address: `/report?run=NAME`.

    A report is made from what the run holds, each time: a page that lies in the folder of a run may come from anybody.
    """

    async def show(run: str = "") -> Response:
        try:
            return HTMLResponse(await to_thread(lambda: format_report(studio.runs.find(run))))
        except InputError as error:
            return PlainTextResponse(show_message(str(error)), status_code=404)

    nicegui_app.get("/report")(show)


PATH = "/runs"
PAGE = StudioPage(PATH, "Runs", "What has been run, how far it is, and what came out.", _build)
