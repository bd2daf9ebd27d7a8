"""Deck searches that learn: what they find and report, that stopping them changes nothing, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.experiments.decks.planted_worths import PlantedWorths
from tests.unit.experiments.planted_meta import write_metagame
from tests.unit.experiments.planted_searches import SMALL_LEARNING, SMALL_MODEL_MAP, read_all
from tests.unit.metagame.planted_decks import CARDS, META, Interrupted, PlantedDecks, count_basic_in
from tests.unit.store.processes import start

from evometa.experiments import runs
from evometa.experiments.decks.settings import DecksSettings
from evometa.experiments.decks.trials import make_space
from evometa.experiments.decks.work import DECK_FILE, DECKS
from evometa.games.decks.deck import load_deck
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.metagame.metagames import Metagame
from evometa.search.settings import MapSettings
from evometa.store import Run, RunError

TINY = replace(SMALL_LEARNING, klass="mage", max_games=400, finalists=1, others=1)
TINY_MAP = replace(TINY, algorithm="model-map", map=MapSettings(largest=2))
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


@pytest.fixture(scope="module")
def whole_map(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small map that nobody interrupted."""
    folder = tmp_path_factory.mktemp("map") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "load_metagame", lambda reference: META)
        DECKS.start(folder, SMALL_MODEL_MAP, PlantedDecks())
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


@pytest.mark.parametrize("seed", [1, 3])
def test_where_all_worths_and_synergies_are_known_it_ends_within_a_point_of_the_best(tmp_path: Path, seed: int) -> None:
    settings = replace(SMALL_LEARNING, klass="mage", pool="basic", max_games=60_000, finalists=3, seed=seed)
    space = make_space(settings, META)
    runner = PlantedWorths.plant(space, seed)
    DECKS.start(tmp_path / "run", replace(settings, audit_games=2000), runner)
    found = space.encode([load_deck(tmp_path / "run" / DECK_FILE)])
    random_decks = space.draw(200, np.random.default_rng(1))
    best = runner.truth.find_best()
    assert runner.truth.rate(random_decks).mean() < best - 0.3
    assert runner.truth.rate(found)[0] > best - 0.01


def test_it_plays_no_more_than_it_may_and_audits_come_on_top(whole: Path) -> None:
    run = DECKS.read(whole)
    played = int(run.evaluations.games.sum())
    assert SMALL_LEARNING.max_games - 200 < played <= SMALL_LEARNING.max_games
    assert run.search_games == played == run.results.rounds[-1].games
    assert run.games == played + sum(audit.games for audit in run.results.audits)


def test_every_card_has_a_worth_and_planted_ones_have_the_highest(tmp_path: Path) -> None:
    DECKS.start(tmp_path / "run", replace(SMALL_LEARNING, max_games=6000, others=0), PlantedDecks())
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


def test_others_are_unlike_the_best_and_audited(whole: Path) -> None:
    run = DECKS.read(whole)
    assert [audit.is_other for audit in run.results.audits] == [False, False, True, True, False]
    best, *others = (audit for audit in run.results.found if audit is run.results.found[0] or audit.is_other)
    costs = [sum(n * cost for cost, n in enumerate(audit.curve)) for audit in (best, *others)]
    assert costs[1] < costs[0] < costs[2]
    for audit in others:
        assert audit.count_shared(best) <= 15
        assert audit.number is None
        assert audit.games == SMALL_LEARNING.audit_games * 3
        assert audit.searched == pytest.approx(audit.win_rate.value, abs=0.25), "as the model has it"
    assert others[0].count_shared(others[1]) <= 15


def test_a_map_has_the_best_decks_of_all_cells_and_finalists_that_differ(whole_map: Path) -> None:
    run = DECKS.read(whole_map)
    deck_map, played = run.results.map, int(run.evaluations.games.sum())
    assert deck_map is not None
    assert deck_map.size == (3, 3)
    assert len(deck_map.elites) >= 7
    assert run.search_games == played <= SMALL_MODEL_MAP.max_games
    space = make_space(SMALL_MODEL_MAP, META)
    decks = {int(number): deck for number, deck in zip(run.evaluations.numbers, run.evaluations.genomes, strict=True)}
    for elite in deck_map.elites:
        cost = decks[elite.number] @ np.array([card.cost for card in space.cards])
        assert elite.measures[0] == cost
        low, high = deck_map.boundaries[0, [elite.cell[0], elite.cell[0] + 1]]
        assert low <= cost <= high
    assert len(run.results.found) == SMALL_MODEL_MAP.finalists
    n_basic = count_basic_in(space, np.array([decks[elite.number] for elite in deck_map.elites]))
    assert n_basic.mean() > count_basic_in(space, space.draw(200, np.random.default_rng(1))).mean() + 3


# --- where it goes on -----------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [TINY, TINY_MAP], ids=lambda each: str(each.algorithm))
def test_stopped_before_anything_that_it_stores_a_search_ends_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: DecksSettings
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
    DECKS.start(tmp_path / "whole" / "run", settings, PlantedDecks())
    expected, n_writes = read_all(tmp_path / "whole" / "run"), len(writes)
    for last[0] in range(n_writes):
        folder = tmp_path / str(last[0]) / "run"
        writes.clear()
        with pytest.raises(KeyboardInterrupt):
            DECKS.start(folder, settings, PlantedDecks())
        last[0] = 1000
        DECKS.resume(folder, runner=PlantedDecks())
        assert read_all(folder) == expected


@pytest.mark.parametrize("kills", [4, pytest.param(10, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("kind", "fixture"), [("learning decks", "whole"), ("model map", "whole_map")])
def test_killed_at_random_moments_a_search_ends_to_the_byte_like_one_that_was_not(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, fixture: str, kills: int
) -> None:
    whole = request.getfixturevalue(fixture)
    write_metagame(tmp_path)
    process = start("-m", "tests.unit.experiments.mortal", kind, str(tmp_path), str(kills), "5", "1.5")
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
        ({"algorithm": "model-map", "measures": ("turns",)}, "measures: 'turns' is known when games have been played"),
        (
            {"algorithm": "model-map", "map": MapSettings(largest=40)},
            "largest: found 40 cells along each of 2 measures",
        ),
        ({"objective": "health"}, "objective: found 'health'; allowed: wins, which is what a search learns from"),
    ],
)
def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        DECKS.start(tmp_path / "run", replace(SMALL_LEARNING, **change), PlantedDecks())
    assert message in str(error.value)
    assert not (tmp_path / "run").exists()
