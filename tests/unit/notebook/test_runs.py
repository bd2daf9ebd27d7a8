"""Runs of every kind in Python: what they have, what they lack, their tables, pictures and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.app.sample_runs import SAMPLES, CoinRunner, open_folder
from tests.unit.story.made_up_decks import make_deck_run
from tests.unit.story.made_up_runs import make_balance_run, make_nerfs_run, make_respond_run, make_table_run

import evometa
from evometa.input.errors import InputError
from evometa.notebook.run import MissingPartError, Run
from evometa.store import RunError
from evometa.story.kind import KINDS, load

every_kind = pytest.mark.parametrize("kind", list(KINDS))


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder, in which there is the metagame of the samples."""
    folder = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        open_folder(folder, patch)
        yield folder


def start(kind: str, folder: Path, batches: int | None = None) -> Run[Any, Any]:
    """The sample of a kind, opened; Ctrl-C comes after a number of batches, if that is given."""
    try:
        KINDS[kind].experiment.carry_on(folder, SAMPLES[kind], CoinRunner(batches))
    except KeyboardInterrupt:
        assert batches is not None
    return evometa.open_run(folder)


def finished(kind: str) -> Run[Any, Any]:
    """The sample of a kind, which is made once."""
    return start(kind, Path(f"finished-{kind}"))


def begun(kind: str) -> Run[Any, Any]:
    """The same, stopped before its first game."""
    return start(kind, Path(f"begun-{kind}"), batches=0)


def parts_of(run: Run[Any, Any]) -> list[str]:
    """What only runs of its kind have."""
    kinds = [kind for kind in reversed(type(run).__mro__) if issubclass(kind, Run) and kind is not Run]
    return [name for kind in kinds for name, part in vars(kind).items() if isinstance(part, property)]


def read_all(run: Run[Any, Any]) -> dict[str, Any]:
    """Every part and every table that a run has by now."""
    parts = {name: getattr(run, name) for name in parts_of(run) if hasattr(run, name)}
    return parts | {
        f"frames.{name}": getattr(run.frames, name) for name in dir(run.frames) if hasattr(run.frames, name)
    }


# --- every kind -----------------------------------------------------------------------------------


@every_kind
def test_a_finished_run_has_all_parts_of_its_kind(kind: str) -> None:
    run = finished(kind)
    assert type(run) is load(KINDS[kind].run_at)
    assert run.is_finished
    assert (run.kind, run.status, run.settings) == (kind, "finished", SAMPLES[kind].located())
    own = {*parts_of(run), *(f"frames.{name}" for name in dir(run.frames))}
    assert own - read_all(run).keys() <= {"explanation", "frames.explanation"}  # of which there is none without a patch
    assert len(run.frames.evaluations) == len(run.evaluations)
    assert len(repr(run)) < 200
    assert run.report().name == "report.html"


@every_kind
def test_what_a_kind_lacks_is_told_with_what_it_has(kind: str) -> None:
    run = begun(kind)
    has = ", ".join(["evaluations", *parts_of(run)])
    with pytest.raises(MissingPartError) as caught:
        run.weather  # noqa: B018
    assert str(caught.value) == f"{run.folder}: {run.of_kind.words} has no weather; it has: {has}"
    assert not hasattr(run, "weather")
    with pytest.raises(MissingPartError, match=f"{run.of_kind.words} has no table 'weather'; it has: .*evaluations"):
        run.frames.weather  # noqa: B018


@every_kind
def test_a_run_that_has_just_begun_can_be_opened_and_shown(kind: str) -> None:
    run = begun(kind)
    assert run.status == "interrupted"
    assert not run.is_finished
    assert "interrupted" in repr(run)
    assert "was interrupted" in run._repr_html_()
    read_all(run)


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    run = start("nerfs", tmp_path / "run", batches=2)
    assert run.resume(runner=CoinRunner(), progress=False).results.to_json() == finished("nerfs").results.to_json()
    assert not run.is_finished  # it is as it was when it was opened
    assert run.reload().is_finished


# --- what is wrong --------------------------------------------------------------------------------


def test_a_deck_search_has_no_patch() -> None:
    run = finished("decks")
    with pytest.raises(MissingPartError) as caught:
        run.patch  # noqa: B018
    assert str(caught.value) == (
        f"{run.folder}: a deck search has no patch; it has: "
        "evaluations, metagame, map, cards, audits, best, deck, pilots"
    )
    with pytest.raises(
        InputError, match="a deck search has no table 'front'; it has: audits, cards, evaluations, map, pilots, rounds"
    ):
        run.frames.front  # noqa: B018


