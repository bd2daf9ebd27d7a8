"""Ctrl-C: at whatever moment it comes, a command ends with one line and exit code 130.

Python turns Ctrl-C into a `KeyboardInterrupt` in the main thread, but only when that thread runs Python, and not where
an exception cannot pass, as in callbacks of the compiler. So a second thread watches: an interrupt that got lost is
sent again, and if the main thread takes no notice for too long, the process ends at once. Nothing is lost by that,
because all that evometa keeps is written whole or not at all.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

INTERRUPTED = 130  # exit code, as shells have it for Ctrl-C
FAREWELL = "evometa: interrupted"
_SHOW_CURSOR = "\x1b[?25h"  # a progress bar hides it
PATIENCE = 1.0  # seconds in which the main thread has to take notice
LOST = b"\0"  # in the pipe: an interrupt was raised where it could not pass
PAUSE = 0.02  # seconds until it is raised again

_farewells: list[Callable[[], str]] = [lambda: FAREWELL]


@contextmanager
def farewell(words: Callable[[], str]) -> Iterator[None]:
    """While this lasts, other words are said if the process has to end at once."""
    _farewells.append(words)
    try:
        yield
    finally:
        _farewells.remove(words)


@contextmanager
def watch_ctrl_c() -> Iterator[None]:
    """While this lasts, Ctrl-C ends the process at any moment. Where it is ignored, it stays so."""
    can_watch = os.name == "posix" and threading.current_thread() is threading.main_thread()
    if not can_watch or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    watch = _Watch()
    try:
        yield
    finally:
        watch.end()


class _Watch:
    """The signal, the pipe into which the system writes it, and the thread that reads the pipe."""

    def __init__(self) -> None:
        self.noticed = threading.Event()
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.writer, False)
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        self.report, sys.unraisablehook = sys.unraisablehook, self.keep_interrupt
        self.former = signal.set_wakeup_fd(self.writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self.interrupt)

    def end(self) -> None:
        """Put everything back."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(self.former)
        sys.unraisablehook = self.report
        os.close(self.writer)  # which ends the thread

    def interrupt(self, number: int, frame: object) -> NoReturn:
        """What Python does in the main thread."""
        self.noticed.set()
        raise KeyboardInterrupt

    def keep_interrupt(self, found: Any) -> None:
        """An exception that cannot pass is reported, but an interrupt comes again."""
        if issubclass(found.exc_type, KeyboardInterrupt):
            os.write(self.writer, LOST)
        else:
            self.report(found)

    def watch(self) -> None:
        """What the second thread does."""
        while content := os.read(self.reader, 1):
            if content == LOST:
                time.sleep(PAUSE)
                _thread.interrupt_main()
            elif content[0] == signal.SIGINT:
                if not self.noticed.wait(PATIENCE):
                    leave(_farewells[-1]())
                self.noticed.clear()
        os.close(self.reader)


def end_process(error: BaseException | None) -> None:
    """Nothing is left to do but to end: Ctrl-C has no more meaning, and after one nobody waits for other threads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if isinstance(error, SystemExit) and error.code == INTERRUPTED:
        sys.stdout.flush()
        sys.stderr.flush()
        leave()


def leave(words: str = "") -> NoReturn:
    """End the process at once, with exit code 130, and words about it."""
    signs = f"\r{_SHOW_CURSOR}" if words and sys.__stderr__ is not None and sys.__stderr__.isatty() else ""
    if words:
        os.write(2, f"{signs}{words}\n".encode(errors="replace"))
    from evometa.games.compiled.cache_folders import remove_temporary

    remove_temporary()
    os._exit(INTERRUPTED)
