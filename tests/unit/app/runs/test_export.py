"""Tables as files: they give back every number, and appear only when they are whole."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from evometa.app.runs.export import write_frame
from evometa.input.errors import InputError

FRAME = pd.DataFrame({"deck": ["a, b", "c"], "win_rate": [1 / 3, 0.1 + 0.2], "games": [10, 20]})


@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
def test_a_file_gives_back_every_number(tmp_path: Path, name: str) -> None:
    write_frame(FRAME, tmp_path / name)
    found = pd.read_csv(tmp_path / name) if name.endswith("csv") else pd.read_parquet(tmp_path / name)
    pd.testing.assert_frame_equal(found, FRAME, check_exact=True)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("folder", ["nowhere", "/dev/null"])  # the second cannot even be cleaned up
@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, name: str, folder: str) -> None:
    with pytest.raises(InputError, match=r"--to .*: cannot be written \((No such file|Not a) (or )?directory\)"):
        write_frame(FRAME, tmp_path / folder / name)