def test_what_comes_later_is_told_with_how_to_go_on() -> None:
    run = begun("balance")
    with pytest.raises(InputError, match=r"there is no recommendation yet: .* resume\(\) goes on"):
        run.patch  # noqa: B018


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no such folder"):
        evometa.open_run(tmp_path / "nowhere")


# --- balance --------------------------------------------------------------------------------------


def test_the_front_and_the_audits_of_a_balance_run(tmp_path: Path) -> None:
    run = evometa.open_run(make_balance_run(tmp_path / "run"))
    assert isinstance(run, evometa.BalanceRun)
    front = run.frames.front
    assert front["magnitude"].tolist() == [each.magnitude for each in run.front]
    assert front["magnitude"].is_monotonic_increasing
    assert front.index[0] == "unchanged"
    assert (front["audited_low"] <= front["audited_f"]).all()
    audits = run.frames.audits
    assert audits["f"].tolist() == [audit.f.value for audit in run.audits]
    assert "patch" not in audits.columns
    assert run.chosen.label in audits.index
    assert run.frames.baseline["win_rate"].is_monotonic_decreasing
    with pytest.raises(InputError, match="there is no picture 'frnt'; did you mean 'front'"):
        run.plot("frnt")


def test_the_patch_of_a_balance_run_does_what_its_notes_say() -> None:
    run = finished("balance")
    assert isinstance(run, evometa.BalanceRun)
    assert run.patch.notes(run.metagame.patched_cards) == run.notes
    found = run._repr_html_()
    assert "Balance of two" in found
    assert all(note.split(":")[0] in found for note in run.notes)


# --- cards and decks ------------------------------------------------------------------------------


def test_the_cards_of_a_scan_stand_in_order(tmp_path: Path) -> None:
    run = evometa.open_run(make_nerfs_run(tmp_path / "run"))
    assert isinstance(run, evometa.NerfsRun)
    cards = run.frames.cards
    known = cards["change"].dropna()
    assert known.is_monotonic_increasing
    assert cards.index.tolist() == [card.name for card in run.cards]
    assert np.isnan(cards["change"].iloc[-1])
    assert known.index[0] in run._repr_html_()


def test_a_scan_that_goes_on_has_the_cards_that_are_finished(tmp_path: Path) -> None:
    run = start("nerfs", tmp_path / "run", batches=3)
    assert isinstance(run, evometa.NerfsRun)
    assert len(run.cards) == len(run.frames.cards) == 2  # the first batch is the deck as it is


def test_the_decks_of_a_search(tmp_path: Path) -> None:
    run = evometa.open_run(make_deck_run(tmp_path / "run"))
    assert isinstance(run, evometa.DecksRun)
    assert run.frames.audits["win_rate"].tolist() == [audit.win_rate.value for audit in run.audits]
    assert len(run.frames.map) == len(run.map.elites)
    assert {measure.name for measure in run.map.measures} <= set(run.frames.map.columns)
    assert run.best.name in run._repr_html_()


def test_a_found_deck_can_be_played() -> None:
    run = finished("decks")
    assert isinstance(run, evometa.DecksRun)
    assert run.deck.klass == "hunter"
    run.deck.validate(run.metagame.patched_cards, run.metagame.rules)


def test_a_patch_that_is_answered() -> None:
    run = finished("respond")
    assert isinstance(run, evometa.RespondRun)
    assert run.patch.notes(run.metagame.patched_cards) == ["Wisp: cost 0 -> 1"]
    assert run.frames.answers.index.tolist() == [answer.name for answer in run.answers]
    assert run.frames.rounds["answers"].tolist() == [len(run.answers)]
    assert {part.kind for part in run.parts} == {"decks", "table"}
    assert run.answers[0].name in run._repr_html_()


# --- pictures -------------------------------------------------------------------------------------

PICTURES = {
    "balance": (make_balance_run, ("front", "strength", "history-f")),
    "nerfs": (make_nerfs_run, ("cards", "scatter-wrd")),
    "decks": (make_deck_run, ("audits", "map", "curve")),
    "respond": (make_respond_run, ("answers", "strength")),
    "table": (make_table_run, ("matrix",)),
}


@pytest.mark.parametrize(("make", "pictures"), PICTURES.values(), ids=PICTURES)
def test_runs_draw_themselves(make: Callable[[Path], Path], pictures: tuple[str, ...], tmp_path: Path) -> None:
    run = evometa.open_run(make(tmp_path / "run"))
    for picture in ("", *pictures):
        assert run.plot(picture).png.startswith(b"\x89PNG")


def test_a_run_that_has_just_begun_has_no_picture_yet() -> None:
    with pytest.raises(InputError, match="there is no picture yet"):
        begun("table").plot()
