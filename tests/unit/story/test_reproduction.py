"""How to do a run again: the command and the files that its report shows really give the same settings."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.story.made_up_decks import SETTINGS
from tests.unit.story.made_up_runs import (
    BALANCE_SETTINGS,
    make_balance_run,
    make_nerfs_run,
    make_table_run,
    store_run,
)
from tests.unit.story.voices import on_page
from typer.testing import CliRunner

from evometa.app.commands import app
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import PRESETS, BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks import work as decks_work
from evometa.experiments.decks.results import DecksResults
from evometa.experiments.decks.settings import DecksSettings, find_search
from evometa.experiments.decks.work import DECKS
from evometa.experiments.nerfs import work as nerfs_work
from evometa.experiments.nerfs.results import NerfsResults
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.table.work import TABLE, TableSettings
from evometa.metagame.metagames import load_metagame
from evometa.metagame.playing import play
from evometa.search.settings import MapSettings
from evometa.story.kinds.balance.story import STORY
from evometa.story.reproduction import (
    SETTINGS_FILE,
    Reproduction,
    format_toml,
    reproduce_balance,
    reproduce_decks,
    reproduce_run,
    reproduce_table,
)


class AskedError(Exception):
    """Raised instead of a run, with the settings that it was asked for."""


def settings_asked_by(command: str, module: Any, name: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Any:
    """The settings that a command line gives."""

    def start(_folder: Path, settings: Any, *_others: object) -> None:
        raise AskedError(settings)

    monkeypatch.setattr(module, name, SimpleNamespace(start=start, name=name.lower()))
    result = CliRunner().invoke(app, [*shlex.split(command)[1:], "--out", str(folder)])
    assert isinstance(result.exception, AskedError), result.output
    return result.exception.args[0]


# --- balance --------------------------------------------------------------------------------------


def reproduce(folder: Path, settings: BalanceSettings) -> Reproduction:
    return reproduce_balance(BALANCE.read(store_run(BALANCE, folder, settings, BalanceResults())))


@pytest.mark.parametrize("name", PRESETS)
def test_the_settings_file_gives_the_same_settings(name: str, tmp_path: Path) -> None:
    found = reproduce(tmp_path / "run", find_preset(name))
    assert found.command == "evometa balance --settings settings.toml"
    assert BalanceSettings.from_json(tomllib.loads(found.files[SETTINGS_FILE])) == find_preset(name)


def test_patches_that_were_given_are_files_of_their_own(tmp_path: Path) -> None:
    found = reproduce(tmp_path / "run", BALANCE_SETTINGS)
    settings = tomllib.loads(found.files[SETTINGS_FILE])
    assert settings.pop("include") == ["exp1-best.toml"]
    assert found.files["exp1-best.toml"] == "[changes]\n"
    assert BalanceSettings.from_json(settings) == replace(BALANCE_SETTINGS, patches=())


def test_the_page_shows_command_files_and_version(tmp_path: Path) -> None:
    said = on_page(STORY.of(BALANCE.read(make_balance_run(tmp_path / "run", generations=1))))
    assert "evometa balance --settings settings.toml The file settings.toml" in said
    assert "The file exp1-best.toml [changes]" in said
    assert "rules version" in said


def test_toml_says_what_json_can_say() -> None:
    tree = {"a b": 1, "list": [1.5, "x", {"y": True}], "nothing": None, "table": {"in": {"deep": '\u00e4"\n'}}}
    assert tomllib.loads(format_toml(tree)) == {name: value for name, value in tree.items() if value is not None}


# --- nerfs ----------------------------------------------------------------------------------------


def test_the_command_of_a_scan_has_its_options(tmp_path: Path) -> None:
    command = reproduce_run(NERFS.read(make_nerfs_run(tmp_path / "run"))).command
    assert command.startswith("evometa nerfs 'Exp1 Paladin (Control)' --in paper-six ")
    assert "--players paper" in command
    assert "--allow-zero" not in command


@pytest.mark.parametrize(
    "settings",
    [
        NerfsSettings("Exp1 Paladin (Control)"),
        NerfsSettings("Exp2 Paladin (Control)", "paper-small", "fair", 60, "health", -2, allow_zero=True, seed=2**63),
    ],
    ids=["usual", "unusual"],
)
def test_the_command_of_a_scan_gives_the_same_settings(
    settings: NerfsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = reproduce_run(NERFS.read(store_run(NERFS, tmp_path / "run", settings, NerfsResults()))).command
    assert settings_asked_by(command, nerfs_work, "NERFS", monkeypatch, tmp_path / "other") == settings


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_is_not_taken_for_a_part_of_the_paper(tmp_path: Path) -> None:
    run = TABLE.read(make_table_run(tmp_path / "run", settings=TableSettings("starters", None, games=40, seed=3)))
    command = reproduce_table(run).command
    assert command.startswith("evometa meta starters --games 40 --seed ")
    assert "--players" not in command


def test_the_laboratory_plays_the_same_games_as_a_table(tmp_path: Path) -> None:
    metagame, rates = str(write_metagame(tmp_path)), np.array([[0.5, 0.3, 0.8], [0.6, 0.5, 0.4], [0.3, 0.5, 0.5]])
    settings = TableSettings(metagame, "fair", games=40, seed=3)
    TABLE.start(tmp_path / "run", settings, PlantedRunner(rates))
    run = TABLE.read(tmp_path / "run")
    assert run.results.table is not None
    _, reference, *options = reproduce_table(run).words
    found = dict(zip(options[::2], options[1::2], strict=True))
    assert (reference, found["--players"], found["--games"]) == ("planted.toml", "fair", "40")
    played = load_metagame(metagame).with_players("fair")
    again = play(played, seed=int(found["--seed"]), games=40, runner=PlantedRunner(rates)).evidence
    assert again.win_rate.tolist() == run.results.table.win_rate.value.tolist()
    assert int(again.games.sum()) == run.results.table.games_played
    other = play(played, seed=settings.seed, games=40, runner=PlantedRunner(rates)).evidence
    assert other.win_rate.tolist() != again.win_rate.tolist(), "the seed of the run is not that of its games"


# --- decks ----------------------------------------------------------------------------------------


def command_with(folder: Path, settings: DecksSettings) -> str:
    return reproduce_decks(DECKS.read(store_run(DECKS, folder, settings, DecksResults()))).command


def test_the_command_of_a_deck_search_has_what_is_not_as_usual(tmp_path: Path) -> None:
    usual = DecksSettings("mage", player="aggro", metagame="starters")
    assert command_with(tmp_path / "1", usual) == "evometa decks --class mage --player aggro --against starters"
    other = replace(
        SETTINGS,
        name="Mine",
        measures=("minions", "dust"),
        given=("exp1_paladin_aggro", str(tmp_path / "my deck.toml")),
        banned=("Wisp", "Consecration"),
        seed=7,
        map=MapSettings(evaluations=500, remap_every=50),
    )
    assert command_with(tmp_path / "2", other) == (
        "evometa decks --class paladin --player any --against paper-six --players paper --ban Wisp --ban Consecration "
        "--start-from exp1_paladin_aggro --start-from 'my deck.toml' --algorithm map-elites --measures minions,dust "
        "--games 60 --again-games 80 --audit-games 500 --finalists 3 --pilot-games 400 --evaluations 500 "
        "--remap-every 50 --name Mine --seed 7"
    )


@pytest.mark.parametrize(("pool", "said"), [("all", ""), ("paper", " --pool paper")])
def test_the_cards_of_a_deck_search_are_told_if_the_metagame_says_others(tmp_path: Path, pool: str, said: str) -> None:
    settings = DecksSettings("mage", metagame="classic-2014", pool=pool)
    command = command_with(tmp_path / "1", settings)
    assert command == f"evometa decks --class mage --player any --against classic-2014{said}"


def test_files_stand_in_the_command_without_their_folders(tmp_path: Path) -> None:
    files = {name: str(tmp_path / f"{name}.toml") for name in ("metagame", "player", "players")}
    command = command_with(tmp_path / "run", replace(SETTINGS, **files))
    assert "--player player.toml --against metagame.toml --players players.toml" in command


@pytest.mark.parametrize(
    "settings",
    [
        DecksSettings("mage", player="aggro", metagame="starters"),
        find_search("exp1-hunter-aggro"),
        DecksSettings(
            klass="mage",
            name="Mine",
            player="fair-aggro",
            metagame="starters",
            players="fair",
            pool="all",
            algorithm="map-elites",
            objective="wins",
            measures=("dust", "turns", "spells"),
            seats="first",
            games=100,
            again_games=300,
            audit_games=400,
            finalists=2,
            given=("starter_mage",),
            locked=("Wisp", "Frostbolt"),
            banned=("Fireball",),
            seed=2,
            map=MapSettings(evaluations=500, first=50, batch=40, smallest=3, largest=5, remap_every=60),
        ),
    ],
    ids=["usual", "preset", "unusual"],
)
def test_the_command_of_a_deck_search_gives_the_same_settings(
    settings: DecksSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = command_with(tmp_path / "run", settings)
    assert settings_asked_by(command, decks_work, "DECKS", monkeypatch, tmp_path / "other") == settings


def test_the_command_of_a_named_search_is_its_preset(tmp_path: Path) -> None:
    preset = find_search("exp2-paladin-control")
    assert command_with(tmp_path / "1", preset) == "evometa decks --preset exp2-paladin-control"
    assert "--preset" not in command_with(tmp_path / "2", replace(preset, seed=1))
