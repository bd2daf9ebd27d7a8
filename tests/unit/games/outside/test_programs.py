"""A program as a game: what it is told, and that one that fails costs one message."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from tests.unit.games.outside.conftest import Run, tell
from tests.unit.games.outside.test_python import play_all

from evometa.games.outside.loading import load_command
from evometa.games.outside.programs import ProgramSimulator
from evometa.matches.remote.executors import on_processes


def test_threads_and_processes_play_the_same_games(program: str) -> None:
    game = load_command(program)
    one = play_all(game, threads=1)
    assert one.n_turns > one.n_games
    assert play_all(game, threads=2).checksum() == one.checksum()
    with on_processes(2) as runner:
        assert play_all(game, runner=runner).checksum() == one.checksum()


def test_a_process_lives_from_chunk_to_chunk_and_ends_with_the_game(folder: Path) -> None:
    simulator = ProgramSimulator(tell("fine"))
    with simulator.session() as first:
        pass
    with simulator.session() as again, simulator.session() as other:
        assert again is first is not other
    simulator.close()
    assert first.popen.poll() is not None  # type: ignore[attr-defined]


LONG = 300  # seconds, on a machine with much to do; one that hangs would hang for longer


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("die", r"it ended \(exit code 3\) instead of answering to 'play'; it said last: out of cheese"),
        ("abort", r"it ended \(signal 6\) instead of answering to 'play'"),
        ("hang", "no answer to 'play' within 1 seconds"),
        ("rubbish", "found '<xml>' as the answer to 'play'; allowed: one line of JSON, an object"),
        ("few", r"winners: found \d+; allowed: one for each of \d+ games"),
        ("many", r"winners: found \d+; allowed: one for each of \d+ games"),
        ("three", r"winners: found 3; allowed: 0 \(the first deck\)"),
        ("truth", r"winners: found True; allowed: 0 \(the first deck\)"),
        ("text", r"winners: found .0+.; allowed: a list"),
        ("turns", r"turns: found -1; allowed: 0 to 30,000"),
        ("long", r"found '\[0,0,.*' as the answer to 'play'"),
        ("error", "it says: no such card"),
        ("chatty", "found 'Loading' as the answer to 'hello'"),
        ("later", 'it does not speak this protocol; allowed: "protocol": 1'),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_program_that_fails_costs_one_message(run: Run, how: str, message: str) -> None:
    started = time.monotonic()
    code, printed, said = run("meta", "told.toml", "--game-command", tell(how), "--games", "200")
    assert (code, printed) == (2, "")
    assert said.count("evometa: ") == 1
    assert "Traceback" not in said
    assert re.search(message, said), said
    assert time.monotonic() - started < LONG


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("./nothing", "--game-command ./nothing: cannot be started (No such file or directory)"),
        ("'", "this is no command (No closing quotation)"),
        ("", "found no program"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_no_program_is_refused(run: Run, command: str, message: str) -> None:
    code, _, said = run("meta", "told.toml", "--game-command", command)
    assert code == 2
    assert message in said
