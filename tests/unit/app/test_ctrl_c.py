"""Ctrl-C at any moment: one line and exit code 130, in real processes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import warnings

import pytest

from evometa.app import commands
from evometa.app.ctrl_c import FAREWELL, INTERRUPTED
from evometa.app.main import main
from evometa.input.errors import Notice

# What a process does: it says when the command begins, as the installed script would begin it.
COMMAND = "from evometa.app.main import start; print('begun', flush=True); start()"
# The same with a command that does what the code says.
OWN_COMMAND = """
import ctypes, sys, threading, time
from evometa.app import commands

def work(arguments):
{work}

commands.run_command = work
"""
LOSE = """
    class Careless:
        def __del__(self):
            time.sleep(0.5)
    Careless()
    time.sleep(600)
"""
LOSE_IN_CALLBACK = """
    callback = ctypes.CFUNCTYPE(None)(lambda: time.sleep(0.5))
    callback()
    time.sleep(600)
"""
STAY_AWAY = """
    ctypes.CDLL(None).usleep(600_000_000)
"""
LEAVE_THREADS = """
    threading.Thread(target=time.sleep, args=[600]).start()
    time.sleep(600)
"""


def start_command(*arguments: str, code: str = "") -> subprocess.Popen[str]:
    """A process that has just begun its command."""
    process = subprocess.Popen(
        [sys.executable, "-c", code + COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def interrupt(process: subprocess.Popen[str]) -> tuple[int, list[str]]:
    """The exit code of a process after Ctrl-C, and the lines it says; what it was at would take much longer."""
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    return process.returncode, told.splitlines()


def test_ctrl_c_while_a_command_is_imported() -> None:
    draw = random.Random(8)
    # Importing takes a little longer than that; after it, games at hand are waited for, which take long uncompiled.
    for seconds in (0, 0.01, 0.05, *(draw.uniform(0, 0.4) for _ in range(5))):
        process = start_command("meta", "paper-six", "--games", "2")
        time.sleep(seconds)
        assert interrupt(process) == (INTERRUPTED, [FAREWELL])


@pytest.mark.parametrize("work", [LOSE, LOSE_IN_CALLBACK, STAY_AWAY, LEAVE_THREADS])
def test_ctrl_c_where_an_exception_does_not_get_through(work: str) -> None:
    process = start_command(code=OWN_COMMAND.format(work=work))
    time.sleep(0.3)
    assert interrupt(process) == (INTERRUPTED, [FAREWELL])


def test_a_command_that_ignores_ctrl_c_goes_on_doing_so() -> None:
    """As in the background, or under nohup."""
    code = (
        f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{OWN_COMMAND.format(work='    time.sleep(1)')}"
    )
    process = start_command(code=code)
    assert interrupt(process) == (0, [])


def test_a_command_called_from_python_leaves_everything_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    with pytest.raises(SystemExit):
        main(["--version"])
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before


def test_notices_are_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with commands.notices_as_lines():
        warnings.warn("something to know", Notice, stacklevel=1)
    assert capsys.readouterr().err == "evometa: something to know\n"
