"""Pictures of runs: how a search went, what it found, and how the statistics of cards relate to what a change does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evometa.balance.objectives import OBJECTIVES, label_objective
from evometa.experiments.balance.results import UNCHANGED, Audit, Generation
from evometa.experiments.nerfs.results import Correlations, DeckWinRate, Line, ScannedCard
from evometa.input.shown_text import show_name
from evometa.metagame.differences import Mask
from evometa.metagame.evidence import Estimate, Estimated, Floats
from evometa.report.pictures.canvas import (
    POINTS,
    Picture,
    add_panel,
    add_title,
    in_plain_style,
    new_picture,
)
from evometa.report.pictures.cells import AFTER_INK, BEFORE_INK, COLORS, INK
from evometa.report.words.estimates import percent
from evometa.report.words.front_choice import value_of
from evometa.report.words.numbers import number, rate

PANEL_HEIGHT = 3.4  # inches
LEAD_WIDTH, PANEL_WIDTH, PANEL_GAP = 6.6, 4.6, 0.8
RUN_LOOKS = (("#7fa8cf", "o"), ("#eb9a35", "s"), ("#8f8f8f", "^"))  # colour and marker of the first runs
FRONT_INK = INK
ROOM_BELOW = 0.03  # below 0, as a part of the height, so that marks at 0 are seen
NAMED_CARDS = 3  # in a scatter plot
AUDIT_INK = "#b35c00"
STATISTICS = {"wrp": "win rate when played (WRP), %", "wrd": "win rate when drawn (WRD), %"}
NAME_HEIGHT = 11.0  # points from one name to the next


@dataclass(frozen=True, eq=False)
class Searched:
    """What a search has evaluated, for the picture of its front. Both objectives are better the lower they are."""

    name: str
    objectives: tuple[str, str]  # those of y and of x
    values: Floats  # [k, 2]
    given: dict[str, int]  # places of individuals that the search did not find itself, by what they are
    audits: Sequence[Audit]


def long_name(objective: str) -> str:
    """An objective in a sentence."""
    return OBJECTIVES[objective].title if objective in OBJECTIVES else label_objective(objective)


# --- how a search went ----------------------------------------------------------------------------


@in_plain_style
def draw_history(
    history: Sequence[Generation],
    unchanged: Audit | None,
    best: Audit | None,
    objectives: Sequence[str],
    title: str,
) -> Picture:
    """The average, minimum and maximum of each objective per generation, with the metagame as it is and the audit."""
    picture = new_picture()
    width = LEAD_WIDTH if len(objectives) == 1 else PANEL_WIDTH
    for place, objective in enumerate(objectives):
        panel = _add_plot(picture, place * (width + PANEL_GAP), width)
        _draw_generations(panel, history, objective)
        if not is_exact(objective):
            _draw_references(panel, unchanged, best, objective, history[-1].generation)
        panel.set(xlabel="generation", ylabel=label_objective(objective))
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.set_ylim(bottom=-ROOM_BELOW * panel.get_ylim()[1])
        panel.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, borderpad=0, fontsize=8)
    add_title(picture, title, _explain_history(unchanged, best, objectives))
    return picture


def is_exact(objective: str) -> bool:
    """Whether an objective is known without games."""
    return objective in OBJECTIVES and OBJECTIVES[objective].is_exact


def _draw_generations(panel: Axes, history: Sequence[Generation], objective: str) -> None:
    generations = [each.generation for each in history]
    low, mean, high = ([part[objective] for part in parts] for parts in _parts_of(history))
    panel.fill_between(generations, low, high, color=COLORS[3], alpha=0.22, linewidth=0)
    panel.plot(generations, high, color=BEFORE_INK, linewidth=1.1, marker="v", markersize=3.5, label="maximum")
    panel.plot(generations, mean, color=AFTER_INK, linewidth=2, marker="o", markersize=3.5, label="average")
    panel.plot(generations, low, color=AFTER_INK, linewidth=1.1, marker="^", markersize=3.5, label="minimum")


def _parts_of(history: Sequence[Generation]) -> tuple[list[Mapping[str, float]], ...]:
    return [each.min for each in history], [each.mean for each in history], [each.max for each in history]


def _draw_references(panel: Axes, unchanged: Audit | None, best: Audit | None, objective: str, last: int) -> None:
    if unchanged and (before := value_of(unchanged, objective)).is_known:
        panel.axhline(before.value, color=AUDIT_INK, linewidth=1.4, linestyle="--", label="before any change")
    if best is None:
        return
    floor, after = search_noise_floor(best, objective), value_of(best, objective)
    if isfinite(floor):
        panel.axhline(floor, color=INK, linewidth=1, linestyle=":", label="noise floor")
    ends = np.nan_to_num([[max(after.value - after.low, 0)], [max(after.high - after.value, 0)]])
    panel.errorbar(
        [last + 0.35], [after.value], yerr=ends, color=AUDIT_INK, marker="D", markersize=6, capsize=3,
        linestyle="none", label="the patch, audited", zorder=5,
    )  # fmt: skip


def search_noise_floor(audit: Audit, objective: str) -> float:
    """What an objective would be on average with the search's games if all were even."""
    if objective == "f":
        return audit.search_noise_floor
    return audit.objectives[objective].search_noise_floor


