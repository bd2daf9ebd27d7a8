"""What a page weighs, and how the studio ends while pages are open."""

import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Request, expect
from tests.browser.conftest import PATIENCE
from tests.studio.server import Server

MOST_BYTES = 2 << 20
MOST_SECONDS = 15.0  # until it has ended: two are promised for an idle machine, and others may have the cores


# Each page, and what it shows when all of it is there.
PAGES = {
    "/metagame?metagame=paper-small": "A typical match-up is",
    "/bench?metagame=paper-six": "A typical match-up is",
    "/balance?metagame=paper-six": " games.",
    "/runs": "There is no run",
    "/decks": "There is no deck search",
    "/watch?metagame=paper-small": "looked at",
    "/card": "Restore 2 Health",
}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_small_and_needs_no_other_host(browser: Browser, studio: str, path: str) -> None:
    page = browser.new_context().new_page()  # nothing is cached
    done: list[Request] = []
    page.on("requestfinished", lambda request: done.append(request))
    page.goto(f"{studio}{path}")
    expect(page.get_by_text(PAGES[path])).to_be_visible(timeout=4 * PATIENCE)
    assert {urlsplit(request.url).netloc for request in done} == {urlsplit(studio).netloc}
    assert sum(request.sizes()["responseBodySize"] for request in done) < MOST_BYTES
    page.context.close()


def test_ctrl_c_ends_it_soon_with_pages_open_and_games_at_hand(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    with Server(tmp_path) as server:
        page.goto(f"{server.root}/bench?metagame=paper-twelve")
        expect(page.get_by_text(" games for each match-up; more are being played")).to_be_visible()
        started = time.monotonic()
        code, printed = server.interrupt()
    assert time.monotonic() - started < MOST_SECONDS
    assert code == 130
    assert "Traceback" not in printed
    page.close()
