"""The page of a run: its state, what is the matter with it, stop and resume, its report, and its patches or decks."""

from __future__ import annotations

from asyncio import to_thread
from urllib.parse import urlencode

from nicegui import ui

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.evolve.work import EVOLVE
from evometa.input.errors import InputError
from evometa.input.shown_text import show_name
from evometa.story.words.numbers import count
from evometa.studio.pages.parts import PlainButton, Problem, Words, named
from evometa.studio.pages.runs.balance_view import BalanceView
from evometa.studio.pages.runs.evolve_view import EvolveView
from evometa.studio.runs import RunEntry
from evometa.studio.state import Studio

LOOK_SECONDS = 1.0  # between two looks at the folder of the run
STATES = {
    "running": "This run is in progress.",
    "interrupted": "This run was interrupted. What it has finished is kept, and it can go on from there.",
    "finished": "This run is finished.",
    "failed": "This run stopped because something went wrong. What it had finished is kept.",
    "damaged": "The file of this run is damaged.",
    "unreadable": "This run cannot be read.",
    "empty": "This folder is empty: no run has begun in it, or it was stopped before it could store anything.",
}
NOTHING_YET = "It has begun, but nothing is finished yet."


class RunView:
    """A run, looked at again and again while it goes on."""

    def __init__(self, studio: Studio, entry: RunEntry) -> None:
        self.studio, self.name = studio, entry.name
        self.seen: tuple[object, ...] = ()
        self.is_looking = False
        Words(entry.name, "h2")
        self.state = Words(tag="p", classes="headline")
        self.said = named(Words(tag="p"), "How far it is").props("role=status")
        self.best = Words(tag="p", classes="strong")
        self.problem = Problem()
        with ui.element("div").classes("choices"):
            if not studio.folder.read_only:
                self.stop = PlainButton("Stop", "Stop the run", lambda: studio.runs.stop(self.name))
                self.resume = PlainButton("Resume", "Resume the run", lambda: studio.runs.resume(self.name))
            address = urlencode({"run": entry.name})
            self.report = ui.link("Report", f"/report?{address}", new_tab=True)
            self.map = ui.link("Map of decks", f"/decks?{address}")
        self.place = ui.element("div")
        self.view: BalanceView | EvolveView | None = None  # which kind it is, is known when the run has begun
        self.show(entry)

    async def begin(self) -> None:
        """Look for the first time, and then again."""
        await self._look()
        ui.timer(LOOK_SECONDS, self._look, immediate=False)

    async def _look(self) -> None:
        """Show what has changed; never two looks at once."""
        if self.is_looking:
            return
        self.is_looking = True
        try:
            entry = await to_thread(self.studio.runs.entry, self.name)
            self.show(entry)
            await self._show_found(entry)
        except InputError as error:
            self.problem.tell(str(error))
        finally:
            self.is_looking = False

    def show(self, entry: RunEntry) -> None:
        """Show the state of the run."""
        info, carrying = entry.info, self.studio.runs.carrying(self.name)
        self.state.say(STATES.get(entry.state, entry.state))
        holder = f"It is in use by {show_name(info.holder)}." if info.holder and not carrying.is_running else ""
        games = f"{show_name(info.kind)}, {count(info.games, 'game')}." if info.kind else ""
        nothing = NOTHING_YET if entry.state == "interrupted" and not info.games else ""
        stopping = "It stops as soon as the current games are over." if carrying.is_stopping else ""
        self.said.say(" ".join(filter(None, (entry.said or games, nothing, holder, stopping))))
        found = "Found" if entry.state == "finished" else "Found so far"
        self.best.say(f"{found}: {entry.best}" if entry.best else "")
        self.problem.tell(entry.problem)
        if not self.studio.folder.read_only:
            self.stop.set_visibility(carrying.is_running)
            self.resume.set_visibility(not carrying.is_running and entry.state in ("interrupted", "failed"))
        self.report.set_visibility(bool(info.kind))
        self.map.set_visibility(info.kind == DECKS.name)

    async def _show_found(self, entry: RunEntry) -> None:
        info = entry.info
        seen = (info.status, info.n_evaluations, info.games_beside)
        if info.kind not in (BALANCE.name, EVOLVE.name) or info.problem or seen == self.seen:
            return
        self.seen = seen
        if self.view is None:
            with self.place:
                self.view = BalanceView(self.studio) if info.kind == BALANCE.name else EvolveView()
        await self.view.show(await to_thread(self.studio.runs.read, self.name))
