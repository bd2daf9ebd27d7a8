"""`evometa explain`: what each change buys, what is undecided, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.unit.app.laboratory.planted_laboratory import NAMES, RANKED, Laboratory, open_laboratory

EXPLAIN = ("explain", "paper-six", "--change", "Consecration cost +1", "--change", "Wisp attack +1")
PALADINS = (2, 3)


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    """Whatever is put back, the paladins win 10% less."""
    with open_laboratory(monkeypatch, capsys) as laboratory:
        without = RANKED.copy()
        without[PALADINS, :] -= 0.1
        without[:, PALADINS] += 0.1
        laboratory.runner.rates = np.array([RANKED, np.clip(without, 0, 1)])
        yield laboratory


def test_the_json_has_every_part_with_its_match_ups(lab: Laboratory) -> None:
    data = lab.data(*EXPLAIN, "--games", "1000")
    assert data["standing"]["decks"] == NAMES
    assert (data["objective"], data["magnitude"], data["jolt"]) == ("f", 3, 5)
    parts = {part["card"]: part for part in data["parts"]}
    assert set(parts) == {"Consecration", "Wisp"}
    spell = parts["Consecration"]
    assert spell["notes"] == ["Consecration: cost 4 -> 5"]
    assert spell["buys_low"] <= spell["buys"] <= spell["buys_high"]
    assert spell["match_ups"][2][0] == pytest.approx(0.1, abs=0.03)
    assert spell["match_ups"][0][1] == 0, "no paladin is in it"


def test_the_terminal_shows_parts_and_says_what_they_come_to(lab: Laboratory) -> None:
    text = lab.run(*EXPLAIN, "--games", "1000")
    assert max(map(len, text.splitlines())) <= 100
    assert "Patch notes\n" in text
    assert "What each change buys, in F" in text
    assert "Of 2 changes, " in text
    assert "cost 4 -> 5" in text


def test_the_csv_has_a_row_for_each_part(lab: Laboratory) -> None:
    rows = list(csv.DictReader(io.StringIO(lab.run(*EXPLAIN, "--games", "20", "--csv"))))
    assert {row["card"] for row in rows} == {"Wisp", "Consecration"}
    assert {row["verdict"] for row in rows} <= {"buys", "undecided", "harms"}


def test_a_folder_has_a_page_with_its_picture(lab: Laboratory, tmp_path: Path) -> None:
    lab.run(*EXPLAIN, "--games", "20", "--out", str(tmp_path / "out"))
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "What each change buys" in page
    assert "cost 4 → 5" in page
    assert (tmp_path / "out" / "contributions.svg").is_file()
    data = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert len(data["parts"]) == 2


def test_a_ban_is_explained_by_the_decks_without_the_card_and_with_it(lab: Laboratory) -> None:
    words = ("explain", "paper-six", "--change", "ban Consecration", "--change", "Wisp attack +1", "--games", "200")
    data, text = lab.data(*words), lab.run(*words)
    ban = next(part for part in data["parts"] if part["card"] == "Consecration")
    assert ban["notes"] == ["Consecration: banned"]
    assert ban["match_ups"][2][0] == pytest.approx(0.1, abs=0.06)
    assert {each["deck"] for each in data["replaced"]} == {NAMES[place] for place in PALADINS}
    for each in data["replaced"]:
        sentence = f"Consecration is banned: {each['deck']} plays {each['copies']}x {each['by']} instead."
        assert sentence in " ".join(text.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--objective", "m"), "objective 'm': no games are needed to know what that is; allowed: f, f_meta"),
        (("--objective", "fmeta"), "unknown objective 'fmeta'; did you mean 'f_meta'?"),
        (("--games", "3"), "found 3 games per match-up; allowed: an even number"),
        (("--json", "--csv"), "--json and --csv cannot stand together"),
        (("--patch", "patch.toml"), "Give either --change (once or more) or --patch FILE"),
    ],
)
def test_bad_input_is_refused(lab: Laboratory, words: tuple[str, ...], message: str) -> None:
    assert message in lab.refuse(*EXPLAIN, *words)


def test_an_interrupt_shows_the_parts_that_are_finished(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 0
    assert lab.run(*EXPLAIN, "--games", "20", code=130) == ""
    assert "Interrupted before any games were finished" in lab.said
