"""The pages with a game that has no classes, and shows no positions."""

import asyncio
import re
from pathlib import Path

import pytest
from nicegui.testing import User
from tests.studio.reading import words
from tests.studio.simulation import simulate, wait_until

from evometa.games.locm.game import LOCM
from evometa.studio.state import Studio

FOREIGN = re.compile(r"minion|hero power|hearthstone|weapon|secret|spell|rarity|paper-|class\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("/balance", "Search for the smallest patch"),
        ("/decks", "evometa decks --game locm"),
        ("/watch", "which the game Legends of Code and Magic does not offer"),
        ("/watch?board=new", "which the game Legends of Code and Magic does not offer"),
        ("/card", "Harbour Watch (3 mana)"),
    ],
)
def test_pages_speak_of_the_game_that_was_chosen(tmp_path: Path, page: str, expected: str) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(page)
        await wait_until(lambda: expected in words(user))
        await asyncio.sleep(0)
        assert not FOREIGN.search(words(user))

    simulate(tmp_path, scenario, game=LOCM)
