"""Connections that nothing comes of are dropped, by a server that answers everything with two words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from evometa.studio import server
from evometa.studio.guard import MOST_BYTES
from evometa.studio.server import Connection

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
ANSWER = b"well then"
PATIENCE = 60  # seconds
Visit = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


async def answer(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/endless":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while Connection.waiting:
            await send({"type": "http.response.body", "body": b"x" * MOST_BYTES, "more_body": True})
        return
    length = [(b"content-length", str(len(ANSWER)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": ANSWER})


@asynccontextmanager
async def serving() -> AsyncIterator[Visit]:
    """A server; gives what connects to it."""
    config, state = Config(answer, log_level="critical"), ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
    async with server:
        place = server.sockets[0].getsockname()
        async with asyncio.timeout(PATIENCE):
            yield lambda: asyncio.open_connection(*place)


async def is_dropped(reader: asyncio.StreamReader) -> bool:
    """Whether the other side ends a connection without an answer."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /bench HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nfive"],
    ids=["nothing", "half a head", "half a body"],
)
def test_half_a_request_is_waited_for_and_then_dropped(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ASK_SECONDS", 0.1)

    async def visit() -> None:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(sent)
            assert await is_dropped(reader)
            writer.close()

    asyncio.run(visit())
    assert Connection.waiting == {}


def test_half_a_request_after_a_whole_one_is_dropped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ASK_SECONDS", 0.1)

    async def visit() -> None:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(REQUEST)
            await reader.readuntil(ANSWER)
            writer.write(REQUEST[:-4])
            assert await is_dropped(reader)
            writer.close()

    asyncio.run(visit())


def test_a_request_without_end_is_dropped() -> None:
    async def visit() -> None:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nEndless: ")
            try:
                for _ in range(50):
                    writer.write(b"x" * MOST_BYTES)
                    await writer.drain()
            except ConnectionError:
                pass  # which is what this is about
            assert await is_dropped(reader)

    asyncio.run(visit())
    assert Connection.waiting == {}


def test_of_too_many_the_one_goes_that_has_done_nothing_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)

    async def visit() -> None:
        async with serving() as connect:
            crowd = [await connect() for _ in range(3)]
            crowd[0][1].write(REQUEST)
            await crowd[0][0].readuntil(ANSWER)
            last = await connect()
            assert await is_dropped(crowd[1][0])
            for reader, writer in (crowd[0], crowd[2], last):
                writer.write(REQUEST)
                await reader.readuntil(ANSWER)
                writer.close()

    asyncio.run(visit())


def test_an_answer_that_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ANSWER_SECONDS", 0.1)

    async def visit() -> None:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(REQUEST.replace(b" / ", b" /endless "))
            assert await reader.read(1)  # and no more
            while Connection.waiting:
                await asyncio.sleep(0.01)
            writer.close()

    asyncio.run(visit())
