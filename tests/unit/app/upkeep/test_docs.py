"""`evometa docs`: the generated pages and the pictures."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from evometa.app.main import main
from evometa.app.upkeep.pictures import draw_card
from evometa.cards import load_cards
from evometa.cards.wording import pool_page, reference_page
from evometa.cards.wording.pool_page import card_pool_page
from evometa.cards.wording.reference_page import card_language_page

ROOT = Path(__file__).parents[4]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["docs", *arguments])
    return int(stop.value.code or 0)


def test_it_writes_the_pages_and_says_where(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert run("--project", str(tmp_path)) == 0
    assert (tmp_path / reference_page.PAGE).read_text(encoding="utf-8") == card_language_page()
    assert (tmp_path / pool_page.PAGE).read_text(encoding="utf-8") == card_pool_page(load_cards())
    assert capsys.readouterr().out == f"wrote {tmp_path / reference_page.PAGE}\nwrote {tmp_path / pool_page.PAGE}\n"


def test_it_refuses_a_folder_that_is_not_the_project(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--project", str(tmp_path)) == 2
    assert "there is no folder 'docs' in it; is this the project's folder?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = draw_card()
    text = "".join(ElementTree.fromstring(picture).itertext()).replace("\N{NO-BREAK SPACE}", " ")
    assert "EX1_383.health" in text
    assert "url(http" not in picture


def test_the_picture_of_the_card_is_current() -> None:
    assert (ROOT / "docs" / "images" / "card.svg").read_text(encoding="utf-8") == draw_card()
