"""`evometa nerfs`: a scan of a deck's cards, stored as a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.app.runs.run_laboratory import HUNTER, RunLaboratory

from evometa.store import open_run

SCAN = ("nerfs", "exp1 hunter aggro", "--in", "two.toml", "--games", "200", "--no-report")
WEAPONS = ("--attribute", "durability", "--amount", "-1")


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
    return RunLaboratory.open(tmp_path, monkeypatch, capsys)


def test_json_has_every_card_with_its_statistics(lab: RunLaboratory) -> None:
    data = lab.data(*SCAN)
    assert (data["run"], data["deck"]) == ("runs/nerfs-two-decks-1", HUNTER)
    assert data["baseline"]["win_rate"] == pytest.approx(0.25, abs=0.1)
    assert len(data["cards"]) == 28
    card = data["cards"][0]
    assert card["change"] == 0  # planted outcomes do not depend on cards, and the seeds are common
    assert card["wrn_low"] <= card["wrn"] <= card["wrn_high"]
    assert set(data["correlations"]) == {"wrp", "wrd"}


def test_the_terminal_shows_cards_and_correlations(lab: RunLaboratory) -> None:
    text = lab.run(*SCAN, *WEAPONS)
    assert max(map(len, text.splitlines())) <= 100
    assert text.startswith(("\nNo single change clearly lowers the win rate of", f"\n{HUNTER} relies most on"))
    lines = text.splitlines()
    first = lines[lines.index("Cards, by what the change does to the deck") + 3].split()
    assert first[:2] == ["Eaglehorn", "Bow"]  # the only card that changes stands before those that do not
    assert "Do WRP and WRD tell which cards to touch?" in text


def test_options_become_settings(lab: RunLaboratory) -> None:
    run = lab.data(*SCAN, *WEAPONS, "--seed", "3", "--allow-zero")["run"]
    with open_run(Path(run)) as opened:
        found = opened.settings
    wanted = {"attribute": "durability", "amount": -1, "seed": 3, "allow_zero": True, "games": 200, "deck": HUNTER}
    assert {name: found[name] for name in wanted} == wanted


def test_a_resumed_scan_ends_as_one_that_was_not_interrupted(lab: RunLaboratory) -> None:
    whole = lab.data(*SCAN, "--out", "whole")
    lab.runner.calls.clear()
    lab.runner.calls_left = 9
    lab.run(*SCAN, "--out", "cut", code=130)
    assert "evometa resume cut" in lab.said
    lab.run("export", "cut", "--to", "cards.csv")
    assert len((lab.folder / "cards.csv").read_text().splitlines()) == 1 + 8
    lab.runner.calls_left = None
    assert lab.data("resume", "cut", "--no-report") == whole | {"run": "cut"}


REFUSED = {
    "unknown deck": (["nerfs", "Hunter", "--in", "two.toml"], "the metagame 'Two decks' has no deck 'Hunter'"),
    "unknown metagame": (["nerfs", HUNTER, "--in", "paper-sixx"], "did you mean 'paper-six'?"),
    "unknown attribute": ([*SCAN, "--attribute", "coost"], "has a number 'coost' that can change by +1"),
    "no change": ([*SCAN, "--amount", "0"], "amount: found 0, which changes no card"),
    "odd games": (["nerfs", HUNTER, "--in", "two.toml", "--games", "3"], "3"),
    "a full folder": ([*SCAN, "--out", "."], "--out .: there are files in it already"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: RunLaboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)
