"""What cards are worth, beside what they cost: a panel for each class, so that no colour has to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from evometa.experiments.tiers.results import CardWorth, TiersResults
from evometa.report.pictures.canvas import RULE, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import AFTER_INK, FAINT
from evometa.report.words.estimates import shorten_name
from evometa.report.words.numbers import number

WIDTH, HEIGHT, GAP, BETWEEN = 3.4, 2.5, 0.45, 0.75  # inches: of a panel, beside it and below it
COLUMNS = 2
NAMED = 2  # of the best and of the worst cards of a class
OWN_INK = "#b35c00"
ROOM = 0.12  # above and below all points, as a part of the height


@in_plain_style
def draw_worths(results: TiersResults) -> Picture:
    """The worth of all cards against their cost, class by class."""
    picture = new_picture()
    classes = ["neutral", *sorted(each.klass for each in results.classes)]
    values = [card.worth.value for card in results.cards]
    room = ROOM * (max(values) - min(values) or 1.0)
    for place, klass in enumerate(classes):
        row, column = divmod(place, COLUMNS)
        panel = add_panel(picture, column * (WIDTH + GAP), WIDTH, HEIGHT, row * (HEIGHT + BETWEEN))
        panel.set_ylim(min(values) - room, max(values) + room)
        panel.set_xlim(-0.7, max(card.cost for card in results.cards) + 0.7)
        _draw_class(panel, klass, results.cards)
        panel.set_ylabel("" if column else "worth, log odds a copy")
        panel.set_xlabel("cost" if place >= len(classes) - COLUMNS else "")
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
    others = [card for card in cards if card.klass != klass]
    panel.set_title(f"{klass}, {len(own)} cards", loc="left", fontsize=9, fontweight="bold")
    panel.axhline(0, color=RULE, linewidth=1)
    panel.plot(
        [c.cost for c in others], [c.worth.value for c in others], "o", color="#dddddd", markersize=2.5, zorder=1
    )
    for card in own:
        ink = OWN_INK if card.is_own else AFTER_INK
        panel.plot([card.cost] * 2, [card.worth.low, card.worth.high], color=ink, linewidth=0.8, alpha=0.5, zorder=2)
        panel.plot(card.cost, card.worth.value, "o", color=ink, markersize=3.5, zorder=3)
    named = {card.id: card for card in (*own[:NAMED], *own[-NAMED:], *(card for card in own if card.is_own))}
    for card in named.values():
        _write_name(panel, card)


def _write_name(panel: Axes, card: CardWorth) -> None:
    is_left = card.cost > sum(panel.get_xlim()) / 2  # so that names stay inside
    panel.annotate(
        shorten_name(card.name),
        (card.cost, card.worth.value),
        xytext=(-5 if is_left else 5, 4 if card.worth.value > 0 else -4),
        textcoords="offset points",
        ha="right" if is_left else "left",
        va="bottom" if card.worth.value > 0 else "top",
        fontsize=7,
        color=FAINT,
    )
