"""Starting the studio: the pages, the guard before them, and the server that answers until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from asyncio import TimerHandle, Transport
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from types import FrameType
from typing import ClassVar

import uvicorn
from fastapi import FastAPI
from nicegui import app as nicegui_app
from nicegui import ui
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from evometa.input.errors import InputError, Where
from evometa.input.reading import read_file, reading_only_inside
from evometa.show.svg.plain import style_sheet, touch_script
from evometa.studio.guard import MOST_BYTES, TOKEN, Guard
from evometa.studio.pages import PAGES
from evometa.studio.pages.page import add_pages
from evometa.studio.pages.runs import add_report
from evometa.studio.settings import StudioSettings
from evometa.studio.state import Studio

GRACE_SECONDS = 1  # in which pages are told that the server ends
# For which a page that is busy, or whose connection is lost, is waited for: every 24 s it is asked whether it is there,
# and given 12 s to answer, and then as long as this. Until then it goes on where it was; after that it is loaded anew.
_PATIENCE_SECONDS = 30.0
_MOST_OPEN_FILES = 4096  # each connection is one
WAITING = 1024  # connections that nobody has taken yet
MOST_CONNECTIONS = 500  # beside websockets, which the guard counts
ASK_SECONDS = 20.0  # from the beginning of a connection, or of a request, to the end of the request
ANSWER_SECONDS = 300.0  # from there until the answer is made and taken, or the next request begins
STYLES = ("studio.css", "watch.css", "runs.css")


def serve(settings: StudioSettings, tell: Callable[[str], None], opens_browser: bool = True) -> None:
    """Serve a studio until Ctrl-C. `tell` is given the address."""
    place = _bind(settings)
    settings = replace(settings, port=place.getsockname()[1])
    studio = Studio.open(settings)
    _allow_connections()
    ticket = secrets.token_urlsafe(24)
    guard = Guard(_make_app(studio), settings, {ticket})
    config = uvicorn.Config(
        guard,
        http=Connection,
        log_level="warning",
        ws="wsproto",
        ws_max_size=MOST_BYTES,
        backlog=WAITING,
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
    )

    def address_with(token: str | None) -> str:
        return guard.address if settings.token is None else f"{guard.address}?{TOKEN}={token}"

    def welcome() -> None:
        tell(address_with(settings.token))
        if opens_browser:
            webbrowser.open(address_with(ticket))

    nicegui_app.on_startup(welcome)
    nicegui_app.on_startup(lambda: studio.queue.start("compiles the rules", lambda runner: studio.game.prepare()))
    nicegui_app.on_shutdown(studio.close)
    with reading_only_inside(studio.folder.root):
        _Server(config, studio).run(sockets=[place])


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


class _Server(uvicorn.Server):
    """A server that stops all games as soon as it is told to end, without waiting for pages to close."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self.studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C was pressed, or the process is asked to end."""
        self.studio.close()
        super().handle_exit(sig, frame)


def _make_app(studio: Studio) -> FastAPI:
    """The application without its guard."""
    nicegui_app.config.quasar_config["loadingBar"] = {
        "skipHijack": True
    }  # screen readers find no name at its bar, and nobody needs it
    nicegui_app.config.socket_io_js_transports = ["websocket"]
    _add_style()
    add_pages(studio, PAGES)
    add_report(studio)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        app,
        title="evometa studio",
        favicon=_FAVICON,
        dark=None,
        tailwind=False,
        binding_refresh_interval=None,
        reconnect_timeout=_PATIENCE_SECONDS,
        message_history_length=200,
        show_welcome_message=False,
    )
    return app


def _add_style() -> None:
    """The style sheets and the script of all pages."""
    sheets = [read_file(files(__package__) / "static" / name, Where(name)) for name in STYLES]
    ui.add_css("".join([style_sheet(), *sheets]), shared=True)
    ui.add_body_html(f"<script>{touch_script()}</script>", shared=True)


_FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#124a86"/>'
    '<path d="M4 4h3v3H4zM9 9h3v3H9z" fill="#ffb45c"/><path d="M9 4h3v3H9zM4 9h3v3H4z" fill="#8ab8ee"/></svg>'
)


def _bind(settings: StudioSettings) -> socket.socket:
    """The socket on which the server listens; an `InputError` if there is none to be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((settings.host, settings.port))
        place.listen(WAITING)  # whoever comes too early only has to wait
    except OSError as error:
        place.close()
        raise InputError(
            f"the studio cannot listen at {settings.host}, port {settings.port} ({error.strerror or error}); choose "
            "another port with --port, or 0 for any that is free"
        ) from None
    return place


def _allow_connections() -> None:
    """Have room for many connections, where the system knows how."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else min(_MOST_OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
