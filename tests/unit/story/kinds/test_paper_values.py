"""The paper's numbers beside ours: what is said of each, and what is left out."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np
import pytest

from evometa.experiments.nerfs.results import Correlation
from evometa.experiments.paper.results import (
    ChosenPatch,
    EvenPatch,
    OurBalance,
    OurScan,
    OurTable,
    Part,
    read_published,
)
from evometa.matches.inference import Estimate
from evometa.story.kinds.paper import TITLES, compare, show_decimal
from evometa.story.words.numbers import ABSENT, MINUS

PUBLISHED = read_published()
SEARCH = OurBalance(
    games=51_300,
    baseline_f=0.77339,
    searched_f=6.4e-17,
    audited_f=Estimate(0.1163, 0.0331, 0.2051),
    is_noise=True,
    magnitude=1234,
    magnitude_unweighted=280,
    generations=12,
    evaluations=684,
    smallest_even=EvenPatch(435, Estimate(0.05, 0.0, 0.133), 365, 65),
    chosen=ChosenPatch(-0.00001, 365, 1),
)
FIRST = Part("experiment-1", "experiment-1", PUBLISHED.balance["experiment-1"], SEARCH)
WEAK, UNKNOWN = Correlation(-0.13, -0.5, 0.28, 0.542), Correlation(nan, -1.0, 1.0, nan)
SCAN = OurScan(26_000, "Exp1 Paladin (Control)", 0.70067, WEAK, WEAK, -1, UNKNOWN, UNKNOWN, None)


def rows_of(part: Part) -> dict[str, tuple[str, str]]:
    """What is published, and what we have, by what it is; all dashes are plain ones."""
    plain = {ord(each): "-" for each in (ABSENT, MINUS)}
    return {what: (published.translate(plain), ours.translate(plain)) for what, published, ours in compare(part)}


def test_a_search_stands_beside_the_published_one() -> None:
    assert TITLES[FIRST.name] == "Experiment 1: an even metagame"
    assert rows_of(FIRST) == {
        "F before any change": ("0.78", "0.7734"),
        "lowest F that the search saw": ("0.0062", "0"),
        "the same individual, played again": ("0.063", "0.116 (0.033 to 0.205)"),
        "that is below the noise floor": ("-", "yes"),
        "its M": ("403", "1,234"),
        "its M, unweighted": ("-", "280"),
        "mean M of all individuals": ("402", "-"),
        "the smallest patch with F up to 0.10": ("-", "F 0.050 (0.000 to 0.133), M 365, 65 cards"),
        "the patch that we would recommend": ("-", "F 0, M 365, 1 card"),
        "generations after the initial one": ("12", "12"),
        "evaluations": ("-", "684"),
        "games, in all": ("-", "51,300"),
    }


def test_what_was_not_published_or_not_found_is_a_dash() -> None:
    ours = replace(SEARCH, is_noise=False, smallest_even=None)
    rows = rows_of(Part("experiment-2-32", "", PUBLISHED.balance["experiment-2-32"], ours))
    assert rows["the same individual, played again"][0] == "-"
    assert rows["that is below the noise floor"] == ("-", "no")
    assert rows["the smallest patch with F up to 0.10"] == ("-", "-")
    assert "mean M of all individuals" not in rows


def test_correlations_have_a_sign_if_they_are_known() -> None:
    rows = rows_of(Part("experiment-3", "", PUBLISHED.scan, SCAN))
    assert rows["deck"] == ("-", "Exp1 Paladin (Control)")
    assert rows["win rate of the deck"] == ("-", "0.7007")
    assert rows["WRP and WRN, Pearson"] == ("-", "-0.13 (-0.50 to 0.28), p = 0.542")
    assert rows["WRP and WRN, sign"] == ("negative", "negative")
    assert rows["WRD and WRN, Spearman"] == ("-", "-")
    assert rows["WRD and WRN, sign"] == ("negative", "-")


def test_a_table_is_compared_where_the_decks_are_the_same() -> None:
    ours = OurTable(4200, ("a", "b"), np.full((2, 2), 0.5), 2, 0.0178, 0.065)
    part = Part("table", "table", PUBLISHED.table, ours)
    assert rows_of(part) == {
        "decks that are the same": ("-", "2"),
        "mean difference of their win rates": ("-", "0.0178"),
        "largest difference of their win rates": ("-", "0.065"),
        "games, in all": ("-", "4,200"),
    }
    others = replace(part, ours=OurTable(4200, ("a", "b"), np.full((2, 2), 0.5)))
    assert rows_of(others) == {"games, in all": ("-", "4,200")}


@pytest.mark.parametrize(("value", "text"), [(0.78, "0.78"), (-0.25, f"{MINUS}0.25"), (-0.0, "0"), (-1e-9, "0")])
def test_a_number(value: float, text: str) -> None:
    assert show_decimal(value) == text
