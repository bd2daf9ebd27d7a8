"""What a studio takes of memory while a page is open and nobody does anything, minute by minute.

    python -m tools.studio_memory [--minutes N] [--page ADDRESS]

It waits until the page has all its games, and prints a line for each minute, and JSON at the end.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import FLAGS, find_chromium
from tests.studio.server import Server

MINUTES, PAGE = 60, "/metagame?metagame=paper-small"
PATIENCE = 600_000  # milliseconds until all games are played
MEGABYTE = 1 << 20


def watch(page: Page, server: Server, minutes: int) -> Iterator[float]:
    """The memory of the server in megabytes: now, and after each minute."""
    for minute in range(minutes + 1):
        if minute:
            page.wait_for_timeout(60_000)
        yield round(server.memory / MEGABYTE, 2)


def main() -> None:
    """Open the page, wait for its games, and watch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=MINUTES)
    parser.add_argument("--page", default=PAGE, help="an address on the server")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright, Server(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page()
        page.goto(f"{server.root}{asked.page}")
        page.get_by_text("that is all").wait_for(timeout=PATIENCE)
        found = []
        for minute, megabytes in enumerate(watch(page, server, asked.minutes)):
            found.append(megabytes)
            print(f"{time.strftime('%H:%M')} minute {minute}: {megabytes:.2f} MB", flush=True)
        browser.close()
    slope = linear_regression(range(len(found)), found).slope if len(found) > 1 else 0.0
    print(json.dumps({"page": asked.page, "megabytes": found, "megabytes_per_hour": round(60 * slope, 2)}))


if __name__ == "__main__":
    main()
