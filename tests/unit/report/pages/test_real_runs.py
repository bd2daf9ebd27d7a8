"""Reports of what the experiments really store, though their games are made up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.experiments.planted_meta import HUNTER, SMALL, PlantedDraws, write_metagame
from tests.unit.report.html_check import PageCheck
from tests.unit.report.pages.reports import read, write_report

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.experiments.table.work import TABLE, TableSettings


def report_of(folder: Path) -> str:
    """The page, which must be valid."""
    page = read(write_report(folder))
    assert not re.search(r">nan<|>None<|nan to", page)
    return page


@pytest.mark.parametrize("algorithm", ["ga", "nsga2"])
def test_a_balance_run_has_a_report(algorithm: str, tmp_path: Path) -> None:
    objectives = ("f",) if algorithm == "ga" else ("f", "m")
    metagame = str(write_metagame(tmp_path))
    settings = replace(SMALL, metagame=metagame, algorithm=algorithm, objectives=objectives)
    results = BALANCE.start(tmp_path / "run", settings, PlantedDraws())
    page = report_of(tmp_path / "run")
    assert results.final is not None
    assert f"to {results.final.audited_f.value:.3f}" in page
    assert "Timber Wolf" in page
    assert str(tmp_path) not in page


def test_a_run_with_other_objectives_has_a_report_with_all_of_them(tmp_path: Path) -> None:
    settings = replace(SMALL, metagame=str(write_metagame(tmp_path)), objectives=("unviable", "m", "f_meta"))
    results = BALANCE.start(tmp_path / "run", settings, PlantedDraws())
    chosen = results.chosen_audit
    assert chosen is not None
    page = report_of(tmp_path / "run")
    for name in ("unviable", "f_meta"):
        found = chosen.objectives[name].audited
        assert f"{found.value:.3f}" in page
        assert f"{found.low:.3f} to {found.high:.3f}" in page


def test_a_guided_run_has_a_report(tmp_path: Path) -> None:
    settings = replace(SMALL, metagame=str(write_metagame(tmp_path)), guide="wrd", guide_top=2)
    BALANCE.start(tmp_path / "run", settings, PlantedDraws())
    assert "guided by each card's WRD" in PageCheck(report_of(tmp_path / "run")).text


def test_a_scan_has_a_report_that_names_the_planted_card_first(tmp_path: Path) -> None:
    settings = NerfsSettings(HUNTER, str(write_metagame(tmp_path)), games=200)
    NERFS.start(tmp_path / "run", settings, PlantedDraws())
    assert "relies most on Timber Wolf" in report_of(tmp_path / "run")


def test_a_table_has_a_report(tmp_path: Path) -> None:
    TABLE.carry_on(tmp_path / "run", TableSettings(str(write_metagame(tmp_path)), games=20), PlantedDraws())
    assert "Who beats whom" in report_of(tmp_path / "run")
