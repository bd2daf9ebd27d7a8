"""Forged names in the address of every page: each page says what is wrong, and none fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from nicegui.testing import User
from tests.studio.reading import words
from tests.studio.simulation import simulate, wait_until

from evometa.input.errors import InputError
from evometa.studio.pages import PAGES
from evometa.studio.pages.page import Arguments, StudioPage, add_pages
from evometa.studio.state import Studio

# All that a page reads from its address.
ARGUMENTS = {
    "/metagame": ("metagame", "players"),
    "/bench": ("metagame", "players", "bench"),
    "/balance": ("metagame", "players", "bench"),
    "/runs": ("run",),
    "/decks": ("run",),
    "/watch": ("metagame", "players", "board", "log", "first", "second", "seed", "game"),
    "/card": ("draft",),
}
FORGED = (
    "x" * 5_000,
    "\0",
    "../" * 40 + "etc/passwd",
    "/dev/zero",
    "<script>1</script>",
    "\x1b[2J",
    "\ud800",
    "",
    ".",
    "\N{GREEK SMALL LETTER MU}" * 200,
)


def watched(page: StudioPage, done: Callable[[BaseException | None], None]) -> StudioPage:
    """A page that tells how its building ended."""

    async def build(studio: Studio, arguments: Arguments) -> None:
        try:
            await page.build(studio, arguments)
        except InputError:  # the page tells it
            done(None)
            raise
        except BaseException as error:
            done(error)
            raise
        done(None)

    return replace(page, build=build)


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_a_forged_name_is_told(page: StudioPage, tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        ended: list[BaseException | None] = []
        add_pages(studio, (watched(page, ended.append),))
        for argument in ARGUMENTS[page.path]:
            for forged in FORGED:
                ended.clear()
                address = f"{page.path}?{urlencode({argument: forged}, errors='surrogatepass')}"
                await user.open(address)
                await wait_until(lambda: bool(ended))
                assert ended == [None], address[:200]
                assert "<script" not in words(user).replace("<script>1</script>", "")
                assert max(map(len, words(user).splitlines() or [""])) < 1_000, address[:200]
            await asyncio.sleep(0)

    simulate(tmp_path, scenario)