def _explain_history(unchanged: Audit | None, best: Audit | None, objectives: Sequence[str]) -> str:
    told = ["Of all individuals of a generation, as the search saw them; lower is better."]
    measured = [name for name in objectives if not is_exact(name)]
    if measured and unchanged:
        values = [f"{label_objective(name)} {number(value_of(unchanged, name).value)}" for name in measured]
        told.append(f"Dashed: before any change ({', '.join(values)}).")
    if measured and best:
        values = [f"{label_objective(name)} {number(value_of(best, name).value)}" for name in measured]
        told.append(
            "Dotted: what chance alone would show at this number of games. Diamond: the patch of this report, played "
            f"again on fresh seeds, with its 95% interval ({', '.join(values)})."
        )
    return " ".join(told)


# --- what a search found --------------------------------------------------------------------------


@in_plain_style
def draw_front(runs: Sequence[Searched], title: str) -> Picture:
    """All individuals with the Pareto front and those that were given; beside it what was audited, with intervals."""
    first = runs[0].objectives
    has_audits = any(run.audits for run in runs)
    picture = new_picture()
    panel = _add_plot(picture, 0, PANEL_WIDTH if has_audits else LEAD_WIDTH)
    _draw_individuals(panel, runs)
    panel.set(xlabel=long_name(first[1]), ylabel=label_objective(first[0]))
    panels = [panel]
    if has_audits:
        panels.append(_add_plot(picture, PANEL_WIDTH + PANEL_GAP, PANEL_WIDTH))
        _draw_audits(panels[1], runs)
        panels[1].set(xlabel=long_name(first[1]), ylabel=label_objective(first[0]))
        _share_height(panels)
    for each, heading in zip(panels, ("as searched", "as audited"), strict=False):
        each.set_title(heading, loc="left", fontsize=10, fontweight="bold", pad=34)
        each.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, borderpad=0, fontsize=8)
    add_title(picture, title, _explain_front(runs, has_audits))
    return picture


def front_of(values: Floats) -> Mask:
    """Whether nothing dominates each point [k, 2]. Of equal points only the first counts.

    Points are compared along the front, not each with each: a run can have tens of thousands.
    """
    order = np.lexsort((np.arange(len(values)), values[:, 0], values[:, 1]))
    lowest = np.minimum.accumulate(values[order, 0])
    is_new = np.concatenate([[True], values[order[1:], 0] < lowest[:-1]]) if len(values) else np.zeros(0, bool)
    kept = np.zeros(len(values), dtype=bool)
    kept[order[is_new]] = True
    return kept


def _draw_individuals(panel: Axes, runs: Sequence[Searched]) -> None:
    for run, (color, marker) in zip(runs, _looks(len(runs)), strict=True):
        panel.scatter(
            run.values[:, 1], run.values[:, 0], s=9, color=color, marker=marker, alpha=0.45, linewidths=0,
            rasterized=True, label=legend_name(run.name) if len(runs) > 1 else "all individuals",
        )  # fmt: skip
    values = np.concatenate([run.values for run in runs])
    front = values[front_of(values)]
    front = front[np.argsort(front[:, 1], kind="stable")]
    panel.step(front[:, 1], front[:, 0], where="post", color=FRONT_INK, linewidth=1)
    panel.plot(front[:, 1], front[:, 0], "o", color=FRONT_INK, markersize=4.5, label="Pareto front")
    for place, run in enumerate(runs):
        _draw_given(panel, run, is_first=place == 0)


