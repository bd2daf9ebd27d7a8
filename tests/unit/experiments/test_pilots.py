"""Recommendations in other hands: whether they hold, that it is told first if they do not, and that runs go on."""

from __future__ import annotations

import io
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

from evometa.app.kinds import KINDS
from evometa.app.terminal.screen import Screen
from evometa.experiments import runs
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.decks.work import DECKS
from evometa.experiments.nerfs.work import NERFS, NerfsSettings
from evometa.experiments.pilots import change_between, does_hold
from evometa.experiments.respond.work import RESPOND
from evometa.experiments.runs import begin_run
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.matches.schedule import Chunk
from evometa.metagame.evidence import Estimated

WITH_PILOTS = replace(SMALL, metagame="planted", pilot_games=400)


def looks_ahead(games: Games) -> bool:
    """Whether somebody plays who looks at replies, as the rungs above `skilled` do."""
    return any(int(style["replies"]) > 0 for style in games.styles)


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


def shown(kind: str, folder: Path) -> str:
    text = io.StringIO()
    KINDS[kind].show(Screen(file=text, width=140), KINDS[kind].read(folder))
    return text.getvalue()


def read_page(kind: str, folder: Path) -> str:
    return KINDS[kind].write_page(folder).read_text(encoding="utf-8")


# --- what holds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "holds"),
    [
        (Estimated(-0.5, -0.6, -0.4), True),
        (Estimated(-0.3, -0.4, -0.2), True),
        (Estimated(-0.2, -0.3, -0.1), False),  # less than half
        (Estimated(-0.3, -0.7, 0.1), False),  # not sure
        (Estimated(0.2, 0.1, 0.3), False),
    ],
)
def test_a_claim_holds_if_half_of_it_is_surely_there(found: Estimated, holds: bool) -> None:
    claim = Estimated(-0.5, -0.6, -0.4)
    assert does_hold(claim, found, sign=-1) is holds
    upwards = [Estimated(-each.value, -each.high, -each.low) for each in (claim, found)]
    assert does_hold(*upwards, sign=1) is holds


def test_what_was_not_sure_cannot_hold() -> None:
    assert does_hold(Estimated(-0.1, -0.3, 0.1), Estimated(-0.5, -0.6, -0.4), sign=-1) is None


def test_the_change_of_two_measures_has_the_interval_of_both() -> None:
    change = change_between(Estimated(0.5, 0.4, 0.6), Estimated(0.2, 0.1, 0.3))
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
    assert results.final is not None
    assert results.final.pilots == results.pilots
    assert (skilled.games, own.games) == (2 * 3 * 400, 0)
    told = BALANCE.read(tmp_path / "run")
    assert told.games == results.final.games
    first, second, *_ = shown("balance", tmp_path / "run").splitlines()
    assert first.startswith("A typical match-up goes from ")
    assert second.startswith("This patch does not hold in other hands: with expert a typical match-up goes")
    page = read_page("balance", tmp_path / "run")
    assert page.index("does not hold in other hands") < page.index("The recommended patch touches")
    assert "The patch in other hands" in page


@pytest.mark.usefixtures("planted")
def test_a_patch_that_holds_is_confirmed(tmp_path: Path) -> None:
    results = BALANCE.start(tmp_path / "run", WITH_PILOTS, PlantedCards())
    assert [each.holds for each in results.pilots] == [True] * 3
    assert "does not hold" not in shown("balance", tmp_path / "run")
    assert "It holds in other hands, too: with skilled and expert." in read_page("balance", tmp_path / "run")


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
        found = BALANCE.resume(folder, runner=WolfOfBeginners()).to_json()
        assert found["pilots"] == whole["pilots"]
        assert found["final"] == {**whole["final"], "run": folder.name}


@pytest.mark.usefixtures("planted")
def test_nobody_else_plays_if_that_is_not_wanted_or_in_runs_that_did_not_know_it(tmp_path: Path) -> None:
    assert BALANCE.start(tmp_path / "none", replace(WITH_PILOTS, pilot_games=0), PlantedCards()).pilots == ()
    began = {name: value for name, value in WITH_PILOTS.to_json().items() if name != "pilot_games"}
    begin_run(tmp_path / "old", BALANCE.name, began, META).close()
    assert BALANCE.carry_on(tmp_path / "old", replace(WITH_PILOTS, pilot_games=0), PlantedCards()).pilots == ()
    assert BALANCE.read(tmp_path / "old").settings.pilot_games == 0


@pytest.mark.parametrize("games", [1, 3, -2])
def test_an_odd_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(InputError, match=r"pilot_games: .*; or 0, so that nobody else plays"):
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
    assert "What the scan says of its first cards does not hold in other hands" in shown("nerfs", tmp_path / "run")
    assert "The first cards in other hands" in read_page("nerfs", tmp_path / "run")
    assert NERFS.read(tmp_path / "run").games == sum(each.games for each in results.pilots) + 29 * 2 * 1000


@pytest.mark.usefixtures("planted")
def test_a_found_deck_is_played_beside_the_known_one_by_others(tmp_path: Path) -> None:
    settings = replace(SMALL_SEARCH, metagame="planted", audit_games=400, pilot_games=400)
    results = DECKS.start(tmp_path / "run", settings, PlantedDecks())
    assert [each.pilot for each in results.pilots] == ["random", "skilled", "expert"]
    assert {each.known for each in results.pilots} == {HUNTER}
    assert results.final is not None
    assert results.final.pilots == results.pilots
    assert DECKS.read(tmp_path / "run").games == results.final.games
    assert results.pilots[1].games == 2 * 400 * 3
    assert "The best deck in other hands" in read_page("decks", tmp_path / "run")
    assert "The best deck in other hands" in shown("decks", tmp_path / "run")


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
    assert results.final is not None
    assert results.final.games == RESPOND.read(tmp_path / "run").games
    assert "The same decks with a better pilot: expert" in shown("respond", tmp_path / "run")
    page = read_page("respond", tmp_path / "run")
    assert "A better pilot needs no new deck" in page
    assert "Answer 1 Hunter in other hands" in page


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
