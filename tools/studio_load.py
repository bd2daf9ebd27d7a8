"""What many requests and many open pages leave behind in a studio: its memory, and how soon it answers.

    python -m tools.studio_load [--gets N] [--minutes N] [--tabs N]

It asks for every page N times without ever coming back for the content, as a script does, and looks every ten seconds
how soon a new page is answered, for five minutes. Then it opens and closes all pages, some at once, for as many minutes
as it is told. It prints a line for each minute, and JSON at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.studio.server import Server
from tests.studio.tabs import PATHS, get, open_tab

GETS, MINUTES, TABS = 1_000, 60, 14
MEGABYTE = 1 << 20
LONGEST_WAIT = 300  # seconds after the requests: those who have not come back are forgotten in the meantime
LOOK_SECONDS = 10


def settle(server: Server) -> int:
    """Ask for all pages until that takes no more memory; returns what it takes then."""
    last = -1
    while abs(server.memory - last) > MEGABYTE // 4:
        last = server.memory
        for path in PATHS:
            get(server, path)
        time.sleep(1)
    return server.memory


def knock(server: Server, times: int, wait: float) -> Iterator[tuple[float, int]]:
    """Ask for every page, and wait; gives how soon a new page was answered, and the memory, from time to time."""
    for path in PATHS:
        for _ in range(times):
            get(server, path)
    ends = time.monotonic() + wait
    while True:
        yield get(server, PATHS[0]), server.memory
        if time.monotonic() > ends:
            return
        time.sleep(min(LOOK_SECONDS, wait))


async def open_all(server: Server, n_tabs: int, paths: Sequence[str] = PATHS) -> None:
    """Open pages at once, wait until each has its content, and close them."""
    async with AsyncExitStack() as tabs:
        opened = [tabs.enter_async_context(open_tab(server, paths[n % len(paths)])) for n in range(n_tabs)]
        for tab in await asyncio.gather(*opened):
            await tab.hear(CONTENT)


CONTENT = '"content"],"children":['  # what is sent as soon as a page has something in it


def main() -> None:
    """Do both, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gets", type=int, default=GETS, help="of every page")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of opening and closing pages")
    parser.add_argument("--tabs", type=int, default=TABS, help="at once")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, Server(Path(folder)) as server:
        before = settle(server)
        found = list(knock(server, asked.gets, LONGEST_WAIT))
        slowest, most = max(seconds for seconds, _ in found), max(memory for _, memory in found)
        print(
            f"{asked.gets} GETs of each page: {slowest:.2f} s for a new one, {(most - before) / MEGABYTE:.1f} MB more"
        )
        minutes = [server.memory / MEGABYTE]
        started = time.monotonic()
        while len(minutes) <= asked.minutes:
            asyncio.run(open_all(server, asked.tabs))
            if time.monotonic() - started >= 60 * len(minutes):
                minutes.append(server.memory / MEGABYTE)
                print(f"minute {len(minutes) - 1}: {minutes[-1]:.1f} MB, {get(server, PATHS[0]):.2f} s", flush=True)
    print(json.dumps({"slowest": slowest, "grown": most - before, "megabytes": minutes}))


if __name__ == "__main__":
    main()
