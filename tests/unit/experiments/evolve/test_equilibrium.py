"""The evolution of a made-up game whose equilibrium is known finds it, whatever it begins with."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.experiments.evolve.rock_paper_scissors import EQUILIBRIUM, RockPaperScissors, write_metagame
from tests.unit.experiments.planted_ogres import OGRE

from evometa.experiments.evolve.results import EvolveResults
from evometa.experiments.evolve.settings import EvolveSettings
from evometa.experiments.evolve.work import EVOLVE
from evometa.metagame.metagames import load_metagame
from evometa.store.results import Ledger


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that begins without mages and without ogres."""
    place = tmp_path_factory.mktemp("evolved")
    settings = EvolveSettings(
        write_metagame(place),
        classes=tuple(EQUILIBRIUM),
        pool="basic",
        max_games=16_000,
        check_games=1_000,
        audit_games=2_000,
        players="random",
    )
    EVOLVE.start(place / "run", settings, RockPaperScissors())
    return place / "run"


@pytest.fixture(scope="module")
def found(folder: Path) -> EvolveResults:
    return EVOLVE.read(folder).results


def test_it_finds_the_shares_of_the_equilibrium(found: EvolveResults) -> None:
    assert found.class_shares == pytest.approx(EQUILIBRIUM, abs=0.08)
    assert list(found.class_shares) == list(EQUILIBRIUM)


def test_it_finds_the_card_that_every_good_deck_has(found: EvolveResults) -> None:
    assert sum(each.share for each in found.decks if (OGRE, 2) in each.cards) > 0.9


def test_nobody_has_an_answer_in_the_end_and_everybody_had_one_at_the_start(found: EvolveResults) -> None:
    assert found.exploitability.low < 0.52
    assert found.exploitability.value < 0.54
    assert found.rounds[1].answers[0].expected > 0.6
    assert {each.klass for each in found.classes} == set(EQUILIBRIUM)


def test_the_games_of_rounds_are_no_more_than_asked_for(found: EvolveResults) -> None:
    assert found.search_games <= 16_000
    assert found.rounds[-1].games == found.search_games


def test_the_metagame_is_a_file_with_the_same_decks_and_shares(folder: Path, found: EvolveResults) -> None:
    metagame = load_metagame(folder / "metagame.toml")
    assert [deck.name for deck in metagame.decks] == [each.name for each in found.decks if each.share]
    assert metagame.shares == pytest.approx([each.share for each in found.decks if each.share], abs=1e-6)


@pytest.mark.parametrize("n_kept", [0, 1, 4, 5, 13])
def test_a_run_that_ends_between_two_writes_goes_on_to_the_same_end(
    n_kept: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Ledger.keep
    left = [n_kept]

    def keep(ledger: Ledger[EvolveResults], results: EvolveResults) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        kept(ledger, results)

    settings = EVOLVE.read(folder).settings
    monkeypatch.setattr(Ledger, "keep", keep)
    with pytest.raises(KeyboardInterrupt):
        EVOLVE.start(tmp_path / "run", settings, RockPaperScissors())
    monkeypatch.undo()
    again = EVOLVE.resume(tmp_path / "run", settings, RockPaperScissors())
    assert again.to_json() == EVOLVE.read(folder).results.to_json()
    assert (tmp_path / "run" / "metagame.toml").read_bytes() == (folder / "metagame.toml").read_bytes()
