"""Crowds: those who ask for pages and never come back, and a hundred pages that are open at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from nicegui import Client
from nicegui.testing import User
from tests.studio.reading import words
from tests.studio.server import Server
from tests.studio.simulation import simulate, wait_until
from tests.studio.tabs import PATHS, get
from tools.studio_load import MEGABYTE, knock, open_all, settle

from evometa.studio.guard import MOST_SOCKETS
from evometa.studio.pages import PAGES
from evometa.studio.pages.page import MOST_BUILT, MOST_WAITING, Arguments, add_pages
from evometa.studio.state import Studio

SOON = 2.0  # seconds until a new page is answered
LITTLE = 100 * MEGABYTE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("studio")) as server:
        yield server


def test_nothing_is_built_for_those_who_have_gone(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        for path in PATHS * 3:
            await user.http_client.get(path)
        Client.prune_instances(client_age_threshold=0)
        assert not Client.instances
        await user.open("/runs")  # for which all that was there before has had its turn
        assert not studio.benches._kept._things
        assert not studio.measurements._kept._things
        assert not studio.drafts._kept._things

    simulate(tmp_path, scenario)


def test_of_those_who_have_not_come_back_only_the_last_are_waited_for(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        for _ in range(MOST_WAITING + 20):
            await user.http_client.get("/runs")
        assert len(Client.instances) <= MOST_WAITING
        await user.open("/runs")
        await wait_until(lambda: "There is no run in the folder yet." in words(user))

    simulate(tmp_path, scenario)


def test_only_some_pages_are_built_at_once(tmp_path: Path) -> None:
    gate, built, most = asyncio.Event(), [0, 0], [0]

    async def build(studio: Studio, arguments: Arguments) -> None:
        built[0] += 1
        most[0] = max(most[0], built[0] - built[1])
        await gate.wait()
        built[1] += 1

    async def scenario(user: User, studio: Studio) -> None:
        add_pages(studio, (replace(PAGES[0], build=build),))
        for _ in range(3 * MOST_BUILT):
            await user.open(PATHS[0])
        await wait_until(lambda: built[0] == MOST_BUILT)
        gate.set()
        await wait_until(lambda: built == [3 * MOST_BUILT] * 2)
        assert most == [MOST_BUILT]

    simulate(tmp_path, scenario)


def cost(server: Server, path: str) -> float:
    """The CPU seconds that the studio takes until it has answered: other tests may have the cores."""
    before = server.seconds
    get(server, path)
    return server.seconds - before


def test_hundreds_of_requests_leave_the_studio_as_it_was(server: Server) -> None:
    before = settle(server)
    ((_, memory),) = knock(server, 60, wait=0)
    assert memory - before < LITTLE
    assert cost(server, PATHS[0]) < SOON


@pytest.mark.nightly
def test_thousands_of_requests_leave_the_studio_as_it_was(server: Server) -> None:
    before = settle(server)
    found = list(knock(server, 1_000, wait=300))
    print(f"{max(found)[0]:.2f} s, {(max(memory for _, memory in found) - before) / MEGABYTE:.1f} MB more")
    assert max(memory for _, memory in found) - before < LITTLE
    assert max(seconds for seconds, _ in found) < SOON


def test_a_hundred_pages_can_be_open_at_once(server: Server) -> None:
    asyncio.run(open_all(server, MOST_SOCKETS, ["/runs", "/decks"]))
    assert cost(server, "/bench") < SOON


@pytest.mark.nightly
def test_a_hundred_pages_of_all_kinds_can_be_open_at_once(server: Server) -> None:
    asyncio.run(open_all(server, MOST_SOCKETS))
    assert get(server, "/bench") < SOON


@pytest.mark.nightly
def test_pages_that_are_opened_and_closed_leave_nothing_behind(server: Server) -> None:
    sizes = []
    for _ in range(40):
        asyncio.run(open_all(server, 2 * len(PATHS)))
        sizes.append(server.memory)
    print([size // MEGABYTE for size in sizes])
    assert max(sizes) - max(sizes[:20]) < LITTLE // 4
