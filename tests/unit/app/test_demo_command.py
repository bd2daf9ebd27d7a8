"""`evometa demo`: win rates per seat, then one game."""

import io

import pytest
from rich.console import Console
from tests.unit.matches.small_games import DECKS, PLAYERS

from evometa.app import demo_command
from evometa.app.demo_command import play_both_seats, run_demo, seat_table


def shown(wins: list[list[int]]) -> list[list[str]]:
    console = Console(file=io.StringIO(), width=200)
    console.print(seat_table(DECKS, wins))
    assert isinstance(console.file, io.StringIO)
    lines = [line for line in console.file.getvalue().splitlines() if "│" in line]
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]


def test_both_seats_are_counted_for_the_first_deck() -> None:
    assert shown([[60, 39, 1], [40, 60, 0]]) == [
        ["Hunter", "100", "60", "39", "1", "60.6%", "50.8 to 69.7%"],
        ["Paladin", "100", "40", "60", "0", "40.0%", "30.9 to 49.8%"],
        ["both seats", "200", "100", "99", "1", "50.3%", "43.4 to 57.1%"],
    ]


def test_without_decided_games_there_is_no_rate() -> None:
    assert shown([[0, 0, 1], [0, 0, 1]])[2] == ["both seats", "2", "0", "0", "2", "-", "0.0 to 100.0%"]


def test_games_are_played_from_both_seats() -> None:
    random = PLAYERS[1]
    wins = play_both_seats(DECKS, [random, random], games=1, seed=1, threads=1)
    assert [sum(row) for row in wins] == [1, 1]


def test_the_demo_shows_rates_and_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(demo_command, "play_both_seats", lambda *arguments: [[3, 1, 0], [2, 2, 0]])
    monkeypatch.setattr(demo_command, "show_game", lambda console, *arguments: console.print("the game"))
    run_demo(games=4, seed=1, threads=None)
    output = capsys.readouterr().out
    assert "Win rate of Exp1 Paladin (Control) against Exp1 Warlock (Control)" in output
    assert output.index("both seats") < output.index("the game")
