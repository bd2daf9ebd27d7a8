"""The fuzzer of Legends of Code and Magic: nothing is broken in a short run, and what is broken is found."""

import json
from unittest.mock import patch

import numpy as np
import pytest
from tools import fuzz_locm

from evometa.games.locm import engine

FUZZ = fuzz_locm.fuzz


def test_a_short_run_breaks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(fuzz_locm, "fuzz", lambda n, seed: FUZZ(n, seed, batch_games=20)):
        assert fuzz_locm.main(["--actions", "1500", "--seed", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["actions"] >= 1500
    assert (report["broken"], report["found"]) == (0, [])


def test_a_rule_that_breaks_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget_runes(player: np.record, change: int) -> None:
        player.health += change

    monkeypatch.setattr(engine, "_change_health", forget_runes)
    report = FUZZ(100, 1, batch_games=5)
    assert report["broken"]
    assert report["found"][0]["problem"] == "bad runes"


def test_games_are_known_by_their_seed() -> None:
    assert FUZZ(200, 5, batch_games=5) == FUZZ(200, 5, batch_games=5)
