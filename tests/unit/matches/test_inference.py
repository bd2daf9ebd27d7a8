"""Intervals of win rates, and that their level is one place."""

import os
import re
import shutil
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

import evometa
from evometa.matches import inference
from evometa.matches.inference import find_unlike, margin, wilson

SOURCES = Path(evometa.__file__).parent
BY_HAND = re.compile(r"NormalDist|norm\.ppf|\bndtri\b|\bt\.ppf|\b1\.96\b|0\.975\b|\b95 ?%|confidence\w* = 0\.")


def test_the_interval_is_the_textbook_one() -> None:
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)


@pytest.mark.parametrize(("confidence", "errors"), [(0.95, 1.959964), (0.99, 2.575829)])
def test_from_either_end_the_measured_rate_is_so_many_standard_errors_away(
    confidence: float, errors: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inference, "CONFIDENCE", confidence)
    for rate in wilson(8, 10):
        assert abs(0.8 - rate) / sqrt(rate * (1 - rate) / 10) == pytest.approx(errors, abs=1e-6)


def test_it_narrows_with_the_number_of_games() -> None:
    low, high = wilson(5_000, 10_000)
    assert 0.0097 < (high - low) / 2 < 0.0098


def test_it_stays_within_0_and_1_and_says_something_at_the_ends() -> None:
    low, high = wilson(0, 20)
    assert low == pytest.approx(0)
    assert 0.1 < high < 0.2
    assert wilson(20, 20) == pytest.approx((1 - high, 1))


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "games"), [(3, 2), (-1, 2)])
def test_nonsense_is_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="found"):
        wilson(wins, games)


def test_a_margin_is_that_of_a_normal_number_or_of_students_t() -> None:
    assert margin(2.0) == pytest.approx(3.919928)
    assert margin(2.0, freedom=5) == pytest.approx(5.141164)


def test_of_many_differences_the_ones_that_stand_together_are_called_so() -> None:
    assert find_unlike([0.5, 0.001, 0.03, 0.012]) == [1, 3]  # 0.012 stands three tests, 0.03 does not stand two
    assert find_unlike([]) == []


# --- one place ------------------------------------------------------------------------------------

ASKED = """
import numpy as np
from evometa.matches.inference import Estimate, margin, paired_change, unpaired_change, wilson
from evometa.metagame.evidence import Evidence
from evometa.show.grids import lay_out
from evometa.story.blocks import Column, Level, Table
from evometa.story.formats import RATE

games = np.array([[0, 100], [100, 0]])
rates = Evidence(("one", "other"), [0.5, 0.5], games, games // 2, games // 2, 0 * games, games).rates
joint = np.zeros((2, 2, 3, 3), np.int64)
joint[..., 0, 0] = joint[..., 0, 1] = joint[..., 1, 0] = joint[..., 1, 1] = 25
widths = [high - low for low, high in (wilson(50, 100), (0, margin(1.0)))]
for found in (rates, unpaired_change(rates, rates), paired_change(joint, np.full((2, 2), True))):
    widths.append(float(found.high[0, 1] - found.low[0, 1]))
table = Table("rates", (Column("rate", lambda row: row, RATE),), [Estimate(0.5, 0.4, 0.6)])
print(*(f"{width:.6f}" for width in widths), lay_out(table, Level.FULL).heads[1].title)
"""


def ask_copy(folder: Path, level: str) -> list[str]:
    """What a copy of the program says in which one line has changed: the level."""
    shutil.copytree(SOURCES, folder / "evometa", ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "evometa" / "matches" / "inference.py"
    text = file.read_text(encoding="utf-8")
    assert text.count("CONFIDENCE = 0.95") == 1
    file.write_text(text.replace("CONFIDENCE = 0.95", f"CONFIDENCE = {level}"), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", ASKED]
    told = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return told.stdout.split(maxsplit=5)


def test_another_level_is_one_edit_and_numbers_and_headings_follow(tmp_path: Path) -> None:
    *usual, heading = ask_copy(tmp_path / "usual", "0.95")
    *narrow, narrow_heading = ask_copy(tmp_path / "narrow", "0.8")
    assert (heading.strip(), narrow_heading.strip()) == ("95% interval", "80% interval")
    ratios = [float(one) / float(other) for one, other in zip(narrow, usual, strict=True)]
    assert ratios == pytest.approx([1.281552 / 1.959964] * len(ratios), rel=0.02)


def test_nobody_else_has_a_level_or_a_quantile_of_their_own() -> None:
    others = (path for path in SOURCES.rglob("*.py") if path != Path(inference.__file__))
    found = [
        f"{path.relative_to(SOURCES)}:{number}: {line.strip()}"
        for path in others
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if BY_HAND.search(line)
    ]
    assert found == []
