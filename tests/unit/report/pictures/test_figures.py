"""Pictures as files: all are there, they are the same each time, and they say what the numbers say."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import matplotlib
import pytest
from tests.unit.metagame.planted_games import PlantedRunner
from tests.unit.report.made_up import (
    LONG,
    make_decks,
    make_result,
    make_statistics,
    make_what_if,
    starting_rates,
)

from evometa.input.errors import InputError
from evometa.metagame.playing import MetagameResult, play
from evometa.report.pictures.figures import write_card_figures, write_figures, write_what_if_figures

DECKS = ("Weak", "Middling", "Strong")


def texts_of(path: Path) -> list[str]:
    """What an SVG says, in the order in which it is drawn."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))]


def read_svg(paths: list[Path], name: str) -> list[str]:
    (path,) = (path for path in paths if path.name == f"{name}.svg")
    return texts_of(path)


def places_of(texts: list[str], names: tuple[str, ...]) -> list[int]:
    return [texts.index(name) for name in names]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of three decks, after 400 games per match-up."""
    return write_figures(make_result(*DECKS), tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def changes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of three decks, before and after a patch."""
    return write_what_if_figures(make_what_if(*DECKS), tmp_path_factory.mktemp("changes"))


def half_played() -> MetagameResult:
    """Two decks have met; nobody knows how the third one does."""
    runner = PlantedRunner(starting_rates(3))
    return play(make_decks(*DECKS), seed=3, games=100, pairs=[(0, 1), (0, 0)], runner=runner)


# --- files ----------------------------------------------------------------------------------------


def test_each_picture_is_written_as_png_and_as_svg(tmp_path: Path) -> None:
    paths = write_figures(make_result(*DECKS), tmp_path / "new" / "folder")
    assert [path.name for path in paths] == [
        f"{name}.{kind}" for name in ("matrix", "strength", "seats") for kind in ("png", "svg")
    ]
    for path in paths:
        start = b"\x89PNG" if path.suffix == ".png" else b"<?xml"
        assert path.read_bytes().startswith(start)


def test_the_other_pictures_have_names_of_their_own(changes: list[Path], tmp_path: Path) -> None:
    paths = [*changes, *write_card_figures(make_statistics("One", "Two"), tmp_path)]
    assert sorted({path.stem for path in paths}) == ["cards", "matrix_change", "strength_change"]
    assert all(path.stat().st_size for path in paths)


def test_the_same_numbers_give_the_same_bytes(pictures: list[Path], tmp_path: Path) -> None:
    again = write_figures(make_result(*DECKS), tmp_path)
    for left, right in zip(pictures, again, strict=True):
        assert left.read_bytes() == right.read_bytes()
    for path in pictures:
        assert b"<dc:date>" not in path.read_bytes()
        assert b"Software" not in path.read_bytes()


def test_other_numbers_give_another_picture(pictures: list[Path], tmp_path: Path) -> None:
    others = write_figures(make_result(*DECKS, games=402), tmp_path)
    for left, right in zip(pictures, others, strict=True):
        assert left.read_bytes() != right.read_bytes()


def test_the_user_s_own_settings_do_not_matter(pictures: list[Path], tmp_path: Path) -> None:
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "black", "svg.fonttype": "path"}):
        again = write_figures(make_result(*DECKS), tmp_path)
        assert matplotlib.rcParams["font.size"] == 20
    for left, right in zip(pictures, again, strict=True):
        assert left.read_bytes() == right.read_bytes()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: the folder cannot be made \(File exists\); choose another place"):
        write_card_figures(make_statistics("One"), tmp_path / "file")


# --- the matrix -----------------------------------------------------------------------------------


def test_the_matrix_has_its_title_games_and_units(pictures: list[Path]) -> None:
    texts = read_svg(pictures, "matrix")
    assert "Who beats whom: made up" in texts
    said = " ".join(texts)
    assert "in %" in said
    assert "95% interval" in said
    assert "400 games per match-up" in said
    assert "PARTIAL" not in said


