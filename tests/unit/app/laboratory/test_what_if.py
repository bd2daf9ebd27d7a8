"""`evometa what-if`: before, after, the difference, and what was not played again."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.unit.app.laboratory.planted_laboratory import NAMES, RANKED, Laboratory, N, open_laboratory

SIX = ("what-if", "paper-six")
CONSECRATION = ("--change", "Consecration cost +1")
PALADINS = (2, 3)


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        after = RANKED.copy()
        after[PALADINS, :] -= 0.05
        after[:, PALADINS] += 0.05
        laboratory.runner.rates = np.array([RANKED, after])
        yield laboratory


def test_the_json_has_both_sides_and_the_difference(lab: Laboratory) -> None:
    data = lab.data(*SIX, *CONSECRATION, "--games", "2000")
    assert data["decks"] == NAMES
    assert data["notes"] == ["Consecration: cost 4 -> 5"]
    before, after = (np.array(data[side]["win_rate"]) for side in ("before", "after"))
    change, low, high = (np.array(data[name]) for name in ("change", "change_low", "change_high"))
    assert change == pytest.approx(after - before, abs=2e-6)
    assert change[0, 2] == pytest.approx(0.05, abs=0.03)
    assert (low <= change).all()
    assert (change <= high).all()
    assert low[0, 2] > 0
    assert data["change_against_meta"][3] < 0 < data["change_against_meta"][0]
    for side in (data["before"], data["after"]):
        assert side["f"] > side["f_corrected"] > side["f_low"] > side["f_noise_floor"]
        assert len(side["nash"]) == N


def test_match_ups_without_a_changed_card_are_named_and_not_played_again(lab: Laboratory) -> None:
    data = lab.data(*SIX, *CONSECRATION, "--games", "20")
    others = [name for i, name in enumerate(NAMES) if i not in PALADINS]
    spared = [[one, other] for k, one in enumerate(others) for other in others[k:]]
    assert data["not_played_again"] == spared
    assert data["games_played"] == 15 * 20 + 9 * 20
    again = {tuple(job.decks.tolist()) for chunk in lab.runner.chunks for job in chunk.jobs if job.table == 1}
    assert all(set(pair) & set(PALADINS) for pair in again)


def test_the_terminal_shows_notes_changes_and_why_some_were_spared(lab: Laboratory) -> None:
    text = lab.run(*SIX, *CONSECRATION, "--games", "2000")
    assert max(map(len, text.splitlines())) <= 100
    assert "Patch notes\n  Consecration: cost 4 -> 5\n" in text
    assert "Changed cards can turn up only with Exp1 Paladin (Aggro) and Exp1 Paladin (Control)." in text
    words = " ".join(text.split())
    assert "The other 10 of 21 match-ups were not played again: their games would be the same." in words
    assert re.search(r"\nHA +· += +\+4\.\d ", text), "a mirror, a match-up that cannot change, and one that did"
    assert "=: cannot change." in words


def test_the_balance_shows_f_without_the_share_of_chance_and_as_measured_beside_it(lab: Laboratory) -> None:
    arguments = (*SIX, *CONSECRATION, "--games", "200")
    data, text = lab.data(*arguments), lab.run(*arguments)
    balance = text.partition("\nBalance\n")[2]
    lines = {line.split("  ")[0]: line for line in balance.splitlines()}
    for side in (data["before"], data["after"]):
        assert f"{side['f_corrected']:.3f} ({side['f_low']:.3f} to {side['f_high']:.3f})" in lines["F"]
        assert f"{side['f']:.3f}, of which chance would show" in lines["as measured"]


@pytest.mark.parametrize(("draws", "games"), [(0.0, "2"), (0.5, "4"), (1.0, "2")])
def test_what_is_not_known_is_a_question_mark(lab: Laboratory, draws: float, games: str) -> None:
    lab.runner.draws = draws
    text = lab.run(*SIX, *CONSECRATION, "--games", games)
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)
    assert re.search(r"F +\? \(0\.000 to ", text)


def test_a_minus_is_a_true_one(lab: Laboratory) -> None:
    text = lab.run(*SIX, *CONSECRATION, "--games", "2000")
    changes = text.partition("What changes in each match-up")[2].partition("Balance")[0]
    assert "\N{MINUS SIGN}" in changes
    assert not re.search(r"-\d", changes)


def test_changes_add_up(lab: Laboratory) -> None:
    notes = lab.data(*SIX, *CONSECRATION, "--change", "Wisp attack = 2", "--games", "2")["notes"]
    assert sorted(notes) == ["Consecration: cost 4 -> 5", "Wisp: attack 1 -> 2"]


def test_a_patch_file_does_the_same(lab: Laboratory, tmp_path: Path) -> None:
    (tmp_path / "patch.toml").write_text("[change]\nConsecration = { cost = 1 }\n")
    from_file = lab.run(*SIX, "--patch", str(tmp_path / "patch.toml"), "--games", "20", "--json")
    assert from_file == lab.run(*SIX, *CONSECRATION, "--games", "20", "--json")


def test_a_change_that_touches_no_deck(lab: Laboratory) -> None:
    text = lab.run(*SIX, "--change", "Fireball cost +1", "--games", "20")
    assert "No changed card can turn up with any of these decks" in text


def test_a_change_that_touches_all_decks(lab: Laboratory) -> None:
    text = lab.run(*SIX, "--change", "The Coin cost +1", "--games", "20")
    assert "Changed cards can turn up in all 21 match-ups, so all of them were played again." in text


def test_csv_and_folder(lab: Laboratory, tmp_path: Path) -> None:
    text = lab.run(*SIX, *CONSECRATION, "--games", "20", "--csv", "--out", str(tmp_path / "slower"))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == N * N
    assert {row["change"] for row in rows if row["is_affected"] == "False"} == {"0.0"}
    names = {path.name for path in (tmp_path / "slower").iterdir()}
    assert {"match_ups.csv", "decks.parquet", "result.json", "matrix_change.svg", "report.html"} <= names


def test_partial_numbers_are_marked(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 1
    assert "PARTIAL: the run was interrupted" in lab.run(*SIX, *CONSECRATION, "--games", "4000", code=130)


def test_decks_play_other_cards_for_a_banned_one_and_it_is_told(lab: Laboratory, tmp_path: Path) -> None:
    words = (*SIX, "--change", "ban Consecration", "--games", "20")
    data, text = lab.data(*words), lab.run(*words)
    lab.run(*words, "--out", str(tmp_path / "out"))
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert data["notes"] == ["Consecration: banned"]
    assert {each["deck"] for each in data["replaced"]} == {NAMES[place] for place in PALADINS}
    for each in data["replaced"]:
        sentence = f"{each['card']} is banned: {each['deck']} plays {each['copies']}x {each['by']} instead."
        assert sentence in " ".join(text.split())
        assert sentence in page
    assert "Changed cards and their replacements can turn up only with" in text


REFUSED = {
    "no change": ([*SIX], "Give either --change (once or more) or --patch FILE"),
    "both": ([*SIX, *CONSECRATION, "--patch", "mine.toml"], "Give either --change"),
    "unknown card": ([*SIX, "--change", "Consecratoin cost +1"], "did you mean 'Consecration'?"),
    "unknown number": ([*SIX, "--change", "Consecration attack +1"], "Consecration (CS2_093) has no number 'attack'"),
    "no such change": ([*SIX, "--change", "make it better"], "make it"),
    "nothing": ([*SIX, "--change", "Consecration cost +0"], "nothing would change"),
    "clamped": ([*SIX, "--change", "Wisp cost -1"], "'Wisp cost -1': nothing would change"),
    "no file": ([*SIX, "--patch", "nowhere.toml"], "nowhere.toml: cannot be read"),
    "unknown metagame": (["what-if", "paper-sx", *CONSECRATION], "did you mean 'paper-six'?"),
}


@pytest.mark.parametrize(("arguments", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(lab: Laboratory, arguments: list[str], problem: str) -> None:
    assert problem in lab.refuse(*arguments)
