"""The map of a deck search, each cell of which has its deck beside it."""

from __future__ import annotations

from math import prod

from evometa.experiments.decks.results import DeckMap
from evometa.experiments.decks.work import DecksRun
from evometa.metagame.metagames import Metagame
from evometa.report.charts.deck_map import draw_deck_map
from evometa.report.charts.frame import Touch
from evometa.report.pages.card_faces import CardFaces
from evometa.report.pages.deck_maps import (
    coarsen,
    deck_grid,
    elite_choices,
    find_landmarks,
    landmark_rows,
    quantities_of,
    read_elites,
)
from evometa.report.pages.parts import Story, paragraph, table, touch
from evometa.report.words.numbers import listed

NO_LISTS = "Deck lists are not shown: the cards of the metagame are not there any more, or have changed since the run."


def tell_map(run: DecksRun, story: Story, metagame: Metagame | None) -> None:
    """The map, if the search has come so far."""
    if run.results.map is None:
        return
    deck_map, faces = coarsen(run.results.map), CardFaces(metagame.patched_cards if metagame else None)
    decks = read_elites(run, deck_map, metagame) if metagame else {}
    marks = find_landmarks(deck_map, run.results.audits)
    keys = {elite.number: story.id(f"deck-{elite.number}") for elite in deck_map.elites}
    grid = deck_grid(story.id("map"), f"The map of {run.settings.deck_name}", deck_map, marks, keys)
    chart = story.show(grid.name, draw_deck_map(grid, Touch.LINKS), explain_map(run.results.map, deck_map))
    best = run.results.best
    chosen = keys.get(best.number, "") if best and best.number is not None else ""
    axes = listed([each.title for each in quantities_of(deck_map)[1]])
    full = f"{len(run.results.map.elites):,} of {prod(run.results.map.size):,} cells have an elite"
    story.tell(
        "map",
        "The map",
        paragraph(f"The best deck of every kind: {full}. Kinds differ in {axes}. Choose a cell for its deck."),
        touch(chart, elite_choices(deck_map, decks, keys, faces, story), chosen),
        paragraph("" if decks else NO_LISTS, "faint"),
        table(
            "The audited decks",
            ["sign", "deck", "from", "where", "win rate, %", "95% interval"],
            landmark_rows(marks),
            4,
        ),
    )


def explain_map(deck_map: DeckMap, shown: DeckMap) -> str:
    """How to read the chart, which may show fewer cells than the map has."""
    told = [
        "Each cell has the objective of its elite, the best deck of its kind, measured again with fresh games. All "
        "cells are equally large, though boundaries slid to where the decks were; empty cells are grey. Numbers in "
        "dark boxes are the finalists, letters are decks of the class that were known before."
    ]
    if len(deck_map.measures) > 2:
        told.append(
            f"The search had {len(deck_map.measures)} measures: this shows the first two, and in each cell the best "
            "elite of all others."
        )
    if shown is not deck_map:
        told.append(f"The map has {max(deck_map.size)} cells per measure: each of these holds several, and their best.")
    return " ".join(told)
