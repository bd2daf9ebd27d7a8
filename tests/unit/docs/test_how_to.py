"""The how-to pages do what they say: their files, their Python and their commands are run, and their output compared.

In a page, `<!-- file: NAME -->` before a block makes a file of it, `<!-- prints -->` before a block says what the
Python block above it prints, and a `console` block holds commands; shown lines that start with `> ` are what is typed
into them. A line `...` in shown output stands for any lines, and at the end of a line for anything.
"""

import io
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.balance import objectives
from evometa.cards import load_cards
from evometa.cards.patches.files import parse_patch

DOCS = Path(__file__).parents[3] / "docs"
README = DOCS.parent / "README.md"
PAGES = sorted((DOCS / "how-to").glob("*.md"))
BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]+) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
BAD_INPUT = 2


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, and the note before it."""

    language: str
    note: str
    text: str


def read_blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(m["language"], m["note"] or "", m["text"]) for m in BLOCK.finditer(text)]


def run_python(code: str, names: dict[str, object], page: Path) -> str:
    """What a block prints; all blocks of a page share their names."""
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code, str(page), "exec"), names)
    return output.getvalue()


def run_command(command: str, typed: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit code of an `evometa` command and what it prints."""
    words = shlex.split(command)
    assert words[0] == "evometa", f"only evometa can be run: {command}"
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output), pytest.raises(SystemExit) as stop:
        main(words[1:])
    return int(stop.value.code or 0), output.getvalue()


def check_command(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command of a page: it prints what is shown, and fails only where a message is shown."""
    code, found = run_command(command, re.findall(r"^> (.+)$", shown, re.MULTILINE), monkeypatch)
    assert code == (BAD_INPUT if shown.startswith("evometa: ") else 0), found
    check_output(shown, found)


def split_commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is shown."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def pattern_of(shown: str) -> str:
    """A regular expression for shown output."""
    lines = []
    for line in shown.rstrip("\n").split("\n"):
        if line == "...":
            lines.append(r"(?:.*\n)*")
        elif line.endswith("..."):
            lines.append(re.escape(line[: -len("...")]) + r".*\n")
        else:
            lines.append(re.escape(line.rstrip()) + r" *\n")
    return "".join(lines)


def check_output(shown: str, found: str) -> None:
    if shown.strip():
        assert re.fullmatch(pattern_of(shown), found.rstrip("\n") + "\n"), f"shown:\n{shown}\nfound:\n{found}"


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(objectives, "OBJECTIVES", dict(objectives.OBJECTIVES))  # to which a page adds its own
    names: dict[str, object] = {"__name__": page.stem}
    printed = ""
    for block in read_blocks(page):
        if block.note.startswith("file: "):
            Path(block.note.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
        elif block.note == "prints":
            check_output(block.text, printed)
        elif block.language == "python":
            printed = run_python(block.text, names, page)
        elif block.language == "console":
            for command, shown in split_commands(block.text):
                check_command(command, shown, monkeypatch)
        else:
            pytest.fail(f"{page.name}: a block in {block.language} is neither run nor made into a file")


# --- the readme and links ---------------------------------------------------------------------------------------------


def test_the_commands_of_the_readme_do_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    blocks = [block for block in read_blocks(README) if block.language == "console"]
    for command, shown in (pair for block in blocks for pair in split_commands(block.text)):
        if not command.startswith("evometa play"):  # a game with full searches takes long uncompiled
            check_command(command, shown, monkeypatch)


def test_the_card_and_the_patch_of_the_readme_are_real() -> None:
    card, patch = [block.text for block in read_blocks(README) if block.language == "toml"]
    (tree,) = tomllib.loads(card)["card"]
    cards = load_cards()
    assert tree == {name: value for name, value in cards[tree["id"]].tree.items() if name != "dbf_id"}
    assert parse_patch(patch, cards).notes(cards)


def test_the_readme_names_every_page() -> None:
    readme = README.read_text(encoding="utf-8")
    assert PAGES
    for page in PAGES:
        assert f"docs/how-to/{page.name}" in readme


@pytest.mark.parametrize("page", [README, *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert target.startswith("https://") or (page.parent / target).exists(), f"{page.name}: {target}"
