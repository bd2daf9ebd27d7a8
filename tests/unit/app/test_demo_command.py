"""`evometa demo`: the metagame of the paper's six decks, and the cards of the strongest one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.unit.app.laboratory import NAMES, Laboratory, open_laboratory


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Laboratory]:
    with open_laboratory(monkeypatch, capsys) as laboratory:
        yield laboratory


def test_it_shows_the_metagame_and_the_cards_of_the_strongest_deck(lab: Laboratory) -> None:
    text = lab.run("demo", "--games", "20")
    assert max(map(len, text.splitlines())) <= 100
    assert "paper-six  420 games, 20 per match-up; seed 1" in text
    assert all(name in text for name in NAMES)
    assert "paper-control" in text
    assert f"{NAMES[0]}: what drawing a card is worth" in text
    assert "To go on from here" in lab.said


def test_an_interrupt_shows_what_is_known(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 1
    assert "partial: it was interrupted" in lab.run("demo", "--games", "4000", code=130)


def test_an_interrupt_before_any_game_shows_nothing(lab: Laboratory) -> None:
    lab.runner.interrupt_after = 0
    assert lab.run("demo", code=130) == ""
