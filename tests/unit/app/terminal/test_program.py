"""How commands that are printed to be copied name the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evometa.app.terminal.program import program


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A command in a folder with a space in its name, inside the current folder; no other is on the path."""
    path = tmp_path / "my env" / "evometa"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", [str(path), "demo"])
    return path


def test_what_is_not_on_the_path_is_named_from_the_current_folder(command: Path) -> None:
    assert program() == "'my env/evometa'"


def test_from_another_folder_the_whole_path_is_named(
    command: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert program() == f"'{command}'"


def test_what_is_on_the_path_needs_its_name_only(command: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(command.parent))
    assert program() == "evometa"


def test_another_evometa_on_the_path_is_not_taken_for_this_one(command: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = command.parent.parent / "bin" / "evometa"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(other.parent))
    assert program() == "'my env/evometa'"


def test_a_notebook_speaks_of_evometa(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest"])
    assert program() == "evometa"
