"""Balance runs of version 0.1.0: they are read, and one that was interrupted goes on to the same end."""

from __future__ import annotations

import json
from dataclasses import replace
from math import comb, isnan
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import META, PlantedCards
from tests.unit.experiments.balance.test_work import Interrupting
from tests.unit.experiments.planted_meta import SMALL

from evometa.experiments import runs
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.settings import BalanceSettings
from evometa.experiments.balance.work import BALANCE
from evometa.store import Run, open_run
from evometa.store.schema import insert

SETTINGS = replace(SMALL, metagame="planted")
OWN_OBJECTIVES = replace(SETTINGS, objectives=("f_meta", "m", "unviable"))


@pytest.fixture(autouse=True)
def no_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


# --- what version 0.1.0 stored --------------------------------------------------------------------


def as_old_standing(tree: dict[str, Any]) -> dict[str, Any]:
    """Its F is the one without the share of chance; F as measured is not there."""
    kept = {name: value for name, value in tree.items() if not name.startswith(("f", "games"))}
    return {**kept, "f": tree["f_corrected"], "f_low": tree["f_low"], "f_high": tree["f_high"]}


def as_old_audit(tree: dict[str, Any]) -> dict[str, Any]:
    """An audit knew F and the size of the patch alone."""
    standing = as_old_standing(tree["standing"])
    standing.pop("decks")
    kept = {
        name: tree[name]
        for name in (
            *("number", "label", "searched_f", "again_f", "magnitude", "magnitude_unweighted", "cards_changed"),
            *("notes", "patch", "games"),
        )
    }
    floor = tree["search_noise_floor"]
    searched = {name: found["searched"] for name, found in tree["objectives"].items()}
    return {**kept, **standing, "searched": searched, "noise_floor": floor, "is_noise": tree["searched_f"] < floor}


def as_old_results(tree: dict[str, Any]) -> dict[str, Any]:
    """All results; those that are not there yet were not stored."""
    old = {name: tree[name] for name in ("cards", "history", "again", "guide", "chosen", "final") if tree.get(name)}
    if tree["baseline"]:
        baseline = tree["baseline"]
        more = {"noise_floor": baseline["f_noise_floor"], "games": baseline["games_played"]}
        old["baseline"] = {**as_old_standing(baseline), **more}
        old["audits"] = [as_old_audit(audit) for audit in tree["audits"]]
    if "final" in old:
        old["final"] = {name: value for name, value in old["final"].items() if name != "objectives"}
    return old


def make_old(run: Run) -> None:
    """Replace what a run has found out by what version 0.1.0 would have stored of it."""
    old = as_old_results(BalanceResults.read(run).to_json())
    with run.database.transaction() as connection:
        connection.execute("DELETE FROM results")
    run.save_results(old)


def make_run(folder: Path, settings: BalanceSettings, batches: int = 1000) -> None:
    """A run of version 0.1.0, which ends after a number of batches."""
    try:
        BALANCE.start(folder, settings, Interrupting(batches))
    except KeyboardInterrupt:
        assert batches < 1000
    with open_run(folder, write=True) as run:
        make_old(run)


# --- read -----------------------------------------------------------------------------------------


def test_a_finished_run_is_read(tmp_path: Path) -> None:
    expected = BALANCE.start(tmp_path / "new", SETTINGS, PlantedCards())
    make_run(tmp_path / "run", SETTINGS)
    run = BALANCE.read(tmp_path / "run")
    found, final = run.results, run.results.final
    assert final is not None
    assert expected.final is not None
    assert run.games == expected.final.games == final.games
    assert found.baseline is not None
    assert expected.baseline is not None
    assert found.baseline.f_corrected == expected.baseline.f_corrected
    assert isnan(found.baseline.f), "version 0.1.0 did not store F as measured"
    assert found.baseline.f_noise_floor == expected.baseline.f_noise_floor
    assert [row.to_json() for row in found.history] == [row.to_json() for row in expected.history]
    assert found.chosen == expected.chosen
    for old, new in zip(found.audits, expected.audits, strict=True):
        assert (old.f, old.searched_f, old.is_noise, old.notes) == (new.f, new.searched_f, new.is_noise, new.notes)
        assert old.standing.decks == new.standing.decks
        for name in ("f", "m"):
            one, other = old.objectives[name], new.objectives[name]
            assert one.audited == other.audited
            assert (one.searched, one.is_noise) == (other.searched, other.is_noise)
            assert one.again == other.again or (isnan(one.again) and isnan(other.again))


