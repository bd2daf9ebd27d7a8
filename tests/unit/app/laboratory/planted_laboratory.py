"""Commands of the laboratory with planted games: win rates that are known, and no games that take time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.app.main import main
from evometa.matches.known_runners import DEFAULT, RUNNERS

N = 6  # decks of paper-six
NAMES = [f"Exp1 {klass} ({style})" for klass in ("Hunter", "Paladin", "Warlock") for style in ("Aggro", "Control")]

# Each deck beats those after it, and all of them win more often when they start.
RANKED = np.clip(0.55 + 0.1 * (np.arange(N)[None, :] - np.arange(N)[:, None]), 0.05, 0.95)


@dataclass
class Laboratory:
    """Runs commands."""

    runner: PlantedRunner
    capsys: pytest.CaptureFixture[str]

    def run(self, *arguments: str, code: int = 0) -> str:
        """What a command prints; it must end with this exit code."""
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = self.capsys.readouterr()
        assert (stop.value.code or 0) == code, captured.err
        self.said = captured.err
        return captured.out

    def data(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        """The JSON that a command prints."""
        data = json.loads(self.run(*arguments, "--json", code=code))
        assert isinstance(data, dict)
        return data

    def refuse(self, *arguments: str) -> str:
        """The message of a command that must be refused, before any game."""
        assert self.run(*arguments, code=2) == ""
        assert not self.runner.chunks
        assert "Traceback" not in self.said
        return " ".join(self.said.split())


@contextmanager
def open_laboratory(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    """A laboratory whose games are planted."""
    runner = PlantedRunner(RANKED)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setitem(RUNNERS, DEFAULT, lambda threads: runner)
    yield Laboratory(runner, capsys)
