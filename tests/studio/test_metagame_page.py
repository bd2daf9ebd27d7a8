"""The page of a metagame: games stream in, and what it says grows surer."""

from pathlib import Path

from nicegui import ElementFilter, ui
from nicegui.testing import User, UserInteraction
from tests.studio.simulation import press, simulate, texts_of, wait_until

from evometa.matches.schedule import seed_for
from evometa.studio.state import Studio


def chart_of(user: User) -> str:
    """The heat map that a page shows, as SVG."""
    with user:
        return "".join(each.content for each in ElementFilter(kind=ui.html) if "<svg" in each.content)


def test_the_matrix_of_a_metagame_appears_while_it_is_played(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "Exp2 Paladin (Control) against Exp2 Warlock (Control): " in chart_of(user))
        await wait_until(lambda: "of 12,000 games played" in " ".join(texts_of(user)))

    simulate(tmp_path, scenario)


def click_cell(user: User, row: int, column: int) -> None:
    """Click a cell of the matrix, the decks of which are in the order of their strength."""
    with user:
        chart = next(each for each in user.find(ui.html).elements if "chart-matrix" in each.content)
    UserInteraction(user, {chart}, None).trigger("click", {"row": row, "column": column})


def test_a_cell_tells_of_its_match_up_and_leads_to_its_games(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "<svg" in chart_of(user))
        click_cell(user, 0, 2)
        await wait_until(lambda: "Exp2 Paladin (Control) against Exp1 Hunter (Aggro)" in texts_of(user))
        told = " ".join(texts_of(user))
        for words in ("when it starts, and", "Starting is worth", "turns, those of both players counted"):
            assert words in told
        assert "Why: what drawing a card does to the win rate" in chart_of(user)
        with user:
            links = [str(link.props["href"]) for link in user.find(ui.link).elements if "watch?" in link.props["href"]]
        assert links
        seed = seed_for(studio.settings.seed, "match", "Exp2 Paladin (Control)", "Exp1 Hunter (Aggro)")
        assert any(f"seed={seed}" in link for link in links)

    simulate(tmp_path, scenario)


def test_a_deck_shows_its_cards_with_their_text_its_curve_and_what_they_do(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "<svg" in chart_of(user))
        press(user, "Cards of Exp2 Paladin (Control)")
        await wait_until(lambda: "spell. Deal 2 damage to all enemies." in texts_of(user))
        for title in ("Mana curve", "Draw effect", "win rate when drawn, %", "win rate when played, %"):
            assert title in chart_of(user)

    simulate(tmp_path, scenario)


def test_a_click_elsewhere_in_the_chart_does_nothing(tmp_path: Path) -> None:
    async def scenario(user: User, studio: Studio) -> None:
        await user.open("/metagame?metagame=paper-small")
        await wait_until(lambda: "<svg" in chart_of(user))
        click_cell(user, 99, -5)
        assert not any("against" in text for text in texts_of(user))

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
        gone = "there is no metagames/gone.toml in the folder of the studio"
        await wait_until(lambda: gone in " ".join(texts_of(user)))

    simulate(tmp_path, scenario)
