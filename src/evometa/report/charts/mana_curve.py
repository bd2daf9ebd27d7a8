"""How many cards a deck has of each cost."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from evometa.cards.decks.summary import CURVE_END
from evometa.report.charts.frame import draw_frame
from evometa.report.charts.svg import element, write
from evometa.report.words.numbers import count

CURVE_LABELS = (*map(str, range(CURVE_END)), f"{CURVE_END}+")
BAR, GAP, HEIGHT = 22.0, 5.0, 80.0  # pixels


def draw_mana_curve(name: str, title: str, curve: Sequence[int], highest: int = 0, look: str = "mark") -> Markup:
    """The curve; several of them are to the same scale if all are told the highest number of any."""
    top, most = 16.0, max(highest, *curve, 1)
    parts = []
    for place, (label, n_cards) in enumerate(zip(CURVE_LABELS, curve, strict=True)):
        x, height = place * (BAR + GAP), HEIGHT * n_cards / most
        parts += [
            element(
                "g",
                element("title", f"{count(n_cards, 'card')} of cost {label}"),
                element("rect", x=x, y=top + HEIGHT - height, width=BAR, height=height, class_=f"bar look-{look}"),
                write(str(n_cards) if n_cards else "", x + BAR / 2, top + HEIGHT - height - 4, text_anchor="middle"),
            ),
            write(label, x + BAR / 2, top + HEIGHT + 15, text_anchor="middle", class_="small faint"),
        ]
    width = len(CURVE_LABELS) * (BAR + GAP) - GAP
    base = element("line", x1=0.0, x2=width, y1=top + HEIGHT, y2=top + HEIGHT, class_="axis")
    unit = write("mana cost", width / 2, top + HEIGHT + 31, text_anchor="middle", class_="small faint")
    return draw_frame(name, title, (width, top + HEIGHT + 38), [*parts, base, unit])
