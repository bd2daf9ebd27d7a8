"""Connections: how many there are, how long each may take over what it asks, and how much it may send for it."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from evometa.studio.guard import MOST_BYTES

MOST_CONNECTIONS = 500  # beside websockets, which the guard counts
ASK_SECONDS = 20.0  # from the beginning of a connection, or of a request, to the end of the request
ANSWER_SECONDS = 300.0  # from there until the answer is made and taken, or the next request begins


class Connection(HttpToolsProtocol):
    """A connection, which is dropped if nothing comes of it: half a request, one without end, an answer not taken."""

    waiting: ClassVar[dict[Connection, TimerHandle]] = {}  # the one that has done nothing for longest stands first

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody has come. If there are too many, the one goes that has done nothing for longest."""
        super().connection_made(transport)
        self._wait(ASK_SECONDS)
        if len(self.waiting) > MOST_CONNECTIONS:
            next(iter(self.waiting))._drop()

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        self.n_bytes += len(data)
        if self.n_bytes > 2 * MOST_BYTES:  # headers have no limit of their own; the guard looks at the body
            self._drop()
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._wait(ASK_SECONDS)

    def on_message_complete(self) -> None:
        """A request is whole."""
        super().on_message_complete()
        self._wait(ANSWER_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a websocket, which has limits of its own."""
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._forget()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._forget()
        self.n_bytes = 0
        self.waiting[self] = self.loop.call_later(seconds, self._drop)

    def _forget(self) -> None:
        if timer := self.waiting.pop(self, None):
            timer.cancel()

    def _drop(self) -> None:
        self._forget()
        self.transport.abort()
