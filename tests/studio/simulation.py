"""A studio without a browser: pages are built, clicked and read in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from nicegui import Client, ElementFilter
from nicegui.testing import User, UserInteraction, user_simulation

from evometa.games.game import Game
from evometa.studio.pages import PAGES
from evometa.studio.pages.page import add_pages
from evometa.studio.pages.parts import PlainButton, Words
from evometa.studio.settings import StudioSettings
from evometa.studio.state import Studio

Scenario = Callable[[User, Studio], Awaitable[None]]


def simulate(folder: Path, scenario: Scenario, read_only: bool = False, game: Game | None = None) -> None:
    """Play a scenario with a user who has not opened a page yet."""
    asyncio.run(_play(folder, scenario, read_only, game))


async def _play(folder: Path, scenario: Scenario, read_only: bool, game: Game | None) -> None:
    async with user_simulation() as user:
        studio = Studio.open(StudioSettings(folder=folder, read_only=read_only, game=game))
        add_pages(studio, PAGES)
        try:
            await scenario(user, studio)
        finally:
            studio.close()
            for client in list(Client.instances.values()):
                client.delete()  # what it still has to send would never end
            await asyncio.sleep(0.2)
            Client.page_routes.clear()  # NiceGUI would have the modules of these pages imported anew


async def wait_until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Let the pages work until something is so."""
    for _ in range(int(seconds / 0.05)):
        if is_so():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"this was not so within {seconds} s")


def press(user: User, name: str) -> None:
    """Press the button that a screen reader calls so."""
    with user:
        found = {each for each in user.find(PlainButton).elements if each.props.get("aria-label") == name}
    assert found, f"there is no button {name!r}"
    UserInteraction(user, found, None).click()


def texts_of(user: User) -> list[str]:
    """All texts of a page, in order."""
    with user:
        return [each.text for each in ElementFilter(kind=Words) if each.visible]
