"""Card scans: that a planted card comes first, that pairs narrow the change, and that a scan cannot be lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.balance.planted_cards import CARDS, META, WOLF
from tests.unit.experiments.planted_meta import HUNTER, PlantedDraws

from evometa.experiments import runs
from evometa.experiments.nerfs.results import NerfsResults, ScannedCard
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import NERFS, SCANNING
from evometa.experiments.progress import Progress
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.store import RunError, open_run

SETTINGS = NerfsSettings(HUNTER, "planted", games=1000, pilot_games=0)
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
def results(tmp_path_factory: pytest.TempPathFactory) -> NerfsResults:
    patch = pytest.MonkeyPatch()
    patch.setattr(runs, "load_metagame", lambda reference: META)
    found = NERFS.start(tmp_path_factory.mktemp("scan") / "run", SETTINGS, PlantedDraws())
    patch.undo()
    return found


def wolf_of(results: NerfsResults) -> ScannedCard:
    return next(card for card in results.cards if card.id == WOLF)


def test_the_planted_card_comes_first(results: NerfsResults) -> None:
    wolf = wolf_of(results)
    assert max(results.cards, key=lambda card: card.wrd.value) is wolf
    assert max(results.cards, key=lambda card: card.wrp.value) is wolf
    assert min(results.cards, key=lambda card: card.wrn.value) is wolf
    assert wolf.change.low <= -0.1 <= wolf.change.high < 0
    assert wolf.wrd.low < 0.95 < wolf.wrd.high
    assert results.baseline is not None
    assert wolf.wrn.value == pytest.approx(results.baseline.win_rate.value + wolf.change.value)


def test_all_cards_have_all_numbers(results: NerfsResults) -> None:
    assert results.deck == HUNTER
    assert len(results.cards) == N_CARDS
    for card in results.cards:
        assert card.games == 2 * SETTINGS.games
        for rate in (card.wrd, card.wrp, card.wrn):
            assert rate.low <= rate.value <= rate.high
    others = [card for card in results.cards if card.id != WOLF]
    assert all(card.change.value == 0 for card in others), "the same games end alike if nothing matters"
    assert results.to_json()["baseline"].keys() == {"win_rate", "low", "high", "games"}


def test_common_seeds_narrow_the_change(results: NerfsResults) -> None:
    wolf = wolf_of(results)
    assert wolf.change.high - wolf.change.low < 0.8 * (wolf.wrn.high - wolf.wrn.low)


def test_correlations_say_that_what_wins_when_drawn_loses_most_by_a_nerf(results: NerfsResults) -> None:
    for statistic in ("wrp", "wrd"):
        found = results.correlations[statistic]
        assert found.pearson.value < -0.8
        assert found.pearson.low < found.pearson.value < found.pearson.high < 0
        assert found.pearson.p < 0.001
        assert found.line is not None
        assert found.line.slope < 0
        assert found.cards == N_CARDS


def test_an_interrupted_scan_ends_alike_and_repeats_nothing(tmp_path: Path, results: NerfsResults) -> None:
    with pytest.raises(KeyboardInterrupt):
        NERFS.start(tmp_path / "run", SETTINGS, Interrupted())
    with open_run(tmp_path / "run") as run:
        assert (run.status, run.n_evaluations, run.n_games) == ("interrupted", 3, 3 * 2000)
    told: list[Progress] = []
    resumed = NERFS.resume(tmp_path / "run", runner=PlantedDraws(), progress=told.append)
    assert resumed.to_json() == results.to_json()
    assert told[-1].games == (N_CARDS - 2) * 2000
    assert {each.stage for each in told} == {SCANNING}
    assert NERFS.carry_on(tmp_path / "run", SETTINGS).to_json() == results.to_json()
    assert NERFS.read(tmp_path / "run").games == (N_CARDS + 1) * 2000


def test_what_is_stored_is_read_again(results: NerfsResults) -> None:
    assert NerfsResults.from_json(results.to_json()).to_json() == results.to_json()


def test_other_attributes_and_buffs(tmp_path: Path) -> None:
    cheaper = NERFS.start(tmp_path / "cost", replace(SETTINGS, amount=-1), PlantedDraws(by_draw=0.05))
    wolf = wolf_of(cheaper)
    assert wolf.change.low < 0.1 < wolf.change.high
    health = NERFS.start(tmp_path / "health", replace(SETTINGS, attribute="health", games=40), PlantedDraws())
    for card in health.cards:
        assert card.wrn.is_known == ("health" in CARDS[card.id].tree)


# --- refused --------------------------------------------------------------------------------------


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no deck 'Mage'"):
        NERFS.start(tmp_path / "run", replace(SETTINGS, deck="Mage"))
    with pytest.raises(InputError, match="games: found 7; allowed: an even number"):
        NERFS.start(tmp_path / "run", replace(SETTINGS, games=7))
    with pytest.raises(InputError, match=r"no card of .* has a number 'luck' that can change by \+1"):
        NERFS.start(tmp_path / "run", replace(SETTINGS, attribute="luck"))
    with pytest.raises(InputError, match="amount: found 0"):
        replace(SETTINGS, amount=0)
    assert not (tmp_path / "run").exists()
    with pytest.raises(KeyboardInterrupt):
        NERFS.start(tmp_path / "run", SETTINGS, Interrupted())
    with pytest.raises(RunError, match="began with amount = 1, and now amount is 2"):
        NERFS.resume(tmp_path / "run", replace(SETTINGS, amount=2))


def test_settings_survive_json() -> None:
    assert NerfsSettings.from_json(SETTINGS.to_json()) == SETTINGS
    with pytest.raises(InputError, match="unknown field 'decks'; did you mean 'deck'"):
        NerfsSettings.from_json({"decks": HUNTER})
