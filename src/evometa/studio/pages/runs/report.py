"""The report of a run, at an address of its own.

It is made from what the run holds, each time: a page that lies in the folder of a run may come from anybody.
"""

from __future__ import annotations

from asyncio import to_thread

from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from nicegui import app as nicegui_app

from evometa.app.kinds import find_kind
from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.studio.state import Studio

REPORT_PATH = "/report"


def add_report(studio: Studio) -> None:
    """Give reports their address: `/report?run=NAME`."""

    async def show(run: str = "") -> Response:
        try:
            return HTMLResponse(await to_thread(format_report, studio, run))
        except InputError as error:
            return PlainTextResponse(show_message(str(error)), status_code=404)

    nicegui_app.get(REPORT_PATH)(show)


def format_report(studio: Studio, name: str) -> str:
    """The report as one HTML page."""
    folder = studio.runs.find(name)
    return find_kind(folder).format_page(folder)
