"""How strong a player has become, from round to round."""

from __future__ import annotations

import numpy as np

from evometa.experiments.tune.results import TuneResults
from evometa.metagame.evidence import Estimate
from evometa.metagame.ratings import MEAN
from evometa.report.pictures.canvas import Picture, add_title, in_plain_style, new_picture
from evometa.report.pictures.dot_plots import FILLED, ROW, add_rows, draw_compared, write_column
from evometa.report.words.estimates import describe_estimate, shorten_name
from evometa.report.words.numbers import number


@in_plain_style
def draw_rounds(results: TuneResults) -> Picture:
    """The rating of the player before the first round and after each, beside others."""
    ladder = results.ladder
    elo = Estimate(*(np.array([getattr(each.elo, part) for each in ladder]) for part in ("value", "low", "high")))
    picture = new_picture()
    panel = add_rows(picture, [shorten_name(each.name) for each in ladder], len(ladder), 0, 4.6, ROW)
    draw_compared(panel, elo, MEAN, "Elo")
    write_column(panel, 0, "Elo", [describe_estimate(elo, i, decimals=0) for i in range(len(ladder))])
    write_column(panel, 120, "nodes per game", [number(each.nodes_per_game, 0) for each in ladder])
    add_title(
        picture,
        "How strong the player has become",
        f"Elo with its 95% interval, the mean of all is {number(MEAN, 0)}; mirrors from both seats, with decks that no "
        f"round has seen. 400 points are odds of ten to one. {FILLED.format(line='the mean')}",
    )
    return picture
