"""What a player thought of: the best ways to play the turn, with what it thinks of each."""

from __future__ import annotations

from nicegui import ui

from evometa.matches.thinking import Option, Thought
from evometa.report.charts.svg import element, join
from evometa.studio.pages.parts import Words

HOW_SCORED = "The score is what this player thinks the position is worth to it when its turn has ended."
REPLIES = "It has also looked at what the enemy can answer, so it may choose what scores less here."


class ThoughtView:
    """A table of options, best first."""

    def __init__(self, labels: tuple[str, str]) -> None:
        self.labels = labels
        Words("What the player thought of", "h2")
        self.about = Words(tag="p", classes="faint")
        self.table = ui.html(sanitize=False).classes("wide")

    def show(self, thought: Thought | None, nothing: str) -> None:
        """Show a thought; without one, why there is none."""
        if thought is None or not thought.options:
            self.about.say(nothing)
            self.table.set_content("")
            return
        replies = f" {REPLIES}" if thought.weighs_replies else ""
        seen = f"{self.labels[thought.player]} looked at {thought.nodes:,} positions. {HOW_SCORED}{replies}"
        self.about.say(seen)
        best = max(option.score for option in thought.options)
        rows = [_draw_option(option, best) for option in thought.options]
        heads = [element("th", word, scope="col") for word in ("score", "to the best", "the turn")]
        self.table.set_content(
            element("table", element("thead", element("tr", *heads)), join(rows), class_="rows thoughts")
        )


def _draw_option(option: Option, best: int) -> str:
    away = "" if option.is_win or option.is_loss or option.score == best else f"{option.score - best:+,}"
    worth = "wins" if option.is_win else "loses" if option.is_loss else f"{option.score:,}"
    mark = [element("span", " chosen", class_="chosen-mark")] if option.is_chosen else []
    steps = element("td", "; ".join(option.actions), *mark)
    cells = [element("td", text or "\N{NO-BREAK SPACE}", class_="number") for text in (worth, away)]
    return element("tr", *cells, steps, class_="chosen" if option.is_chosen else None)
