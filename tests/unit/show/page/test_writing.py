"""Pages of runs: they are valid, need nothing else, and are there at any time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.show.html_check import PageCheck, charts_of, svg_mistakes, words_of
from tests.unit.show.svg.svg_check import read_chart
from tests.unit.story.made_up_runs import (
    DECKS,
    make_balance_run,
    make_genetic_run,
    make_nerfs_run,
    make_table_run,
)

from evometa.experiments.balance.settings import BalanceSettings
from evometa.input.errors import InputError
from evometa.show.page.writing import format_report, write_report
from evometa.store import RunError, create_run

MAKERS = {
    "front": make_balance_run,
    "genetic": make_genetic_run,
    "nerfs": make_nerfs_run,
    "table": make_table_run,
}


CHARTS = {
    "front": ["strength", "matrix", "matrix-1", "front", "history-f", "history-m"],
    "genetic": ["strength", "matrix", "matrix-1", "history-f"],
    "nerfs": ["cards", "scatter-wrp", "scatter-wrd"],
    "table": ["matrix"],
}


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of each kind of run."""
    root = tmp_path_factory.mktemp("runs")
    return {name: write_report(make(root / name)) for name, make in MAKERS.items()}


@pytest.mark.parametrize("kind", MAKERS)
def test_pages_are_valid_need_nothing_else_and_show_no_python(reports: dict[str, Path], kind: str) -> None:
    html = read(reports[kind])
    assert words_of(html)
    charts = charts_of(html)
    assert list(charts) == CHARTS[kind]
    for chart in charts.values():
        read_chart(chart)


@pytest.mark.parametrize(
    ("html", "mistake"),
    [
        ("<p><b>text</p></b>", "is open"),
        ("<p>text", "not closed"),
        ('<p id="a"></p><p id="a"></p>', "twice"),
        ('<a href="#nowhere">text</a>', "no id nowhere"),
        ('<img src="https://example.org/a.png" alt="a picture of something">', "leads to https"),
        ('<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="">', "without a text"),
        ("<style>a { background: url(b.png) }</style>", "another file"),
        ("<script>alert(1)</script>", "does not refuse all scripts"),
        (f"<p>{'x' * 2_000_000}</p>", "bytes"),
    ],
)
def test_the_check_finds_mistakes(html: str, mistake: str) -> None:
    assert mistake in " ".join(PageCheck(html).mistakes)


@pytest.mark.parametrize("kind", MAKERS)
def test_every_page_ends_with_settings_and_how_to_reproduce_it(reports: dict[str, Path], kind: str) -> None:
    anchors = re.findall(r'<h2 id="([^"]*)"', read(reports[kind]))
    assert [each for each in anchors if each != "all-cards"][-2:] == ["settings", "reproduce"]


def test_charts_are_files_too(reports: dict[str, Path]) -> None:
    found = sorted((reports["front"].parent / "figures").iterdir())
    assert sorted(path.stem for path in found) == sorted(CHARTS["front"])
    for path in found:
        assert svg_mistakes(path.read_text(encoding="utf-8")) == []
        assert "var(" not in path.read_text(encoding="utf-8"), "it brings its colours along"


def test_the_same_run_gives_the_same_page(reports: dict[str, Path], tmp_path: Path) -> None:
    again = write_report(reports["front"].parent, tmp_path / "elsewhere" / "page.html")
    assert again == tmp_path / "elsewhere" / "page.html"
    assert again.read_bytes() == reports["front"].read_bytes()
    assert (tmp_path / "elsewhere" / "figures" / "front.svg").is_file()
    assert format_report(reports["front"].parent) == read(again)


def test_folders_of_the_user_stay_out_of_the_report(tmp_path: Path) -> None:
    settings = BalanceSettings(metagame=str(tmp_path / "mine.toml"), objectives=("f", "m"))
    page = write_report(make_balance_run(tmp_path / "run", settings, generations=1))
    assert str(tmp_path) not in read(page)
    assert "mine.toml" in words_of(read(page))


@pytest.mark.parametrize("kind", ["balance", "nerfs", "paper", "table"])
def test_runs_that_have_only_begun_have_a_report(kind: str, tmp_path: Path) -> None:
    settings = {"deck": DECKS[0]} if kind in ("nerfs", "paper") else {}
    with create_run(tmp_path / "run", kind, {**settings, "metagame": "paper-six"}) as run:
        assert "still going on" in words_of(read(write_report(tmp_path / "run")))
        run.finish()
    assert "still going on" not in words_of(read(write_report(tmp_path / "run")))


# --- bad input ------------------------------------------------------------------------------------


def test_a_folder_that_is_not_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is not a run"):
        write_report(tmp_path)


def test_a_kind_of_another_version_is_refused(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "tournament", {}).close()
    with pytest.raises(RunError, match=r"unknown kind of run 'tournament'.*balance"):
        write_report(tmp_path / "run")


def test_a_place_that_cannot_be_written_is_refused(reports: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: the folder cannot be made \(File exists\); choose another place"):
        write_report(reports["table"].parent, tmp_path / "file" / "page.html")
