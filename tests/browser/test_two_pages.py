"""Two pages at once, for minutes: no error, nothing of one on the other, and no memory that is not given back."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.studio.server import Server

WARM_UP = 90  # seconds: until then the bench fills what it keeps, such as the last 500 patches to go back to
SECONDS = 60
MOST_GROWTH = 25 << 20  # bytes, from the first third of the time after the warm-up to its end
CARDS = ("Consecration", "Fen Creeper")


def open_bench(browser: Browser, server: Server, errors: list[str]) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{server.root}/bench?metagame=paper-six")
    expect(page.get_by_text("2,000 games for each match-up", exact=True)).to_be_visible(timeout=180_000)
    return page


@pytest.mark.nightly
def test_two_pages_that_change_cards_at_once(browser: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    with Server(tmp_path) as server:
        pages = [open_bench(browser, server, errors) for _ in CARDS]
        started, memories, n_answers = time.monotonic() + WARM_UP, list[tuple[float, int]](), 0
        while (passed := time.monotonic() - started) < SECONDS:
            n_answers += change_and_look(pages, is_up=int(passed) % 2 == 0)
            if passed >= 0:
                memories.append((passed, server.memory))
    assert errors == []
    assert n_answers > 0
    early = max(memory for passed, memory in memories if passed < SECONDS / 3)
    late = max(memory for passed, memory in memories if passed >= SECONDS / 3)
    print(f"{n_answers} answers; {early >> 20} MB in the first third, {late >> 20} MB after it")
    assert late - early < MOST_GROWTH


def change_and_look(pages: list[Page], is_up: bool) -> int:
    """Change a card on each page, and see that each tells of its own alone; returns how many have an answer."""
    n_answers = 0
    for page, card in zip(pages, CARDS, strict=True):
        button = page.get_by_role("button", name=f"{'Raise' if is_up else 'Lower'} cost of {card}", exact=True)
        button.click(force=True)  # at the end of its range, too
    for page, card in zip(pages, CARDS, strict=True):
        other = next(each for each in CARDS if each != card)
        told = page.locator(".answers").inner_text()
        assert f"{other}: cost" not in told
        n_answers += "and becomes" in told
    return n_answers