def test_decks_stand_in_the_order_of_their_strength(pictures: list[Path]) -> None:
    result = make_result(*DECKS)
    strengths = dict(zip(DECKS, result.evidence.against_meta, strict=True))
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
    assert f"±{max(high - rate, rate - low):.0f}" in texts
    assert texts.count("50") >= 3  # the mirrors


def test_sure_cells_are_marked(pictures: list[Path]) -> None:
    evidence = make_result(*DECKS).evidence
    texts = read_svg(pictures, "matrix")
    assert texts.count("▲") == (evidence.rates.low > 0.5).sum() + (evidence.strengths.low > 0.5).sum()
    assert texts.count("▼") == (evidence.rates.high < 0.5).sum() + (evidence.strengths.high < 0.5).sum()
    assert texts.count("▲") > 0


def test_small_intervals_get_a_decimal(tmp_path: Path) -> None:
    texts = read_svg(write_figures(make_result(*DECKS, games=20_000), tmp_path), "matrix")
    assert any(re.fullmatch(r"±0\.\d", text) for text in texts)


def test_what_was_not_played_is_shown_as_such(tmp_path: Path) -> None:
    paths = write_figures(replace(half_played(), is_partial=True), tmp_path)
    matrix, seats = read_svg(paths, "matrix"), read_svg(paths, "seats")
    assert matrix.count("?") == 4 + 3  # all that the third deck belongs to, and everybody against the metagame
    assert seats.count("?") == 4  # each match-up once, with the mirrors that were not played
    for name in ("matrix", "strength", "seats"):
        said = " ".join(read_svg(paths, name))
        assert "? not known" in said
        assert "PARTIAL" in said
        assert "nan" not in said


def test_a_long_name_is_cut(tmp_path: Path) -> None:
    texts = read_svg(write_figures(make_result("Short", LONG), tmp_path), "matrix")
    assert "A deck with a remarkably" in texts
    assert "long name that …" in texts


@pytest.mark.parametrize("n_decks", [1, 2, 12])
def test_any_number_of_decks_can_be_drawn(n_decks: int, tmp_path: Path) -> None:
    names = tuple(f"Deck {i}" for i in range(n_decks))
    paths = write_figures(make_result(*names, games=20), tmp_path)
    assert set(names) <= set(read_svg(paths, "matrix"))


# --- seats, cards and changes ---------------------------------------------------------------------


def test_seats_show_each_match_up_once_with_its_sign(pictures: list[Path]) -> None:
    texts = read_svg(pictures, "seats")
    margins = [text for text in texts if text.startswith("±") and text[1:].isdigit()]
    assert len(margins) == 6
    assert any(re.fullmatch(r"\+\d+", text) for text in texts)
    assert "percentage points" in texts


def test_cards_stand_in_the_order_of_their_effect_and_unknown_ones_are_shown_as_such(tmp_path: Path) -> None:
    statistics = make_statistics("Worst", "Middling", "Best")
    paths = write_card_figures(statistics, tmp_path, deck="My deck", metagame="my metagame")
    texts = read_svg(paths, "cards")
    found = places_of(texts, ("Best", "Middling", "Worst"))
    assert found == sorted(found)
    assert "Which cards win: My deck in my metagame" in texts
    assert texts.count("?") == 1  # the win rate of a card that is never played
    said = " ".join(texts)
    for label in ("(WRD), %", "(WRP), %", "play rate when", "draw effect,", "2,000 games", "52.0%"):
        assert label in said


def test_a_patch_is_named_and_its_changes_have_signs(changes: list[Path]) -> None:
    for name in ("strength_change", "matrix_change"):
        assert "Life Tap: cost 2 → 3." in read_svg(changes, name)
    change = 100 * make_what_if(*DECKS).change_against_meta.value
    texts = read_svg(changes, "strength_change")
    for value in change:
        start = f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")
        assert any(text.startswith(start) for text in texts)
    assert {"before", "after"} <= set(texts)


def test_match_ups_that_cannot_change_have_no_interval(changes: list[Path]) -> None:
    texts = read_svg(changes, "matrix_change")
    played = make_what_if(*DECKS).is_affected.sum() - 1  # the mirror of the changed deck cannot change
    assert sum(bool(re.fullmatch(r"±\d+", text)) for text in texts) == played
    assert played < 9
