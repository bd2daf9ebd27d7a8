"""How far match-ups are from what the designer has drawn, in words and rows, the same for terminal and page."""

from __future__ import annotations

from collections.abc import Sequence

from evometa.experiments.balance.aims import Aim
from evometa.report.words.numbers import number, points, rate, rate_interval

AIM_HEADS = ("deck", "against", "target", "before", "after", "95% interval", "off", "weight")
AIM_TITLE = "How far each match-up is from its target"
AIM_NOTE = "Target, before and after: how many of 100 games the deck wins. Off: how many more it wins than it should."


def aim_row(aim: Aim) -> list[str]:
    """A match-up in a table."""
    return [
        aim.deck,
        aim.against,
        rate(aim.target, 0),
        rate(aim.before),
        rate(aim.win_rate.value),
        rate_interval(aim.win_rate),
        points(aim.off),
        number(aim.weight, 1).removesuffix(".0"),
    ]


def summarise_aims(aims: Sequence[Aim]) -> str:
    """How far the farthest match-up is from its target; nothing if nothing is drawn."""
    if not aims:
        return ""
    farthest = max(aims, key=lambda aim: abs(aim.off))
    was = max(aims, key=lambda aim: abs(aim.before - aim.target))
    return (
        f"The farthest match-up is {rate(abs(farthest.off))} points from its target ({farthest.deck} against "
        f"{farthest.against}); before it was {rate(abs(was.before - was.target))} points."
    )
