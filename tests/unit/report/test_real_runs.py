"""Reports of what the experiments really store, though their games are made up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.experiments.planted_meta import HUNTER, SMALL, PlantedDraws, write_metagame
from tests.unit.report.html_check import PageCheck

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.nerfs.work import CARD_SCAN, CardScanSettings
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.report.pages.writing import write_report


def report_of(folder: Path) -> str:
    """The page, which must be valid."""
    page = write_report(folder).read_text(encoding="utf-8")
    assert PageCheck(page).mistakes == []
    assert not re.search(r">nan<|>None<|nan to", page)
    return page


@pytest.mark.parametrize("algorithm", ["ga", "nsga2"])
def test_a_balance_run_has_a_report(algorithm: str, tmp_path: Path) -> None:
    objectives = ("f",) if algorithm == "ga" else ("f", "m")
    metagame = str(write_metagame(tmp_path))
    settings = replace(SMALL, metagame=metagame, algorithm=algorithm, objectives=objectives)
    results = BALANCE.start(tmp_path / "run", settings, PlantedDraws())
    page = report_of(tmp_path / "run")
    assert f"to {results['final']['audited_f']:.3f}" in page
    assert "Timber Wolf" in page
    assert str(tmp_path) not in page


def test_a_guided_run_has_a_report(tmp_path: Path) -> None:
    settings = replace(SMALL, metagame=str(write_metagame(tmp_path)), guide="wrd", guide_top=2)
    BALANCE.start(tmp_path / "run", settings, PlantedDraws())
    assert "guided by each card&#x27;s WRD" in report_of(tmp_path / "run")


def test_a_scan_has_a_report_that_names_the_planted_card_first(tmp_path: Path) -> None:
    settings = CardScanSettings(HUNTER, str(write_metagame(tmp_path)), games=200)
    CARD_SCAN.start(tmp_path / "run", settings, PlantedDraws())
    assert "relies most on Timber Wolf" in report_of(tmp_path / "run")


def test_a_table_has_a_report(tmp_path: Path) -> None:
    TABLE.carry_on(tmp_path / "run", TableSettings(str(write_metagame(tmp_path)), games=20), PlantedDraws())
    assert "Who beats whom" in report_of(tmp_path / "run")
