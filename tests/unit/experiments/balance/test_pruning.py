"""The patch that a run ends with: without what buys nothing, and with what each change buys; and runs with a target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.balance.planted_cards import CARDS, META, RHINO, WOLF
from tests.unit.experiments.planted_meta import LEARNING, SMALL, PlantedDraws, write_metagame

from evometa.balance.explaining import explain_patch
from evometa.balance.objectives import OBJECTIVES
from evometa.balance.space_files import make_space
from evometa.experiments.balance.audit import drop_idle, find_idle
from evometa.experiments.balance.results import BalanceResults
from evometa.experiments.balance.work import BALANCE, BalanceSettings
from evometa.input.errors import InputError

EXPLAINED = replace(SMALL, metagame="planted", explain_games=1000)
HUNTER = {"deck": "Hunter", "against": "Paladin", "rate": "60:40"}


def run(folder: Path, settings: BalanceSettings, runner: Any = None) -> BalanceResults:
    given = replace(settings, metagame=str(write_metagame(folder)))
    return BALANCE.carry_on(folder / "run", given, runner or PlantedDraws())


# --- what each change buys ------------------------------------------------------------------------


def test_a_run_ends_without_changes_that_buy_nothing(tmp_path: Path) -> None:
    results = run(tmp_path, EXPLAINED)
    found, chosen = results.explanation, results.chosen_audit
    assert found is not None
    assert chosen is not None
    assert [part.card for part in found.changes if part.verdict == "buys"] == ["Timber Wolf"]
    assert not find_idle(found.changes), "only the wolf does anything"
    assert found.notes == chosen.notes
    assert set(results.dropped).isdisjoint(chosen.notes)
    first = next(audit for audit in results.audits if audit.number == results.pruned)
    assert len(first.notes) == len(chosen.notes) + len(results.dropped)
    assert BALANCE.read(tmp_path / "run").games == results.games_beside + results.history[-1].games
    if results.dropped:
        assert chosen.label.endswith(("change", "changes"))
        assert chosen.magnitude < first.magnitude


def test_dropped_changes_are_named(tmp_path: Path) -> None:
    space = {"only": ["Timber Wolf.cost", "Tundra Rhino.attack", "Tundra Rhino.health"]}
    patch = f'[change]\n"{WOLF}" = {{ cost = 3 }}\n"{RHINO}" = {{ attack = 1, health = 1 }}\n'
    settings = replace(EXPLAINED, space=space, patches=(("given", patch),), audit_size=12)
    made = make_space(META, space)
    genome = made.repair([3, 1, 1])
    found = explain_patch(META, made.to_patch(genome), OBJECTIVES["f"], 1000, 5, PlantedDraws())
    assert made.to_patch(drop_idle(made, genome, found)).notes(CARDS)[0] == "Timber Wolf: cost 1 -> 4"
    assert run(tmp_path, settings).explanations


def test_nobody_asks_if_there_are_no_games_for_it(tmp_path: Path) -> None:
    results = run(tmp_path, replace(EXPLAINED, explain_games=0))
    assert results.explanations == ()
    assert results.pruned is None
    with pytest.raises(InputError, match="explain_games: found 3; allowed: an even number from 0"):
        BalanceSettings(explain_games=3)


@pytest.mark.parametrize("settings", [EXPLAINED, replace(LEARNING, explain_games=200)], ids=["nsga2", "model"])
def test_an_interrupted_run_ends_with_the_same(settings: BalanceSettings, tmp_path: Path) -> None:
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
    whole = run(tmp_path / "whole", settings)
    lives = 0
    while True:
        try:
            killed = run(tmp_path / "killed", settings, Stopping(batches=3 + lives))
            break
        except KeyboardInterrupt:
            lives += 1
    assert lives >= 2
    assert killed.to_json() == whole.to_json()


@dataclass
class Stopping(PlantedDraws):
    """Is interrupted after some batches."""

    batches: int = 3

    def run(self, *arguments: Any) -> None:
        if not self.batches:
            raise KeyboardInterrupt
        self.batches -= 1
        super().run(*arguments)


# --- targets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [EXPLAINED, LEARNING], ids=["nsga2", "model"])
def test_a_run_can_aim_at_a_target(settings: BalanceSettings, tmp_path: Path) -> None:
    wishes = (HUNTER, {**HUNTER, "against": "Warlock"})
    aimed = replace(settings, objectives=("target", "m"), target=wishes, explain_games=0)
    results = run(tmp_path, aimed)
    # The hunter wins 80% of its games, and 10% less for each mana that its wolf costs more: 60% at two.
    assert results.chosen_audit is not None
    assert "Timber Wolf: cost 1 -> 3" in results.chosen_audit.notes
    assert len(results.aims) == 2
    for aim in results.aims:
        assert aim.target == 0.6
        assert abs(aim.off) < 0.05
        assert aim.win_rate.low < aim.win_rate.value < aim.win_rate.high
        assert aim.before == pytest.approx(0.8, abs=0.05)
    audited = results.chosen_audit.objectives["target"].audited
    assert audited.value < 0.1 < results.audits[0].objectives["target"].audited.low


def test_a_run_ends_with_the_smallest_patch_that_reaches_its_target_or_with_the_nearest(tmp_path: Path) -> None:
    wishes = (HUNTER, {**HUNTER, "against": "Warlock"})
    aimed = replace(LEARNING, objectives=("target", "m"), target=wishes, explain_games=0)
    for name, most, magnitude in (("reached", None, 4), ("near", 3, 2)):
        (tmp_path / name).mkdir()
        results = run(tmp_path / name, replace(aimed, max_m=most))
        assert results.chosen_audit is not None
        assert results.chosen_audit.magnitude == magnitude
        assert all(aim.is_reached for aim in results.aims) == (most is None)


def test_a_target_stands_beside_other_objectives(tmp_path: Path) -> None:
    results = run(tmp_path, replace(EXPLAINED, target=(HUNTER,), explain_games=0))
    assert [aim.deck for aim in results.aims] == [META.decks[0].name]


def test_an_earlier_run_may_have_had_another_target(tmp_path: Path) -> None:
    run(tmp_path, replace(LEARNING, explain_games=0))
    asked = replace(LEARNING, objectives=("target", "m"), target=(HUNTER,), explain_games=0)
    (tmp_path / "second").mkdir()
    results = run(tmp_path / "second", replace(asked, earlier=str(tmp_path / "run")))
    # The hunter wins 80%, and should win 60%.
    assert results.audits[0].objectives["target"].audited.value == pytest.approx(0.4, abs=0.05)
    assert results.games_of_earlier == results.audits[0].games > 0


def test_the_objective_needs_a_target() -> None:
    with pytest.raises(InputError, match="needs match-ups to aim at"):
        BalanceSettings(objectives=("target", "m"))
