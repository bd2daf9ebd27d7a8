"""Commands that run experiments, with planted games: outcomes that are known, in a folder of their own."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.unit.metagame.planted_games import PlantedRunner

from evometa.app.main import main
from evometa.matches.known_runners import DEFAULT, RUNNERS
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.show.terminal.screen import Screen

HUNTER, PALADIN = "Exp1 Hunter (Aggro)", "Exp1 Paladin (Control)"
METAGAME = f'name = "Two decks"\nplayers = "random"\n[[deck]]\ndeck = "{HUNTER}"\n[[deck]]\ndeck = "{PALADIN}"\n'
RATES = [[0.5, 0.3], [0.8, 0.5]]  # of the deck of the row, which starts
TINY = (
    *("--algorithm", "nsga2", "--population", "4", "--generations", "3", "--games", "20"),
    *("--again-games", "40", "--audit-games", "200", "--audit-size", "3", "--explain-games", "20"),
)


@dataclass
class InterruptedRunner(PlantedRunner):
    """Planted games, with a Ctrl-C after a number of calls."""

    calls_left: int | None = None
    calls: list[Games] = field(default_factory=list)

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        if self.calls_left == len(self.calls):
            raise KeyboardInterrupt
        self.calls.append(games)
        super().run(games, chunks, collect)


@dataclass
class RunLaboratory:
    """Runs commands in a folder that has the metagame `two.toml`."""

    folder: Path
    runner: InterruptedRunner
    capsys: pytest.CaptureFixture[str]
    said: str = ""  # on standard error

    @classmethod
    def open(cls, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunLaboratory:
        """A laboratory whose games are planted."""
        runner = InterruptedRunner(RATES)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setitem(RUNNERS, DEFAULT, lambda threads: runner)
        (folder / "two.toml").write_text(METAGAME, encoding="utf-8")
        return cls(folder, runner, capsys)

    def run(self, *arguments: str, code: int = 0) -> str:
        """What a command prints; it must end with this exit code."""
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = self.capsys.readouterr()
        self.said = captured.err
        assert (stop.value.code or 0) == code, captured.err
        return captured.out

    def data(self, *arguments: str) -> dict[str, Any]:
        """The JSON that a command prints."""
        data = json.loads(self.run(*arguments, "--json"))
        assert isinstance(data, dict)
        return data

    def refuse(self, *arguments: str) -> str:
        """The message of a command that must be refused, before any game and without a trace of a run."""
        before = self._files()
        assert self.run(*arguments, code=2) == ""
        assert not self.runner.calls
        assert self._files() == before
        assert "Traceback" not in self.said
        return " ".join(self.said.replace("│", " ").split())

    def _files(self) -> list[Path]:
        """All files, but for those that a reader of a run may leave."""
        return sorted(path for path in self.folder.rglob("*") if not path.name.startswith("run.sqlite-"))


def printed(show: Callable[[Screen], None]) -> str:
    """What is shown on a console."""
    text = io.StringIO()
    show(Screen(file=text, width=100))
    return text.getvalue()
