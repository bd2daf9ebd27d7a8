"""Who may talk to the studio, and who may not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from evometa.studio.guard import HEADERS, MOST_BYTES, MOST_SOCKETS, Guard
from evometa.studio.settings import StudioSettings

TOKEN = "0123456789abcdef"
HERE = "127.0.0.1:8400"


class Echo:
    """An application that reads what it is sent, and answers."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.gate = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await self.gate.wait()
            return
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})


def make_guard(**settings: Any) -> tuple[Guard, Echo]:
    app = Echo()
    return Guard(app, StudioSettings(folder=Path(), **settings)), app


def scope_of(kind: str, method: str, path: str, query: str, headers: dict[str, str]) -> dict[str, Any]:
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return {"type": kind, "method": method, "path": path, "query_string": query.encode(), "headers": pairs}


async def ask(
    guard: Guard,
    kind: str = "http",
    method: str = "GET",
    path: str = "/bench",
    query: str = "",
    body: Iterable[bytes] = (b"",),
    **headers: str,
) -> list[dict[str, Any]]:
    """All messages that come back."""
    parts, sent = list(body), []

    async def receive() -> dict[str, Any]:
        part = parts.pop(0) if parts else b""
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Any) -> None:
        sent.append(message)

    named = {"host": HERE, **{name.replace("_", "-"): value for name, value in headers.items()}}
    await guard(scope_of(kind, method, path, query, named), receive, send)
    return sent


def status_of(guard: Guard, **request: Any) -> int:
    return int(asyncio.run(ask(guard, **request))[0]["status"])


@pytest.mark.parametrize("host", [HERE, "localhost:8400", "[::1]:8400"])
def test_this_machine_is_answered_with_headers_that_bar_other_pages(host: str) -> None:
    guard, app = make_guard()
    first, *_ = asyncio.run(ask(guard, host=host, origin=f"http://{host}"))
    assert first["status"] == HTTPStatus.OK
    assert app.asked == ["/bench"]
    assert {name.decode() for name, _ in first["headers"]} >= set(HEADERS)


@pytest.mark.parametrize(
    "host", ["evil.example:8400", "evil.example", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8400.evil.example:1", ""]
)
def test_another_host_is_refused(host: str) -> None:
    guard, app = make_guard()
    assert status_of(guard, host=host) == HTTPStatus.MISDIRECTED_REQUEST
    assert app.asked == []


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:8400", "http://127.0.0.1:9999", "http://localhost:8400"],
)
def test_another_origin_is_refused(kind: str, origin: str) -> None:
    guard, app = make_guard()
    (first, *_) = asyncio.run(ask(guard, kind, origin=origin))
    assert first.get("status", HTTPStatus.FORBIDDEN) == HTTPStatus.FORBIDDEN
    assert first["type"] in ("http.response.start", "websocket.close")
    assert app.asked == []


def test_what_another_page_embeds_is_refused_but_its_links_lead_here() -> None:
    guard, _ = make_guard()
    embedded = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"}
    framed = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}
    followed = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert status_of(guard, **embedded) == HTTPStatus.FORBIDDEN
    assert status_of(guard, **framed) == HTTPStatus.FORBIDDEN
    assert status_of(guard, **followed) == HTTPStatus.OK


