"""Balance runs: what they find, that killing them changes nothing, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.balance.planted_cards import CARDS, META, WOLF, PlantedCards
from tests.unit.experiments.planted_meta import SMALL, PlantedDraws, write_metagame
from tests.unit.store.processes import start

from evometa.balance.objectives import choose_objectives
from evometa.balance.space import BalanceSpace
from evometa.balance.space_files import make_space
from evometa.experiments import runs
from evometa.experiments.balance.audit import choose_audit
from evometa.experiments.balance.audited_work import AUDITING, BASELINE, PATCH_FILE
from evometa.experiments.balance.results import UNCHANGED
from evometa.experiments.balance.searching import MEASURING_AGAIN, SEARCHED, SEARCHING
from evometa.experiments.balance.settings import PRESETS, BalanceSettings, find_preset
from evometa.experiments.balance.work import BALANCE
from evometa.experiments.progress import Progress
from evometa.games.patches.files import format_patch, read_patch
from evometa.games.patches.patch import Patch
from evometa.input.errors import InputError
from evometa.matches.runners import Collect, Games
from evometa.search.settings import EvolutionSettings
from evometa.store import Run, RunError, create_run, open_run, to_json
from evometa.story.kinds.balance.run import search_games


@pytest.fixture(autouse=True)
def no_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The metagame of the tests is at hand already."""
    monkeypatch.setattr(runs, "load_metagame", lambda reference: META)


@pytest.fixture
def settings() -> BalanceSettings:
    return replace(SMALL, metagame="planted")


