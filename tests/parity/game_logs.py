"""Logs of games: every action, and the hash of the whole position after it.

As a program it reads games from standard input and writes their logs, so that they can be played in a process with
other settings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from tests.parity.processes import finish, start_python

from evometa.games.hearthstone.watching.playthrough import record_game
from evometa.metagame.single_games import prepare_game

PROCESSES = 2  # at a time


class LoggedGame(NamedTuple):
    """A game between two built-in decks."""

    decks: tuple[str, str]
    players: tuple[str, str]  # as `evometa play` takes them
    seed: int
    width: int = 4
    depth: int = 13


def write_log(game: LoggedGame) -> list[str]:
    """Play a game; returns a line for each action."""
    setting = prepare_game(game.decks, game.players, game.seed)
    first, second = (replace(player, width=game.width, depth=game.depth) for player in setting.players)
    record = record_game(replace(setting, players=(first, second)))
    return [f"{action:08x} {state:016x}" for action, state in record]


def write_logs_uncompiled(games: Sequence[LoggedGame]) -> list[list[str]]:
    """The same in processes where nothing is compiled."""
    parts = [games[k::PROCESSES] for k in range(PROCESSES)]
    with ThreadPoolExecutor(PROCESSES) as pool:
        written = [iter(part) for part in pool.map(_write_elsewhere, parts)]
    return [next(written[k % PROCESSES]) for k in range(len(games))]


def _write_elsewhere(games: Sequence[LoggedGame]) -> list[list[str]]:
    process = start_python(["-m", "tests.parity.game_logs"], {"NUMBA_DISABLE_JIT": "1"})
    logs: list[list[str]] = json.loads(finish(process, json.dumps(games)))
    return logs


def _read_games(text: str) -> Iterator[LoggedGame]:
    for decks, players, *numbers in json.loads(text):
        yield LoggedGame(tuple(decks), tuple(players), *numbers)


if __name__ == "__main__":
    print(json.dumps([write_log(game) for game in _read_games(sys.stdin.read())]))
