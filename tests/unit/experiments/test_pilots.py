"""Recommendations in other hands: whether they hold, that it is told first if they do not, and that runs go on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import META, PlantedCards
from tests.unit.experiments import planted_ogres as ogres
from tests.unit.experiments.planted_meta import HUNTER, SMALL, PlantedDraws
from tests.unit.experiments.planted_ogres import PlantedOgres
from tests.unit.experiments.planted_searches import SMALL_SEARCH
from tests.unit.metagame.planted_decks import PlantedDecks
from tests.unit.story.voices import cells_of, on_page, on_terminal

from evometa.experiments import runs
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.nerfs.settings import NerfsSettings
from evometa.experiments.nerfs.work import NERFS
from evometa.experiments.pilots import change_between, does_hold
from evometa.experiments.respond.work import RESPOND
from evometa.input.errors import InputError
from evometa.matches.inference import Estimate
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.story.blocks import Story
from evometa.story.kind import KINDS

WITH_PILOTS = replace(SMALL, metagame="planted", pilot_games=400)


def looks_ahead(games: Games) -> bool:
    """Whether somebody plays who looks at replies, as the rungs above `skilled` do."""
    return any(int(style["replies"]) > 0 for style in games.players)


class WolfOfBeginners(PlantedCards):
    """Who looks at replies does not mind what the wolf costs."""

    def rate(self, games: Games, job: Any) -> float:
        hunter = [games.names[deck] for deck in job.decks].index(HUNTER) if 0 in job.decks else None
        if not looks_ahead(games):
            return super().rate(games, job)
        return 0.5 if hunter is None else 0.5 + (1 - 2 * hunter) * self.edge


class DrawsOfBeginners(WolfOfBeginners, PlantedDraws):
    """The same, with drawn cards."""


@dataclass
class Stopped:
    """Another runner that is interrupted after a number of batches."""

    runner: Any
    batches: int

    def run(self, games: Games, chunks: Iterable[Chunk], collect: Collect) -> None:
        """Play all chunks, or stop."""
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        self.runner.run(games, chunks, collect)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


def story_of(kind: str, folder: Path) -> Story:
    return KINDS[kind].tell(KINDS[kind].read(folder))


# --- what holds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "holds"),
    [
        (Estimate(-0.5, -0.6, -0.4), True),
        (Estimate(-0.3, -0.4, -0.2), True),
        (Estimate(-0.2, -0.3, -0.1), False),  # less than half
        (Estimate(-0.3, -0.7, 0.1), False),  # not sure
        (Estimate(0.2, 0.1, 0.3), False),
    ],
)
def test_a_claim_holds_if_half_of_it_is_surely_there(found: Estimate, holds: bool) -> None:
    claim = Estimate(-0.5, -0.6, -0.4)
    assert does_hold(claim, found, sign=-1) is holds
    upwards = [Estimate(-each.value, -each.high, -each.low) for each in (claim, found)]
    assert does_hold(*upwards, sign=1) is holds


def test_what_was_not_sure_cannot_hold() -> None:
    assert does_hold(Estimate(-0.1, -0.3, 0.1), Estimate(-0.5, -0.6, -0.4), sign=-1) is None


def test_the_change_of_two_measures_has_the_interval_of_both() -> None:
    change = change_between(Estimate(0.5, 0.4, 0.6), Estimate(0.2, 0.1, 0.3))
    assert change.value == pytest.approx(-0.3)
    assert (change.low, change.high) == pytest.approx((-0.3 - 0.1 * 2**0.5, -0.3 + 0.1 * 2**0.5))


# --- a patch --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("planted")
def test_a_patch_that_only_mends_bad_play_is_told_first(tmp_path: Path) -> None:
    results = BALANCE.start(tmp_path / "run", WITH_PILOTS, WolfOfBeginners())
    own, skilled, expert = results.pilots
    assert (own.pilot, skilled.pilot, expert.pilot) == ("random", "skilled", "expert")
    assert (own.holds, skilled.holds, expert.holds) == (True, True, False)
    assert own.before == results.audits[0].f
    assert skilled.after.value < skilled.before.value - 0.1
    assert abs(expert.change.value) < 0.1
    assert (skilled.games, own.games) == (2 * 3 * 400, 0)
    story = story_of("balance", tmp_path / "run")
    doubt = "This patch does not hold in other hands: with expert a typical match-up goes"
    assert on_terminal(story, 140).startswith(f"\n{doubt}")
    assert on_page(story).index(doubt) < on_page(story).index("A typical match-up goes from ")
    assert cells_of(story, "pilots")["expert"][0] == "no"


@pytest.mark.usefixtures("planted")
def test_a_patch_that_holds_is_confirmed(tmp_path: Path) -> None:
    results = BALANCE.start(tmp_path / "run", WITH_PILOTS, PlantedCards())
    assert [each.holds for each in results.pilots] == [True] * 3
    said = on_terminal(story_of("balance", tmp_path / "run"))
    assert "does not hold" not in said
    assert "It holds in other hands, too: with skilled and expert." in said


@pytest.mark.usefixtures("planted")
def test_a_run_stopped_between_pilots_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = BALANCE.start(tmp_path / "whole", WITH_PILOTS, WolfOfBeginners()).to_json()
    counted = Stopped(WolfOfBeginners(), 10**6)
    BALANCE.start(tmp_path / "counted", WITH_PILOTS, counted)
    n_batches = 10**6 - counted.batches
    for left in (1, 2, 3):  # the last four batches are those of two pilots, before and after
        folder = tmp_path / f"stopped-{left}"
        with pytest.raises(KeyboardInterrupt):
            BALANCE.start(folder, WITH_PILOTS, Stopped(WolfOfBeginners(), n_batches - left))
        assert len(BALANCE.read(folder).results.pilots) == (2 if left < 3 else 0)
        assert BALANCE.resume(folder, runner=WolfOfBeginners()).to_json() == whole


@pytest.mark.usefixtures("planted")
def test_nobody_else_plays_if_that_is_not_wanted(tmp_path: Path) -> None:
    assert BALANCE.start(tmp_path / "none", replace(WITH_PILOTS, pilot_games=0), PlantedCards()).pilots == ()


@pytest.mark.parametrize("games", [1, 3, -2])
def test_an_odd_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(InputError, match=r"pilot_games: .*; allowed: an even number from 0"):
        BalanceSettings(pilot_games=games)


# --- a card, a deck, an answer --------------------------------------------------------------------


@pytest.mark.usefixtures("planted")
def test_a_nerf_is_played_by_others_card_by_card(tmp_path: Path) -> None:
    settings = NerfsSettings(HUNTER, "planted", games=1000, pilot_games=600)
    results = NERFS.start(tmp_path / "run", settings, DrawsOfBeginners())
    found = {(each.pilot, each.card): each.holds for each in results.pilots}
    assert found == {
        ("random", "Timber Wolf"): True,
        ("skilled", "Timber Wolf"): True,
        ("expert", "Timber Wolf"): False,
    }
    story = story_of("nerfs", tmp_path / "run")
    assert "What the scan says of its first cards does not hold in other hands" in on_page(story)
    assert cells_of(story, "pilots")["expert"][:2] == ["no", "Timber Wolf"]
    assert NERFS.read(tmp_path / "run").games == sum(each.games for each in results.pilots) + 29 * 2 * 1000


@pytest.mark.usefixtures("planted")
def test_a_found_deck_is_played_beside_the_known_one_by_others(tmp_path: Path) -> None:
    settings = replace(SMALL_SEARCH, metagame="planted", audit_games=400, pilot_games=400)
    results = DECKS.start(tmp_path / "run", settings, PlantedDecks())
    assert [each.pilot for each in results.pilots] == ["random", "skilled", "expert"]
    assert {each.known for each in results.pilots} == {HUNTER}
    assert results.pilots[1].games == 2 * 400 * 3
    assert list(cells_of(story_of("decks", tmp_path / "run"), "pilots")) == ["random", "skilled", "expert"]


@pytest.mark.usefixtures("planted")
def test_a_deck_of_a_style_is_also_played_in_the_other(tmp_path: Path) -> None:
    settings = replace(SMALL_SEARCH, metagame="planted", players="fair", pilot_games=4)
    results = DECKS.start(tmp_path / "run", settings, PlantedDecks())
    assert [each.pilot for each in results.pilots] == ["fair-aggro", "fair-control", "skilled", "expert"]


def test_answers_stand_beside_the_same_decks_with_a_better_pilot(tmp_path: Path) -> None:
    settings = replace(ogres.SMALL, metagame=ogres.write_metagame(tmp_path), styles=(), pilot_games=100)
    results = RESPOND.start(tmp_path / "run", settings, PlantedOgres())
    (answer,) = results.rounds[0].answers
    assert answer.name == "Answer 1 Hunter"
    assert [each.pilot for each in answer.pilots] == ["random", "skilled", "expert"]
    assert [each.holds for each in answer.pilots] == [True] * 3
    (better,) = results.better_pilots
    assert (better.round, better.pilot, better.games) == (1, "expert", 100 * 4)
    assert {each.deck for each in better.decks} == {ogres.HUNTER, ogres.PALADIN}
    assert all(each.after.low < 0.5 < each.after.high for each in better.decks)  # nobody has a free ogre
    assert RESPOND.read(tmp_path / "run").games == results.rounds[0].games + better.games
    story = story_of("respond", tmp_path / "run")
    assert set(cells_of(story, "better_pilot")) == {ogres.HUNTER, ogres.PALADIN}
    assert "A better pilot needs no new deck" in on_page(story)
    assert "The same decks with a better pilot: expert" in on_terminal(story)


class HuntersWin(PlantedOgres):
    """The hunter of the metagame wins 80% of its games against the paladin, whoever plays."""

    def rate(self, games: Games, job: Any) -> float:
        mine, theirs = (games.names[deck].startswith(ogres.HUNTER) for deck in job.decks)
        met = {games.names[deck][:4] for deck in job.decks} == {"Exp1"}
        return 0.5 + 0.3 * (mine - theirs) if met else super().rate(games, job)


@pytest.mark.parametrize("wins", [None, 1000])
def test_a_pilot_who_plays_as_the_old_one_gains_nothing(tmp_path: Path, wins: int | None) -> None:
    """Also where people stand elsewhere: both are simulated."""
    rows = () if wins is None else ({"deck": ogres.HUNTER, "opponent": ogres.PALADIN, "games": 2000, "wins": wins},)
    settings = replace(ogres.SMALL, styles=(), table_games=2000, pilot_games=2000, observed=rows)
    results = RESPOND.start(tmp_path / "run", replace(settings, metagame=ogres.write_metagame(tmp_path)), HuntersWin())
    (better,) = results.better_pilots
    assert [each.deck for each in better.decks] == [ogres.HUNTER, ogres.PALADIN]
    for each, rate in zip(better.decks, (0.65, 0.35), strict=True):
        assert (each.before.value, each.after.value) == pytest.approx((rate, rate), abs=0.02)
        assert each.change.low < 0 < each.change.high
    observed = 0.65 if wins is None else 0.5
    assert results.rounds[0].before.against_meta.value[0] == pytest.approx(observed, abs=0.02)
