"""The pages of what every card is worth, and of a tuned player."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.report.charts.svg_check import read_chart
from tests.unit.report.made_up_cards import CLASSES, make_tiers_run, make_tune_run
from tests.unit.report.pages.reports import charts_of, hovered_in, read, rows_of, text_of, texts_in, write_report


@pytest.fixture(scope="module")
def tiers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(make_tiers_run(tmp_path_factory.mktemp("tiers") / "run"))


def test_every_class_has_a_chart_of_worth_and_cost(tiers: Path) -> None:
    charts = charts_of(read(tiers))
    assert list(charts) == [f"worths-{klass}" for klass in ("neutral", *CLASSES)]
    for chart in charts.values():
        read_chart(chart)
        assert {"cost, mana", "worth, log odds a copy", "all other cards"} <= texts_in(chart)


def test_every_card_is_in_the_table_and_on_hover(tiers: Path) -> None:
    rows, charts = rows_of(read(tiers), "cards"), charts_of(read(tiers))
    assert len(rows) == 120
    name, (klass, _, worth, *_) = next(iter(rows.items()))
    assert any(
        text.startswith(f"{name.removesuffix(' (yours)')}: {worth} (") for text in hovered_in(charts[f"worths-{klass}"])
    )
    assert sum(name.endswith(" (yours)") for name in rows) == 1
    assert read(tiers).count('<div class="faces"') == 120, "each card has its face, once"


def test_a_tuned_player_has_a_chart_of_its_rating(tmp_path: Path) -> None:
    page = write_report(make_tune_run(tmp_path / "run"))
    chart = charts_of(read(page))["ladder"]
    read_chart(chart)
    assert {"Elo", "900 (885 to 915)", "1100 (1085 to 1115)", "1000 nodes a game"} <= texts_in(chart)
    assert "400 points are odds of ten to one" in text_of(page)
    assert rows_of(read(page), "weights")["minion_health"] == ["12", "\N{MINUS SIGN}12"]
