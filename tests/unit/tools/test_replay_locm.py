"""Recorded matches of Legends of Code and Magic, where they are: all of them go as the engine has them."""

import gzip
import json
from pathlib import Path

import pytest
from tools import replay_locm

from evometa.games.locm.game import LOCM
from evometa.games.locm.stepper import Stepper
from evometa.games.patches.patch import Patch

MATCHES = Path(__file__).resolve().parents[4] / "shared" / "reference" / "locm" / "recorded_matches_1.2.jsonl.gz"
needs_matches = pytest.mark.skipif(
    not MATCHES.exists(),
    reason="the recorded matches are not here: put them into ../shared/reference/locm to lift this",
)


@needs_matches
def test_no_turn_is_different() -> None:
    report = replay_locm.replay_file(MATCHES)
    assert (report["matches"], report["turns"], report["differences"]) == (70, 1005, 0)


@needs_matches
def test_a_wrong_number_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(vars(LOCM), "own_cards", Patch(changes={"L099.attack": 1}).apply(LOCM.own_cards))
    assert replay_locm.main([str(MATCHES)]) == 1
    assert "the draft" in capsys.readouterr().out


SEES = "30 1 30 25 1\\n30 1 30 25 1\\n0 0\\n0"
ODD = [
    "no JSON",
    "[]",
    '{"winner": 0, "turns": [{"player": 0, "sees": "", "does": ""}]}',
    '{"winner": 0, "turns": [{"player": 0, "sees": "1 2\\n3\\nx", "does": "PICK 9"}]}',
    '{"winner": 2, "turns": []}',
    f'{{"winner": 0, "turns": [{{"player": 0, "sees": "{SEES}", "does": "PICK"}}]}}',
]


@pytest.mark.parametrize("line", ODD)
def test_what_cannot_be_read_is_a_difference(line: str) -> None:
    _, different = replay_locm.replay_line(line, Stepper(LOCM.compile(LOCM.own_cards).array))
    assert different


@needs_matches
@pytest.mark.parametrize(
    "garbled", ["ATTACK", "SUMMON x 1", "USE 1 99 hello", "attack 1 2", "SUMMON 9999999999999999999 0"]
)
def test_odd_actions_are_ignored_or_counted(garbled: str) -> None:
    with gzip.open(MATCHES, "rt", encoding="utf-8") as lines:
        record = json.loads(next(lines))
    for turn in record["turns"][60:]:
        turn["does"] = f"{garbled};{turn['does']}; ;{garbled}"
    _, different = replay_locm.replay_line(json.dumps(record), Stepper(LOCM.compile(LOCM.own_cards).array))
    assert not different
