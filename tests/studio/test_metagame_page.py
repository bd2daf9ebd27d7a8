"""The page of a metagame: games stream in, and what it says grows surer."""

from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.simulation import simulate, wait_until

from evometa.studio.state import Studio


def chart_of(user: User) -> str:
    """The heat map that a page shows, as SVG."""
    with user:
        return "".join(each.content for each in user.find(ui.html).elements if "<svg" in each.content)


def test_the_matrix_of_a_metagame_appears_while_it_is_played(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "Exp2 Paladin (Control) against Exp2 Warlock (Control): " in chart_of(user))
        await user.should_see("of 12,000 games")

    simulate(tmp_path, scenario)


def test_two_pages_with_the_same_metagame_share_its_games(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "<svg" in chart_of(user))
        first = studio.measurements.of(studio.load_metagame("paper-small"))
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "<svg" in chart_of(user))
        assert studio.measurements.of(studio.load_metagame("paper-small")) is first

    simulate(tmp_path, scenario)


def test_a_metagame_that_is_not_there_is_told(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=metagames/gone.toml")
        await user.should_see("there is no metagames/gone.toml in the folder of the studio", retries=20)

    simulate(tmp_path, scenario)
