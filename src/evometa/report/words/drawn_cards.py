"""Which cards of a deck win games, in the sentence that stands first."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.input.shown_text import show_name
from evometa.metagame.card_statistics import CardStatistics
from evometa.metagame.standing import order_from_high
from evometa.report.words.numbers import listed, points

MOST = 3  # cards that are named


def tell_drawn(statistics: CardStatistics, chosen: Sequence[int], deck: str) -> str:
    """The cards that clearly win games by being drawn, among those that were chosen."""
    effect = statistics.draw_effect
    sure = [k for k in order_from_high(effect.value) if k in chosen and effect.low[k] > 0]
    if not sure:
        return f"No card of {show_name(deck)} clearly wins games by being drawn."
    told = [f"{show_name(statistics.cards[k])} ({points(float(effect.value[k]))} points)" for k in sure[:MOST]]
    return f"{show_name(deck)} is glad to draw {listed(told)}."
