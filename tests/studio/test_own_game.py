"""The studio with a game of somebody's own: every page works, and nothing of Hearthstone is on any of them."""

from pathlib import Path

import pytest
from nicegui import ui
from nicegui.testing import User
from tests.studio.reading import all_of, pictures, words
from tests.studio.simulation import simulate, wait_until
from tests.unit.games.hearthstone.foreign_names import foreign_names

from evometa.games.hearthstone.game import write_template
from evometa.studio.state import Studio


def shown(user: User) -> str:
    """All that can be seen, and all that can be chosen."""
    choices = (str(name) for each in all_of(user, ui.select) for name in each.options)
    return "\n".join([words(user), pictures(user), *choices])


@pytest.mark.parametrize(
    ("page", "card"),
    [
        ("/bench", "Brass Ferret"),
        ("/metagame", "Gear Swarm"),
        ("/card", "Careful Cook"),
        ("/decks", "tinker"),
        ("/watch?board=new", "Odda Brasswright"),
        ("/runs", ""),
    ],
)
def test_a_page_is_about_this_game_alone(tmp_path: Path, page: str, card: str) -> None:
    game = write_template(tmp_path / "duel")

    async def scenario(user: User, studio: Studio) -> None:
        await user.open(page)
        await wait_until(lambda: card in shown(user))
        assert not foreign_names(shown(user))

    simulate(tmp_path, scenario, game=game)