def legend_name(name: str) -> str:
    """A name for a legend, which would leave out one that begins with an underscore."""
    return show_name(f" {name}" if name.startswith("_") else name)


def _draw_given(panel: Axes, run: Searched, is_first: bool) -> None:
    """Those that were in the first population by request; named once, though each run evaluates them anew."""
    for i, (name, place) in enumerate(run.given.items()):
        y, x = run.values[place]
        panel.plot(
            x, y, "D", color="#ffffff", markeredgecolor=AUDIT_INK, markeredgewidth=2, markersize=7, zorder=5,
            label="given at the start" if is_first and i == 0 else None,
        )  # fmt: skip
        if is_first:
            _name_point(panel, x, y, name, (9, 4))


def _draw_audits(panel: Axes, runs: Sequence[Searched]) -> None:
    for run, (color, marker) in zip(runs, _looks(len(runs)), strict=True):
        y, x = run.objectives
        costs = np.array([value_of(audit, x).value for audit in run.audits])
        audited = stack_estimates([value_of(audit, y) for audit in run.audits])
        searched = np.array([audit.objectives[y].searched for audit in run.audits])
        panel.vlines(costs, searched, audited.value, color="#9a9a9a", linewidth=0.9, linestyle=":")
        name = f", {show_name(run.name)}" if len(runs) > 1 else ""
        panel.plot(costs, searched, marker, color="#ffffff", markeredgecolor="#8a8a8a", markersize=5,
                   label=f"as searched{name}")  # fmt: skip
        ink = AFTER_INK if len(runs) == 1 else color
        panel.errorbar(costs, audited.value, yerr=_arms(audited), color=ink, marker=marker, markersize=5, capsize=2.5,
                       linestyle="none", label=f"as audited{name}", zorder=4)  # fmt: skip
        for audit, cost, value in zip(run.audits, costs, audited.value, strict=True):
            if audit.is_unchanged and run is runs[0]:
                _name_point(panel, float(cost), float(value), UNCHANGED, (9, 4))


def stack_estimates(numbers: Sequence[Estimated]) -> Estimate:
    """[k]: single numbers with their intervals as arrays."""
    return Estimate(*(np.array(part, dtype=float) for part in zip(*numbers, strict=True)))


def _explain_front(runs: Sequence[Searched], has_audits: bool) -> str:
    n_individuals = sum(len(run.values) for run in runs)
    told = [
        f"Lower and further left is better. {n_individuals:,} evaluations{' of all runs' if len(runs) > 1 else ''}; "
        "the black steps are the Pareto front, which nothing beats in both. Diamonds were given to the search at the "
        "start, and evaluated anew."
    ]
    if has_audits:
        told.append(
            "Right: the front played again on fresh seeds, with 95% intervals; grey is what the search saw, which luck "
            "makes too good."
        )
    return " ".join(told)


def _looks(n_runs: int) -> list[tuple[str, str]]:
    return [RUN_LOOKS[place % len(RUN_LOOKS)] for place in range(n_runs)]


def _share_height(panels: Sequence[Axes]) -> None:
    """Both panels from a little below 0 to the higher one's end."""
    top = max(panel.get_ylim()[1] for panel in panels)
    for panel in panels:
        panel.set_ylim(-ROOM_BELOW * top, top)


# --- cards ----------------------------------------------------------------------------------------


