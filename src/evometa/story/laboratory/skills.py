"""A metagame on each rung of the ladder of skill: who gains, and whose win rate is a beginner's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from evometa.input.shown_text import show_name
from evometa.matches.inference import INTERVAL, Estimate
from evometa.metagame.skill.skills import SkillsResult
from evometa.metagame.standing import order_from_high
from evometa.story.blocks import Column, Fact, Facts, Figure, Headline, Level, Table, Teller, alike
from evometa.story.charts.data import KINDS, SHAPES, Axis, Dots, Layer, Line, Plot, Point
from evometa.story.charts.data import Level as Reference
from evometa.story.formats import COUNT, IN_PERCENT, IN_POINTS, NUMBER, RIGHT, Quantity
from evometa.story.laboratory.told import Told, data_table, finish_story, name_estimate, players_of
from evometa.story.words.numbers import F_MEANS, listed, number, percent, points, rate, typical_match_up, with_interval

_RATES_TITLE = "Win rate of each deck against the metagame, in %, by who plays all decks"
_RATES_NOTE = "All decks are played by the same rung. Gain: from the lowest rung to the highest, in points."
_ALIKE_NOTE = "1: two rungs have the same match-ups up to scale; 0: nothing in common."
CHART_EXPLAINED = (
    f"On each rung the same player plays all decks. Bars are {INTERVAL}s. Below each rung: F without the share of "
    "chance, 0 is even."
)
CORRELATION = Quantity(decimals=2)


def tell_rungs(result: SkillsResult) -> Told:
    """All that a metagame on several rungs tells."""
    teller, rungs = Teller(), _rung_table(result)
    facts = tuple(Fact(name, words) for name, words in _tell_skills(result).items())
    teller.tell("summary", "In short", Headline(_tell_first(result)), Facts(facts, "What skill changes"))
    teller.tell("decks", "Deck by deck", _rate_table(result), Figure(_skills_plot(result), CHART_EXPLAINED))
    teller.tell("balance", "How even the metagame is, by rung", rungs)
    teller.tell("alike", "How alike the match-ups of two rungs are (correlation)", _alike_table(result))
    told = f"{result.games:,} games on {len(result.rungs)} rungs"
    players = (name for each in result.results for name in players_of(each.metagame))
    story = finish_story(f"What skill does: {result.metagame.name}", teller, told, result, players)
    tables = {"skills": _deck_columns(result), "rungs": rungs}
    return Told(story, _data(result), tables, result.games, result.is_partial)


def _rate_table(result: SkillsResult) -> Table:
    """A row for each deck, a column for each rung; those that gain most first."""
    columns = (
        Column("deck", lambda i: result.decks[i]),
        *alike(result.rungs, lambda i, j: result.win_rate.at((i, j)), IN_PERCENT, is_short=True),
        Column("gain", result.gain.at, IN_POINTS, is_short=True),
    )
    order, coloured = order_from_high(result.gain.value), "above or below 50%, or a gain that is not 0"
    return Table("rates", columns, order, _RATES_TITLE, _RATES_NOTE, is_matrix=True, coloured=coloured)


def _rung_table(result: SkillsResult) -> Table:
    """F on each rung, without the share of chance; programs get the correlation with each rung, too."""
    found = result.standings
    columns = (
        Column("rung", lambda i: result.rungs[i], key="rung"),
        Column("games", lambda i: found[i].games_played, COUNT, key="games", level=Level.FULL),
        Column("typical match-up", lambda i: typical_match_up(found[i].f_corrected.value), RIGHT),
        Column("F", lambda i: found[i].f_corrected, NUMBER, key="f"),
        Column("noise floor", lambda i: found[i].f_noise_floor, NUMBER, key="f_noise_floor", level=Level.FULL),
        *_correlations(result, key="correlation_{}", level=Level.DATA),
    )
    return Table("rungs", columns, range(len(result.rungs)), note=F_MEANS, level=Level.MAIN)


def _alike_table(result: SkillsResult) -> Table:
    columns = (Column("", lambda i: result.rungs[i]), *_correlations(result))
    return Table("alike", columns, range(len(result.rungs)), note=_ALIKE_NOTE, is_matrix=True, level=Level.MAIN)


def _correlations(result: SkillsResult, **others: Any) -> tuple[Column, ...]:
    """How alike a rung is to each."""
    return alike(result.rungs, lambda i, j: float(result.correlation[i, j]), CORRELATION, **others)


# --- for programs -------------------------------------------------------------------------------


def _data(result: SkillsResult) -> dict[str, Any]:
    """All numbers. Matrices of `skills` have a row for each deck and a column for each rung."""
    standings = zip(result.rungs, result.results, result.standings, strict=True)
    return {
        "metagame": result.metagame.name,
        "rules_version": result.results[0].rules_version,
        "seed": result.seed,
        "is_partial": result.is_partial,
        "games": result.games,
        "decks": result.decks,
        "skills": {
            "rungs": result.rungs,
            **name_estimate(result.win_rate, "win_rate", "low", "high"),
            **name_estimate(result.gain, "gain"),
            **_rung_numbers(result),
            "correlation": result.correlation,
        },
        "standings": {
            rung: {"players": players_of(each.metagame), **standing.to_json()} for rung, each, standing in standings
        },
    }


def _rung_numbers(result: SkillsResult) -> dict[str, list[float]]:
    """F on each rung."""
    found = result.standings
    ends = zip(("f", "f_low", "f_high"), zip(*(each.f_corrected for each in found), strict=True), strict=True)
    return {**{name: list(values) for name, values in ends}, "f_noise_floor": [each.f_noise_floor for each in found]}


def _deck_columns(result: SkillsResult) -> Table:
    """A row for each deck on each rung."""
    pairs = list(product(range(len(result.decks)), range(len(result.rungs))))
    players = [players_of(each.metagame) for each in result.results]
    gains = name_estimate(result.gain, "gain")
    return data_table(
        "skills",
        {
            "deck": [result.decks[i] for i, _ in pairs],
            "rung": [result.rungs[j] for _, j in pairs],
            "player": [players[j][i] for i, j in pairs],
            **name_estimate(result.win_rate, "win_rate", "low", "high"),
            **{name: [float(values[i]) for i, _ in pairs] for name, values in gains.items()},
        },
    )


# --- in words -------------------------------------------------------------------------------------


NOBODY = "no deck clearly does"


def _tell_skills(result: SkillsResult) -> dict[str, str]:
    """Which decks gain with skill, and which win rates are a beginner's; from the lowest rung to the highest."""
    low, high, value = result.gain.low, result.gain.high, result.gain.value
    order = value.argsort(kind="stable").tolist()
    rising = [i for i in reversed(order) if low[i] > 0]
    falling = [i for i in order if high[i] < 0]
    return {
        "gain with skill": _tell(result, rising),
        "a beginner's win rate": _tell(result, falling),
        "neither": listed([show_name(result.decks[i]) for i in order if i not in (*rising, *falling)]) or "none",
    }


