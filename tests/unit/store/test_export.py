"""Evaluations as tables for other programs."""

from pathlib import Path

import pandas as pd
import pytest
from tests.unit.store.made_up import SIZE, make_evaluations

from evometa.store import RunError, export_evaluations, to_frame


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_gives_back_every_number(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"evaluations.{ending}"
    export_evaluations(make_evaluations(2), path)
    found = pd.read_csv(path) if ending == "csv" else pd.read_parquet(path)
    pd.testing.assert_frame_equal(found, to_frame(make_evaluations(2)), check_exact=True)
    assert [path.name for path in tmp_path.iterdir()] == [path.name]


def test_columns_are_named_by_counting_or_as_given() -> None:
    evaluations = make_evaluations(2)
    counted = to_frame(evaluations)
    assert counted.shape == (SIZE, 2 + 12 + 2 + 6 + 6)
    assert list(counted.columns[[0, 1, 2, 13, 14, 16, 27]]) == [
        "number",
        "generation",
        "gene 1",
        "gene 12",
        "objective 1",
        "wins 1",
        "games 6",
    ]
    named = to_frame(evaluations, objectives=["f", "m"])
    assert list(named["objective m"]) == list(evaluations.objectives[:, 1])
    assert list(named["wins 4"]) == list(evaluations.wins[:, 1, 1]), "both seats of the second match-up"


def test_bad_places_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"unknown ending '.cvs'; did you mean '.csv'\? allowed: .csv, .parquet"):
        export_evaluations(make_evaluations(2), tmp_path / "evaluations.cvs")
    for name in ("a.csv", "a.parquet"):
        with pytest.raises(RunError, match=r"cannot be written: .*; choose another place"):
            export_evaluations(make_evaluations(2), tmp_path / "nowhere" / name)
