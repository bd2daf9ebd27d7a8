"""Every command that README, index of the site and demo tell a reader to type is one that evometa understands.

`tests/science/test_readme.py` runs them.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.unit.docs.pages import DOCS, README, read_blocks, split_commands

from evometa.app.commands import LazyCommand, all_commands
from evometa.app.runs.balance import NEXT

PLACEHOLDERS = {"COMMAND", "METAGAME", "RUN", "FILE", "[FOLDER]"}  # in prose, for what a reader puts in


def list_commands(page: Path) -> list[str]:
    """The lines of a page that are typed into a shell, in their order."""
    found: list[str] = []
    for block in read_blocks(page):
        if block.language == "sh":
            found += [line for line in block.text.splitlines() if line.strip()]
        elif block.language == "console":
            found += [command for command, _ in split_commands(block.text)]
    return found


def list_spoken(page: Path) -> list[str]:
    """The commands with arguments that stand in the prose of a page, apart from those that are patterns."""
    found = re.findall(r"`(evometa [^` \n]+ [^`\n]+|evometa --[^`\n]+)`", page.read_text(encoding="utf-8"))
    return [command for command in found if not PLACEHOLDERS & set(command.split())]


def arguments_of(command: str) -> list[str] | None:
    """What an evometa command is given; None if it is another program's."""
    program, *arguments = shlex.split(command, comments=True)
    return arguments if program == "evometa" else None


def check_arguments(name: str, *arguments: str) -> None:
    """Read the arguments of a command as evometa does, without running it."""
    if name.startswith("--"):
        assert name in ("--help", "--version", "--install-completion")
    else:
        LazyCommand(name, all_commands()[name]).make_context(
            name, list(arguments), resilient_parsing="--help" in arguments
        )


READ = [*list_commands(README), *list_spoken(README), *list_commands(DOCS / "index.md")]
OURS = [*filter(None, map(arguments_of, READ)), *map(shlex.split, NEXT)]


def test_the_pages_have_commands() -> None:
    assert len(OURS) > 30
    assert ["list"] in OURS


@pytest.mark.parametrize("arguments", OURS, ids=" ".join)
def test_a_command_is_understood(arguments: list[str]) -> None:
    check_arguments(*arguments)


def test_a_command_with_an_option_that_is_not_there_would_be_noticed() -> None:
    with pytest.raises(Exception, match="No such option: --gamez"):
        check_arguments("meta", "paper-six", "--gamez", "20")


def test_a_file_that_a_command_reads_is_made_by_the_page() -> None:
    """A file of the README itself, or one of the demo's run, which the README starts with."""
    made = {block.note.removeprefix("file: ") for block in read_blocks(README) if block.note.startswith("file: ")}
    named = {word for arguments in OURS for word in arguments if re.search(r"\.(toml|csv|json)$", word)}
    assert named
    assert named - made == {"runs/demo-paper-small-1/patch.toml"}
