"""The page on which games are watched, and positions set up by hand."""

from pathlib import Path

import pytest
from nicegui.testing import User
from tests.studio.reading import fill, pictures, press, words
from tests.studio.simulation import simulate, wait_until

from evometa.games.hearthstone.cards.compiling.compiler import compile_table
from evometa.games.hearthstone.engine.telling.position import Position
from evometa.games.hearthstone.game import HEARTHSTONE
from evometa.studio.folder import UserFolder
from evometa.studio.pages.watch.board_view import BoardArtist
from evometa.studio.state import Studio

GAME = "/watch?metagame=paper-small&first=Exp1 Hunter (Aggro)&second=Exp2 Paladin (Control)&seed=3"


def test_a_game_is_stepped_through_with_what_the_player_thought_of(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(GAME)
        await wait_until(lambda: "step 0 of" in words(user))
        assert "Opening hands" in pictures(user)
        assert "chosen" in pictures(user)
        before = pictures(user)
        await press(user, "One turn on")
        assert "Turn 2" in words(user)
        await press(user, "To the beginning")
        assert pictures(user) == before
        await press(user, "To the end")
        assert "wins" in pictures(user)

    simulate(tmp_path, scenario)


def test_a_saved_game_is_the_same_game_again(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(GAME)
        await wait_until(lambda: "step 0 of" in words(user))
        await press(user, "To the end")
        end = pictures(user)
        fill(user, "Name of the game", "close one")
        await press(user, "Save the game")
        await user.open("/watch?log=games/close one.json")
        await wait_until(lambda: "step 0 of" in words(user))
        await press(user, "To the end")
        assert pictures(user) == end

    simulate(tmp_path, scenario)


def test_a_damaged_game_and_one_outside_the_folder_are_told(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "bad.json").write_text('{"format": "evometa game log"}')

    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/watch?log=games/bad.json")
        await wait_until(lambda: "so this game log is damaged" in words(user))
        await user.open("/watch?log=../secret.json")
        await wait_until(lambda: "is not inside the folder of the studio" in words(user))
        await user.open("/watch?seed=-1")
        await wait_until(lambda: "found '-1' for the seed" in words(user))

    simulate(tmp_path, scenario)


def test_a_position_is_set_up_and_played_by_hand(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/watch?board=new")
        await wait_until(lambda: "first player to act" in words(user))
        fill(user, "Card or number", "chillwind yeti")
        await press(user, "Change the position")
        await wait_until(lambda: "attack enemy hero with my Chillwind Yeti" in words(user))
        await press(user, "attack enemy hero with my Chillwind Yeti")
        await wait_until(lambda: "26 health" in pictures(user))
        await press(user, "Undo the last step")
        await wait_until(lambda: "26 health" not in pictures(user))
        fill(user, "Name of the position", "yeti")
        await press(user, "Save the position")

    simulate(tmp_path, scenario)
    assert "Chillwind Yeti" in (tmp_path / "positions" / "yeti.json").read_text()


def test_a_wrong_seed_is_told_where_it_is_typed(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(GAME)
        await wait_until(lambda: "step 0 of" in words(user))
        fill(user, "Seed", "three")
        await press(user, "Watch this game")
        await user.should_see("found 'three' for the seed")
        assert "step 0 of" in words(user)  # what was there is still there

    simulate(tmp_path, scenario)


def test_a_page_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*anything: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(UserFolder, "list_files", fail)

    async def scenario(user: User, studio: Studio) -> None:
        await user.open(GAME)
        await wait_until(
            lambda: "This page failed: a fault of ours; the terminal in which the studio runs" in words(user)
        )

    simulate(tmp_path, scenario)


def test_names_of_cards_are_never_markup(tmp_path: Path) -> None:
    fields = ("class = 'neutral'", "set = 'custom'", "type = 'minion'", "rarity = 'common'", "cost = 1")
    card = ["[[card]]", "id = 'X_1'", "name = '<i>Wisp</i>'", *fields, "attack = 1", "health = 1"]
    (tmp_path / "x.toml").write_text("\n".join(card))
    cards = HEARTHSTONE.load_cards([tmp_path / "x.toml"])
    position = Position.empty(compile_table(cards)).give(0, "<i>Wisp</i>")
    position.add_minion(1, "<i>Wisp</i>")
    drawn = BoardArtist(("<i>A</i>", "B"), cards).draw(position)
    assert drawn.count("&lt;i&gt;Wisp&lt;/i&gt;") >= 2
    assert "<i>" not in drawn


def test_nothing_is_saved_in_a_studio_that_only_reads(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open(GAME)
        await wait_until(lambda: "step 0 of" in words(user))
        assert "Save the game" not in words(user)

    simulate(tmp_path, scenario, read_only=True)
