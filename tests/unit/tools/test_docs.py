"""`make docs`: the generated pages and the pictures."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.docs import classic_page, language_page, pool_page
from tools.docs.__main__ import write_docs
from tools.docs.language_page import card_language_page
from tools.docs.pictures import draw_card
from tools.docs.pool_page import card_pool_page

from evometa.games.hearthstone.cards import load_cards
from evometa.input.errors import InputError

ROOT = Path(__file__).parents[3]


def test_it_writes_the_pages_and_says_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    write_docs(tmp_path)
    assert (tmp_path / language_page.PAGE).read_text(encoding="utf-8") == card_language_page()
    assert (tmp_path / pool_page.PAGE).read_text(encoding="utf-8") == card_pool_page(load_cards())
    assert (tmp_path / classic_page.PAGE).read_text(encoding="utf-8") == classic_page.classic_page()
    pages = (language_page.PAGE, pool_page.PAGE, classic_page.PAGE)
    assert capsys.readouterr().out.splitlines() == [f"wrote {tmp_path / page}" for page in pages]


def test_the_page_of_june_2014_is_current_and_has_a_row_for_each_change() -> None:
    page = (ROOT / classic_page.PAGE).read_text(encoding="utf-8")
    assert page == classic_page.classic_page(), "run `make docs`"
    assert "| Leeroy Jenkins | EX1_116 | cost 4, now 5 |  |  |" in page
    assert "| Freeze Mage | mage | control |" in page
    assert "Siegebreaker" in page[page.index("## What was not there yet") :]


def test_it_refuses_a_folder_that_is_not_the_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder 'docs' in it"):
        write_docs(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = draw_card()
    text = "".join(ElementTree.fromstring(picture).itertext()).replace("\N{NO-BREAK SPACE}", " ")
    assert "EX1_383.health" in text
    assert "url(http" not in picture


def test_the_picture_of_the_card_is_current() -> None:
    assert (ROOT / "docs" / "images" / "card.svg").read_text(encoding="utf-8") == draw_card()
