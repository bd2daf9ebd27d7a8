"""Deck searches as tables: every measurement is a row, whether the run is finished or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.unit.experiments.planted_searches import SMALL_SEARCH
from tests.unit.metagame.planted_decks import META, Interrupted, PlantedDecks

from evometa.experiments import runs
from evometa.experiments.decks.work import DECKS, DecksRun
from evometa.report.exports import NOTE
from evometa.report.exports.decks import decks_frame

OPPONENTS = [deck.name for deck in META.decks]


@pytest.fixture
def metagame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The metagame of the tests, as if it were a file."""
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> DecksRun:
    """A finished search."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_SEARCH, PlantedDecks())
    return DECKS.read(folder)


def interrupt(folder: Path, batches: int) -> DecksRun:
    """A search that was interrupted after some batches."""
    with pytest.raises(KeyboardInterrupt):
        DECKS.start(folder, SMALL_SEARCH, Interrupted(batches))
    return DECKS.read(folder)


@pytest.mark.usefixtures("metagame")
def test_every_deck_is_a_row_with_named_columns(whole: DecksRun) -> None:
    frame, evaluations = decks_frame(whole), whole.evaluations
    assert whole.results.map is not None
    assert frame["number"].tolist() == evaluations.numbers.tolist()
    assert frame["objective health"].tolist() == evaluations.objectives[:, 0].tolist()
    assert frame["measure cost"].tolist() == evaluations.objectives[:, 1].tolist()
    assert (frame.filter(regex="^copies ").sum(axis=1) == 30).all()
    assert (frame.filter(regex="^games ").sum(axis=1) == np.where(frame["is_again"], 12, 6)).all()
    assert (frame[f"wins first against {OPPONENTS[0]}"] <= frame[f"games first against {OPPONENTS[0]}"]).all()
    assert set(frame.loc[frame["is_elite"], "deck"]) == {elite.number for elite in whole.results.map.elites}
    assert NOTE not in frame.attrs


@pytest.mark.usefixtures("metagame")
def test_decks_that_were_measured_again_are_known_by_their_first_number(whole: DecksRun) -> None:
    frame = decks_frame(whole).set_index("number")
    again = frame[frame["is_again"]]
    assert whole.results.map is not None
    assert again.index.tolist() == list(range(40, len(frame)))
    assert (again["deck"] < 40).all()
    cards = list(frame.filter(regex="^copies "))
    assert (again[cards].to_numpy() == frame.loc[again["deck"], cards].to_numpy()).all()
    elites = {elite.number: elite.again for elite in whole.results.map.elites}
    assert dict(zip(again["deck"], again["objective health"], strict=True)).items() >= elites.items()


@pytest.mark.usefixtures("metagame")
def test_a_search_in_the_first_seat_has_no_other_seat(tmp_path: Path) -> None:
    DECKS.start(tmp_path / "run", replace(SMALL_SEARCH, seats="first"), PlantedDecks())
    columns = decks_frame(DECKS.read(tmp_path / "run")).filter(regex="^games ").columns
    assert list(columns) == [f"games first against {deck}" for deck in OPPONENTS]


@pytest.mark.usefixtures("metagame")
def test_an_unfinished_search_does_not_know_its_elites(tmp_path: Path) -> None:
    frame = decks_frame(interrupt(tmp_path / "run", 3))
    assert len(frame) == 20
    assert not frame["is_again"].any()
    assert frame["is_elite"].isna().all()


@pytest.mark.usefixtures("metagame")
def test_a_search_without_decks_is_an_empty_table(tmp_path: Path) -> None:
    frame = decks_frame(interrupt(tmp_path / "run", 0))
    assert frame.empty
    assert {"number", "objective health", "measure cost"} <= set(frame.columns)


@pytest.mark.usefixtures("metagame")
@pytest.mark.parametrize("batches", [3, 7])  # in the search, and when elites are measured again
def test_a_table_is_of_the_moment_in_which_the_run_was_read(tmp_path: Path, batches: int) -> None:
    run = interrupt(tmp_path / "run", batches)
    before = decks_frame(run)
    DECKS.resume(tmp_path / "run", runner=PlantedDecks())
    pd.testing.assert_frame_equal(decks_frame(run), before)
    assert len(decks_frame(DECKS.read(tmp_path / "run"))) > len(before)


def test_columns_are_numbered_if_the_metagame_is_gone(whole: DecksRun) -> None:
    frame = decks_frame(whole)
    assert {"copies card 1", "wins second against opponent 2"} <= set(frame.columns)
    assert "numbered, because their names are not known any more" in frame.attrs[NOTE]
    assert "planted" in frame.attrs[NOTE], "and it says what cannot be found"
