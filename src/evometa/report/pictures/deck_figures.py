"""Pictures of a deck search: mana curves, the best deck's match-ups beside known decks, and how the search went."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from evometa.cards.decks.summary import CURVE_END
from evometa.experiments.decks.results import DeckAudit, MapBatch
from evometa.metagame.evidence import Estimate, Estimated
from evometa.report.pictures.canvas import (
    Picture,
    add_panel,
    add_title,
    in_plain_style,
    new_picture,
)
from evometa.report.pictures.cells import AFTER_INK, BEFORE_INK, COLORS, FAINT, LEAST_SPREAD, SURE, Cells, choose_spread
from evometa.report.pictures.deck_quantities import Quantity
from evometa.report.pictures.heat_maps import GAP, add_scale, draw_cells
from evometa.report.words.estimates import describe_unknown, percent, shorten_name

CURVE_LABELS = (*map(str, range(CURVE_END)), f"{CURVE_END}+")
CURVE_WIDTH, CURVE_HEIGHT = 3.8, 2.2  # inches, of a curve alone
SMALL_WIDTH, SMALL_HEIGHT, SMALL_ACROSS, SMALL_DOWN = 2.1, 1.0, 2.45, 1.75  # of many, and from one to the next
COLUMNS = 4
PLOT_WIDTH, PLOT_HEIGHT, PLOT_GAP = 5.0, 3.2, 0.9
MOST_DOTS = 25  # batches whose dots can still be told apart
AUDIT_INK = "#b35c00"


# --- decks ----------------------------------------------------------------------------------------


@in_plain_style
def draw_curve(audit: DeckAudit, title: str) -> Picture:
    """How many cards a deck has of each cost."""
    picture = new_picture()
    panel = add_panel(picture, 0, CURVE_WIDTH, CURVE_HEIGHT)
    _draw_bars(panel, audit.curve, AFTER_INK, max(audit.curve))
    panel.set_xlabel("mana cost", color=FAINT)
    add_title(picture, title)
    return picture


@in_plain_style
def draw_curves(audits: Sequence[DeckAudit], title: str) -> Picture:
    """The curves of several decks, all to the same scale; those of known decks are grey."""
    picture = new_picture()
    highest = max(max(audit.curve) for audit in audits)
    for place, audit in enumerate(audits):
        row, column = divmod(place, COLUMNS)
        panel = add_panel(picture, column * SMALL_ACROSS, SMALL_WIDTH, SMALL_HEIGHT)
        page_height = picture.get_size_inches()[1]
        panel.set_position(panel.get_position().translated(0, -row * SMALL_DOWN / page_height))
        _draw_bars(panel, audit.curve, BEFORE_INK if audit.is_known else AFTER_INK, highest)
        panel.set_title(shorten_name(audit.name), loc="left", fontsize=9)
    known = " Grey: known decks." if any(audit.is_known for audit in audits) else ""
    add_title(picture, title, f"Number of cards by mana cost, all to the same scale.{known}")
    return picture


def _draw_bars(panel: Axes, curve: Sequence[int], ink: str, highest: int) -> None:
    panel.bar(CURVE_LABELS, curve, width=0.78, color=ink)
    panel.set(ylim=(0, 1.2 * highest), yticks=[])
    panel.spines["bottom"].set_visible(True)
    for x, n_cards in enumerate(curve):
        if n_cards:
            panel.text(x, n_cards + 0.03 * highest, str(n_cards), ha="center", va="bottom", fontsize=8)


@in_plain_style
def draw_match_ups(audits: Sequence[DeckAudit], title: str, explained: str) -> Picture:
    """The win rates of decks against each opponent and against the metagame; the first one is the best deck."""
    opponents = [shorten_name(each.deck) for each in audits[0].opponents]
    rates = _in_percent([[each.win_rate for each in audit.opponents] for audit in audits])
    totals = _in_percent([[audit.win_rate] for audit in audits])
    spread = choose_spread(np.concatenate([rates.value, totals.value], axis=1), 50, LEAST_SPREAD)
    match_ups, strengths = (_cells(each, spread) for each in (rates, totals))
    picture = new_picture()
    draw_cells(picture, match_ups, [shorten_name(each.name) for each in audits], opponents)
    draw_cells(picture, strengths, [], ["the metagame"], left=len(opponents) + GAP, weight="bold")
    add_scale(picture, match_ups, left=len(opponents) + 1 + 2 * GAP, label="win rate, %")
    add_title(
        picture,
        title,
        f"Win rates of the row's deck against that of the column in %, ± their 95% intervals, draws left out. "
        f"{explained} {SURE.format(middle=50)}",
        describe_unknown([rates.value, totals.value]),
    )
    return picture


def _in_percent(rows: Sequence[Sequence[Estimated]]) -> Estimate:
    """[rows, columns]: rates in percent."""
    return percent(Estimate(*np.moveaxis(np.array(rows), -1, 0)))


def _cells(estimate: Estimate, spread: float) -> Cells:
    nothing = np.zeros(estimate.value.shape, dtype=bool)
    return Cells(estimate, 50, spread, nothing, nothing)


# --- the search -----------------------------------------------------------------------------------


@in_plain_style
def draw_search(
    history: Sequence[MapBatch],
    quantities: tuple[Quantity, int],
    best: DeckAudit | None,
    known: DeckAudit | None,
    title: str,
) -> Picture:
    """The best and the average elite, and how the map has grown, for an objective and a number of measures."""
    objective, n_measures = quantities
    picture = new_picture()
    values = _add_plot(picture, 0, objective.label)
    _draw_values(values, history, objective)
    _draw_references(values, history[-1].evaluations, objective, best, known)
    cells = _add_plot(picture, PLOT_WIDTH + PLOT_GAP, "cells of the map")
    _draw_growth(cells, history, n_measures)
    for panel in (values, cells):
        panel.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, borderpad=0, fontsize=8)
    add_title(picture, title, explain_search(best, known))
    return picture


def _draw_values(panel: Axes, history: Sequence[MapBatch], objective: Quantity) -> None:
    evaluations = [batch.evaluations for batch in history]
    for values, ink, marker, label in (
        ([batch.best for batch in history], AFTER_INK, "^", "best elite"),
        ([batch.mean for batch in history], BEFORE_INK, "o", "average elite"),
    ):
        scaled, size = objective.scale(values), _dot(history)
        panel.plot(evaluations, scaled, color=ink, linewidth=1.8, marker=marker, markersize=size, label=label)


def _draw_references(
    panel: Axes, last: int, objective: Quantity, best: DeckAudit | None, known: DeckAudit | None
) -> None:
    if known:
        level = float(objective.scale(known.objective))
        panel.axhline(level, color=AUDIT_INK, linewidth=1.4, linestyle="--", label="strongest known deck, audited")
    if best:
        level = float(objective.scale(best.objective))
        panel.plot([last], [level], "D", color=AUDIT_INK, markersize=6, clip_on=False, label="best deck, audited")


def _draw_growth(panel: Axes, history: Sequence[MapBatch], n_measures: int) -> None:
    evaluations = [batch.evaluations for batch in history]
    cells = [batch.size**n_measures for batch in history]
    elites = [batch.elites for batch in history]
    panel.plot(evaluations, cells, color=BEFORE_INK, linewidth=1.4, linestyle="--", label="all cells")
    panel.fill_between(evaluations, elites, color=COLORS[3], alpha=0.4, linewidth=0)
    panel.plot(
        evaluations, elites, color=AFTER_INK, linewidth=1.8, marker="o", markersize=_dot(history),
        label="with an elite",
    )  # fmt: skip
    panel.set_ylim(bottom=0)


def _dot(history: Sequence[MapBatch]) -> float:
    """The size of the dots on a line: none if there are too many."""
    return 3.5 if len(history) <= MOST_DOTS else 0


def explain_search(best: DeckAudit | None, known: DeckAudit | None) -> str:
    """How to read the picture."""
    told = [
        "As the search saw the elites, which luck makes too good. The average can fall when the map grows, because new "
        "cells take decks that had no place before."
    ]
    if best or known:
        told.append("Orange: audited, that is played again with many fresh games.")
    return " ".join(told)


def _add_plot(picture: Picture, left: float, label: str) -> Axes:
    panel = add_panel(picture, left, PLOT_WIDTH, PLOT_HEIGHT)
    panel.spines[["left", "bottom"]].set_visible(True)
    panel.grid(color="#e4e4e4", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.set(xlabel="evaluated decks", ylabel=label)
    return panel
