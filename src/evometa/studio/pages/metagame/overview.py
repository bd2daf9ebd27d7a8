"""A metagame at a glance: F in words, the matrix, and the decks by strength with their shares in the equilibrium."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui
from nicegui.events import GenericEventArguments

from evometa.metagame.standing import FullStanding
from evometa.show.svg.frame import Touch
from evometa.show.svg.heat_map import draw_heat_map
from evometa.story.charts.heat_map import cell_key, metagame_map
from evometa.story.words.numbers import count, describe_estimate, percent, typical_match_up, with_interval
from evometa.studio.measuring import Measured, Measurement
from evometa.studio.pages.parts import LiveChart, PlainButton, Problem, Table, Words

Choose = Callable[[int, int | None], None]

NAME = "matrix"  # of the chart
HEADS = ("deck", "win rate", "share now", "in the equilibrium")
_CAPTION = "Decks by strength, in %"
# What a click in the chart is about; the script of the charts makes Enter and Space clicks, too.
_TELL_CELL = """(event) => {
  const cell = event.target.closest("[data-row]");
  if (cell) emit({row: Number(cell.dataset.row), column: Number(cell.dataset.column)});
}"""


class Overview:
    """What the games of a metagame say, all of them together."""

    def __init__(self, measurement: Measurement, choose: Choose) -> None:
        self.measurement, self.choose = measurement, choose
        self.shown: Measured | None = None
        self.order: list[int] = []
        self.chosen: tuple[int, int | None] | None = None
        with ui.element("div").props("role=status"):
            self.sentence = Words("The first games are being played.", "p", "headline")
        self.exactly = Words(tag="p", classes="faint")
        self.progress = Words(tag="p", classes="faint")
        self.problem = Problem()
        self.chart = LiveChart()
        self.chart.on("click", self._choose_cell, js_handler=_TELL_CELL)
        Words("Choose a cell for the match-up, or a deck for its cards.", "p", "faint")
        self.table = Table(_CAPTION, HEADS, len(measurement.metagame.decks))
        self.buttons = [self._add_button(row) for row in range(len(self.table.cells))]

    def _add_button(self, row: int) -> PlainButton:
        with self.table.cells[row][0]:
            return PlainButton("", "", lambda: self._choose_row(row), "link")

    def _choose_row(self, row: int) -> None:
        if self.order:
            self.choose(self.order[row], None)

    def _choose_cell(self, event: GenericEventArguments) -> None:
        row, column = int(event.args["row"]), int(event.args["column"])
        if not 0 <= row < len(self.order):
            return
        is_deck = column == row or not 0 <= column < len(self.order)
        self.choose(self.order[row], None if is_deck else self.order[column])

    def mark(self, deck: int, opponent: int | None) -> None:
        """Show in the chart what somebody has chosen."""
        self.chosen = (deck, opponent)
        row = self.order.index(deck)
        self.chart.choose(cell_key(NAME, row, None if opponent is None else self.order.index(opponent)))

    def look(self) -> None:
        """Show what has changed."""
        found = self.measurement
        self.progress.say(_tell_games(found))
        self.problem.tell(found.problem)
        if found.latest is not None and found.latest is not self.shown:
            self.shown = found.latest
            self._show(found.latest.standing)

    def _show(self, standing: FullStanding) -> None:
        self.order = standing.order
        self.sentence.say(f"A typical match-up is {typical_match_up(standing.f_corrected.value)}.")
        self.exactly.say(f"F {with_interval(standing.f_corrected)}: 0 is even, 1 is decided before it begins.")
        chart = metagame_map(NAME, "Who beats whom", standing.decks, standing.win_rate, standing.against_meta)
        self.chart.show(draw_heat_map(chart, Touch.BUTTONS))
        if self.chosen:
            self.mark(*self.chosen)  # decks may have changed places
        shares = self.measurement.metagame.shares
        strengths, nash = percent(standing.against_meta), percent(standing.nash)
        rows = (
            ("", describe_estimate(strengths, d), f"{100 * shares[d]:.0f}", describe_estimate(nash, d, decimals=0))
            for d in self.order
        )
        self.table.show([*rows])
        for button, deck in zip(self.buttons, self.order, strict=True):
            button.rename(standing.decks[deck], f"Cards of {standing.decks[deck]}")


def _tell_games(measurement: Measurement) -> str:
    """How many games there are, and whether more come."""
    per_match_up = measurement.latest.games if measurement.latest else 0
    state = "" if measurement.is_running else "; that is all" if measurement.is_whole else "; stopped"
    told = f"{count(per_match_up, 'game')} for each match-up"
    return f"{told} ({measurement.n_played:,} of {measurement.n_planned:,} games played{state})"
