"""Pictures as files: all are there, they are the same each time, and they say what the numbers say."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.show.html_check import svg_mistakes
from tests.unit.show.svg.svg_check import SVG
from tests.unit.story.made_up import (
    LONG,
    make_decks,
    make_result,
    make_what_if,
    starting_rates,
)

from evometa.input.errors import InputError
from evometa.metagame.playing import MetagameResult, play
from evometa.show.svg.draw import picture_of, save_pictures
from evometa.story.blocks import Story
from evometa.story.laboratory.meta import tell_meta
from evometa.story.laboratory.what_if import Changed, tell_what_if

DECKS = ("Weak", "Middling", "Strong")
CHARTS = {  # by the names of files
    **{name: name for name in ("matrix", "strength", "seats")},
    **{"strength_change": "strength", "matrix_change": "matrix_change"},
}
SHEET = """<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20" font-family="DejaVu Sans">
<text y="15">{text}</text></svg>"""


def read_file(path: Path) -> list[str]:
    """What an SVG says, in the order in which it is drawn."""
    tree = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return [text for each in tree.iter(f"{SVG}text") for text in each.itertext()]  # each line of several by itself


def read_svg(paths: list[Path], name: str) -> list[str]:
    (path,) = (path for path in paths if path.name == f"{name}.svg")
    return read_file(path)


def places_of(texts: list[str], names: tuple[str, ...]) -> list[int]:
    return [texts.index(name) for name in names]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of three decks, after 400 games per match-up."""
    return save_pictures(story_of(make_result(*DECKS)), tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def changes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of three decks, before and after a patch."""
    return save_pictures(tell_what_if(Changed(make_what_if(*DECKS))).story, tmp_path_factory.mktemp("changes"))


def story_of(result: MetagameResult) -> Story:
    """What a page says about a metagame."""
    return tell_meta(result).story


def half_played() -> MetagameResult:
    """Two decks have met; nobody knows how the third one does."""
    runner = PlantedRunner(starting_rates(3))
    return play(make_decks(*DECKS), seed=3, games=100, pairs=[(0, 1), (0, 0)], runner=runner)


# --- files ----------------------------------------------------------------------------------------


def test_each_picture_is_written_as_png_and_as_svg(tmp_path: Path) -> None:
    paths = save_pictures(story_of(make_result(*DECKS)), tmp_path / "new" / "folder")
    assert {path.name for path in paths} == {
        f"{name}.{kind}" for name in ("matrix", "strength", "seats") for kind in ("png", "svg")
    }
    for path in paths:
        start = b"\x89PNG" if path.suffix == ".png" else b"<svg"
        assert path.read_bytes().startswith(start)


def test_the_same_numbers_give_the_same_bytes(pictures: list[Path], tmp_path: Path) -> None:
    again = save_pictures(story_of(make_result(*DECKS)), tmp_path)
    for left, right in zip(pictures, again, strict=True):
        assert left.read_bytes() == right.read_bytes()


def test_other_numbers_give_another_picture(pictures: list[Path], tmp_path: Path) -> None:
    others = save_pictures(story_of(make_result(*DECKS, games=402)), tmp_path)
    for left, right in zip(pictures, others, strict=True):
        assert left.read_bytes() != right.read_bytes()


def test_a_picture_needs_no_style_sheet_and_loads_nothing(pictures: list[Path], changes: list[Path]) -> None:
    for path in (*pictures, *changes):
        if path.suffix == ".svg":
            svg = path.read_text(encoding="utf-8")
            assert svg_mistakes(svg) == []
            assert not re.search(r"<style|class=|style=|var\(|color-mix|light-dark|data-", svg)
            assert re.findall(r' id="([^"]*)"', svg) in ([], [f"chart-{CHARTS.get(path.stem, path.stem)}-scale"])


def test_a_picture_is_saved_by_the_end_of_its_name(tmp_path: Path) -> None:
    picture = picture_of(story_of(make_result(*DECKS)), "matrix")
    assert picture.save(tmp_path / "new" / "matrix.SVG").read_text(encoding="utf-8") == picture.svg
    assert picture.save(str(tmp_path / "matrix.png")).read_bytes() == picture.png
    with pytest.raises(InputError, match=r"no picture of the kind 'pdf'; allowed: png, svg"):
        picture.save(tmp_path / "matrix.pdf")


def test_a_notebook_shows_it_as_large_as_it_is() -> None:
    picture = picture_of(story_of(make_result(*DECKS)), "matrix")
    content, size = picture._repr_png_()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (2 * size["width"], 2 * size["height"])
    assert picture._repr_svg_() == picture.svg
    assert repr(picture) == "<evometa picture: Who beats whom: made up: Who beats whom>"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: the folder cannot be made \(File exists\); choose another place"):
        save_pictures(story_of(make_result(*DECKS)), tmp_path / "file")


# --- the matrix -----------------------------------------------------------------------------------


def test_the_matrix_has_its_title_games_and_units(pictures: list[Path]) -> None:
    texts = read_svg(pictures, "matrix")
    assert "Who beats whom: made up: Who beats whom" in texts
    said = " ".join(texts)
    assert "in %" in said
    assert "95% interval" in said
    assert "2,400 games, 400 per match-up" in said
    assert "PARTIAL" not in said


def test_decks_stand_in_the_order_of_their_strength(pictures: list[Path]) -> None:
    result = make_result(*DECKS)
    strengths = dict(zip(DECKS, result.evidence.strengths.value, strict=True))
    strongest_first = tuple(sorted(DECKS, key=lambda deck: -strengths[deck]))
    assert strongest_first != DECKS
    for picture in ("matrix", "strength", "seats"):
        found = places_of(read_svg(pictures, picture), strongest_first)
        assert found == sorted(found)


def test_cells_show_the_numbers_with_how_sure_they_are(pictures: list[Path]) -> None:
    evidence = make_result(*DECKS).evidence
    texts = read_svg(pictures, "matrix")
    rate, low, high = (100 * part[2, 0] for part in evidence.rates)
    assert f"{rate:.0f}" in texts
    assert any(text.startswith(f"±{max(high - rate, rate - low):.0f}") for text in texts)
    assert texts.count("50") >= 3  # the mirrors


def test_sure_cells_are_marked(pictures: list[Path]) -> None:
    evidence = make_result(*DECKS).evidence
    texts = read_svg(pictures, "matrix")
    up, down = (sum(text.startswith("±") and text.endswith(sign) for text in texts) for sign in "▲▼")
    assert up == (evidence.rates.low > 0.5).sum() + (evidence.strengths.low > 0.5).sum() > 0
    assert down == (evidence.rates.high < 0.5).sum() + (evidence.strengths.high < 0.5).sum()


def test_small_intervals_get_a_decimal(tmp_path: Path) -> None:
    texts = read_svg(save_pictures(story_of(make_result(*DECKS, games=20_000)), tmp_path), "matrix")
    assert any(re.match(r"±0\.\d", text) for text in texts)


def test_what_was_not_played_is_shown_as_such(tmp_path: Path) -> None:
    paths = save_pictures(story_of(replace(half_played(), is_partial=True)), tmp_path)
    matrix, seats = read_svg(paths, "matrix"), read_svg(paths, "seats")
    assert matrix.count("?") == 4 + 3  # all that the third deck belongs to, and everybody against the metagame
    assert seats.count("?") == 4  # each match-up once, with the mirrors that were not played
    for name in ("matrix", "strength", "seats"):
        said = " ".join(read_svg(paths, name))
        assert "PARTIAL" in said
        assert "nan" not in said


def test_a_long_name_is_cut(tmp_path: Path) -> None:
    texts = read_svg(save_pictures(story_of(make_result("Short", LONG)), tmp_path), "matrix")
    assert LONG not in texts
    assert any(text.startswith("A deck with a remarkab") and text.endswith("…") for text in texts)


@pytest.mark.parametrize("n_decks", [1, 2, 12])
def test_any_number_of_decks_can_be_drawn(n_decks: int, tmp_path: Path) -> None:
    names = tuple(f"Deck {i}" for i in range(n_decks))
    paths = save_pictures(story_of(make_result(*names, games=20)), tmp_path)
    assert set(names) <= set(read_svg(paths, "matrix"))


# --- seats, cards and changes ---------------------------------------------------------------------


def test_seats_show_each_match_up_once_with_its_sign(pictures: list[Path]) -> None:
    texts = read_svg(pictures, "seats")
    margins = [text for text in texts if re.match(r"±\d", text)]
    assert len(margins) == 6
    assert any(re.fullmatch(r"\+\d+", text) for text in texts)
    assert "points of win rate" in texts


def test_match_ups_that_cannot_change_have_no_interval(changes: list[Path]) -> None:
    texts = read_svg(changes, "matrix_change")
    played = make_what_if(*DECKS).is_affected.sum() - 1  # the mirror of the changed deck cannot change
    assert sum(bool(re.match(r"±\d+", text)) for text in texts) == played
    assert played < 9