def _tell_first(result: SkillsResult) -> str:
    """Whom skill helps most, and whose win rate is a beginner's most of all, as far as that is sure."""
    gain = result.gain
    best, worst = int(gain.value.argmax()), int(gain.value.argmin())
    told = [
        f"{show_name(result.decks[place])} {words} {rate(abs(gain.value[place]))} points with skill"
        for place, words, is_sure in ((best, "gains", gain.low[best] > 0), (worst, "loses", gain.high[worst] < 0))
        if is_sure
    ]
    said = listed(told) or "no deck clearly gains or loses with skill"
    return f"{said[0].upper()}{said[1:]}."


def _tell(result: SkillsResult, places: Sequence[int]) -> str:
    first, last, rates = result.rungs[0], result.rungs[-1], result.win_rate.value
    told = [
        f"{show_name(result.decks[i])}: {rate(rates[i, 0])}% with {first}, {rate(rates[i, -1])}% with {last} "
        f"({points(rates[i, -1] - rates[i, 0])} points)"
        for i in places
    ]
    return "\n".join(told) or NOBODY


# --- the chart ------------------------------------------------------------------------------------


BESIDE = 0.025  # from a deck to the next on the same rung, in rungs
RUNG, LEAST_WIDTH = 120.0, 430.0  # pixels
NAME_LINE, LEAST_HEIGHT = 16.0, 320.0


def _skills_plot(result: SkillsResult) -> Plot:
    """The win rate of each deck against the metagame on each rung: a line for each, named at its end.

    No colour has to be told from another: every line has its own sign, and its name beside it.
    """
    n_decks, n_rungs = len(result.decks), len(result.rungs)
    layers: list[Layer] = [Reference("", 50.0, "before", "")]
    layers += [layer for place in range(n_decks) for layer in _deck_layers(result, place)]
    rungs = zip(result.rungs, result.standings, strict=True)
    names = tuple(f"{rung}\nF {number(standing.f_corrected.value, 2)}" for rung, standing in rungs)
    x = Axis("", -0.3, n_rungs - 0.7, names=names)
    size = max(LEAST_WIDTH, RUNG * n_rungs), max(LEAST_HEIGHT, NAME_LINE * n_decks)
    y = Axis("win rate against the metagame, %")
    return Plot("skills", "What skill does to each deck", x, y, tuple(layers), *size)


def _deck_layers(result: SkillsResult, deck: int) -> tuple[Line, Dots]:
    rates, look = percent(result.win_rate), KINDS[deck % len(KINDS)]
    places = np.arange(len(result.rungs), dtype=np.float64) + BESIDE * (deck - (len(result.decks) - 1) / 2)
    points = [
        Point(f"{result.decks[deck]}, {name}: {with_interval(found, 1)}%", Estimate.exactly(float(place)), found)
        for place, name, found in zip(
            places, result.rungs, (rates.at((deck, rung)) for rung in range(len(places))), strict=True
        )
    ]
    line = Line("", places, rates.value[deck], look, name=result.decks[deck])
    return line, Dots("", tuple(points), look, SHAPES[deck % len(SHAPES)])
