"""What each change of a patch buys: a row each, what buys most first."""

from __future__ import annotations

import numpy as np

from evometa.balance.contributions import Explanation
from evometa.balance.objectives import label_objective
from evometa.metagame.evidence import Estimate
from evometa.report.pictures.canvas import Picture, add_title, in_plain_style, new_picture
from evometa.report.pictures.cells import AFTER_INK
from evometa.report.pictures.dot_plots import ROW, add_rows, draw_dots, draw_line, surely_off, write_column
from evometa.report.words.contributions import describe_change, order_parts
from evometa.report.words.estimates import describe_estimate, describe_partial, shorten_name
from evometa.report.words.numbers import ARROW

ROOM = 0.06  # beside the farthest interval, as a part of the width


@in_plain_style
def draw_contributions(found: Explanation, title: str = "What each change buys") -> Picture:
    """How much lower the objective is because of each single change."""
    parts, goal = order_parts(found), label_objective(found.objective)
    buys = Estimate(*(np.array([part.buys[place] for part in parts]) for place in range(3)))
    names = [f"{shorten_name(part.card)}\n{shorten_name(describe_change(part).replace('->', ARROW))}" for part in parts]
    picture = new_picture()
    panel = add_rows(picture, names, len(parts), 0, 4.6, 1.2 * ROW)
    draw_dots(panel, buys, AFTER_INK, surely_off(buys, 0))
    draw_line(panel, 0)
    low, high = min(0.0, float(buys.low.min(initial=0))), float(buys.high.max(initial=0))
    panel.set_xlim(low - ROOM * (high - low), high + ROOM * (high - low) or 1.0)
    panel.set_xlabel(f"how much higher {goal} would be without it")
    write_column(panel, 0, "buys", [describe_estimate(buys, i, signed=True, decimals=3) for i in range(len(parts))])
    add_title(
        picture,
        title,
        describe_partial(found.is_partial),
        f"How much higher {goal} would be with this change put back and all others kept, with its 95% interval; the "
        "same games with it and without it. Filled dots: it surely buys or harms something.",
    )
    return picture
