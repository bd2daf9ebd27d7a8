"""Tables of metagames as tables for other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.experiments.balance.made_up_audits import DECKS
from tests.unit.report.made_up_runs import make_table_run

from evometa.experiments.table.work import TABLE, TableSettings
from evometa.input.errors import InputError
from evometa.report.exports.table import table_frame
from evometa.store import create_run


def test_a_row_for_each_ordered_pair_of_decks(tmp_path: Path) -> None:
    frame = table_frame(TABLE.read(make_table_run(tmp_path / "run")))
    assert list(frame.columns) == ["deck", "opponent", "win_rate", "low", "high"]
    assert len(frame) == 9
    row = frame.set_index(["deck", "opponent"]).loc[(DECKS[2], DECKS[0])]
    assert row.tolist() == pytest.approx([0.7, 0.69, 0.71])


def test_a_table_that_is_not_finished_says_how_it_will_be(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "table", TableSettings().to_json()).close()
    with pytest.raises(InputError, match=r"the table is not finished yet; 'evometa resume .*run' goes on with it"):
        table_frame(TABLE.read(tmp_path / "run"))
