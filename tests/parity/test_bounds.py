"""The compiled engine with bounds checks on: no index is ever out of bounds, and the games are the same."""

from pathlib import Path

import pytest
from tests.parity.checked_games import checksum_of_games
from tests.parity.processes import run_python

CHECKED = "from tests.parity.checked_games import main; main()"


@pytest.mark.nightly
def test_no_index_is_out_of_bounds(tmp_path: Path) -> None:
    checksum = run_python(CHECKED, NUMBA_BOUNDSCHECK="1", EVOMETA_CACHE=tmp_path).strip()
    assert checksum == checksum_of_games()
