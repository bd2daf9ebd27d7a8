"""The map of a deck search."""

from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.reading import all_of, pictures, press, words
from tests.studio.simulation import simulate, wait_until
from tests.studio.small_runs import SMALL_DECKS

from evometa.experiments.decks.work import DECKS
from evometa.games.decks.deck import parse_code
from evometa.matches.runners import ThreadRunner
from evometa.studio.state import Studio


def test_a_cell_of_the_map_has_its_deck_with_its_code(tmp_path: Path) -> None:
    DECKS.start(tmp_path / "runs" / "mages", SMALL_DECKS, ThreadRunner(1))

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/decks")
        await wait_until(lambda: "Copy the code" in words(user))
        assert "of cost 2" in pictures(user)  # of a cell, on hover
        assert "95% interval" in words(user)
        (code,) = [each.value for each in all_of(user, ui.input) if each.props.get("aria-label") == "Deck code"]
        deck = parse_code(code)
        assert deck.klass == "mage"
        for name, n in deck.counts().items():
            assert f"{n}x {name}" in words(user)
        await press(user, "Save the deck into the folder")
        assert len(list((tmp_path / "decks").iterdir())) == 1

    simulate(tmp_path, scenario)


def test_a_folder_without_a_deck_search_says_how_to_make_one(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/decks")
        await wait_until(lambda: "There is no deck search in the folder yet." in words(user))

    simulate(tmp_path, scenario)
