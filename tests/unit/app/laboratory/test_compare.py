"""`evometa compare`, and `what-if` from what was observed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.unit.app.laboratory.planted_laboratory import NAMES, RANKED, Laboratory, N, open_laboratory
from tests.unit.show.html_check import words_of

GAMES = 4000
PLANTED = (0, 3)  # the match-up in which people win otherwise


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        yield laboratory


@pytest.fixture
def observed(tmp_path: Path) -> str:
    """A file of as many games as the win rates of the laboratory say, but for one match-up."""
    rates = (RANKED + 1 - RANKED.T) / 2
    lines = ["deck,opponent,games,wins"]
    for i in range(N):
        for j in range(i + 1, N):
            rate = rates[i, j] - (0.12 if (i, j) == PLANTED else 0)
            lines.append(f"{NAMES[i]},{NAMES[j]},{GAMES},{round(GAMES * rate)}")
    file = tmp_path / "seen.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_the_planted_difference_is_named_first_and_alone(lab: Laboratory, observed: str) -> None:
    text = " ".join(lab.run("compare", "paper-six", "--observed", observed, "--games", str(GAMES)).split())
    assert "There are observations of 15 match-ups, of which 1 differs more than chance allows." in text
    assert f"In the simulation, {NAMES[0]} wins more against {NAMES[3]}." in text
    assert text.count("differs") == 2, "in the sentence and in the table"


def test_programs_get_all_numbers(lab: Laboratory, observed: str) -> None:
    data = lab.data("compare", "paper-six", "--observed", observed, "--games", str(GAMES))
    assert data["decks"] == NAMES
    assert data["games_observed"] == 15 * GAMES
    assert np.argwhere(np.triu(np.array(data["differs"]))).tolist() == [list(PLANTED)]
    assert data["difference"][0][3] == pytest.approx(0.12, abs=0.03)
    assert data["correlation"] > 0.9
    table = lab.run("compare", "paper-six", "--observed", observed, "--games", str(GAMES), "--csv")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == 15
    assert (rows[0]["deck"], rows[0]["opponent"], rows[0]["differs"]) == (NAMES[0], NAMES[3], "True")


def test_a_folder_has_tables_and_a_picture(lab: Laboratory, observed: str, tmp_path: Path) -> None:
    lab.run("compare", "paper-six", "--observed", observed, "--games", "400", "--out", str(tmp_path / "out"))
    assert {"match_ups.csv", "decks.csv", "comparison.png", "comparison.svg"} <= {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_what_if_starts_from_what_was_observed(lab: Laboratory, observed: str, tmp_path: Path) -> None:
    after = RANKED.copy()
    after[[2, 3], :] -= 0.1
    after[:, [2, 3]] += 0.1
    lab.runner.rates = np.array([RANKED, after])
    words = ("what-if", "paper-six", "--change", "Consecration cost +1", "--games", "2000", "--observed", observed)
    said = " ".join(lab.run(*words).split())
    assert "From what was observed" in said
    assert "In the simulation, a typical match-up" in said
    assert "In the simulation" not in lab.run(*words[:-2]), (
        "where nothing was observed, nobody takes it for anything else"
    )
    found = lab.data(*words)["observed"]
    before, moved = np.array(found["before"], float), np.array(found["after"], float)
    assert before[0, 3] == pytest.approx((RANKED[0, 3] + 1 - RANKED[3, 0]) / 2 - 0.12, abs=0.001)
    assert moved[0, 3] > before[0, 3] + 0.05
    lab.run(*words, "--out", str(tmp_path / "out"))
    page = words_of((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "From what was observed" in page
    assert "In short In the simulation, a typical match-up" in page


@pytest.mark.parametrize("words", [("compare", "paper-six"), ("what-if", "paper-six", "--change", "Wisp cost +1")])
def test_a_file_with_a_mistake_is_refused_before_games(lab: Laboratory, words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "seen.csv"
    file.write_text(f"deck,opponent,games,wins\n{NAMES[0]},Nobody,10,3\n", encoding="utf-8")
    assert "line 2: the metagame 'paper-six' has no deck 'Nobody'" in lab.refuse(*words, "--observed", str(file))
