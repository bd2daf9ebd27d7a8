"""How a deck search went."""

from __future__ import annotations

from evometa.experiments.decks.results import DeckAudit
from evometa.experiments.decks.work import DecksRun
from evometa.report.charts.plot import draw_plot
from evometa.report.pages.deck_charts import history_table, search_plots
from evometa.report.pages.parts import Story, beside, paragraph
from evometa.report.words.numbers import count


def tell_search(run: DecksRun, story: Story, best: DeckAudit | None) -> None:
    """The progress of the search, if it has begun."""
    if not run.results.history:
        return
    plots = search_plots(story.id("history"), run, best)
    shown = beside(*(story.show(plot.name, draw_plot(plot)) for plot in plots))
    told = [
        "As the search saw the elites, which luck makes too good. The average can fall when the map grows, because new "
        "cells take decks that had no place before."
    ]
    if best or run.results.strongest_known:
        told.append("Orange: audited, that is played again with many fresh games.")
    explained = paragraph(" ".join(told), "faint")
    parts = (paragraph(describe_search(run)), shown, explained, history_table(run))
    story.tell("search", "How the search went", *parts)


def describe_search(run: DecksRun) -> str:
    """What the search did, in a few sentences."""
    first, last = (run.results.history[place] for place in (0, -1))
    told = (
        f"MAP-Elites with sliding boundaries evaluated {count(last.evaluations, 'deck')}, each from "
        f"{run.settings.games:,} games. The map grew from {first.size} to {last.size} cells per measure."
    )
    n_again = len(run.evaluations) - last.evaluations
    if not n_again or run.results.map is None:
        return told
    n_elites = len(run.results.map.elites)
    return (
        f"{told} Then {count(n_again, 'deck')} were measured again, until each of the {count(n_elites, 'elite')} had "
        f"been: {n_again - n_elites:,} of them fell behind and gave way to another deck."
    )