def test_a_header_that_is_there_twice_is_refused() -> None:
    guard, app = make_guard()
    scope = scope_of("http", "GET", "/", "", {"host": HERE})
    scope["headers"].append((b"host", b"evil.example:8400"))
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(guard(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == HTTPStatus.BAD_REQUEST
    assert app.asked == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(method: str) -> None:
    assert status_of(make_guard()[0], method=method) == HTTPStatus.METHOD_NOT_ALLOWED


# --- the token ------------------------------------------------------------------------------------


def test_a_network_needs_the_token_which_goes_from_the_address_into_a_cookie() -> None:
    guard, app = make_guard(host="0.0.0.0", token=TOKEN)
    host = "192.168.0.7:8400"
    assert status_of(guard, host=host) == HTTPStatus.FORBIDDEN
    assert status_of(guard, host=host, query="token=wrong") == HTTPStatus.FORBIDDEN
    assert status_of(guard, host=host, cookie="evometa_8400=wrong") == HTTPStatus.FORBIDDEN
    assert app.asked == []
    first, *_ = asyncio.run(ask(guard, host=host, query=f"metagame=paper-six&token={TOKEN}"))
    headers = {name.decode(): value.decode() for name, value in first["headers"]}
    assert first["status"] == HTTPStatus.SEE_OTHER
    assert headers["location"] == "/bench?metagame=paper-six"
    assert "HttpOnly" in headers["set-cookie"]
    assert "SameSite=Lax" in headers["set-cookie"]
    assert status_of(guard, host=host, cookie=headers["set-cookie"].partition(";")[0]) == HTTPStatus.OK


def test_a_websocket_needs_the_cookie() -> None:
    guard, app = make_guard(host="0.0.0.0", token=TOKEN)
    (first, *_) = asyncio.run(ask(guard, "websocket", query=f"token={TOKEN}"))
    assert first["type"] == "websocket.close"
    assert app.asked == []


def test_this_machine_needs_the_token_too() -> None:
    guard, app = make_guard(token=TOKEN)
    assert status_of(guard) == HTTPStatus.FORBIDDEN
    assert status_of(guard, path="/report") == HTTPStatus.FORBIDDEN
    assert app.asked == []


def test_a_ticket_opens_the_studio_once() -> None:
    app = Echo()
    guard = Guard(app, StudioSettings(folder=Path(), token=TOKEN), {"a ticket"})
    assert status_of(guard, query="token=a+ticket") == HTTPStatus.SEE_OTHER
    assert status_of(guard, query="token=a+ticket") == HTTPStatus.FORBIDDEN
    assert status_of(guard, query="token=") == HTTPStatus.FORBIDDEN
    assert status_of(guard, query=f"token={TOKEN}") == HTTPStatus.SEE_OTHER
    assert app.asked == []


def test_a_link_from_another_page_works_with_the_token() -> None:
    """Whoever follows a link from there has the cookie with them, but nothing that such a page embeds or sends has."""
    guard, _ = make_guard(token=TOKEN)
    followed = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert status_of(guard, **followed, cookie=f"evometa_8400={TOKEN}") == HTTPStatus.OK


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_not_a_websocket_cannot_pretend_to_be_one(method: str) -> None:
    guard, app = make_guard()
    path = "/_nicegui_ws/socket.io/"
    assert status_of(guard, method=method, path=path, query="EIO=4&transport=polling") == HTTPStatus.FORBIDDEN
    assert app.asked == []


def test_the_way_on_from_the_token_stays_here() -> None:
    guard, _ = make_guard(host="0.0.0.0", token=TOKEN)
    first, *_ = asyncio.run(ask(guard, path="//evil.example/", query=f"token={TOKEN}"))
    location = dict(first["headers"])[b"location"]
    assert location == b"/evil.example/"


def test_in_a_network_addresses_are_known_but_no_other_names() -> None:
    guard, _ = make_guard(host="0.0.0.0", token=TOKEN)
    assert guard.is_own_host("192.168.0.7:8400")
    assert not guard.is_own_host("rebound.example:8400")


# --- sizes ----------------------------------------------------------------------------------------


def test_a_body_that_says_that_it_is_large_is_refused_before_it_comes() -> None:
    guard, app = make_guard()
    status = status_of(guard, method="POST", content_length=str(50 << 20))
    assert status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert app.asked == []


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 4000, "²"])
def test_a_length_that_is_none_is_refused(length: str) -> None:
    assert status_of(make_guard()[0], method="POST", content_length=length) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_a_body_that_does_not_end_is_refused() -> None:
    chunk = b"x" * (MOST_BYTES // 4)
    assert status_of(make_guard()[0], method="POST", body=[chunk] * 200) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_there_are_only_so_many_websockets() -> None:
    guard, app = make_guard()

    async def crowd() -> list[dict[str, Any]]:
        many = [asyncio.create_task(ask(guard, "websocket")) for _ in range(MOST_SOCKETS)]
        await asyncio.sleep(0)
        refused = await ask(guard, "websocket")
        app.gate.set()
        await asyncio.gather(*many)
        accepted = await ask(guard, "websocket")
        return [refused[0], accepted[0]]

    refused, accepted = asyncio.run(crowd())
    assert refused["type"] == "websocket.close"
    assert accepted["type"] == "websocket.accept"
