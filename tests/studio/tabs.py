"""Pages as a browser has them, but without a browser: a tab takes what the server sends, and can press buttons."""

from __future__ import annotations

import asyncio
import json
import re
import time
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen
from uuid import uuid4

from tests.studio.server import Server
from websockets.asyncio.client import ClientConnection, connect

from evometa.studio.pages import PAGES

PATHS = [page.path for page in PAGES]
PATIENCE = 300.0  # seconds: other tests may have the cores
PING, PONG, CONNECT, EVENT = "2", "3", "40", "42"


def get(server: Server, path: str) -> float:
    """Ask for a page as a script does, which never comes back for its content; returns how many seconds it took."""
    started = time.monotonic()
    with urlopen(f"{server.root}{path}", timeout=PATIENCE) as answer:
        assert answer.status == HTTPStatus.OK
        answer.read()
    return time.monotonic() - started


class Tab:
    """A page that is open."""

    def __init__(self, page: str, socket: ClientConnection, client: str) -> None:
        self.heard, self.socket, self.client = page, socket, client
        self.elements: dict[str, Any] = {}

    async def listen(self) -> None:
        """Take what comes next."""
        message = str(await self.socket.recv())
        if message == PING:
            await self.socket.send(PONG)
        if message.startswith(EVENT):
            kind, value = json.loads(message.removeprefix(EVENT))
            if kind == "update":
                self.elements |= {key: each for key, each in value.items() if isinstance(each, dict)}
        self.heard += message

    async def hear(self, text: str) -> None:
        """Wait until the server has sent a text."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.heard:
                await self.listen()

    async def press(self, name: str) -> None:
        """Press the button of this name, and forget what was said before."""
        (button,) = [key for key, each in self.elements.items() if each.get("props", {}).get("aria-label") == name]
        (listener,) = [each["listener_id"] for each in self.elements[button]["events"] if each["type"] == "click"]
        self.heard = ""
        event = {"id": int(button), "client_id": self.client, "listener_id": listener, "args": []}
        await self.socket.send(f"{EVENT}{json.dumps(['event', event])}")


@asynccontextmanager
async def open_tab(server: Server, path: str) -> AsyncIterator[Tab]:
    """Open a page, and its websocket."""
    with await to_thread(urlopen, f"{server.root}{path}", timeout=PATIENCE) as answer:
        page = answer.read().decode()
    client = re.findall(r"client_id\W+([0-9a-f-]{36})", page)[0]
    ids = {"client_id": client, "tab_id": str(uuid4()), "document_id": str(uuid4()), "next_message_id": 0}
    query = urlencode({"EIO": 4, "transport": "websocket", "implicit_handshake": "true", **ids})
    root = server.root.replace("http:", "ws:")
    async with connect(
        f"{root}/_nicegui_ws/socket.io/?{query}", max_size=None, ping_interval=None, open_timeout=PATIENCE
    ) as socket:
        tab = Tab(page, socket, client)
        await socket.send(CONNECT)
        await tab.hear(CONNECT)
        yield tab
