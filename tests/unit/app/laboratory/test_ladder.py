"""`evometa ladder`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.app.laboratory.planted_laboratory import Laboratory, open_laboratory

LADDER = ("ladder", "random", "fair-control", "fair-aggro", "--decks", "paper-six", "--games", "120")
PLAYER_FIELDS = {"name", "elo", "elo_low", "elo_high", "nodes_per_game", "games_per_second"}


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        yield laboratory


def test_the_json_has_all_that_others_rely_on(lab: Laboratory) -> None:
    data = lab.data(*LADDER)
    assert [player["name"] for player in data["players"]] == ["random", "fair-control", "fair-aggro"]
    assert all(player.keys() >= PLAYER_FIELDS for player in data["players"])
    assert sum(player["elo"] for player in data["players"]) == pytest.approx(3 * 1500)
    assert [(pair["a"], pair["b"], pair["games"]) for pair in data["pairs"]] == [
        ("random", "fair-control", 120),
        ("random", "fair-aggro", 120),
        ("fair-control", "fair-aggro", 120),
    ]
    assert all(pair["low"] < pair["win_rate"] < pair["high"] for pair in data["pairs"])
    assert len(data["by_deck"]) == 3 * 6
    assert (data["seed"], data["games"], len(data["decks"])) == (1, 360, 6)


def test_the_same_seed_gives_the_same_numbers_and_csv_has_the_players(lab: Laboratory) -> None:
    assert lab.run(*LADDER, "--json", "--threads", "1") == lab.run(*LADDER, "--json", "--threads", "2")
    rows = list(csv.DictReader(io.StringIO(lab.run(*LADDER, "--csv"))))
    assert [row["name"] for row in rows] == ["random", "fair-control", "fair-aggro"]


def test_people_see_the_rungs_and_who_beats_whom(lab: Laboratory) -> None:
    text = lab.run(*LADDER)
    assert "The ladder" in text
    assert "against the next" in text
    assert "win rate of the row's player, %" in text


def test_a_folder_gets_tables_and_a_picture(lab: Laboratory, tmp_path: Path) -> None:
    lab.run(*LADDER, "--out", str(tmp_path / "out"))
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"result.json", "players.csv", "pairs.csv", "decks.csv", "ladder.png", "ladder.svg"}


def test_ctrl_c_shows_what_is_known(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 10
    text = lab.run(*LADDER, code=130)
    assert "PARTIAL: the run was interrupted" in text
    assert "The ladder" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fair",), "a ladder needs two players or more; found one: fair"),
        (("fair", "fair"), "are the same"),
        (("fair", "nobody"), "no preset 'nobody'"),
        (("fair", "random", "--decks", "random:0"), "1 to 2,000"),
        (("fair", "random", "--games", "3"), "an even number"),
        (("fair", "random", "--json", "--csv"), "choose one"),
    ],
)
def test_bad_input_is_one_message(lab: Laboratory, words: tuple[str, ...], message: str) -> None:
    assert message in lab.refuse("ladder", *words)
