"""A real studio and a real Chromium, for `make browser`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from tests.studio.server import Server
from tests.studio.small_runs import add_finished_runs, add_troubled_runs

from evometa.games.registry import default_game

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


PATIENCE = 60_000  # milliseconds: games may be played beside the tests

expect.set_options(timeout=PATIENCE)


def find_chromium() -> str:
    """The program: that of the variable CHROMIUM, or the first one that is there."""
    asked = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [asked] if asked else NAMES)), None)
    if found is None:
        pytest.exit(HOW_TO_INSTALL, returncode=2)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    default_game().prepare()  # pages would otherwise wait for it longer than the tests do
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio for a folder with nothing in it."""
    with Server(tmp_path_factory.mktemp("studio")) as server:
        yield server.root


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    """The address of a studio for a folder with runs, finished ones and others."""
    folder = tmp_path_factory.mktemp("furnished")
    add_troubled_runs(folder / "runs")
    add_finished_runs(folder / "runs")
    with Server(folder) as server:
        yield server.root


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of 1,280 pixels in which nothing may go wrong."""
    problems: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.on("console", note)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    page.close()
    assert problems == []
