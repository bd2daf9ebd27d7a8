"""The page on which a card is typed, and tried in a deck."""

from pathlib import Path

from nicegui import ui
from nicegui.testing import User
from tests.studio.reading import all_of, fill, press, words
from tests.studio.simulation import simulate, wait_until

from evometa.games.hearthstone.cards.language.grammar import EXAMPLE
from evometa.studio.state import Studio

CARD = "The card in the card language"


def is_ready(user: User) -> bool:
    """Whether a metagame, a deck and one of its cards are chosen."""
    return all(each.value for each in all_of(user, ui.select) if each.props.get("aria-label") == "Card to replace")


def test_the_text_and_the_mistakes_of_a_card_stand_beside_it_as_one_types(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/card")
        await wait_until(lambda: "Restore 2 Health to all friendly characters." in words(user))
        fill(user, CARD, EXAMPLE.replace("heal = 2", "heal = 5"))
        await wait_until(lambda: "Restore 5 Health to all friendly characters." in words(user))
        fill(user, CARD, EXAMPLE.replace("battlecry", "batlecry").replace("cost = 3", "cost = 'much'"))
        await wait_until(lambda: "This is not a card yet" in words(user))
        assert "did you mean 'battlecry'?" in words(user)
        assert "line 8" in words(user)  # where the cost is
        fill(user, CARD, "[[card]\n")
        await wait_until(lambda: "TOML" in words(user))
        fill(user, CARD, "[[card]]\nid = '<script>'\nname = '<script>alert(1)</script>'\n")
        await wait_until(lambda: "<script>" in words(user))  # as a text, which is never markup

    simulate(tmp_path, scenario)


def test_a_card_is_tried_in_a_deck_and_the_page_can_be_opened_again(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/card")
        await wait_until(lambda: "Taunt." in words(user))
        fill(user, CARD, EXAMPLE.replace("cost = 3", "cost = 0").replace("attack = 2", "attack = 12"))
        await wait_until(lambda: "12 attack" in words(user))
        await wait_until(lambda: is_ready(user))
        await press(user, "Try it in the deck")
        await wait_until(lambda: "in place of Fen Creeper, the win rate of Exp1 Hunter (Aggro)" in words(user))
        assert "changes by +" in words(user)
        assert "Exp2 Paladin (Control)" in words(user)
        (key,) = studio.drafts._kept._things
        await user.open(f"/card?draft={key}")
        await wait_until(lambda: "changes by +" in words(user))
        assert "12 attack" in words(user)

    simulate(tmp_path, scenario)


def test_a_card_is_saved_into_the_folder(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/card")
        await wait_until(lambda: "Taunt." in words(user))
        fill(user, "Name of the file", "garden")
        await press(user, "Save the card")
        fill(user, "Name of the file", "../garden")
        await press(user, "Save the card")
        await user.should_see("a file cannot be called '../garden'")

    simulate(tmp_path, scenario)
    assert (tmp_path / "cards" / "garden.toml").read_text() == EXAMPLE
    assert not (tmp_path / "garden.toml").exists()
