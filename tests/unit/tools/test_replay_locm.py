"""Recorded matches of Legends of Code and Magic, where they are: all of them go as the engine has them."""

from pathlib import Path

import pytest
from tools import replay_locm

from evometa.games.locm.cards import change_cards, game_cards

MATCHES = Path(__file__).resolve().parents[4] / "shared" / "reference" / "locm" / "recorded_matches_1.2.jsonl.gz"
pytestmark = pytest.mark.skipif(
    not MATCHES.exists(),
    reason="the recorded matches are not here: put them into ../shared/reference/locm to lift this",
)


def test_no_turn_is_different() -> None:
    report = replay_locm.replay_file(MATCHES)
    assert (report["matches"], report["turns"], report["differences"]) == (70, 1005, 0)


def test_a_wrong_number_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = change_cards(game_cards(), {"L099.attack": 1})
    monkeypatch.setattr(replay_locm, "game_cards", lambda: wrong)
    assert replay_locm.main([str(MATCHES)]) == 1
    assert "the draft" in capsys.readouterr().out
