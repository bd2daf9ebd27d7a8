"""No table cuts a number, however narrow the terminal is: whole columns are left out instead, and named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.app.sample_runs import CoinRunner, open_folder
from tests.unit.story.voices import on_terminal

from evometa.app.main import main
from evometa.matches.known_runners import DEFAULT, RUNNERS
from evometa.story.kind import KINDS

WIDTHS = (60, 80, 200)
CUT_NUMBER = re.compile(r"[\d.±%+]…|…[\d.±%+]")
COMMANDS = {
    "meta": ("meta", "paper-twelve", "--games", "40"),
    "meta --cross-players": ("meta", "paper-six", "--games", "4", "--cross-players"),
    "meta --skills": ("meta", "paper-six", "--games", "4", "--skills"),
    "cards": ("cards", "Exp1 Paladin (Control)", "--in", "paper-six", "--games", "40"),
    "what-if": ("what-if", "paper-six", "--change", "Consecration cost +1", "--games", "40"),
    "explain": ("explain", "paper-six", "--change", "Consecration cost +1", "--games", "4"),
    "compare": ("compare", "paper-six", "--observed", "seen.csv", "--games", "40"),
    "ladder": ("ladder", "fair-control", "fair-aggro", "skilled", "--games", "40"),
    "card --all": ("card", "--all", "--class", "hunter"),
    "deck": ("deck", "exp1_hunter_aggro"),
    "list": ("list",),
}
SEEN = "deck,opponent,games,wins\nExp1 Hunter (Aggro),Exp1 Paladin (Control),123456,43210\n"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_cuts_no_number(
    command: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("seen.csv").write_text(SEEN, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setitem(RUNNERS, DEFAULT, lambda threads: CoinRunner())
    with pytest.raises(SystemExit) as end:
        main(COMMANDS[command])
    assert end.value.code == 0
    check_shown(capsys.readouterr().out, width)


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_is_shown_without_cut_numbers(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = open_folder(tmp_path / "here", monkeypatch)(kind)
    KINDS[kind].experiment.start(Path("run"), settings, CoinRunner())
    story = KINDS[kind].tell(KINDS[kind].read(Path("run")))
    for width in WIDTHS:
        check_shown(on_terminal(story, width), width)


def check_shown(text: str, width: int) -> None:
    """Numbers are whole, and no line is longer than the terminal."""
    assert text
    assert not CUT_NUMBER.search(text), [line for line in text.splitlines() if CUT_NUMBER.search(line)]
    assert max(map(len, text.splitlines())) <= width
