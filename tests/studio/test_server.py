"""A real server: who is let in, what is refused, and how it ends."""

from __future__ import annotations

import contextlib
import http.client
import socket
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from tests.studio.server import Server
from tests.studio.tabs import PATHS

from evometa.studio.guard import MOST_SOCKETS

MEGABYTE = 1 << 20
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
BINARY_FRAME, MASKED, LENGTH_FOLLOWS = 0x82, 0x80, 127  # how a websocket message begins
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("studio")
    (folder / "inside").mkdir()
    (folder / "secret.toml").write_text('name = "the secret"\n[[deck]]\ndeck = "Starter Mage"\n')
    with Server(folder / "inside") as server:
        yield server


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    found = answer.status, "" if answer.status == HTTPStatus.SWITCHING_PROTOCOLS else answer.read().decode()
    connection.close()
    return found


def test_a_page_is_served_and_names_no_other_host(server: Server) -> None:
    status, text = ask(server, "/bench")
    assert status == HTTPStatus.OK
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert "https://" not in text


def test_other_hosts_and_origins_are_refused(server: Server) -> None:
    assert ask(server, "/bench", Host=f"evil.example:{server.port}")[0] == HTTPStatus.MISDIRECTED_REQUEST
    assert ask(server, "/bench", Origin="http://evil.example")[0] == HTTPStatus.FORBIDDEN
    assert ask(server, "/bench", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors")[0] == HTTPStatus.FORBIDDEN


def test_a_websocket_of_another_page_is_refused(server: Server) -> None:
    assert ask(server, SOCKET, **UPGRADE, Origin=server.root)[0] == HTTPStatus.SWITCHING_PROTOCOLS
    assert ask(server, SOCKET, **UPGRADE, Origin="http://evil.example")[0] == HTTPStatus.FORBIDDEN
    assert ask(server, SOCKET, **UPGRADE, Host=f"evil.example:{server.port}")[0] == HTTPStatus.FORBIDDEN


def test_nobody_can_poll_in_the_place_of_a_websocket(server: Server) -> None:
    polling = SOCKET.replace("websocket", "polling")
    assert ask(server, polling)[0] == HTTPStatus.FORBIDDEN
    assert '["websocket"]' in ask(server, "/bench")[1].replace("'", '"')  # so that no page tries
    assert ask(server, polling, Origin="http://evil.example")[0] == HTTPStatus.FORBIDDEN
    assert ask(server, polling, "POST", Origin="http://evil.example")[0] == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(
    "path",
    ["/../secret.toml", "/%2e%2e/secret.toml", "/..%2fsecret.toml", "/static/..%2f..%2fsecret.toml", "/.nicegui"],
)
def test_no_address_leads_out_of_the_folder(server: Server, path: str) -> None:
    status, text = ask(server, path)
    assert status == HTTPStatus.NOT_FOUND
    assert "the secret" not in text


@pytest.mark.parametrize("name", ["x" * 5_000, "%00", "%ff", "a/" * 500, "..", "%2e%2e%2f" * 20, ""])
def test_a_report_with_a_forged_name_is_not_there(server: Server, name: str) -> None:
    status, told = ask(server, f"/report?run={name}")
    assert status == HTTPStatus.NOT_FOUND
    assert len(told) < 500
    assert told.count("\n") <= 1


def test_a_page_that_is_not_there_is_told_in_one_line(server: Server) -> None:
    assert ask(server, "/" + "x" * 5_000) == (
        HTTPStatus.NOT_FOUND,
        "evometa studio: there is no such page; the menu of / has all that there are\n",
    )


def test_50_megabytes_are_refused_and_take_no_memory(server: Server) -> None:
    before = _settled_memory(server)
    assert ask(server, "/bench", "POST", Content_Length=str(50 * MEGABYTE))[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        head = f"POST {SOCKET} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode())
        _send_chunks(connection, 50)
    assert ask(server, "/bench")[0] == HTTPStatus.OK
    assert server.memory - before < 20 * MEGABYTE


def test_a_message_of_50_megabytes_ends_its_websocket_and_nothing_else(server: Server) -> None:
    before = _settled_memory(server)
    with open_websocket(server) as connection:
        head = bytes([BINARY_FRAME, MASKED | LENGTH_FOLLOWS]) + (50 * MEGABYTE).to_bytes(8, "big") + bytes(4)
        with contextlib.suppress(OSError):  # the server may close the connection, which is what this is about
            connection.sendall(head)
            for _ in range(50):
                connection.sendall(bytes(MEGABYTE))
        assert _is_closed(connection)
    assert ask(server, "/bench")[0] == HTTPStatus.OK
    assert server.memory - before < 20 * MEGABYTE


def open_websocket(server: Server) -> socket.socket:
    """A websocket as pages have it, as far as the answer to the request for it."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    lines = [f"GET {SOCKET} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *(f"{k}: {v}" for k, v in UPGRADE.items())]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def _is_closed(connection: socket.socket) -> bool:
    """Whether the other side closes a connection, whatever it has still to say."""
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True  # it was not even polite
    return True


def _settled_memory(server: Server) -> int:
    """What it takes when all is loaded that it loads while it starts."""
    assert ask(server, "/bench")[0] == HTTPStatus.OK
    last = -1
    for _ in range(60):
        now = server.memory
        if abs(now - last) < MEGABYTE // 4:
            return now
        last = now
        time.sleep(1)
    raise AssertionError("its memory does not settle")


def _send_chunks(connection: socket.socket, n_megabytes: int) -> None:
    """Send as much as is taken."""
    part = b"x" * MEGABYTE
    with contextlib.suppress(OSError):  # the server may close the connection, which is what this is about
        for _ in range(n_megabytes):
            connection.sendall(f"{len(part):x}\r\n".encode() + part + b"\r\n")


def test_a_thousand_connections_keep_nobody_else_out(server: Server) -> None:
    crowd = []
    try:
        for number in range(1_000):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
            if number % 2:
                connection.sendall(b"GET /bench HTTP/1.1\r\n")  # and no more
            crowd.append(connection)
        assert ask(server, "/bench")[0] == HTTPStatus.OK
    finally:
        for connection in crowd:
            connection.close()
    assert ask(server, "/bench")[0] == HTTPStatus.OK


def test_of_a_thousand_websockets_only_some_are_opened(server: Server) -> None:
    with contextlib.ExitStack() as crowd:
        answers = []
        for _ in range(1_000):
            connection = crowd.enter_context(open_websocket(server))
            answers.append(int(connection.recv(1024).split()[1]))
        assert answers.count(HTTPStatus.SWITCHING_PROTOCOLS) == MOST_SOCKETS
        assert set(answers) == {HTTPStatus.SWITCHING_PROTOCOLS, HTTPStatus.FORBIDDEN}
        assert ask(server, "/bench")[0] == HTTPStatus.OK
    _wait_for_room(server)


def _wait_for_room(server: Server) -> None:
    """Until the server has seen that the websockets of the crowd are gone, and opens one again."""
    for _ in range(100):
        with open_websocket(server) as connection:
            if int(connection.recv(1024).split()[1]) == HTTPStatus.SWITCHING_PROTOCOLS:
                return
        time.sleep(0.1)
    raise AssertionError("nobody is let in any more")


def test_other_users_of_this_machine_are_not_let_in(tmp_path: Path) -> None:
    """They have neither the address that was printed nor the cookie, whatever they ask for."""
    with Server(tmp_path, token=True) as server:
        token = server.address.split("token=")[1]
        for path in (*PATHS, "/", "/report?run=mine", "/favicon.ico", "/_nicegui/x.js", "/bench?token=guessed"):
            assert ask(server, path)[0] == HTTPStatus.FORBIDDEN
            assert ask(server, path, Cookie=f"evometa_{server.port}=guessed")[0] == HTTPStatus.FORBIDDEN
        assert ask(server, SOCKET, **UPGRADE)[0] == HTTPStatus.FORBIDDEN
        assert ask(server, f"{SOCKET}&token={token}", **UPGRADE)[0] == HTTPStatus.FORBIDDEN
        assert ask(server, f"/bench?token={token}")[0] == HTTPStatus.SEE_OTHER
        assert ask(server, "/bench", Cookie=f"evometa_{server.port}={token}")[0] == HTTPStatus.OK
        code, printed = server.interrupt()
    assert (code, printed) == (130, "evometa: interrupted\n")


def test_the_address_that_the_browser_is_started_with_opens_the_studio_once(tmp_path: Path) -> None:
    """Others can see it in the list of processes."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    with Server(tmp_path, token=True, browser=browser) as server:
        assert wait_until(opened.exists)
        path = opened.read_text().strip().removeprefix(server.root)
        assert "token=" in path
        assert path not in server.address
        assert [ask(server, path)[0] for _ in range(2)] == [HTTPStatus.SEE_OTHER, HTTPStatus.FORBIDDEN]


def wait_until(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes so in the end."""
    for _ in range(600):
        if is_so():
            return True
        time.sleep(0.1)
    return False


def test_in_a_network_only_those_are_let_in_who_know_the_token(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0", token=True) as server:
        token = server.address.split("token=")[1]
        cookie = f"evometa_{server.port}={token}"
        assert len(token) >= 32
        assert ask(server, "/bench")[0] == HTTPStatus.FORBIDDEN
        assert ask(server, SOCKET, **UPGRADE)[0] == HTTPStatus.FORBIDDEN
        assert ask(server, f"/bench?token={token}")[0] == HTTPStatus.SEE_OTHER
        assert ask(server, "/bench", Cookie=cookie)[0] == HTTPStatus.OK
        for name in ("127.0.0.1", "127.0.0.2", "192.168.0.7", socket.gethostname()):  # whichever it is reached by
            assert ask(server, "/bench", Cookie=cookie, Host=f"{name}:{server.port}")[0] == HTTPStatus.OK
        with socket.create_connection(("127.0.0.2", server.port), timeout=30) as elsewhere:
            elsewhere.sendall(f"GET /bench HTTP/1.1\r\nHost: 127.0.0.2:{server.port}\r\n\r\n".encode())
            assert int(elsewhere.recv(1024).split()[1]) == HTTPStatus.FORBIDDEN
        assert ask(server, "/bench", Cookie=cookie, Host=f"a.example:{server.port}")[0] != HTTPStatus.OK


def test_ctrl_c_ends_it_soon(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert ask(server, "/metagame")[0] == HTTPStatus.OK
        started = time.monotonic()
        code, printed = server.interrupt()
    assert time.monotonic() - started < 10  # it takes half a second, if other tests do not have the cores
    assert code == 130
    assert printed.endswith("evometa: interrupted\n")
    assert "Traceback" not in printed


def test_nothing_is_written_beside_what_somebody_saves(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert ask(server, "/metagame")[0] == HTTPStatus.OK
    assert list(tmp_path.iterdir()) == []