@in_plain_style
def draw_card_scatter(
    cards: Sequence[ScannedCard], correlations: Mapping[str, Correlations], baseline: DeckWinRate | None, title: str
) -> Picture:
    """WRP and WRD of each card against the deck's win rate after its change, with the regression line and its band."""
    picture = new_picture()
    for place, (statistic, meaning) in enumerate(STATISTICS.items()):
        panel = _add_plot(picture, place * (PANEL_WIDTH + PANEL_GAP), PANEL_WIDTH)
        dots = [(card, statistic_of(card, statistic)) for card in cards]
        known = [(card, found) for card, found in dots if found.is_known and card.wrn.is_known]
        if known:
            _draw_cards(panel, known)
        if line := correlations[statistic].line:
            _draw_regression(panel, line)
        if baseline:
            panel.axhline(100 * baseline.win_rate.value, color=AUDIT_INK, linewidth=1.2, linestyle="--")
        _name_cards(panel, known)
        panel.set(xlabel=meaning, ylabel="win rate after the change (WRN), %")
    add_title(picture, title, _explain_scatter(baseline))
    return picture


def statistic_of(card: ScannedCard, name: str) -> Estimated:
    """WRP or WRD of a card."""
    return card.wrp if name == "wrp" else card.wrd


def _draw_cards(panel: Axes, known: Sequence[tuple[ScannedCard, Estimated]]) -> None:
    x = percent(stack_estimates([found for _, found in known]))
    y = percent(stack_estimates([card.wrn for card, _ in known]))
    panel.errorbar(
        x.value, y.value, xerr=_arms(x), yerr=_arms(y), color=AFTER_INK, ecolor="#a9bfd6", elinewidth=0.9, marker="o",
        markersize=4.5, linestyle="none", zorder=3,
    )  # fmt: skip


def _name_cards(panel: Axes, known: Sequence[tuple[ScannedCard, Estimated]]) -> None:
    """Name the cards whose change matters most, from the lowest up; no name covers another."""
    changes = np.array([card.change.value for card, _ in known])
    named = [known[place] for place in np.argsort(-np.abs(changes), kind="stable")[:NAMED_CARDS]]
    left, right = panel.get_xlim()
    bottom, top = panel.get_ylim()
    lowest = 0.0  # points above the axis at which the next name may stand
    for card, found in sorted(named, key=lambda each: each[0].wrn.value):
        x, y = 100 * found.value, 100 * card.wrn.value
        height = (y - bottom) / (top - bottom) * PANEL_HEIGHT * POINTS
        stand = max(height + 4, lowest)
        lowest = stand + NAME_HEIGHT
        _name_point(panel, x, y, card.name, (6, stand - height), x > (left + right) / 2)


def _draw_regression(panel: Axes, line: Line) -> None:
    x, low, high = (100 * part for part in (line.band.x, line.band.low, line.band.high))
    panel.fill_between(x, low, high, color=COLORS[3], alpha=0.3, linewidth=0, zorder=1)
    panel.plot(x, 100 * line.intercept + line.slope * x, color=AFTER_INK, linewidth=1.6, zorder=2)


def _explain_scatter(baseline: DeckWinRate | None) -> str:
    dashed = f" Dashed: without a change ({rate(baseline.win_rate.value)}%)." if baseline else ""
    return (
        "A dot for each card, with 95% intervals: the win rate of the deck if this card alone is changed. The line is "
        f"the least-squares regression, the band its 95% confidence band.{dashed} The {NAMED_CARDS} cards that matter "
        "most are named."
    )


def _arms(estimate: Estimate) -> Floats:
    """[2, k]: how far each interval reaches to both sides, as matplotlib wants it."""
    return np.nan_to_num(np.fmax([estimate.value - estimate.low, estimate.high - estimate.value], 0))


# --- their parts ----------------------------------------------------------------------------------


def _add_plot(picture: Picture, left: float, width: float) -> Axes:
    panel = add_panel(picture, left, width, PANEL_HEIGHT)
    panel.spines[["left", "bottom"]].set_visible(True)
    panel.grid(color="#e4e4e4", linewidth=0.6)
    panel.set_axisbelow(True)
    return panel


def _name_point(panel: Axes, x: float, y: float, text: str, offset: tuple[float, float], is_left: bool = False) -> None:
    """Write a name beside a point, to its right or left, at a distance in points."""
    across, up = offset
    panel.annotate(
        show_name(text), (x, y), (-across if is_left else across, up), textcoords="offset points", fontsize=8,
        color=INK, zorder=6, ha="right" if is_left else "left",
        bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.6},
    )  # fmt: skip
