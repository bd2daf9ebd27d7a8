"""What all experiments do with their runs."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.app.sample_runs import CoinRunner
from tests.unit.balance.planted_cards import META, WOLF
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.store.processes import start

from evometa.experiments.runs import (
    PLAYERS,
    begin_run,
    check_metagame,
    check_settings,
    fingerprint_of,
    has_run,
    is_finished,
    load_played,
    own_settings,
    read_checkpoint_trees,
)
from evometa.experiments.settings import locate_file
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.games.patches.patch import Patch
from evometa.input.errors import Notice
from evometa.store import RunError, create_run
from evometa.story.kind import KINDS

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


def test_a_folder_is_looked_at_for_a_run_and_its_end(tmp_path: Path) -> None:
    assert not has_run(tmp_path / "run")
    assert not is_finished(tmp_path / "run")
    with create_run(tmp_path / "run", "balance", {}) as run:
        assert has_run(tmp_path / "run")
        assert not is_finished(tmp_path / "run")
        run.finish()
    assert is_finished(tmp_path / "run")


def test_a_metagame_that_changed_only_its_name_is_told_and_goes_on(tmp_path: Path) -> None:
    with begin_run(tmp_path / "run", "balance", {}, META) as run:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_metagame(run, META)
        with pytest.warns(Notice, match=f"is called 'another name' now, and was '{META.name}' when the run began"):
            check_metagame(run, replace(META, name="another name"))
        assert own_settings(run) == {}
        check_settings(run, {})


@pytest.mark.parametrize("state", [b"\xff", b"{", b"[" * 100_000, b"NaN"])
def test_a_forged_checkpoint_is_one_error(tmp_path: Path, state: bytes) -> None:
    with create_run(tmp_path / "run", "nerfs", {}) as run:
        run.save_checkpoint(0, state)
        with pytest.raises(RunError, match=r"damaged \(checkpoints, 0: t"):
            read_checkpoint_trees(run)


# --- who played ---------------------------------------------------------------------------------------


def test_a_run_says_who_played(tmp_path: Path) -> None:
    TABLE.start(tmp_path / "run", TableSettings("paper-small", games=2), CoinRunner())
    run = TABLE.read(tmp_path / "run")
    assert run.players == ("skilled",)
    assert "Played by skilled." in KINDS["table"].tell(run).subtitle


def test_players_that_are_no_names_are_refused(tmp_path: Path) -> None:
    create_run(tmp_path / "run", TABLE.name, {**TableSettings("paper-small").to_json(), PLAYERS: 3}).close()
    with pytest.raises(RunError, match="name the players as 3; allowed: a list of names"):
        TABLE.read(tmp_path / "run")
