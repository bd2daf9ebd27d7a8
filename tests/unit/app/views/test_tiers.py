"""What a terminal says first of a measurement of all cards."""

from __future__ import annotations

import pytest

from evometa.app.views.tiers import tell_extremes
from evometa.experiments.tiers.results import CardWorth
from evometa.metagame.evidence import Estimated

SURE, UNSURE = Estimated(0.4, 0.3, 0.5), Estimated(0.02, -0.01, 0.05)


def make_card(name: str, worth: Estimated) -> CardWorth:
    return CardWorth(name, name, "neutral", worth, 1, "minion", "common", 0.1)


def turn(worth: Estimated) -> Estimated:
    """As far below the average as a worth is above it."""
    return Estimated(-worth.value, -worth.high, -worth.low)


@pytest.mark.parametrize("best", [SURE, UNSURE])
@pytest.mark.parametrize("worst", [SURE, UNSURE])
def test_the_best_and_the_worst_card_may_be_chance_each_by_itself(best: Estimated, worst: Estimated) -> None:
    told = tell_extremes([make_card("A", best), make_card("Z", turn(worst))])
    first, last = told.split(" The worst is ")
    assert first.startswith("The best card is A: ")
    assert first.endswith(" of win rate." if best is SURE else " of win rate, which may be chance.")
    assert last.startswith("Z, with")
    assert (", which may be chance" in last) == (worst is UNSURE)
    assert told.endswith("More games would tell.") == (UNSURE in (best, worst))
