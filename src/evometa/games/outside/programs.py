"""A program that plays: it reads a line of JSON, and writes a line of JSON. `docs/how-to/your-own-game.md` says which.

It lives in a process for each thread, from chunk to chunk. One that ends, hangs or writes rubbish costs one message.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import signal
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

from evometa.games.game import SimulatorError
from evometa.games.outside.description import MOST_CARDS, read_description
from evometa.games.outside.simulators import Answer, Match, Session, Simulator, check_answer
from evometa.input.errors import Where
from evometa.input.shown_text import show_name

_PROTOCOL = 1
_HELLO_SECONDS = 60.0
LOOK_SECONDS = 0.1  # from one look at the clock to the next
_MOST_HELLO = 1 << 20  # letters of a line
_GAME_LETTERS = 32  # of an answer, for each game
_MOST_WORDS = 400  # letters of what a program said last
_MOST_ERRORS = 1 << 20  # bytes of its standard error that are kept


class ProgramSimulator(Simulator):
    """A program, of which each thread has a process."""

    def __init__(self, command: str, folder: str | None = None) -> None:
        super().__init__()
        self.command, self.folder = command, folder or str(Path.cwd())
        self.source = f"--game-command {command}"
        self.where = Where(self.source)
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise self.where.error(f"this is no command ({error})") from None
        if not self.words:
            raise self.where.error("found no program; allowed: a program and its arguments, as in './mygame --fast'")
        self.code = self._digest_files()
        self.origin = ("command", command, self.folder)
        first = _Process(self)
        try:
            self.hello = first.greet()
            self.description = read_description(self.where, self.hello)
        except BaseException:
            first.close()
            raise
        self._idle.append(first)
        weakref.finalize(self, _close_all, self._idle)

    def _digest_files(self) -> str:
        """A digest of all files that the command names."""
        digest = hashlib.sha256()
        for path in (Path(self.folder, word) for word in self.words):
            if path.is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()

    def start(self) -> Session:
        """One more process. It must be of the program that is known."""
        process = _Process(self)
        if process.greet() != self.hello:
            process.close()
            raise SimulatorError(f"{self.where}: it tells something else than before; start again with what it is now")
        return process


def _close_all(sessions: list[Session]) -> None:
    while sessions:
        sessions.pop().close()


class _Process(Session):
    """The program at work."""

    def __init__(self, simulator: ProgramSimulator) -> None:
        self.where = simulator.where
        self.told: dict[str, Any] = {}  # what it knows: numbers, and decks
        self.deadline, self.is_late, self.ended = inf, False, Event()
        self.errors = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - it is closed with the process
        self.seconds = _HELLO_SECONDS
        try:
            self.popen = subprocess.Popen(
                simulator.words,
                cwd=simulator.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                start_new_session=True,  # so that Ctrl-C is ours alone, and all that it starts ends with it
            )
        except OSError as error:
            self.errors.close()
            raise self.where.error(f"cannot be started ({error.strerror or error})") from None
        Thread(target=self._watch, name="evometa program", daemon=True).start()

    def greet(self) -> dict[str, Any]:
        """What it tells of itself."""
        found = self._ask({"do": "hello", "protocol": _PROTOCOL}, _MOST_HELLO + MOST_CARDS * 1_000)
        if found.pop("protocol", None) != _PROTOCOL:
            raise self._broken(f'it does not speak this protocol; allowed: "protocol": {_PROTOCOL} in its answer')
        self.seconds = seconds if type(seconds := found.get("seconds")) is int else _HELLO_SECONDS
        return found

    def play(self, match: Match) -> Answer:
        """Tell what it does not know yet, and have it play."""
        self._tell("numbers", match.numbers)
        self._tell("decks", match.decks, **({"classes": match.classes} if any(match.classes) else {}))
        asked = {"do": "play", "players": match.players, "seeds": match.seeds}
        if any(match.options):
            asked["options"] = match.options
        found = self._ask(asked, 1_000 + _GAME_LETTERS * len(match.seeds))
        if isinstance(problem := found.get("error"), str):
            raise self._broken(f"it says: {show_name(problem, _MOST_WORDS)}")
        return check_answer(found.get("winners"), found.get("turns"), match, str(self.where))

    def close(self) -> None:
        """End the process, and whatever it has started."""
        self._kill()
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout, self.errors):
            with suppress(OSError):  # what it never read
                pipe.close()  # type: ignore[union-attr]

    # --- lines ---

    def _tell(self, what: str, value: Sequence[Any], **more: Any) -> None:
        if self.told.get(what) != (value, more):
            self.told[what] = value, more
            self._send({"do": what, what: value, **more})

    def _ask(self, message: Mapping[str, Any], most: int) -> dict[str, Any]:
        """The answer to a message."""
        assert self.popen.stdout is not None
        self._send(message)
        line = self.popen.stdout.readline(most)
        self.deadline = inf
        if self.is_late:
            raise self._broken(
                f"no answer to '{message['do']}' within {self.seconds:g} seconds; allowed: a line for each, at once "
                '(flush it); a game that takes longer says so with "seconds" in its hello'
            )
        if not line:
            raise self._broken(f"it ended ({self._how_it_ended()}) instead of answering to '{message['do']}'")
        if os.fstat(self.errors.fileno()).st_size > _MOST_ERRORS:
            self.errors.truncate(0)
        return self._parse(line, str(message["do"]))

    def _parse(self, line: bytes, asked: str) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            text = show_name(line[:_MOST_WORDS].decode("utf-8", "replace").strip())
            raise self._broken(f"found '{text}' as the answer to '{asked}'; allowed: one line of JSON, an object")
        return found

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self.popen.stdin is not None
        self.deadline = monotonic() + self.seconds
        with suppress(BrokenPipeError):  # it has ended: whoever waits for the answer says so
            self.popen.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self.popen.stdin.flush()

    # --- its end ---

    def _broken(self, problem: str) -> SimulatorError:
        self.errors.seek(0)
        said = self.errors.read()[-_MOST_WORDS:].decode("utf-8", "replace").strip().splitlines()
        return SimulatorError(f"{self.where}: {problem}" + (f"; it said last: {show_name(said[-1])}" if said else ""))

    def _how_it_ended(self) -> str:
        try:
            code = self.popen.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    def _watch(self) -> None:
        """End the process if it is late."""
        while self.popen.poll() is None:
            if monotonic() > self.deadline:
                self.is_late = True
                self._kill()
                return
            self.ended.wait(LOOK_SECONDS)

    def _kill(self) -> None:
        self.ended.set()
        with suppress(ProcessLookupError, PermissionError):  # it is gone already
            if hasattr(os, "killpg"):
                os.killpg(self.popen.pid, signal.SIGKILL)
            else:
                self.popen.kill()
