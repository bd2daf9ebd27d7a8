"""The way to the terminal: text is data there, whatever it is part of, and there is no other way."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from tests.unit.app.hostile_names import check_clean

import evometa.app
from evometa.app.terminal import progress
from evometa.app.terminal.progress import game_meter, run_meter, say
from evometa.show.terminal.screen import Screen, echo, name_text, open_screen, print_headed
from evometa.show.terminal.tables import fact_table, new_table, print_notes, print_table

EVIL = "[/x][bold]:skull:\x1b]0;evil\x07\u202e\x9b"
SHOWN = r"[/x][bold]:skull:\x1b]0;evil\x07\u202e\x9b"
APP = Path(evometa.app.__file__).parent


def printed(*parts: RenderableType, is_terminal: bool = False) -> str:
    """What a screen shows."""
    text = io.StringIO()
    Screen(file=text, width=100, force_terminal=is_terminal, color_system=None).print(*parts)
    return text.getvalue()


def table(cell: RenderableType) -> Table:
    """A table that has the cell everywhere."""
    made = Table(title=str(cell), caption=str(cell))
    made.add_column(cell)
    made.add_row(cell)
    return made


@pytest.mark.parametrize("part", [EVIL, Text(EVIL), table(EVIL), table(Text(EVIL)), Panel(Text(EVIL), title=Text("x"))])
def test_nothing_that_is_printed_is_obeyed(part: RenderableType) -> None:
    for is_terminal in (False, True):
        shown = printed(part, is_terminal=is_terminal)
        check_clean(shown)
        assert r"\x1b]0;evil" in shown
        assert "[/x][bold]:skull:" in shown


def test_markup_cannot_be_asked_for() -> None:
    text = io.StringIO()
    Screen(file=text, width=100).print("[bold]x[/bold]", markup=True)
    assert text.getvalue() == "[bold]x[/bold]\n"


def test_a_name_is_one_line_and_cut() -> None:
    assert name_text("one\ntwo").plain == r"one\ntwo"
    assert len(name_text("x" * 300).plain) == 80
    made = new_table()
    made.add_column()
    made.add_row(name_text(EVIL), end_section=True)
    assert SHOWN in printed(made)  # the frame is wide enough for what is shown


def test_all_that_commands_print_with(capsys: pytest.CaptureFixture[str]) -> None:
    screen = open_screen()
    print_headed(screen, EVIL, EVIL)
    print_table(screen, EVIL, fact_table({EVIL: EVIL}), EVIL)
    print_notes(screen, [EVIL])
    echo(EVIL)
    say(EVIL)
    captured = capsys.readouterr()
    for shown in captured:
        check_clean(shown)
    assert captured.out.count("[/x][bold]:skull:") == 8
    assert captured.err == f"{SHOWN}\n"


def test_progress_bars_show_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    for meter in (lambda: game_meter(EVIL), lambda: run_meter(EVIL, EVIL)):
        text = io.StringIO()
        screen = Screen(file=text, width=100, force_terminal=True, color_system=None)
        monkeypatch.setattr(progress, "open_error_screen", lambda screen=screen: screen)
        with meter():
            pass
        assert SHOWN in text.getvalue()


# --- no other way ---------------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """All calls in the commands: where, what, and the call itself."""
    for path in sorted(APP.rglob("*.py")):
        if path.name in ("screen.py", "commands.py", "main.py"):  # the last two print texts of their own, at once
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(APP)}:{node.lineno}", ast.unparse(node.func), node


def test_commands_print_through_the_screen_alone() -> None:
    others = ("print", "typer.echo", "Console", "typer.secho", "click.echo", "sys.stdout.write", "sys.stderr.write")
    assert [(place, name) for place, name, _ in calls() if name in others] == []


def test_commands_use_no_markup() -> None:
    assert [(place, name) for place, name, call in calls() if takes_markup(name, call)] == []


def takes_markup(name: str, call: ast.Call) -> bool:
    """Whether a call takes text as markup, also on a screen: a panel does so with plain titles."""
    words = {word.arg: word.value for word in call.keywords}
    if name == "TextColumn":
        return ast.unparse(words.get("markup", ast.Constant(True))) != "False"
    titles = [words.get("title"), words.get("subtitle")] if name == "Panel" else []
    return name.endswith("from_markup") or any(isinstance(title, ast.Constant | ast.JoinedStr) for title in titles)
