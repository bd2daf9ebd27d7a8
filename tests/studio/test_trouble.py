"""Real studios in trouble: a full disk, a browser that dies, two studios on one folder; and no wrong result."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.studio.server import Server
from tests.studio.small_runs import SMALL_BALANCE
from tests.studio.tabs import PATIENCE, open_tab

from evometa.experiments.balance.work import BALANCE
from evometa.experiments.progress import Progress
from evometa.matches.runners import ThreadRunner
from evometa.search.settings import EvolutionSettings
from evometa.store.run import describe_run

SETTINGS = replace(SMALL_BALANCE, evolution=EvolutionSettings(population=8, generations=20))
PAGE, RESUME = "/runs?run=begun", "Resume the run"
FINISHED = "This run is finished."


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What the run finds if nothing happens to it."""
    folder = tmp_path_factory.mktemp("plain") / "run"
    BALANCE.start(folder, SETTINGS, ThreadRunner(1))
    return findings(folder)


def findings(folder: Path) -> dict[str, object]:
    return BALANCE.read(folder).results.to_json()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run that was interrupted."""

    def interrupt(progress: Progress) -> None:
        if progress.step == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "runs" / "begun", SETTINGS, ThreadRunner(1), interrupt)
    return tmp_path


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of a server can grow beyond what it takes to read a run."""
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)


def test_a_run_stops_at_a_full_disk_and_goes_on_when_there_is_room(folder: Path, plain: dict[str, object]) -> None:
    async def meet(server: Server) -> None:
        async with open_tab(server, PAGE) as tab:
            await tab.hear(RESUME)
            with full_disk(server):
                await tab.press(RESUME)
                await tab.hear("This run stopped because something went wrong.")
                await tab.hear("what was stored before is safe")
        async with open_tab(server, PAGE) as tab:
            await tab.hear(RESUME)
            await tab.press(RESUME)
            await tab.hear(FINISHED)

    with Server(folder) as server:
        asyncio.run(meet(server))
        printed = server.interrupt()[1]
    assert "Traceback" not in printed
    assert findings(folder / "runs" / "begun") == plain


def test_a_run_goes_on_when_the_browser_is_killed(folder: Path, plain: dict[str, object]) -> None:
    async def leave(server: Server) -> None:
        async with open_tab(server, PAGE) as tab:
            await tab.hear(RESUME)
            await tab.press(RESUME)
            async with asyncio.timeout(PATIENCE):  # a page that looks once a second may never say "in progress"
                while describe_run(folder / "runs" / "begun").status == "interrupted":
                    await asyncio.sleep(0.01)
            tab.socket.transport.abort()

    async def come_back(server: Server) -> None:
        async with open_tab(server, PAGE) as tab:
            await tab.hear(FINISHED)

    with Server(folder) as server:
        asyncio.run(leave(server))
        asyncio.run(come_back(server))
    assert findings(folder / "runs" / "begun") == plain


def test_of_two_studios_one_carries_a_run_out_and_both_show_it(folder: Path, plain: dict[str, object]) -> None:
    async def meet(first: Server, second: Server) -> None:
        async with open_tab(first, PAGE) as ours, open_tab(second, PAGE) as theirs:
            await ours.hear(RESUME)
            await theirs.hear(RESUME)
            await ours.press(RESUME)
            await theirs.press(RESUME)
            await asyncio.gather(ours.hear(FINISHED), theirs.hear(FINISHED))

    with Server(folder) as first, Server(folder) as second:
        asyncio.run(meet(first, second))
        assert "Traceback" not in first.interrupt()[1] + second.interrupt()[1]
    assert findings(folder / "runs" / "begun") == plain
