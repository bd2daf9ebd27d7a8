"""The simulation of a metagame beside games that people have played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL, RISK
from evometa.metagame.changes.comparison import Comparison
from evometa.metagame.evidence import Floats
from evometa.metagame.standing import order_from_high
from evometa.story.blocks import Block, Column, Fact, Facts, Figure, Headline, Level, Table, Teller, Words
from evometa.story.charts.data import Axis, Dots, Line, Plot, Point
from evometa.story.formats import COUNT, IN_PERCENT, IN_POINTS, NUMBER, POINTS, RIGHT
from evometa.story.laboratory.numbers import PAIR
from evometa.story.laboratory.told import Told, finish_story, head_of, name_estimate
from evometa.story.words.names import describe_labels, label_decks
from evometa.story.words.numbers import count, number, percent, show_p, with_interval

_MATCH_UPS_EXPLAINED = (
    "Win rates in %. Difference: simulated less observed, in points. What is least likely by chance stands first. "
    f"Differs: more than chance allows, all match-ups tested together at {RISK}."
)
_BIAS_EXPLAINED = "How much the simulation overrates a deck, on average over its opponents."


def tell_comparison(comparison: Comparison) -> Told:
    """All that lies beside each other."""
    result, teller = comparison.result, Teller()
    teller.tell("summary", "In short", *_tell_summary(comparison))
    figure = Figure(comparison_plot(comparison), _explain_comparison(comparison))
    pairs, decks = _pair_table(comparison), _bias_table(comparison)
    teller.tell("match-ups", "Match-ups", pairs, figure)
    teller.tell("decks", "Decks", decks)
    seen = f"{count(result.games, 'simulated game')} and {comparison.observed.n_games:,} observed ones"
    story = finish_story(f"Simulated and observed: {result.metagame.name}", teller, seen, result)
    tables = {"match_ups": pairs, "decks": replace(decks, rows=range(len(comparison.evidence.decks)))}
    return Told(story, _data(comparison), tables, result.games, result.is_partial)


def _tell_summary(comparison: Comparison) -> Iterator[Block]:
    """Which match-ups differ, and how alike both are as a whole."""
    decks = comparison.evidence.decks
    found = [(i, j) for i, j in _rank(comparison) if comparison.differs[i, j]]
    n_known = count(int(np.triu(comparison.known, 1).sum()), "match-up")
    differ = "differs" if len(found) < 2 else "differ"
    said = f"There are observations of {n_known}, of which {len(found) or 'none'} {differ} more than chance allows."
    yield Headline(said)
    more = [f"{show_name(decks[i])} wins more against {show_name(decks[j])}" for i, j in found]
    yield Words(f"In the simulation, {'; '.join(more)}." if more else "")
    alike = "how alike the log odds of all match-ups are; 1: alike up to scale"
    lopsided = "below 1 the simulation is more lopsided than what was observed"
    facts = (
        Fact("Correlation", number(comparison.correlation, 2), alike),
        Fact("Scale", number(comparison.scale, 2), lopsided),
    )
    yield Facts(facts, "All together")


def _rank(comparison: Comparison) -> list[tuple[int, int]]:
    """The match-ups that are known, the least likely by chance first, each from the side that is overrated."""
    pairs = combinations(range(len(comparison.evidence.decks)), 2)
    ranked = sorted((pair for pair in pairs if comparison.known[pair]), key=lambda pair: comparison.p_values[pair])
    return [pair if comparison.difference.value[pair] >= 0 else pair[::-1] for pair in ranked]


def _pair_table(comparison: Comparison) -> Table:
    """Both win rates of each match-up that was observed."""
    decks, p_values, differs = comparison.evidence.decks, comparison.p_values, comparison.differs
    observed, simulated = comparison.observed.rates, comparison.evidence.rates
    columns = (
        Column("deck", lambda pair: decks[pair[0]], key=PAIR[0]),
        Column("opponent", lambda pair: decks[pair[1]], key=PAIR[1]),
        Column("games", lambda pair: int(comparison.observed.games[pair]), COUNT, key="observed_games",
               is_expendable=True),
        Column("observed", observed.at, IN_PERCENT, key="observed", is_short=True),
        Column("simulated", simulated.at, IN_PERCENT, key="simulated", is_short=True),
        Column("difference", comparison.difference.at, IN_POINTS, key="difference", is_short=True),
        Column("p", lambda pair: show_p(float(p_values[pair])), RIGHT, is_expendable=True),
        Column("", lambda pair: "differs" if differs[pair] else ""),
        Column("p", lambda pair: float(p_values[pair]), NUMBER, key="p_value", level=Level.DATA),
        Column("differs", lambda pair: bool(differs[pair]), key="differs", level=Level.DATA),
    )  # fmt: skip
    return Table("match_ups", columns, _rank(comparison), note=_MATCH_UPS_EXPLAINED, marked=lambda pair: differs[pair])


def _bias_table(comparison: Comparison) -> Table:
    """Which decks the simulation overrates, the most first."""
    columns = (
        Column("deck", lambda place: comparison.evidence.decks[place], key="deck"),
        Column("overrated by", comparison.bias.at, POINTS, key="bias", is_short=True),
    )
    order = order_from_high(comparison.bias.value)
    return Table("decks", columns, order, note=_BIAS_EXPLAINED, coloured="not 0")


def _data(comparison: Comparison) -> dict[str, Any]:
    """All numbers. Matrices have a row and a column for each deck, in the order of `decks`."""
    result, observed = comparison.result, comparison.observed
    return {
        **head_of(result),
        "games_played": result.games,
        "games_observed": observed.n_games,
        "decks": comparison.evidence.decks,
        "observed_games": observed.games,
        **name_estimate(observed.rates, "observed"),
        **name_estimate(comparison.evidence.rates, "simulated"),
        **name_estimate(comparison.difference, "difference"),
        "p_value": comparison.p_values,
        "differs": comparison.differs,
        **name_estimate(comparison.bias, "bias"),
        "correlation": comparison.correlation,
        "scale": comparison.scale,
    }


# --- the chart ------------------------------------------------------------------------------------


_SIDE = 380.0  # pixels: both axes show the same, so that the line where both agree is a diagonal
ROOM = 3.0  # percentage points around the farthest interval


def comparison_plot(comparison: Comparison) -> Plot:
    """Simulated win rates over observed ones: a point for each match-up, on the line where both agree."""
    alike, different = (_points(comparison, differs) for differs in (False, True))
    ends = _find_ends([*alike, *different])
    layers = (
        Line("where both agree", ends, ends, "before", "6 4"),
        Dots("as chance allows", alike, is_filled=False),
        Dots("differs more than that", different, "accent", "square"),
    )
    x, y = Axis("observed win rate, %"), Axis("simulated win rate, %")
    return Plot("comparison", "The simulation beside what was observed", x, y, layers, _SIDE, _SIDE)


def _explain_comparison(comparison: Comparison) -> str:
    """How to read the plot."""
    differ = int((comparison.known & comparison.differs).sum()) // 2
    names = f" {describe_labels(label_decks(decks), decks)}." if differ and (decks := comparison.evidence.decks) else ""
    return (
        f"Each match-up once, from the side that won more of the observed games, with {INTERVAL}s. Filled squares: "
        f"{differ} that differ more than chance allows. Correlation {number(comparison.correlation, 2)}.{names}"
    )


def _points(comparison: Comparison, differs: bool) -> tuple[Point, ...]:
    """The match-ups that differ, which are named in the chart, or those that do not."""
    wanted, seen = comparison.known & (comparison.differs == differs), comparison.observed.rates.value
    pairs = [(i, j) for i, j in np.argwhere(wanted).tolist() if (seen[i, j], -i) >= (0.5, -j)]
    return tuple(_point(comparison, i, j, differs) for i, j in pairs)


def _point(comparison: Comparison, i: int, j: int, is_named: bool) -> Point:
    observed, simulated = (percent(side.rates).at((i, j)) for side in (comparison.observed, comparison.evidence))
    one, other = comparison.evidence.decks[i], comparison.evidence.decks[j]
    labels = label_decks(comparison.evidence.decks)
    tag = f"{labels[i]} - {labels[j]}" if is_named else ""
    told = f"observed {with_interval(observed, 1)}, simulated {with_interval(simulated, 1)}"
    return Point(f"{one} against {other}, %: {told}", observed, simulated, tag=tag)


def _find_ends(points: list[Point]) -> Floats:
    """From where to where both axes go."""
    ends = [end for point in points for found in (point.x, point.y) for end in found] or [0.0, 100.0]
    return np.array([max(min(ends) - ROOM, 0.0), min(max(ends) + ROOM, 100.0)])
