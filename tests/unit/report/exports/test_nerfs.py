"""Card scans as tables: a row for each card that is finished, at any time."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.balance.planted_cards import META, WOLF
from tests.unit.experiments.planted_meta import HUNTER, PlantedDraws, write_metagame

from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.report.exports.nerfs import nerfs_frame
from evometa.store import create_run

N_CARDS = len(dict.fromkeys(META.decks[0].cards))


class Stopping(PlantedDraws):
    """Stops after some batches."""

    batches = 4

    def run(self, *given: object) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(*given)


def settings_in(folder: Path) -> NerfsSettings:
    return NerfsSettings(HUNTER, str(write_metagame(folder)), games=20, pilot_games=0)


def test_a_row_for_each_card_with_all_its_numbers(tmp_path: Path) -> None:
    results = NERFS.start(tmp_path / "run", settings_in(tmp_path), PlantedDraws())
    frame = nerfs_frame(NERFS.read(tmp_path / "run"))
    assert frame.to_dict("records") == [card.to_json() for card in results.cards]
    assert len(frame) == N_CARDS
    wolf = frame.set_index("id").loc[WOLF]
    assert wolf["name"] == "Timber Wolf"
    assert wolf["wrd_low"] < wolf["wrd"] < wolf["wrd_high"]


def test_an_interrupted_scan_has_a_row_for_each_card_that_is_finished(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        NERFS.start(tmp_path / "run", settings_in(tmp_path), Stopping())
    frame = nerfs_frame(NERFS.read(tmp_path / "run"))
    assert len(frame) == 3
    assert frame["wrn"].notna().all()


def test_a_scan_that_has_only_begun_has_no_row(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "nerfs", settings_in(tmp_path).to_json()).close()
    assert len(nerfs_frame(NERFS.read(tmp_path / "run"))) == 0
