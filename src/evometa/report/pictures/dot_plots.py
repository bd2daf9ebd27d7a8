"""Pictures with a row for each deck or card: a dot for a number, and a line for its interval.

A dot is filled if its interval leaves out what it is compared with (50%, the deck's own win rate, no change), and
hollow if chance can explain the difference: that needs no colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evometa.metagame.card_statistics import CardStatistics, Seat
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Estimate
from evometa.metagame.ladder import LadderResult
from evometa.metagame.playing import MetagameResult
from evometa.metagame.ratings import MEAN
from evometa.metagame.standing import order_from_high, order_of_strength
from evometa.metagame.what_if import WhatIfResult
from evometa.report.pictures.canvas import (
    Picture,
    add_panel,
    add_title,
    in_plain_style,
    new_picture,
)
from evometa.report.pictures.cells import AFTER_INK, BEFORE_INK, FAINT
from evometa.report.words.estimates import (
    describe_estimate,
    describe_games,
    describe_partial,
    describe_patch,
    describe_unknown,
    percent,
    pick,
    shorten_name,
)
from evometa.report.words.numbers import UNKNOWN, number, rate

ROW = 0.36  # inches
CARD_ROW = 0.25
ROOM = 0.06  # beside the farthest interval, as a part of the width
LEAST_RANGE = 4.0  # percentage points that a panel spans
INTERVAL: dict[str, Any] = {"linewidth": 1.6, "solid_capstyle": "butt", "zorder": 2}
FILLED = "Filled dots: the interval leaves {line} out."
SEATS = {Seat.BOTH: "both seats", Seat.STARTING: "the deck starts", Seat.SECOND: "the deck goes second"}


# --- decks ----------------------------------------------------------------------------------------


@in_plain_style
def draw_strength(result: MetagameResult) -> Picture:
    """How strong each deck is against the metagame."""
    evidence = result.evidence
    order = order_of_strength(evidence)
    strengths = pick(percent(evidence.strengths), (np.array(order),))
    picture = new_picture()
    panel = add_rows(picture, [shorten_name(evidence.decks[i]) for i in order], len(order), 0, 4.6, ROW)
    draw_compared(panel, strengths, 50, "win rate against the metagame, %")
    write_column(panel, 0, "win rate", [describe_estimate(strengths, i) for i in range(len(order))])
    write_column(panel, 105, "share", [f"{rate(evidence.shares[i], 0)}%" for i in order])
    add_title(
        picture,
        f"How strong each deck is: {result.metagame.name}",
        describe_partial(result.is_partial),
        "Win rate against all decks by their shares, the mirror included, in %, with its 95% interval; "
        f"{describe_games(evidence)}. {FILLED.format(line='50')}",
        describe_unknown([strengths.value]),
    )
    return picture


@in_plain_style
def draw_strength_changes(result: WhatIfResult) -> Picture:
    """How strong each deck is before and after a patch, and the change."""
    evidence = result.before.evidence
    order = order_of_strength(evidence)
    places = (np.array(order),)
    sides = [pick(percent(side.evidence.strengths), places) for side in (result.before, result.after)]
    change = pick(percent(result.change_against_meta), places)
    names = [shorten_name(evidence.decks[i]) for i in order]

    picture = new_picture()
    rates = add_rows(picture, names, len(names), 0, 3.6, 1.2 * ROW)
    for place, (side, ink, label) in enumerate(zip(sides, (BEFORE_INK, AFTER_INK), ("before", "after"), strict=True)):
        draw_dots(rates, side, ink, np.full(len(order), bool(place)), shift=-0.17 + 0.34 * place)
        rates.plot([], [], color=ink, label=label, **dot_look(ink, bool(place)))
    draw_line(rates, 50)
    set_range(rates, sides, 50)
    rates.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, borderpad=0)
    rates.set_xlabel("win rate against the metagame, %")
    changes = add_rows(picture, [], len(names), 3.9, 2.8, 1.2 * ROW)
    draw_compared(changes, change, 0, "change, percentage points")
    write_column(changes, 0, "change", [describe_estimate(change, i, signed=True) for i in range(len(names))])
    add_title(
        picture,
        f"What a patch does to each deck: {result.before.metagame.name}",
        describe_partial(result.is_partial),
        describe_patch(result.notes),
        "Win rate against all decks by their shares, before and after, with 95% intervals; the change is that of games "
        f"with the same seeds. {describe_games(evidence).capitalize()} on each side. Changes: filled if clearly not 0.",
        describe_unknown([change.value]),
    )
    return picture


# --- players --------------------------------------------------------------------------------------


@in_plain_style
def draw_ladder(result: LadderResult) -> Picture:
    """How strong each player is."""
    order = result.order()
    elo = pick(result.elo, (np.array(order),))
    alone = [result.alone[i] for i in order]
    picture = new_picture()
    panel = add_rows(picture, [shorten_name(result.ladder.names[i]) for i in order], len(order), 0, 4.6, ROW)
    draw_compared(panel, elo, MEAN, "Elo")
    write_column(panel, 0, "Elo", [describe_estimate(elo, i, decimals=0) for i in range(len(order))])
    write_column(panel, 120, "nodes per game", [number(each.nodes_per_game, 0) for each in alone])
    sample = " The intervals also hold that the decks are a random sample." if result.ladder.is_sample else ""
    add_title(
        picture,
        f"How strong each player is: {result.ladder.metagame.name}",
        describe_partial(result.is_partial),
        f"Elo with its 95% interval, the mean of all is {number(MEAN, 0)}; mirrors from both seats, "
        f"{result.games:,} games. 400 points are odds of ten to one.{sample} {FILLED.format(line='the mean')}",
    )
    return picture


# --- cards ----------------------------------------------------------------------------------------


@in_plain_style
def draw_cards(statistics: CardStatistics, deck: str = "", metagame: str = "", is_partial: bool = False) -> Picture:
    """Which cards win and lose: four numbers of each card, the highest draw effect first."""
    order = order_from_high(statistics.draw_effect.value)
    names = [shorten_name(statistics.cards[place]) for place in order]
    own = float(100 * statistics.win_rate.value)
    columns = (
        ("draw effect,\npercentage points", statistics.draw_effect, 0.0),
        ("win rate when drawn\n(WRD), %", statistics.wrd, own),
        ("win rate when played\n(WRP), %", statistics.wrp, own),
        ("play rate when\ndrawn, %", statistics.play_rate, np.nan),
    )
    picture = new_picture()
    for place, (label, estimate, line) in enumerate(columns):
        panel = add_rows(picture, [] if place else names, len(names), 2.25 * place, 2.0, CARD_ROW)
        shown = pick(percent(estimate), (np.array(order, dtype=np.intp),))
        draw_compared(panel, shown, line, label)
    add_title(picture, _cards_title(deck, metagame), describe_partial(is_partial), *_explain_cards(statistics, own))
    return picture


def _cards_title(deck: str, metagame: str) -> str:
    return f"Which cards win: {deck or 'the deck'}" + (f" in {metagame}" if metagame else "")


def _explain_cards(statistics: CardStatistics, own: float) -> list[str]:
    own_rate = f"{number(own, 1)}%" if np.isfinite(own) else "not known"
    return [
        f"{statistics.games:,} games, {SEATS[statistics.seat]}, mirrors left out, with 95% intervals. Draw effect: how "
        "much more often games are won in which the card is drawn than games that last as long and still miss it. The "
        f"line at the win rates is the deck's own ({own_rate}). {FILLED.format(line='the line')}",
        describe_unknown(
            [statistics.wrd.value, statistics.wrp.value, statistics.draw_effect.value],
            "there are no such games to count",
        ),
    ]


# --- their parts ----------------------------------------------------------------------------------


def add_rows(picture: Picture, names: Sequence[str], n_rows: int, left: float, width: float, height: float) -> Axes:
    """A panel of rows from the top, its place and size in inches; without names if another panel beside it has them."""
    panel = add_panel(picture, left, width, height * n_rows)
    panel.set_ylim(n_rows - 0.5, -0.5)
    panel.set_yticks(range(len(names)), names)
    for row in range(0, n_rows, 2):
        panel.axhspan(row - 0.5, row + 0.5, color="#f4f4f4", zorder=0, linewidth=0)
    panel.grid(axis="x", color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    return panel


def draw_compared(panel: Axes, estimate: Estimate, line: float, label: str, least: float = LEAST_RANGE) -> None:
    """Dots with what they are compared with, filled if they clearly differ from it; the panel spans `least` or more."""
    draw_dots(panel, estimate, AFTER_INK, clearly_off(estimate, line))
    draw_line(panel, line)
    set_range(panel, [estimate], line, least)
    panel.set_xlabel(label)


def clearly_off(estimate: Estimate, line: float) -> Mask:
    """Whether each interval leaves out what it is compared with; all do if there is nothing to compare with (NaN)."""
    return np.asarray(~((estimate.low <= line) & (line <= estimate.high)))


def draw_dots(
    panel: Axes, estimate: Estimate, ink: str, is_filled: Mask, shift: float = 0.0, unknown: str = UNKNOWN
) -> None:
    """A dot and a line for its interval in each row, or a question mark if nothing is known."""
    for row, (value, low, high) in enumerate(zip(*estimate, strict=True)):
        if np.isnan(value):
            panel.text(0.04, row + shift, unknown, transform=panel.get_yaxis_transform(), va="center", color=FAINT)
        else:
            panel.plot([low, high], [row + shift] * 2, color=ink, **INTERVAL)
            panel.plot(value, row + shift, color=ink, **dot_look(ink, bool(is_filled[row])))


def draw_line(panel: Axes, line: float) -> None:
    """What the dots are compared with, if it is known."""
    if np.isfinite(line):
        panel.axvline(line, color=FAINT, linewidth=1.1, zorder=1.5)


def dot_look(ink: str, is_filled: bool) -> dict[str, Any]:
    """How a dot looks."""
    return {"marker": "o", "markersize": 5.5, "markerfacecolor": ink if is_filled else "white", "zorder": 3}


def set_range(panel: Axes, estimates: Sequence[Estimate], line: float, least: float = LEAST_RANGE) -> None:
    """Show all intervals that are known, and the line."""
    ends = [part[np.isfinite(estimate.value)] for estimate in estimates for part in (estimate.low, estimate.high)]
    found = np.concatenate([*ends, [line] if np.isfinite(line) else []])
    low, high = (float(found.min()), float(found.max())) if len(found) else (0.0, 100.0)
    room = max(ROOM * (high - low), (least - (high - low)) / 2)
    panel.set_xlim(low - room, high + room)


def write_column(panel: Axes, offset: float, heading: str, texts: Sequence[str]) -> None:
    """Numbers to the right of the rows, under a heading; the offset from the panel is in points."""
    for row, text in ((-0.85, heading), *enumerate(texts)):
        panel.annotate(
            text,
            (1, row),
            (8 + offset, 0),
            xycoords=panel.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            color=FAINT if text == heading else None,
            annotation_clip=False,
        )
