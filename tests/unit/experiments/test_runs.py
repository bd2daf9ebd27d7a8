"""What all experiments do with their runs."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.balance.planted_cards import META, WOLF
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.store.processes import start

from evometa.cards.patches.patch import Patch
from evometa.experiments.resuming import resume_run
from evometa.experiments.runs import fingerprint_of, has_run, load_played, locate_file, write_text
from evometa.input.errors import InputError
from evometa.store import RunError, create_run

SCRIPT = """
import sys
from evometa.experiments.runs import fingerprint_of, load_played
print(fingerprint_of(load_played(sys.argv[1], None)))
"""


def test_a_fingerprint_is_the_same_in_every_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_metagame(tmp_path)
    expected = fingerprint_of(load_played(str(path), None))
    for seed in ("1", "2"):
        monkeypatch.setitem(os.environ, "PYTHONHASHSEED", seed)
        assert start("-c", SCRIPT, str(path)).communicate()[0].strip() == expected


def test_a_fingerprint_tells_all_that_games_depend_on() -> None:
    others = [
        META.with_patch(Patch(changes={f"{WOLF}.cost": 1})),
        META.with_players("fair"),
        replace(META, shares=(0.5, 0.25, 0.25)),
        replace(META, rules=replace(META.rules, hero_health=20)),
        replace(META, decks=META.decks[::-1]),
    ]
    assert len({fingerprint_of(each) for each in (META, *others)}) == 6
    assert fingerprint_of(replace(META, name="another name")) == fingerprint_of(META)


def test_a_metagame_file_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_metagame(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert locate_file(path.name) == str(path.resolve())
    assert locate_file("paper-small") == "paper-small"


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    write_text(tmp_path / "one", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
    with pytest.raises(InputError, match="cannot be written"):
        write_text(tmp_path / "missing" / "one", "text")


def test_an_unknown_kind_of_run_is_not_resumed(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "balanse", {}).close()
    assert has_run(tmp_path / "run")
    with pytest.raises(RunError, match="kind 'balanse' cannot be resumed; did you mean 'balance'"):
        resume_run(tmp_path / "run")
