"""What cards are worth, beside what they cost: a panel for each class, so that no colour has to tell them apart."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from matplotlib.axes import Axes

from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.report.pictures.canvas import POINTS, RULE, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import AFTER_INK, FAINT
from evometa.report.words.numbers import number

WIDTH, HEIGHT, GAP, BETWEEN = 4.2, 2.5, 0.5, 0.6  # inches: of a panel, beside it and below it
COLUMNS = 2
NAMED = 2  # of the best and of the worst cards of a class
MOST_COST = 10  # cards that cost more stand one place to the right
NAMES_AT, RIGHT_END = 12.4, 20.5  # in units of cost: names stand beside the points
LINE = 10.0  # points from one name to the next
BESIDE = 0.11  # from a card to the next of the same cost, in units of cost
OWN_INK, PALE = "#b35c00", "#dddddd"
ROOM = 0.06  # above and below all points, as a part of the height


@in_plain_style
def draw_worths(results: TiersResults) -> Picture:
    """The worth of all cards against their cost, class by class."""
    picture = new_picture()
    classes = ["neutral", *sorted(each.klass for each in results.classes)]
    low, high = min(card.worth.low for card in results.cards), max(card.worth.high for card in results.cards)
    room = ROOM * (high - low or 1.0)
    for place, klass in enumerate(classes):
        row, column = divmod(place, COLUMNS)
        panel = add_panel(picture, column * (WIDTH + GAP), WIDTH, HEIGHT, row * (HEIGHT + BETWEEN))
        panel.set(ylim=(low - room, high + room), xlim=(-0.8, RIGHT_END))
        panel.set_xticks(
            [*range(0, MOST_COST + 1, 2), MOST_COST + 1], [*map(str, range(0, MOST_COST + 1, 2)), "   more"]
        )
        _draw_class(panel, klass, results.cards)
        panel.set_ylabel("" if column else "worth, log odds a copy")
        panel.set_xlabel("cost" if place >= len(classes) - COLUMNS else "", loc="left")
    add_title(
        picture,
        "What a copy of each card is worth, and what it costs",
        f"In random decks, played by {results.player}, from {results.games_played:,} games; 0 is the average card. "
        "Dark: cards of the class, with 95% intervals; pale: all others; orange: your own.",
        f"The intervals of all cards reach {number(results.half_width)} to either side on average.",
    )
    return picture


def _draw_class(panel: Axes, klass: str, cards: Sequence[CardWorth]) -> None:
    own = [card for card in cards if card.klass == klass]
    panel.set_title(f"{klass}, {len(own)} cards", loc="left", fontsize=9, fontweight="bold")
    panel.plot([-0.5, MOST_COST + 1.5], [0, 0], color=RULE, linewidth=1)
    others = [card for card in cards if card.klass != klass]
    panel.plot(list(map(_column, others)), [c.worth.value for c in others], "o", color=PALE, markersize=2.5, zorder=1)
    at = _spread(own)
    for is_own, ink in ((False, AFTER_INK), (True, OWN_INK)):
        shown = [card for card in own if card.is_own == is_own]
        xs = [at[card.id] for card in shown]
        low, high = ([getattr(card.worth, end) for card in shown] for end in ("low", "high"))
        panel.vlines(xs, low, high, color=ink, linewidth=0.8, alpha=0.5, zorder=2)
        panel.plot(xs, [card.worth.value for card in shown], "o", color=ink, markersize=3.5, zorder=3)
    named = {card.id: card for card in (*own[:NAMED], *(card for card in own if card.is_own), *own[-NAMED:])}
    _write_names(panel, [(card.name, at[card.id], card.worth.value) for card in named.values()])


def _column(card: CardWorth) -> int:
    return min(card.cost, MOST_COST + 1)


def _spread(cards: Sequence[CardWorth]) -> dict[str, float]:
    """Where each card stands: those of the same cost beside each other, five of them at most."""
    seen: dict[int, int] = {}
    places = {}
    for card in cards:
        number = seen[_column(card)] = seen.get(_column(card), -1) + 1
        places[card.id] = _column(card) + BESIDE * ((number % 5) - 2)
    return places


def _write_names(panel: Axes, points: Sequence[tuple[str, float, float]]) -> None:
    """Names beside the points, each with a line to its own, from above to below and none on another."""
    low, high = panel.get_ylim()
    line = LINE / (HEIGHT * POINTS) * (high - low)
    ys = [y for _, _, y in sorted(points, key=lambda point: -point[2])]
    for i in range(1, len(ys)):
        ys[i] = min(ys[i], ys[i - 1] - line)
    shift = max(0.0, low + line / 2 - ys[-1]) if ys else 0.0
    for (name, x, y), at in zip(sorted(points, key=lambda point: -point[2]), ys, strict=True):
        panel.annotate(
            textwrap.shorten(name, 30, placeholder=" \N{HORIZONTAL ELLIPSIS}"),
            (x, y),
            xytext=(NAMES_AT, at + shift),
            va="center",
            fontsize=7,
            color=FAINT,
            arrowprops={"arrowstyle": "-", "color": RULE, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 2},
            zorder=1.5,
        )
