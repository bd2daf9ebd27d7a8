"""A real studio and a real Chromium, for `make browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

# Chromium is not to talk to its makers, and has no screen here.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_INSTALL = (
    "there is no Chromium: install one (Debian: apt-get install chromium), or name yours with make browser CHROMIUM=..."
)


def find_chromium() -> str:
    """The program: that of the variable CHROMIUM, or the first one that is there."""
    asked = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [asked] if asked else NAMES)), None)
    if found is None:
        pytest.exit(HOW_TO_INSTALL, returncode=2)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        yield browser
        browser.close()


class Server:
    """A studio in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [
            sys.executable,
            "-m",
            "evometa.app.main",
            "studio",
            str(folder),
            "--no-open",
            "--port",
            "0",
            *options,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().removeprefix("evometa studio: ").strip().rstrip("/")
        assert self.address.startswith("http://"), "the studio did not start"

    def end(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio for a folder with nothing in it."""
    server = Server(tmp_path_factory.mktemp("studio"))
    yield server.address
    server.end()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of 1,280 pixels in which nothing may go wrong."""
    problems: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", note)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []
