"""`evometa studio` before there is a server: what is missing, and what is wrong, is told."""

import socket
from pathlib import Path

import pytest

from evometa.app import studio
from evometa.app.commands import run_command
from evometa.games.registry import find_game
from evometa.studio import server
from evometa.studio.settings import StudioSettings


def complaint_of(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        run_command(["studio", "--no-open", *arguments])
    assert ended.value.code == 2
    return " ".join(capsys.readouterr().err.split())


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(studio, "find_spec", lambda name: None)
    assert complaint_of(capsys=capsys).endswith("pip install 'evometa[studio]'")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = complaint_of(str(tmp_path / "gone"), "--port", "0", capsys=capsys)
    assert "there is no such folder" in told


def test_a_network_is_not_let_in_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    told = complaint_of("--host", "0.0.0.0", "--no-token", capsys=capsys)
    assert "--no-token with --host 0.0.0.0: others are let in with the token alone; leave out one" in told


@pytest.mark.parametrize(("options", "has_token"), [([], True), (["--no-token"], False), (["--host", "::1"], True)])
def test_a_token_is_asked_for_unless_told_otherwise(
    options: list[str], has_token: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[StudioSettings] = []
    monkeypatch.setattr(server, "serve", lambda settings, *rest: served.append(settings))
    with pytest.raises(SystemExit):
        run_command(["studio", "--no-open", *options])
    assert (served[0].token is not None) == has_token


def test_a_game_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    served: list[StudioSettings] = []
    monkeypatch.setattr(server, "serve", lambda settings, *rest: served.append(settings))
    for options in ([], ["--game", "hearthstone"]):
        with pytest.raises(SystemExit):
            run_command(["studio", "--no-open", *options])
    assert [settings.game for settings in served] == [None, find_game("hearthstone")]
    assert "unknown game 'nonsense'; allowed: hearthstone" in complaint_of("--game", "nonsense", capsys=capsys)


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = complaint_of(str(tmp_path), "--port", port, capsys=capsys)
    assert f"port {port}" in told
    assert "another port with --port" in told