class Interrupting(PlantedCards):
    """A runner that is stopped after so many batches."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self.batches = batches

    def run(self, games: Games, chunks: Any, collect: Collect) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


# --- what comes of it -----------------------------------------------------------------------------


def test_the_search_nerfs_the_planted_card_and_the_audit_confirms_it(tmp_path: Path, settings: Any) -> None:
    wide = replace(
        settings,
        evolution=EvolutionSettings(population=40, generations=15, mutation_rate=0.5, gene_rate=0.1),
        space={"only": ["cost", *list_hunter_cards()[:8], "Timber Wolf"]},
        games=200,
        audit_games=4000,
        audit_size=6,
    )
    results = BALANCE.start(tmp_path / "run", wide, PlantedCards())
    chosen, patch = results.chosen_audit, read_patch(tmp_path / "run" / PATCH_FILE, CARDS)
    assert chosen is not None
    assert patch.changes[f"{WOLF}.cost"] >= 2
    assert results.f_before.value == pytest.approx(2 * np.sqrt(2 / 3) * 0.3, abs=0.03)
    assert chosen.f.value < results.f_before.value / 2
    assert chosen.f.low <= chosen.f.value <= chosen.f.high
    others = sum(abs(change) for address, change in patch.changes.items() if WOLF not in address)
    assert chosen.magnitude_unweighted == patch.changes[f"{WOLF}.cost"] + others
    assert others <= 3, "a front keeps what helps, and little else"


def list_hunter_cards() -> list[str]:
    ids = dict.fromkeys(META.decks[0].card_ids(CARDS))
    return [CARDS[card].name for card in ids if card != WOLF]


def test_results_tell_all_that_reports_read(tmp_path: Path, settings: Any) -> None:
    results = BALANCE.start(tmp_path / "run", settings, PlantedCards())
    run = BALANCE.read(tmp_path / "run")
    assert run.results.to_json() == results.to_json()
    assert (run.status, run.kind) == ("finished", "balance")
    assert [row.generation for row in results.history] == list(range(5))
    assert results.history[-1].games == run.evaluations.games.sum() == len(run.evaluations) * 3 * settings.games
    assert run.evaluations.wins.shape[1:] == (3, 3, 3)
    assert results.baseline is not None
    assert results.baseline.games_played == 3 * settings.audit_games
    unchanged, *patches = results.audits
    assert unchanged.label == UNCHANGED not in (audit.label for audit in patches)
    assert unchanged.standing.to_json() == results.baseline.to_json()
    searched = {name: found.searched for name, found in unchanged.objectives.items()}
    assert list(searched.values()) == run.evaluations.objectives[0].tolist(), "the unchanged metagame is evaluation 0"
    assert list(searched) == list(settings.objectives)
    assert results.chosen_audit is results.recommended is not None


def test_every_objective_of_a_run_is_audited_and_the_choice_is_by_them(tmp_path: Path, settings: Any) -> None:
    names = ("nash_evenness", "m", "f_meta")
    results = BALANCE.start(tmp_path / "run", replace(settings, objectives=names), PlantedCards())
    for audit in results.audits:
        assert tuple(audit.objectives) == names
        for name, found in audit.objectives.items():
            assert found.audited.low <= found.audited.value <= found.audited.high
            assert isfinite(found.noise_floor) == isfinite(found.search_noise_floor) == (name != "m")
            assert isfinite(found.again) == (audit is not results.audits[0])
        assert audit.objectives["m"].audited == (audit.magnitude,) * 3
    chosen = results.chosen_audit
    assert chosen is not None
    assert chosen.number == choose_audit(results.audits, choose_objectives(names)).number
    lowest = min(audit.objectives["nash_evenness"].audited for audit in results.audits)
    assert chosen.objectives["nash_evenness"].audited.value <= lowest.high


def test_the_best_of_the_genetic_algorithm_are_measured_again_and_the_best_of_these_audited(
    tmp_path: Path, settings: Any
) -> None:
    ga = replace(settings, algorithm="ga", objectives=("f",), unchanged=False)
    results = BALANCE.start(tmp_path / "run", ga, PlantedCards())
    again, (unchanged, *audits) = results.again, results.audits
    assert len(again) == len({row.number for row in again}) == ga.again_size
    assert all(row.values["f"] == row.f and row.games == 3 * ga.again_games for row in again)
    assert unchanged.number == -1
    assert isnan(unchanged.again_f)
    lowest = sorted(row.f for row in again)[:3]
    assert [(audit.label, audit.again_f) for audit in audits[:3]] == [
        *(("best 1", lowest[0]), ("best 2", lowest[1]), ("best 3", lowest[2]))
    ]
    best_searched = min(audits, key=lambda audit: audit.searched_f)
    assert best_searched.searched_f == min(row.min["f"] for row in results.history)
    assert best_searched.label == SEARCHED, "it was lucky, but is audited all the same"
    assert len({audit.patch for audit in results.audits}) == len(results.audits) == 5
    evaluations = 1 + results.history[-1].evaluations  # and the first look at the metagame as it is
    n_games = 3 * (ga.games * evaluations + ga.again_games * ga.again_size + ga.audit_games * 5)
    assert BALANCE.read(tmp_path / "run").games == n_games


def test_a_search_that_changes_no_card_leaves_the_metagame_as_it_is(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BalanceSpace, "repair", lambda space, genomes: np.zeros_like(genomes))
    results = BALANCE.start(tmp_path / "run", settings, PlantedCards())
    assert [audit.label for audit in results.audits] == [UNCHANGED]
    assert results.chosen_audit is results.audits[0]
    assert results.recommended is None


def test_given_patches_belong_to_the_initial_population(tmp_path: Path, settings: Any) -> None:
    text = format_patch(Patch(changes={f"{WOLF}.cost": 2}), CARDS)
    BALANCE.start(tmp_path / "run", replace(settings, patches=(("earlier", text),)), PlantedCards())
    with open_run(tmp_path / "run") as run:
        genomes = run.evaluations().genomes
    assert genomes[0].tolist() == [0, 0]
    assert sorted(genomes[1].tolist()) == [0, 2]


@pytest.mark.parametrize("guide", [None, "wrn"])
def test_a_search_that_evolves_ends_where_its_games_do(tmp_path: Path, settings: Any, guide: str | None) -> None:
    """What is needed at least is said, and is enough; with a little more there are more generations."""
    asked = replace(settings, guide=guide, guide_games=20, again_size=4)
    with pytest.raises(InputError, match=r"max_games: found 60, but [\d,]+ are needed for the first batch") as refused:
        BALANCE.start(tmp_path / "refused", replace(asked, max_games=60), PlantedDraws())
    assert not (tmp_path / "refused").exists()
    needed, found = int(str(refused.value).split("but ")[1].split()[0].replace(",", "")), []
    for max_games in (needed, needed + 1500, 10 * needed):
        folder = tmp_path / str(max_games)
        results = BALANCE.start(folder, replace(asked, max_games=max_games), PlantedDraws())
        run = BALANCE.read(folder)
        assert search_games(run) <= max_games
        assert search_games(run) + sum(audit.games for audit in results.audits) == run.games
        assert results.chosen is not None
        found.append(len(results.history))
    assert 1 == found[0] < found[1] < found[2] == 1 + settings.evolution.generations


def test_another_seed_gives_another_run_and_the_same_seed_the_same(tmp_path: Path, settings: Any) -> None:
    one, same, other = (
        BALANCE.start(tmp_path / str(i) / "run", replace(settings, seed=seed), PlantedCards())
        for i, seed in enumerate((1, 1, 2))
    )
    assert one.to_json() == same.to_json()
    assert one.to_json() != other.to_json()


@pytest.mark.parametrize("by", ["wrd", "wrp", "wrn"])
def test_a_guide_decides_which_cards_may_change(tmp_path: Path, settings: Any, by: str) -> None:
    guided = replace(settings, guide=by, guide_top=1, guide_games=2000, audit_games=2000, space={"only": ["cost"]})
    results = BALANCE.start(tmp_path / "run", guided, PlantedDraws())
    with open_run(tmp_path / "run") as run:
        changed = np.flatnonzero(run.evaluations().genomes.any(axis=0))
    space = make_space(META, guided.space)
    assert [space.addresses[gene] for gene in changed] == [f"{WOLF}.cost"]
    assert results.guide is not None
    assert results.guide.by == by
    assert (results.guide.games > 0) == (by == "wrn")


def test_progress_tells_generation_best_speed_and_time_left(tmp_path: Path, settings: Any) -> None:
    told: list[Progress] = []
    BALANCE.start(tmp_path / "run", settings, PlantedCards(), told.append)
    stages = list(dict.fromkeys(each.stage for each in told))
    assert stages == [BASELINE, SEARCHING, MEASURING_AGAIN, AUDITING]
    search = [each for each in told if each.stage is SEARCHING]
    assert sorted({each.step for each in search}) == [-1, 0, 1, 2, 3, 4]
    assert search[-1].best["F"] <= search[len(search) // 2].best["F"]
    assert all(each.games_per_second and each.seconds_left is not None for each in told[-3:])
    assert told[-1].games_left == 0


# --- runs that cannot be lost ---------------------------------------------------------------------


def test_interrupted_after_any_batch_a_run_ends_alike(tmp_path: Path, settings: Any) -> None:
    whole = tmp_path / "whole" / "run"
    endless = Interrupting(100)
    expected = BALANCE.start(whole, settings, endless)
    n_batches = 100 - endless.batches
    assert n_batches > 2 + 5 + 1 + 3, "what is measured again takes more than one batch"
    for batches in range(1, n_batches):
        folder = tmp_path / str(batches) / "run"
        with pytest.raises(KeyboardInterrupt):
            BALANCE.start(folder, settings, Interrupting(batches))
        with pytest.raises(KeyboardInterrupt):
            BALANCE.resume(folder, runner=Interrupting(0))
        assert BALANCE.resume(folder, runner=PlantedCards()).to_json() == expected.to_json()
        assert (folder / "patch.toml").read_bytes() == (whole / "patch.toml").read_bytes()


def test_killed_before_its_history_is_stored_a_run_ends_alike(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = BALANCE.start(tmp_path / "whole" / "run", settings, PlantedCards())
    save_checkpoint = Run.save_checkpoint

    def save_and_die(run: Run, generation: int, *parts: Any) -> None:
        save_checkpoint(run, generation, *parts)
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(Run, "save_checkpoint", save_and_die)
        for _ in range(settings.evolution.generations + 1):
            with pytest.raises(KeyboardInterrupt):
                BALANCE.carry_on(tmp_path / "run", settings, PlantedCards())
    assert BALANCE.resume(tmp_path / "run", runner=PlantedCards()).to_json() == expected.to_json()


class InterruptingDraws(PlantedDraws):
    """The same with draws of cards."""

    batches = 0

    def run(self, games: Games, chunks: Any, collect: Collect) -> None:
        self.batches -= 1
        if self.batches < 0:
            raise KeyboardInterrupt
        super().run(games, chunks, collect)


def test_interrupted_while_it_makes_its_guide_a_run_ends_alike(tmp_path: Path, settings: Any) -> None:
    guided = replace(settings, guide="wrn", guide_games=20, audit_games=40, space={"only": ["cost"]})
    expected = BALANCE.start(tmp_path / "whole" / "run", guided, PlantedDraws())
    n_cards = len(dict.fromkeys(META.decks[0].cards))
    for batches in (5, n_cards + 6):
        runner = InterruptingDraws()
        runner.batches = batches
        folder = tmp_path / str(batches) / "run"
        with pytest.raises(KeyboardInterrupt):
            BALANCE.start(folder, guided, runner)
        assert BALANCE.resume(folder, runner=PlantedDraws()).to_json() == expected.to_json()


def test_finished_audits_are_not_played_again(tmp_path: Path, settings: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(tmp_path / "run", settings, Interrupting(11))
    with open_run(tmp_path / "run") as run:
        assert len(run.results()["again"]) == settings.again_size
        n_audits = len(run.results()["audits"])
    assert n_audits == 3
    runner = PlantedCards()
    left = len(BALANCE.resume(tmp_path / "run", runner=runner).audits) - n_audits
    assert left > 0
    assert sum(int(job.games) for job in runner.jobs) == left * settings.audit_games * 3


@pytest.mark.parametrize("kills", [6, pytest.param(40, marks=pytest.mark.nightly)])
def test_killed_at_random_moments_a_run_ends_to_the_byte_like_one_that_was_not(
    tmp_path: Path, settings: Any, kills: int
) -> None:
    write_metagame(tmp_path)
    whole = tmp_path / "whole" / "run"
    BALANCE.start(whole, settings, PlantedCards())
    process = start("-m", "tests.unit.experiments.mortal", "balance", str(tmp_path), str(kills), "11", "0.5")
    ends = process.communicate()[0].split()
    assert ends.count("killed") == kills
    assert "failed" not in ends
    n_runs = ends.count("finished")
    for number in range(n_runs):
        folder = tmp_path / str(number) / "run"
        with open_run(folder) as run, open_run(whole) as other:
            assert run.status == "finished"
            assert to_json(run.results()) == to_json(other.results())
        assert (folder / "patch.toml").read_bytes() == (whole / "patch.toml").read_bytes()
    assert n_runs >= 1


def test_a_finished_run_is_not_carried_out_again(tmp_path: Path, settings: Any) -> None:
    expected = BALANCE.start(tmp_path / "run", settings, PlantedCards())
    assert BALANCE.carry_on(tmp_path / "run", settings, Interrupting(0)).to_json() == expected.to_json()


# --- refused --------------------------------------------------------------------------------------


def interrupt(folder: Path, settings: BalanceSettings) -> None:
    with pytest.raises(KeyboardInterrupt):
        BALANCE.start(folder, settings, Interrupting(4))


def test_a_run_does_not_go_on_with_other_settings(tmp_path: Path, settings: Any) -> None:
    interrupt(tmp_path / "run", settings)
    with pytest.raises(
        RunError, match=r"the run began with games = 20, and now games is 40; a run goes on as it began"
    ):
        BALANCE.resume(tmp_path / "run", replace(settings, games=40), PlantedCards())
    BALANCE.resume(tmp_path / "run", settings, PlantedCards())


def test_a_run_does_not_go_on_with_a_changed_metagame(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(tmp_path / "run", settings)
    changed = META.with_patch(Patch(changes={f"{WOLF}.cost": 1}))
    monkeypatch.setattr(runs, "load_metagame", lambda reference: changed)
    with pytest.raises(RunError, match="'test' has changed since the run began"):
        BALANCE.resume(tmp_path / "run", runner=PlantedCards())


def test_a_run_of_another_kind_is_not_resumed_as_a_balance_run(tmp_path: Path) -> None:
    create_run(tmp_path / "run", "nerfs", {}).close()
    with pytest.raises(RunError, match="a run of the kind 'nerfs', not 'balance'"):
        BALANCE.resume(tmp_path / "run")


def test_what_cannot_be_played_leaves_no_folder(tmp_path: Path, settings: Any) -> None:
    with pytest.raises(InputError, match="there is no card or attribute 'Wolfx'"):
        BALANCE.start(tmp_path / "run", replace(settings, space={"lock": ["Wolfx"]}), PlantedCards())
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"evolution": {"generations": 0}}, "my.toml, field 'evolution.generations': the number 0 is out of range"),
        ({"games": 0}, "my.toml, field 'games': the number 0 is out of range; allowed: an even number from 2"),
        ({"audit_games": 7}, "my.toml, field 'audit_games': found 7; allowed: an even number"),
        ({"again_size": 0}, "field 'again_size': the number 0 is out of range; allowed: a whole number from 1"),
        ({"again_games": 7}, "field 'again_games': found 7; allowed: an even number"),
        ({"audit_size": 1}, "field 'audit_size': the number 1 is out of range; allowed: a whole number from 2"),
        ({"algorithm": "gaa"}, "field 'algorithm': found 'gaa'; did you mean 'ga'"),
        ({"algorithm": "ga"}, "it minimises exactly one"),
        ({"guide": "wrx"}, "field 'guide': found 'wrx'; did you mean 'wr"),
        ({"guide_top": 3}, "guide_top: found 3 without a guide"),
        ({"gamess": 3}, "my.toml: unknown field 'gamess'; did you mean 'games'"),
        ({"games": "many"}, "my.toml, field 'games': found"),
        ({"games": True}, "my.toml, field 'games': found"),
        ({"evolution": {"size": 3}}, "my.toml, field 'evolution': unknown field 'size'"),
        ({"seed": -1}, "my.toml, field 'seed': the number -1 is out of range"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tree: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        BalanceSettings().change(tree, "my.toml")
    assert message in str(error.value)


def test_settings_survive_json() -> None:
    for name in PRESETS:
        found = find_preset(name)
        assert BalanceSettings.from_json(found.to_json()) == found
    with pytest.raises(InputError, match="unknown preset 'quik'; did you mean 'quick'"):
        find_preset("quik")
