"""A process that tries inputs, one after the other: it may run out of time or memory, and is then replaced.

As a program it reads orders from standard input, a line each, and answers each with a line: what came of the input.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.parity.processes import start_python
from tools.fuzz_input.attempt import Input, Outcome, attempt
from tools.fuzz_input.kept import read_kept

MOST_SECONDS = 5.0  # of CPU time for one input
MOST_WAITING = 10.0  # seconds by the clock in which it sleeps: who waits for something uses no CPU time
MOST_STARTING = 120.0  # seconds of either kind until a process is ready
MOST_MEMORY = 1 << 30  # bytes that a process may use
MORE_ADDRESSES = 2 << 30  # bytes that it may reserve, beyond what it has when it starts
WAKE_SECONDS = 0.25
TICKS = os.sysconf("SC_CLK_TCK")

Order = dict[str, Any]  # "seed" and "number" of an input, or its "target" and "path"


class Worker:
    """A process that tries inputs, and the clock beside it."""

    def __init__(self, runs: Path, program: str = "tools.fuzz_input.worker") -> None:
        self.runs, self.program = runs, program
        self._start()

    def _start(self) -> None:
        self.process = start_python(["-m", self.program, str(self.runs)], {"NUMBA_DISABLE_JIT": "1"})
        assert self._read_line(MOST_STARTING, MOST_STARTING) == "ready\n", "a worker does not start"

    def do(self, order: Order) -> Outcome:
        """What came of an input; a process that hangs or dies is replaced."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self._read_line(MOST_WAITING, MOST_SECONDS)
        if line and line.endswith("\n"):
            outcome = Outcome(**json.loads(line))
            if outcome.peak <= MOST_MEMORY:
                return outcome
            self.restart()  # the peak of a process never falls
            return replace(outcome, problem=outcome.problem or f"more than {MOST_MEMORY >> 20} MB of memory")
        problem = f"it hangs: more than {MOST_SECONDS:.0f} s" if line is None else "the process has died"
        errors = self.restart()
        return Outcome(order.get("target", ""), None, problem, errors)

    def _read_line(self, patience: float, most_cpu: float) -> str | None:
        """The next line; None if the process waits or works for too long; empty if it ends.

        Where others use the machine, a process that works may have to stand in line: that is not its fault.
        """
        assert self.process.stdout
        started, asleep, before = self._look()[0], 0.0, time.monotonic()
        while not select.select([self.process.stdout], [], [], WAKE_SECONDS)[0]:
            (cpu, is_asleep), now = self._look(), time.monotonic()
            asleep, before = asleep + now - before if is_asleep else 0.0, now
            if asleep > patience or cpu - started > most_cpu:
                return None
        return self.process.stdout.readline()

    def _look(self) -> tuple[float, bool]:
        """The CPU seconds of the process so far, and whether it waits for something other than its turn."""
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii", errors="replace")
        except OSError:
            return 0.0, True
        state, *fields = text.rpartition(")")[2].split()
        return (int(fields[10]) + int(fields[11])) / TICKS, state != "R"

    def restart(self) -> str:
        """End the process and start another; returns the errors that the first one has written."""
        errors = self.end()
        self._start()
        return errors

    def end(self) -> str:
        """End the process, even if it is still at work; returns the errors that it has written."""
        self.process.kill()
        return self.process.communicate()[1]


# --- the process itself ---------------------------------------------------------------------------


def limit_memory() -> None:
    """Let the system refuse memory without end."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MORE_ADDRESSES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer every line until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    runs, replies = Path(sys.argv[1]), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing else can mix with the replies
    limit_memory()
    with TemporaryDirectory() as name:
        os.chdir(name)
        print("ready", file=replies, flush=True)
        for line in sys.stdin:
            order = json.loads(line)
            if "target" in order:
                item = read_kept(Path(order["path"]))
            else:
                item = Input.draw(order["seed"], order["number"], runs)
            print(json.dumps(asdict(attempt(item, Path(name)))), file=replies, flush=True)


if __name__ == "__main__":
    main()
