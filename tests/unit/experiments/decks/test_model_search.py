"""Deck searches that learn: what they find and report, that stopping them changes nothing, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.experiments.planted_searches import SMALL_LEARNING, read_all
from tests.unit.metagame.planted_decks import CARDS, META, Interrupted, PlantedDecks, count_basic_in
from tests.unit.store.processes import start

from evometa.experiments import runs
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DECK_FILE, DECKS
from evometa.games.decks.deck import load_deck
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame
from evometa.store import Run, RunError

TINY = replace(SMALL_LEARNING, klass="mage", max_games=400, finalists=1)
SPACE = make_space(SMALL_LEARNING, META)


@pytest.fixture
def metagame(monkeypatch: pytest.MonkeyPatch) -> list[Metagame]:
    """What is loaded instead of a metagame's file."""
    loaded = [META]
    monkeypatch.setattr(runs, "load_metagame", lambda reference: loaded[0])
    return loaded


@pytest.fixture(autouse=True)
def no_loading(metagame: list[Metagame]) -> None:
    """The metagame of the tests is at hand already."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small search that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_LEARNING, PlantedDecks())
    return folder


# --- what it finds --------------------------------------------------------------------------------


def test_it_finds_the_planted_cards_and_the_audit_confirms_it(tmp_path: Path) -> None:
    settings = replace(SMALL_LEARNING, max_games=6000, audit_games=1000)
    DECKS.start(tmp_path / "run", settings, PlantedDecks())
    run = DECKS.read(tmp_path / "run")
    first = run.evaluations.genomes[run.evaluations.generations == 0]
    deck = SPACE.encode([load_deck(tmp_path / "run" / DECK_FILE)])
    assert count_basic_in(SPACE, first).mean() < 20
    (n_basic,) = count_basic_in(SPACE, deck)
    assert n_basic >= 25
    best = run.results.best
    assert best is not None
    assert best.win_rate.low - 0.02 < 0.2 + 0.02 * n_basic < best.win_rate.high + 0.02
    assert isnan(best.again)


def test_it_plays_no_more_than_it_may_and_audits_come_on_top(whole: Path) -> None:
    run = DECKS.read(whole)
    played = int(run.evaluations.games.sum())
    assert SMALL_LEARNING.max_games - 200 < played <= SMALL_LEARNING.max_games
    assert run.search_games == played == run.results.rounds[-1].games
    assert run.games == played + sum(audit.games for audit in run.results.audits)


def test_every_card_has_a_worth_and_planted_ones_have_the_highest(tmp_path: Path) -> None:
    DECKS.start(tmp_path / "run", replace(SMALL_LEARNING, max_games=6000), PlantedDecks())
    cards = DECKS.read(tmp_path / "run").results.cards
    assert sorted(each.card for each in cards) == sorted(card.name for card in SPACE.cards)
    is_basic = [CARDS_BY_NAME[each.card] for each in cards]
    worths = np.array([each.worth.value for each in cards])
    assert (np.diff(worths) <= 0).all()
    assert worths[is_basic].mean() > worths[np.invert(is_basic)].mean() + 0.01
    assert all(each.worth.low < each.worth.value < each.worth.high for each in cards)
    assert sum(each.copies for each in cards) == 30


CARDS_BY_NAME = {card.name: card.tree["set"] == "basic" for card in SPACE.cards}


def test_given_decks_are_played_and_locks_hold(tmp_path: Path) -> None:
    name = META.decks[0].name
    settings = replace(SMALL_LEARNING, given=(name,), locked=("Wisp", "Wisp"), banned=("Hogger",))
    DECKS.start(tmp_path / "run", settings, PlantedDecks())
    space, decks = make_space(settings, META), DECKS.read(tmp_path / "run").evaluations.genomes
    assert space.contains(decks).all()
    given = space.adapt([load_deck(name)], np.random.default_rng(1))[0]
    assert np.minimum(decks[0], given).sum() >= 28


# --- where it goes on -----------------------------------------------------------------------------


def test_stopped_before_anything_that_it_stores_a_search_ends_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[str] = []
    last = [1000]  # so many may be written

    def write_if_allowed(name: str) -> None:
        original = getattr(Run, name)

        def write(run: Run, *values: Any) -> None:
            if len(writes) == last[0]:
                raise KeyboardInterrupt
            writes.append(name)
            original(run, *values)

        monkeypatch.setattr(Run, name, write)

    for name in ("save_checkpoint", "save_results", "finish"):
        write_if_allowed(name)
    DECKS.start(tmp_path / "whole" / "run", TINY, PlantedDecks())
    expected, n_writes = read_all(tmp_path / "whole" / "run"), len(writes)
    for last[0] in range(n_writes):
        folder = tmp_path / str(last[0]) / "run"
        writes.clear()
        with pytest.raises(KeyboardInterrupt):
            DECKS.start(folder, TINY, PlantedDecks())
        last[0] = 1000
        DECKS.resume(folder, runner=PlantedDecks())
        assert read_all(folder) == expected


@pytest.mark.parametrize("kills", [4, pytest.param(10, marks=pytest.mark.nightly)])
def test_killed_at_random_moments_a_search_ends_to_the_byte_like_one_that_was_not(
    tmp_path: Path, whole: Path, kills: int
) -> None:
    write_metagame(tmp_path)
    process = start("-m", "tests.unit.experiments.mortal", "learning decks", str(tmp_path), str(kills), "5", "1.5")
    ends = process.communicate()[0].split()
    assert ends.count("killed") == kills
    assert "failed" not in ends
    n_runs = ends.count("finished")
    assert n_runs >= 1
    for number in range(n_runs):
        assert read_all(tmp_path / str(number) / "run") == read_all(whole)


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize("batches", [1, 5])
def test_a_search_does_not_go_on_where_other_cards_are_legal(
    tmp_path: Path, metagame: list[Metagame], batches: int
) -> None:
    with pytest.raises(KeyboardInterrupt):
        DECKS.start(tmp_path / "run", SMALL_LEARNING, Interrupted(batches))
    absent = next(card.id for card in CARDS if card.name == "Hogger")
    metagame[0] = META.with_patch(Patch(banned=frozenset({absent})))
    with pytest.raises(RunError, match=r"'test' has changed since the run began"):
        DECKS.resume(tmp_path / "run", runner=PlantedDecks())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_games": 50}, "max_games: found 50 games, of which no deck search learns; allowed: "),
        ({"objective": "health"}, "objective: found 'health'; allowed: wins, which is what a search learns from"),
    ],
)
def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        DECKS.start(tmp_path / "run", replace(SMALL_LEARNING, **change), PlantedDecks())
    assert message in str(error.value)
    assert not (tmp_path / "run").exists()
