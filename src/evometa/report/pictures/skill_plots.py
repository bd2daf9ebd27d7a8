"""The win rates of decks over the rungs of skill: one line for each deck, named at its end.

No colour has to be told from another: every line has its own marker, and its name beside it.
"""

from __future__ import annotations

from itertools import cycle, islice

import numpy as np
from matplotlib.axes import Axes

from evometa.metagame.skills import SkillsResult
from evometa.report.pictures.canvas import POINTS, RULE, Picture, add_panel, add_title, in_plain_style, new_picture
from evometa.report.words.estimates import describe_partial, percent, shorten_name
from evometa.report.words.numbers import number

WIDTH, HEIGHT = 6.4, 4.6  # inches
INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9", "#000000")  # Okabe and Ito's, yellow darker
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
BESIDE = 0.025  # from a deck to the next on the same rung, in rungs
NAME_AT = 0.18  # right of the last rung, in rungs
NAME_HEIGHT = 20.0  # points from one name to the next: two lines


@in_plain_style
def draw_skills(result: SkillsResult) -> Picture:
    """The win rate of each deck against the metagame on each rung."""
    picture = new_picture()
    panel = add_panel(picture, 0, WIDTH, HEIGHT)
    n_decks, n_rungs = len(result.decks), len(result.rungs)
    panel.axhline(50, color=RULE, linewidth=1)
    for i in range(n_decks):
        _draw_deck(panel, result, i)
    panel.set_xticks(range(n_rungs), [_label_rung(result, j) for j in range(n_rungs)])
    panel.set(ylabel="win rate against the metagame, %", xlim=(-0.3, n_rungs - 0.7))
    panel.grid(axis="y", color=RULE, linewidth=0.4)
    _write_names(panel, result)
    add_title(
        picture,
        f"{result.metagame.name}: what skill does to each deck",
        f"On each rung the same player plays all decks; {result.games:,} games in all. Bars are 95% intervals. "
        "Below each rung: F without the share of chance, 0 is even.",
        describe_partial(result.is_partial),
    )
    return picture


def _draw_deck(panel: Axes, result: SkillsResult, i: int) -> None:
    rates = percent(result.win_rate)
    value, low, high = (part[i] for part in rates)
    xs = np.arange(len(result.rungs)) + BESIDE * (i - (len(result.decks) - 1) / 2)
    ends = np.maximum(np.nan_to_num([value - low, high - value]), 0)
    ink, mark = _look(i)
    panel.errorbar(xs, value, yerr=ends, color=ink, marker=mark, markersize=5, linewidth=1.4, elinewidth=0.8, capsize=2)


def _look(i: int) -> tuple[str, str]:
    """The colour and the marker of a deck."""
    return next(islice(cycle(INKS), i, None)), next(islice(cycle(MARKS), i, None))


def _label_rung(result: SkillsResult, j: int) -> str:
    return f"{result.rungs[j]}\nF {number(result.standings[j].f_corrected.value, 2)}"


def _write_names(panel: Axes, result: SkillsResult) -> None:
    """The name of each deck beside the end of its line, none on another."""
    last = 100 * result.win_rate.value[:, -1]
    bottom, top = panel.get_ylim()
    line = NAME_HEIGHT / (HEIGHT * POINTS) * (top - bottom)
    order = [i for i in np.argsort(-last, kind="stable").tolist() if np.isfinite(last[i])]
    at: list[float] = []
    for i in order:
        at.append(min(last[i], at[-1] - line) if at else float(last[i]))
    end = len(result.rungs) - 1
    for i, y in zip(order, at, strict=True):
        panel.annotate(
            shorten_name(result.decks[i]),
            (end, last[i]),
            xytext=(end + NAME_AT + 0.2, y),
            va="center",
            fontsize=8,
            color=_look(i)[0],
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": RULE, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 4},
        )
