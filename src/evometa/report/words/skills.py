"""What skill changes in a metagame, in words."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.input.shown_text import show_name
from evometa.metagame.skills import SkillsResult
from evometa.report.words.numbers import listed, points, rate

NOBODY = "no deck clearly does"


def tell_skills(result: SkillsResult) -> dict[str, str]:
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


def _tell(result: SkillsResult, places: Sequence[int]) -> str:
    first, last, rates = result.rungs[0], result.rungs[-1], result.win_rate.value
    told = [
        f"{show_name(result.decks[i])}: {rate(rates[i, 0])}% with {first}, {rate(rates[i, -1])}% with {last} "
        f"({points(rates[i, -1] - rates[i, 0])} points)"
        for i in places
    ]
    return "\n".join(told) or NOBODY
