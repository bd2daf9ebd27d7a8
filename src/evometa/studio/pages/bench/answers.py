"""What the metagame answers to the patch of a bench: before, after and change of every deck, with intervals."""

from __future__ import annotations

from nicegui import ui

from evometa.matches.inference import INTERVAL, Estimates
from evometa.metagame.standing import Standing
from evometa.show.svg.draw import draw_chart
from evometa.story.charts.metagames import strength_plot
from evometa.story.words.numbers import count, interval, rate, rate_margin, typical_match_up
from evometa.studio.benches import Answer, Bench
from evometa.studio.measuring import STAGES
from evometa.studio.pages.parts import LiveChart, Problem, Table, Words, estimated

HEADS = ("deck", "before", "after", "change", INTERVAL)
MEASURED = "Win rate against the metagame"
NOTHING, ARROW = "\N{EN DASH}", "\N{RIGHTWARDS ARROW}"


class AnswerView:
    """The sentence and the table of an answer, and its picture, which may be elsewhere on the page."""

    def __init__(self, bench: Bench, picture: LiveChart) -> None:
        self.bench, self.picture = bench, picture
        Words("The metagame answers", "h2")
        with ui.element("div").props("role=status aria-live=polite"):
            self.sentence = Words(tag="p", classes="headline")
        self.surely = Words(tag="p", classes="faint")
        self.replaced = Words(tag="p")
        self.problem = Problem()
        self.table = Table(f"{MEASURED}, in %", HEADS, len(bench.metagame.decks))
        self.bar = Words(tag="p", classes="answer-bar")  # on a narrow screen, where the answer is far from the cards
        self.bar.props["aria-hidden"] = "true"  # it is told already
        self.drawn: object = None

    def look(self) -> None:
        """Show what has changed, which can be at any moment: the games before come in, too."""
        self.problem.tell(self.bench.problem)
        self.surely.say(_tell_progress(self.bench))
        measured = self.bench.measurement.latest
        known: object = self.bench.answer or (None if self.bench.patch else measured)
        if known is self.drawn and known is not None:
            return
        self.drawn = known
        self.replaced.say(" ".join(f"{each}." for each in known.result.replaced) if isinstance(known, Answer) else "")
        if isinstance(known, Answer):
            self._show_answer(known)
        elif measured is not None:
            self._show_before(measured.standing, is_waiting=bool(self.bench.patch))

    def _show_before(self, standing: Standing, is_waiting: bool) -> None:
        typical = typical_match_up(standing.f_corrected.value)
        self.sentence.say("The first games are being played." if is_waiting else f"A typical match-up is {typical}.")
        self.bar.say(f"{typical} {ARROW} ..." if is_waiting else typical)
        strengths, wait = standing.against_meta, NOTHING
        rows = [(standing.decks[deck], _show_rate(strengths, deck), wait, wait, wait) for deck in standing.order]
        self.table.show(rows)
        if not is_waiting:
            self._draw(standing, None)

    def _show_answer(self, answer: Answer) -> None:
        typical = [typical_match_up(each.f_corrected.value) for each in (answer.before, answer.after)]
        self.sentence.say(f"A typical match-up was {typical[0]} and becomes {typical[1]}.")
        self.bar.say(f"{typical[0]} {ARROW} {typical[1]}, {count(answer.games, 'game')} each")
        change, before, after = answer.result.change_against_meta, answer.before, answer.after
        rows = [
            (
                before.decks[deck],
                _show_rate(before.against_meta, deck),
                _show_rate(after.against_meta, deck),
                rate(float(change.value[deck]), signed=True),
                interval(100 * float(change.low[deck]), 100 * float(change.high[deck]), 1),
            )
            for deck in before.order
        ]
        self.table.show(rows)
        self._draw(after, before)

    def _draw(self, standing: Standing, before: Standing | None) -> None:
        was, order = before.against_meta if before else None, (before or standing).order
        chart = strength_plot("strengths", MEASURED, standing.decks, standing.against_meta, was, order=order)
        self.picture.show(draw_chart(chart))


def _tell_progress(bench: Bench) -> str:
    """How many games stand behind what is shown, and whether more are to come."""
    known = bench.answer if bench.patch else bench.measurement.latest
    games = known.games if known else 0
    state = "" if games == STAGES[-1] else "; more are being played"
    return f"{count(games, 'game')} for each match-up{state}"


def _show_rate(estimate: Estimates, deck: int) -> str:
    found = estimated(estimate, deck)
    return f"{rate(found.value)} {rate_margin(*found)}"
