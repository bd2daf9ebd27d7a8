"""The page of a metagame: who beats whom, ever surer."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

from evometa.input.errors import InputError
from evometa.input.shown_text import show_message
from evometa.report.charts.frame import Touch
from evometa.report.charts.heat_map import draw_heat_map, metagame_map
from evometa.report.words.numbers import typical_match_up
from evometa.studio.measuring import Measured, Measurement
from evometa.studio.pages.page import LOOK_SECONDS, Arguments, StudioPage
from evometa.studio.pages.parts import named
from evometa.studio.state import Studio

FIRST = "paper-small"


async def build(studio: Studio, arguments: Arguments) -> None:
    """The page: a choice of metagames, and what is known about the chosen one."""
    reference = arguments.get("metagame", FIRST)
    choice = ui.select(studio.list_metagames(), label="Metagame").props("outlined dense")
    choice.set_value(reference if reference in studio.list_metagames() else None)
    choice.on_value_change(lambda event: ui.navigate.to(f"{PAGE.path}?metagame={event.value}"))
    try:
        metagame = await to_thread(studio.load_metagame, reference)
        measurement = await to_thread(studio.measurements.of, metagame)
    except InputError as error:
        ui.label(show_message(str(error))).classes("problem")
        return
    _MetagameView(measurement)


class _MetagameView:
    """What a page shows of a measurement."""

    def __init__(self, measurement: Measurement) -> None:
        self.measurement = measurement
        self.shown: Measured | None = None
        self.sentence = ui.label().classes("headline")
        self.progress = named(ui.label(), "Games").classes("faint")
        self.chart = ui.html(sanitize=False).classes("wide")
        ui.timer(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Show what has changed."""
        found = self.measurement
        state = show_message(found.error) or ("" if found.is_running else ", finished")
        self.progress.set_text(f"{found.n_played:,} of {found.n_planned:,} games{state}")
        if found.latest is not None and found.latest is not self.shown:
            self.shown = found.latest
            self.show(found.latest)

    def show(self, measured: Measured) -> None:
        """Show what is known after a stage."""
        standing = measured.standing
        self.sentence.set_text(typical_match_up(standing.f_corrected.value))
        chart = metagame_map("matrix", "Who beats whom", standing.decks, standing.win_rate, standing.against_meta)
        self.chart.set_content(draw_heat_map(chart, Touch.BUTTONS))


PAGE = StudioPage("/metagame", "Metagame", "Who beats whom, and how sure that is.", build)
