"""`evometa tiers`: all cards or those of a class, on the terminal, as CSV and as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.app.sample_runs import CoinRunner

from evometa.app.main import main
from evometa.matches.known_runners import DEFAULT, RUNNERS

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Measure cards with games that a coin decides: exit status, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(RUNNERS, DEFAULT, lambda *_: CoinRunner())

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["tiers", "--players", "random", "--games", "400", *words])
        return int(stop.value.code or 0), *capsys.readouterr()

    return run


def test_csv_has_a_row_for_each_card_and_nothing_else(tiers: Run) -> None:
    code, out, _ = tiers("--csv", "--no-report")
    rows = list(csv.DictReader(out.splitlines()))
    assert (code, len(rows)) == (0, 396)
    assert {"id", "name", "class", "worth", "low", "high", "cost", "worth_mage"} <= rows[0].keys()
    worths = [float(row["worth"]) for row in rows]
    assert worths == sorted(worths, reverse=True)


def test_a_class_has_its_own_cards_and_neutral_ones_by_their_worth_there(tiers: Run) -> None:
    _, every, _ = tiers("--json", "--no-report")
    _, mage, _ = tiers("--json", "--no-report", "--class", "Mage")
    cards = json.loads(mage)["cards"]
    assert {card["class"] for card in cards} == {"mage", "neutral"}
    there = {each["id"]: each["worth"] for each in json.loads(every)["by_class"] if each["class"] == "mage"}
    assert {card["id"]: card["worth"] for card in cards if card["class"] == "neutral"} == there
    worths = [card["worth"] for card in cards]
    assert worths == sorted(worths, reverse=True)
    assert [each["class"] for each in json.loads(mage)["classes"]] == ["mage"]


def test_a_class_on_the_terminal_and_the_report_with_all(tiers: Run, tmp_path: Path) -> None:
    code, out, _ = tiers("--class", "druid")
    said = " ".join(out.split())
    assert code == 0
    assert "log odds a copy in decks of druid" in said
    assert "paladin" not in said
    page = (tmp_path / "runs" / "tiers-1" / "report.html").read_text(encoding="utf-8")
    assert "Consecration" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--csv", "--json"), "--json and --csv cannot stand together"),
        (("--class", "mages"), "--class: found 'mages'; did you mean 'mage'? allowed: druid, hunter, mage"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_the_first_game(
    words: tuple[str, ...], message: str, tiers: Run, tmp_path: Path
) -> None:
    code, out, told = tiers(*words)
    assert (code, out) == (2, "")
    assert message in " ".join(told.split())
    assert not (tmp_path / "runs").exists()
