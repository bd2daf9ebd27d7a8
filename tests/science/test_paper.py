"""The paper's programme on real games, at a small scale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.nerfs.work import NERFS


@pytest.mark.nightly
def test_the_programme_runs_from_the_table_to_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "paper"
    with pytest.raises(SystemExit) as stop:
        main(["paper", "--scale", "0.02", "--out", str(folder), "--json"])
    assert not stop.value.code
    parts = {part["name"]: part for part in json.loads(capsys.readouterr().out)["parts"]}
    assert set(parts) == {"table", "experiment-1", "experiment-2-32", "experiment-2-47", "experiment-3"}
    for name in ("experiment-1", "experiment-2-32", "experiment-2-47"):
        found = BALANCE.read(folder / name).results
        assert found.chosen_audit is not None
        assert found.chosen_audit.f.value < found.f_before.value / 2
    cards = NERFS.read(folder / "experiment-3").results.cards
    assert min(card.change.value for card in cards) < 0 < max(card.wrd.value for card in cards)
    assert (folder / "report.html").is_file()
