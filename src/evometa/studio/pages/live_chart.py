"""A chart that is updated: what has not changed in it stays where it is, and so does the focus."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

SCRIPT = Path(__file__).parents[1] / "static" / "chart.js"


class LiveChart(ui.html, component=SCRIPT):
    """A chart of `report.charts`, or nothing yet; one of its parts may be chosen."""

    def __init__(self) -> None:
        super().__init__(sanitize=False)  # what charts are made of escapes all texts
        self.classes("wide")

    def show(self, chart: str) -> None:
        """Show another chart, or nothing."""
        self.set_content(chart)

    def choose(self, key: str) -> None:
        """Mark the part of this key, which need not be there."""
        if self.props.get("chosen", "") != key:
            self.props["chosen"] = key
