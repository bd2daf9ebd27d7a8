"""`evometa list`, and the commands that list what they could be asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evometa.app.main import main
from evometa.games.decks.deck import builtin_decks
from evometa.games.game import DRAFT, FEATURES
from evometa.games.players import builtin_players
from evometa.games.registry import GAMES
from evometa.metagame.metagames import builtin_metagames


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    return capsys.readouterr().out


def test_the_list_has_all_that_is_built_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = json.loads(shown(capsys, "list", "--json"))
    assert [row["name"] for row in data["metagames"]] == list(builtin_metagames())
    assert [row["name"] for row in data["decks"]] == list(builtin_decks())
    assert {*builtin_players(), "paper", "fair"} == {row["name"] for row in data["players"]}
    assert {"for": "balance", "name": "quick"} in data["presets"]
    assert data["runs"] == []
    assert all(row["about"] for row in (*data["metagames"], *data["players"]))


def test_games_are_listed_with_what_they_offer(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, "list", "games", "--json"))["games"]
    assert [row["name"] for row in found] == list(GAMES)
    assert {"name": "hearthstone", "title": "Hearthstone", "offers": ", ".join(sorted({*FEATURES} - {DRAFT}))} in found


def test_presets_are_those_whose_players_and_metagames_a_game_has(capsys: pytest.CaptureFixture[str]) -> None:
    def presets(*arguments: str) -> set[tuple[str, str]]:
        rows = json.loads(shown(capsys, "list", "presets", "--json", *arguments))["presets"]
        return {(row["for"], row["name"]) for row in rows}

    assert {("balance", "paper-1"), ("decks", "exp1-hunter-aggro")} <= presets()
    assert presets("--game", "locm") == {("balance", "quick"), ("balance", "demo")}


def test_a_game_by_name_has_its_own_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "list", "decks", "--game", "hearthstone") == shown(capsys, "list", "decks")


def test_nothing_is_cut_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    assert "…" not in shown(capsys, "list")


def test_meta_and_deck_without_an_argument_list_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(name in shown(capsys, "meta") for name in builtin_metagames())
    assert all(name in shown(capsys, "deck") for name in builtin_decks())


def test_an_unknown_list_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["list", "player"])
    assert end.value.code == 2
    assert "did you mean 'players'?" in capsys.readouterr().err
