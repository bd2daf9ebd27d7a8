"""A studio in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import psutil


class Server:
    """A studio that listens at `address`."""

    def __init__(self, folder: Path, *options: str, token: bool = False, browser: Path | None = None) -> None:
        command = [
            sys.executable,
            "-m",
            "evometa.app.main",
            "studio",
            str(folder),
            "--port",
            "0",
            *([] if token else ["--no-token"]),
            *([] if browser else ["--no-open"]),
            *options,
        ]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NICEGUI")}
        environment |= {"BROWSER": str(browser)} if browser else {}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.address = line.removeprefix("evometa studio: ").strip()
        assert self.address.startswith("http://"), f"the studio did not start: {line}"
        self.root = self.address.split("?")[0].rstrip("/")
        self.port = urlsplit(self.address).port or 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    @property
    def memory(self) -> int:
        """How many bytes of memory it takes."""
        text = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8")
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def seconds(self) -> float:
        """How many seconds of CPU time it has taken: unlike a clock, they do not tell what else the machine does."""
        return sum(psutil.Process(self.process.pid).cpu_times()[:2])

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C; returns the exit code, and what was printed after the address."""
        self.process.send_signal(signal.SIGINT)
        printed, _ = self.process.communicate(timeout=300)
        return self.process.returncode, printed.decode()

    def end(self) -> None:
        """End it at once, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
