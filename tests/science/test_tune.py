"""Tuning with real games: a player from nothing, and the same one however often the run was killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evometa.experiments.runs import has_run
from evometa.experiments.tune.work import PLAYER_FILE, TUNE

COMMAND = [sys.executable, "-m", "evometa.app.main"]
SMALL = ("--games", "2000", "--rounds", "2", "--compare-games", "400", "--audit-games", "400", "--decks", "random:9")
KILLS, LONGEST_LIFE = 4, 8.0  # seconds


def tune(folder: Path, *options: str) -> str:
    """What the command prints."""
    words = [*COMMAND, "tune", *options, "--no-report", "--json", "--out", str(folder)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def live(words: list[str], folder: Path, seconds: float | None) -> int:
    """Start a process, kill it some seconds after there is a run, if it is still there, and say how it ended."""
    process = subprocess.Popen([*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if seconds is not None:
        while not has_run(folder) and process.poll() is None:
            time.sleep(0.1)
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
    return process.wait()


@pytest.mark.nightly
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_bytes(tmp_path: Path) -> None:
    tune(tmp_path / "whole", *SMALL, "--threads", "2")
    folder, draw = tmp_path / "killed", random.Random(4)
    resume = ["resume", str(folder), "--no-report"]
    ends = [live(["tune", *SMALL, "--no-report", "--threads", "1", "--out", str(folder)], folder, 1.0)]
    ends += [live(resume, folder, draw.uniform(1, LONGEST_LIFE)) for _ in range(KILLS)]
    assert -signal.SIGKILL in ends
    assert live(resume, folder, None) == 0
    assert (folder / PLAYER_FILE).read_bytes() == (tmp_path / "whole" / PLAYER_FILE).read_bytes()
    one, other = (TUNE.read(each).results.to_json() for each in (tmp_path / "whole", folder))
    assert one == other


@pytest.mark.nightly
def test_a_player_from_nothing_beats_the_hand_made_one(tmp_path: Path) -> None:
    told = json.loads(tune(tmp_path / "run", "--seed", "2"))
    (fair,) = (each for each in told["opponents"] if each["name"] == "fair-control")
    assert fair["low"] > 0.70
