"""Who may talk to the studio. Every request and every websocket comes through here first.

- `Host` must name this server: a page whose own name was made to point here (DNS rebinding) does not.
- `Origin`, if a browser sends it, must be this server, too: no other page can send anything or open a websocket, and
  what another page embeds is not delivered.
- The token comes once in the address, and from then on in a cookie: whoever else is on this machine does not have it.
- Requests are small, and there are only so many websockets. Pages talk through them alone.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, urlencode

from evometa.studio.settings import HERE, StudioSettings

_Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
_App = Callable[[_Scope, _Receive, Send], Awaitable[None]]

MOST_BYTES = 1 << 20  # of the body of a request
MOST_SOCKETS = 100  # open at the same time
_POLICY_VIOLATION = 1008  # the code with which a websocket is closed
_NAMES_OF_HERE = ("127.0.0.1", "localhost", "[::1]")
TOKEN = "token"
_SOCKETS = "/_nicegui_ws/"  # where websockets are opened
_METHODS = ("GET", "HEAD", "POST")

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval'",  # pages are put together in the browser
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class _RefusedError(Exception):
    """A request that is not answered, and why."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


@dataclass
class Guard:
    """An application that lets only those through to another one who may talk to it."""

    app: _App
    settings: StudioSettings
    tickets: set[str] = field(
        default_factory=set
    )  # as good as the token, once: others can see how a browser is started
    n_sockets: int = field(default=0, init=False)

    async def __call__(self, scope: _Scope, receive: _Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            headers = _read_headers(scope)
            self.check(scope, headers)
            if scope["type"] == "websocket":
                await self._open_socket(scope, receive, send)
            elif self._brings_token(scope):
                self.tickets.difference_update(_brought(scope))
                await self._answer_with_cookie(scope, send)
            else:
                await self.app(scope, _limited(receive), _with_headers(send))
        except _RefusedError as refused:
            await _refuse(scope, send, refused)

    def check(self, scope: _Scope, headers: dict[str, str]) -> None:
        """Raise `_RefusedError` unless a request comes from where it may come."""
        if scope["type"] == "http" and scope["method"] not in _METHODS:
            raise _RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "allowed: GET, HEAD and POST")
        if not self.is_own_host(headers.get("host", "")):
            raise _RefusedError(
                HTTPStatus.MISDIRECTED_REQUEST, f"the studio does not answer to that name; open {self.address}"
            )
        self._check_origin(scope, headers)
        if scope["type"] == "http" and scope["path"].startswith(_SOCKETS):
            raise _RefusedError(
                HTTPStatus.FORBIDDEN, "pages talk to the studio through websockets, and in no other way"
            )
        if not (self._knows_token(headers) or self._brings_token(scope)):
            raise _RefusedError(
                HTTPStatus.FORBIDDEN, "the token is missing or wrong; open the address that evometa studio has printed"
            )
        _check_length(headers)

    @property
    def address(self) -> str:
        """Where the studio is, without its token."""
        host = self.settings.host if self.settings.host not in ("0.0.0.0", "::") else socket.gethostname()
        return f"http://{host}:{self.settings.port}/"

    def is_own_host(self, host: str) -> bool:
        """Whether a Host header names this server. On a network that is any of its addresses, but no other name."""
        name, _, port = host.rpartition(":")
        if port != str(self.settings.port):
            return False
        if name in _NAMES_OF_HERE:
            return True
        if self.settings.host == HERE:
            return False
        return name.lower() in (self.settings.host.lower(), socket.gethostname().lower()) or _is_address(name)

    def _check_origin(self, scope: _Scope, headers: dict[str, str]) -> None:
        origin, host = headers.get("origin"), headers["host"]
        if origin is not None and origin.lower() != f"http://{host}".lower():
            raise _RefusedError(HTTPStatus.FORBIDDEN, "other pages may not talk to the studio")
        is_followed_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        is_from_elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if is_from_elsewhere and (scope["type"] == "websocket" or not is_followed_link):
            raise _RefusedError(HTTPStatus.FORBIDDEN, "other pages may not use what is in the studio")

    # --- the token ---

    @property
    def _cookie(self) -> str:
        return f"evometa_{self.settings.port}"  # cookies do not tell ports apart

    def _knows_token(self, headers: dict[str, str]) -> bool:
        if self.settings.token is None:
            return True
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return found is not None and self._is_token(found.value)

    def _brings_token(self, scope: _Scope) -> bool:
        if self.settings.token is None or scope["type"] != "http" or scope["method"] != "GET":
            return False
        return any(self._is_token(value) or value in self.tickets for value in _brought(scope))

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), str(self.settings.token).encode())

    async def _answer_with_cookie(self, scope: _Scope, send: Send) -> None:
        """Go on to the same page without the token in its address, where it would be shown and kept."""
        query = urlencode([(name, value) for name, value in _query(scope) if name != TOKEN])
        place = scope["path"].lstrip("/\\")  # a path that begins with two slashes would be another host
        # Lax, as links from elsewhere may lead here: with Strict the page that the link leads to would be refused.
        cookie = f"{self._cookie}={self.settings.token}; HttpOnly; SameSite=Lax; Path=/"
        headers = {"location": f"/{place}{'?' if query else ''}{query}", "set-cookie": cookie, **HEADERS}
        await _answer(send, HTTPStatus.SEE_OTHER, "", headers)

    # --- websockets ---

    async def _open_socket(self, scope: _Scope, receive: _Receive, send: Send) -> None:
        if self.n_sockets >= MOST_SOCKETS:
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, f"at most {MOST_SOCKETS} pages can be open")
        self.n_sockets += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.n_sockets -= 1


def _read_headers(scope: _Scope) -> dict[str, str]:
    """The headers by their names. One that decides and is there twice is refused: others might read the other."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        if key in headers and key in ("host", "origin", "content-length"):
            raise _RefusedError(HTTPStatus.BAD_REQUEST, f"the header {key} is there twice")
        headers[key] = f"{headers[key]}; {value.decode('latin-1')}" if key in headers else value.decode("latin-1")
    return headers


def _query(scope: _Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _brought(scope: _Scope) -> list[str]:
    return [value for name, value in _query(scope) if name == TOKEN]


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


# --- sizes ----------------------------------------------------------------------------------------


def _check_length(headers: dict[str, str]) -> None:
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BYTES:
        raise _too_large()


def _limited(receive: _Receive) -> _Receive:
    """The body of a request, as long as it is small: one without a length can be endless."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BYTES:
            raise _too_large()
        return message

    return receive_some


def _too_large() -> _RefusedError:
    return _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"allowed: at most {MOST_BYTES >> 20} MB")


# --- answers --------------------------------------------------------------------------------------


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return send_more


async def _refuse(scope: _Scope, send: Send, refused: _RefusedError) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": refused.reason})
    else:
        await _answer(send, refused.status, f"evometa studio: {refused.reason}\n", {"connection": "close"})


async def _answer(send: Send, status: HTTPStatus, text: str, headers: dict[str, str]) -> None:
    all_headers = {"content-type": "text/plain; charset=utf-8", **headers}
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in all_headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": encoded})
    await send({"type": "http.response.body", "body": text.encode()})
