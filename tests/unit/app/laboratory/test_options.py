"""A result for programs: JSON, CSV and Parquet with the same numbers, and no negative zeros in any of them."""

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd

from evometa.app.laboratory.options import write_files
from evometa.show.data import as_csv, as_json
from evometa.story.blocks import Story
from evometa.story.laboratory.told import Told, data_table

COLUMNS = {"deck": ["a", "b", "c"], "change": [-0.0, -1e-9, 0.25], "games": [1, 2, 3]}


def is_negative_zero(value: float) -> bool:
    return value == 0 and math.copysign(1, value) < 0


def test_json_has_no_negative_zeros() -> None:
    text = as_json({"change": np.array([[-0.0, -1e-9], [0.25, np.nan]]), "one": -0.0, "games": 3})
    assert "-0" not in text
    assert json.loads(text) == {"change": [[0, 0], [0.25, None]], "one": 0, "games": 3}


def test_csv_has_no_negative_zeros() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(COLUMNS))))
    assert [row["change"] for row in rows] == ["0.0", "0.0", "0.25"]


def test_the_files_of_a_folder_have_no_negative_zeros(tmp_path: Path) -> None:
    columns = {**COLUMNS, "change": [-0.0, 0.0, 0.25]}
    told = Told(Story("", ()), {}, {"decks": data_table("decks", columns)}, 10, is_partial=False)
    write_files(told, tmp_path)
    frame = pd.read_parquet(tmp_path / "decks.parquet")
    assert frame.to_dict("list") == columns
    assert not any(map(is_negative_zero, frame["change"]))
    assert frame["games"].dtype == "int64"