def test_objectives_that_version_0_1_0_did_not_audit_are_not_known(tmp_path: Path) -> None:
    make_run(tmp_path / "run", OWN_OBJECTIVES)
    audits = BALANCE.read(tmp_path / "run").results.audits
    assert len(audits) > 2
    for audit in audits:
        assert list(audit.objectives) == list(OWN_OBJECTIVES.objectives)
        assert [found.audited.is_known for found in audit.objectives.values()] == [False, True, False]
        assert audit.f.is_known


def test_a_run_from_before_the_second_measuring_is_read(tmp_path: Path) -> None:
    make_run(tmp_path / "run", SETTINGS)
    with open_run(tmp_path / "run", write=True) as run:
        audits = run.results()["audits"]
        run.save_results({"audits": [{k: v for k, v in audit.items() if k != "again_f"} for audit in audits]})
        with run.database.transaction() as connection:
            connection.execute("DELETE FROM results WHERE name = 'again'")
            settings = {k: v for k, v in run.settings.items() if not k.startswith("again")}
            insert(connection, "facts", [("settings", json.dumps(settings))], replace=True)
    found = BALANCE.read(tmp_path / "run").results
    assert found.again == ()
    assert all(isnan(audit.again_f) and isnan(audit.objectives["f"].again) for audit in found.audits)


def test_a_run_that_has_only_begun_is_read(tmp_path: Path) -> None:
    make_run(tmp_path / "run", SETTINGS, batches=0)
    with open_run(tmp_path / "run") as run:
        assert run.results() == {}
        assert run.games_beside == 0
    assert BALANCE.read(tmp_path / "run").games == 0


# --- resumed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("batches", [0, 1, 3, 9, 11])
def test_an_interrupted_run_goes_on_to_the_same_end(tmp_path: Path, batches: int) -> None:
    expected = BALANCE.start(tmp_path / "whole" / "run", SETTINGS, PlantedCards())
    make_run(tmp_path / "run", SETTINGS, batches)
    found = BALANCE.resume(tmp_path / "run", runner=PlantedCards())
    assert as_old_results(found.to_json()) == as_old_results(expected.to_json())
    first = SETTINGS.games * comb(3, 2)
    assert found.first_games == expected.first_games == first
    assert found.games_beside == expected.games_beside
    assert (tmp_path / "run" / "patch.toml").read_text() == (tmp_path / "whole" / "run" / "patch.toml").read_text()


def test_what_its_audits_lack_is_measured_from_their_win_rates(tmp_path: Path) -> None:
    expected = BALANCE.start(tmp_path / "whole" / "run", OWN_OBJECTIVES, PlantedCards())
    make_run(tmp_path / "run", OWN_OBJECTIVES, batches=11)
    with open_run(tmp_path / "run") as run:
        n_old = len(run.results()["audits"])
    assert 1 < n_old < len(expected.audits)
    found = BALANCE.resume(tmp_path / "run", runner=PlantedCards())
    for place, (old, new) in enumerate(zip(found.audits, expected.audits, strict=True)):
        for name in OWN_OBJECTIVES.objectives:
            one, other = old.objectives[name].audited, new.objectives[name].audited
            assert one.value == pytest.approx(other.value)
            assert isnan(one.low) == (place < n_old and name != "m"), "the games themselves are gone"
