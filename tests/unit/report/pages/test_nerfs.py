"""The page of a card scan: which cards a deck relies on, and whether simpler statistics would have told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.experiments.balance.made_up_audits import CARDS, DECKS
from tests.unit.report.made_up_runs import make_nerfs_run
from tests.unit.report.pages.reports import (
    charts_of,
    hovered_in,
    read,
    rows_of,
    text_of,
    texts_in,
    words_in,
    write_report,
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(make_nerfs_run(tmp_path_factory.mktemp("runs") / "run"))


def test_cards_are_ranked_by_what_their_change_does(page: Path) -> None:
    assert f"{DECKS[1]} relies most on {CARDS[0]}" in text_of(page)
    rows = rows_of(read(page), "cards")
    assert set(rows) == set(CARDS)
    first, *_, last = rows
    assert (first, last) == (CARDS[0], CARDS[6])


def test_what_is_not_known_is_shown_as_such(page: Path) -> None:
    rows = rows_of(read(page), "cards")
    assert rows[CARDS[6]][-3:] == ["?", "?", ""], "it had nothing to change"
    assert rows[CARDS[5]][4:6] == ["?", ""], "it was never played"


def test_changes_have_a_sign_and_a_true_minus(page: Path) -> None:
    rows = rows_of(read(page), "cards")
    assert rows[CARDS[0]][-2:] == ["\N{MINUS SIGN}5.2", "\N{MINUS SIGN}5.5 to \N{MINUS SIGN}4.9"]
    assert rows[CARDS[11]][-2:] == ["+0.1", "\N{MINUS SIGN}0.2 to +0.4"]
    assert rows[CARDS[7]][-2] == "0.0", "nothing has no sign"


def test_buffs_are_ranked_the_other_way_round(tmp_path: Path) -> None:
    said = text_of(write_report(make_nerfs_run(tmp_path / "run", amount=-1)))
    assert f"{DECKS[1]} gains most by {CARDS[0]} (+5.2 points)" in said
    assert "changed by \N{MINUS SIGN}1 cost" in said


def test_correlations_come_with_intervals_and_a_verdict(page: Path) -> None:
    said = text_of(page).replace("\N{MINUS SIGN}", "-")
    assert re.search(r"WRP and WRN: Pearson's correlation is -0\.\d\d \(-0\.\d\d to -0\.\d\d\), more than chance", said)
    charts = charts_of(read(page))
    assert "win rate when played (WRP), %" in texts_in(charts["scatter-wrp"])
    assert "win rate when drawn (WRD), %" in texts_in(charts["scatter-wrd"])
    assert any(text.startswith(f"{CARDS[0]}: WRP ") for text in hovered_in(charts["scatter-wrp"]))


def test_what_each_nerf_does_is_a_ranked_chart(page: Path) -> None:
    chart = charts_of(read(page))["changes"]
    names = [text for text in re.findall(r'text-anchor="end">([^<]*)</text>', chart) if text in CARDS]
    assert (names[0], names[-1]) == (CARDS[0], CARDS[6])
    assert len(names) == len(CARDS)
    minus = "\N{MINUS SIGN}"
    assert f"{minus}5.2 ({minus}5.5 to {minus}4.9)" in texts_in(chart)
    assert "What +1 cost does to Exp1 Paladin (Control)" in texts_in(chart)


def test_cards_lead_to_their_faces_before_and_after_the_change(page: Path) -> None:
    html = read(page)
    (face,) = re.findall(r'<div class="faces" id="card-CS2_097-changed">(.*?</div>)</div>', html, flags=re.DOTALL)
    assert "before Truesilver Champion (4 mana)" in words_in(face)
    assert "after Truesilver Champion (5 mana)" in words_in(face)
    assert 'href="#card-CS2_097-changed"' in charts_of(html)["changes"]
