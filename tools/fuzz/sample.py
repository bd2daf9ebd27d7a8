"""Compiled against uncompiled: the same game in this process and in one where nothing is compiled.

As a program it reads games from standard input, a line each, and answers each with a line: what it played.
"""

from __future__ import annotations

import json
import signal
import sys
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.parity.processes import start_python
from tools.fuzz.batches import Game
from tools.fuzz.fixtures import game_tree, parse_game

from evometa.games.hearthstone.play.batch import CHECKED
from evometa.games.hearthstone.watching.playthrough import record_any_game

Record = list[tuple[int, int]]


@dataclass(frozen=True)
class Comparison:
    """A game that was played both ways."""

    setting: Game
    record: Record  # of the compiled game, up to the first action that differs
    difference: str  # empty: there is none


class Uncompiled:
    """A process that plays games uncompiled, one after the other."""

    def __init__(self) -> None:
        self.process = start_python(["-m", "tools.fuzz.sample"], {"NUMBA_DISABLE_JIT": "1"})

    def play(self, setting: Game) -> tuple[Record, str]:
        """What `record_any_game` gives there, the error in words."""
        question, replies, errors = self.process.stdin, self.process.stdout, self.process.stderr
        assert question
        assert replies
        assert errors
        question.write(json.dumps(game_tree(setting)) + "\n")
        question.flush()
        line = replies.readline()
        if not line:
            raise RuntimeError(f"the process that plays uncompiled has ended: {errors.read()}")
        answer = json.loads(line)
        return [(action, state) for action, state in answer["record"]], answer["problem"]

    def end(self) -> None:
        """End the process, even if it is still at work."""
        self.process.kill()
        self.process.communicate()


def compare(setting: Game, uncompiled: Uncompiled) -> Comparison:
    """Play a game both ways: every action, every position and how it ended."""
    with np.errstate(over="ignore"):  # uncompiled hashes wrap around, and each thread has its own settings
        here, error = record_any_game(setting, CHECKED)
    there, problem = uncompiled.play(setting)
    for n, (mine, theirs) in enumerate(zip(here, there, strict=False)):
        if mine != theirs:
            return Comparison(setting, here[: n + 1], f"uncompiled, action {n + 1} gives another position")
    n = min(len(here), len(there))
    if problem != str(error or ""):
        return Comparison(setting, here, f"compiled, the game ends with error {error}; uncompiled: {problem or 0}")
    if len(here) != len(there):
        return Comparison(setting, here[: n + 1], f"uncompiled, the game has {len(there)} actions and not {len(here)}")
    return Comparison(setting, here, "")


class Sample:
    """Games that are compared in the background, while others are played."""

    def __init__(self) -> None:
        self.uncompiled = Uncompiled()
        self.pool = ThreadPoolExecutor(1)
        self.waiting: list[Future[Comparison]] = []

    def add(self, setting: Game) -> None:
        """Have a game compared."""
        self.waiting.append(self.pool.submit(compare, setting, self.uncompiled))

    def take_done(self) -> list[Comparison]:
        """What was compared since the last call."""
        done = [future for future in self.waiting if future.done()]
        self.waiting = [future for future in self.waiting if future not in done]
        return [future.result() for future in done]

    def end(self) -> None:
        """End the process; what still waits is not compared."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.uncompiled.end()


# --- the other process --------------------------------------------------------------------------


def answer(line: str) -> dict[str, Any]:
    """Play the game of a line. A crash is an answer too: compiled code would go on, with anything at all."""
    try:
        record, error = record_any_game(parse_game(json.loads(line), "sample"), CHECKED)
    except Exception:
        return {"record": [], "problem": traceback.format_exc()}
    return {"record": record, "problem": str(error or "")}


def main() -> None:
    """Answer every line until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
