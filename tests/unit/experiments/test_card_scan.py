"""Card scans: that a planted card comes first, that pairs narrow the change, and that a scan cannot be lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import CARDS, META, WOLF
from tests.unit.experiments.planted_meta import HUNTER, PlantedDraws

from evometa.experiments import runs
from evometa.experiments.nerfs.work import (
    CARD_SCAN,
    CardScanSettings,
)
from evometa.experiments.progress import Progress
from evometa.experiments.resuming import resume_run
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.store import RunError, open_run, to_json

SETTINGS = CardScanSettings(HUNTER, "planted", games=1000)
N_CARDS = len(dict.fromkeys(META.decks[0].cards))


@pytest.fixture(autouse=True)
def no_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


class Interrupted(PlantedDraws):
    """Stops after so many batches."""

    batches = 3

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Any:
    patch = pytest.MonkeyPatch()
    patch.setattr(runs, "load_metagame", lambda reference: META)
    found = CARD_SCAN.start(tmp_path_factory.mktemp("scan") / "run", SETTINGS, PlantedDraws())
    patch.undo()
    return found


def test_the_planted_card_comes_first(results: Any) -> None:
    wolf = next(card for card in results["cards"] if card["id"] == WOLF)
    for statistic in ("wrd", "wrp"):
        assert max(results["cards"], key=lambda card: card[statistic]) is wolf
    assert min(results["cards"], key=lambda card: card["wrn"]) is wolf
    assert wolf["change_low"] <= -0.1 <= wolf["change_high"] < 0
    assert wolf["wrd_low"] < 0.95 < wolf["wrd_high"]
    assert wolf["wrn"] == pytest.approx(results["baseline"]["win_rate"] + wolf["change"])


def test_all_cards_have_all_numbers(results: Any) -> None:
    assert results["deck"] == HUNTER
    assert len(results["cards"]) == N_CARDS
    for card in results["cards"]:
        assert card["games"] == 2 * SETTINGS.games
        for name in ("wrd", "wrp", "wrn"):
            assert card[f"{name}_low"] <= card[name] <= card[f"{name}_high"]
    others = [card for card in results["cards"] if card["id"] != WOLF]
    assert all(card["change"] == 0 for card in others), "the same games end alike if nothing matters"
    assert results["baseline"].keys() == {"win_rate", "low", "high", "games"}


def test_common_seeds_narrow_the_change(results: Any) -> None:
    wolf = next(card for card in results["cards"] if card["id"] == WOLF)
    assert wolf["change_high"] - wolf["change_low"] < 0.8 * (wolf["wrn_high"] - wolf["wrn_low"])


def test_correlations_say_that_what_wins_when_drawn_loses_most_by_a_nerf(results: Any) -> None:
    for statistic in ("wrp", "wrd"):
        found = results["correlations"][statistic]
        assert found["pearson"]["value"] < -0.8
        assert found["pearson"]["low"] < found["pearson"]["value"] < found["pearson"]["high"] < 0
        assert found["pearson"]["p"] < 0.001
        assert found["line"]["slope"] < 0
        assert found.keys() >= {"pearson", "spearman", "line"}


def test_an_interrupted_scan_ends_alike_and_repeats_nothing(tmp_path: Path, results: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        CARD_SCAN.start(tmp_path / "run", SETTINGS, Interrupted())
    with open_run(tmp_path / "run") as run:
        assert (run.status, run.n_evaluations, run.n_games) == ("interrupted", 3, 3 * 2000)
    told: list[Progress] = []
    assert to_json(resume_run(tmp_path / "run", PlantedDraws(), told.append)) == to_json(results)
    assert told[-1].games == (N_CARDS - 2) * 2000
    assert {each.stage for each in told} == {"scan"}
    assert to_json(CARD_SCAN.carry_on(tmp_path / "run", SETTINGS)) == to_json(results)


def test_other_attributes_and_buffs(tmp_path: Path) -> None:
    cheaper = CARD_SCAN.start(tmp_path / "cost", replace(SETTINGS, amount=-1), PlantedDraws(by_draw=0.05))
    wolf = next(card for card in cheaper["cards"] if card["id"] == WOLF)
    assert wolf["change_low"] < 0.1 < wolf["change_high"]
    health = CARD_SCAN.start(tmp_path / "health", replace(SETTINGS, attribute="health", games=40), PlantedDraws())
    for card in health["cards"]:
        assert (card["wrn"] is None) == ("health" not in CARDS[card["id"]].tree)


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no deck 'Mage'"):
        CARD_SCAN.start(tmp_path / "run", replace(SETTINGS, deck="Mage"))
    with pytest.raises(InputError, match="found 7 games per match-up"):
        CARD_SCAN.start(tmp_path / "run", replace(SETTINGS, games=7))
    with pytest.raises(InputError, match=r"no card of .* has a number 'luck' that can change by \+1"):
        CARD_SCAN.start(tmp_path / "run", replace(SETTINGS, attribute="luck"))
    with pytest.raises(InputError, match="amount: found 0"):
        replace(SETTINGS, amount=0)
    assert not (tmp_path / "run").exists()
    with pytest.raises(KeyboardInterrupt):
        CARD_SCAN.start(tmp_path / "run", SETTINGS, Interrupted())
    with pytest.raises(RunError, match="began with amount = 1, and now amount is 2"):
        CARD_SCAN.resume(tmp_path / "run", replace(SETTINGS, amount=2))


def test_settings_survive_json() -> None:
    assert CardScanSettings.from_json(SETTINGS.to_json()) == SETTINGS
    with pytest.raises(InputError, match="unknown field 'decks'; did you mean 'deck'"):
        CardScanSettings.from_json({"decks": HUNTER})
